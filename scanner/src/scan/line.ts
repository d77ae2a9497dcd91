// The line of batches of a scan: all threads analyse them at once, and results leave in the order of input. The line chooses the next batch
// for a thread, so that neither the order nor a large file makes threads wait for each other.

import type { AnalysisItem } from '../analyze/item.ts';
import { firstOf, itemAt } from '../items.ts';
import type { AnalyzerPool, FileResult } from '../pool/index.ts';
import type { FileLocation } from '../walk/index.ts';

/**
 * Results leave in order, so a slow batch delays those after it. This many batches may be in progress, so that all threads stay busy while one file
 * takes a second.
 */
const BATCHES_PER_THREAD = 24;
/** Messages per thread in the pool: one being processed, one at the thread and one in between. */
const SENT_PER_THREAD = 3;
/** Batches of places that form one message while many are left, so that the main thread is interrupted less often. */
const MOST_TOGETHER = 4;
/** Messages shrink when fewer than this many per thread are left, so that all threads finish at about the same time. */
const MESSAGES_LEFT_PER_THREAD = 4;
/** Large files that may be begun before their turn; their results are held until then. */
const LARGE_AHEAD_PER_THREAD = 8;
/** Batches that are listed ahead to find large files before their turn. */
const MOST_IN_LINE = 128;
/** For each batch that leaves, this many enter until the line is full: listing all at once would delay the results. */
const GROWTH = 3;
/** Limit for files that are held in memory (files of archives). */
const MOST_BYTES = 16 * 1024 * 1024;

/** A file that takes a thread longer than a batch of others. It is begun before them if there is time. */
export interface LargeFile {
  place: FileLocation;
  sizeBytes: number;
}

/** The work of one batch. */
export interface Work {
  /** Files that are already in memory: files of archives. */
  items: readonly AnalysisItem[];
  /** Files of a folder, which the threads read. */
  places: readonly FileLocation[];
  large: readonly LargeFile[];
  /** Size of the items. */
  sizeBytes: number;
}

/** The results of one batch, each list in the order of its files. */
export interface Done {
  items: FileResult[];
  places: FileResult[];
  large: FileResult[];
}

export interface Line<Result> {
  /** Adds work at the end; `finish` makes its result when the work is done. */
  add(work: Work, finish: (done: Done) => Result): void;
  /** Whether the first result must be taken before more is added. */
  isFull(): boolean;
  /**
   * Takes the first result; undefined if the line is empty. Returns no promise if nothing had to be analysed. Rejects with the pool's
   * error.
   */
  next(): Promise<Result> | Result | undefined;
  /** Starts nothing more. */
  stop(): void;
}

interface Turn<Result> {
  work: Work;
  large: Early[];
  finish: (done: Done) => Result;
  result?: Promise<Result> | Result;
}

interface Early extends LargeFile {
  result?: Promise<FileResult>;
}

/** True when it pays to look for large files. With one thread, nobody could begin them early. */
export const beginsLargeFilesFirst = ({ threads }: AnalyzerPool): boolean => threads > 1;

export function createLine<Result>(pool: AnalyzerPool): Line<Result> {
  const threads = Math.max(1, pool.threads);
  const mostUnderWay = BATCHES_PER_THREAD * threads;
  /** All batches that were added and not taken; the first `sent` of them are in the pool, or done. */
  const turns: Turn<Result>[] = [];
  let sent = 0;
  const waiting: Early[] = [];
  let mostInLine = pool.threads === 0 ? 0 : mostUnderWay;
  let bytes = 0;
  let inPool = 0;
  let ahead = 0;
  let isStopped = false;

  const tracked = <T>(result: Promise<T>): Promise<T> => {
    inPool++;
    const settled = (): void => {
      inPool--;
      pump();
    };
    // A rejection is handled when its turn comes; until then it must not count as unhandled.
    result.then(settled, settled);
    return result;
  };

  const begin = (early: Early): Promise<FileResult> => {
    early.result = tracked(pool.runFiles([early.place], true)).then(firstOf<FileResult>);
    early.result.catch(() => {});
    return early.result;
  };

  /** @param places the results of the turn's places, which were sent together with others */
  const send = (turn: Turn<Result>, places: Promise<FileResult[]> | []): void => {
    const { work, large, finish } = turn;
    sent++;
    if (work.items.length + work.places.length + large.length === 0) {
      turn.result = finish({ items: [], places: [], large: [] });
      return;
    }
    for (const early of large) {
      if (early.result) ahead--;
      else waiting.splice(waiting.indexOf(early), 1);
    }
    const done = Promise.all([
      work.items.length > 0 ? tracked(pool.run(work.items)) : [],
      places,
      Promise.all(large.map((early) => early.result ?? begin(early))),
    ]);
    turn.result = done.then(([items, places, results]) => finish({ items, places, large: results }));
    turn.result.catch(() => {});
  };

  /** Sends the next batches. At least one is waiting. */
  const sendSome = (): void => {
    const fair = Math.floor((turns.length - sent) / (MESSAGES_LEFT_PER_THREAD * threads));
    const most = Math.max(1, Math.min(MOST_TOGETHER, fair));
    const some = turns.slice(sent, Math.min(sent + most, mostUnderWay));
    const places = some.flatMap(({ work }) => work.places);
    const done = places.length > 0 ? tracked(pool.runFiles(places)) : undefined;
    let end = 0;
    for (const turn of some) {
      const [first, last] = [end, end + turn.work.places.length];
      end = last;
      send(turn, done && last > first ? done.then((results) => results.slice(first, last)) : []);
    }
  };

  const pump = (): void => {
    while (!isStopped && inPool < SENT_PER_THREAD * threads) {
      const largest = ahead < LARGE_AHEAD_PER_THREAD * threads ? waiting.shift() : undefined;
      if (largest) {
        ahead++;
        begin(largest);
        continue;
      }
      if (sent >= Math.min(turns.length, mostUnderWay)) return;
      sendSome();
    }
  };

  return {
    add(work, finish) {
      const large = work.large.map((file): Early => ({ ...file }));
      turns.push({ work, large, finish });
      bytes += work.sizeBytes;
      for (const early of large) insertBySize(waiting, early);
      pump();
    },
    isFull: () => turns.length > mostInLine || bytes > MOST_BYTES,
    next() {
      const turn = turns[0];
      if (!turn) return undefined;
      if (sent === 0) sendSome();
      turns.shift();
      sent--;
      bytes -= turn.work.sizeBytes;
      if (beginsLargeFilesFirst(pool)) mostInLine = Math.min(MOST_IN_LINE, mostInLine + GROWTH);
      pump();
      return turn.result;
    },
    stop() {
      isStopped = true;
    },
  };
}

/** Inserts by size, the largest first; among equals the earlier one first. */
function insertBySize(files: Early[], file: Early): void {
  let place = files.length;
  while (place > 0 && itemAt(files, place - 1).sizeBytes < file.sizeBytes) place--;
  files.splice(place, 0, file);
}
