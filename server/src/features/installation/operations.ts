// The state of the installation: what the server knows about itself, its database, its disks, its workers and its queue. Nothing here changes anything.
import { hostname } from 'node:os';
import about from '../../../package.json' with { type: 'json' };
import type { App } from '../../app.ts';
import { auditHeadsFolder, readAuditHeads } from '../../audit/heads.ts';
import { witnessStates } from '../../audit/witness.ts';
import { findNewestEntry, newestLine } from '../../db/audit-log/entries.ts';
import { lastSeal } from '../../db/audit-log/seals.ts';
import { databaseFacts, largestTables, listWorkers, queueByType } from '../../db/installation.ts';
import { findLastEndedJob } from '../../db/jobs.ts';
import { listTokensOfAll } from '../../db/users/tokens.ts';
import { wireTime } from '../../domain/wire-times.ts';
import { tokenModel } from '../../http/models/token-model.ts';
import { type PageRequest, pagingOf, rangeOf } from '../../http/paging.ts';
import { type Disk, disksOf, troubleOfDisks } from '../../installation/disks.ts';
import { type FolderSize, sizesOfParts } from '../../installation/folder-sizes.ts';
import { PRESENCE_LOCKS } from '../../queue/presence.ts';

const FAILED_WITHIN_MS = 7 * 86_400_000;
/** Counting the files of a large folder again for each look would be a burden. */
const MEASURED_FOR_MS = 60_000;

export async function describeInstallation(app: App) {
  const { db, config } = app;
  return {
    version: about.version,
    nodeVersion: process.versions.node,
    host: hostname(),
    startedOn: wireTime(new Date(app.now().getTime() - process.uptime() * 1000)),
    memoryBytes: process.memoryUsage.rss(),
    trouble:
      (await troubleOfDisks(config).catch((error: Error) => `The disks could not be checked: ${error.message}`)) ?? '',
    database: { ...(await databaseFacts(db)), isEmbedded: config.databaseUrl === '' },
    ...(await disks(app)),
    workers: (await listWorkers(db, PRESENCE_LOCKS)).map((one) => ({ ...one, since: wireTime(one.since) })),
    queue: (await queueByType(db, new Date(app.now().getTime() - FAILED_WITHIN_MS))).map(
      ({ oldestWaiting, ...row }) => ({ ...row, oldestWaitingOn: oldestWaiting ? wireTime(oldestWaiting) : '' }),
    ),
    backup: await lastBackup(app),
    verification: await lastRun(app, 'Store Verification'),
    collection: await lastRun(app, 'Data Garbage Collection'),
    auditLog: await auditLogState(app),
  };
}

async function disks({ config }: App): Promise<{ disks: Disk[]; disksProblem: string }> {
  try {
    return { disks: await disksOf(config), disksProblem: '' };
  } catch (error) {
    return { disks: [], disksProblem: (error as Error).message };
  }
}

const NEVER = { jobId: null, status: '', on: '', details: '' };

async function lastRun({ db }: App, type: string) {
  const job = await findLastEndedJob(db, type);
  if (!job) return NEVER;
  const { id, status, completed_at: end, queued_at: queued, details, error } = job;
  return { jobId: id, status, on: wireTime(end ?? queued), details: status === 'Failed' ? error : details };
}

/** Backups are made by the command line, which leaves lines in the audit log. */
async function lastBackup({ db }: App) {
  const entry = await findNewestEntry(db, 'backup');
  if (!entry) return NEVER;
  const { target, files, sizeBytes, error } = entry.details as Record<string, unknown>;
  const written = typeof files === 'number' ? `${files} files of ${sizeBytes} bytes in ${target}` : `To ${target}`;
  return {
    ...NEVER,
    status: entry.status ?? 'Unknown',
    on: wireTime(entry.at),
    details: typeof error === 'string' ? `${written}: ${error}` : written,
  };
}

async function auditLogState(app: App) {
  const seal = await lastSeal(app.db);
  return {
    lines: await newestLine(app.db),
    sealedUpTo: seal?.line ?? 0,
    sealedOn: seal ? wireTime(new Date(seal.at)) : '',
    ...(await lastHead(app)),
    headMinutes: app.config.auditHeadMinutes,
    witnesses: (await witnessStates(app)).map((one) => ({
      ...one,
      toldOn: one.toldOn === '' ? '' : wireTime(new Date(one.toldOn)),
    })),
  };
}

async function lastHead({ folder }: App): Promise<{ headOn: string; headProblem: string }> {
  try {
    const head = (await readAuditHeads(auditHeadsFolder(folder.root))).at(-1);
    return { headOn: head ? wireTime(new Date(head.at)) : '', headProblem: '' };
  } catch (error) {
    return { headOn: '', headProblem: (error as Error).message };
  }
}

const measured = new WeakMap<App['folder'], { at: Date; parts: Promise<FolderSize[]> }>();

export async function describeStorage(app: App) {
  const kept = measured.get(app.folder);
  const isFresh = kept !== undefined && app.now().getTime() - kept.at.getTime() < MEASURED_FOR_MS;
  const now = isFresh ? kept : { at: app.now(), parts: sizesOfParts(app.config) };
  measured.set(app.folder, now);
  try {
    return { measuredOn: wireTime(now.at), parts: await now.parts, tables: await largestTables(app.db) };
  } catch (error) {
    measured.delete(app.folder);
    throw error;
  }
}

export async function listAllTokens(app: App, find: string | undefined, page: PageRequest) {
  const { rows, total } = await listTokensOfAll(app.db, find, rangeOf(page));
  const tokens = rows.map((row) => ({ ...tokenModel(row), login: row.login, isOwnerActive: row.isOwnerActive }));
  return { tokens, paging: pagingOf(page, total) };
}
