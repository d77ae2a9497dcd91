// The batches of a scan in line: analysed by all threads at once and told in the order in which they came. Which one a thread gets next is decided
// here, so that neither the order nor a large file makes threads wait for each other.
import type { AnalyzerPool, FileResult, PoolItem } from '../pool/index.ts';
import type { Place } from '../walk/index.ts';

/**
 * Results go out in order, so behind a batch that takes longer than most the others wait. As many may be under way that no thread runs dry
 * before a file of a second is done.
 */
const BATCHES_PER_THREAD = 24;
/** How many messages about them are in the pool's hands: one at work, one at hand and one in between. */
const SENT_PER_THREAD = 3;
/** Batches of places that go to a thread as one while many are left: the main thread then takes its turn from the others less often. */
const MOST_TOGETHER = 4;
/** Fewer of them when fewer are left than this many messages for each thread, so that all threads are done at about the same time. */
const MESSAGES_LEFT_PER_THREAD = 4;
/** Large files that are begun before their turn; their results are held until then. */
const LARGE_AHEAD_PER_THREAD = 8;
/** Batches that are listed so that large files are found before their turn comes. */
const MOST_IN_LINE = 128;
/** For each batch that leaves, as many come in until the line is full: listing them all at once would let the threads wait for results to be taken. */
const GROWTH = 3;
/** Of files that are held in memory, those of archives. */
const MOST_BYTES = 16 * 1024 * 1024;

/** A file that takes a thread longer than a batch of others, begun before them if there is time. */
export interface LargeFile {
  place: Place;
  sizeBytes: number;
}

/** What is analysed for one batch. */
export interface Work {
  /** Files that were read already: those of archives. */
  items: readonly PoolItem[];
  /** Files of a folder, which the threads read. */
  places: readonly Place[];
  large: readonly LargeFile[];
  /** Of the items. */
  sizeBytes: number;
}

/** The results of one batch, each list in the order of its files. */
export interface Done {
  items: FileResult[];
  places: FileResult[];
  large: FileResult[];
}

export interface Line<Result> {
  /** Puts work at the end; `finish` makes the result of it once it is done. */
  add(work: Work, finish: (done: Done) => Result): void;
  /** Whether the first has to be taken before more is added. */
  isFull(): boolean;
  /** Takes the first, undefined when there is none: at once when nothing had to be analysed. Rejects with what the pool throws. */
  next(): Promise<Result> | Result | undefined;
  /** Begins nothing more. */
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

/** True when it pays to look for large files: one thread has nobody who could begin them. */
export const beginsLargeFilesFirst = ({ threads }: AnalyzerPool): boolean => threads > 1;

export function createLine<Result>(pool: AnalyzerPool): Line<Result> {
  const threads = Math.max(1, pool.threads);
  const mostUnderWay = BATCHES_PER_THREAD * threads;
  /** All that were added and not taken; the first `sent` of them are with the pool, or done. */
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
    // A rejection is met when its turn comes; until then it must not count as unhandled.
    result.then(settled, settled);
    return result;
  };

  const begin = (early: Early): Promise<FileResult> => {
    early.result = tracked(pool.runFiles([early.place], true)).then(([result]) => result!);
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

  /** Sends the next batches, of which there is one at least. */
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

/** The largest first; of equals the one that came first. */
function insertBySize(files: Early[], file: Early): void {
  let place = files.length;
  while (place > 0 && files[place - 1]!.sizeBytes < file.sizeBytes) place--;
  files.splice(place, 0, file);
}
