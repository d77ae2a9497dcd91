// Releases of a project: makes, lists, gives and deletes them.
import { Readable } from 'node:stream';
import { type DossierPart, MANIFEST_PATH, writeDossier } from '@assay/scanner/dossier';
import type { App } from '../../app.ts';
import { openStored } from '../../contents/stored-bytes.ts';
import { lockProject } from '../../db/projects/projects.ts';
import {
  deleteRelease,
  findRelease,
  findReleaseByName,
  findReleaseFile,
  listReleaseFiles,
  listReleases,
  type ReleaseRow,
  type StoredReleaseFile,
} from '../../db/releases/releases.ts';
import { listScmStates } from '../../db/scm/states.ts';
import {
  type ReleasedRevision,
  type ReleasePace,
  releaseName,
  releaseState,
  tagOf,
} from '../../domain/releases/release.ts';
import { wireTime } from '../../domain/wire-times.ts';
import { AppError, badRequest, notFound, unlessRefused } from '../../errors.ts';
import type { Caller } from '../../http/call.ts';
import { type PageRequest, pagingOf, rangeOf } from '../../http/paging.ts';
import { queueRelease } from '../../queue/releases.ts';
import { bytesOf, madeBy } from '../../releases/frozen.ts';
import type { NewRelease } from './schemas.ts';

interface Place {
  projectId: number;
  releaseId: number;
}

export async function createRelease(app: App, caller: Caller, projectId: number, input: NewRelease) {
  const { description, isSigned, offerContact } = input;
  const name = unlessRefused(releaseName(input.name ?? (await proposedName(app, projectId))));
  const release = { projectId, name, description, isSigned, offerContact };
  const by = { createdBy: caller.login, triggeredBy: caller.id };
  const queued = await app.db.transaction().execute((tx) => queueRelease(app, tx, { ...release, ...by }));
  return { ...queued, name };
}

async function proposedName(app: App, projectId: number): Promise<string> {
  const tag = tagOf(await revisionsOf(app, projectId));
  if (tag === '')
    throw badRequest('The field "name" is missing, and the code base is at no tag that could name the release.');
  return tag;
}

async function revisionsOf(app: App, projectId: number): Promise<ReleasedRevision[]> {
  return (await listScmStates(app.db, projectId)).flatMap(({ revisions }) => revisions);
}

export async function proposal(app: App, projectId: number) {
  const revisions = await revisionsOf(app, projectId);
  const tag = tagOf(revisions);
  const isUsed = tag !== '' && (await findReleaseByName(app.db, projectId, tag)) !== undefined;
  const none =
    revisions.length === 0 ? 'The code base does not come from source control.' : 'The code base is at no tag.';
  const why = isUsed ? `There is a release of the tag ${tag} already.` : `The code base is at the tag ${tag}.`;
  return {
    name: isUsed ? '' : tag,
    why: tag === '' ? none : why,
    revisions: revisions.map(revisionModel),
  };
}

const revisionModel = ({ folder, asked, revision }: ReleasedRevision) => ({ folder, asked, revision });

export async function releasesOf(app: App, projectId: number, page: PageRequest) {
  const { rows, total } = await listReleases(app.db, projectId, rangeOf(page));
  return { rows: rows.map(releaseModel), paging: pagingOf(page, total) };
}

function releaseModel(row: ReleaseRow) {
  const { origin, counts } = row;
  return {
    ...{ id: row.id, name: row.name, description: row.description },
    ...releaseState(madeBy(row)),
    ...{ taskId: row.job_id ?? 0, isSigned: row.is_signed, createdBy: row.created_by },
    createdOn: wireTime(row.created_at),
    frozenOn: row.frozen_at === null ? '' : wireTime(row.frozen_at),
    scanId: origin.scanId ?? 0,
    scannedOn: origin.scannedAt ? wireTime(new Date(origin.scannedAt)) : '',
    codebaseSha256: origin.codebaseSha256 ?? '',
    revisions: (origin.revisions ?? []).map(revisionModel),
    ...{ items: counts.items ?? 0, files: counts.files ?? 0 },
    ...{ vulnerabilities: counts.vulnerabilities ?? 0, decisions: counts.decisions ?? 0 },
    // Releases that were made by a former version do not know them.
    ...{ openVulnerabilities: counts.openVulnerabilities ?? null, openItems: counts.openItems ?? null },
    ...{ licenses: counts.licenses ?? null, withoutLicense: counts.withoutLicense ?? null },
    ...paceModel(counts.pace ?? null),
    ...{ notCompared: counts.notCompared ?? 0, advisoriesAsOf: counts.advisoriesAsOf ?? '' },
  };
}

/** Days with one decimal. */
function paceModel(pace: ReleasePace | null) {
  const days = (mean: number | null | undefined) => (mean == null ? null : Math.round(mean * 10) / 10);
  const { fixed = null, decided = null } = pace ?? {};
  return { fixed, daysToFix: days(pace?.daysToFix), decided, daysToDecide: days(pace?.daysToDecide) };
}

async function requireRelease(app: App, { projectId, releaseId }: Place): Promise<ReleaseRow> {
  const row = await findRelease(app.db, projectId, releaseId);
  if (row === undefined) throw notFound('Release', releaseId);
  return row;
}

/** One whose files are stored. */
async function requireReady(app: App, place: Place): Promise<ReleaseRow & { frozen_at: Date }> {
  const row = await requireRelease(app, place);
  const { frozen_at } = row;
  if (frozen_at !== null) return { ...row, frozen_at };
  const { state, why } = releaseState(madeBy(row));
  throw notFound('Document of the release', row.name, `the release is ${state}. ${why}`.trim());
}

export async function releaseOf(app: App, place: Place) {
  const row = await requireRelease(app, place);
  const files = await listReleaseFiles(app.db, row.id, ['head', 'document', 'source']);
  const dossierBytes = row.frozen_at === null ? 0 : dossierOf(app, files, row.frozen_at).sizeBytes;
  return {
    ...releaseModel(row),
    dossierBytes,
    documents: files
      .filter(({ kind }) => kind !== 'source')
      .map(({ path, sizeBytes, sha256 }) => ({ path, sizeBytes, sha256: sha256.toString('hex') })),
    sourceFiles: files.filter(({ kind }) => kind === 'source').length,
  };
}

function dossierOf(app: App, files: readonly StoredReleaseFile[], at: Date) {
  const part = (file: StoredReleaseFile): DossierPart => ({
    ...{ path: file.path, sizeBytes: file.sizeBytes, sha256: file.sha256.toString('hex'), crc32: file.crc32 },
    content: () => bytesOf(app, file),
  });
  const head = files.filter(({ kind }) => kind === 'head').sort((a, b) => placeOfHead(a) - placeOfHead(b));
  return writeDossier(head.map(part), files.filter(({ kind }) => kind !== 'head').map(part), at);
}

/** The manifest precedes its signature. */
const placeOfHead = ({ path }: StoredReleaseFile): number => (path === MANIFEST_PATH ? 0 : 1);

export async function openDossier(app: App, place: Place, projectName: string) {
  const row = await requireReady(app, place);
  const files = await listReleaseFiles(app.db, row.id, ['head', 'document', 'source']);
  const { content, sizeBytes } = dossierOf(app, files, row.frozen_at);
  return { stream: Readable.from(content), sizeBytes, fileName: plainName(`${projectName}-${row.name}-dossier.zip`) };
}

export async function openDocument(app: App, place: Place, path: string) {
  const row = await requireReady(app, place);
  const file = await findReleaseFile(app.db, row.id, path);
  if (file === undefined || file.kind === 'data') throw notFound('Document of the release', path);
  const what = `The file "${path}" of the release`;
  const stream = await openStored(app, file.location, what, 'A backup of the store repairs it.');
  return { stream, sizeBytes: file.sizeBytes, fileName: plainName(path.slice(path.lastIndexOf('/') + 1)) };
}

const plainName = (name: string): string => name.toWellFormed().replace(/[^\p{L}\p{N}._-]+/gu, '_');

export async function removeRelease(app: App, place: Place): Promise<string> {
  return app.db.transaction().execute(async (tx) => {
    await lockProject(tx, place.projectId);
    const row = await findRelease(tx, place.projectId, place.releaseId);
    if (row === undefined) throw notFound('Release', place.releaseId);
    if (releaseState(madeBy(row)).state === 'PENDING')
      throw new AppError('conflict', {
        message: `The release ${row.name} is being made: stop its job first. task ID: ${row.job_id}`,
      });
    await deleteRelease(tx, place.projectId, place.releaseId);
    return row.name;
  });
}
