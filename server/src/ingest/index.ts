// Receives a code base from any source: an uploaded archive today; a repository, an image or an import later. Files are read one by one, stored by
// digest, and moved into the project in one step at the end. Until then nobody sees them, and a broken source leaves nothing behind. Knows no HTTP:
// callers turn a request into files.
import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ArchiveItem, StoredItem } from '@assay/scanner/archives';
import type { App } from '../app.ts';
import { KnownContents } from '../contents/known-contents.ts';
import { wantCollection } from '../db/files/collection-due.ts';
import { insertRevisions, type NewRevision } from '../db/inventories/history.ts';
import { listOpenJobs } from '../db/jobs.ts';
import type { Db, Tx } from '../db/postgres/connection.ts';
import { longTransaction } from '../db/postgres/long-transactions.ts';
import { lockForChange } from '../db/projects/projects.ts';
import { refreshFileCounts } from '../db/scans/inventory.ts';
import type { ProjectImage } from '../db/scm/images.ts';
import { forgetSynchronised } from '../db/scm/states.ts';
import {
  adoptUpload,
  type CodebaseIssue,
  discardUpload,
  listLostTies,
  noteTies,
  refreshCodebaseStatistics,
  stageUploadFiles,
} from '../db/uploads.ts';
import { historyOf } from '../domain/inventories/inventory-history.ts';
import { changesProject, type JobType } from '../domain/jobs/job.ts';
import { FolderTree } from '../domain/projects/folder-tree.ts';
import { AppError, badRequest } from '../errors.ts';
import { requireDisks, requireSpace } from '../installation/disks.ts';
import { Places } from '../places.ts';
import type { PackStore } from '../store/index.ts';
import { type IngestBatch, type IngestResult, ingest } from '../store/ingest.ts';
import { placed } from './placing.ts';
import { Uploads } from './under-way.ts';

/** Longest time of one statement that moves files into a project; five million files take less. */
export const STATEMENT_TIMEOUT_MS = 60 * 60_000;

/** The job that unpacks an uploaded archive. */
export const UPLOAD_JOB = 'Code Upload' satisfies JobType;

/** With this many files, the old statistics would mislead the planner. */
const MANY_FILES = 1_000;

/** By database, because one process may have several servers. */
const underWay = new WeakMap<Db, Uploads>();

function uploadsOf({ db, now }: App): Uploads {
  const uploads = underWay.get(db) ?? new Uploads(now);
  underWay.set(db, uploads);
  return uploads;
}

/** A project that waits for its files. */
export interface Arrival {
  projectId: number;
  /** A folder for this upload only, removed at its end: for the archive, a checkout, or other files of the source. */
  folder: string;
  uploadId: string;
  /** The job of the project that brings the files; it is not in its own way. */
  jobId: number | undefined;
}

/**
 * Runs `bring` for one upload into a project at a time. Refused while a job changes the project, or while a disk is almost full or cannot be written.
 * Removes the staged files of a failed upload.
 */
export function arrive<T>(
  app: App,
  projectId: number,
  signal: AbortSignal,
  bring: (arrival: Arrival) => Promise<T>,
  jobId?: number,
): Promise<T> {
  return uploadsOf(app).alone(projectId, signal, async () => {
    await refuseWhileBusy(app.db, projectId, jobId);
    await requireDisks(app.config);
    await mkdir(app.folder.temporary, { recursive: true });
    const uploadId = randomUUID();
    const folder = join(app.folder.temporary, `upload-${uploadId}`);
    await mkdir(folder, { mode: 0o700 });
    try {
      return await bring({ projectId, folder, uploadId, jobId });
    } catch (error) {
      await discardUpload(app.db, uploadId);
      await wantCollection(app.db, { isThorough: false });
      throw error;
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
}

export interface Files {
  /** Path and bytes of each file, and issues; read once, to its end. */
  items: AsyncIterable<ArchiveItem | StoredItem>;
  /** The name of the source for the reader: "The archive". */
  what: string;
  /** True if files of the project that the source does not have are removed. */
  replaceAll: boolean;
  /** Instead of all files only those in these folders of the root are replaced; then the source may also have none. */
  replacedFolders?: readonly string[];
  /** Written in the transaction that moves the files. Without it, what was noted of synchronised code no longer holds. */
  note?: (tx: Tx) => Promise<void>;
  /** Filled while the items are read: the container images among them. */
  images?: readonly ProjectImage[];
  /** Called after each batch that was stored, and when the files move into the project. */
  onProgress?(progress: IngestProgress): Promise<void>;
  /** The author of the change in the history of items that lose files. */
  actor: { id: number; login: string };
}

/** How far an arrival is. `moving`: all files are stored and become those of the project. */
export interface IngestProgress {
  files: number;
  bytes: number;
  isMoving: boolean;
}

export interface IngestOutcome extends IngestResult {
  issueLines: CodebaseIssue[];
}

/** What is unpacked at the same time: each needs buffers, threads that decompress, and connections. The others wait with their archive on the disk. */
const UNPACKED_AT_ONCE = 4;

/** By store, which requests and all runs of jobs of a server share. */
const placesOfStore = new WeakMap<PackStore, Places>();

/** Runs the work when one of the server's places for unpacking is free. Not within itself. */
export function inPlace<T>({ store }: App, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  const places = placesOfStore.get(store) ?? new Places(UNPACKED_AT_ONCE);
  placesOfStore.set(store, places);
  return places.run(signal, work);
}

/** Stores the files and moves them into the project, when a place is free. */
export function ingestFiles(app: App, arrival: Arrival, files: Files, signal: AbortSignal): Promise<IngestOutcome> {
  return inPlace(app, signal, () => takeFiles(app, arrival, files, signal));
}

/** The same for a caller who has a place. */
export async function takeFiles(app: App, arrival: Arrival, files: Files, signal: AbortSignal): Promise<IngestOutcome> {
  const known = new KnownContents({ ...app, db: app.backgroundDb });
  try {
    return await takeKnown(app, known, arrival, files, signal);
  } catch (error) {
    throw wasOvertaken(error) ? overtaken(files.what) : error;
  } finally {
    // After the transaction that names the files, or after the staged ones are of no use.
    await known.end();
  }
}

/** The foreign key that refuses files whose content is gone: the process was suspended for so long that it counted as dead. */
const wasOvertaken = (error: unknown): boolean =>
  (error as { constraint?: string } | undefined)?.constraint === 'files_sha256_fkey';

const overtaken = (what: string) =>
  new AppError('unavailable', {
    message: `${what} was received, but the server stood still meanwhile, and contents that it had found were deleted. Nothing was kept; send it again.`,
  });

async function takeKnown(
  app: App,
  known: KnownContents,
  arrival: Arrival,
  files: Files,
  signal: AbortSignal,
): Promise<IngestOutcome> {
  const issueLines: CodebaseIssue[] = [];
  const tree = new FolderTree();
  const progress: IngestProgress = { files: 0, bytes: 0, isMoving: false };
  const result = await ingest(files.items, {
    store: app.store,
    knownDigests: (digests) => known.sound(digests),
    async commit(batch) {
      await stageBatch(app, known, arrival.uploadId, tree, batch);
      progress.files += batch.files.length;
      progress.bytes += batch.files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
      await files.onProgress?.(progress);
    },
    onIssue(issue) {
      issueLines.push(issue);
    },
    signal,
  });
  if (!result.isComplete)
    throw badRequest(`${files.what} cannot be read to its end, so nothing of it was kept: ${result.reason}`);
  if (result.files === 0 && files.replacedFolders === undefined)
    throw badRequest(`${files.what} holds no files${issueLines[0] ? `: ${issueLines[0].message}` : '.'}`);
  await files.onProgress?.({ ...progress, isMoving: true });
  await longTransaction(
    app.lockingDb,
    { signal, statementTimeoutMs: STATEMENT_TIMEOUT_MS, cancelling: app.backgroundDb },
    (tx) => adopt(tx, arrival, files, { tree, fileCount: result.files, issues: issueLines }),
  );
  if (result.files >= MANY_FILES)
    await refreshCodebaseStatistics(app.backgroundDb).catch((err) => {
      // The files are stored. Until the database updates its statistics, queries on them may take longer.
      app.log.warn({ err }, 'the statistics of the code bases could not be brought up to date');
    });
  return { ...result, issueLines };
}

/** Turns the staged files into the code base of the project. */
async function adopt(
  tx: Tx,
  { projectId, uploadId, jobId }: Arrival,
  { replaceAll, replacedFolders, images = [], note = (tx) => forgetSynchronised(tx, projectId), actor }: Files,
  staged: { tree: FolderTree; fileCount: number; issues: CodebaseIssue[] },
): Promise<void> {
  await lockForChange(tx, projectId, 'UPLOAD_CODEBASE');
  await refuseWhileBusy(tx, projectId, jobId);
  await noteTies(tx, projectId);
  const { hadFiles } = await adoptUpload(tx, { uploadId, projectId, replaceAll, replacedFolders, images, ...staged });
  await note(tx);
  await recordLostFiles(tx, projectId, actor);
  if (hadFiles) await wantCollection(tx, { isThorough: false });
  await refreshFileCounts(tx, projectId);
}

export async function refuseWhileBusy(db: Db, projectId: number, jobId: number | undefined): Promise<void> {
  const jobs = await listOpenJobs(db, projectId);
  const busy = jobs.find((job) => job.id !== jobId && changesProject(job.type as JobType) && !waitsBehind(job, jobId));
  if (busy)
    throw badRequest(
      `No upload while the project's ${busy.type} job ${busy.id} is queued or running; wait for it to end.`,
    );
}

/** An uploaded archive whose job comes after this one. */
function waitsBehind(job: { id: number; type: string }, jobId: number | undefined): boolean {
  return jobId !== undefined && job.id > jobId && job.type === UPLOAD_JOB;
}

/** Items have lost the removed files. */
async function recordLostFiles(tx: Tx, projectId: number, actor: Files['actor']): Promise<void> {
  const revisions = (await listLostTies(tx)).flatMap(({ itemId, paths }): NewRevision[] => {
    const revision = historyOf({ files: paths }, { files: [] }, 'User Action');
    return revision ? [{ projectId, itemId, user: actor, ...revision }] : [];
  });
  await insertRevisions(tx, revisions);
}

async function stageBatch(
  app: App,
  known: KnownContents,
  uploadId: string,
  tree: FolderTree,
  batch: IngestBatch,
): Promise<void> {
  await requireSpace(app.config);
  const staged = await placed(tree, batch.files);
  await app.backgroundDb.transaction().execute(async (tx) => {
    await known.save(
      tx,
      batch.blobs.map(({ location, md5, sha1 }) => ({ ...location, md5, sha1 })),
    );
    await stageUploadFiles(tx, uploadId, staged);
  });
}
