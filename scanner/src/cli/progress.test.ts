import { Writable } from 'node:stream';
import { beforeEach, describe, expect, it } from 'vitest';
import { createProgressBar, duration, progressLine } from './progress.ts';

describe('progressLine', () => {
  it.each([
    [
      'nothing known yet',
      { filesDone: 10, filesKnown: undefined, bytesDone: 1_000_000 },
      '10 files  10 files/s  1.0 MB/s',
    ],
    [
      'a quarter',
      { filesDone: 500, filesKnown: 2000, bytesDone: 0 },
      '[######------------------]  25 %  500 of 2,000 files  500 files/s  0.0 MB/s  0:03 left',
    ],
    [
      'more files than were counted',
      { filesDone: 3, filesKnown: 2, bytesDone: 0 },
      `[${'#'.repeat(24)}] 100 %  3 of 2 files  3 files/s  0.0 MB/s  0:00 left`,
    ],
    [
      'an empty folder',
      { filesDone: 0, filesKnown: 0, bytesDone: 0 },
      `[${'#'.repeat(24)}] 100 %  0 of 0 files  0 files/s  0.0 MB/s  `,
    ],
  ])('%s', (_, progress, line) => {
    expect(progressLine(progress, 1000)).toBe(line);
  });
});

describe('duration', () => {
  it.each([
    [0, '0:00'],
    [6.2, '0:07'],
    [59.5, '1:00'],
    [750, '12:30'],
    [3723, '1:02:03'],
  ])('%d s is %s', (seconds, text) => {
    expect(duration(seconds)).toBe(text);
  });
});

describe('createProgressBar', () => {
  let painted: string[];
  let terminal: Writable;
  beforeEach(() => {
    painted = [];
    terminal = new Writable({
      write(chunk: Buffer, _encoding, done) {
        painted.push(chunk.toString());
        done();
      },
    });
  });

  it('paints at most ten times a second', () => {
    let now = 0;
    const bar = createProgressBar(terminal, () => now);
    for (; now < 1000; now += 10) bar.show({ filesDone: now, filesKnown: 1000, bytesDone: 0 });
    expect(painted).toHaveLength(10);
  });

  it('wipes nothing when nothing was painted', () => {
    createProgressBar(terminal).clear();
    expect(painted).toEqual([]);
  });
});
