// Decides whether an advisory affects this version of a package, and why. Follows OSV's evaluation: sort the events in the order of the
// ecosystem's versions; the last event at or before the version decides (range-events.ts). Pure.
//
//   What is known                                    | Outcome
//   -------------------------------------------------+---------------
//   the advisory is withdrawn                        | not affected, with a note
//   the record lists the version as unaffected       | not affected
//   the record lists the version or a range holds it | affected
//   the record neither lists nor holds the version   | not affected
//   every version is affected                        | affected, even if the version is unknown
//   the version is unknown or no version ("master")  | undetermined
//   only git ranges, and the version is no commit    | undetermined
//   a commit that the record names                   | affected if the flaw begins there, not if it ends there
//   any other commit                                 | undetermined
//   every version, but an end in the project's own   | the project's own versions decide, if comparable
//   the release of the distribution is unknown       | undetermined
//   a derivative of the distribution                 | as for the distribution, but undetermined where affected
//   another stream of the module, another kernel     | not affected: the record is not for it
//   a module whose stream is unknown                 | undetermined where affected
//   only an epoch decides, and one side has none     | undetermined
//   only a CPE names the product                     | as above, marked; only for items without an ecosystem
//   a CPE of the same name, vendor unconfirmed       | undetermined if its versions hold the version
//   a CPE for one system or on a platform alone      | undetermined if its versions hold the version
//   versions in words, or a range that ends in words | undetermined
//   tags of the repository of the sources            | the tags decide; undetermined between them
//
// Undetermined is never shown as safe.
import { firstOf, lastOf } from '../items.ts';
import type { Advisory, AffectedPackage, VersionRange } from './advisory.ts';
import { matchCommit } from './commits.ts';
import { byProduct, conditionOf } from './cpe-products.ts';
import { DERIVATIVES } from './ecosystems.ts';
import { withoutEpochs } from './epochs.ts';
import { comparableName, distributionOf, type PackageSubject } from './names.ts';
import { orderOf, type VersionOrder } from './orders.ts';
import { comparableRange, hasNoEnd } from './own-versions.ts';
import { NAMELESS_TYPES, versionOfTag } from './products.ts';
import { fixesAfter, isOpenStart, rangeHolds, type Say } from './range-events.ts';
import { streamFits } from './streams.ts';

export type MatchOutcome = 'affected' | 'not-affected' | 'undetermined';

export interface MatchAnswer {
  outcome: MatchOutcome;
  /** True for `affected` alone. */
  matched: boolean;
  /** The steps, each a sentence. */
  why: string[];
  /** For each range that contains the version, the first later version that the record states to be fixed. */
  fixedIn: string[];
  /** Only a CPE identified the product. */
  isByCpe: boolean;
  /**
   * `base`: the record is for the plain release and the package for one with extended support; a record for the latter wins. `other`: the record is
   * for another release and does not apply.
   */
  release: 'exact' | 'base' | 'other';
}

const silent: Say = () => undefined;

export function matchAdvisory(subject: PackageSubject, advisory: Advisory): MatchAnswer {
  const why: string[] = [];
  const say: Say = (sentence) => void why.push(sentence);
  const none = { fixedIn: [], isByCpe: false, release: 'other' as const };
  if (advisory.withdrawn !== null) {
    say(`${advisory.id} was withdrawn on ${advisory.withdrawn.slice(0, 10)}, so it affects nothing.`);
    return { ...none, outcome: 'not-affected', matched: false, why };
  }
  if (advisory.kind === 'notice')
    say(`${advisory.id} is a notice, for example that a package has no maintainer; it is not a vulnerability.`);
  const candidates = advisory.affected.filter((one) => namesSubject(one, subject) !== undefined);
  if (candidates.length === 0) {
    say(`${advisory.id} does not name ${subject.type} ${subject.name}. ${namedBy(advisory)}`);
    return { ...none, outcome: 'not-affected', matched: false, why };
  }
  const answers = candidates.map((one) => matchPackage(subject, one, say));
  const strongest = strongestOf(answers);
  return { ...strongest, fixedIn: [...new Set(answers.flatMap(({ fixedIn }) => fixedIn))], why };
}

function namedBy(advisory: Advisory): string {
  const names = [...new Set(advisory.affected.map((one) => `${one.type} ${one.name}`))];
  if (names.length === 0) return 'It names no package at all.';
  return `It names ${names.slice(0, 5).join(', ')}${names.length > 5 ? ` and ${names.length - 5} more` : ''}.`;
}

function strongestOf(answers: readonly MatchAnswer[]): MatchAnswer {
  const counted = countedAnswers(answers.map((answer) => ({ answer }))).map(({ answer }) => answer);
  for (const outcome of ['affected', 'undetermined'] as const) {
    const found = counted.find((one) => one.outcome === outcome);
    if (found) return found;
  }
  return firstOf(counted);
}

/** The name by which an entry means the package: its own, or its source package's. */
function namesSubject(
  affected: AffectedPackage,
  subject: PackageSubject,
): 'itself' | 'source' | 'parent' | 'cpe' | 'name' | 'repository' | undefined {
  if (affected.type === 'cpe') return byProduct(affected, subject);
  if (affected.type === 'git' && subject.repository !== '')
    return affected.name === subject.repository ? 'repository' : undefined;
  if (affected.type !== subject.type) return undefined;
  if (affected.name === subject.name) return 'itself';
  if (subject.source?.name === affected.name) return 'source';
  return parentNames(subject).includes(affected.name) ? 'parent' : undefined;
}

/** The package and its source as the distribution names them from which this one is derived. */
function parentNames({ parent, source }: PackageSubject): string[] {
  if (parent === undefined) return [];
  const inParent = (name: string) => `${distributionOf(parent.name)}/${name.slice(name.indexOf('/') + 1)}`;
  return [parent.name, ...(source === undefined ? [] : [inParent(source.name)])];
}

/** The answer of one entry of `affected` that names the package. Reports its steps only if the caller listens. */
export function matchPackage(subject: PackageSubject, affected: AffectedPackage, say: Say = silent): MatchAnswer {
  const by = namesSubject(affected, subject);
  const isSource = by === 'source' || (by === 'parent' && affected.name !== subject.parent?.name);
  const version = isSource ? (subject.source?.version ?? '') : subject.version;
  const base = {
    fixedIn: [],
    isByCpe: by === 'cpe' || by === 'name',
    release: 'exact' as MatchAnswer['release'],
    why: [],
  };
  const answer = (outcome: MatchOutcome, more: Partial<MatchAnswer> = {}): MatchAnswer => ({
    ...base,
    ...more,
    outcome,
    matched: outcome === 'affected',
  });
  if (by === 'source') say(`The package is built from the source package ${affected.writtenName} ${version}.`);
  if (base.isByCpe) say(`Only a CPE names the product (${affected.writtenName}): no package URL confirms it.`);
  if (by === 'repository') say(`Its sources are in ${affected.name}, the repository that the record names.`);
  if (by === 'parent') sayParent(affected, subject, say);
  const stream = streamFits(affected, subject, version, say);
  if (stream === 'no') return answer('not-affected', { release: 'other' });
  const release = releaseFits(affected, by === 'parent' ? (subject.parent?.release ?? '') : subject.release, say);
  if (release === 'no') return answer('not-affected', { release: 'other' });
  if (release === 'unknown') return answer('undetermined');
  base.release = release === 'base' ? 'base' : 'exact';
  const order = orderOf(affected.type === 'cpe' ? subject.type : affected.type);
  const found =
    byCommit(subject, affected, order, say) ??
    (by === 'repository' ? matchTags(version, affected, order, say) : matchByEpoch(version, affected, order, say));
  if (by === 'name' && found.outcome === 'affected') {
    say(`Only the name is the same: it is not known whether this is the product of ${affected.vendor}.`);
    return answer('undetermined', { fixedIn: found.fixedIn });
  }
  if (by === 'parent' && found.outcome === 'affected') {
    say('The distribution may have changed the package, so this decides nothing about it.');
    return answer('undetermined', { fixedIn: found.fixedIn });
  }
  if (stream === 'unknown' && found.outcome === 'affected') return answer('undetermined', { fixedIn: found.fixedIn });
  const condition = conditionOf(affected);
  if (base.isByCpe && found.outcome === 'affected' && condition !== '') {
    say(`The product is vulnerable only ${condition}, which is not known here.`);
    return answer('undetermined', { fixedIn: found.fixedIn });
  }
  return answer(found.outcome, { fixedIn: found.fixedIn });
}

/** undefined when the version has to decide: the commit is unknown, or the record does not name it and the package also has a version. */
function byCommit(
  subject: PackageSubject,
  affected: AffectedPackage,
  order: VersionOrder,
  say: Say,
): VersionAnswer | undefined {
  if (subject.commit === '') return undefined;
  const isPlainVersion = subject.version.toLowerCase() !== subject.commit && order.isVersion(subject.version);
  const found = matchCommit(subject, affected);
  if (found === undefined) {
    if (isPlainVersion || affected.ranges.some(hasNoEnd)) return undefined;
    if (affected.versions.includes(subject.version) || affected.unaffected.includes(subject.version)) return undefined;
    say(`The record names no commits, so it is not known whether commit ${subject.commit} is affected.`);
    return { outcome: 'undetermined', fixedIn: [] };
  }
  if (found.outcome === 'undetermined' && isPlainVersion) return undefined;
  say(found.why);
  return { outcome: found.outcome, fixedIn: [] };
}

function sayParent(affected: AffectedPackage, { namespace }: PackageSubject, say: Say): void {
  const derivative = DERIVATIVES.get(namespace);
  say(`${derivative?.name ?? namespace} has no records of its own; it is made of packages such as ${affected.name}.`);
}

function releaseFits(affected: AffectedPackage, wanted: string, say: Say): 'yes' | 'base' | 'no' | 'unknown' {
  if (affected.release === '') return 'yes';
  if (wanted === '') {
    say(
      `The record is for release ${affected.release}; the package URL does not say its release (qualifier "distro").`,
    );
    return 'unknown';
  }
  if (affected.release === wanted) {
    say(`Record and package are for release ${wanted}.`);
    return 'yes';
  }
  const [plain = '', extension] = wanted.split('+');
  if (extension !== undefined && (affected.release === plain || affected.release === plain.split('.')[0])) {
    say(`The record is for release ${affected.release}, which ${wanted} extends.`);
    return 'base';
  }
  say(`The record is for release ${affected.release}, the package for ${wanted}.`);
  return 'no';
}

interface VersionAnswer {
  outcome: MatchOutcome;
  fixedIn: string[];
}

/** Undetermined where only the epoch decides and one side has none. */
function matchByEpoch(version: string, affected: AffectedPackage, order: VersionOrder, say: Say): VersionAnswer {
  const found = matchVersion(version, affected, order, say);
  const plain = withoutEpochs(version, affected);
  if (plain === undefined || found.outcome === 'undetermined') return found;
  if (matchVersion(plain.version, plain.affected, order, silent).outcome === found.outcome) return found;
  say('Only one of package and record has an epoch, and without it the answer is another one.');
  return { outcome: 'undetermined', fixedIn: found.fixedIn };
}

function matchVersion(version: string, affected: AffectedPackage, order: VersionOrder, say: Say): VersionAnswer {
  const ranges = affected.ranges.filter(({ kind }) => kind !== 'GIT');
  const ownRanges = affected.ownRanges ?? [];
  const isEvery = ownRanges.length === 0 && ranges.some(({ events }) => events.length > 0 && events.every(isOpenStart));
  if (isEvery && affected.unaffected.length === 0) {
    say('The record states no end: every version is affected.');
    return { outcome: 'affected', fixedIn: [] };
  }
  if (version === '') {
    say('The version of the package is unknown, and the record does not concern all versions.');
    return { outcome: 'undetermined', fixedIn: [] };
  }
  const isSame = (other: string) =>
    other === version || (order.isVersion(version) && order.compare(version, other) === 0);
  if (affected.unaffected.some(isSame)) {
    say(`The record lists version ${version} as unaffected.`);
    return { outcome: 'not-affected', fixedIn: [] };
  }
  const isListed = affected.versions.includes(version) || affected.versions.some(isSame);
  if (isListed) say(`The record lists version ${version}.`);
  if (!order.isVersion(version)) return unordered(version, affected, ranges, isListed, say);
  const comparable = affected.type === 'cpe' ? ranges.filter((range) => isComparable(range, order)) : ranges;
  const found = comparable.map((range) => ({ range, ...rangeHolds(version, range, order, say) }));
  const holding = found.filter(({ holds }) => holds);
  const own = isListed ? undefined : byOwnVersions(version, affected, holding, order, say);
  if (own !== undefined) return own;
  if (isListed || holding.length > 0)
    return {
      outcome: 'affected',
      fixedIn: fixesAfter(version, isListed ? ranges : holding.map(({ range }) => range), order),
    };
  if (ranges.length === 0 && affected.versions.length === 0) return withoutRanges(affected, say);
  const words = wordsAmong(affected, ranges, comparable);
  if (words !== undefined) {
    say(`The record writes "${words.slice(0, 100)}" for a version, which cannot be compared.`);
    return { outcome: 'undetermined', fixedIn: [] };
  }
  if (!isListed && affected.versions.length > 0)
    say(`Version ${version} is not one of the ${affected.versions.length} versions listed.`);
  return { outcome: 'not-affected', fixedIn: [] };
}

/** The CVE list has ranges that end at "publication" or at an address. */
function isComparable({ events }: VersionRange, order: VersionOrder): boolean {
  return events.every(({ version }) => version === '*' || order.isVersion(version));
}

/** What a record writes instead of a version: "4.1 and earlier". Lists of ecosystems have names such as "dev-master" besides numbers. */
function wordsAmong(
  { type, versions }: AffectedPackage,
  ranges: readonly VersionRange[],
  comparable: readonly VersionRange[],
): string | undefined {
  const inWords = ranges.find((range) => !comparable.includes(range));
  return lastBoundOf(inWords) ?? versions.find((one) => /\s/.test(one) || (type === 'cpe' && !/\d/.test(one)));
}

function lastBoundOf(range: VersionRange | undefined): string | undefined {
  return range?.events.findLast(({ version }) => !/^v?\d/.test(version))?.version;
}

/** undefined when the ranges in the project's own versions add nothing to the plain ranges. */
function byOwnVersions(
  version: string,
  { ownRanges = [] }: AffectedPackage,
  holding: readonly { range: VersionRange }[],
  order: VersionOrder,
  say: Say,
): VersionAnswer | undefined {
  if (ownRanges.length === 0 || holding.some(({ range }) => fixesAfter(version, [range], order).length > 0))
    return undefined;
  const comparable = ownRanges.flatMap((range) => comparableRange(version, range, order) ?? []);
  if (comparable.length === 0) {
    if (holding.length > 0)
      say(`The record ends the flaw in the project's own versions, which cannot be compared with ${version}.`);
    return undefined;
  }
  say("The record has ranges in the project's own versions, and names no end in the versions of the ecosystem.");
  const own = comparable.filter((range) => rangeHolds(version, range, order, say).holds);
  if (own.length > 0) return { outcome: 'affected', fixedIn: fixesAfter(version, own, order) };
  return holding.length > 0 ? { outcome: 'not-affected', fixedIn: [] } : undefined;
}

/** "master", a commit, "latest": texts that cannot be compared with a range. */
function unordered(
  version: string,
  affected: AffectedPackage,
  ranges: readonly VersionRange[],
  isListed: boolean,
  say: Say,
): VersionAnswer {
  if (isListed) return { outcome: 'affected', fixedIn: [] };
  const hasCommits = affected.ranges.some(({ kind }) => kind === 'GIT');
  if (ranges.length === 0 && !hasCommits && affected.versions.length > 0 && !isMoving(version)) {
    say(`"${version}" is not one of the ${affected.versions.length} versions listed.`);
    return { outcome: 'not-affected', fixedIn: [] };
  }
  say(`"${version}" has no place in the order of versions, so it cannot be compared.`);
  return { outcome: 'undetermined', fixedIn: [] };
}

/** Names of moving targets: they mean another version each day. */
function isMoving(version: string): boolean {
  return /^(?:dev-.*|.*-dev|master|main|trunk|head|develop|latest|current|stable|edge|nightly|snapshot|unknown|\*)$/i.test(
    version,
  );
}

/** Matches by the tags of a repository. The commits of ranges say nothing about a version. */
function matchTags(version: string, affected: AffectedPackage, order: VersionOrder, say: Say): VersionAnswer {
  if (!order.isVersion(version)) return unordered(version, affected, affected.ranges, false, say);
  const plain = versionOfTag(version);
  const tags = affected.versions
    .map((tag) => ({ tag, version: versionOfTag(tag) }))
    .filter((one) => one.version !== '');
  const same = tags.find((one) => one.version === plain || order.compare(one.version, plain) === 0);
  if (same) {
    say(`The record lists the tag ${same.tag}, which is version ${version}.`);
    return { outcome: 'affected', fixedIn: [] };
  }
  const side = tags.map((one) => order.compare(plain, one.version));
  if (tags.length > 0 && (side.every((one) => one > 0) || side.every((one) => one < 0))) {
    say(
      `Version ${version} is ${firstOf(side) > 0 ? 'after' : 'before'} all ${tags.length} tags that the record lists.`,
    );
    return { outcome: 'not-affected', fixedIn: [] };
  }
  if (tags.length > 0) {
    say(`Version ${version} is not one of the ${tags.length} tags that the record lists, but between them.`);
    return { outcome: 'undetermined', fixedIn: [] };
  }
  return withoutRanges(affected, say);
}

function withoutRanges(affected: AffectedPackage, say: Say): VersionAnswer {
  if (affected.ranges.length > 0) {
    say('The record gives only ranges of commits, and a version cannot be compared with commits.');
    return { outcome: 'undetermined', fixedIn: [] };
  }
  say('The record names the package without any version, so it is unknown which versions are affected.');
  return { outcome: 'undetermined', fixedIn: [] };
}

/** The keys of entries that may concern a package. */
export function candidateNames(subject: PackageSubject): { type: string; name: string }[] {
  const own = [{ type: subject.type, name: subject.name }];
  const source = subject.source ? [{ type: subject.type, name: subject.source.name }] : [];
  const isNameless = NAMELESS_TYPES.has(subject.type);
  const name = subject.product?.name ?? comparableName('cpe', null, lastOf(subject.name.split('/')));
  const product = isNameless ? [{ type: 'cpe', name }] : [];
  const repository = subject.repository === '' ? [] : [{ type: 'git', name: subject.repository }];
  const parents = parentNames(subject).map((one) => ({ type: subject.type, name: one }));
  return [...own, ...source, ...parents, ...product, ...repository];
}

/** Chooses the answers that count: those for the exact release, else for the plain release, else for any release. */
export function countedAnswers<One extends { answer: MatchAnswer }>(all: readonly One[]): readonly One[] {
  for (const release of ['exact', 'base'] as const) {
    const found = all.filter(({ answer }) => answer.release === release);
    if (found.length > 0) return found;
  }
  return all;
}
