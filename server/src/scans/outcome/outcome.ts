// Turns the facts of a scan's files into its outcome, in one transaction: evidence, inventory with publication and policy, the log, and the mails. What
// only reads is done before the transaction locks the project (inventory/ahead.ts). A large one runs in a thread (outcome-place.ts), so it gets only plain data and a database.

import type { App } from '../../app.ts';
import { isCorpusEmpty } from '../../db/corpus.ts';
import { eachArchiveIssue } from '../../db/files/archive-findings.ts';
import { eachFactIssue, type FactsVersion, markScanned } from '../../db/files/facts.ts';
import { refreshCodebaseTotals } from '../../db/files/files.ts';
import { insertJobIssues, type JobIssue, keepJobIssues } from '../../db/job-issues.ts';
import type { Job } from '../../db/jobs.ts';
import type { Tx } from '../../db/postgres/connection.ts';
import { getProject, lockProject, updateProject } from '../../db/projects/projects.ts';
import { countFound, eachCodebaseIssue } from '../../db/scans/inventory.ts';
import { applyScanPlan } from '../../db/scans/plan.ts';
import { countOf, numberText } from '../../domain/count-text.ts';
import { nothingFound } from '../../domain/derivation/nothing-found.ts';
import { type ScanProfileSettings, settingsWithoutEffect } from '../../domain/derivation/scan-profile.ts';
import type { JobType } from '../../domain/jobs/job.ts';
import { scanSendsMail } from '../../domain/messages/mail-events.ts';
import { type Notice, scanNotice } from '../../domain/messages/mail-notices.ts';
import { changeProjectStatus, type ProjectStatusEvent } from '../../domain/projects/project-status.ts';
import { isRefusal } from '../../domain/refusal.ts';
import { revisionWords, type ScmRevision } from '../../domain/scm/scm-revision.ts';
import { writeNotices } from '../../mail/outbox.ts';
import { type JobOutcome, projectOf } from '../../queue/job-context.ts';
import { lookAhead, whatHolds } from '../inventory/ahead.ts';
import { carryFiles } from '../inventory/carried-files.ts';
import { checkDecisions, type DecisionResults } from '../inventory/decisions.ts';
import { writeFollowed } from '../inventory/follow-references.ts';
import { type InventoryOutcome, updateInventory } from '../inventory/inventory.ts';
import { followTies } from '../inventory/ties.ts';
import type { RegistryResults } from '../registries/registries.ts';

const ISSUES_PER_INSERT = 2000;

/** The databases of the run: for what is done before the project is locked, and under its lock. */
export type OutcomeDatabases = Pick<App, 'db' | 'lockingDb'>;

/** Plain data, which can be sent to a thread. */
export interface ScannedFacts {
  job: Job;
  settings: ScanProfileSettings;
  isForced: boolean;
  /** The project had been scanned before this job. */
  isRescan: boolean;
  version: FactsVersion;
  searchSetId: number | null;
  /** Files with damaged bytes in the store. */
  unreadable: JobIssue[];
  /** What the synchronisation of source control brought before. */
  sources: { revisions: ScmRevision[]; lines: JobIssue[] };
  /** The answers of package registries, and their failures. */
  fromRegistries: RegistryResults;
  counts: ScanCounts;
  /** Decisions are checked at this time. */
  now: Date;
}

interface ScanCounts {
  total: number;
  analyzed: number;
  archivesRead: number;
  excluded: number;
  kept: number;
}

export async function writeOutcome({ db, lockingDb }: OutcomeDatabases, scanned: ScannedFacts): Promise<JobOutcome> {
  const { job, settings, isForced, searchSetId, counts } = scanned;
  const projectId = projectOf(job);
  const ahead = await lookAhead(db, projectId, scanned);
  return lockingDb.transaction().execute(async (tx) => {
    const locked = await lockProject(tx, projectId);
    const startedBy = job.triggered_by ?? locked.contact_id;
    await applyScanPlan(tx, projectId);
    await updateProject(tx, projectId, { search_set_id: searchSetId });
    const { archives, followed, found } = await whatHolds(tx, locked, scanned, ahead);
    await writeFollowed(tx, projectId, followed);
    await markScanned(tx, projectId, job.id, searchSetId);
    const notices: Notice[] = [];
    const carried = await carryFiles(tx, projectId, {
      now: scanned.now,
      hasOtherAnalyzer: locked.evidence_version !== scanned.version.analyzerVersion,
    });
    const followedFiles = await followTies(tx, projectId, carried.ties);
    const { leftOut, lapsed, ...result } = await updateInventory(tx, {
      project: locked,
      settings,
      archives,
      resolutions: scanned.fromRegistries.resolutions,
      jobId: job.id,
      isRescan: scanned.isRescan,
      isForced,
      startedBy,
      notices,
      found,
    });
    const decisions = await checkDecisions(tx, {
      project: locked,
      startedBy,
      jobId: job.id,
      now: scanned.now,
      notices,
      lapsedReviews: lapsed,
      carried,
    });
    await refreshCodebaseTotals(tx, projectId);
    await moveStatus(tx, projectId, { type: 'scan-completes' });
    await updateProject(tx, projectId, { last_scan_id: job.id, evidence_version: scanned.version.analyzerVersion });
    const nothing = nothingFound({ ...counts, ...(await countFound(tx, projectId)) });
    const unusual = [
      ...(nothing === undefined ? [] : [nothing]),
      ...scanned.sources.lines,
      ...settingsWithoutEffect(settings).map((message) => ({ code: 'setting-without-effect', path: '', message })),
      ...decisions.issues,
      ...leftOut,
      ...scanned.unreadable,
      ...scanned.fromRegistries.issues,
    ];
    const issues = await writeLog(tx, job.id, unusual, [
      eachCodebaseIssue(tx, projectId),
      eachFactIssue(tx, projectId),
      ...(settings.archiveDiscovery ? [eachArchiveIssue(tx, projectId)] : []),
    ]);
    const details = [
      summaryOf(counts, { ...result, issues }),
      ...scanned.sources.revisions.map(revisionWords),
      ...decisionWords({ ...decisions, followedFiles }),
      // No issue: the profiles that are shipped ask for exact matches, and most installations have no corpus.
      ...(settings.exactMatches && (await isCorpusEmpty(tx))
        ? ['no file was compared with known packages, because the corpus is empty']
        : []),
      ...(nothing === undefined ? [] : [nothing.message.replace(/\.$/, '')]),
    ].join('; ');
    await writeScanNotices(tx, job, notices, 'Completed', details);
    const { total, ...others } = counts;
    const { issues: _, ...counted } = decisions;
    return {
      details,
      result: {
        files: total,
        sources: scanned.sources.revisions,
        ...others,
        ...result,
        issues,
        nothingFound: nothing?.message ?? '',
        decisions: { ...counted, followedFiles },
      },
    };
  });
}

export async function moveStatus(tx: Tx, projectId: number, event: ProjectStatusEvent): Promise<void> {
  const project = await lockProject(tx, projectId);
  const answer = changeProjectStatus({ status: project.status, hasBeenScanned: project.last_scan_id !== null }, event);
  if (!isRefusal(answer) && answer.next.status !== project.status)
    await updateProject(tx, projectId, { status: answer.next.status });
}

/** The mails of a scan: about its changes of the inventory, and about its end. */
export async function writeScanNotices(
  tx: Tx,
  job: Job,
  notices: Notice[],
  status: 'Completed' | 'Failed',
  details: string,
): Promise<void> {
  if (!scanSendsMail(job.type as JobType)) return;
  const { id, contact_id: projectContactId } = await getProject(tx, projectOf(job));
  const scan = { id: job.id, type: job.type, projectId: id, startedBy: job.triggered_by, projectContactId };
  await writeNotices(tx, [...notices, scanNotice(scan, status, details)]);
}

function summaryOf(
  files: ScanCounts,
  outcome: Omit<InventoryOutcome, 'leftOut' | 'lapsed'> & { issues: number },
): string {
  return [
    [
      `${countOf(files.total, 'file')}, ${numberText(files.analyzed)} analysed now`,
      ...(files.archivesRead > 0 ? [`${countOf(files.archivesRead, 'archive')} looked into`] : []),
      ...(files.excluded > 0 ? [`${numberText(files.excluded)} excluded`] : []),
      ...(files.kept > 0 ? [`${numberText(files.kept)} skipped`] : []),
    ].join(', '),
    `${countOf(outcome.total, 'inventory item')} (${numberText(outcome.created)} new, ${numberText(outcome.updated)} changed, ${numberText(outcome.deleted)} deleted${evidenceWords(outcome)})`,
    countOf(outcome.issues, 'issue'),
  ].join('; ');
}

function evidenceWords({ gone, back }: Pick<InventoryOutcome, 'gone' | 'back'>): string {
  return `${gone > 0 ? `, ${numberText(gone)} gone` : ''}${back > 0 ? `, ${numberText(back)} back` : ''}`;
}

function decisionWords({
  lapsed,
  overruled,
  carriedFiles,
  carriedByEvidence,
  followedFiles,
}: DecisionResults & { followedFiles: number }): string[] {
  return [
    ...(lapsed > 0 ? [`${countOf(lapsed, 'decision')} no longer ${lapsed === 1 ? 'holds' : 'hold'}`] : []),
    ...(overruled > 0 ? [`${countOf(overruled, 'decision')} overruled`] : []),
    ...(carriedFiles > 0 ? [`${countOf(carriedFiles, 'file')} reviewed because of known contents`] : []),
    ...(carriedByEvidence > 0
      ? [
          `${countOf(carriedByEvidence, 'file')} reviewed because ${carriedByEvidence === 1 ? 'it says' : 'they say'} the same as before`,
        ]
      : []),
    ...(followedFiles > 0
      ? [`${countOf(followedFiles, 'file')} that moved ${followedFiles === 1 ? 'is' : 'are'} tied as people said`]
      : []),
  ];
}

/** The log of a scan: unusual events, then the issues of the upload, then those of the analysis of files and archives. */
async function writeLog(
  tx: Tx,
  jobId: number,
  unusual: JobIssue[],
  sources: AsyncIterable<JobIssue>[],
): Promise<number> {
  // A run that was interrupted after its outcome has told of them, and they are not found again.
  const told = await keepJobIssues(tx, jobId, 'decision-lapsed');
  const keyOf = ({ code, path, message }: JobIssue) => JSON.stringify([code, path, message]);
  const known = new Set(told.map(keyOf));
  let count = told.length;
  let batch: JobIssue[] = unusual.filter((issue) => !known.has(keyOf(issue)));
  const flush = async () => {
    await insertJobIssues(tx, jobId, batch);
    count += batch.length;
    batch = [];
  };
  for (const source of sources) {
    for await (const issue of source) {
      batch.push(issue);
      if (batch.length >= ISSUES_PER_INSERT) await flush();
    }
  }
  await flush();
  return count;
}
