import { expect, it } from 'vitest';
import { isRefusal } from '../refusal.ts';
import { agentOf, badRemotePath } from './scan-nodes.ts';

it.each([
  ['', 'h'],
  [' ', 'h'],
  ['Assay', 'h'],
  ['a:b', 'h'],
  ['a/b', 'h'],
  ['a\\b', 'h'],
  ['a\u0000', 'h'],
  ['a'.repeat(101), 'h'],
  ['a', ''],
  ['a', 'h\n'.repeat(2)],
])('refuses the alias %j on the host %j', (alias, host) => expect(isRefusal(agentOf(alias, host))).toBe(true));

it('takes an alias and host without outer blanks', () =>
  expect(agentOf(' Linux build 1 ', ' ci ')).toEqual({ alias: 'Linux build 1', host: 'ci' }));

it.each(['', '/a', 'a/', 'a//b', '.', '../a', 'a/..', 'a\tb', '\ud800', 'a'.repeat(4097)])(
  'refuses the path %j',
  (path) => expect(badRemotePath(path)).toBeTypeOf('string'),
);

it.each(['a', 'a/b.c', '..a/b..', 'a:b', 'ä/日本'])('takes the path %j', (path) =>
  expect(badRemotePath(path)).toBeUndefined(),
);
