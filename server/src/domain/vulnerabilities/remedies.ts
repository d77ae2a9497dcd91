// Finds the smallest raise of a dependency that removes a vulnerable package, with its proof and the vulnerabilities that remain. Pure: a `Trial`
// says which packages a version of a direct dependency installs.
//
//   The vulnerable package                                   | Remedy
//   ---------------------------------------------------------+------------------------------------------------------------
//   is direct, or its dependents are unknown                 | raise it to the first version without the vulnerabilities
//   is indirect, and all ranges allow such a version         | refresh the lockfile: no direct dependency has to be raised
//   is indirect, and some range does not                     | raise each direct dependency that leads to those
//   is a Go module                                           | ask for it in go.mod: Go takes the highest version asked for
//
// If something is unknown, the answer is UNTOLD with the reason, never a remedy. A version that leaves fewer vulnerabilities is PARTLY.
import type { DistributionLike } from '@assay/scanner/advisories';
import { compareVersions, isPrerelease, nativeRangeTest } from '@assay/scanner/versions';

export const remedyOutcomes = ['RAISE', 'REFRESH', 'PARTLY', 'NONE', 'UNTOLD'] as const;
type RemedyOutcome = (typeof remedyOutcomes)[number];
/** The ranges that dependents state, the data of a registry, or the text of an advisory. */
export type RemedyProof = 'ranges' | 'registry' | 'advisory' | 'none';

/** An item of the inventory as a node of the dependency graph. */
export interface RemedyPackage {
  itemId: number;
  itemName: string;
  /** With its version. */
  purl: string;
  type: string;
  name: string;
  version: string;
  isDirect: boolean;
  /** Distributions from which that of the package says that it is made. */
  like?: readonly DistributionLike[];
}

export interface Raise {
  of: RemedyPackage;
  outcome: RemedyOutcome;
  /** '' if unknown. */
  toVersion: string;
  /** The vulnerabilities of the package that remain. */
  remaining: string[];
  /** The vulnerabilities of the version that is raised to. */
  brings: string[];
  proof: RemedyProof;
  words: string;
}

export interface Remedy {
  outcome: RemedyOutcome;
  /** The first version of the package with the fewest vulnerabilities; '' if unknown. */
  target: string;
  cured: string[];
  remaining: string[];
  raises: Raise[];
  words: string;
}

/** The names of a version's vulnerabilities. An undecidable one counts as present. */
type VulnerabilitiesOf = (version: string) => string[];

/** The versions of the vulnerable package that a version of a direct dependency installs. */
export interface Trial {
  /** The installed versions of the vulnerable package. */
  versions: string[];
  /** Why the versions are unknown; '' if they are known. */
  whyUnknown: string;
}

export interface RemedyQuestion {
  subject: RemedyPackage;
  /** The vulnerabilities of the package that count now. */
  counted: string[];
  vulnerabilitiesOf: VulnerabilitiesOf;
  /** The versions of the vulnerable package in its registry, or those that advisories call fixed. */
  versions: { list: readonly string[]; proof: RemedyProof; source: string };
  /** The packages that depend on it, with their ranges; undefined if the range is unknown. */
  dependents: readonly { of: RemedyPackage; range: string | undefined }[];
  /** For each dependent (by item), the direct dependencies that lead to it, or the dependent itself if it is direct. */
  directsOf: (dependentItemId: number) => RemedyPackage[];
}

export interface DirectVersions {
  list: readonly string[];
  source: string;
  /** Why there are no versions; '' if there are some. */
  problem: string;
}

export interface RemedySources {
  versionsOf: (direct: RemedyPackage) => Promise<DirectVersions>;
  trial: (direct: RemedyPackage, version: string) => Promise<Trial>;
  vulnerabilitiesOf: (direct: RemedyPackage, version: string) => Promise<string[]>;
}

/** At most so many versions of a direct dependency are tried. */
export const MOST_TRIALS = 60;

export async function remedyOf(question: RemedyQuestion, sources: RemedySources): Promise<Remedy> {
  const { subject, counted, dependents } = question;
  const target = targetOf(question);
  const raises: Raise[] = [];
  const isOwn = subject.isDirect || dependents.length === 0;
  if (isOwn || subject.type === 'golang') raises.push(ownRaise(question, target));
  if (subject.type !== 'golang' && dependents.length > 0) {
    const blocking = dependents.filter(({ range }) => !allows(subject.type, range, target.version));
    if (target.version === '') raises.push(...(await directRaises(question, sources, dependents)));
    else if (blocking.length > 0) raises.push(...(await directRaises(question, sources, blocking)));
    else if (!isOwn) raises.push(refresh(question, target));
  }
  const remaining = [...new Set(raises.flatMap((one) => one.remaining))].sort();
  const cured = counted.filter((name) => !remaining.includes(name));
  return {
    outcome: outcomeOf(raises, cured),
    target: target.version,
    cured,
    remaining,
    raises,
    words: wordsOf(question, raises, cured),
  };
}

interface Target {
  version: string;
  remaining: string[];
}

/** The first later version with the fewest vulnerabilities. Pre-releases count only if a pre-release is in use. */
function targetOf({ subject, counted, versions, vulnerabilitiesOf }: RemedyQuestion): Target {
  let best: Target = { version: '', remaining: counted };
  for (const version of laterVersions(subject, versions.list)) {
    const found = vulnerabilitiesOf(version);
    const remaining = counted.filter((name) => found.includes(name));
    if (remaining.length < best.remaining.length) best = { version, remaining };
    if (remaining.length === 0) break;
  }
  return best;
}

/** The versions after this one, in order. */
export function laterVersions(
  { type, version }: Pick<RemedyPackage, 'type' | 'version'>,
  list: readonly string[],
): string[] {
  const before = isPrerelease(type, version);
  return [...new Set(list)]
    .filter((one) => compareVersions(type, one, version) > 0 && (before || !isPrerelease(type, one)))
    .sort((a, b) => compareVersions(type, a, b));
}

/** An unknown range is no proof, so it allows nothing. */
function allows(type: string, range: string | undefined, version: string): boolean {
  if (range === undefined || version === '') return false;
  if (range.trim() === '' || range.trim() === '*') return true;
  const read = nativeRangeTest(type, range);
  return 'value' in read && read.value(version);
}

function ownRaise({ subject, versions, counted }: RemedyQuestion, target: Target): Raise {
  const base = { of: subject, toVersion: target.version, remaining: target.remaining, brings: [] };
  if (target.version === '') {
    const known =
      versions.list.length > 0 ? `${versions.source} has no later version without them.` : noKnownVersions(subject);
    return {
      ...base,
      outcome: versions.list.length > 0 ? 'NONE' : 'UNTOLD',
      remaining: counted,
      proof: 'none',
      words: known,
    };
  }
  const how =
    subject.type === 'golang' && !subject.isDirect
      ? 'Require it in go.mod, because Go selects the highest required version: '
      : '';
  const what = `${how}${subject.name} ${target.version} is the first version after ${subject.version} by ${versions.source}`;
  if (target.remaining.length > 0)
    return {
      ...base,
      outcome: 'PARTLY',
      proof: versions.proof,
      words: `${what} with fewer of them; ${countedVerb(target.remaining)}.`,
    };
  return { ...base, outcome: 'RAISE', proof: versions.proof, words: `${what} without them.` };
}

function noKnownVersions({ type, name }: RemedyPackage): string {
  return `Unknown: no registry has listed the versions of ${name} (${type}), and no advisory names a fixed one.`;
}

function refresh({ subject, dependents, versions }: RemedyQuestion, target: Target): Raise {
  const ranges = dependents.map(({ of, range }) => `${of.name} allows ${range || 'any version'}`);
  const listed =
    ranges.slice(0, 3).join(', ') + (ranges.length > 3 ? ` and ${ranges.length - 3} more do the same` : '');
  return {
    of: subject,
    outcome: target.remaining.length === 0 ? 'REFRESH' : 'PARTLY',
    toVersion: target.version,
    remaining: target.remaining,
    brings: [],
    proof: 'ranges',
    words: `No direct dependency needs an upgrade: ${listed}, so the lockfile may have ${subject.name} ${target.version}, by ${versions.source}.`,
  };
}

async function directRaises(
  question: RemedyQuestion,
  sources: RemedySources,
  dependents: RemedyQuestion['dependents'],
): Promise<Raise[]> {
  const directs = new Map(
    dependents.flatMap(({ of }) => question.directsOf(of.itemId)).map((one) => [one.itemId, one]),
  );
  if (directs.size === 0) return [withoutDirect(question)];
  const raises: Raise[] = [];
  for (const direct of directs.values()) raises.push(await directRaise(question, sources, direct));
  return raises;
}

function withoutDirect({ subject, counted }: RemedyQuestion): Raise {
  return {
    of: subject,
    outcome: 'UNTOLD',
    toVersion: '',
    remaining: counted,
    brings: [],
    proof: 'none',
    words: `Unknown: the files do not say which direct dependency leads to ${subject.name}.`,
  };
}

/** Resolves the present version anew, then each later one, until one is free of the vulnerabilities. */
async function directRaise(
  { subject, counted, vulnerabilitiesOf }: RemedyQuestion,
  sources: RemedySources,
  direct: RemedyPackage,
): Promise<Raise> {
  const { list, source, problem } = await sources.versionsOf(direct);
  const unknown: string[] = [];
  const later = laterVersions(direct, list);
  let best: { version: string; remaining: string[] } | undefined;
  const tried = problem === '' ? [direct.version, ...later].slice(0, MOST_TRIALS) : [];
  for (const version of tried) {
    const trial = await sources.trial(direct, version);
    if (trial.whyUnknown !== '') {
      unknown.push(`${version}: ${trial.whyUnknown}`);
      continue;
    }
    const there = new Set(trial.versions.flatMap(vulnerabilitiesOf));
    const remaining = counted.filter((name) => there.has(name));
    if (remaining.length < (best?.remaining.length ?? counted.length)) best = { version, remaining };
    if (remaining.length === 0) break;
  }
  const doubts =
    unknown.length === 0
      ? ''
      : ` Of ${unknown.length} other ${unknown.length === 1 ? 'version' : 'versions'} this is unknown (${unknown[0]}).`;
  const base = { of: direct, brings: [] as string[], proof: 'registry' as const };
  if (best === undefined) {
    const cut = later.length >= MOST_TRIALS ? ` Only the first ${MOST_TRIALS} versions were tried.` : '';
    if (problem !== '' || unknown.length > 0) {
      const why = problem || `${direct.name} ${unknown[0]}`;
      return {
        ...base,
        outcome: 'UNTOLD',
        toVersion: '',
        remaining: counted,
        proof: 'none',
        words: `Unknown: ${why}.${cut}`,
      };
    }
    const words = `No version of ${direct.name} up to ${tried.at(-1)}, by ${source}, removes them.${cut}`;
    return { ...base, outcome: 'NONE', toVersion: '', remaining: counted, words };
  }
  const isThere = best.version === direct.version;
  const brings = isThere ? [] : await sources.vulnerabilitiesOf(direct, best.version);
  const what = isThere
    ? `${direct.name} needs no upgrade: resolved again with data of ${source}, ${direct.version} installs no vulnerable ${subject.name}, so refresh the lockfile.`
    : `${direct.name} ${best.version} is the first version after ${direct.version} that installs no vulnerable ${subject.name}, with data of ${source}.`;
  const stays = best.remaining.length > 0 ? ` Yet ${countedVerb(best.remaining)}.` : '';
  const own = brings.length > 0 ? ` It is affected by ${brings.join(', ')} itself.` : '';
  const outcome = best.remaining.length > 0 ? 'PARTLY' : isThere ? 'REFRESH' : 'RAISE';
  return {
    ...base,
    outcome,
    toVersion: best.version,
    remaining: best.remaining,
    brings,
    words: `${what}${stays}${own}${doubts}`,
  };
}

function outcomeOf(raises: readonly Raise[], cured: readonly string[]): RemedyOutcome {
  const outcomes = new Set(raises.map(({ outcome }) => outcome));
  if ([...outcomes].every((one) => one === 'REFRESH')) return 'REFRESH';
  if ([...outcomes].every((one) => one === 'REFRESH' || one === 'RAISE')) return 'RAISE';
  if (cured.length > 0 || outcomes.has('PARTLY') || outcomes.has('RAISE') || outcomes.has('REFRESH')) return 'PARTLY';
  return outcomes.has('UNTOLD') ? 'UNTOLD' : 'NONE';
}

function wordsOf({ subject, counted }: RemedyQuestion, raises: readonly Raise[], cured: readonly string[]): string {
  const steps = raises
    .filter(({ outcome }) => outcome === 'RAISE' || outcome === 'PARTLY')
    .map(({ of, toVersion }) => `upgrade ${of.name} to ${toVersion}`);
  const refreshed = raises
    .filter(({ outcome }) => outcome === 'REFRESH')
    .map(({ of }) => `refresh ${of.name} in the lockfile`);
  const open = raises.filter(({ outcome }) => outcome === 'UNTOLD' || outcome === 'NONE').length;
  const all = [...steps, ...refreshed];
  if (all.length === 0) return raises[0]?.words ?? '';
  const coverage =
    open > 0 || cured.length < counted.length
      ? `That removes ${cured.length} of ${counted.length} for certain; ${open > 0 ? `no fix is known for ${open} of ${raises.length} paths to ${subject.name}` : 'the rest remains'}.`
      : counted.length === 1
        ? 'That removes it.'
        : `That removes all ${counted.length}.`;
  const sentence = all.join(', ');
  return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}. ${coverage}`;
}

/** "A remains", "A, B remain". */
function countedVerb(names: readonly string[]): string {
  return `${names.join(', ')} ${names.length === 1 ? 'remains' : 'remain'}`;
}
