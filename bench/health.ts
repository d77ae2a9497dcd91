// Measures how long others wait: polls a server's health, as a load balancer does, in a thread of its own, so that the work of the
// benchmark itself does not count.

import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { present } from '@assay/scanner/items';

const EVERY_MS = 50;

export interface HealthWatch {
  /** The slowest answer so far, in milliseconds. */
  stop(): Promise<number>;
}

export function watchHealth(base: string): HealthWatch {
  const worker = new Worker(new URL(import.meta.url), { workerData: { watched: String(new URL('/healthz', base)) } });
  return {
    async stop() {
      const answer = new Promise<number>((resolve) => worker.once('message', resolve));
      worker.postMessage('stop');
      const slowest = await answer;
      await worker.terminate();
      return Math.round(slowest);
    },
  };
}

if (!isMainThread && workerData?.watched) {
  let isOver = false;
  let slowest = 0;
  present(parentPort, 'thread').once('message', () => {
    isOver = true;
  });
  while (!isOver) {
    const started = performance.now();
    await (await fetch(workerData.watched)).text();
    slowest = Math.max(slowest, performance.now() - started);
    await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
  }
  present(parentPort, 'thread').postMessage(slowest);
}
