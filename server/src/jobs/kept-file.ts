// Keeps a finished file, a report's zip for instance, in the store, and returns the digest by which its row is found.
import { createReadStream } from 'node:fs';
import type { App } from '../app.ts';
import { insertBlobs } from '../db/blobs.ts';

export async function keepFile(app: App, file: string): Promise<Buffer> {
  const writer = app.store.createWriter();
  try {
    const { sha256, md5, sha1, sizeBytes } = await writer.addStream(createReadStream(file));
    const locations = await writer.flush();
    const location = locations.find((one) => one.sha256 === sha256);
    if (!location) throw new Error(`The store gave no place to the file ${sha256}.`);
    const row = {
      sha256: Buffer.from(sha256, 'hex'),
      md5: Buffer.from(md5, 'hex'),
      sha1: Buffer.from(sha1, 'hex'),
      sizeBytes,
    };
    await insertBlobs(app.db, [
      {
        ...row,
        segment: location.segment,
        blockOffset: location.blockOffset,
        location: location as unknown as Record<string, unknown>,
      },
    ]);
    return row.sha256;
  } finally {
    await writer.close();
  }
}
