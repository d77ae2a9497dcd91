import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { isRefusal } from '../refusal.ts';
import { byteCount, readChecksum, readMetadata } from './resumable-upload.ts';

it.each([
  ['12', 12],
  ['0', 0],
  [' 7 ', 7],
  ['-1', undefined],
  ['1e3', undefined],
  ['', undefined],
  ['9007199254740993', undefined],
  [undefined, undefined],
])('byteCount(%j) is %j', (header, count) => {
  expect(byteCount(header)).toBe(count);
});

const base64 = (text: string) => Buffer.from(text).toString('base64');

it.each([
  ['', {}],
  [`filename ${base64('Ü.zip')}`, { filename: 'Ü.zip' }],
  [`filename ${base64('a.zip')}, key`, { filename: 'a.zip', key: '' }],
  [`filename ${base64('a\0b')}`, { filename: 'ab' }],
])('readMetadata(%j)', (header, values) => {
  expect(Object.fromEntries(readMetadata(header) as Map<string, string>)).toEqual(values);
});

it.each(['filename not-base64!', `a ${base64('1')},a ${base64('2')}`, `a ${base64('1')} b`, ',', 'x'.repeat(5000)])(
  'readMetadata refuses %j',
  (header) => {
    expect(isRefusal(readMetadata(header))).toBe(true);
  },
);

it('reads a checksum, and refuses others', () => {
  const digest = createHash('sha1').update('a').digest();
  expect(readChecksum(`sha1 ${digest.toString('base64')}`)).toEqual({ algorithm: 'sha1', digest });
  for (const header of ['', 'sha1', 'md5 AAAA', 'sha1 AAAA', `sha256 ${digest.toString('base64')}`, 'sha1 %%%'])
    expect(isRefusal(readChecksum(header))).toBe(true);
});
