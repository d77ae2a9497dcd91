// Reads *.app, the application resource file of Erlang in a built application.
// Format: https://www.erlang.org/doc/apps/kernel/app.html
import { readErlangApp } from '../erlang-app.ts';
import type { ManifestMember } from '../member.ts';

export const otpApp: ManifestMember = {
  name: 'otp-app',
  wants: (_path, file) => file.endsWith('.app'),
  read: (bytes) => readErlangApp('otp', bytes),
};
