// Spent buffers: freed at once when given back, collected when only noted, and never taken from the shared pool.
import { expect, it } from 'vitest';
import { collectWhenGrown, giveBack, noteSpent } from './spent-memory.ts';

const MB = 1024 * 1024;

it('gives back its own buffer at once', () => {
  const bytes = Buffer.alloc(MB);
  giveBack(bytes);
  expect(bytes.length).toBe(0);
});

it('does not free memory of the shared pool', () => {
  const pooled = Buffer.from('a small piece of the pool');
  giveBack(pooled);
  expect(pooled.toString()).toBe('a small piece of the pool');
});

it('keeps dropped buffers from accumulating', () => {
  let most = 0;
  const before = process.memoryUsage().arrayBuffers;
  for (let index = 0; index < 200; index++) {
    noteSpent(new Uint8Array(MB).length);
    most = Math.max(most, process.memoryUsage().arrayBuffers - before);
  }
  expect(most).toBeLessThan(32 * MB);
});

it('collects rows that became old before they were dropped, once they are many', () => {
  collectWhenGrown();
  dropOldRows();
  const grown = process.memoryUsage().heapUsed;
  collectWhenGrown();
  expect(grown - process.memoryUsage().heapUsed).toBeGreaterThan(40 * MB);
});

/** Held over young collections, as the rows of a batch are. */
function dropOldRows(): void {
  const rows = Array.from({ length: 800_000 }, (_, index) => ({ path: `folder/file-${index}`, sizeBytes: index }));
  for (let index = 0; index < 4; index++) noteSpent(4 * MB);
  expect(rows.at(-1)?.path).toBe('folder/file-799999');
}
