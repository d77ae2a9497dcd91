// Reads *.app.src, the application resource file of Erlang in source code. The dependencies with their versions are in
// rebar.config.
// Format: https://www.erlang.org/doc/apps/kernel/app.html

import type { ManifestReader } from '../../member.ts';
import { readErlangApp } from '../erlang-app.ts';

export const reader: ManifestReader = {
  read: (bytes) => readErlangApp('hex', bytes),
};
