// Jobs: their types, the states a job goes through, and which jobs exclude each other. Writes nothing.
//
//   What happens | New       | Scheduled | Waiting on update | Active        | ended (4 states)
//   -------------+-----------+-----------+-------------------+---------------+-----------------
//   schedule     | Scheduled | refused   | refused           | refused       | refused
//   start        | refused   | Active    | refused           | as it was     | refused
//   progress     | refused   | refused   | refused           | as it was     | refused
//   requeue      | refused   | as it was | refused           | Scheduled     | refused
//   complete     | refused   | refused   | refused           | Completed     | refused
//   fail         | Failed    | Failed    | Failed            | Failed        | refused
//   cancel       | Canceled  | Canceled  | Canceled          | asked to stop | refused
//   stop         | refused   | refused   | refused           | Terminated    | refused
//
// The statements in `db/jobs.ts` use this table: a row in a state that refuses an event stays as it is.
// `start` of an active job is its next run, after its worker died or the database failed.
// `progress` is every write of a run, including results. If it is refused, the write is refused, too.
// `requeue`: the worker stops, and another one continues the job.
// `cancel` of an active job only asks: its handler ends the work at the next batch and then reports `stop`. A job that waits is
// canceled at once; its entry in the queue is dropped when its turn comes.
// No job waits for an update before Electronic Updates are built.
import type { Refusal, Transition } from '../refusal.ts';
import { isRefusal, refuse } from '../refusal.ts';
import { isSystemAdmin, type SystemPermission } from '../users/permissions.ts';

export const jobStatuses = [
  'New',
  'Scheduled',
  'Active',
  'Waiting on update',
  'Completed',
  'Failed',
  'Canceled',
  'Terminated',
] as const;
/** Title Case is the spelling of the jobs operations and of the database. */
export type JobStatus = (typeof jobStatuses)[number];

/** The job type of each kind of standard report (`reports/<kind>/kind.ts`), and the one of all custom reports. */
export const reportJobTypes = [
  'Audit Report',
  'Notices Report',
  'Project Report',
  'Third-Party Evidence Report',
  'License Obligations Report',
  'Comparison Report',
  'Inventory Changes Report',
  'Vulnerabilities Report',
  'SPDX Report',
  'CycloneDX Report',
  'Incident Pack Report',
  'Custom Report',
] as const;
export type ReportJobType = (typeof reportJobTypes)[number];

export const jobTypes = [
  'Project Scan',
  'Project Re-Scan',
  'Remote Scan',
  'Project Copy',
  'Project Branching',
  'Project Deletion',
  'Project Import',
  'Project Export',
  ...reportJobTypes,
  'Update Notices',
  'Export to SBOM Insights',
  'Apply Policy - Project',
  'Apply Policy - Global',
  'PDL Update',
  'Library Refresh',
  'Data Garbage Collection',
  // Not in the interface document: update of evidence to a new analyser version, compilation of license rules, verification of all stored files,
  // synchronisation of source control without a scan, decisions about many items or files, releases, unpacking of uploaded archives.
  'Evidence Refresh',
  'License Rules Import',
  'Store Verification',
  'SCM Sync',
  'Bulk Decision',
  'Project Release',
  'Code Upload',
] as const;
export type JobType = (typeof jobTypes)[number];

/** Whether a user may see and stop a job that belongs to no project. `keeper`: the permission for its kind (`mayStop`). */
export function maySeeSystemJob(
  job: { keeper: SystemPermission | null; triggeredBy: number | null },
  caller: { id: number; permissions: readonly string[] },
): boolean {
  return (
    isSystemAdmin(caller) ||
    job.triggeredBy === caller.id ||
    (job.keeper !== null && caller.permissions.includes(job.keeper))
  );
}

/** A job may be stopped by the user who started it and by those who may stop jobs of its project; a job without project by all who see it. */
export function mayStopJob(
  job: { keeper: SystemPermission | null; triggeredBy: number | null; projectId: number | null },
  caller: { id: number; permissions: readonly string[] },
  mayInProject: boolean,
): boolean {
  if (job.triggeredBy === caller.id) return true;
  return job.projectId === null ? maySeeSystemJob(job, caller) : mayInProject;
}

/** The actions left on a job that the caller may stop: none if it has ended or is already stopping. */
export function jobActions(job: JobState, mayStop: boolean): 'CANCEL'[] {
  return mayStop && isOpen(job.status) && !job.isCancelRequested ? ['CANCEL'] : [];
}

export interface JobState {
  status: JobStatus;
  isCancelRequested: boolean;
}

export const jobEvents = ['schedule', 'start', 'progress', 'requeue', 'complete', 'fail', 'cancel', 'stop'] as const;
export type JobEvent = (typeof jobEvents)[number];

export interface JobEffect {
  type: 'stamp';
  field: 'activatedAt' | 'completedAt';
}

/** The table above. Events that are not listed are refused. */
const transitions: Record<JobEvent, Partial<Record<JobStatus, JobStatus>>> = {
  schedule: { New: 'Scheduled' },
  start: { Scheduled: 'Active', Active: 'Active' },
  progress: { Active: 'Active' },
  requeue: { Scheduled: 'Scheduled', Active: 'Scheduled' },
  complete: { Active: 'Completed' },
  fail: { New: 'Failed', Scheduled: 'Failed', 'Waiting on update': 'Failed', Active: 'Failed' },
  cancel: { New: 'Canceled', Scheduled: 'Canceled', 'Waiting on update': 'Canceled', Active: 'Active' },
  stop: { Active: 'Terminated' },
};

/** The states in which an event is accepted. */
export function statusesBefore(event: JobEvent): JobStatus[] {
  return jobStatuses.filter((status) => transitions[event][status] !== undefined);
}

/** A job in any other state has ended: no event changes it. */
export const openJobStatuses: readonly JobStatus[] = jobStatuses.filter((status) =>
  jobEvents.some((event) => transitions[event][status] !== undefined),
);

export function changeJob(job: JobState, event: JobEvent): Transition<JobState, JobEffect> | Refusal {
  const status = transitions[event][job.status];
  if (status === undefined) {
    return refuse('wrong-state', `A job that is ${statusInWords(job.status)} cannot ${event}.`);
  }
  const isCancelRequested = event === 'cancel' ? true : job.isCancelRequested;
  const effects: JobEffect[] = [];
  if (status === 'Active' && job.status !== 'Active') effects.push({ type: 'stamp', field: 'activatedAt' });
  if (!isOpen(status)) effects.push({ type: 'stamp', field: 'completedAt' });
  return { next: { status, isCancelRequested }, effects };
}

/** The moves of an event from each state that accepts it, for statements that change rows without reading them first. */
export function movesOf(event: JobEvent): (Transition<JobState, JobEffect> & { from: JobStatus })[] {
  return statusesBefore(event).flatMap((from) => {
    const answer = changeJob({ status: from, isCancelRequested: false }, event);
    return isRefusal(answer) ? [] : [{ from, ...answer }];
  });
}

export function isOpen(status: JobStatus): boolean {
  return openJobStatuses.includes(status);
}

/** `waiting on update`: a job status in running text. */
function statusInWords(status: JobStatus): string {
  return status.toLowerCase();
}

/**
 * The answers of scanStatus: `scheduled`, `waiting on update`, `active`, `completed`, `terminated`, `failed`. Existing clients know only these six;
 * on any other answer they would repeat the request for ever, without a pause.
 */
export function statusForScans(status: JobStatus): string {
  if (status === 'New') return 'scheduled';
  return statusInWords(status === 'Canceled' ? 'Terminated' : status);
}

/** `WAITING_ON_UPDATE`: what the header of an unfinished download says. */
export function statusForDownloads(status: JobStatus): string {
  return status.toUpperCase().replaceAll(' ', '_');
}

/** Reads a job status in any of the three spellings. */
export function parseJobStatus(text: string): JobStatus | Refusal {
  const wanted = text.trim().toLowerCase().replaceAll('_', ' ');
  const status = jobStatuses.find((known) => known.toLowerCase() === wanted);
  return status ?? refuse('invalid', `The job status "${text}" is unknown: use one of ${jobStatuses.join(', ')}.`);
}

/** Reads a job type; also accepts `Report - Audit Report` and the names of custom reports in that form. */
export function parseJobType(text: string): JobType | Refusal {
  const wanted = text.trim().toLowerCase();
  const name = wanted.startsWith('report - ') ? wanted.slice('report - '.length) : wanted;
  const type = jobTypes.find((known) => known.toLowerCase() === name);
  if (type !== undefined) return type;
  if (name !== wanted && name !== '') return 'Custom Report';
  return refuse('invalid', `The job type "${text}" is unknown: use one of ${jobTypes.join(', ')}.`);
}

/** Jobs of one lane run one after the other in the whole installation; jobs of different lanes run at the same time. */
export function laneOf(type: JobType): string | undefined {
  if (type === 'Project Deletion') return 'deletion';
  if (type === 'PDL Update' || type === 'Library Refresh') return 'library';
  if (type === 'Evidence Refresh') return 'evidence';
  if (type === 'License Rules Import') return 'rules';
  if (type === 'Bulk Decision') return 'decisions';
  return undefined;
}

/** A job of a project waits for its earlier jobs, except decisions of people: they may decide while a scan runs. */
export function waitsForProject(type: JobType): boolean {
  return type !== 'Bulk Decision';
}

export interface OpenJob {
  id: number;
  type: JobType;
  status: JobStatus;
  /** All projects that the job reads or writes: usually one, source and target for a copy or branch, none for library jobs. */
  projectIds: readonly number[];
}

export const scanJobTypes: readonly JobType[] = ['Project Scan', 'Project Re-Scan', 'Remote Scan'];
/** Jobs that only read a project, and must not find it half changed. */
const reports: readonly JobType[] = [...reportJobTypes, 'Project Release'];
/** Jobs that write the inventory or the code base of a project. Two at once would overwrite each other's results. */
const inventoryWriters: readonly JobType[] = [
  ...scanJobTypes,
  'Project Copy',
  'Project Branching',
  'Project Import',
  'Apply Policy - Project',
  'Update Notices',
  'SCM Sync',
  'Code Upload',
];
const ofProjects: readonly JobType[] = [
  ...inventoryWriters,
  ...reports,
  'Project Export',
  'Project Deletion',
  'Export to SBOM Insights',
  'Bulk Decision',
];

function forEach<T extends JobType>(types: readonly T[], others: readonly JobType[]): Record<T, readonly JobType[]> {
  return Object.fromEntries(types.map((type) => [type, others])) as Record<T, readonly JobType[]>;
}

/** The open jobs of a project that prevent another job. Such a job is refused, never queued. */
const excludedBy: Record<JobType, readonly JobType[]> = {
  'Project Scan': [...inventoryWriters, ...reports, 'Project Deletion', 'Export to SBOM Insights'],
  'Project Re-Scan': [...inventoryWriters, ...reports, 'Project Deletion', 'Export to SBOM Insights'],
  'Remote Scan': [...inventoryWriters, ...reports, 'Project Deletion', 'Export to SBOM Insights'],
  'SCM Sync': [...inventoryWriters, ...reports, 'Project Deletion', 'Export to SBOM Insights'],
  'Project Copy': [...inventoryWriters, 'Project Deletion', 'Export to SBOM Insights'],
  'Project Branching': [...inventoryWriters, 'Project Deletion'],
  'Project Import': [...inventoryWriters, 'Project Deletion'],
  'Apply Policy - Project': [...inventoryWriters, 'Project Deletion'],
  'Update Notices': [...inventoryWriters, 'Project Deletion'],
  ...forEach(reportJobTypes, [...scanJobTypes, 'SCM Sync', 'Project Deletion']),
  'Project Export': ['Project Deletion'],
  'Export to SBOM Insights': [...scanJobTypes, 'Project Copy', 'Project Deletion', 'Export to SBOM Insights'],
  'Project Deletion': ofProjects,
  'Apply Policy - Global': [],
  'PDL Update': [],
  'Library Refresh': [],
  'Data Garbage Collection': [],
  'Evidence Refresh': [],
  'License Rules Import': [],
  'Store Verification': [],
  // As with single decisions, scans may run meanwhile.
  'Bulk Decision': ['Project Deletion'],
  // It reads the project at one moment; a scan would change it before.
  'Project Release': [...inventoryWriters, 'Project Deletion'],
  // The archive is here already: its job waits for the other jobs of the project.
  'Code Upload': ['Project Deletion'],
};

/** Only one of these may be open in the whole installation. */
const oneInTheSystem: readonly JobType[] = [
  'Project Copy',
  'Apply Policy - Global',
  'PDL Update',
  'Data Garbage Collection',
  'Evidence Refresh',
  'Store Verification',
];

export function isOneInTheSystem(type: JobType): boolean {
  return oneInTheSystem.includes(type);
}

/**
 * Refuses a job that may not be queued now. `openJobs` may contain jobs of any project. The message for a refused scan ends in `task ID: <n>`,
 * because clients read the number from it.
 */
export function refuseSubmission(
  type: JobType,
  projectIds: readonly number[],
  openJobs: readonly OpenJob[],
): Refusal | undefined {
  const others = openJobs.filter((job) => isOpen(job.status));
  const sameKind = oneInTheSystem.includes(type) ? others.find((job) => job.type === type) : undefined;
  if (sameKind) {
    return refuse('conflict', `Only one ${type} job may be open in the whole system. task ID: ${sameKind.id}`);
  }
  const inTheWay = others.find(
    (job) => excludedBy[type].includes(job.type) && job.projectIds.some((id) => projectIds.includes(id)),
  );
  if (inTheWay === undefined) return undefined;
  const state = inTheWay.status === 'Active' ? 'running' : 'queued';
  return refuse(
    'conflict',
    `${type} cannot start: ${article(inTheWay.type)} ${inTheWay.type} job of the project is already ${state}. task ID: ${inTheWay.id}`,
  );
}

function article(noun: string): string {
  return /^[aeiou]/i.test(noun) ? 'an' : 'a';
}

/** True if an open job prevents the lock of a project, because it would change a locked project. */
export function changesProject(type: JobType): boolean {
  return inventoryWriters.includes(type) || type === 'Project Deletion' || type === 'Bulk Decision';
}
