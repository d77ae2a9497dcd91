// Files that are not an index, have another version, or are damaged: the error names the file and says what was expected,
// and nothing is searched.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { INDEX_FORMAT } from './engine/index-format.ts';
import { detectLicenses, LicenseIndexFault, loadLicenseIndex, readLicenseIndex } from './index.ts';
import { importLicenseRules } from './rules/scancode-rules.ts';

const folder = mkdtempSync(join(tmpdir(), 'assay-index-'));
const path = join(folder, 'x.index');
let whole: Buffer;
afterAll(() => rmSync(folder, { recursive: true }));
beforeAll(async () => {
  writeFileSync(
    join(folder, 'acme.LICENSE'),
    '---\nkey: acme\n---\n\nYou may frobnicate this widget as often as you like, and so may all your friends, as long as you all sing.\n',
  );
  await importLicenseRules(folder, path);
  whole = readFileSync(path);
});

/** A copy of the index, changed. */
function changed(change: (bytes: Buffer) => Buffer | undefined): string {
  const copy = Buffer.from(whole);
  writeFileSync(path, change(copy) ?? copy);
  return path;
}

function inPieces(bytes: Buffer, size: number) {
  const pieces = async function* () {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  };
  return readLicenseIndex(pieces(), bytes.length, 'It');
}

const flippedInTheMiddle = (bytes: Buffer): Buffer => {
  const middle = bytes.length >> 1;
  bytes.writeUInt8(bytes.readUInt8(middle) ^ 1, middle);
  return bytes;
};

// biome-ignore format: a table
it.each<[string, (bytes: Buffer) => Buffer | undefined, string]>([
  ['nothing', () => Buffer.alloc(0), 'is not a license index; `assay licenses import` writes one'],
  ['text', () => Buffer.from('dear diary, today I wrote some rules'), 'is not a license index'],
  ['zeros', (bytes) => bytes.fill(0), 'is not a license index'],
  ['a few bytes of one', (bytes) => bytes.subarray(0, 19), 'is not a license index'],
  ['half of one', (bytes) => bytes.subarray(0, bytes.length / 2), 'is damaged: it has'],
  ['one byte less', (bytes) => bytes.subarray(0, -1), 'is damaged: it has'],
  ['one byte more', (bytes) => Buffer.concat([bytes, Buffer.of(0)]), 'is damaged: it has'],
  ['another byte order', (bytes) => bytes.swap32(), 'is a license index from a machine with another byte order'],
  ['an older version', (bytes) => void bytes.writeUInt32LE(3, 4), `is a license index of version 3, and this program reads version ${INDEX_FORMAT}; import the rules again`],
  ['a table of another length', (bytes) => void bytes.writeUInt32LE(7000, 8), 'is damaged: its checksum'],
  ['a changed table', (bytes) => void bytes.fill(0xff, 20, 300), 'is damaged: its checksum'],
  ['one changed bit in the middle', flippedInTheMiddle, 'is damaged: its checksum'],
  ['a changed end', (bytes) => void bytes.fill(0xff, bytes.length - 64), 'is damaged: its checksum'],
])('refuses %s, as a file and in pieces', async (_, change, why) => {
  expect(() => loadLicenseIndex(changed(change))).toThrow(`${path} ${why}`);
  for (const size of [7, 1000])
    await expect(inPieces(readFileSync(path), size)).rejects.toSatisfy(
      (error) => error instanceof LicenseIndexFault && error.message.startsWith(`It ${why}`),
    );
});

it('reads an index in pieces of any size', async () => {
  for (const size of [1000, whole.length, whole.length * 2])
    expect(Buffer.from((await inPieces(whole, size)).buffer).equals(whole)).toBe(true);
});

it('passes on the error of the source of the pieces', async () => {
  // biome-ignore lint/correctness/useYield: it fails before it has anything.
  const source = async function* (): AsyncGenerator<Uint8Array> {
    throw new Error('the disk is gone');
  };
  await expect(readLicenseIndex(source(), 1, 'It')).rejects.toThrow('the disk is gone');
});

it('refuses a path that is not a file before it opens it', () => {
  mkdirSync(join(folder, 'sub'));
  execFileSync('mkfifo', [join(folder, 'pipe')]);
  expect(() => loadLicenseIndex(join(folder, 'sub'))).toThrow('is a folder; a license index was expected');
  expect(() => loadLicenseIndex(join(folder, 'pipe'))).toThrow('is not a file; a license index was expected');
  expect(() => loadLicenseIndex('/dev/zero')).toThrow('is not a file; a license index was expected');
});

it('loads a file without changes', () => {
  const index = loadLicenseIndex(changed(() => undefined));
  // An import contains our own sentences that name a license without stating one.
  expect(index.ruleNames.filter((name) => !/\/false-\d+$/.test(name))).toEqual(['acme.LICENSE']);
});

it('rules that never say "spdx" do not hide a tag, and no other words become a tag', () => {
  const index = loadLicenseIndex(changed(() => undefined));
  expect(index.tagWords.spdx).not.toBe(0);
  expect(detectLicenses(index, Buffer.from('SPDX-License-Identifier: MIT')).spdx).toEqual(['MIT']);
});
