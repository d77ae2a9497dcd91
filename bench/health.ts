// Measures how long other callers wait: polls the health of a server, as a load balancer does, in a separate thread, so
// that the work of the benchmark itself does not count.

import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { present } from '@assay/scanner/items';

const EVERY_MS = 50;

export interface Waits {
  p99Ms: number;
  slowestMs: number;
}

export interface HealthWatch {
  /** The response times. */
  stop(): Promise<Waits>;
}

export function watchHealth(base: string): HealthWatch {
  const worker = new Worker(new URL(import.meta.url), { workerData: { watched: String(new URL('/healthz', base)) } });
  return {
    async stop() {
      const answer = new Promise<number[]>((resolve) => worker.once('message', resolve));
      worker.postMessage('stop');
      const sorted = (await answer).sort((a, b) => a - b);
      await worker.terminate();
      const p99 = sorted[Math.ceil(sorted.length * 0.99) - 1] ?? 0;
      return { p99Ms: Math.round(p99), slowestMs: Math.round(sorted.at(-1) ?? 0) };
    },
  };
}

if (!isMainThread && workerData?.watched) {
  let isOver = false;
  const waits: number[] = [];
  present(parentPort, 'thread').once('message', () => {
    isOver = true;
  });
  while (!isOver) {
    const started = performance.now();
    await (await fetch(workerData.watched)).text();
    waits.push(performance.now() - started);
    await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
  }
  present(parentPort, 'thread').postMessage(waits);
}
