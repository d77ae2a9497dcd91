// Lists sources of curated facts, switches them on and off, and imports them.
import type { Readable } from 'node:stream';
import type { App } from '../../app.ts';
import { keepBody } from '../../contents/kept-file.ts';
import {
  changeCurationSource,
  deleteCurationSource,
  findCurationSource,
  listCurationSources,
  pageOfCurations,
} from '../../db/curations.ts';
import { wireTime } from '../../domain/wire-times.ts';
import { badRequest, notFound } from '../../errors.ts';
import type { Caller } from '../../http/call.ts';
import { type PageRequest, pagingOf, rangeOf } from '../../http/paging.ts';
import { submitLibraryRefresh } from '../../jobs/library-refresh/due.ts';

export async function listSources(app: App) {
  return (await listCurationSources(app.db)).map(({ id: _, importedAt, ...source }) => ({
    ...source,
    importedOn: importedAt === null ? '' : wireTime(importedAt),
  }));
}

async function requireSource(app: App, name: string): Promise<number> {
  const id = await findCurationSource(app.db, name);
  if (id === undefined) throw notFound('Source of curated facts', name);
  return id;
}

export async function changeSource(app: App, name: string, change: { isEnabled?: boolean; position?: number }) {
  await changeCurationSource(app.db, await requireSource(app, name), change);
}

export async function removeSource(app: App, name: string): Promise<void> {
  await deleteCurationSource(app.db, await requireSource(app, name));
}

export async function listFacts(app: App, name: string, find: string, page: PageRequest) {
  const { rows, total } = await pageOfCurations(
    app.db,
    { sourceId: await requireSource(app, name), find: find.trim() },
    rangeOf(page),
  );
  const facts = rows.map(({ purl, versions, license, mapping, comment, location, file }) => ({
    packageUrl: purl,
    versions,
    licenseExpression: license,
    mapping: { ...mapping },
    comment,
    location,
    file,
  }));
  return { facts, paging: pagingOf(page, total) };
}

export const MOST_UPLOAD_BYTES = 256 * 1024 * 1024;

export async function queueImport(
  app: App,
  caller: Caller,
  body: Readable,
  { source, fileName }: { source: string; fileName: string },
): Promise<number> {
  const name = fileName.slice(fileName.search(/[^/\\]*$/)) || 'upload.yml';
  if (!/^[\w. -]{1,150}\.(ya?ml|zip|tar|gz|tgz|xz|bz2|zst|7z)$/i.test(name))
    throw badRequest(
      `The header X-File-Name is "${fileName}"; it must be the name of a YAML file (.yml, .yaml) or of an archive of such.`,
    );
  const { sha256 } = await keepBody(app, body, { maxBytes: MOST_UPLOAD_BYTES, what: 'file of curated facts' });
  return submitLibraryRefresh(app, caller.id, {
    source,
    upload: sha256.toString('hex'),
    fileName: name,
    isOfCurations: true,
  });
}
