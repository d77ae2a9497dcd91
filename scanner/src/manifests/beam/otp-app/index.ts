// Reads *.app, the application resource file of Erlang in a built application.
// Format: https://www.erlang.org/doc/apps/kernel/app.html

import type { ManifestReader } from '../../member.ts';
import { readErlangApp } from '../erlang-app.ts';

export const reader: ManifestReader = {
  read: (bytes) => readErlangApp('otp', bytes),
};
