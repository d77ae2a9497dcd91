// Checks packages against advisories without a database. Reads the advisories twice and keeps only those that concern
// the packages, so that half a million records need little memory. It matches in the same way as the server.
import type { Advisory, AdvisoryItem, AdvisoryKind, ExploitationNote } from './advisory.ts';
import { type Coverage, type CoverageFacts, coverageOf, type HeldData, nameKey } from './coverage.ts';
import { groupIds } from './groups.ts';
import { createHeldCount } from './held.ts';
import { candidateNames, countedAnswers, type MatchAnswer, matchPackage } from './matching.ts';
import { type PackageSubject, type SubjectFacts, subjectOf } from './names.ts';
import {
  DEFAULT_SOURCE_ORDER,
  type RecordWords,
  type VulnerabilitySeverity,
  type VulnerabilityWords,
  wordsOfGroup,
} from './words.ts';

export interface NamedItem {
  source: string;
  item: AdvisoryItem;
}

export interface CheckedVulnerability {
  purl: string;
  name: string;
  /** All names of the vulnerability. */
  names: string[];
  kind: AdvisoryKind;
  outcome: 'affected' | 'undetermined';
  severity: VulnerabilitySeverity;
  score: number | null;
  words: VulnerabilityWords;
  fixedIn: string[];
  isByCpe: boolean;
  exploitedBy: string[];
  epss: number | null;
  why: string[];
}

export interface CheckResult {
  vulnerabilities: CheckedVulnerability[];
  /** By package URL as it was given: whether it was compared, and with which data. */
  coverage: ReadonlyMap<string, Coverage>;
  /** What the advisories hold. */
  held: HeldData;
  /** Ecosystems that records speak of and that are not known here, with the number of records. */
  leftOut: ReadonlyMap<string, number>;
  records: number;
}

/** A file with its digests in lower-case hex. Records of malware name files by digest. */
export interface CheckedFile {
  path: string;
  sha256: string;
  sha1: string;
  md5: string;
}

/** `open` starts a walk over all advisories; it is called twice. */
export async function checkPackages(
  purls: readonly string[],
  open: () => AsyncIterable<NamedItem>,
  files: readonly CheckedFile[] = [],
  facts: (purl: string) => CoverageFacts & SubjectFacts = () => ({}),
): Promise<CheckResult> {
  const named = new Map([...new Set(purls)].map((purl) => [purl, subjectOf(purl, facts(purl))]));
  const subjects = [...named.values()].filter((one): one is PackageSubject => !('problem' in one));
  const wanted = new Set(
    subjects.flatMap((subject) => candidateNames(subject).map(({ type, name }) => nameKey(type, name))),
  );
  const digests = filesByDigest(files);
  const { kept, keys, records, held, leftOut } = await recordsNaming(wanted, digests, open());
  const coverage = new Map(
    [...named].map(([purl, subject]) => [purl, coverageOf(subject, held, facts(purl))] as const),
  );
  const { others, exploited, predictions } = await signalsOf(keys, kept, open());
  const words = [...kept, ...others];
  const { groups } = groupIds(words.map(({ advisory }) => ({ id: advisory.id, aliases: advisory.aliases })));
  const byId = Map.groupBy(words, ({ advisory }) => advisory.id.toLowerCase());
  const vulnerabilities = groups.flatMap((group) => {
    const members = group.names.flatMap((name) => byId.get(name.toLowerCase()) ?? []);
    if (members.length === 0) return [];
    const words = wordsOfGroup(
      group.head,
      members.map(({ source, advisory }): RecordWords => ({ ...advisory, feed: source })),
      DEFAULT_SOURCE_ORDER,
    );
    if (words.kind === 'notice') return [];
    const asserters = group.names.flatMap((name) => exploited.get(name.toLowerCase()) ?? []);
    const scores = group.names.flatMap((name) => predictions.get(name.toLowerCase()) ?? []);
    const said = {
      name: group.head,
      names: group.names,
      kind: words.kind,
      // Old records have only a score of CVSS 2. It is better than none.
      severity: words.severityV3 === 'UNKNOWN' ? words.severityV2 : words.severityV3,
      score: words.v3.score ?? words.v4.score ?? (words.severityV3 === 'UNKNOWN' ? words.v2.score : null),
      words,
      exploitedBy: [...new Set(asserters.map(({ asserter }) => asserter))].sort(),
      epss: scores.length === 0 ? null : Math.max(...scores),
    };
    const advisories = members.map(({ advisory }) => advisory);
    return [
      ...subjects.flatMap((subject): CheckedVulnerability[] => {
        const answer = answerOf(subject, advisories);
        return answer === undefined ? [] : [{ ...answer, ...said, purl: subject.purl }];
      }),
      ...maliciousFiles(advisories, digests).map(
        ({ file, why }): CheckedVulnerability => ({
          ...said,
          outcome: 'affected',
          fixedIn: [],
          isByCpe: false,
          why,
          purl: purlOfFile(file),
        }),
      ),
    ];
  });
  return { vulnerabilities: vulnerabilities.sort(gravestFirst), coverage, held, leftOut, records };
}

/** A file that a record calls malicious, in the form of a package, so that reports can name it. */
export function purlOfFile({ path, sha256 }: Pick<CheckedFile, 'path' | 'sha256'>): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return `pkg:generic/${encodeURIComponent(name)}?checksum=sha256:${sha256}`;
}

type FilesByDigest = ReadonlyMap<string, readonly CheckedFile[]>;

function filesByDigest(files: readonly CheckedFile[]): FilesByDigest {
  const found = new Map<string, CheckedFile[]>();
  for (const file of files)
    for (const digest of [file.sha256, file.sha1, file.md5]) if (digest !== '') push(found, digest, file);
  return found;
}

function maliciousFiles(advisories: readonly Advisory[], digests: FilesByDigest) {
  const found = new Map<string, { file: CheckedFile; why: string[] }>();
  for (const { id, withdrawn, affected } of advisories) {
    if (withdrawn !== null) continue;
    for (const digest of affected.flatMap((one) => one.digests)) {
      for (const file of digests.get(digest) ?? []) {
        const one = found.get(purlOfFile(file)) ?? { file, why: [] };
        found.set(purlOfFile(file), one);
        one.why.push(`${id}: The file ${file.path} has the digest ${digest}, which the record calls malicious.`);
      }
    }
  }
  return [...found.values()];
}

interface Kept {
  source: string;
  advisory: Advisory;
}

async function recordsNaming(wanted: ReadonlySet<string>, digests: FilesByDigest, items: AsyncIterable<NamedItem>) {
  const kept: Kept[] = [];
  const keys = new Set<string>();
  const held = createHeldCount(wanted);
  const leftOut = new Map<string, number>();
  let records = 0;
  for await (const { source, item } of items) {
    if (item.type !== 'advisory') continue;
    records++;
    held.add(source, item);
    for (const ecosystem of item.advisory.leftOut ?? []) leftOut.set(ecosystem, (leftOut.get(ecosystem) ?? 0) + 1);
    const affected = item.advisory.affected.filter(
      (one) => wanted.has(nameKey(one.type, one.name)) || one.digests.some((digest) => digests.has(digest)),
    );
    if (affected.length === 0) continue;
    kept.push({ source, advisory: { ...item.advisory, affected } });
    for (const name of [item.advisory.id, ...item.advisory.aliases]) keys.add(name.toLowerCase());
  }
  return { kept, keys, records, held: held.finish(), leftOut };
}

/** Statements of other records about the same vulnerabilities: scores of the CVE list, catalogues of exploited ones. */
async function signalsOf(keys: ReadonlySet<string>, kept: readonly Kept[], items: AsyncIterable<NamedItem>) {
  const others: Kept[] = [];
  const exploited = new Map<string, ExploitationNote[]>();
  const predictions = new Map<string, number[]>();
  const known = new Set(kept.map(({ source, advisory }) => `${source} ${advisory.id}`));
  for await (const { source, item } of items) {
    if (item.type === 'advisory') {
      const isNamed = [item.advisory.id, ...item.advisory.aliases].some((name) => keys.has(name.toLowerCase()));
      if (isNamed && !known.has(`${source} ${item.advisory.id}`))
        others.push({ source, advisory: { ...item.advisory, affected: [] } });
    } else if (item.type === 'exploitation') {
      for (const name of [item.exploitation.id, ...item.exploitation.aliases]) push(exploited, name, item.exploitation);
    } else if (item.type === 'prediction' && keys.has(item.prediction.id.toLowerCase()))
      push(predictions, item.prediction.id, item.prediction.score);
  }
  return { others, exploited, predictions };
}

function push<Value>(map: Map<string, Value[]>, name: string, value: Value): void {
  const key = name.toLowerCase();
  const before = map.get(key);
  if (before) before.push(value);
  else map.set(key, [value]);
}

function answerOf(subject: PackageSubject, advisories: readonly Advisory[]) {
  const answered = advisories
    .filter(({ withdrawn }) => withdrawn === null)
    .flatMap(({ id, affected }) =>
      affected
        .filter((one) => candidateNames(subject).some(({ type, name }) => type === one.type && name === one.name))
        .map((one) => {
          const why: string[] = [];
          const answer = matchPackage(subject, one, (sentence) => why.push(sentence));
          return { id, answer, why };
        }),
    );
  const counted = countedAnswers<{ id: string; answer: MatchAnswer; why: string[] }>(answered);
  const outcome = (['affected', 'undetermined'] as const).find((one) =>
    counted.some(({ answer }) => answer.outcome === one),
  );
  if (outcome === undefined) return undefined;
  const decisive = counted.filter(({ answer }) => answer.outcome === outcome);
  return {
    outcome,
    fixedIn: [...new Set(decisive.flatMap(({ answer }) => answer.fixedIn))].sort(),
    isByCpe: decisive.every(({ answer }) => answer.isByCpe),
    why: decisive.flatMap(({ id, why }) => why.map((step) => `${id}: ${step}`)),
  };
}

const GRAVITY: readonly VulnerabilitySeverity[] = ['CRITICAL', 'HIGH', 'MEDIUM', 'UNKNOWN', 'LOW', 'NONE'];

function gravestFirst(a: CheckedVulnerability, b: CheckedVulnerability): number {
  if (a.outcome !== b.outcome) return a.outcome === 'affected' ? -1 : 1;
  const bySeverity = GRAVITY.indexOf(a.severity) - GRAVITY.indexOf(b.severity);
  return (
    bySeverity ||
    (b.score ?? 0) - (a.score ?? 0) ||
    (a.purl < b.purl ? -1 : a.purl > b.purl ? 1 : a.name < b.name ? -1 : 1)
  );
}
