// Stores items in a new store, with memory in place of the caller's database.
import { openStore } from '../server/src/store/index.ts';
import { type IngestOptions, type IngestResult, ingest } from '../server/src/store/ingest.ts';

/** Stores all items below `folder`; returns the stored items and their size in bytes. */
export async function ingestInto(
  folder: string,
  items: Parameters<typeof ingest>[0],
): Promise<{ result: IngestResult; storedBytes: number }> {
  const store = await openStore(folder);
  const known = new Set<string>();
  const ends = new Map<string, number>();
  const commit: IngestOptions['commit'] = async ({ blobs }) => {
    for (const { sha256, location } of blobs) {
      known.add(sha256);
      const { segment, blockOffset, blockLength } = location;
      ends.set(segment, Math.max(ends.get(segment) ?? 0, blockOffset + blockLength));
    }
  };
  try {
    const knownDigests: IngestOptions['knownDigests'] = async (digests) =>
      new Set(digests.filter((sha256) => known.has(sha256)));
    const result = await ingest(items, { store, knownDigests, commit });
    return { result, storedBytes: [...ends.values()].reduce((sum, end) => sum + end, 0) };
  } finally {
    await store.close();
  }
}
