import { appendFileSync, mkdtempSync, rmSync, statSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { readSpool, SpoolWriter } from './spool.ts';

const root = mkdtempSync(join(tmpdir(), 'assay-spool-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

let count = 0;
function spooled(values: readonly unknown[]): string {
  const path = join(root, String(++count));
  using writer = new SpoolWriter(path);
  for (const value of values) writer.add(value);
  return path;
}

it.each([
  ['nothing', []],
  ['what JSON cannot say', [{ at: new Date(5), no: undefined }, undefined, 'ä\ud800']],
  [
    'a list of many parts between others',
    [{ a: 1 }, { files: Array.from({ length: 7001 }, (_, at) => `f${at}`), b: [] }, 2],
  ],
  ['more than one read of the file', Array.from({ length: 40 }, (_, at) => ({ text: 'x'.repeat(100_000 + at) }))],
])('%s comes back as it was added', async (_what, values) => {
  expect(await Array.fromAsync(readSpool(spooled(values)))).toEqual(values);
});

it.each([-3, -1])('a file that was cut off is an error, never a shorter list', async (bytes) => {
  const path = spooled([{ a: 1 }]);
  const { size } = statSync(path);
  // Also in the middle of the length of a value.
  if (bytes === -3) appendFileSync(path, Buffer.alloc(3));
  else truncateSync(path, size + bytes);
  await expect(Array.fromAsync(readSpool(path))).rejects.toThrow('ends in the middle');
});
