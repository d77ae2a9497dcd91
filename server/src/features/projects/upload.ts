// Receives a code base as an archive in the request body: writes it to a temporary file, checks it, and reads it into the project (ingest/).

import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { DEFAULT_ARCHIVE_LIMITS, judgeUploaded, KNOWN_ARCHIVES, readArchive } from '@assay/scanner/archives';
import type { App } from '../../app.ts';
import type { ProjectImage } from '../../db/scm/images.ts';
import { expansionOfLevel } from '../../domain/projects/expansion.ts';
import { badRequest } from '../../errors.ts';
import type { Caller } from '../../http/call.ts';
import { arrive, type IngestOutcome, ingestFiles } from '../../ingest/index.ts';
import { spoolToFile } from '../../ingest/spool.ts';
import { requireSpace } from '../../installation/disks.ts';
import type { UploadQuery } from './schemas.ts';

/** The answer names at most this many issues. The log of the next scans has all. */
export const ISSUES_IN_ANSWER = 100;

export function uploadCodebase(
  app: App,
  caller: Caller,
  query: UploadQuery,
  body: Readable,
  fileName: string,
  signal: AbortSignal,
): Promise<IngestOutcome> {
  return arrive(app, query.projectId, signal, async (arrival) => {
    const file = join(arrival.folder, 'archive');
    await spool(body, file, app);
    const refusal = await judgeUploaded(file, fileName, signal);
    if (refusal !== undefined) throw badRequest(refusal);
    const images: ProjectImage[] = [];
    const items = readArchive(file, {
      limits: DEFAULT_ARCHIVE_LIMITS,
      expansion: expansionOfLevel(query.expansionLevel),
      archiveDirSuffix: query.archiveDirSuffix,
      deleteArchiveAfterExpand: query.deleteArchiveAfterExpand && query.expansionLevel > 1,
      temporaryFolder: arrival.folder,
      onImage: (folder, image) => images.push({ folder, image }),
      signal,
    });
    const replaceAll = query.deleteExistingFileOnServer;
    return ingestFiles(app, arrival, { items, images, what: 'The archive', replaceAll, actor: caller }, signal);
  });
}

/**
 * Writes the body to a file, up to the allowed size. Reads and drops the rest of a larger body: a caller that is still sending would otherwise see a
 * broken connection instead of the answer.
 */
async function spool(body: Readable, file: string, { config }: App): Promise<void> {
  const size = await spoolToFile(body, file, {
    maxBytes: config.maxUploadBytes,
    what: 'The archive',
    patienceMs: config.bodyPatienceMs,
    requireSpace: () => requireSpace(config),
  });
  if (size === 0) throw badRequest(`The request body is empty: it must be the archive (${KNOWN_ARCHIVES}).`);
}
