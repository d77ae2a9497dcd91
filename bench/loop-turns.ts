// Measures, inside a server, how long one turn of its main thread takes: in time, in processor time, and in time that the thread was ready and got no
// processor (Linux only). Only processor time is the server's own fault on a machine that others load. Preloaded by `turnsOf`; writes its readings to a
// file, because the process that measures is another one.
import { readFileSync, writeFileSync } from 'node:fs';
import { appendFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { isMainThread } from 'node:worker_threads';

const EVERY_MS = 10;
const WRITTEN_EVERY_MS = 250;

export interface Turns {
  /** The longest turn since the start, by the clock. */
  longestMs: number;
  /** The longest turn since the start, in processor time of the main thread. */
  longestBusyMs: number;
  /** The longest time of one turn in which the thread was ready to run and others had the processors. */
  longestQueuedMs: number;
  /** The longest rest of one turn: waiting for another thread or for a disk. */
  longestBlockedMs: number;
  /** Turns above 250 ms of processor time. */
  late: number;
}

interface Reading {
  at: number;
  ms: number;
  busyMs: number;
  queuedMs: number;
}

/** The environment for `startServer`, and what the server's main thread did since a time of `Date.now()`. */
export function turnsOf(file: string) {
  writeFileSync(file, '');
  return {
    env: { NODE_OPTIONS: `--import=${fileURLToPath(import.meta.url)}`, BENCH_TURNS: file },
    async since(begunAt: number): Promise<Turns> {
      // The last reading may not be written yet.
      await new Promise((resolve) => setTimeout(resolve, 2 * WRITTEN_EVERY_MS));
      const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
      const readings = lines.map((line) => JSON.parse(line) as Reading).filter(({ at }) => at >= begunAt);
      const longest = (values: number[]) => Math.round(Math.max(0, ...values));
      return {
        longestMs: longest(readings.map(({ ms }) => ms)),
        longestBusyMs: longest(readings.map(({ busyMs }) => busyMs)),
        longestQueuedMs: longest(readings.map(({ queuedMs }) => queuedMs)),
        longestBlockedMs: longest(readings.map(({ ms, busyMs, queuedMs }) => ms - busyMs - queuedMs)),
        late: readings.filter(({ busyMs }) => busyMs > 250).length,
      };
    },
  };
}

/** Nanoseconds in the queue of the processors, of the main thread. 0 where the system does not tell. */
function queuedNs(): number {
  try {
    return Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'latin1').split(' ')[1]);
  } catch {
    return 0;
  }
}

function measure(file: string): void {
  /** Turns that took long enough to be named. */
  const readings: Reading[] = [];
  const state = () => ({ at: performance.now(), cpu: process.threadCpuUsage(), queued: queuedNs() });
  let last = state();
  setInterval(() => {
    const now = performance.now();
    const used = process.threadCpuUsage(last.cpu);
    const busyMs = (used.user + used.system) / 1000;
    if (busyMs > 3 * EVERY_MS || now - last.at > 5 * EVERY_MS) {
      readings.push({ at: Date.now(), ms: now - last.at, busyMs, queuedMs: (queuedNs() - last.queued) / 1e6 });
    }
    last = state();
  }, EVERY_MS).unref();
  // Asynchronous, because a slow disk would else make the turns long that are measured.
  setInterval(async () => {
    const lines = readings.splice(0).map((one) => `${JSON.stringify(one)}\n`);
    if (lines.length > 0) await appendFile(file, lines.join(''));
  }, WRITTEN_EVERY_MS).unref();
}

if (isMainThread && process.argv.includes('serve') && process.env.BENCH_TURNS !== undefined)
  measure(process.env.BENCH_TURNS);
