// Reads files inside archives, such as META-INF/LICENSE in a jar. The files do not become files of the code base.
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { DEFAULT_ARCHIVE_LIMITS, readArchive } from '@assay/scanner/archives';
import type { App } from '../app.ts';
import type { ArchiveOfItems } from '../db/files/archive-findings.ts';
import { CorruptBlob, parseLocation } from '../store/index.ts';

/** For one archive including nested archives. The issues of the scan report archives beyond these limits. */
const LIMITS = {
  ...DEFAULT_ARCHIVE_LIMITS,
  entries: 1_000_000,
  totalBytes: 20e9,
  entryBytes: 2e9,
  deadlineMs: 2 * 60_000,
};

/**
 * Returns the wanted files of a stored archive and of nested archives. The paths are the same as in a scan. A file that
 * is too long for the memory has no bytes.
 *
 * @param folder the archive is unpacked here; no file in it has a name from the archive
 */
export async function* filesInArchive(
  app: App,
  { path, location }: Pick<ArchiveOfItems, 'path' | 'location'>,
  folder: string,
  isWanted: (path: string) => boolean,
): AsyncGenerator<{ path: string; bytes: Uint8Array | undefined }> {
  const file = join(folder, 'archive');
  try {
    await pipeline(app.store.stream(parseLocation(location)), createWriteStream(file, { mode: 0o600 }));
  } catch (error) {
    // The scan and the verification of the store report the damage; the report is made without this archive.
    if (!(error instanceof CorruptBlob)) throw error;
    app.log.warn({ path }, 'A report was made without the files of an archive, because its stored bytes are damaged');
    return;
  }
  const options = {
    limits: LIMITS,
    expansion: 'recursive',
    archiveDirSuffix: '!',
    deleteArchiveAfterExpand: true,
  } as const;
  for await (const item of readArchive(file, { ...options, temporaryFolder: folder })) {
    if (item.type === 'stream') {
      if (isWanted(item.path)) yield { path: item.path, bytes: undefined };
      await drained(item.stream);
    } else if (item.type === 'file' && isWanted(item.path)) yield { path: item.path, bytes: item.bytes };
  }
}

async function drained(stream: AsyncIterable<unknown>): Promise<void> {
  try {
    for await (const _ of stream);
  } catch {
    // A broken entry; the next item of the archive gives the reason.
  }
}
