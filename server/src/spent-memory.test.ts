// Spent buffers: freed at once when given back, collected when only noted, and never a part of the pool that others use.
import { expect, it } from 'vitest';
import { giveBack, noteSpent, noteStreamed } from './spent-memory.ts';

const MB = 1024 * 1024;

it('gives a buffer of its own back at once', () => {
  const bytes = Buffer.alloc(MB);
  giveBack(bytes);
  expect(bytes.length).toBe(0);
});

it('leaves the pool alone', () => {
  const pooled = Buffer.from('a small piece of the pool');
  giveBack(pooled);
  expect(pooled.toString()).toBe('a small piece of the pool');
});

it('keeps dropped buffers from piling up', () => {
  let most = 0;
  const before = process.memoryUsage().arrayBuffers;
  for (let index = 0; index < 200; index++) {
    noteSpent(new Uint8Array(MB).length);
    most = Math.max(most, process.memoryUsage().arrayBuffers - before);
  }
  expect(most).toBeLessThan(32 * MB);
});

it('collects what long answers leave behind, old objects too', async () => {
  let row: object | undefined = { text: 'x'.repeat(1000) };
  const left = new WeakRef(row);
  // Two collections of young objects make it an old one.
  for (let mb = 0; mb < 12; mb++) noteSpent(MB);
  row = undefined;
  await new Promise((resolve) => setImmediate(resolve));
  expect(left.deref()).toBeDefined();
  await new Promise((resolve) => setImmediate(resolve));
  for (let mb = 0; mb < 8; mb++) noteStreamed(MB);
  expect(left.deref()).toBeUndefined();
});
