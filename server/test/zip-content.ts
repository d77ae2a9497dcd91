// Reads the contents of a zip, for tests that check archives of the server.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DEFAULT_ARCHIVE_LIMITS, readArchive } from '@assay/scanner/archives';

/** The files of a zip by their paths. */
export async function readZip(bytes: Buffer): Promise<Record<string, Buffer>> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-zip-'));
  try {
    const path = join(folder, 'content.zip');
    await writeFile(path, bytes);
    const files: Record<string, Buffer> = {};
    const options = {
      limits: DEFAULT_ARCHIVE_LIMITS,
      expansion: 'none',
      archiveDirSuffix: '',
      deleteArchiveAfterExpand: false,
    } as const;
    for await (const part of readArchive(path, { ...options, temporaryFolder: folder })) {
      if (part.type === 'file') files[part.path] = Buffer.from(part.bytes);
      if (part.type === 'stream') {
        const chunks: Uint8Array[] = [];
        for await (const chunk of part.stream) chunks.push(chunk as Uint8Array);
        files[part.path] = Buffer.concat(chunks);
      }
    }
    return files;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
