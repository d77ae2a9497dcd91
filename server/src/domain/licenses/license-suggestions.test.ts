import { expect, it } from 'vitest';
import { nearestNames } from './license-suggestions.ts';

const NAMES = ['MIT', 'MIT-0', 'MITNFA', 'ISC', 'GPL-3.0-only', 'GPL-3.0-or-later', 'Zlib', 'Apache-2.0'];

it.each([
  ['MITT', ['MIT', 'MIT-0']],
  ['mit', ['MIT', 'MIT-0']],
  ['Apache 2', ['Apache-2.0']],
  ['GPL-3.0 only', ['GPL-3.0-only']],
  ['Quercus', []],
  ['', []],
  ['x'.repeat(255), []],
])('the ids nearest to %s are %j', (written, near) => expect(nearestNames(written, NAMES)).toEqual(near));
