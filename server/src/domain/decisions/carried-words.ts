// Why a value counts that was decided elsewhere, in one sentence; and the groups in which proposals are accepted. Pure.
import { countOf } from '../count-text.ts';
import type { CarryWay } from './carrying.ts';

export interface Source {
  author: string;
  decidedAt: Date;
  /** '' for the project itself. */
  projectName: string;
  /** The version on which it was decided; '' for a file. */
  version: string;
}

const SAME: Record<CarryWay, string> = {
  bytes: 'the same bytes',
  text: 'the same text but for years, version strings and banners',
  evidence: 'the same licenses, words and holders, and most of the same lines',
  component: 'the same licenses, words and holders as reviewed files of the same component, or none likewise',
  version: 'the same version, license, texts, holders and use',
  bump: 'the same license, texts, holders and use',
};

/** "Approved by ann on 2026-05-03 for 1.2.3; the same license, texts, holders and use." */
export function reasonOf(verb: string, { author, decidedAt, projectName, version }: Source, way: CarryWay): string {
  const inProject = projectName === '' ? '' : ` in the project ${projectName}`;
  const forVersion = version === '' ? '' : ` for ${version}`;
  return `${verb} by ${author} on ${decidedAt.toISOString().slice(0, 10)}${inProject}${forVersion}; ${SAME[way]}.`;
}

/** A review of another version or project that does not count, and what is different. */
export interface Missed {
  verb: string;
  source: Source;
  changes: readonly string[];
}

/** "Approved by ann on 2026-05-03 for 1.2.3, which does not count here: the holder Bob is new." */
export function missedWords({ verb, source, changes }: Missed): string {
  const { author, decidedAt, projectName, version } = source;
  const where = projectName === '' ? '' : ` in the project ${projectName}`;
  return `${verb} by ${author} on ${decidedAt.toISOString().slice(0, 10)}${where} for ${version}, which does not count here: ${changes.join('; ')}.`;
}

export const VERBS: Readonly<Record<string, string>> = { APPROVED: 'Approved', REJECTED: 'Rejected' };

export const proposalSubjects = ['ITEM', 'FILE'] as const;
export type ProposalSubject = (typeof proposalSubjects)[number];

/** What proposals of one group have in common. */
export interface Ground {
  subject: ProposalSubject;
  way: CarryWay;
  /** APPROVED or REJECTED; REVIEWED for files. */
  value: string;
  /** '' for files. */
  license: string;
  /** '' for the project itself. */
  projectName: string;
  isConflicting: boolean;
}

/** "38 bumps of MIT packages that were approved" */
export function titleOf({ subject, way, value, license, projectName, isConflicting }: Ground, count: number): string {
  const where = projectName === '' ? '' : ` in the project ${projectName}`;
  const disputed = isConflicting ? ', and otherwise elsewhere' : '';
  if (subject === 'FILE') return `${countOf(count, 'file')} reviewed${where}: ${SAME[way]}${disputed}`;
  const packages = `${license || 'unknown-license'} ${count === 1 ? 'package' : 'packages'}`;
  const what = way === 'bump' ? `${countOf(count, 'bump')} of ${packages}` : `${count} ${packages}`;
  return `${what} that ${count === 1 ? 'was' : 'were'} ${(VERBS[value] ?? value).toLowerCase()}${where}${disputed}`;
}
