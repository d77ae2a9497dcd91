// The packing thread: takes one job and returns its result; buffers are transferred instead of copied. Knows no segments and places.

import { parentPort } from 'node:worker_threads';
import { giveWay } from '@assay/scanner/thread-priority';
import type { PackedBlock } from './block.ts';
import { type PackJob, packContentNow } from './pack-content.ts';
import { giveBack } from './spent-memory.ts';

giveWay();

parentPort?.on('message', ({ id, job }: { id: number; job: PackJob }) => {
  const result = packContentNow(job);
  const blocks = result.blocks.map((block) => withOwnPayload(block, job.content));
  const buffers = new Set([job.content.buffer, ...blocks.map(({ payload }) => payload.buffer)]);
  parentPort?.postMessage({ id, result: { ...result, blocks } }, [...buffers] as ArrayBuffer[]);
});

/** The compressor's result is in a buffer several times its size: only the result is sent, and the rest is freed at once. */
function withOwnPayload(block: PackedBlock, content: Uint8Array): PackedBlock {
  if (block.payload.buffer === content.buffer) return block;
  const payload = new Uint8Array(block.payload);
  giveBack(block.payload);
  return { ...block, payload };
}
