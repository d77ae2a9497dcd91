// The result of a check, before it is written in a format.
import type { CheckedVulnerability } from '../../advisories/index.ts';

export interface CheckedPackage {
  purl: string;
  files: readonly string[];
  isDirect: boolean | undefined;
}

export interface CheckReport {
  subject: string;
  documentId: string;
  createdAt: Date;
  tool: { name: string; version: string };
  packages: readonly CheckedPackage[];
  /** Names of components that nothing identifies: the check says nothing about them. */
  unnamed: readonly string[];
  /** The SBOM that was read; undefined for a folder or archive. */
  document: unknown;
  vulnerabilities: readonly CheckedVulnerability[];
  advisories: { records: number; sources: readonly AdvisorySourceAge[] };
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

const MOST_UNNAMED = 5;

/** '' if every component was compared. */
export function notComparedInWords({ unnamed }: CheckReport): string {
  if (unnamed.length === 0) return '';
  const more = unnamed.length > MOST_UNNAMED ? ` and ${unnamed.length - MOST_UNNAMED} more` : '';
  const names = `${unnamed.slice(0, MOST_UNNAMED).join(', ')}${more}`;
  return `${unnamed.length} ${unnamed.length === 1 ? 'component was' : 'components were'} not compared, because neither a package URL nor a CPE names ${unnamed.length === 1 ? 'it' : 'them'}: ${names}.`;
}
