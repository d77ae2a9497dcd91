import { describe, expect, it } from 'vitest';
import { joinPath, MAX_PATH_BYTES, type PathOptions, safePath } from './paths.ts';

const latin1 = (text: string) => Buffer.from(text, 'latin1');

describe('safePath keeps', () => {
  const cases: [string, string | Uint8Array, PathOptions, string][] = [
    ['a plain name', 'a/b.txt', {}, 'a/b.txt'],
    ['a name, minus its "." parts', './a/./b.txt', {}, 'a/b.txt'],
    ['a name, minus empty parts', 'a//b/', {}, 'a/b'],
    ['dots within parts', '..a/b../...', {}, '..a/b../...'],
    ['a backslash in a tar', 'units/a\\x2db.slice', {}, 'units/a\\x2db.slice'],
    ['a backslash that separates folders', 'a\\b.txt', { isBackslashFolder: true }, 'a/b.txt'],
    ['a Perl manual page', 'B::Deparse.3pm', {}, 'B::Deparse.3pm'],
    ['UTF-8 bytes', Buffer.from('é/ü.txt'), {}, 'é/ü.txt'],
    ['a replacement character that is in the name', Buffer.from('a\ufffd'), {}, 'a\ufffd'],
    ['a part of 255 bytes', 'x'.repeat(255), {}, 'x'.repeat(255)],
  ];
  it.each(cases)('%s', (_, raw, options, path) => {
    expect(safePath(raw, options)).toEqual({ path });
  });
});

describe('safePath keeps, and reports,', () => {
  const cases: [string, Uint8Array, PathOptions, string, RegExp][] = [
    ['code page 437', latin1('\x81ber'), { legacyEncoding: 'cp437' }, 'über', /code page 437/],
    ['Latin-1', latin1('\xfcber'), { legacyEncoding: 'latin1' }, 'über', /Latin-1/],
    ['control characters', Buffer.from('a\nb'), {}, 'a\nb', /control characters/],
  ];
  it.each(cases)('%s', (_, raw, options, path, oddity) => {
    expect(safePath(raw, options)).toEqual({ path, oddity: expect.stringMatching(oddity) });
  });
});

describe('safePath refuses', () => {
  const cases: [string, string | Uint8Array, PathOptions, RegExp][] = [
    ['nothing', '', {}, /no name/],
    ['only dots', './.', {}, /names no file/],
    ['an absolute path', '/etc/passwd', {}, /absolute/],
    ['a share', '\\\\host\\share', {}, /absolute/],
    ['a drive', 'C:/windows', {}, /drive/],
    ['a drive without a slash', 'c:evil', {}, /drive/],
    ['climbing out', '../a', {}, /climbs/],
    ['climbing within', 'a/../../b', {}, /climbs/],
    ['climbing by backslashes in a tar', 'a\\..\\b', {}, /climbs/],
    ['climbing by backslashes', 'a\\..\\b', { isBackslashFolder: true }, /climbs/],
    ['NUL', 'a\0b', {}, /NUL/],
    ['a part of 256 bytes', 'x'.repeat(256), {}, /255 bytes/],
    ['a part of 255 characters and 510 bytes', 'é'.repeat(255), {}, /255 bytes/],
    ['a path of more than 2,048 bytes', 'abc/'.repeat(513), {}, /2048 bytes/],
  ];
  it.each(cases)('%s', (_, raw, options, refusal) => {
    expect(safePath(raw, options)).toEqual({ refusal: expect.stringMatching(refusal) });
  });
});

it('joinPath refuses a joined path that is too long', () => {
  expect(joinPath('', 'a')).toEqual({ path: 'a' });
  expect(joinPath('x.zip_', 'a/b')).toEqual({ path: 'x.zip_/a/b' });
  expect(joinPath('a/'.repeat(2000), 'b'.repeat(200))).toEqual({
    refusal: expect.stringContaining(String(MAX_PATH_BYTES)),
  });
});
