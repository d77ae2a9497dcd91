import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { digestsOf } from '../analyze/digests.ts';
import type { IssueCode } from '../findings.ts';
import { type AnalyzerPool, type AnalyzerPoolOptions, createAnalyzerPool } from './index.ts';

const HOSTILE = new URL('./hostile-worker.ts', import.meta.url);
const open: AnalyzerPool[] = [];

function poolOf(options: Partial<AnalyzerPoolOptions> = {}): AnalyzerPool {
  const pool = createAnalyzerPool({ threads: 2, deadlineMs: 700, memoryLimitMb: 48, workerFile: HOSTILE, ...options });
  open.push(pool);
  return pool;
}

const items = (texts: string[]) => texts.map((text) => ({ bytes: Buffer.from(text), hint: '' }));

/** The outcome of a batch: for every file 'fine' or the code of its issue. */
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

  it('is not touched by the end of another one', async () => {
    const pool = poolOf();
    const batches = [['hang'], ['a', 'b'], ['exit'], ['c'], ['hang', 'd'], ['e']];
    const outcomes = await Promise.all(batches.map((batch) => outcome(pool, batch)));
    expect(outcomes).toEqual([['deadline'], ['fine', 'fine'], ['internal'], ['fine'], ['deadline', 'fine'], ['fine']]);
  });

  it('has room for a file much larger than the kept memory', async () => {
    const pool = poolOf();
    const large = Buffer.alloc(40_000_000, 'x');
    const [result] = await pool.run([{ bytes: large, hint: '' }]);
    expect(result!.findings).toMatchObject({ sizeBytes: large.length, ...digestsOf(large) });
  });

  it('takes bytes that lie in shared memory where they are', async () => {
    const memory = new Uint8Array(new SharedArrayBuffer(100)).fill(120);
    const views = [memory.subarray(3, 10), memory.subarray(50, 50), memory.subarray(20, 90)];
    const results = await poolOf().run([...views].map((bytes) => ({ bytes, hint: '' })));
    expect(results.map(({ findings }) => findings.md5)).toEqual(views.map((bytes) => digestsOf(bytes).md5));
    const mixed = await poolOf().run([...views, Buffer.from('abc')].map((bytes) => ({ bytes, hint: '' })));
    expect(mixed.map(({ findings }) => findings.sizeBytes)).toEqual([7, 0, 70, 3]);
  });

  it('takes digests that are known already as they are', async () => {
    const known = { md5: 'm', sha1: 's', sha256: 't' };
    const [result] = await poolOf().run([{ bytes: Buffer.from('a'), hint: '', known }]);
    expect(result!.findings).toMatchObject(known);
  });

  it('keeps its order and contents over many batches in few threads', async () => {
    const pool = poolOf();
    const batches = Array.from({ length: 100 }, (_, batch) =>
      Array.from({ length: 7 }, (_, file) => `file ${batch}.${file}`),
    );
    const outcomes = await Promise.all(batches.map((batch) => outcome(pool, batch)));
    expect(outcomes.flat().every((code) => code === 'fine')).toBe(true);
  });
});

describe('closing', () => {
  it.skipIf(!existsSync('/proc/self/task'))(
    'leaves no thread behind, also none of those that were killed',
    async () => {
      const before = threadsAlive();
      const pool = poolOf();
      await outcome(pool, ['hang', 'exit', 'a']);
      expect(threadsAlive()).toBeGreaterThan(before);
      await pool.close();
      await expectThreads(before);
    },
  );

  it('rejects what is under way, at once and for good', async () => {
    const pool = poolOf({ deadlineMs: 60_000 });
    const running = pool.run(items(['hang']));
    const waiting = Promise.allSettled([running, pool.run(items(['hang'])), pool.run(items(['a']))]);
    await pool.close();
    for (const result of await waiting)
      expect(result).toMatchObject({ status: 'rejected', reason: { message: /closed/ } });
    await expect(pool.run(items(['a']))).rejects.toThrow(/closed/);
  });

  it('twice is the same as once', async () => {
    const pool = poolOf();
    await Promise.all([pool.close(), pool.close()]);
  });
});

describe('a pool that cannot work', () => {
  it('says so instead of waiting for ever', async () => {
    const pool = poolOf({ workerFile: new URL('./no-such-worker.ts', import.meta.url) });
    await expect(pool.run(items(['a']))).rejects.toThrow(/thread/);
    await expect(pool.run(items(['a']))).rejects.toThrow(/thread/);
  });

  it('is refused with a number of threads that is none', () => {
    expect(() => createAnalyzerPool({ threads: 0, deadlineMs: 1, memoryLimitMb: 1 })).toThrow(RangeError);
  });
});

/** Threads of this process that run a worker, as the operating system counts them. */
function threadsAlive(): number {
  const tasks = readdirSync('/proc/self/task');
  return tasks.filter((task) => readFileSync(`/proc/self/task/${task}/comm`, 'utf8').startsWith('WorkerThread')).length;
}

/** The kernel may list a thread for a moment after it was joined; one that is still there after many turns has leaked. */
async function expectThreads(expected: number): Promise<void> {
  for (let turn = 0; turn < 20_000 && threadsAlive() !== expected; turn++) await nextTurn();
  expect(threadsAlive()).toBe(expected);
}
