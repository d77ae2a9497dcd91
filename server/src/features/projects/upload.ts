// A code base arrives as an archive: spooled to a file of ours, read entry by entry, stored by digest, and laid into the project
// in one step at the end. Until then nothing of it shows; an archive that turns out broken leaves nothing behind.
import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { analysisHint } from '../../../../scanner/src/analyze/hint.ts';
import {
  DEFAULT_ARCHIVE_LIMITS,
  judgeUploaded,
  KNOWN_ARCHIVES,
  readArchive,
} from '../../../../scanner/src/archives/index.ts';
import type { App } from '../../app.ts';
import { insertRevisions, type NewRevision } from '../../db/inventories/history.ts';
import { listOpenJobs } from '../../db/jobs.ts';
import type { Db, Tx } from '../../db/postgres/connection.ts';
import { longTransaction } from '../../db/postgres/long-transactions.ts';
import { lockForChange } from '../../db/projects/projects.ts';
import { refreshFileCounts } from '../../db/scans/inventory.ts';
import {
  adoptUpload,
  type CodebaseIssue,
  discardUpload,
  listLostTies,
  noteTies,
  refreshCodebaseStatistics,
  stageUploadFiles,
} from '../../db/uploads.ts';
import { requireSpace } from '../../disk-space.ts';
import { FolderTree } from '../../domain/folder-tree.ts';
import { historyOf } from '../../domain/inventory-history.ts';
import { changesProject, type JobType } from '../../domain/job.ts';
import { badRequest } from '../../errors.ts';
import type { Caller } from '../../http/route.ts';
import { spoolToFile } from '../../http/spool.ts';
import { KnownContents } from '../../known-contents.ts';
import { type IngestBatch, type IngestResult, ingest } from '../../store/ingest.ts';
import type { UploadQuery } from './schemas.ts';
import { Uploads } from './uploads-under-way.ts';

/** Issues named in the answer; all of them stand in the log of the next scans. */
export const ISSUES_IN_ANSWER = 100;
/** Longest time of one statement that lays an upload into its project; five million files take less. */
const STATEMENT_TIMEOUT_MS = 60 * 60_000;

/** So many that statistics from before would mislead the planner. */
const MANY_FILES = 1_000;

/** By database: several servers may live in one process. */
const underWay = new WeakMap<Db, Uploads>();

function uploadsOf({ db }: App): Uploads {
  const uploads = underWay.get(db) ?? new Uploads();
  underWay.set(db, uploads);
  return uploads;
}

export interface UploadOutcome extends IngestResult {
  issueLines: CodebaseIssue[];
}

export function uploadCodebase(
  app: App,
  caller: Caller,
  query: UploadQuery,
  body: Readable,
  fileName: string,
  signal: AbortSignal,
): Promise<UploadOutcome> {
  return uploadsOf(app).alone(query.projectId, signal, () => takeUpload(app, caller, query, body, fileName, signal));
}

async function takeUpload(
  app: App,
  caller: Caller,
  query: UploadQuery,
  body: Readable,
  fileName: string,
  signal: AbortSignal,
): Promise<UploadOutcome> {
  await refuseWhileBusy(app.db, query.projectId);
  await requireSpace(app.config);
  await mkdir(app.folder.temporary, { recursive: true });
  const uploadId = randomUUID();
  const work = join(app.folder.temporary, `upload-${uploadId}`);
  await mkdir(work, { mode: 0o700 });
  try {
    const file = join(work, 'archive');
    await spool(body, file, app);
    await checkFormat(file, fileName, signal);
    return await uploadsOf(app).inPlace(signal, () =>
      readInto(app, caller, query, { file, work, uploadId, fileName }, signal),
    );
  } catch (error) {
    await discardUpload(app.db, uploadId);
    throw error;
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

async function refuseWhileBusy(db: Db, projectId: number): Promise<void> {
  const jobs = await listOpenJobs(db, projectId);
  const busy = jobs.find((job) => changesProject(job.type as JobType));
  if (busy)
    throw badRequest(
      `No upload while the project's ${busy.type} job ${busy.id} is queued or running; wait for it to end.`,
    );
}

/**
 * Writes the body to a file, never more than allowed. The rest of a body that is too large is read and dropped: a caller that is
 * still sending would otherwise see a broken connection instead of the answer.
 */
async function spool(body: Readable, file: string, { config }: App): Promise<void> {
  const size = await spoolToFile(body, file, {
    maxBytes: config.maxUploadBytes,
    what: 'The archive',
    requireSpace: () => requireSpace(config),
  });
  if (size === 0) throw badRequest(`The request body is empty: it must hold the archive (${KNOWN_ARCHIVES}).`);
}

async function checkFormat(file: string, fileName: string, signal: AbortSignal): Promise<void> {
  const refusal = await judgeUploaded(file, fileName, signal);
  if (refusal !== undefined) throw badRequest(refusal);
}

const EXPANSION = { 1: 'none', 2: 'first-level', 3: 'recursive' } as const;

interface Spooled {
  file: string;
  work: string;
  uploadId: string;
  fileName: string;
}

async function readInto(
  app: App,
  caller: Caller,
  query: UploadQuery,
  spooled: Spooled,
  signal: AbortSignal,
): Promise<UploadOutcome> {
  const issueLines: UploadOutcome['issueLines'] = [];
  const tree = new FolderTree();
  const items = readArchive(spooled.file, {
    limits: DEFAULT_ARCHIVE_LIMITS,
    expansion: EXPANSION[query.expansionLevel as 1 | 2 | 3],
    archiveDirSuffix: query.archiveDirSuffix,
    deleteArchiveAfterExpand: query.deleteArchiveAfterExpand && query.expansionLevel > 1,
    temporaryFolder: spooled.work,
    signal,
  });
  const known = new KnownContents(app);
  const result = await ingest(items, {
    store: app.store,
    knownDigests: (digests) => known.sound(digests),
    commit: (batch) => stageBatch(app, known, spooled.uploadId, tree, batch),
    onIssue(issue) {
      issueLines.push(issue);
    },
    signal,
  });
  if (!result.isComplete)
    throw badRequest(`The archive cannot be read to its end, so nothing of it was kept: ${result.reason}`);
  if (result.files === 0)
    throw badRequest(`The archive holds no files${issueLines[0] ? `: ${issueLines[0].message}` : '.'}`);
  await longTransaction(app.db, { signal, statementTimeoutMs: STATEMENT_TIMEOUT_MS }, async (tx) => {
    await lockForChange(tx, query.projectId, 'UPLOAD_CODEBASE');
    await refuseWhileBusy(tx, query.projectId);
    await noteTies(tx, query.projectId);
    await adoptUpload(tx, {
      uploadId: spooled.uploadId,
      projectId: query.projectId,
      tree,
      fileCount: result.files,
      replaceAll: query.deleteExistingFileOnServer,
      issues: issueLines,
    });
    await recordLostFiles(tx, query.projectId, caller);
    await refreshFileCounts(tx, query.projectId);
  });
  if (result.files >= MANY_FILES)
    await refreshCodebaseStatistics(app.db).catch((err) => {
      // The upload is there; until the database looks by itself, what is done with it may take longer.
      app.log.warn({ err }, 'the statistics of the code bases could not be brought up to date');
    });
  return { ...result, issueLines };
}

/** Files that went have taken their ties to inventory with them. */
async function recordLostFiles(tx: Tx, projectId: number, caller: Caller): Promise<void> {
  const revisions = (await listLostTies(tx)).flatMap(({ itemId, paths }): NewRevision[] => {
    const revision = historyOf({ files: paths }, { files: [] }, 'User Action');
    return revision ? [{ projectId, itemId, user: caller, ...revision }] : [];
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
  await app.db.transaction().execute(async (tx) => {
    await known.save(
      tx,
      batch.blobs.map(({ location, md5, sha1 }) => ({ ...location, md5, sha1 })),
    );
    await stageUploadFiles(
      tx,
      uploadId,
      batch.files.map((file) => ({
        path: file.path,
        folder: tree.folderOfFile(file.path),
        sha256: Buffer.from(file.sha256, 'hex'),
        sizeBytes: file.sizeBytes,
        hint: analysisHint(file.path),
      })),
    );
  });
}
