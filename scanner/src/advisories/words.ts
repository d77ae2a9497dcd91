// Combines the records of a group into one vulnerability: chooses the texts to show and the score that counts. Pure.
//
//   What            | taken from
//   ----------------+-----------------------------------------------------------------------------------------------
//   score           | the first source in the given order that gives a vector of that CVSS version; null is unknown
//   severity V3     | of the CVSS 3 score; else of the CVSS 4 score; else the first source's word; else UNKNOWN
//   severity V2     | of the CVSS 2 score; else the first source's word (CRITICAL is HIGH there); else UNKNOWN
//   malware         | CRITICAL and HIGH, unless a source scores it
//   words           | the CVE's own record, else the record with the most words
//   withdrawn       | when every record of the group is
//
// A missing score is never 0, and an unknown severity never "low".
import { firstOf } from '../items.ts';
import type { Advisory, AdvisoryKind, SeverityLabel, SeverityStatement, VersionRange } from './advisory.ts';
import { labelOfScore } from './scores.ts';

export type VulnerabilitySeverity = SeverityLabel | 'UNKNOWN';

/** Supplier, CNA, ADP, NVD, distribution. A source that is not listed goes before NVD, like suppliers and CNAs. */
export const DEFAULT_SOURCE_ORDER: readonly string[] = [
  'OWN',
  'GHSA',
  '*',
  'CISA-ADP',
  'NVD',
  'REDHAT',
  'DEBIAN',
  'UBUNTU',
  'ALPINE',
];

/** The parts of a record that count here, without its packages. */
export type RecordWords = Omit<Advisory, 'affected'> & { feed: string };

interface Scored {
  score: number | null;
  vector: string;
  source: string;
}

export interface VulnerabilityWords {
  kind: AdvisoryKind;
  withdrawn: string | null;
  summary: string;
  description: string;
  source: string;
  url: string;
  published: string | null;
  modified: string | null;
  cwes: string[];
  v2: Scored;
  v3: Scored;
  v4: Scored;
  severityV2: VulnerabilitySeverity;
  severityV3: VulnerabilitySeverity;
  severitySource: string;
}

const UNSCORED: Scored = { score: null, vector: '', source: '' };

export function wordsOfGroup(
  head: string,
  records: readonly RecordWords[],
  order = DEFAULT_SOURCE_ORDER,
): VulnerabilityWords {
  const standing = records.filter(({ withdrawn }) => withdrawn === null);
  const counted = standing.length > 0 ? standing : records;
  const main = decidingRecord(head, counted);
  const statements = sortedStatements(
    counted.flatMap(({ severities }) => severities),
    order,
  );
  const scores = {
    v2: scoredBy(statements, 'CVSS_V2'),
    v3: scoredBy(statements, 'CVSS_V3'),
    v4: scoredBy(statements, 'CVSS_V4'),
  };
  const kind = kindOf(counted);
  return {
    kind,
    withdrawn: standing.length > 0 ? null : latest(records.map(({ withdrawn }) => withdrawn)),
    summary: main.summary,
    description: main.details || main.summary,
    source: main.feed,
    url: urlOf(head, main),
    published: earliest(counted.map(({ published }) => published)),
    modified: latest(counted.map(({ modified }) => modified)),
    cwes: [...new Set(counted.flatMap(({ cwes }) => cwes))],
    ...scores,
    ...severitiesOf(statements, scores, kind),
  };
}

/** A vulnerability is malware if any record says so, but a notice only if all records are notices. */
function kindOf(records: readonly RecordWords[]): AdvisoryKind {
  const kinds = records.map(({ kind }) => kind);
  if (kinds.includes('malware')) return 'malware';
  return kinds.length > 0 && kinds.every((kind) => kind === 'notice') ? 'notice' : 'vulnerability';
}

function decidingRecord(head: string, records: readonly RecordWords[]): RecordWords {
  const own = records.find(({ id, details, summary }) => id === head && (details || summary));
  return (
    own ??
    firstOf([...records].sort((a, b) => b.details.length + b.summary.length - a.details.length - a.summary.length))
  );
}

function sortedStatements(statements: readonly SeverityStatement[], order: readonly string[]): SeverityStatement[] {
  const others = order.indexOf('*');
  const placeOf = (source: string) => {
    const place = order.findIndex((one) => one.toUpperCase() === source.toUpperCase());
    return place !== -1 ? place : others === -1 ? order.length : others;
  };
  return [...statements].sort((a, b) => placeOf(a.source) - placeOf(b.source));
}

function scoredBy(statements: readonly SeverityStatement[], system: SeverityStatement['system']): Scored {
  const found = statements.find((one) => one.system === system && one.score !== null);
  return found ? { score: found.score, vector: found.vector, source: found.source } : UNSCORED;
}

function severitiesOf(
  statements: readonly SeverityStatement[],
  { v2, v3, v4 }: Record<'v2' | 'v3' | 'v4', Scored>,
  kind: AdvisoryKind,
): Pick<VulnerabilityWords, 'severityV2' | 'severityV3' | 'severitySource'> {
  const word = statements.find(({ label }) => label !== null);
  const label: VulnerabilitySeverity = word?.label ?? (kind === 'malware' ? 'CRITICAL' : 'UNKNOWN');
  const newest = v3.score !== null ? v3 : v4;
  const severityV3 = newest.score === null ? label : labelOfScore(newest.score);
  const wordV2: VulnerabilitySeverity = label === 'CRITICAL' ? 'HIGH' : label === 'NONE' ? 'UNKNOWN' : label;
  return {
    severityV3,
    severityV2: v2.score === null ? wordV2 : wordOfV2(v2.score),
    severitySource: newest.source || v2.source || (word?.source ?? ''),
  };
}

function urlOf(head: string, main: RecordWords): string {
  if (/^CVE-\d{4}-\d+$/.test(head)) return `https://www.cve.org/CVERecord?id=${head}`;
  if (/^GHSA-/.test(head)) return `https://github.com/advisories/${head}`;
  const preferred = main.references.find(({ type }) => type === 'ADVISORY') ?? main.references[0];
  return preferred?.url ?? (main.feed === 'own' ? '' : `https://osv.dev/vulnerability/${head}`);
}

function earliest(times: readonly (string | null)[]): string | null {
  return times.filter((time) => time !== null).sort()[0] ?? null;
}

function latest(times: readonly (string | null)[]): string | null {
  return (
    times
      .filter((time) => time !== null)
      .sort()
      .at(-1) ?? null
  );
}

/** CVSS 2 has three severities. */
function wordOfV2(score: number): VulnerabilitySeverity {
  if (score >= 7) return 'HIGH';
  return score >= 4 ? 'MEDIUM' : 'LOW';
}

/** `from 1.0.0, before 1.2.3 (fixed); from 2.0.0, up to 2.4.0`. */
export function rangeInWords({ kind, repo, events }: VersionRange): string {
  const words = events.map(({ event, version }) => {
    if (event === 'introduced') return version === '0' ? 'from the first version' : `from ${version}`;
    if (event === 'fixed') return `before ${version} (fixed)`;
    return event === 'last_affected' ? `up to ${version}` : `below ${version} (limit)`;
  });
  return `${kind === 'GIT' ? `commits of ${repo}: ` : ''}${words.join(', ')}`;
}
