// Bundles of components, which carry the library to installations that cannot ask registries (not in the interface document).
import { createReadStream } from 'node:fs';
import { mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { App } from '../../app.ts';
import { keepBody } from '../../contents/kept-file.ts';
import { listLibraryImports } from '../../db/components/learned.ts';
import type { LibraryImport } from '../../domain/components/learned.ts';
import { wireTime } from '../../domain/wire-times.ts';
import { badRequest } from '../../errors.ts';
import { permission } from '../../http/access.ts';
import type { Caller } from '../../http/call.ts';
import { ListOf, Model, Queued, Type } from '../../http/models/schemas.ts';
import { accepted, data, download } from '../../http/replies.ts';
import { type Route, route } from '../../http/route.ts';
import { submitLibraryRefresh } from '../../jobs/library-refresh/due.ts';
import { LIBRARY_BUNDLE_EXTENSION, makeLibraryBundle } from '../../library/bundles.ts';
import { bundleKey } from '../../security/bundle-key.ts';

const group = 'Components';
const keeps = permission('system_admin', 'library_manager');
const LARGEST_BYTES = 4_000_000_000;
const MOST_RECEIPTS = 200;

const LibraryImportModel = Model('LibraryImport', {
  id: Type.Integer(),
  fileName: Type.String(),
  sha256: Type.String({ description: 'Of the body, as the signed header of the bundle states it' }),
  publicKey: Type.String({ description: 'The key that signed it' }),
  installation: Type.String({ description: 'Id of the installation that made it' }),
  madeOn: Type.String(),
  importedOn: Type.String(),
  importedBy: Type.String(),
  components: Type.Integer({ description: 'Components in the bundle' }),
  newComponents: Type.Integer({ description: 'Of these, those that the library did not have' }),
  versions: Type.Integer(),
  newVersions: Type.Integer(),
  filledVersions: Type.Integer({ description: 'Known versions that got a license or a date' }),
  refused: Type.Integer({ description: 'Lines that were left out; the log of the job says why' }),
});

const receipt = ({ madeAt, importedAt, ...one }: LibraryImport) => ({
  ...one,
  madeOn: wireTime(madeAt),
  importedOn: wireTime(importedAt),
});

async function openBundleOf(app: App) {
  await mkdir(app.folder.temporary, { recursive: true, mode: 0o700 });
  const file = join(app.folder.temporary, `library-${crypto.randomUUID()}`);
  try {
    await makeLibraryBundle(app, file, (await bundleKey(app.folder.keys)).privateKey);
    const { size } = await stat(file);
    const stream = createReadStream(file);
    stream.once('close', () => void rm(file, { force: true }).catch((err) => app.log.warn({ err }, 'a bundle was not removed'))); // biome-ignore format: one claim
    return { stream, sizeBytes: size };
  } catch (error) {
    await rm(file, { force: true });
    throw error;
  }
}

async function queueImport(app: App, caller: Caller, body: Readable, header: string): Promise<number> {
  const fileName = header.slice(header.search(/[^/\\]*$/)) || `upload${LIBRARY_BUNDLE_EXTENSION}`;
  if (!/^[\w. -]{1,150}$/.test(fileName) || !fileName.endsWith(LIBRARY_BUNDLE_EXTENSION))
    throw badRequest(
      `The header X-File-Name is "${header.slice(0, 200)}"; it must be the name of a bundle of components (${LIBRARY_BUNDLE_EXTENSION}).`,
    );
  const { sha256 } = await keepBody(app, body, { maxBytes: LARGEST_BYTES, what: 'bundle of components' });
  return submitLibraryRefresh(app, caller.id, { upload: sha256.toString('hex'), fileName, isOfComponents: true });
}

export const componentBundleRoutes: Route[] = [
  route({
    id: 'downloadLibraryBundle',
    method: 'GET',
    path: '/library/bundle',
    group,
    isExtra: true,
    isAudited: true,
    summary: 'The components of this library (names, versions, licenses, addresses) in one signed file',
    description: 'Custom components, and what projects use, are not part of it.',
    access: keeps,
    responses: {
      200: {
        description: 'The bundle',
        mediaType: 'application/octet-stream',
        headers: { 'Content-Disposition': 'attachment; filename=…' },
      },
    },
    async run({ app }) {
      const { stream, sizeBytes } = await openBundleOf(app);
      return download(stream, `library${LIBRARY_BUNDLE_EXTENSION}`, 'application/octet-stream', sizeBytes);
    },
  }),
  route({
    id: 'listLibraryImports',
    method: 'GET',
    path: '/library/imports',
    group,
    isExtra: true,
    summary: `Receipts of imported bundles of components, the newest first, at most ${MOST_RECEIPTS}`,
    access: keeps,
    responses: { 200: { description: 'Receipts', schema: ListOf(LibraryImportModel) } },
    run: async ({ app }) => data((await listLibraryImports(app.db, MOST_RECEIPTS)).map(receipt)),
  }),
  route({
    id: 'importLibraryBundle',
    method: 'POST',
    path: '/library/imports',
    group,
    isExtra: true,
    summary: 'Queues the import of a bundle of components that another installation made',
    description:
      'Its key must be trusted (POST /advisories/keys). What scans and people know stays as it is; only blanks are filled. The same bundle changes nothing twice.',
    access: keeps,
    body: { raw: 'The bundle; the header X-File-Name gives its name', largestBytes: LARGEST_BYTES },
    responses: {
      202: { description: 'Queued', schema: Queued },
      409: { description: 'Too many imports and updates of the library are waiting' },
      413: { description: 'Too large' },
    },
    async run({ app, caller, stream, headers }) {
      const id = await queueImport(app, caller, stream, [headers['x-file-name']].flat()[0] ?? '');
      return accepted(`The components are imported in the background with the job ID: ${id}`, { id });
    },
  }),
];
