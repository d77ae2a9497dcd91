// Updates the advisories and VEX of the library and notifies people of news for their projects. If a source fails, the others are still updated, and
// its last good data stay in use; the job then names the failed sources.
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { advisoryFiles, fingerprintOf, isBundle } from '@assay/scanner/advisories';
import { recheckAbsences } from '../../advisories/accepted-absences.ts';
import { importBundle } from '../../advisories/bundles.ts';
import { type ImportResult, importAdvisories } from '../../advisories/import.ts';
import { reportNews } from '../../advisories/news.ts';
import { type UpdatePlace, updateSource } from '../../advisories/update.ts';
import { fetchKept, keeping } from '../../contents/kept-file.ts';
import { importCurations } from '../../curations/import.ts';
import { type AdvisorySource, findSource, listSources } from '../../db/advisories/sources.ts';
import { deleteJobIssues } from '../../db/job-issues.ts';
import type { Db } from '../../db/postgres/connection.ts';
import { findUser } from '../../db/users/users.ts';
import { findVexSource, listVexSources, type VexSource } from '../../db/vulnerabilities/vex-sources.ts';
import { countOf } from '../../domain/count-text.ts';
import { badRequest } from '../../errors.ts';
import { diskError } from '../../installation/disks.ts';
import { importLibraryBundle, receiptText } from '../../library/bundles.ts';
import { readAdvisoryFile } from '../../project-data/reading/advisory-file.ts';
import type { JobContext, JobOutcome } from '../../queue/job-context.ts';
import { updateVexSource } from '../../vex/sources.ts';
import type { LibraryRefreshPayload } from './payload.ts';

export async function refreshLibrary(context: JobContext, payload: LibraryRefreshPayload): Promise<JobOutcome> {
  const { app, job } = context;
  await deleteJobIssues(app.db, job.id);
  const folder = join(app.folder.temporary, `library-${job.id}`);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    if (payload.isOfCurations === true) return await importCuratedFacts(context, payload, folder);
    if (payload.isOfComponents === true) return await importComponents(context, payload, folder);
    const place: UpdatePlace = { db: app.db, now: app.now, outgoing: app.outgoing, temporaryFolder: folder };
    if (payload.upload !== undefined) {
      const results = await importUpload(context, payload, place);
      await reportToProjects(context);
      return { details: detailsOf(results), result: { sources: results } };
    }
    return await updateAll(context, payload, place);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Absences come first, because a lapsed one is news. */
async function reportToProjects({ app, job }: JobContext): Promise<void> {
  await recheckAbsences(app, job.triggered_by);
  await reportNews(app, job.triggered_by);
}

function callbacks(context: JobContext, source: string) {
  return {
    signal: context.signal,
    read: (path: string, bytes: Uint8Array) => readAdvisoryFile(path, bytes, context.signal),
    onProgress: (done: number) => context.checkpoint({ phase: `Advisories of ${source}`, done, total: 0 }),
    onIssues: context.issues,
  };
}

async function importUpload(
  context: JobContext,
  { upload = '', fileName = 'upload', source = '', isFull, isForced }: LibraryRefreshPayload,
  place: UpdatePlace,
): Promise<ImportResult[]> {
  const { app, signal } = context;
  const file = join(place.temporaryFolder, fileName);
  await fetchKept(app, Buffer.from(upload, 'hex'), file, signal);
  if (await isBundle(file)) return importBundle(place, file, { ...callbacks(context, 'the bundle'), isForced });
  const files = advisoryFiles(file, { temporaryFolder: place.temporaryFolder, signal });
  return [
    await importAdvisories(place, files, {
      ...callbacks(context, source),
      source,
      isFull: isFull ?? false,
      isForced,
      fingerprint: await fingerprintOf(file),
    }),
  ];
}

async function importCuratedFacts(
  context: JobContext,
  { upload = '', fileName = 'upload.yml', source = '' }: LibraryRefreshPayload,
  folder: string,
): Promise<JobOutcome> {
  const { app, job, signal } = context;
  const file = join(folder, fileName);
  await fetchKept(app, Buffer.from(upload, 'hex'), file, signal);
  const by = job.triggered_by === null ? undefined : await findUser(app.db, job.triggered_by);
  const result = await importCurations(app, file, {
    source,
    importedBy: by?.login ?? 'System',
    temporaryFolder: folder,
    enable: false,
    signal,
    onFiles: (done) => context.checkpoint({ phase: `Curated facts of ${source}`, done, total: 0 }),
  });
  await context.issues(result.issues.map((issue) => ({ code: 'curation-unread', ...issue })));
  const { facts, packages, files, issues } = result;
  return {
    details: `${source}: ${countOf(facts, 'curated fact')} on ${countOf(packages, 'package')} of ${countOf(files, 'file')}; ${countOf(issues.length, 'issue')}.`,
    result: { source, facts, packages, files, issues: issues.length },
  };
}

async function importComponents(
  context: JobContext,
  { upload = '', fileName = 'upload' }: LibraryRefreshPayload,
  folder: string,
): Promise<JobOutcome> {
  const { app, job, signal } = context;
  const file = join(folder, fileName);
  await fetchKept(app, Buffer.from(upload, 'hex'), file, signal);
  const by = job.triggered_by === null ? undefined : await findUser(app.db, job.triggered_by);
  const { receipt, isRepeated } = await importLibraryBundle(app, file, {
    fileName,
    importedBy: by?.login ?? 'System',
    signal,
    onProgress: (done, total) => context.checkpoint({ phase: 'Components of the bundle', done, total }),
    onIssues: (issues) => context.issues(issues.map((issue) => ({ code: 'unreadable', ...issue }))),
  });
  const { components, newComponents, newVersions, refused } = receipt;
  return {
    details: receiptText(receipt, isRepeated),
    result: { isRepeated, components, newComponents, newVersions, refused },
  };
}

/** All sources, or the one that the payload names. */
async function updateAll(
  context: JobContext,
  { source, vexSource, isForced }: LibraryRefreshPayload,
  place: UpdatePlace,
): Promise<JobOutcome> {
  const { app } = context;
  const advisories = vexSource === undefined ? await wantedSources(app.db, source) : [];
  const suppliers = source === undefined ? await wantedVexSources(app.db, vexSource) : [];
  const failures: string[] = [];
  // Suppliers first, so that nothing is reported that they rule out.
  const vex = await updateEach(context, failures, suppliers, (one) => updateVex(context, place, one, isForced));
  const results = await updateEach(context, failures, advisories, (one) =>
    updateSource(place, one, { ...callbacks(context, one.name), isForced }),
  );
  await reportToProjects(context);
  const all = advisories.length + suppliers.length;
  if (failures.length > 0)
    throw badRequest(`${countOf(failures.length, 'source')} of ${all} could not be updated: ${failures.join(' ')}`);
  return {
    details: [...(vexSource === undefined ? [detailsOf(results)] : []), ...vex.map(vexDetails)].join(' '),
    result: { sources: results, ...(vex.length > 0 && { vexSources: vex }) },
  };
}

/** If one fails, the others are still updated, and its last good data stay in use. */
async function updateEach<Source extends { name: string }, Result>(
  context: JobContext,
  failures: string[],
  sources: readonly Source[],
  update: (source: Source) => Promise<Result | undefined>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (const source of sources) {
    context.signal.throwIfAborted();
    try {
      const result = await update(source);
      if (result !== undefined) results.push(result);
    } catch (error) {
      if (context.signal.aborted || context.goesOn(error)) throw error;
      const disk = diskError(error, context.app.config);
      // The next source would fail in the same way.
      if (disk) throw disk;
      failures.push((error as Error).message);
      await context.issues([{ code: 'unreadable', path: source.name, message: (error as Error).message }]);
    }
  }
  return results;
}

async function wantedSources(db: Db, name: string | undefined): Promise<AdvisorySource[]> {
  if (name === undefined)
    return (await listSources(db)).filter(({ isEnabled, location }) => isEnabled && location !== '');
  const named = await findSource(db, name);
  if (named === undefined || named.location === '')
    throw badRequest(`There is no source of advisories named "${name}" with an address to update it from.`);
  return [named];
}

async function wantedVexSources(db: Db, name: string | undefined): Promise<VexSource[]> {
  if (name === undefined)
    return (await listVexSources(db)).filter(({ isEnabled, location }) => isEnabled && location !== '');
  const named = await findVexSource(db, name);
  if (named === undefined || named.location === '')
    throw badRequest(`There is no source of VEX named "${name}" with an address.`);
  return [named];
}

async function updateVex(context: JobContext, place: UpdatePlace, source: VexSource, isForced = false) {
  const result = await updateVexSource(place, source, {
    signal: context.signal,
    onProgress: (done) => context.checkpoint({ phase: `VEX of ${source.name}`, done, total: 0 }),
    by: 'System',
    keep: keeping(context.app),
    isForced,
  });
  await context.issues(result.unread.map((one) => ({ code: 'unreadable', ...one })));
  const { unread, ...counts } = result;
  return { ...counts, unread: unread.length };
}

function vexDetails(one: Awaited<ReturnType<typeof updateVex>>): string {
  return `${one.source}: ${countOf(one.documents, 'VEX document')}, ${one.added} new, ${one.replaced} replaced, ${one.older} older than in use and left out; ${countOf(one.decided, 'new decision')}, ${one.ended} ended; ${countOf(one.unread, 'issue')}.`;
}

function detailsOf(results: readonly ImportResult[]): string {
  if (results.every(({ isUnchanged }) => isUnchanged)) return 'No source has changed.';
  return results
    .filter(({ isUnchanged }) => !isUnchanged)
    .map(
      (one) =>
        `${one.source}: ${countOf(one.records, 'record')}, ${one.added} new, ${one.changed} changed, ${one.removed} removed${one.older > 0 ? `, ${one.older} older than in use and left out` : ''}; ${countOf(one.newMatches, 'new match', 'new matches')}; ${countOf(one.issues, 'issue')}.`,
    )
    .join(' ');
}
