import { execFileSync } from 'node:child_process';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { digestsOf } from '../analyze/digests.ts';
import { IN_MEMORY_BYTES } from '../walk/index.ts';
import { OUTPUT_FORMATS } from './formats/index.ts';
import { runCommand } from './index.ts';

let folder: string;
let tree: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-cli-'));
  tree = join(folder, 'tree');
  for (const [path, content] of Object.entries(TREE)) {
    mkdirSync(join(tree, path, '..'), { recursive: true });
    writeFileSync(join(tree, path), content);
  }
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

const TREE: Record<string, string | Uint8Array> = {
  'package.json': JSON.stringify({ name: 'demo', version: '1.2.3', license: 'MIT' }),
  'src/main.c':
    '// SPDX-License-Identifier: GPL-2.0-only\n// Copyright (c) 2019 Ada Example\n\n// ada@fixture-mail.net https://fixture-site.net/x\n\nint main(void) { return 0; }\n',
  'src/data.bin': Buffer.from([0, 1, 2, 3]),
  'src/empty.txt': '',
  'vendor-docs/LICENSE.txt': 'Licensed under the Apache License, Version 2.0\n',
};

/** Runs a command and returns its output. */
async function run(argv: string[], options: { isTerminal?: boolean; signal?: AbortSignal } = {}) {
  const stdout = collector();
  const stderr = collector();
  Object.assign(stderr.stream, { isTTY: options.isTerminal === true });
  const code = await runCommand(argv, { stdout: stdout.stream, stderr: stderr.stream, signal: options.signal });
  return { code, stdout: stdout.text(), stderr: stderr.text() };
}

function collector() {
  const chunks: Buffer[] = [];
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      chunks.push(chunk);
      done();
    },
  });
  return { stream, text: () => Buffer.concat(chunks).toString() };
}

const scan = (...options: string[]) => run(['scan', tree, '--threads', '1', ...options]);

describe('assay scan --format jsonl', () => {
  it('writes one object per file, in path order, with exactly these members', async () => {
    const { code, stdout, stderr } = await scan('--format', 'jsonl');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const objects = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(objects.map(({ path }) => path)).toEqual(Object.keys(TREE).sort());
    for (const found of objects) {
      const content = Buffer.from(TREE[found.path]!);
      expect(found).toMatchObject({ size: content.length, ...digestsOf(content) });
      expect(Object.keys(found)).toEqual(
        'path size md5 sha1 sha256 type language lines spdx licenses copyrights emails urls packages authors lineCounts'.split(
          ' ',
        ),
      );
    }
  });

  it('writes the findings of a source file', async () => {
    const { stdout } = await scan('--format', 'jsonl');
    const main = stdout
      .split('\n')
      .map((line) => JSON.parse(line || '{}'))
      .find(({ path }) => path === 'src/main.c');
    expect(main).toMatchObject({
      type: 'text',
      language: 'C',
      lines: 6,
      spdx: ['GPL-2.0-only'],
      emails: ['ada@fixture-mail.net'],
      urls: ['https://fixture-site.net/x'],
      authors: [],
      lineCounts: { code: 1, comment: 3, blank: 2 },
    });
    expect(main.licenses[0]).toEqual({
      expression: 'GPL-2.0-only',
      startLine: 1,
      endLine: 1,
      score: 100,
      coverage: 100,
      rule: expect.any(String),
      kind: 'tag',
    });
    expect(main.copyrights[0]).toMatchObject({ holder: 'Ada Example', years: '2019', startLine: 2, endLine: 2 });
  });

  it('writes the packages of a manifest', async () => {
    const { stdout } = await scan('--format', 'jsonl');
    const manifest = JSON.parse(stdout.split('\n')[0]!);
    expect(manifest.packages).toMatchObject([{ purl: 'pkg:npm/demo@1.2.3', role: 'declares', declaredLicense: 'MIT' }]);
  });

  it('gives the same for a folder and for an archive of it', async () => {
    execFileSync('tar', ['czf', join(folder, 'tree.tar.gz'), '-C', tree, ...readdirSync(tree).reverse()]);
    const ofFolder = await scan('--format', 'jsonl');
    const ofArchive = await run(['scan', join(folder, 'tree.tar.gz'), '--format', 'jsonl', '--threads', '2']);
    expect(ofArchive).toEqual(ofFolder);
  });

  it('looks into inner archives on request', async () => {
    execFileSync('tar', ['cf', join(tree, 'inner.tar'), '-C', tree, 'src']);
    const paths = async (...options: string[]) =>
      (await scan('--format', 'jsonl', ...options)).stdout
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line).path);
    expect(await paths()).not.toContain('inner.tar/src/main.c');
    const expanded = await paths('--expand', 'first-level');
    expect(expanded).toEqual([...expanded].sort());
    expect(expanded).toEqual(expect.arrayContaining(['inner.tar', 'inner.tar/src/main.c', 'src/main.c']));
  });

  it('scans a single file', async () => {
    const { code, stdout } = await run(['scan', join(tree, 'src/main.c'), '--format', 'jsonl', '--threads', '1']);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ path: 'main.c', spdx: ['GPL-2.0-only'] });
  });
});

describe('the other formats', () => {
  it('json holds files, packages, licenses and issues', async () => {
    symlinkSync('src', join(tree, 'link'));
    const { code, stdout, stderr } = await scan('--format', 'json');
    expect(code).toBe(0);
    const result = JSON.parse(stdout);
    expect(result).toMatchObject({
      source: 'tree',
      isComplete: true,
      issues: [{ code: 'skipped-entry', path: 'link' }],
    });
    expect(result.files).toHaveLength(Object.keys(TREE).length);
    expect(result.components).toMatchObject([{ purl: 'pkg:npm/demo@1.2.3' }]);
    expect(result.licenses).toEqual(expect.arrayContaining([{ expression: 'GPL-2.0-only', files: 1 }]));
    expect(stderr).toContain('link: ');
  });

  it('writes complete json and spdx documents for an empty folder', async () => {
    const empty = join(folder, 'empty');
    mkdirSync(empty);
    for (const format of ['json', 'spdx', 'cyclonedx']) {
      const { code, stdout } = await run(['scan', empty, '--format', format, '--threads', '1']);
      expect(code).toBe(0);
      JSON.parse(stdout);
    }
  });

  it('spdx and cyclonedx name the source and its packages', async () => {
    const spdx = JSON.parse((await scan('--format', 'spdx')).stdout);
    expect(spdx).toMatchObject({
      name: 'tree',
      packages: [{ name: 'tree' }, { name: 'demo', versionInfo: '1.2.3', licenseDeclared: 'MIT' }],
    });
    const cyclonedx = JSON.parse((await scan('--format', 'cyclonedx')).stdout);
    expect(cyclonedx.components).toMatchObject([{ purl: 'pkg:npm/demo@1.2.3', licenses: [{ expression: 'MIT' }] }]);
  });

  it('uses table by default', async () => {
    const { stdout } = await scan();
    expect(stdout).toMatch(/^tree: 5 files/);
    for (const words of ['GPL-2.0-only', 'Apache-2.0', 'Ada Example', 'pkg:npm/demo@1.2.3', 'LANGUAGE'])
      expect(stdout).toContain(words);
  });
});

describe('--out', () => {
  it('creates the file under its name, and no other', async () => {
    const out = join(folder, 'result.jsonl');
    writeFileSync(out, 'old');
    const { code, stdout } = await scan('--format', 'jsonl', '--out', out);
    expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
    expect(readFileSync(out, 'utf8').trimEnd().split('\n')).toHaveLength(5);
    expect(readdirSync(folder).sort()).toEqual(['result.jsonl', 'tree']);
  });

  it('keeps only the old file when the scan is interrupted', async () => {
    const out = join(folder, 'result.jsonl');
    writeFileSync(out, 'old');
    const { code, stderr } = await run(['scan', tree, '--threads', '1', '--out', out], { signal: AbortSignal.abort() });
    expect({ code, stderr }).toEqual({ code: 130, stderr: 'assay scan: interrupted; nothing was written.\n' });
    expect(readFileSync(out, 'utf8')).toBe('old');
    expect(readdirSync(folder).sort()).toEqual(['result.jsonl', 'tree']);
  });

  it.each([['no-such-folder/x'], ['tree']])('says that %s cannot be written', async (name) => {
    const { code, stderr } = await scan('--out', join(folder, name));
    expect(code).toBe(1);
    expect(stderr).toMatch(/cannot be written: .+\.\n$/);
  });
});

describe('usage', () => {
  it.each([
    [['scan'], /Name the folder or archive to scan\./],
    [['scan', 'a', 'b'], /"b" is one argument too many/],
    [
      ['scan', '.', '--format', 'yaml'],
      /--format must be one of table, json, jsonl, spdx, cyclonedx, spdx-3.0.1, cyclonedx-1.7, cyclonedx-1.6-xml, cyclonedx-1.7-xml, spdx-2.3-tag-value, not "yaml"\./,
    ],
    [['scan', '.', '--threads', 'many'], /--threads must be a whole number from 1 to 256, not "many"\./],
    [['scan', '.', '--threads', '0'], /--threads must be/],
    [['scan', '.', '--threads'], /The option --threads needs a value\./],
    [['scan', '.', '--thread', '1'], /There is no option --thread; the options are --format, /],
    [['scan', '.', '--rules', '/no/such/index'], /--rules must be "builtin" or the file of a license index/],
    [['scan', '.', '--help=yes'], /The option --help takes no value\./],
    [['scan', '.', '--out', ''], /--out needs the name of a file\./],
    [['fingerprint'], /Name the folder to fingerprint\./],
    [['fingerprint', '/no/such/folder'], /"\/no\/such\/folder" is not a folder\./],
    [['scna'], /there is no command "scna"/],
  ])('%j is refused in one sentence', async (argv, sentence) => {
    const { code, stdout, stderr } = await run(argv);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(sentence);
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
  });

  it.each([['scan'], ['fingerprint']])('%s --help explains every option', async (command) => {
    const { code, stdout } = await run([command, '--help']);
    expect(code).toBe(0);
    for (const option of command === 'scan' ? ['--format', '--out', '--threads', '--rules', '--expand'] : ['--out'])
      expect(stdout).toContain(option);
  });

  it('fails for a source that does not exist', async () => {
    const { code, stderr } = await run(['scan', join(folder, 'nowhere'), '--threads', '1']);
    expect(code).toBe(1);
    expect(stderr).toContain('does not exist');
  });

  it('refuses a pipe without waiting for it', async () => {
    execFileSync('mkfifo', [join(folder, 'pipe')]);
    const { code, stderr } = await run(['scan', join(folder, 'pipe'), '--threads', '1']);
    expect(code).toBe(1);
    expect(stderr).toContain('it is neither a folder nor a plain file');
  });

  it('reports a broken archive, and writes the part that could be read', async () => {
    execFileSync('tar', ['cf', join(folder, 'whole.tar'), '-C', tree, '.']);
    writeFileSync(join(folder, 'broken.tar'), readFileSync(join(folder, 'whole.tar')).subarray(0, 3000));
    const { code, stderr } = await run(['scan', join(folder, 'broken.tar'), '--threads', '1', '--format', 'jsonl']);
    expect(code).toBe(1);
    expect(stderr).toContain('could not be read completely');
  });

  it.each([['spdx'], ['cyclonedx']])('reports a broken archive in the %s document too', async (format) => {
    execFileSync('tar', ['cf', join(folder, 'whole.tar'), '-C', tree, '.']);
    writeFileSync(join(folder, 'broken.tar'), readFileSync(join(folder, 'whole.tar')).subarray(0, 3000));
    const { code, stdout } = await run(['scan', join(folder, 'broken.tar'), '--threads', '1', '--format', format]);
    expect(code).toBe(1);
    const { comment, metadata } = JSON.parse(stdout);
    expect(format === 'spdx' ? comment : metadata.properties[0].value).toMatch(/ends too early|corrupt|cut/);
  });

  it.each(OUTPUT_FORMATS.map(({ name }) => [name]))(
    'keeps the old file when nothing could be read: %s',
    async (format) => {
      writeFileSync(join(folder, 'old'), 'good');
      writeFileSync(join(folder, 'none.zip'), 'PK\x03\x04 and no more');
      for (const source of ['nowhere', 'none.zip']) {
        const argv = ['scan', join(folder, source), '--threads', '1', '--format', format];
        const { code, stderr } = await run([...argv, '--out', join(folder, 'old')]);
        expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining('so nothing was written: ') });
        expect(await run(argv)).toMatchObject({ code: 1, stdout: '' });
      }
      expect(readFileSync(join(folder, 'old'), 'utf8')).toBe('good');
      expect(readdirSync(folder).sort()).toEqual(['none.zip', 'old', 'tree']);
    },
  );
});

describe('the streams', () => {
  it('shows a progress bar on a terminal and wipes it at the end', async () => {
    const { stderr } = await run(['scan', tree, '--threads', '1', '--format', 'jsonl'], { isTerminal: true });
    expect(stderr).toMatch(/\r\x1b\[2K.*files\/s/);
    expect(stderr.endsWith('\r\x1b[2K')).toBe(true);
  });

  it('ends the scan quietly when the reader closes the pipe', async () => {
    const stdout = new Writable({
      write: (_chunk, _encoding, done) => done(Object.assign(new Error('write EPIPE'), { code: 'EPIPE' })),
    });
    const stderr = collector();
    expect(
      await runCommand(['scan', tree, '--threads', '1', '--format', 'jsonl'], { stdout, stderr: stderr.stream }),
    ).toBe(0);
    expect(stderr.text()).toBe('');
  });
});

describe('--out', () => {
  it('writes into a pipe instead of replacing it', async () => {
    const pipe = join(folder, 'pipe');
    execFileSync('mkfifo', [pipe]);
    const read = readFile(pipe, 'utf8');
    expect(await scan('--format', 'jsonl', '--out', pipe)).toEqual({ code: 0, stdout: '', stderr: '' });
    expect((await read).trimEnd().split('\n')).toHaveLength(Object.keys(TREE).length);
    expect(lstatSync(pipe).isFIFO()).toBe(true);
  });

  it.skipIf(process.platform !== 'linux')('reports a full device', async () => {
    const { code, stderr } = await scan('--format', 'jsonl', '--out', '/dev/full');
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining('no space left on device') });
    expect(lstatSync('/dev/full').isCharacterDevice()).toBe(true);
  });

  it('replaces the target of a link, not the link, and keeps its mode', async () => {
    const out = join(folder, 'out.jsonl');
    writeFileSync(out, 'old', { mode: 0o600 });
    symlinkSync('out.jsonl', join(folder, 'link'));
    expect((await scan('--format', 'jsonl', '--out', join(folder, 'link'))).code).toBe(0);
    expect(lstatSync(join(folder, 'link')).isSymbolicLink()).toBe(true);
    expect(readFileSync(out, 'utf8')).toContain('src/main.c');
    expect(lstatSync(out).mode & 0o777).toBe(0o600);
  });

  it.each([
    ['tree/no/such/folder/x', /its folder does not exist\./],
    ['tree', /it is a folder\./],
    ['tree/package.json/x', /a part of its path is no folder\./],
  ])('%s is refused in one sentence', async (out, sentence) => {
    const { code, stderr } = await scan('--out', join(folder, out));
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringMatching(sentence) });
  });
});

describe('names in foreign code', () => {
  const hostile = 'evil\x1b[2J\u202etxt.c';

  it('cannot control the terminal', async () => {
    writeFileSync(join(tree, hostile), '// SPDX-License-Identifier: ISC\n');
    symlinkSync('src', join(tree, `link${hostile}`));
    for (const options of [[], ['--format', 'jsonl']]) {
      const { stdout, stderr } = await scan(...options);
      expect(stdout + stderr).not.toMatch(/[\x1b]/);
    }
    expect((await scan()).stderr).toContain('linkevil\\x1b[2J\\u202etxt.c');
  });

  it('are unchanged in data', async () => {
    writeFileSync(join(tree, hostile), 'x');
    const { stdout } = await scan('--format', 'jsonl');
    expect(
      stdout
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line).path),
    ).toContain(hostile);
  });
});

describe('assay fingerprint', () => {
  it('writes a WFP document of the folder', async () => {
    const out = join(folder, 'tree.wfp');
    expect((await run(['fingerprint', tree, '--out', out])).code).toBe(0);
    const heads = readFileSync(out, 'utf8')
      .split('\n')
      .filter((line) => line.startsWith('file='));
    const expected = Object.entries(TREE).map(([path, content]) => {
      const bytes = Buffer.from(content);
      return `file=${digestsOf(bytes).md5},${bytes.length},${path}`;
    });
    expect(heads.sort()).toEqual(expected.sort());
    expect(existsSync(join(folder, '.tree.wfp'))).toBe(false);
  });

  it('writes the git ids of the files in the format of sha1sum', async () => {
    writeFileSync(join(tree, 'src/a\\b\nc'), 'x');
    writeFileSync(join(tree, 'src/large'), Buffer.alloc(IN_MEMORY_BYTES + 1, 'x'));
    const { code, stdout } = await run(['fingerprint', tree, '--format', 'git']);
    const idOf = (path: string) =>
      execFileSync('git', ['hash-object', '--no-filters', '--', path], { cwd: tree, encoding: 'utf8' }).trim();
    const expected = [...Object.keys(TREE), 'src/large'].map((path) => `${idOf(path)}  ${path}`);
    expect({ code, lines: stdout.trimEnd().split('\n').sort() }).toEqual({
      code: 0,
      lines: [...expected, `\\${idOf('src/a\\b\nc')}  src/a\\\\b\\nc`].sort(),
    });
  });
});
