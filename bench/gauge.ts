// How fast two processors of the machine are right now: a loop on both at once that keeps all adders of a core busy and stays in its nearest cache.
// A virtual machine's processors may be two halves of one core for some seconds, or share theirs with another machine; then two threads have
// little more than one. Only laps between readings of full speed tell about the program.
import { once } from 'node:events';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';

const STEPS = 12_000;
const VALUES = Int32Array.from({ length: 2048 }, (_, index) => index);
const WARM_UP_LOOPS = 20;
/** The best of a few loops is read: what comes and goes within milliseconds is not meant. */
const LOOPS_IN_READING = 3;
const THREAD = 'assay-gauge';
/** What the two threads tell each other in shared memory. */
const FLAGS = { isReady: 0, isStarted: 1 } as const;

export interface Gauge {
  /** Milliseconds that the loop takes on two processors at once, on the slower of them. */
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

/** Milliseconds of one loop. Its sums do not wait for each other: a chain of additions leaves so much of a core idle that it hardly notices who shares it. */
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
  // The sums have to be wanted by someone, or there would be no loop.
  return a + b + c + d + e + f + g + h === start ? 0 : milliseconds;
}

function warmUp(): void {
  for (let index = 0; index < WARM_UP_LOOPS; index++) loop();
}

if (!isMainThread && workerData === THREAD) {
  warmUp();
  parentPort!.on('message', (flags: Int32Array) => {
    Atomics.store(flags, FLAGS.isReady, 1);
    Atomics.notify(flags, FLAGS.isReady);
    while (Atomics.load(flags, FLAGS.isStarted) === 0);
    parentPort!.postMessage(loop());
  });
}
