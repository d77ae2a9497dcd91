// A difference as a flat list, for pages, tables and lines of text.
import type { SbomDifference } from './compare.ts';

/** In the order of a list. */
export const DIFFERENCE_KINDS = [
  'ADDED',
  'REMOVED',
  'UPGRADED',
  'DOWNGRADED',
  'OTHER_VERSIONS',
  'LICENSE',
  'DECLARED_LICENSE',
  'VULNERABILITY_NEW',
  'VULNERABILITY_GONE',
  'VULNERABILITY_NOT_COMPARED',
  'ANALYSIS',
  'DECISION',
  'DECISION_CARRIED',
  'DECISION_NEW',
  'DECISION_LAPSED',
  'DECISION_WITHDRAWN',
  'OBLIGATIONS',
  'HOLDERS',
  'DEPENDENCY_ADDED',
  'DEPENDENCY_REMOVED',
  'SERVICE_ADDED',
  'SERVICE_REMOVED',
  'SERVICE_CHANGED',
  'FILE_ADDED',
  'FILE_REMOVED',
  'FILE_CHANGED',
] as const;
export type DifferenceKind = (typeof DIFFERENCE_KINDS)[number];

export interface DifferenceRow {
  kind: DifferenceKind;
  /** Of rows about files, the path; about dependencies, what needs the other; about services, the service; of decisions that are no reviews, what they
   * are about. */
  component: string;
  /** Versions, license expressions, states of analyses or of reviews, what a component needs, what is said of a service; nothing on the side that does
   * not have it. */
  before: string[];
  after: string[];
  /** '' for rows about no vulnerability. */
  vulnerability: string;
  /** Of a review, its ground as a sentence. Why a vulnerability is new or gone: `component`, `version`, `match`; of one that was not compared, the side that did not look: `before`, `after`.
   * Of a dependency: `component`, `version`, or `unstated` if the other side names nothing that the component needs. */
  why: string;
}

export function differenceRows(difference: SbomDifference): DifferenceRow[] {
  const { added, removed, versions, licenses, vulnerabilities, decisions, carried } = difference;
  const of = { vulnerability: '', why: '' };
  const rows: DifferenceRow[] = [
    ...added.map(({ component, versions: after }) => ({ kind: 'ADDED' as const, component, before: [], after, ...of })),
    ...removed.map(({ component, versions: before }) => ({
      ...{ kind: 'REMOVED' as const, component, before, after: [] },
      ...of,
    })),
    ...versions.map(({ direction, ...one }) => ({ kind: DIRECTIONS[direction], ...one, ...of })),
    ...licenses.map(({ kind, ...one }) => ({
      ...{ kind: kind === 'declared' ? ('DECLARED_LICENSE' as const) : ('LICENSE' as const) },
      ...{ ...one, ...of },
    })),
    ...vulnerabilities.added.map(({ id, component, state, why }) => ({
      ...{ kind: 'VULNERABILITY_NEW' as const, component, before: [], after: [state] },
      ...{ vulnerability: id, why },
    })),
    ...vulnerabilities.removed.map(({ id, component, state, why }) => ({
      ...{ kind: 'VULNERABILITY_GONE' as const, component, before: [state], after: [] },
      ...{ vulnerability: id, why },
    })),
    ...vulnerabilities.notCompared.map(({ id, component, state, missingIn }) => ({
      ...{ kind: 'VULNERABILITY_NOT_COMPARED' as const, component },
      ...{ before: missingIn === 'after' ? [state] : [], after: missingIn === 'after' ? [] : [state] },
      ...{ vulnerability: id, why: missingIn },
    })),
    ...vulnerabilities.decided.map(({ id, component, before, after }) => ({
      ...{ kind: 'ANALYSIS' as const, component, before: [before], after: [after] },
      ...{ vulnerability: id, why: '' },
    })),
    ...decisions.map((one) => ({ kind: 'DECISION' as const, ...one, vulnerability: '' })),
    ...carried.map((one) => ({ kind: 'DECISION_CARRIED' as const, ...one, vulnerability: '' })),
    ...difference.obligations.map((one) => ({ kind: 'OBLIGATIONS' as const, ...one, ...of })),
    ...difference.holders.map((one) => ({ kind: 'HOLDERS' as const, ...one, ...of })),
    ...edgeRows(difference.dependencies),
    ...difference.services.map(({ service, kind, before, after }) => ({
      ...{ kind: SERVICES[kind], component: service, before, after },
      ...of,
    })),
    ...difference.files.map(({ path, before, after }) => ({
      ...{ kind: fileKind(before, after), component: path },
      ...{ before: before === '' ? [] : [before], after: after === '' ? [] : [after] },
      ...of,
    })),
  ];
  return inOrder(rows);
}

const edgeRows = ({ added, removed }: SbomDifference['dependencies']): DifferenceRow[] => [
  ...added.map(({ from, to, why }) => ({
    ...{ kind: 'DEPENDENCY_ADDED' as const, component: from, before: [], after: [to], vulnerability: '', why },
  })),
  ...removed.map(({ from, to, why }) => ({
    ...{ kind: 'DEPENDENCY_REMOVED' as const, component: from, before: [to], after: [], vulnerability: '', why },
  })),
];

const SERVICES = { added: 'SERVICE_ADDED', removed: 'SERVICE_REMOVED', changed: 'SERVICE_CHANGED' } as const;

const PLACES = new Map(DIFFERENCE_KINDS.map((kind, at) => [kind, at]));

/** By their kinds, and within one as they are. */
export const inOrder = (rows: DifferenceRow[]): DifferenceRow[] =>
  rows.sort((a, b) => (PLACES.get(a.kind) ?? 0) - (PLACES.get(b.kind) ?? 0));

const fileKind = (before: string, after: string) =>
  before === '' ? ('FILE_ADDED' as const) : after === '' ? ('FILE_REMOVED' as const) : ('FILE_CHANGED' as const);

const DIRECTIONS = { up: 'UPGRADED', down: 'DOWNGRADED', other: 'OTHER_VERSIONS' } as const;

/** How many rows of each kind there are. */
export function countsOfRows(rows: readonly DifferenceRow[]): Record<DifferenceKind, number> {
  const counts = Object.fromEntries(DIFFERENCE_KINDS.map((kind) => [kind, 0])) as Record<DifferenceKind, number>;
  for (const { kind } of rows) counts[kind]++;
  return counts;
}

const nothing = (texts: readonly string[], none: string) => texts.filter((one) => one !== '').join(', ') || none;
const NOT_ANALYSED = 'not analysed';

/** A row as a line of text. */
export function lineOfRow({ kind, component, before, after, vulnerability, why }: DifferenceRow): string {
  const change = (what: string, none = 'none') =>
    `~ ${component}: ${what} ${nothing(before, none)} -> ${nothing(after, none)}`;
  switch (kind) {
    case 'ADDED':
      return `+ ${[component, ...after].filter(Boolean).join(' ')}`;
    case 'REMOVED':
      return `- ${[component, ...before].filter(Boolean).join(' ')}`;
    case 'UPGRADED':
    case 'DOWNGRADED':
    case 'OTHER_VERSIONS':
      return change('version');
    case 'LICENSE':
      return change('license');
    case 'DECLARED_LICENSE':
      return change('declared license');
    case 'VULNERABILITY_NEW':
      return `+ ${vulnerability} in ${component}`;
    case 'VULNERABILITY_GONE':
      return `- ${vulnerability} in ${component}`;
    case 'VULNERABILITY_NOT_COMPARED':
      return `? ${vulnerability} in ${component}: ${why === 'after' ? 'the second' : 'the first'} was not compared with advisories`;
    case 'ANALYSIS':
      return `~ ${vulnerability} in ${component}: ${nothing(before, NOT_ANALYSED)} -> ${nothing(after, NOT_ANALYSED)}`;
    case 'DECISION':
      return `${change('review')}${why === '' ? '' : ` (${why})`}`;
    case 'DECISION_CARRIED':
      return `= ${component}: review ${nothing(after, 'none')}, as before${why === '' ? '' : ` (${why})`}`;
    case 'DECISION_NEW':
    case 'DECISION_LAPSED':
    case 'DECISION_WITHDRAWN':
      return `${change('decision')}${why === '' ? '' : ` (${why})`}`;
    case 'OBLIGATIONS':
      return change('obligations');
    case 'HOLDERS':
      return change('holders');
    case 'DEPENDENCY_ADDED':
      return `+ ${component} needs ${after.join(', ')}${why === 'unstated' ? ' (the first names nothing that it needs)' : ''}`;
    case 'DEPENDENCY_REMOVED':
      return `- ${component} needs ${before.join(', ')}${why === 'unstated' ? ' (the second names nothing that it needs)' : ''}`;
    case 'SERVICE_ADDED':
      return `+ service ${[component, ...after].join(', ')}`;
    case 'SERVICE_REMOVED':
      return `- service ${[component, ...before].join(', ')}`;
    case 'SERVICE_CHANGED':
      return `~ service ${component}: ${nothing(before, 'nothing')} -> ${nothing(after, 'nothing')}`;
    case 'FILE_ADDED':
      return `+ file ${component}`;
    case 'FILE_REMOVED':
      return `- file ${component}`;
    case 'FILE_CHANGED':
      return `~ file ${component}`;
  }
}
