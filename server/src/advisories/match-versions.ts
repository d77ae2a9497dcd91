// Matches versions of the library with the stored advisories, and writes the differences. Code that changes either side calls this in the same
// transaction, under the lock that separates matching and imports.
import {
  candidateNames,
  countedAnswers,
  coverageOf,
  type HeldData,
  type MatchAnswer,
  matchPackage,
  nameKey,
  type PackageSubject,
  purlOfCpe,
  subjectOf,
} from '@assay/scanner/advisories';
import { valueFor } from '@assay/scanner/items';
import { lockRules, settleVersions } from '../analysis-rules/settle.ts';
import { settleVex } from '../analysis-rules/settle-vex.ts';
import { type CoverageRow, writeCoverage } from '../db/advisories/coverage.ts';
import { type Holding, readHeldParts } from '../db/advisories/holdings.ts';
import {
  type CandidateRow,
  endMatches,
  listCandidates,
  listMatches,
  listVersionRows,
  type MatchRow,
  noteNews,
  refreshExposuresOfVersions,
  type SubjectRow,
  takeUnmatched,
  takeUnmatchedOf,
  type VersionRow,
  writeMatches,
  writeSubjects,
} from '../db/advisories/matches.ts';
import { ADVISORIES_LOCK, lockSharedUntilEnd } from '../db/postgres/advisory-locks.ts';
import type { Db, Tx } from '../db/postgres/connection.ts';
import { partsOf } from '../db/postgres/parts.ts';
import { knownVersionName } from '../domain/inventories/inventory.ts';
import { matchOutcomes } from '../domain/vulnerabilities/vulnerability.ts';

const VERSIONS_AT_ONCE = 2000;

export interface MatchCounts {
  versions: number;
  added: number;
  ended: number;
}

/** Matches new and changed versions of the transaction, so that their items have their vulnerabilities at once. */
export async function matchNewVersions(tx: Tx, versionIds: readonly number[]): Promise<void> {
  await lockSharedUntilEnd(tx, ADVISORIES_LOCK);
  for (const part of partsOf([...new Set(versionIds)])) {
    const waiting = await takeUnmatchedOf(tx, part);
    if (waiting.length > 0) await matchVersions(tx, waiting, { isNews: false });
  }
}

/** Matches waiting versions: from edits, custom versions and imports. True if there may be more. */
export async function matchWaiting(db: Db): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    await lockSharedUntilEnd(tx, ADVISORIES_LOCK);
    const waiting = await takeUnmatched(tx, VERSIONS_AT_ONCE);
    if (waiting.length > 0) await matchVersions(tx, waiting, { isNews: false });
    return waiting.length === VERSIONS_AT_ONCE;
  });
}

/** `isNews`: the advisories have changed, so people are notified of new vulnerabilities. */
export async function matchVersions(
  tx: Tx,
  versionIds: readonly number[],
  { isNews }: { isNews: boolean },
): Promise<MatchCounts> {
  const counts = { versions: versionIds.length, added: 0, ended: 0 };
  await lockRules(tx);
  for (const part of partsOf(versionIds, VERSIONS_AT_ONCE)) {
    const { added, ended } = await matchPart(tx, part, isNews);
    counts.added += added;
    counts.ended += ended;
  }
  return counts;
}

async function matchPart(
  tx: Tx,
  versionIds: readonly number[],
  isNews: boolean,
): Promise<{ added: number; ended: number }> {
  const rows = await listVersionRows(tx, versionIds);
  const read = new Map(rows.map((row) => [row.id, subjectOfVersion(row)]));
  const subjects = new Map([...read].map(([id, one]) => [id, 'problem' in one ? undefined : one]));
  await writeSubjects(
    tx,
    rows.flatMap((row) => subjectRow(row.id, subjects.get(row.id))),
    rows.flatMap(({ id }) => (subjects.get(id) ? [] : [id])),
  );
  const candidates = await candidatesOf(tx, [...subjects.values()]);
  const held = { ...(await readHeldParts(tx)), names: new Set(candidates.keys()) };
  await writeCoverage(
    tx,
    rows.map((row) => coverageRow(row, valueFor(read, row.id), held)),
  );
  const before = Map.groupBy(await listMatches(tx, versionIds), ({ versionId }) => versionId);
  const written: MatchRow[] = [];
  const ended: MatchRow[] = [];
  const news: MatchRow[] = [];
  for (const { id } of rows) {
    const subject = subjects.get(id);
    const now = subject ? matchesOf(id, subject, candidates) : [];
    const old = before.get(id) ?? [];
    written.push(...now.filter((one) => !old.some((other) => isSame(one, other))));
    ended.push(...old.filter((one) => !now.some(({ vulnerabilityId }) => vulnerabilityId === one.vulnerabilityId)));
    news.push(...now.filter((one) => one.outcome === 'affected' && !old.some((other) => isKnownAs(one, other))));
  }
  await writeMatches(tx, written);
  await endMatches(tx, ended);
  await settleVex(tx, versionIds);
  await settleVersions(tx, versionIds);
  await refreshExposuresOfVersions(tx, [...new Set([...written, ...ended].map(({ versionId }) => versionId))]);
  if (isNews) await noteNews(tx, news);
  return { added: news.length, ended: ended.length };
}

/** A component without a package URL is known only by its CPE, or by its name, which a CPE of an advisory may have. */
function subjectOfVersion(version: VersionRow): PackageSubject | { problem: string } {
  const name = knownVersionName(version.name);
  if (version.purl) return subjectOf(version.purl, { like: version.like ?? [] });
  const { componentPurl, componentName, cpe } = version;
  const base = componentPurl ?? (purlOfCpe(cpe) || `pkg:generic/${encodeURIComponent(componentName)}`);
  return subjectOf(name === '' || base.includes('@') ? base : `${base}@${encodeURIComponent(name)}`);
}

/** Every version has a row: one that was not compared says why. */
function coverageRow(
  { id: versionId, namesSources }: VersionRow,
  subject: PackageSubject | { problem: string },
  held: Omit<HeldData, 'parts'> & { parts: readonly Holding[] },
): CoverageRow {
  const found = coverageOf(subject, held, { namesSources });
  if (found.state === 'not-compared') {
    const { reason, inShort, sentence } = found;
    return { versionId, reason, inShort, sentence, note: '', holdingIds: [] };
  }
  const used = new Set<unknown>(found.parts);
  const holdingIds = held.parts.filter((one) => used.has(one)).map(({ id }) => id);
  return {
    versionId,
    reason: '',
    inShort: '',
    sentence: '',
    note: found.note,
    holdingIds: holdingIds.sort((a, b) => a - b),
  };
}

function subjectRow(versionId: number, subject: PackageSubject | undefined): SubjectRow[] {
  if (!subject) return [];
  const others = candidateNames(subject).filter(
    ({ type, name }) => type !== 'git' && !(type === subject.type && name === subject.name),
  );
  const { purl, type, name, repository } = subject;
  return [{ versionId, purl, type, name, otherNames: [...new Set(others.map((one) => one.name))], repository }];
}

async function candidatesOf(
  tx: Tx,
  subjects: readonly (PackageSubject | undefined)[],
): Promise<Map<string, CandidateRow[]>> {
  const names = new Map(
    subjects
      .flatMap((subject) => (subject ? candidateNames(subject) : []))
      .map((name) => [nameKey(name.type, name.name), name]),
  );
  return Map.groupBy(await listCandidates(tx, [...names.values()]), ({ type, name }) => nameKey(type, name));
}

function matchesOf(
  versionId: number,
  subject: PackageSubject,
  candidates: ReadonlyMap<string, CandidateRow[]>,
): MatchRow[] {
  const entries = candidateNames(subject).flatMap(({ type, name }) => candidates.get(nameKey(type, name)) ?? []);
  const answered = entries.map((entry) => ({ ...entry, answer: matchPackage(subject, entry.affected) }));
  return [...Map.groupBy(answered, ({ vulnerabilityId }) => vulnerabilityId)].flatMap(([vulnerabilityId, all]) => {
    const counted = countedAnswers(all);
    const outcome = matchOutcomes.find((one) => counted.some(({ answer }) => answer.outcome === one));
    if (outcome === undefined) return [];
    const decisive = counted.filter(({ answer }) => answer.outcome === outcome);
    return [{ versionId, vulnerabilityId, outcome, ...detailsOf(decisive) }];
  });
}

function detailsOf(
  decisive: readonly { advisoryId: number; answer: MatchAnswer }[],
): Pick<MatchRow, 'advisoryIds' | 'fixedIn' | 'isByCpe'> {
  return {
    advisoryIds: [...new Set(decisive.map(({ advisoryId }) => advisoryId))].sort((a, b) => a - b),
    fixedIn: [...new Set(decisive.flatMap(({ answer }) => answer.fixedIn))].sort(),
    isByCpe: decisive.every(({ answer }) => answer.isByCpe),
  };
}

function isSame(a: MatchRow, b: MatchRow): boolean {
  return (
    a.vulnerabilityId === b.vulnerabilityId &&
    a.outcome === b.outcome &&
    a.isByCpe === b.isByCpe &&
    String(a.advisoryIds) === String(b.advisoryIds) &&
    String(a.fixedIn) === String(b.fixedIn)
  );
}

/** The same vulnerability, or one that the same record described under another name. */
function isKnownAs(now: MatchRow, before: MatchRow): boolean {
  if (before.outcome !== 'affected') return false;
  return (
    now.vulnerabilityId === before.vulnerabilityId || now.advisoryIds.some((id) => before.advisoryIds.includes(id))
  );
}
