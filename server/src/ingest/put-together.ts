// The bytes of an upload that is put together from parts (tus 1.0.0, concatenation).
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import type { App } from '../app.ts';
import { getResumableUpload, notePutTogether, type ResumableUpload } from '../db/resumable-uploads.ts';
import { badRequest } from '../errors.ts';
import { requireSpace } from '../installation/disks.ts';
import { receivedFile, requireReceived } from './received.ts';

/** Writes the file anew from its parts, which stay until the end of the job; so a repeated run gives the same. Without parts it does nothing. */
export async function putTogether(
  app: App,
  upload: ResumableUpload,
  onPart: (done: number) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  if (upload.parts.length === 0) return;
  await requireSpace(app.config, upload.size_bytes ?? 0);
  const handle = await open(receivedFile(app.config, upload.id), 'w', 0o600);
  try {
    for (const [done, id] of upload.parts.entries()) {
      await onPart(done);
      const part = await getResumableUpload(app.db, id);
      if (part === undefined)
        throw badRequest(`Part ${done + 1} of the upload is no longer here. Upload the archive again.`);
      await requireReceived(app.config, part);
      if (part.received_bytes === 0) continue;
      const bytes = createReadStream(receivedFile(app.config, id), { end: part.received_bytes - 1, highWaterMark: 1024 * 1024, signal }); // biome-ignore format: one claim
      for await (const chunk of bytes) await handle.writeFile(chunk);
    }
    await handle.datasync();
  } finally {
    await handle.close();
  }
  await notePutTogether(app.db, upload.id);
}
