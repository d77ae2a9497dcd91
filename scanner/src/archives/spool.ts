// Holds a large inner archive in a file while it is read. The file's name is generated, and closing the source removes it.
import { randomUUID } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { SpoolFault } from './member.ts';
import { type ArchiveSource, sourceOfFile } from './source.ts';

export async function spool(pieces: AsyncIterable<Uint8Array>, folder: string, name: string): Promise<ArchiveSource> {
  const file = join(folder, `archive-${randomUUID()}`);
  try {
    const handle = await open(file, 'wx', 0o600).catch(failed);
    try {
      for await (const piece of pieces) await writeAll(handle, piece);
    } finally {
      await handle.close().catch(failed);
    }
    const source = await sourceOfFile(file, name);
    return {
      ...source,
      async close() {
        await source.close();
        await rm(file, { force: true });
      },
    };
  } catch (error) {
    // If nothing can be written, nothing can be removed.
    await rm(file, { force: true }).catch(() => undefined);
    throw error;
  }
}

async function writeAll(handle: Awaited<ReturnType<typeof open>>, piece: Uint8Array): Promise<void> {
  for (let at = 0; at < piece.length; ) at += (await handle.write(piece, at).catch(failed)).bytesWritten;
}

function failed(cause: unknown): never {
  throw new SpoolFault(cause);
}
