import { describe, expect, it } from 'vitest';
import type { AnalyzerPool, FileResult } from '../pool/index.ts';
import { createLine, type Line, type Work } from './line.ts';

/** A pool that records its requests. The test decides when it answers; the path is the issue. */
function poolOf(threads: number) {
  const asked: string[] = [];
  const answers = new Map<string, { answer(): void; fail(reason: Error): void }>();
  const runFiles: AnalyzerPool['runFiles'] = (places) => {
    const name = places.map(({ path }) => path).join(' ');
    asked.push(name);
    const { promise, resolve, reject } = Promise.withResolvers<FileResult[]>();
    answers.set(name, { answer: () => resolve(places.map(({ path }) => unread(path))), fail: reject });
    return promise;
  };
  const pool = { threads, runFiles } as AnalyzerPool;
  return { pool, asked, answers, line: createLine<string[]>(pool) };
}

const unread = (path: string): FileResult => ({ unread: { code: 'unreadable', path, message: '' } });
const pathOf = (result: FileResult): string => ('unread' in result ? result.unread.path : '');
const place = (path: string) => ({ disk: `/${path}`, path });
const nothing: Work = { items: [], places: [], large: [], sizeBytes: 0 };

/** Adds a batch of one small file, and perhaps a large one. */
function add(line: Line<string[]>, path: string, large: [string, number][] = []): void {
  const work = {
    ...nothing,
    places: [place(path)],
    large: large.map(([name, sizeBytes]) => ({ place: place(name), sizeBytes })),
  };
  line.add(work, (done) => [...done.places, ...done.large].map(pathOf));
}

describe('a line of batches', () => {
  it('begins large files ahead of earlier ones, the largest first, and answers in order', async () => {
    const { line, asked, answers } = poolOf(2);
    for (const path of ['a', 'b', 'c', 'd', 'e', 'f', 'g']) add(line, path);
    add(line, 'h', [
      ['large', 1e6],
      ['larger', 2e6],
    ]);
    expect(asked).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
    answers.get('c')!.answer();
    answers.get('d')!.answer();
    await Promise.resolve();
    expect(asked.slice(6)).toEqual(['larger', 'large']);
    for (const name of ['large', 'larger', 'b', 'a', 'e', 'f']) answers.get(name)!.answer();
    const told: string[][] = [];
    for (let first = 0; first < 6; first++) told.push((await line.next())!);
    answers.get('h')!.answer();
    answers.get('g')!.answer();
    told.push((await line.next())!, (await line.next())!);
    expect(told).toEqual([['a'], ['b'], ['c'], ['d'], ['e'], ['f'], ['g'], ['h', 'large', 'larger']]);
    expect(asked).toHaveLength(10);
    expect(line.next()).toBeUndefined();
  });

  it('begins a large file with its batch when too many others were begun early', async () => {
    const { line, asked, answers } = poolOf(1);
    add(
      line,
      'a',
      Array.from({ length: 20 }, (_, index) => [`large ${index}`, 1e6]),
    );
    for (let step = 0; step < asked.length; step++) {
      answers.get(asked[step]!)!.answer();
      await Promise.resolve();
    }
    expect(await line.next()).toEqual(['a', ...Array.from({ length: 20 }, (_, index) => `large ${index}`)]);
    expect(new Set(asked).size).toBe(21);
    expect(asked).toHaveLength(21);
  });

  it('answers a batch that needs no analysis in its turn, without waiting', async () => {
    const { line, answers } = poolOf(2);
    add(line, 'a');
    line.add(nothing, () => ['known']);
    const first = line.next();
    expect(line.next()).toEqual(['known']);
    answers.get('a')!.answer();
    expect(await first).toEqual(['a']);
  });

  it('sends batches together while many are left, and answers each on its own', async () => {
    const { line, asked, answers } = poolOf(1);
    const told: (string[] | undefined)[] = [];
    for (let index = 0; index < 20; index++) add(line, `${index}`);
    for (let step = 0; step < asked.length; step++) {
      answers.get(asked[step]!)!.answer();
      await Promise.resolve();
    }
    for (let taken = 0; taken < 20; taken++) told.push(await line.next());
    expect(asked.slice(0, 8)).toEqual(['0', '1', '2', '3 4 5 6', '7 8 9', '10 11', '12 13', '14']);
    expect(asked.slice(8)).toEqual(['15', '16', '17', '18', '19']);
    expect(told).toEqual(Array.from({ length: 20 }, (_, index) => [`${index}`]));
  });

  it('rejects every batch of a failed message, but not one between them that had no files', async () => {
    const { line, asked, answers } = poolOf(1);
    for (let index = 0; index < 16; index++) {
      if (index === 4) line.add(nothing, () => ['known']);
      else add(line, `${index}`);
    }
    answers.get('0')!.answer();
    await Promise.resolve();
    expect(asked[3]).toBe('3 5');
    answers.get('3 5')!.fail(new Error('closed'));
    for (const index of [1, 2]) answers.get(`${index}`)!.answer();
    const told = [line.next(), line.next(), line.next()];
    expect(await Promise.all(told)).toEqual([['0'], ['1'], ['2']]);
    await expect(line.next()).rejects.toThrow('closed');
    expect(await line.next()).toEqual(['known']);
    await expect(line.next()).rejects.toThrow('closed');
  });

  it('rejects when the turn of the failed batch comes, after the batches before it', async () => {
    const { line, answers } = poolOf(2);
    add(line, 'a');
    add(line, 'b', [['large', 1e6]]);
    answers.get('b')!.fail(new Error('closed'));
    answers.get('a')!.answer();
    expect(await line.next()).toEqual(['a']);
    await expect(line.next()).rejects.toThrow('closed');
  });

  it('is full at first when the threads have enough, later with more, and with 16 MB of files in memory', async () => {
    const { line, answers, asked } = poolOf(2);
    let added = 0;
    const fill = () => {
      while (!line.isFull()) add(line, `${added++}`);
      return added;
    };
    expect(fill()).toBe(49);
    for (let taken = 0; taken < 10; taken++) {
      for (const name of asked) answers.get(name)!.answer();
      await line.next();
    }
    expect(fill()).toBe(49 + 10 + 30);
    const other = poolOf(2).line;
    other.add({ ...nothing, sizeBytes: 17 * 1024 * 1024 }, () => []);
    expect(other.isFull()).toBe(true);
  });

  it('begins nothing after it was stopped', async () => {
    const { line, asked, answers } = poolOf(1);
    for (const path of ['a', 'b', 'c', 'd', 'e']) add(line, path);
    line.stop();
    for (const name of asked) answers.get(name)!.answer();
    await Promise.resolve();
    expect(asked).toEqual(['a', 'b', 'c']);
  });
});
