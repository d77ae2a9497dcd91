import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { digestsOf } from '../analyze/digests.ts';
import { analysisHint } from '../analyze/hint.ts';
import { WINDOW_BYTES } from '../analyze/index.ts';
import type { IssueCode } from '../findings.ts';
import { loadLicenseIndex } from '../licenses/index.ts';
import { createLocalAnalysis } from '../scan/local-analysis.ts';
import { type FileLocation, listFolder } from '../walk/index.ts';
import { type AnalyzerPool, type AnalyzerPoolOptions, createAnalyzerPool } from './index.ts';

const HOSTILE = new URL('./hostile-worker.ts', import.meta.url);
const open: AnalyzerPool[] = [];

function poolOf(options: Partial<AnalyzerPoolOptions> = {}): AnalyzerPool {
  const pool = createAnalyzerPool({ threads: 2, deadlineMs: 700, memoryLimitMb: 48, workerFile: HOSTILE, ...options });
  open.push(pool);
  return pool;
}

const items = (texts: string[]) => texts.map((text) => ({ bytes: Buffer.from(text), hint: '' }));

/** The result of a batch: for every file 'fine' or the code of its issue. */
async function outcome(pool: AnalyzerPool, texts: string[]): Promise<(IssueCode | 'fine')[]> {
  const results = await pool.run(items(texts));
  results.forEach((result, index) => {
    expect(result.findings).toMatchObject(digestsOf(Buffer.from(texts[index]!)));
    expect(result.findings.language).toBe(result.issues.length === 0 ? 'analysed' : '');
  });
  return results.map((result) => result.issues[0]?.code ?? 'fine');
}

afterEach(async () => {
  await Promise.all(open.splice(0).map((pool) => pool.close()));
});

describe('a batch', () => {
  const cases: [string, string[], (IssueCode | 'fine')[]][] = [
    ['empty', [], []],
    ['ordinary, with an empty file', ['a', '', 'c'], ['fine', 'fine', 'fine']],
    ['with a file that never ends', ['a', 'hang', 'c'], ['fine', 'deadline', 'fine']],
    ['with a file that eats memory', ['a', 'eat', 'c'], ['fine', 'out-of-memory', 'fine']],
    ['with a file that ends its thread', ['exit', 'b', 'c'], ['internal', 'fine', 'fine']],
    ['with a file that throws', ['a', 'b', 'throw'], ['fine', 'fine', 'internal']],
    ['of bad files only', ['exit', 'hang', 'throw', 'exit'], ['internal', 'deadline', 'internal', 'internal']],
  ];
  it.each(cases)('%s', async (_, texts, expected) => {
    const deadlineMs = texts.includes('hang') ? 700 : 25_000;
    expect(await outcome(poolOf({ deadlineMs }), texts)).toEqual(expected);
  });

  it('may wait for the processor longer than it may use it, but not for ever', async () => {
    const pool = poolOf({ deadlineMs: 100 });
    const [waited, tooLong] = await Promise.all([
      outcome(pool, ['a', 'wait 400']),
      outcome(pool, ['wait 100000', 'b']),
    ]);
    expect({ waited, tooLong }).toEqual({ waited: ['fine', 'fine'], tooLong: ['deadline', 'fine'] });
  });

  it('is not affected by the end of another one', async () => {
    const pool = poolOf();
    const batches = [['hang'], ['a', 'b'], ['exit'], ['c'], ['hang', 'd'], ['e']];
    const outcomes = await Promise.all(batches.map((batch) => outcome(pool, batch)));
    expect(outcomes).toEqual([['deadline'], ['fine', 'fine'], ['internal'], ['fine'], ['deadline', 'fine'], ['fine']]);
  });

  it('that waits at a thread is retried when the thread dies, however often', async () => {
    const pool = poolOf({ threads: 1, deadlineMs: 25_000 });
    const batches = Array.from({ length: 12 }, () => [['exit'], ['a', 'b']]).flat();
    const outcomes = await Promise.all(batches.map((batch) => outcome(pool, batch)));
    expect(outcomes).toEqual(batches.map((batch) => (batch.length === 1 ? ['internal'] : ['fine', 'fine'])));
  });

  it('can contain a file much larger than the reused memory', async () => {
    const pool = poolOf();
    const large = Buffer.alloc(40_000_000, 'x');
    const [result] = await pool.run([{ bytes: large, hint: '' }]);
    expect(result!.findings).toMatchObject({ sizeBytes: large.length, ...digestsOf(large) });
  });

  it('uses known digests', async () => {
    const known = { md5: 'm', sha1: 's', sha256: 't' };
    const [result] = await poolOf().run([{ bytes: Buffer.from('a'), hint: '', known }]);
    expect(result!.findings).toMatchObject(known);
  });

  it('keeps its order and contents among many batches in few threads', async () => {
    const pool = poolOf();
    const batches = Array.from({ length: 100 }, (_, batch) =>
      Array.from({ length: 7 }, (_, file) => `file ${batch}.${file}`),
    );
    const outcomes = await Promise.all(batches.map((batch) => outcome(pool, batch)));
    expect(outcomes.flat().every((code) => code === 'fine')).toBe(true);
  });
});

describe('files that the threads read themselves', () => {
  let root: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'assay-pool-test-'));
  });
  afterEach(() => {
    rmSync(root, { recursive: true, force: true });
  });

  function placesOf(contents: (string | Uint8Array)[]): FileLocation[] {
    contents.forEach((content, index) => {
      writeFileSync(join(root, String(index).padStart(4, '0')), content);
    });
    return [...listFolder(root)].flatMap((item) => (item.type === 'place' ? [item.place] : []));
  }

  async function outcomeOfFiles(pool: AnalyzerPool, texts: string[]): Promise<(IssueCode | 'fine')[]> {
    const results = await pool.runFiles(placesOf(texts));
    return results.map((result, index) => {
      if ('unread' in result) return result.unread.code;
      expect(result.findings).toMatchObject(digestsOf(Buffer.from(texts[index]!)));
      expect(result.findings.language).toBe(result.issues.length === 0 ? 'analysed' : '');
      return result.issues[0]?.code ?? 'fine';
    });
  }

  const cases: [string, string[], (IssueCode | 'fine')[]][] = [
    ['none', [], []],
    ['ordinary, with an empty file', ['a', '', 'c'], ['fine', 'fine', 'fine']],
    ['one never ends', ['a', 'hang', 'c'], ['fine', 'deadline', 'fine']],
    ['one eats memory', ['a', 'eat', 'c'], ['fine', 'out-of-memory', 'fine']],
    ['one ends its thread', ['exit', 'b', 'c'], ['internal', 'fine', 'fine']],
    ['one throws', ['a', 'b', 'throw'], ['fine', 'fine', 'internal']],
    ['bad ones only', ['exit', 'hang', 'throw', 'exit'], ['internal', 'deadline', 'internal', 'internal']],
  ];
  it.each(cases)('%s', async (_, texts, expected) => {
    const deadlineMs = texts.includes('hang') ? 700 : 25_000;
    expect(await outcomeOfFiles(poolOf({ deadlineMs }), texts)).toEqual(expected);
  });

  it('are answered in their order, however long the results are', async () => {
    const contents = Array.from({ length: 40 }, (_, index) => Buffer.alloc(index * 20_000, `much of file ${index} `));
    const results = await poolOf({ deadlineMs: 25_000 }).runFiles(placesOf(contents));
    expect(results.map((result) => 'findings' in result && result.findings.sha256)).toEqual(
      contents.map((content) => digestsOf(content).sha256),
    );
  });

  it('do not delay other batches when they take long', async () => {
    const pool = poolOf({ deadlineMs: 60_000 });
    const [endless, ...others] = placesOf(['hang', ...Array.from({ length: 40 }, (_, index) => `file ${index}`)]);
    const long = expect(pool.runFiles([endless!], true)).rejects.toThrow('closed');
    const results = await Promise.all(others.map((place) => pool.runFiles([place])));
    expect(results).toHaveLength(40);
    await pool.close();
    await long;
  });

  it('lose only the window that ended its thread when they are large', async () => {
    const head = `${'x\n'.repeat(WINDOW_BYTES / 2 - 500)}\n`;
    const large = Buffer.from(`${head}hang\n${'y\n'.repeat(WINDOW_BYTES / 2)}`);
    const [before, found, after] = await poolOf().runFiles(placesOf(['a', large, 'c']));
    expect(before).toMatchObject({ issues: [] });
    expect(found).toMatchObject({ findings: { sizeBytes: large.length, ...digestsOf(large) } });
    expect('issues' in found! && found.issues.map(({ code }) => code)).toEqual(['deadline', 'truncated-analysis']);
    expect(after).toMatchObject({ issues: [] });
  });

  const changes: [string, (path: string) => void, string][] = [
    ['has become a link', (path) => symlinkSync('/etc/passwd', path), 'unreadable: it has become a symbolic link'],
    ['has become a pipe', (path) => execFileSync('mkfifo', [path]), 'skipped-entry: not a plain file any more'],
    ['has become a folder', (path) => mkdirSync(path), 'skipped-entry: not a plain file any more'],
    ['has vanished', () => {}, 'unreadable: it does not exist'],
    ['has shrunk', (path) => writeFileSync(path, 'x'), '1'],
    ['has grown', (path) => writeFileSync(path, 'x'.repeat(100_000)), '100000'],
    ['has become large', (path) => writeFileSync(path, Buffer.alloc(9_000_000)), '9000000'],
    [
      'may not be read any more',
      (path) => writeFileSync(path, 'secret', { mode: 0 }),
      process.getuid?.() === 0 ? '6' : 'unreadable: permission denied',
    ],
  ];
  it.each(changes)('one %s since it was listed', async (_, change, expected) => {
    const places = placesOf(['first', 'as it was listed', 'last']);
    const changed = join(root, '0001');
    rmSync(changed);
    change(changed);
    const local = createLocalAnalysis({ licenseIndex: loadLicenseIndex() });
    for (const analysis of [poolOf({ deadlineMs: 25_000 }), local]) {
      const told = (await analysis.runFiles(places)).map((result) => {
        if ('findings' in result) return String(result.findings.sizeBytes);
        expect(result.unread.path).toBe('0001');
        return `${result.unread.code}: ${result.unread.message}`;
      });
      const [code, words = ''] = expected.split(': ');
      expect(told).toEqual(['5', expect.stringMatching(new RegExp(`^${code}(: .*${words}.*)?$`)), '4']);
    }
  });

  it('may have names that are not UTF-8', async () => {
    writeFileSync(Buffer.concat([Buffer.from(`${root}/`), Buffer.from('caf\xe9', 'latin1')]), 'abc');
    const [result] = await poolOf({ deadlineMs: 25_000 }).runFiles(placesOf([]));
    expect(result).toMatchObject({ findings: digestsOf(Buffer.from('abc')) });
  });
});

describe('closing', () => {
  it.skipIf(!existsSync('/proc/self/task'))('leaves no thread behind, not even a killed one', async () => {
    const before = threadsAlive();
    const pool = poolOf();
    await outcome(pool, ['hang', 'exit', 'a']);
    expect(threadsAlive()).toBeGreaterThan(before);
    await pool.close();
    await expectThreads(before);
  });

  it('rejects running batches at once, and later ones too', async () => {
    const pool = poolOf({ deadlineMs: 60_000 });
    const running = pool.run(items(['hang']));
    const waiting = Promise.allSettled([running, pool.run(items(['hang'])), pool.run(items(['a']))]);
    await pool.close();
    for (const result of await waiting)
      expect(result).toMatchObject({ status: 'rejected', reason: { message: /closed/ } });
    await expect(pool.run(items(['a']))).rejects.toThrow(/closed/);
  });

  it('a second time does nothing more', async () => {
    const pool = poolOf();
    await Promise.all([pool.close(), pool.close()]);
  });
});

it('a lockfile whose every line names a license takes little memory', async () => {
  const entries = Array.from({ length: 12_000 }, (_, i) => [
    `node_modules/part-${i}`,
    { version: `1.${i}.0`, resolved: `https://registry.npmjs.org/part-${i}/-/part-${i}.tgz`, license: 'MIT' },
  ]);
  const text = JSON.stringify({ name: 'many', lockfileVersion: 3, packages: Object.fromEntries(entries) }).replaceAll(
    '},',
    '},\n',
  );
  const pool = poolOf({ threads: 1, deadlineMs: 60_000, memoryLimitMb: 150, workerFile: undefined });
  const [result] = await pool.run([{ bytes: Buffer.from(text), hint: analysisHint('package-lock.json') }]);
  expect(result?.issues.map(({ code }) => code)).not.toContain('out-of-memory');
  expect(result?.findings.packages).toHaveLength(entries.length);
});

describe('a pool that cannot work', () => {
  it('rejects instead of waiting for ever', async () => {
    const pool = poolOf({ workerFile: new URL('./no-such-worker.ts', import.meta.url) });
    await expect(pool.run(items(['a']))).rejects.toThrow(/thread/);
    await expect(pool.run(items(['a']))).rejects.toThrow(/thread/);
  });

  it('refuses an invalid number of threads', () => {
    expect(() => createAnalyzerPool({ threads: 0, deadlineMs: 1, memoryLimitMb: 1 })).toThrow(RangeError);
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
