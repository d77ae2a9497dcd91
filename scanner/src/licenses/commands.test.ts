// `assay licenses`: exit codes and what is printed.
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, beforeEach, expect, it, vi } from 'vitest';
import { indexPath } from './build-index.ts';
import { licensesCommand } from './commands.ts';

const folder = mkdtempSync(join(tmpdir(), 'assay-command-'));
afterAll(() => rmSync(folder, { recursive: true }));
writeFileSync(join(folder, 'a.txt'), 'License: MIT');

let printed = '';
beforeEach(() => {
  printed = '';
  const take = (text: string | Uint8Array) => {
    printed += String(text);
    return true;
  };
  vi.spyOn(process.stdout, 'write').mockImplementation(take);
  vi.spyOn(process.stderr, 'write').mockImplementation(take);
  return () => vi.restoreAllMocks();
});

it('import writes to a name relative to the folder one is in, and leaves nothing else behind', async () => {
  mkdirSync(join(folder, 'rules'));
  writeFileSync(join(folder, 'rules', 'a.LICENSE'), '---\nkey: a\n---\n\nThe license of a.\n');
  const out = relative(process.cwd(), join(folder, 'rules', 'a.index'));
  expect(await licensesCommand(['import', join(folder, 'rules'), '--out', out])).toBe(0);
  expect(printed).toContain('1 rules of 1 licenses');
  expect(readdirSync(join(folder, 'rules')).sort()).toEqual(['a.LICENSE', 'a.index']);
});

it.each([
  ['nothing', [], 0, 'usage:'],
  ['help', ['--help'], 0, 'usage:'],
  ['an unknown command', ['frobnicate'], 2, 'usage:'],
  ['an unknown option', ['list', '--frobnicate'], 2, 'frobnicate'],
  ['list', ['list', 'beerware'], 0, 'Beerware'],
  ['explain', ['explain', join(folder, 'a.txt')], 0, 'taken   MIT'],
  ['explain as JSON', ['explain', join(folder, 'a.txt'), '--json'], 0, '"isAccepted":true'],
  ['explain without a file', ['explain'], 2, 'at least one file'],
  ['explain a missing file', ['explain', join(folder, 'none')], 1, 'no such file'],
  ['explain a folder', ['explain', folder], 1, 'is a folder; a file was expected'],
  ['list of no index', ['list', '--index', join(folder, 'none')], 1, 'no such file'],
  ['diff of no folder', ['diff', 'built-in', 'built-in', join(folder, 'a.txt')], 1, 'a folder was expected'],
  ['import of a text', ['import', join(folder, 'a.txt'), '--out', join(folder, 'i')], 1, 'not an archive of a known'],
  ['import to a folder', ['import', folder, '--out', folder], 1, 'the name of the index file was expected'],
  ['diff without difference', ['diff', 'built-in', indexPath(), folder], 0, '0 of 3 files'],
  ['diff with too little', ['diff', 'built-in'], 2, 'two indexes and a folder'],
  ['import with too little', ['import'], 2, 'the index file to write'],
])('%s', async (_, args, code, text) => {
  expect(await licensesCommand(args)).toBe(code);
  expect(printed).toContain(text);
});
