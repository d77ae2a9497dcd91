// SBOMs that are attached to an image of a project: fetched from its registry when somebody wants them as inventory.
import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { ImageError } from '@assay/scanner/images';
import type { App } from '../../app.ts';
import { listProjectImages } from '../../db/scm/images.ts';
import { listScmInstances } from '../../db/scm/instances.ts';
import { badRequest, notFound } from '../../errors.ts';
import type { Caller } from '../../http/call.ts';
import { spoolToFile } from '../../ingest/spool.ts';
import { requireSpace } from '../../installation/disks.ts';
import { openRepository } from '../../scm/image/index.ts';
import { targetOf } from '../../scm/passwords.ts';
import { folderOfInstance } from '../../scm/systems.ts';
import { importSbom, requireSbomSize } from './imports.ts';

const WHAT = 'The attached document';

/** Only documents that a synchronisation has found, so that nobody reads other parts of a registry with the sign-in of the source. Returns the id of the job. */
export async function importAttached(
  app: App,
  caller: Caller,
  { projectId, instanceId, digest }: { projectId: number; instanceId: number; digest: string },
  signal: AbortSignal,
): Promise<number> {
  const [instance] = await listScmInstances(app.db, projectId, { type: 'IMAGE', instanceId });
  const place = `${folderOfInstance('IMAGE', instanceId)}/`;
  const images = (await listProjectImages(app.db, projectId)).filter(({ folder }) => folder.startsWith(place));
  const found = images.flatMap(({ image }) => image.attached ?? []).find((one) => one.isSbom && one.digest === digest);
  if (instance === undefined || found === undefined)
    throw notFound('SBOM', digest, 'the last synchronisation has found no such SBOM at the image');
  requireSbomSize(found.sizeBytes, WHAT);
  const client = openRepository({ app, target: await targetOf(app, instance), signal });
  const folder = join(app.folder.temporary, `attached-${randomUUID()}`);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    const path = join(folder, 'sbom');
    const limits = { maxBytes: found.sizeBytes, what: WHAT, requireSpace: () => requireSpace(app.config) };
    const sizeBytes = await spoolToFile(Readable.from(client.blob(digest, found.sizeBytes)), path, limits);
    const name = `${digest.replace(':', '-')}.json`;
    return await importSbom(app, caller, projectId, { name, path, sizeBytes, mediaType: found.mediaType }, false, WHAT);
  } catch (error) {
    throw error instanceof ImageError ? badRequest(error.message) : error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
