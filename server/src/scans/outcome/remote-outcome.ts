// Turns what an agent sent into its outcome, in one transaction: files, inventory with publication and policy, and the log. Like outcome.ts it may run
// in a thread.

import { deleteJobIssues, insertJobIssues, type JobIssue } from '../../db/job-issues.ts';
import type { Job } from '../../db/jobs.ts';
import type { Db, Tx } from '../../db/postgres/connection.ts';
import { lockProject, updateProject } from '../../db/projects/projects.ts';
import {
  deleteRemoteCodeBase,
  listItemsOfCodeBase,
  lockRemoteCodeBase,
  noteRemoteScan,
  type RemoteCodeBase,
} from '../../db/remote-code/code-bases.ts';
import { deleteRemoteFiles, type RemoteChanges, takeSentFiles } from '../../db/remote-code/files.ts';
import { deleteSend, deleteUnusedFacts, findSend, type RemoteSend } from '../../db/remote-code/sends.ts';
import { UNREAD_CODES } from '../../db/scans/plan.ts';
import { countOf, numberText } from '../../domain/count-text.ts';
import type { ScanProfileSettings } from '../../domain/derivation/scan-profile.ts';
import { changeProjectStatus } from '../../domain/projects/project-status.ts';
import type { RemoteIssue } from '../../domain/projects/remote-code.ts';
import { isRefusal } from '../../domain/refusal.ts';
import { type JobOutcome, projectOf } from '../../queue/job-context.ts';
import { type InventoryOutcome, updateInventory } from '../inventory/inventory.ts';

/** Plain data, which can be sent to a thread. */
export interface RemoteFacts {
  /** Without a send, the remote code base is removed. */
  remote: { codeBaseId: number; sendId: number | undefined };
  job: Job;
  settings: ScanProfileSettings;
  now: Date;
}

export function writeRemoteOutcome(db: Db, scanned: RemoteFacts): Promise<JobOutcome> {
  const { job, remote } = scanned;
  return db.transaction().execute(async (tx) => {
    await lockProject(tx, projectOf(job));
    const code = await lockRemoteCodeBase(tx, remote.codeBaseId);
    // An earlier run of this job has done the work, and was interrupted before the end of the job was written.
    if (!code) return { details: 'The remote code base is removed.' };
    if (remote.sendId === undefined) return remove(tx, scanned, code);
    const send = await findSend(tx, remote.sendId);
    if (!send) return { details: `The remote code base ${code.alias} is up to date.` };
    return replace(tx, scanned, code, send);
  });
}

async function replace(tx: Tx, scanned: RemoteFacts, code: RemoteCodeBase, send: RemoteSend): Promise<JobOutcome> {
  const { job, now } = scanned;
  const projectId = projectOf(job);
  const { issues } = send;
  const unread = issues.flatMap(({ code: kind, path }) => (path !== '' && UNREAD_CODES.includes(kind) ? [path] : []));
  const itemsBefore = await listItemsOfCodeBase(tx, code.id);
  const files = await takeSentFiles(tx, projectId, send, unread);
  const outcome = await updateRemoteInventory(tx, scanned, code, { unread, itemsBefore });
  const { root, analyzer_version: analyzerVersion } = send;
  await deleteSend(tx, send.id);
  await deleteUnusedFacts(tx, code.id);
  await noteRemoteScan(tx, code.id, { jobId: job.id, at: now, root, analyzerVersion });
  await moveStatus(tx, projectId);
  await writeLog(tx, job.id, [...outcome.leftOut, ...issues.map((issue) => shown(issue, code.alias))]);
  return {
    details: detailsOf(code, files, outcome, issues.length),
    result: { alias: code.alias, files, ...countsOf(outcome), issues: issues.length },
  };
}

async function remove(tx: Tx, scanned: RemoteFacts, code: RemoteCodeBase): Promise<JobOutcome> {
  const itemsBefore = await listItemsOfCodeBase(tx, code.id);
  await deleteRemoteFiles(tx, code.id);
  const outcome = await updateRemoteInventory(tx, scanned, code, { unread: [], itemsBefore });
  await deleteRemoteCodeBase(tx, code.id);
  return {
    details: `The remote code base ${code.alias} on ${code.host} was removed with ${countOf(code.file_count, 'file')}; ${itemWords(outcome)}`,
    result: { alias: code.alias, removed: code.file_count, ...countsOf(outcome) },
  };
}

async function updateRemoteInventory(
  tx: Tx,
  { job, settings }: RemoteFacts,
  { id, alias, last_scan_id }: RemoteCodeBase,
  about: { unread: readonly string[]; itemsBefore: ReadonlySet<number> },
): Promise<InventoryOutcome> {
  const project = await lockProject(tx, projectOf(job));
  return updateInventory(tx, {
    project,
    settings,
    archives: [],
    resolutions: [],
    jobId: job.id,
    isRescan: last_scan_id !== null,
    isForced: false,
    startedBy: job.triggered_by ?? project.contact_id,
    // Nobody waits for the scans of agents: their mails are not sent.
    notices: [],
    remote: { id, alias, ...about },
  });
}

async function moveStatus(tx: Tx, projectId: number): Promise<void> {
  const { status } = await lockProject(tx, projectId);
  const answer = changeProjectStatus({ status, hasBeenScanned: true }, { type: 'scan-completes' });
  if (!isRefusal(answer) && answer.next.status !== status)
    await updateProject(tx, projectId, { status: answer.next.status });
}

const shown = ({ code, path, message }: RemoteIssue, alias: string): JobIssue => ({
  code,
  path: path === '' ? '' : `${alias}:${path}`,
  message,
});

async function writeLog(tx: Tx, jobId: number, issues: JobIssue[]): Promise<void> {
  await deleteJobIssues(tx, jobId);
  await insertJobIssues(tx, jobId, issues);
}

function countsOf({ leftOut, lapsed, ...counts }: InventoryOutcome) {
  return { ...counts, leftOut: leftOut.length, lapsed: lapsed.length };
}

function detailsOf(code: RemoteCodeBase, files: RemoteChanges, outcome: InventoryOutcome, issues: number): string {
  return [
    `${code.alias} on ${code.host}: ${countOf(files.added, 'new file')}, ${numberText(files.changed)} changed, ${numberText(files.removed)} removed`,
    itemWords(outcome),
    countOf(issues, 'issue'),
  ].join('; ');
}

function itemWords({ created, updated, deleted, gone, back }: InventoryOutcome): string {
  return `${countOf(created, 'new inventory item')}, ${numberText(updated)} changed, ${numberText(deleted)} deleted, ${numberText(gone)} gone, ${numberText(back)} back`;
}
