// Releases: what their names may be, which state they are in, and what is proposed. Writes nothing.
//
//   Its files are stored | Its job       | State
//   ---------------------+---------------+---------
//   yes                  | any           | READY
//   no                   | open          | PENDING
//   no                   | ended or gone | FAILED
import type { JobStatus } from '../jobs/job.ts';
import { isOpen } from '../jobs/job.ts';
import { type Refusal, refuse } from '../refusal.ts';
import type { ScmRevision } from '../scm/scm-revision.ts';

export const releaseStates = ['PENDING', 'READY', 'FAILED'] as const;
export type ReleaseState = (typeof releaseStates)[number];

/** `head`: manifest and signature of the dossier. `document`: made for people and programs. `source`: a file of the code base that a license asks to ship. `data`: what documents are made of. */
export const releaseFileKinds = ['head', 'document', 'source', 'data'] as const;
export type ReleaseFileKind = (typeof releaseFileKinds)[number];

/** Without addresses, which not everybody who may see the project may see. */
export type ReleasedRevision = Pick<ScmRevision, 'folder' | 'asked' | 'revision'>;

/** What a release was made of. */
export interface ReleaseOrigin {
  /** The last scan; null if there is none. */
  scanId: number | null;
  /** ISO 8601; blank without a scan. */
  scannedAt: string;
  /** What the last synchronisation of source control brought; nothing of an upload. */
  revisions: ReleasedRevision[];
  /** SHA-256 of a line for each file: digest, two blanks, path, line feed; by path. */
  codebaseSha256: string;
}

/** What was fixed and decided in a project since it was recorded for the first time, as its days say. */
export interface Pace {
  fixed: number;
  fixedSeconds: number;
  decided: number;
  decidedSeconds: number;
}

/** The same since the former release. Means are null where there is nothing of which to take one. */
export interface ReleasePace {
  fixed: number;
  daysToFix: number | null;
  decided: number;
  daysToDecide: number | null;
}

const SECONDS_A_DAY = 86_400;
const meanDays = (seconds: number, count: number) => (count === 0 ? null : seconds / count / SECONDS_A_DAY);

/** @param before of the former release; nothing for the first one */
export function paceSince(before: Pace | undefined, now: Pace): ReleasePace {
  const [fixed, decided] = [now.fixed - (before?.fixed ?? 0), now.decided - (before?.decided ?? 0)];
  return {
    ...{ fixed, daysToFix: meanDays(now.fixedSeconds - (before?.fixedSeconds ?? 0), fixed) },
    ...{ decided, daysToDecide: meanDays(now.decidedSeconds - (before?.decidedSeconds ?? 0), decided) },
  };
}

export interface ReleaseCounts {
  items: number;
  files: number;
  vulnerabilities: number;
  /** Those that nobody has set aside. */
  openVulnerabilities: number;
  /** Items that nobody has approved or rejected. */
  openItems: number;
  /** Distinct expressions. */
  licenses: number;
  /** Items without a selected license. */
  withoutLicense: number;
  decisions: number;
  /** Items that were not compared with advisories: that they have no vulnerability, nobody knows. */
  notCompared: number;
  /** The age of the advisories; blank without data. */
  advisoriesAsOf: string;
  /** Since the former release; null if nobody recorded days of the project, or the former release does not know its own sums. */
  pace: ReleasePace | null;
  /** The sums since the project was recorded for the first time, for the next release. */
  paceSoFar: Pace | null;
}

export const LONGEST_RELEASE_NAME = 100;

/** Trims the name. */
export function releaseName(text: string): string | Refusal {
  const name = text.trim();
  if (name === '') return refuse('invalid', 'The field "name" is blank: name the release, such as 1.2.0.');
  if (name.length > LONGEST_RELEASE_NAME)
    return refuse('invalid', `The field "name" is longer than ${LONGEST_RELEASE_NAME} characters.`);
  if (/\p{Cc}/u.test(name) || !name.isWellFormed())
    return refuse('invalid', 'The field "name" cannot have control characters or half characters.');
  return name;
}

interface MadeBy {
  isFrozen: boolean;
  /** Null if the job is gone. */
  job: { status: JobStatus; error: string } | null;
}

/** @returns `why` is a sentence for a release that failed */
export function releaseState({ isFrozen, job }: MadeBy): { state: ReleaseState; why: string } {
  if (isFrozen) return { state: 'READY', why: '' };
  if (job !== null && isOpen(job.status)) return { state: 'PENDING', why: '' };
  const ended = job === null ? 'The job that made it is gone.' : `The job that made it is ${job.status}.`;
  return { state: 'FAILED', why: job?.error || ended };
}

const TAG = /^tag (.+)$/;

/** The name of the tag that the code base is at; '' if it is at none, or at several. */
export function tagOf(revisions: readonly ReleasedRevision[]): string {
  const own = revisions.filter(({ asked }) => asked !== 'submodule');
  const tags = new Set(own.map(({ asked }) => TAG.exec(asked)?.[1] ?? ''));
  const [only = '', ...more] = tags;
  return more.length === 0 && !isUnusable(only) ? only : '';
}

const isUnusable = (name: string): boolean => name !== '' && typeof releaseName(name) !== 'string';
