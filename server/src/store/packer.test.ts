// Packing in threads gives the same result as packing in place, survives the death of a thread, and leaves no
// thread behind.
import { createHash, randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import { BLOCK_BYTES, blockHeader, unpackBlock } from './block.ts';
import type { PackJob } from './pack-content.ts';
import { Packer } from './packer.ts';

let packer: Packer;

afterEach(() => packer.close());

for (const threads of [0, 1, 3]) {
  describe(`${threads} threads`, () => {
    it('blocks and digests of many jobs are returned to the right job', async () => {
      packer = new Packer(threads);
      const contents = Array.from({ length: 40 }, (_, index) => contentOf(index));
      const results = await Promise.all(contents.map((content) => packer.pack(jobOf(content))));
      for (const [index, { blocks, digests, content }] of results.entries()) {
        const expected = contentOf(index);
        expect(digests).toEqual([
          { md5: hex('md5', expected.subarray(0, 10)), sha1: hex('sha1', expected.subarray(0, 10)) },
          { md5: hex('md5', expected.subarray(10)), sha1: hex('sha1', expected.subarray(10)) },
        ]);
        const unpacked = await Promise.all(
          blocks.map((block) => unpackBlock(Buffer.concat([blockHeader(block, 'a-1', 16), block.payload]), 'a-1', 16)),
        );
        expect(Buffer.compare(Buffer.concat(unpacked), expected)).toBe(0);
        expect(blocks.every(({ contentLength }) => contentLength <= BLOCK_BYTES)).toBe(true);
        expect(content.length).toBe(expected.length);
      }
    });
  });
}

it('a thread that dies fails its own jobs, and not the next ones', async () => {
  packer = new Packer(1);
  for (let index = 0; index < 10; index++) await packer.pack(jobOf(contentOf(index)));
  const poison = { ...jobOf(contentOf(1)), blobSizes: 'none' as unknown as number[] };
  await expect(packer.pack(poison)).rejects.toThrow();
  const { digests } = await packer.pack(jobOf(contentOf(2)));
  expect(digests).toHaveLength(2);
});

it('closing ends the threads, and every job is answered', async () => {
  const tasks = () => readdirSync('/proc/self/task').length;
  packer = new Packer(2);
  for (let index = 0; index < 8; index++) await packer.pack(jobOf(contentOf(index)));
  const before = tasks();
  const settled = Promise.allSettled(Array.from({ length: 20 }, (_, index) => packer.pack(jobOf(contentOf(index)))));
  expect(tasks()).toBeGreaterThan(before);
  await packer.close();
  expect(await settled).toHaveLength(20);
  await packer.close();
  expect(tasks()).toBeLessThanOrEqual(before);
});

/** Text or noise of one to several blocks, the same each time for the same index. */
function contentOf(index: number): Buffer {
  const size = 1000 + index * 30_000;
  return index % 2 === 0 ? Buffer.alloc(size, `text ${index}\n`) : noise.subarray(index, index + size);
}

const noise = randomBytes(3_000_000);

function jobOf(bytes: Uint8Array): PackJob {
  const content = Buffer.allocUnsafeSlow(bytes.length);
  content.set(bytes);
  return { content, length: content.length, blobSizes: [10, content.length - 10], compressionLevel: 3 };
}

function hex(algorithm: string, bytes: Uint8Array): string {
  return createHash(algorithm).update(bytes).digest('hex');
}
