// Measures the present speed of two processors of the machine: a loop on both at once that keeps all adders of a core busy and stays in its
// nearest cache. The processors of a virtual machine may temporarily be two halves of one core, or be shared with another machine; two
// threads are then hardly faster than one. Only laps between readings of full speed are meaningful.

import { once } from 'node:events';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { present } from '@assay/scanner/items';

const STEPS = 12_000;
const VALUES = Int32Array.from({ length: 2048 }, (_, index) => index);
const WARM_UP_LOOPS = 20;
/** The best of a few loops counts: disturbances of some milliseconds are ignored. */
const LOOPS_IN_READING = 3;
const THREAD = 'assay-gauge';
/** The two threads communicate in shared memory. */
const FLAGS = { isReady: 0, isStarted: 1 } as const;

export interface Gauge {
  /** Milliseconds of the loop on two processors at once; the slower one counts. */
  read(): Promise<number>;
  close(): Promise<unknown>;
}

export function openGauge(): Gauge {
  const thread = new Worker(new URL(import.meta.url), { workerData: THREAD });
  warmUp();
  const both = async (): Promise<number> => {
    const flags = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT * 2));
    const answer = once(thread, 'message');
    thread.postMessage(flags);
    Atomics.wait(flags, FLAGS.isReady, 0);
    Atomics.store(flags, FLAGS.isStarted, 1);
    const own = loop();
    const [other] = await answer;
    return Math.max(own, other);
  };
  return {
    async read() {
      let best = Number.POSITIVE_INFINITY;
      for (let index = 0; index < LOOPS_IN_READING; index++) best = Math.min(best, await both());
      return best;
    },
    close: () => thread.terminate(),
  };
}

/**
 * Milliseconds of one loop. Its sums are independent: a chain of additions would leave so much of a core idle that sharing it would hardly
 * show.
 */
function loop(): number {
  const start = performance.now();
  let [a, b, c, d, e, f, g, h] = [0, 1, 2, 3, 4, 5, 6, 7];
  for (let step = 0; step < STEPS; step++) {
    for (let at = 0; at < VALUES.length; at += 8) {
      a = (a + VALUES[at]!) | 0;
      b = (b ^ VALUES[at + 1]!) | 0;
      c = (c + VALUES[at + 2]!) | 0;
      d = (d ^ VALUES[at + 3]!) | 0;
      e = (e + VALUES[at + 4]!) | 0;
      f = (f ^ VALUES[at + 5]!) | 0;
      g = (g + VALUES[at + 6]!) | 0;
      h = (h ^ VALUES[at + 7]!) | 0;
    }
  }
  const milliseconds = performance.now() - start;
  // The sums must be used, or the compiler would remove the loop.
  return a + b + c + d + e + f + g + h === start ? 0 : milliseconds;
}

function warmUp(): void {
  for (let index = 0; index < WARM_UP_LOOPS; index++) loop();
}

if (!isMainThread && workerData === THREAD) {
  warmUp();
  present(parentPort, 'thread').on('message', (flags: Int32Array) => {
    Atomics.store(flags, FLAGS.isReady, 1);
    Atomics.notify(flags, FLAGS.isReady);
    while (Atomics.load(flags, FLAGS.isStarted) === 0);
    present(parentPort, 'thread').postMessage(loop());
  });
}
