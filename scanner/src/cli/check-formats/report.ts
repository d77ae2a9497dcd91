// The result of a check, before it is written in a format.
import {
  ageOfCoverage,
  type CheckedVulnerability,
  type Coverage,
  isFresh,
  type NotCompared,
  notComparedGroups,
  notComparedInWords,
  type PackageState,
} from '../../advisories/index.ts';
import type { DistributionLike } from '../../findings.ts';
import { type CheckDecision, isClosing } from '../decisions/model.ts';

/** A package as the source names it. */
export interface GivenPackage {
  /** The package URL by which it is compared; '' if nothing identifies it. */
  identity: string;
  /** What people are shown: its package URL, its own name if it has none, or the path of a file that could not be read. */
  shown: string;
  /** '' if it has none. */
  purl: string;
  /** The CPE by which alone it is known; else ''. */
  cpe: string;
  files: readonly string[];
  isDirect: boolean | undefined;
  namesSources: boolean;
  /** Distributions from which that of the package says that it is made; absent for none. */
  like?: readonly DistributionLike[];
  /** Not a package but a file that could not be read. */
  unread: NotCompared | undefined;
}

export interface CheckedPackage extends GivenPackage {
  coverage: Coverage;
  /** decided: all that was found is closed by a decision, or was in the baseline. */
  state: PackageState | 'decided';
}

/** A vulnerability of one component, with the component's own names. */
export interface FoundVulnerability extends CheckedVulnerability {
  shown: string;
  identity: string;
  /** '' if the component has none. */
  purl: string;
  cpe: string;
  decision?: CheckDecision | undefined;
  /** The baseline has it already. */
  isInBaseline?: boolean;
}

/** It counts: no decision closes it, and it is new if there is a baseline. */
export const isOpen = ({ decision, isInBaseline }: FoundVulnerability): boolean =>
  isInBaseline !== true && (decision === undefined || !isClosing(decision));

export interface CheckReport {
  subject: string;
  documentId: string;
  createdAt: Date;
  tool: { name: string; version: string };
  /** Data whose newest record is older than so many days are stale; 0: never. */
  mostDays: number;
  packages: readonly CheckedPackage[];
  /** The SBOM that was read, or that was made of a scan; undefined if there is none. */
  document: unknown;
  vulnerabilities: readonly FoundVulnerability[];
  /** Name of the file; '' if there is none. */
  baseline: string;
  /** Sentences about decisions that have ended and are still needed. */
  endedDecisions: readonly string[];
  advisories: {
    records: number;
    sources: readonly AdvisorySourceAge[];
    /** Ecosystems that are not known here, with the number of records. */
    leftOut: readonly { ecosystem: string; records: number }[];
    /** Files of which something could not be read. */
    unreadFiles: readonly string[];
  };
}

interface AdvisorySourceAge {
  name: string;
  /** Blank for files without a date of download. */
  dataAsOf: string;
}

/** The date of the oldest source. Null if one source has no date. */
export function dataAsOf({ advisories: { sources } }: CheckReport): string | null {
  const ages = sources.map((one) => one.dataAsOf).sort();
  return ages[0] || null;
}

/** Shown beside every figure: a 0 proves nothing if nobody knows how old the data is. */
export function ageInWords({ advisories: { records, sources } }: CheckReport): string {
  const ages = sources.map(
    ({ name, dataAsOf: at }) => `${name} ${at === '' ? 'of unknown age' : `of ${at.slice(0, 10)}`}`,
  );
  return `${records} records (${ages.join(', ')})`;
}

export function coveragesOf({ packages }: CheckReport): Coverage[] {
  return packages.map(({ coverage }) => coverage);
}

export interface CheckCounts {
  packages: number;
  affected: number;
  undetermined: number;
  /** Packages of which nothing that was found counts any more. */
  decided: number;
  notCompared: number;
  stale: number;
  withoutKnownVulnerability: number;
}

/** A package may be affected and not compared, for example if its version is unknown and a record names all versions. */
export function countsOf(report: CheckReport): CheckCounts {
  const inState = (state: CheckedPackage['state']) => report.packages.filter((one) => one.state === state).length;
  return {
    packages: report.packages.length,
    affected: inState('affected'),
    undetermined: inState('undetermined'),
    decided: inState('decided'),
    notCompared: report.packages.filter(({ coverage }) => coverage.state === 'not-compared').length,
    stale: stalePackages(report).length,
    withoutKnownVulnerability: inState('no-known-vulnerability'),
  };
}

/** Packages that were compared with data that is too old, or of unknown age. */
export function stalePackages({ packages, createdAt, mostDays }: CheckReport): CheckedPackage[] {
  return packages.filter(
    ({ coverage }) =>
      coverage.state === 'compared' && coverage.data.length > 0 && !isFresh(coverage, createdAt, mostDays),
  );
}

/** `3 of 5 compared with old data: npm of 2019-03-01, Go of unknown age (more than 7 days)`. '' if all data is fresh. */
export function staleInWords(report: CheckReport): string {
  const stale = stalePackages(report);
  if (stale.length === 0) return '';
  const ages = new Set(
    stale.flatMap(({ coverage }) => {
      if (coverage.state !== 'compared') return [];
      const age = ageOfCoverage(coverage);
      return [`${coverage.ecosystem} ${age === null ? 'of unknown age' : `of ${age.slice(0, 10)}`}`];
    }),
  );
  const shown = [...ages].sort();
  const more = shown.length > MOST_NAMED ? ` and ${shown.length - MOST_NAMED} more` : '';
  return `${stale.length} of ${report.packages.length} compared with data whose newest record is more than ${report.mostDays} days old: ${shown.slice(0, MOST_NAMED).join(', ')}${more}`;
}

const MOST_NAMED = 5;

/** `3 vulnerabilities do not count: 2 by acme.vex.json, 1 known before (old.json).` '' if all count. */
export function decidedSentence({ vulnerabilities, baseline }: CheckReport): string {
  const closed = vulnerabilities.filter((one) => !isOpen(one));
  if (closed.length === 0) return '';
  const by = Map.groupBy(closed, ({ decision }) =>
    decision !== undefined && isClosing(decision) ? `by ${decision.source}` : `known before (${baseline})`,
  );
  const parts = [...by].map(([words, all]) => `${all.length} ${words}`);
  return `${closed.length} ${closed.length === 1 ? 'vulnerability does' : 'vulnerabilities do'} not count: ${parts.join(', ')}.`;
}

/** '' if every package was compared; else the sentence with the reasons, and the first names. */
export function notComparedSentence(report: CheckReport): string {
  const all = report.packages.filter(({ coverage }) => coverage.state === 'not-compared');
  if (all.length === 0) return '';
  const names = all.slice(0, MOST_NAMED).map(({ shown }) => shown);
  const more = all.length > MOST_NAMED ? ` and ${all.length - MOST_NAMED} more` : '';
  const words = notComparedInWords(notComparedGroups(coveragesOf(report)), report.packages.length);
  return `${words}. These are ${names.join(', ')}${more}.`;
}

/** Written only where every package was compared with fresh data, and nothing was found. */
export function allClear(report: CheckReport): string {
  const { packages, affected, undetermined, notCompared, stale } = countsOf(report);
  if (packages === 0 || affected + undetermined + notCompared + stale > 0) return '';
  if (report.vulnerabilities.length > 0) return '';
  return `No known vulnerability: ${packages === 1 ? 'the one package was' : `all ${packages} packages were`} compared with fresh data.`;
}

/** How some packages were compared: by CPE only, or as a package of another distribution. */
export function notesOf({ packages }: CheckReport): string[] {
  const notes = Map.groupBy(
    packages.filter(({ coverage }) => coverage.state === 'compared' && coverage.note !== ''),
    ({ coverage }) => (coverage.state === 'compared' ? coverage.note : ''),
  );
  return [...notes].map(
    ([note, all]) => `${all.length === 1 ? (all[0]?.shown ?? '') : `${all.length} packages`}: ${note}`,
  );
}

/** '' if every ecosystem of the advisories is known. */
export function leftOutInWords({ advisories: { leftOut, unreadFiles } }: CheckReport): string {
  const ecosystems = [...leftOut]
    .sort((a, b) => b.records - a.records || (a.ecosystem < b.ecosystem ? -1 : 1))
    .map(({ ecosystem, records }) => `${ecosystem} (${records} ${records === 1 ? 'record' : 'records'})`);
  const parts = [
    ...(ecosystems.length === 0 ? [] : [`ecosystems that are not known here were skipped: ${ecosystems.join(', ')}`]),
    ...(unreadFiles.length === 0
      ? []
      : [
          `${unreadFiles.length} ${unreadFiles.length === 1 ? 'file' : 'files'} of advisories could not be read whole: ${unreadFiles.slice(0, MOST_NAMED).join(', ')}${unreadFiles.length > MOST_NAMED ? ' and others' : ''}`,
        ]),
  ];
  return parts.length === 0 ? '' : `of the advisories, ${parts.join('; ')}.`;
}

export interface UsedData {
  ecosystem: string;
  source: string;
  records: number;
  newest: string | null;
  isStale: boolean;
}

/** What the packages were compared with: a row for each ecosystem (and release) and source. */
export function usedData(report: CheckReport): UsedData[] {
  const rows = new Map<string, UsedData>();
  for (const coverage of coveragesOf(report)) {
    if (coverage.state !== 'compared') continue;
    const { ecosystem, data } = coverage;
    for (const one of data)
      rows.set(`${ecosystem}\n${one.source}`, {
        ecosystem,
        ...one,
        isStale: !isFresh({ ...coverage, data: [one] }, report.createdAt, report.mostDays),
      });
  }
  return [...rows].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
}
