import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeZip } from '../../test/archives/archive-builders.ts';
import { DEFAULT_ARCHIVE_LIMITS, sourceFiles } from './index.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-source-'));
  mkdirSync(join(folder, 'all/inner'), { recursive: true });
  mkdirSync(join(folder, 'all/.git'));
  mkdirSync(join(folder, 'empty'));
  const files: [name: string, bytes: string | Uint8Array][] = [
    ['all/a.txt', 'a'],
    ['all/inner/b.txt', 'bb'],
    ['all/inner/large.txt', 'c'.repeat(200)],
    ['all/inner/other.bin', 'd'],
    ['all/.git/e.txt', 'e'],
    [
      'all/zipped.zip',
      makeZip([
        { name: 'x/f.txt', body: 'f' },
        { name: 'x/g.bin', body: 'g' },
        { name: 'x/large.txt', body: 'h'.repeat(200) },
      ]),
    ],
    ['all/broken.zip', makeZip([{ name: 'i.txt', body: 'i' }]).subarray(0, 20)],
    ['large.txt', 'l'.repeat(200)],
  ];
  for (const [name, bytes] of files) writeFileSync(join(folder, name), bytes);
  symlinkSync('/etc/passwd', join(folder, 'all/link.txt'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Case = [title: string, path: string, readsArchivesOfFolder: boolean, lines: (string | RegExp)[]];
const LARGE = 'has 200 bytes; at most 100 are read';
const cases: Case[] = [
  ['one file, whatever its name', 'all/inner/other.bin', false, ['other.bin: d', 'end']],
  ['one file that is too large', 'large.txt', false, [`end: The file ${LARGE}.`]],
  ['an archive', 'all/zipped.zip', false, ['x/f.txt: f', `x/large.txt! The file ${LARGE}, so it was left out.`, 'end']],
  [
    'a folder, without its hidden folders and links',
    'all',
    false,
    ['a.txt: a', 'inner/b.txt: bb', `inner/large.txt! The file ${LARGE}, so it was left out.`, 'end'],
  ],
  [
    'a folder with its archives, one of them damaged',
    'all',
    true,
    [
      /^! The uploaded archive is corrupt/,
      'a.txt: a',
      'inner/b.txt: bb',
      `inner/large.txt! The file ${LARGE}, so it was left out.`,
      'x/f.txt: f',
      `x/large.txt! The file ${LARGE}, so it was left out.`,
      /^end: broken\.zip: .+/,
    ],
  ],
  ['an empty folder', 'empty', true, ['end']],
  ['nothing', 'missing', true, [/^end: There is no file or folder .+missing\.$/]],
];

it.each(cases)('reads %s', async (_, path, readsArchivesOfFolder, lines) => {
  const found: string[] = [];
  const files = sourceFiles(join(folder, path), {
    temporaryFolder: tmpdir(),
    wants: (name) => name.endsWith('.txt'),
    mostBytes: 100,
    limits: DEFAULT_ARCHIVE_LIMITS,
    readsArchivesOfFolder,
  });
  for await (const file of files) {
    if (file.type === 'file') found.push(`${file.path}: ${Buffer.from(file.bytes)}`);
    else if (file.type === 'issue') found.push(`${file.issue.path}! ${file.issue.message}`);
    else found.push(file.problem === '' ? 'end' : `end: ${file.problem}`);
  }
  const sorted = [...found.slice(0, -1).sort(), ...found.slice(-1)];
  expect(sorted).toEqual(lines.map((line) => (typeof line === 'string' ? line : expect.stringMatching(line))));
});
