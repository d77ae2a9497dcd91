// Turns the facts of a scan's files into its outcome, in steps (docs/adr/0084): evidence, inventory with publication and policy, the log, and the mails. The
// inventory is found before the first step (inventory/ahead.ts), and what is new is made before that step locks the project. A large outcome runs in a thread
// (outcome-place.ts), so it gets only plain data and a database.

import { lockRules } from '../../analysis-rules/settle.ts';
import type { App } from '../../app.ts';
import { isCorpusEmpty } from '../../db/corpus.ts';
import { eachArchiveIssue } from '../../db/files/archive-findings.ts';
import { eachFactIssue, type FactsVersion, markScanned } from '../../db/files/facts.ts';
import { refreshCodebaseTotals } from '../../db/files/files.ts';
import { insertJobIssues, type JobIssue, keepJobIssues } from '../../db/job-issues.ts';
import type { Job } from '../../db/jobs.ts';
import { ADVISORIES_LOCK, lockSharedUntilEnd } from '../../db/postgres/advisory-locks.ts';
import type { Tx } from '../../db/postgres/connection.ts';
import { getProject, lockProject, type Project, updateProject } from '../../db/projects/projects.ts';
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
import { inSteps, type StepPlace } from '../../queue/job-steps.ts';
import { Overtaken, whileOvertaken } from '../../queue/overtaken.ts';
import { type Ahead, lookAhead, stillHolds, whatHolds } from '../inventory/ahead.ts';
import { type CarriedFiles, carryFiles } from '../inventory/carried-files.ts';
import { checkDecisions, type DecisionResults } from '../inventory/decisions.ts';
import { writeFollowed } from '../inventory/follow-references.ts';
import {
  finishInventory,
  foundIn,
  type InventoryOutcome,
  makeNew,
  outcomeOf,
  showNew,
} from '../inventory/inventory.ts';
import type { InventoryOptions, InventoryPlace, MadeInventory } from '../inventory/inventory-place.ts';
import { readInputsOfCode } from '../inventory/merged-inventory.ts';
import { updateStanding } from '../inventory/standing-updates.ts';
import { followTies } from '../inventory/ties.ts';
import type { RegistryResults } from '../registries/registries.ts';
import { type OutcomeStep, OutcomeTally, type WrittenOutcome } from './outcome-tally.ts';

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

export function writeOutcome({ db, lockingDb }: OutcomeDatabases, scanned: ScannedFacts): Promise<JobOutcome> {
  const { job } = scanned;
  return whileOvertaken(async (isLate) => {
    const ahead = isLate ? await lookAhead(db, projectOf(job), scanned) : undefined;
    // Somebody holds what the trial needs, and soon no longer does.
    if (isLate && ahead === undefined) throw new Overtaken();
    return inSteps(lockingDb, job.id, (place: StepPlace<OutcomeStep>) => outcomeInSteps(place, scanned, ahead), begin, {
      staysKnown: true,
    });
  });
}

async function begin(tx: Tx): Promise<void> {
  // New items count their vulnerabilities when they are made, and no import of advisories may come between that and the commit.
  await lockSharedUntilEnd(tx, ADVISORIES_LOCK);
  await lockRules(tx);
}

/** In steps if the inventory was found before; else everything is one step, which locks the project from its beginning. */
async function* outcomeInSteps(
  steps: StepPlace<OutcomeStep>,
  scanned: ScannedFacts,
  ahead: Ahead | undefined,
): AsyncGenerator<OutcomeStep, JobOutcome> {
  const { job, settings, isForced, isRescan } = scanned;
  const projectId = projectOf(job);
  const about = { print: ahead?.print ?? '', analyzerVersion: scanned.version.analyzerVersion };
  const earlier = steps.done.findLast(({ written }) => written !== undefined)?.written;
  if (earlier !== undefined && isSame(earlier, about)) return earlier.outcome;
  const place = {
    get tx() {
      return steps.tx;
    },
    isInSteps: ahead !== undefined,
    hold: () => holdProject(steps.tx, projectId, ahead),
  };
  if (ahead === undefined) await place.hold();
  const project = await getProject(place.tx, projectId);
  const tally = new OutcomeTally(steps.done);
  const startedBy = job.triggered_by ?? project.contact_id;
  const { resolutions } = scanned.fromRegistries;
  const scan = { project, settings, resolutions, jobId: job.id, isRescan, isForced, startedBy, notices: tally.notices };
  const early =
    ahead &&
    (await makeNew(
      place,
      { ...scan, archives: ahead.archives },
      { inventory: ahead.found, inputs: ahead.needs.inputs },
    ));
  if (ahead !== undefined) await place.hold();
  const { archives, carried, followedFiles } = await writeFiles(place.tx, project, scanned, ahead);
  const options = { ...scan, archives };
  const made = early ?? (await makeUnderLock(place, options));
  await showNew(place.tx, options, made);
  const first = tally.note({ created: made.ids.size, marked: carried.marked, followedFiles });
  if (ahead !== undefined) yield first;
  const standing = updateStanding(place, options, made);
  for (;;) {
    const step = await standing.next();
    const noted = tally.note(step.value);
    if (step.done) break;
    yield noted;
  }
  if (ahead !== undefined) await place.hold();
  await finishInventory(place, options, made);
  const outcome = await finish(place.tx, scanned, { project, startedBy, tally, made, carried });
  // For a run that goes on after this step: what the outcome says of new and changed items cannot be found again.
  yield { ...tally.note({}), written: { ...about, outcome } };
  return outcome;
}

const isSame = (a: Omit<WrittenOutcome, 'outcome'>, b: Omit<WrittenOutcome, 'outcome'>) =>
  a.print !== '' && a.print === b.print && a.analyzerVersion === b.analyzerVersion;

async function makeUnderLock(place: InventoryPlace, options: InventoryOptions): Promise<MadeInventory> {
  const inventory = await foundIn(place.tx, options);
  const inputs = await readInputsOfCode(place.tx, options.project.id, inventory);
  return makeNew(place, options, { inventory, inputs });
}

async function holdProject(tx: Tx, projectId: number, ahead: Ahead | undefined): Promise<void> {
  await lockProject(tx, projectId);
  if (ahead !== undefined && !(await stillHolds(tx, projectId, ahead))) throw new Overtaken();
}

/** What the scan knows of the files of the project, and what follows for decisions about them. */
async function writeFiles(tx: Tx, project: Project, scanned: ScannedFacts, ahead: Ahead | undefined) {
  const { job, searchSetId, version, now } = scanned;
  await applyScanPlan(tx, project.id);
  await updateProject(tx, project.id, { search_set_id: searchSetId });
  const { archives, followed } = ahead ?? (await whatHolds(tx, project, scanned, undefined));
  await writeFollowed(tx, project.id, followed);
  await markScanned(tx, project.id, job.id, searchSetId);
  const hasOtherAnalyzer = project.evidence_version !== version.analyzerVersion;
  const carried = await carryFiles(tx, project.id, { now, hasOtherAnalyzer });
  return { archives, carried, followedFiles: await followTies(tx, project.id, carried.ties) };
}

interface Written {
  project: Project;
  startedBy: number;
  tally: OutcomeTally;
  made: MadeInventory;
  carried: CarriedFiles;
}

/** The end of the last step, under the project's lock. */
async function finish(
  tx: Tx,
  scanned: ScannedFacts,
  { project, startedBy, tally, made, carried }: Written,
): Promise<JobOutcome> {
  const { job, settings, counts } = scanned;
  const { notices, marked, lapsed } = tally;
  const { followedFiles, ...items } = tally.counts;
  const { leftOut, lapsed: _lapsed, ...result } = outcomeOf(made, { ...items, lapsed });
  const decisions = await checkDecisions(tx, {
    ...{ project, startedBy, jobId: job.id, now: scanned.now, notices },
    ...{ lapsedReviews: lapsed, carried: { ...carried, marked } },
  });
  await refreshCodebaseTotals(tx, project.id);
  await moveStatus(tx, project.id, { type: 'scan-completes' });
  await updateProject(tx, project.id, { last_scan_id: job.id, evidence_version: scanned.version.analyzerVersion });
  const nothing = nothingFound({ ...counts, ...(await countFound(tx, project.id)) });
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
    eachCodebaseIssue(tx, project.id),
    eachFactIssue(tx, project.id),
    ...(settings.archiveDiscovery ? [eachArchiveIssue(tx, project.id)] : []),
  ]);
  const details = [
    summaryOf(counts, { ...result, issues }),
    ...scanned.sources.revisions.map(revisionWords),
    ...decisionWords({ ...decisions, followedFiles }),
    // No issue: the profiles that are shipped ask for exact matches, and most installations have no corpus.
    ...(settings.exactMatches && (await isCorpusEmpty(tx))
      ? ['no file was compared with files of known packages, because the corpus is empty']
      : []),
    ...(nothing === undefined ? [] : [nothing.message.replace(/\.$/, '')]),
  ].join('; ');
  await writeScanNotices(tx, job, notices, 'Completed', details);
  const { total, ...others } = counts;
  const { issues: _, ...counted } = decisions;
  return {
    details,
    result: {
      ...{ files: total, sources: scanned.sources.revisions, ...others, ...result, issues },
      nothingFound: nothing?.message ?? '',
      decisions: { ...counted, followedFiles },
    },
  };
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
