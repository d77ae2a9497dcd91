import { once } from 'node:events';
import { getPriority } from 'node:os';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { giveWay } from './thread-priority.ts';

const CODE = `
  const { parentPort } = require('node:worker_threads');
  const { getPriority } = require('node:os');
  const { basename } = require('node:path');
  const { readlinkSync } = require('node:fs');
  import(${JSON.stringify(new URL('./thread-priority.ts', import.meta.url).href)}).then(({ giveWay }) => {
    const id = Number(basename(readlinkSync('/proc/thread-self')));
    const before = getPriority(id);
    giveWay();
    parentPort.postMessage({ before, after: getPriority(id) });
  });`;

test.runIf(process.platform === 'linux')('lowers the priority of the thread, not of its process', async () => {
  const own = getPriority(process.pid);
  const thread = new Worker(CODE, { eval: true });
  const [{ before, after }] = await once(thread, 'message');
  await thread.terminate();
  expect(after).toBeGreaterThan(before);
  giveWay();
  expect(getPriority(process.pid)).toBe(own);
});
