// Compares an archive on the disk with the digests that its sender stated.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { StatedDigest } from '../domain/projects/whole-digest.ts';
import { badRequest } from '../errors.ts';

/** Reads the file once for all of them; not at all if there are none. */
export async function requireDigests(
  file: string,
  stated: readonly StatedDigest[],
  signal: AbortSignal,
): Promise<void> {
  if (stated.length === 0) return;
  const hashes = new Map(stated.map(({ algorithm }) => [algorithm, createHash(algorithm.replace('-', ''))]));
  await pipeline(
    createReadStream(file, { highWaterMark: 1024 * 1024 }),
    async (chunks: AsyncIterable<Buffer>) => {
      for await (const chunk of chunks) for (const hash of hashes.values()) hash.update(chunk);
    },
    { signal },
  );
  const computed = new Map([...hashes].map(([algorithm, hash]) => [algorithm, hash.digest('base64')]));
  for (const { algorithm, digest } of stated)
    if (computed.get(algorithm) !== digest)
      throw badRequest(
        `The archive has the ${algorithm} ${computed.get(algorithm)}, but its sender stated ${digest}. Nothing of it was stored: send it again.`,
      );
}
