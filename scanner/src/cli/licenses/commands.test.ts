// `assay licenses`: exit codes and output.
import { spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, mkdtempSync, openSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeEach, expect, it, vi } from 'vitest';
import { indexPath } from '../../licenses/rules/index-file.ts';
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

it('import writes to a path relative to the current folder, and leaves no other file', async () => {
  mkdirSync(join(folder, 'rules'));
  writeFileSync(join(folder, 'rules', 'a.LICENSE'), '---\nkey: a\n---\n\nThe license of a.\n');
  const out = relative(process.cwd(), join(folder, 'rules', 'a.index'));
  expect(await licensesCommand(['import', join(folder, 'rules'), '--out', out])).toBe(0);
  expect(printed).toContain('1 rule of 1 license written to ');
  expect(readdirSync(join(folder, 'rules')).sort()).toEqual(['a.LICENSE', 'a.index']);
});

it('import shows its progress on a terminal and then removes it; a pipe gets no progress', async () => {
  const rules = join(folder, 'shown');
  mkdirSync(rules);
  writeFileSync(join(rules, 'a.LICENSE'), '---\nkey: a\n---\n\nThe license of a.\n');
  const before = process.stderr.isTTY;
  try {
    process.stderr.isTTY = true;
    expect(await licensesCommand(['import', rules, '--out', join(rules, 'i')])).toBe(0);
    expect(printed).toContain('\r\x1b[2Kcompiling 1 of 1 rules\r\x1b[2Kindexing 1 rules\r\x1b[2Kwriting 1 rules\r\x1b[2K1 rule of'); // biome-ignore format: as it is written
    printed = '';
    expect(await licensesCommand(['import', join(folder, 'none'), '--out', join(rules, 'i')])).toBe(1);
    expect(printed).toMatch(/\r\x1b\[2Kassay licenses import: .* no such file/);
    printed = '';
    process.stderr.isTTY = false;
    expect(await licensesCommand(['import', rules, '--out', join(rules, 'i')])).toBe(0);
    expect(printed).toMatch(/^1 rule of/);
  } finally {
    process.stderr.isTTY = before;
    rmSync(rules, { recursive: true });
  }
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
  ['list with a file that is no index', ['list', '--index', join(folder, 'none')], 1, 'no such file'],
  [
    'diff with a file that is no folder',
    ['diff', 'built-in', 'built-in', join(folder, 'a.txt')],
    1,
    'a folder was expected',
  ],
  ['import of a text', ['import', join(folder, 'a.txt'), '--out', join(folder, 'i')], 1, 'not an archive of a known'],
  ['import to a folder', ['import', folder, '--out', folder], 1, 'the name of the index file was expected'],
  ['diff without difference', ['diff', 'built-in', indexPath(), folder], 0, '0 of 3 files'],
  ['diff with too few arguments', ['diff', 'built-in'], 2, 'two indexes and a folder'],
  ['import with too few arguments', ['import'], 2, 'the index file to write'],
  ['import with too many arguments', ['import', 'a', 'b', 'c'], 2, 'import does not know what to do with "c"'],
  ['import with two targets', ['import', 'a', 'b', '--out', 'c'], 2, 'import does not know what to do with "b"'],
  ['build with too many arguments', ['build', 'a'], 2, 'build does not know what to do with "a"'],
  ['a command that is a member of every object', ['constructor'], 2, 'usage:'],
  ['import over a file', ['import', folder, '--out', join(folder, 'a.txt')], 1, 'a.txt is not a license index'],
  [
    'explain with an existing and a missing file',
    ['explain', join(folder, 'none'), join(folder, 'a.txt')],
    1,
    'taken   MIT',
  ],
  [
    'diff with a text as an index',
    ['diff', join(folder, 'a.txt'), 'built-in', folder],
    1,
    'a.txt is not a license index',
  ],
])('%s', async (_, args, code, text) => {
  expect(await licensesCommand(args)).toBe(code);
  expect(printed).toContain(text);
});

it('import --json lists every issue; the issues in text cannot control the terminal', async () => {
  const rules = mkdtempSync(join(folder, 'odd-'));
  writeFileSync(join(rules, 'a.LICENSE'), '---\nkey: a\n---\n\nThe license of a.\n');
  for (let i = 0; i < 25; i++) writeFileSync(join(rules, `\u001b[31m${i}\n.RULE`), 'x');
  expect(await licensesCommand(['import', rules, '--out', join(rules, 'i')])).toBe(0);
  expect(printed).toContain('\\u001b[31m0\\n.RULE: the file does not begin');
  expect(printed).toContain('and 5 more issues; --json lists them all');
  expect(printed).not.toContain('\u001b');
  printed = '';
  expect(await licensesCommand(['import', rules, '--out', join(rules, 'i'), '--json'])).toBe(0);
  const { rules: count, issues } = JSON.parse(printed);
  expect([count, issues.length, issues[0].path]).toEqual([1, 25, '\u001b[31m0\n.RULE']);
});

it('import without readable input creates no output folder', async () => {
  const out = join(folder, 'not', 'yet', 'there.index');
  expect(await licensesCommand(['import', join(folder, 'none'), '--out', out])).toBe(1);
  expect(await licensesCommand(['import', join(folder, 'a.txt'), '--out', out])).toBe(1);
  expect(readdirSync(folder)).not.toContain('not');
  const rules = mkdtempSync(join(folder, 'whole-'));
  writeFileSync(join(rules, 'a.LICENSE'), '---\nkey: a\n---\n\nThe license of a.\n');
  expect(await licensesCommand(['import', rules, '--out', join(rules, 'made', 'for', 'it.index')])).toBe(0);
  expect(readdirSync(join(rules, 'made', 'for'))).toEqual(['it.index']);
});

it.skipIf(process.platform !== 'linux')('reports a full output device in one sentence', () => {
  const full = openSync('/dev/full', 'w');
  const main = fileURLToPath(new URL('../main.ts', import.meta.url));
  try {
    const { status, stderr } = spawnSync(process.execPath, [main, 'licenses', 'explain', join(folder, 'a.txt')], {
      stdio: ['ignore', full, 'pipe'],
      encoding: 'utf8',
    });
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr: 'assay licenses explain: ENOSPC: no space left on device, write\n',
    });
  } finally {
    closeSync(full);
  }
});

it('diff continues after a file that it cannot read, and reports it', async () => {
  const corpus = mkdtempSync(join(folder, 'corpus-'));
  symlinkSync('loop', join(corpus, 'loop'));
  writeFileSync(join(corpus, 'z.txt'), 'License: MIT');
  expect(await licensesCommand(['diff', 'built-in', 'built-in', corpus])).toBe(1);
  expect(printed).toContain('loop is a link that leads to itself; a file was expected');
  expect(printed).toContain('0 of 1 files are answered differently; 1 could not be read');
});

it('explain lists a match that it refused in many places once, and explains its terms', async () => {
  const path = join(folder, 'curl.txt');
  writeFileSync(path, 'run curl\n\n\n'.repeat(12));
  expect(await licensesCommand(['explain', path])).toBe(0);
  expect(printed.match(/refused curl {2}/g)).toHaveLength(1);
  expect(printed).toContain('refused curl  lines 1, 4, 7, 10, 13, 16, 19, 22 and 4 more  rule spdx/curl/id');
  expect(printed).toContain('Coverage is the share of its\nwords');
});
