// Reads the resource of an Erlang application, of a source: what it asks for is in rebar.config.
// Format: https://www.erlang.org/doc/apps/kernel/app.html
import { readErlangApp } from '../erlang-app.ts';
import type { ManifestMember } from '../member.ts';

export const hexAppSrc: ManifestMember = {
  name: 'hex-app-src',
  wants: (_path, file) => file.endsWith('.app.src'),
  read: (bytes) => readErlangApp('hex', bytes),
};
