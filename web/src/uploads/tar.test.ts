import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { chosenFolder } from './chosen.ts';
import { tarOf } from './tar.ts';

const folder = mkdtempSync(join(tmpdir(), 'assay-tar-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const fileOf = (content: string, lastModified = 1_700_000_000_000) => new File([content], 'x', { lastModified });

async function unpacked(tar: File): Promise<string> {
  const file = join(folder, 'a.tar');
  writeFileSync(file, Buffer.from(await tar.arrayBuffer()));
  const into = mkdtempSync(join(folder, 'into-'));
  execFileSync('tar', ['xf', file, '-C', into]);
  return into;
}

const LONG = `shop/${'deep-folder/'.repeat(20)}ü – name.txt`;

it('the program tar reads it: long names, other letters, and empty files', async () => {
  const files = [
    { path: 'shop/src/a.js', file: fileOf('a'.repeat(1000)) },
    { path: 'shop/empty', file: fileOf('') },
    { path: 'shop/block', file: fileOf('b'.repeat(512)) },
    { path: LONG, file: fileOf('long') },
  ];
  const tar = tarOf('shop', files);
  expect([tar.name, tar.size % 512]).toEqual(['shop.tar', 0]);
  const into = await unpacked(tar);
  expect(readFileSync(join(into, 'shop/src/a.js'), 'utf8')).toBe('a'.repeat(1000));
  expect(readFileSync(join(into, 'shop/empty'), 'utf8')).toBe('');
  expect(readFileSync(join(into, 'shop/block'), 'utf8')).toBe('b'.repeat(512));
  expect(readFileSync(join(into, LONG), 'utf8')).toBe('long');
});

it('the same files in another order give the same bytes, others do not', async () => {
  const one = { path: 'a/1', file: fileOf('1') };
  const two = { path: 'a/2', file: fileOf('2', 1_700_000_500_000) };
  const bytes = async (tar: File) => Buffer.from(await tar.arrayBuffer()).toString('hex');
  expect(await bytes(tarOf('a', [one, two]))).toBe(await bytes(tarOf('a', [two, one])));
  expect(tarOf('a', [one, two]).lastModified).toBe(1_700_000_500_000);
  expect(await bytes(tarOf('a', [one]))).not.toBe(await bytes(tarOf('a', [{ ...one, file: fileOf('1', 1) }])));
});

it('a folder without files is told, not sent', () => {
  expect(chosenFolder([])).toEqual({
    files: [],
    faults: ['The folder has no files, so there is nothing to upload.'],
  });
});
