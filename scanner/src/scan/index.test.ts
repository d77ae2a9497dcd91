import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { digestsOf } from '../analyze/digests.ts';
import type { FileFacts } from '../findings.ts';
import { IN_MEMORY_BYTES } from '../walk/index.ts';
import { type ScanItem, type ScanOptions, scanSource } from './index.ts';

let root: string;
let tree: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'assay-scan-test-'));
  tree = join(root, 'tree');
  mkdirSync(tree);
});
afterEach(() => {
  rmSync(root, { recursive: true, force: true });
});

function write(path: string, content: string | Uint8Array): void {
  mkdirSync(join(tree, path, '..'), { recursive: true });
  writeFileSync(join(tree, path), content);
}

const scan = (source: string, options: ScanOptions = {}) =>
  Array.fromAsync(scanSource(source, { threads: 0, ...options }));
const paths = (items: ScanItem[]) => items.flatMap((item) => (item.type === 'file' ? [item.path] : []));
const issues = (items: ScanItem[]) =>
  items.flatMap((item) => (item.type === 'issue' ? [`${item.issue.code} ${item.issue.path}`] : []));
const inventory = (items: ScanItem[]) =>
  items.flatMap((item) => (item.type === 'inventory' ? [item.inventory] : []))[0]!;

describe('scanSource', () => {
  it('ends with the inventory and whether the scan was complete', async () => {
    write('a.c', '// SPDX-License-Identifier: MIT\n');
    const items = await scan(tree);
    expect(items.map(({ type }) => type)).toEqual(['file', 'inventory', 'end']);
    expect(items.at(-1)).toEqual({ type: 'end', isComplete: true, reason: '' });
    expect(inventory(items)).toMatchObject({ files: 1, licenses: [{ expression: 'MIT', files: 1 }] });
  });

  it('reads requirements files that others include, whatever their names are, in folders and archives alike', async () => {
    write('requirements.txt', '-r more.txt\n-r reqs/dev.txt\n-c https://example.org/constraints.txt\n-r gone\na\n');
    write('more.txt', 'b==1\n-r reqs/deep\n-r READ.txt\n');
    write('reqs/dev.txt', 'c\n-r ../deps\n-c ../limits.txt\n');
    write('reqs/deep', 'd\n');
    write('deps', 'e\n');
    write('limits.txt', 'c==2\nunused==1\n');
    write('READ.txt', 'word\nThis is a text and no list of requirements.\n');
    const items = await scan(tree);
    const found = (items: ScanItem[]) => inventory(items).components.map(({ purl, files }) => `${purl} ${files}`);
    expect(found(items)).toEqual([
      'pkg:pypi/a requirements.txt',
      'pkg:pypi/b@1 more.txt',
      'pkg:pypi/c@2 reqs/dev.txt',
      'pkg:pypi/d reqs/deep',
      'pkg:pypi/e deps',
    ]);
    expect(issues(items)).toEqual(['bad-manifest READ.txt', 'bad-manifest requirements.txt']);
    execFileSync('tar', ['-czf', join(root, 'tree.tar.gz'), '-C', tree, '.']);
    const inArchive = await scan(join(root, 'tree.tar.gz'));
    expect(found(inArchive)).toEqual(found(items));
    expect(issues(inArchive)).toEqual(issues(items));
    expect(paths(inArchive)).toEqual(paths(items));
  });

  it('does not take known facts of a file that another one names', async () => {
    write('requirements.txt', '-r more.txt\n');
    write('more.txt', 'b==1\n');
    const before = new Map(
      (await scan(tree)).flatMap((item) =>
        item.type === 'file' ? [[item.path, { ...item.facts, packages: [] }]] : [],
      ),
    );
    const items = await scan(tree, { known: (path) => before.get(path) });
    expect(inventory(items).components.map(({ purl }) => purl)).toEqual(['pkg:pypi/b@1']);
  });

  it('a list of third-party code makes no component of a missing folder', async () => {
    const entry = (name: string) =>
      `## ${name}\n\n- Upstream: https://${name}.example\n- Version: 1.0\n- License: MIT\n\n`;
    write('thirdparty/README.md', entry('here') + entry('gone'));
    write('thirdparty/here/a.c', 'int a;\n');
    const items = await scan(tree);
    expect(issues(items)).toEqual(['bad-manifest thirdparty/README.md']);
    expect(inventory(items).components.map(({ purl }) => purl)).toEqual(['pkg:generic/here@1.0']);
  });

  it('gives the same results in the calling thread, in one thread and in two', async () => {
    for (let index = 0; index < 300; index++)
      write(`d${index % 7}/f${index}.c`, `// Copyright ${1990 + (index % 30)} Ada\n// SPDX-License-Identifier: MIT\n`);
    write('broken/package.json', '{"name": ');
    const results = await Promise.all([0, 1, 2].map((threads) => scan(tree, { threads })));
    expect(results[1]).toEqual(results[0]);
    expect(results[2]).toEqual(results[0]);
    expect(paths(results[0]!)).toEqual([...paths(results[0]!)].sort());
    expect(issues(results[0]!)).toEqual(['bad-manifest broken/package.json']);
  });

  it.each([
    ['one plain file', 'tree/a.c'],
    ['a folder of one file', 'tree'],
  ])('analyses %s in a thread, because only threads have limits', async (_, source) => {
    write('a.c', '// SPDX-License-Identifier: MIT\n');
    let threads = 0;
    const count = () => void threads++;
    process.on('worker', count);
    try {
      const items = await scan(join(root, source), { threads: 2 });
      expect([paths(items), threads]).toEqual([['a.c'], 1]);
    } finally {
      process.off('worker', count);
    }
  });

  it('reads a manifest that is too large for a batch as a whole', async () => {
    write('package.json', JSON.stringify({ name: 'large', of: 'x'.repeat(IN_MEMORY_BYTES), version: '1.0.0' }));
    const results = await Promise.all([0, 1].map((threads) => scan(tree, { threads })));
    for (const items of results) {
      // Its text is analysed in two windows, its packages in one piece.
      expect(issues(items)).toEqual(['truncated-analysis package.json']);
      expect(inventory(items).components).toMatchObject([{ name: 'large', version: '1.0.0' }]);
    }
  });

  it('gives packages, and licensed files that belong to none', async () => {
    write('app/package.json', JSON.stringify({ name: 'app', version: '1.0.0', license: 'Apache-2.0' }));
    write('app/src/a.js', '// SPDX-License-Identifier: BSD-3-Clause\n');
    write('app2/b.js', '// SPDX-License-Identifier: ISC\n');
    write('other/c.js', '// SPDX-License-Identifier: ISC\n');
    const { components, licenseOnly } = inventory(await scan(tree));
    expect(components.map(({ purl }) => purl)).toEqual(['pkg:npm/app@1.0.0']);
    expect(licenseOnly).toEqual([{ expression: 'ISC', files: ['app2/b.js', 'other/c.js'] }]);
  });

  it('follows references to files that come earlier and later', async () => {
    write('COPYING', '// SPDX-License-Identifier: ISC\n');
    write('app/a.c', '/* Distributed under the terms in the file license.txt */\n');
    write('app/b.c', 'int b;\n');
    write('app/license.txt', 'SPDX-License-Identifier: MIT\n');
    write('app/z/package.json', JSON.stringify({ name: 'z', version: '1.0.0', license: 'Zlib' }));
    write('app/z/z.js', '// Under the same license as the rest of the package.\n');
    write('b.c', '// See the file COPYING for the license.\n');
    write('c.c', '// SPDX-License-Identifier: Apache-2.0\n// see COPYING\n');
    const temporaryFolder = join(root, 'spool');
    mkdirSync(temporaryFolder);
    const items = await scan(tree, { temporaryFolder });
    const licenses = (path: string) =>
      items.flatMap((item) =>
        item.type === 'file' && item.path === path
          ? item.facts.licenses.map(({ expression, startLine, via = '' }) => `${expression} ${startLine} ${via}`)
          : [],
      );
    expect(paths(items)).toEqual([...paths(items)].sort());
    expect(licenses('app/a.c')).toEqual(['MIT 1 app/license.txt']);
    expect(licenses('app/z/z.js')).toEqual(['Zlib 1 app/z/package.json']);
    expect(licenses('b.c')).toEqual(['ISC 1 COPYING']);
    expect(licenses('c.c')).toEqual(['Apache-2.0 1 ']);
    expect(inventory(items).licenses).toContainEqual({ expression: 'ISC', files: 2 });
    expect(readdirSync(temporaryFolder)).toEqual([]);
  });

  it('reports its progress with the number of files', async () => {
    for (let index = 0; index < 200; index++) write(`f${index}`, 'x');
    const seen: (number | undefined)[][] = [];
    await Array.fromAsync(
      scanSource(tree, { threads: 1 }, ({ filesDone, filesKnown, bytesDone }) =>
        seen.push([filesDone, filesKnown, bytesDone]),
      ),
    );
    expect(seen.at(-1)).toEqual([200, 200, 200]);
    expect(seen.map(([done]) => done)).toEqual(Array.from({ length: 200 }, (_, index) => index + 1));
  });

  it('keeps the bytes of files of all sizes apart', async () => {
    const expected = new Map<string, string>();
    for (let index = 0; index < 120; index++) {
      const size = index % 9 === 0 ? 450_000 + index * 1000 : (index * 7919) % 40_000;
      const content = Buffer.alloc(size, `file ${index} `);
      write(`f${index}`, content);
      expected.set(`f${index}`, digestsOf(content).sha256);
    }
    for (const threads of [0, 2]) {
      const items = await scan(tree, { threads });
      expect(new Map(items.flatMap((item) => (item.type === 'file' ? [[item.path, item.facts.sha256]] : [])))).toEqual(
        expected,
      );
    }
  });

  it('uses known facts instead of reading', async () => {
    write('a', 'x');
    write('b', 'x');
    const facts = { sizeBytes: 99, spdx: ['MIT'], packages: [], licenseReferences: [] } as unknown as FileFacts;
    const items = await scan(tree, { known: (path) => (path === 'a' ? facts : undefined) });
    expect(items.flatMap((item) => (item.type === 'file' ? [item.facts.sizeBytes] : []))).toEqual([99, 1]);
  });

  it.skipIf(!existsSync('/proc/self/task'))('starts no thread when all facts are known', async () => {
    for (let index = 0; index < 300; index++) write(`d${index % 7}/f${index}.c`, '// SPDX-License-Identifier: MIT\n');
    const facts = new Map<string, FileFacts>();
    const first = await scan(tree, { threads: 1 });
    for (const item of first) if (item.type === 'file') facts.set(item.path, item.facts);
    const before = threadsAlive();
    const second: ScanItem[] = [];
    for await (const item of scanSource(tree, { threads: 1, known: (path) => facts.get(path) })) {
      expect(threadsAlive()).toBe(before);
      second.push(item);
    }
    expect(second).toEqual(first);
  });

  it('reads only the files whose facts are not known', async () => {
    for (let index = 0; index < 300; index++) write(`f${index}.c`, `// SPDX-License-Identifier: MIT\n// ${index}\n`);
    const first = await scan(tree);
    const facts = new Map(first.flatMap((item) => (item.type === 'file' ? [[item.path, item.facts]] : [])));
    write('f7.c', '// SPDX-License-Identifier: ISC\n');
    const second = await scan(tree, {
      threads: 2,
      known: (path, { size }) => (facts.get(path)?.sizeBytes === Number(size) ? facts.get(path) : undefined),
    });
    const changed = second.filter((item, index) => JSON.stringify(item) !== JSON.stringify(first[index]));
    expect(changed.map((item) => (item.type === 'file' ? `${item.path} ${item.facts.spdx}` : item.type))).toEqual([
      'f7.c ISC',
      'inventory',
    ]);
  });

  it('analyses a large file as a stream, and a large manifest as a whole', async () => {
    // Files above 8 MB are streams. Long names make that of few packages.
    const name = 'n'.repeat(190);
    const dependencies = Object.fromEntries(
      Array.from({ length: 42_000 }, (_, index) => [`${name}-${index}`, '1.0.0']),
    );
    write('package.json', JSON.stringify({ name: 'large', version: '1.0.0', dependencies }, null, 4));
    write('large.c', 'int number_of_things(void);\n'.repeat(320_000));
    const items = await scan(tree);
    expect(paths(items)).toEqual(['large.c', 'package.json']);
    expect(inventory(items).components.some(({ purl }) => purl === 'pkg:npm/large@1.0.0')).toBe(true);
    expect(issues(items)).toContain('truncated-analysis large.c');
  });
});

describe('archives', () => {
  function pack(name: string, folder: string): void {
    mkdirSync(join(root, name, '..'), { recursive: true });
    execFileSync('tar', ['czf', join(root, name), '-C', folder, '.']);
  }

  beforeEach(() => {
    write('b.c', 'int b;\n');
    write('a/a.c', 'int a;\n');
  });

  it('give the same results as their folder, in the same order', async () => {
    pack('tree.tgz', tree);
    expect(await scan(join(root, 'tree.tgz'))).toEqual(await scan(tree));
  });

  it.each([
    ['none', false, ['outer/inner.tgz', 'outer/z.c']],
    ['first-level', false, ['outer/inner.tgz', 'outer/inner.tgz_x/a/a.c', 'outer/inner.tgz_x/b.c', 'outer/z.c']],
    ['recursive', true, ['outer/inner.tgz_x/a/a.c', 'outer/inner.tgz_x/b.c', 'outer/z.c']],
  ] as const)('inside a folder, expanded %s (deleted: %s)', async (expansion, deleteArchiveAfterExpand, expected) => {
    pack('new/outer/inner.tgz', tree);
    writeFileSync(join(root, 'new/outer/z.c'), 'int z;\n');
    const items = await scan(join(root, 'new'), { expansion, deleteArchiveAfterExpand, archiveDirSuffix: '_x' });
    expect(paths(items)).toEqual(expected);
  });

  it('that are broken, inside a folder, stay files and give an issue', async () => {
    write('broken.tar.gz', Buffer.from([0x1f, 0x8b, 8, 0, 1, 2, 3]));
    const items = await scan(tree, { expansion: 'recursive', deleteArchiveAfterExpand: true });
    expect(paths(items)).toEqual(['a/a.c', 'b.c', 'broken.tar.gz']);
    expect(issues(items)).toEqual(['corrupt-archive broken.tar.gz']);
    expect(items.at(-1)).toMatchObject({ isComplete: true });
  });

  it('that are truncated give an incomplete scan', async () => {
    execFileSync('tar', ['cf', join(root, 'whole.tar'), '-C', tree, '.']);
    const whole = execFileSync('cat', [join(root, 'whole.tar')]);
    writeFileSync(join(root, 'broken.tar'), whole.subarray(0, 1700));
    expect((await scan(join(root, 'broken.tar'))).at(-1)).toMatchObject({
      type: 'end',
      isComplete: false,
      reason: expect.stringMatching(/./),
    });
  });
});

describe('sources that cannot be read', () => {
  it('give an issue and an incomplete end', async () => {
    const items = await scan(join(root, 'nowhere'));
    expect(issues(items)).toEqual(['unreadable ']);
    expect(items.at(-1)).toMatchObject({ type: 'end', isComplete: false });
  });
});

describe('stopping', () => {
  it.skipIf(!existsSync('/proc/self/task'))('by the reader ends the threads', async () => {
    for (let index = 0; index < 500; index++) write(`f${index}`, 'x');
    const before = threadsAlive();
    for await (const _ of scanSource(tree, { threads: 2 })) {
      expect(threadsAlive()).toBe(before + 2);
      break;
    }
    await expectThreads(before);
  });

  it('by the signal rejects', async () => {
    write('a', 'x');
    await expect(scan(tree, { signal: AbortSignal.abort() })).rejects.toThrow(/abort/i);
  });
});

/** Threads of this process that run a worker, as the operating system counts them. */
function threadsAlive(): number {
  const tasks = readdirSync('/proc/self/task');
  return tasks.filter((task) => readFileSync(`/proc/self/task/${task}/comm`, 'utf8').startsWith('WorkerThread')).length;
}

/** The kernel may list a thread briefly after it was joined; one that is still listed after many turns has leaked. */
async function expectThreads(expected: number): Promise<void> {
  for (let turn = 0; turn < 20_000 && threadsAlive() !== expected; turn++) await nextTurn();
  expect(threadsAlive()).toBe(expected);
}
