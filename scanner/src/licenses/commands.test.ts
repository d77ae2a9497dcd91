// `assay licenses`: exit codes and what is printed.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
  ['diff without difference', ['diff', 'built-in', indexPath(), folder], 0, '0 of 1 files'],
  ['diff with too little', ['diff', 'built-in'], 2, 'two indexes and a folder'],
  ['import with too little', ['import'], 2, 'the index file to write'],
])('%s', async (_, args, code, text) => {
  expect(await licensesCommand(args)).toBe(code);
  expect(printed).toContain(text);
});
