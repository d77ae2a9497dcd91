// Decides whether a package was compared with advisories at all. Without this answer, "no vulnerability found" and "nothing to compare with" are
// the same zero. Pure: the server builds `HeldData` from its tables, the command line from the records that it walks over.
//
//   What is known of the package                            | Coverage
//   --------------------------------------------------------+---------------------------------------------
//   the package URL or its file cannot be read              | not compared: unread
//   no records for its type of package URL                  | not compared: ecosystem
//   a source of its ecosystem is in use and holds nothing   | not compared: ecosystem
//   no records for its distribution, or none is named       | not compared: distribution
//   a derivative, by the table or its os-release; records   | not compared: distribution, with the parent named
//     for its parent alone                                  |
//   records for the distribution, none for the release      | not compared: release
//   records by release, and the package names none          | not compared: release
//   an unknown source package, where records name sources,  | not compared: name
//     and no record has the name
//   no ecosystem, no known product, no record has the name  | not compared: name
//   the version is unknown, or a word such as "latest"      | not compared: version
//   anything else                                           | compared, with the sources and their age
//
// `undetermined` is an outcome of a pair of package and advisory, beside this one: see matching.ts.
import { firstOf } from '../items.ts';
import { ageOfRecords, type DatedRecords, isFreshAge } from './ages.ts';
import { DERIVATIVES, type Derivative, DISTRIBUTIONS, ecosystemName } from './ecosystems.ts';
import { candidateNames } from './matching.ts';
import { distributionOf, isDistributed, type PackageSubject } from './names.ts';
import { orderOf } from './orders.ts';
import { NAMELESS_TYPES } from './products.ts';

export const notComparedReasons = ['ecosystem', 'distribution', 'release', 'name', 'version', 'unread'] as const;
export type NotComparedReason = (typeof notComparedReasons)[number];

/** The vulnerability records that one source holds for one ecosystem, or for one release of a distribution. */
export interface HeldPart {
  source: string;
  /** Type of package URL; `cpe` and `git` for records that name products and repositories. */
  type: string;
  /** Id of the distribution: the part of the package's name before the slash. '' for other ecosystems. */
  distribution: string;
  /** '' for records without a release. */
  release: string;
  /** Records of vulnerabilities that are not withdrawn. Malware and notices do not count: they say nothing of other packages. */
  records: number;
  /** The newest modification of a record, or publication where it states no modification, ISO 8601; null where no record has a date. */
  newest: string | null;
  /** When the source was last fetched completely; absent where that is not known. */
  fetched?: string | null;
}

export interface HeldData {
  parts: readonly HeldPart[];
  /** Sources in use that are made for an ecosystem and hold nothing for it, for example because their download failed. */
  lacking?: readonly { source: string; type: string; distribution: string }[];
  /** Keys (`nameKey`) of the names that records use, at least of those among the packages' candidate names. */
  names: ReadonlySet<string>;
}

export type Coverage =
  | {
      state: 'compared';
      /** `npm`, `Debian 12`: whose records it was compared with. */
      ecosystem: string;
      /** The data it was compared with, each source once. */
      data: readonly ({ source: string } & DatedRecords)[];
      /** The same, by part: those of `HeldData` that it was compared with. */
      parts: readonly HeldPart[];
      /** '' or a sentence that limits the comparison: only by CPE, or with the records of another distribution. */
      note: string;
    }
  | {
      state: 'not-compared';
      reason: NotComparedReason;
      /** `no data for Maven`: what figures are grouped by. */
      inShort: string;
      sentence: string;
    };

export type NotCompared = Extract<Coverage, { state: 'not-compared' }>;

export interface CoverageFacts {
  /**
   * The writer of the package URL names source packages wherever they differ from the binary ones, as package databases and most tools do. So a package
   * without one is its own source.
   */
  namesSources?: boolean;
}

export function nameKey(type: string, name: string): string {
  return `${type} ${name}`;
}

/** @param subject the answer of `subjectOf`, also if it is a problem. */
export function coverageOf(
  subject: PackageSubject | { problem: string },
  held: HeldData,
  { namesSources = false }: CoverageFacts = {},
): Coverage {
  if ('problem' in subject) return notRead(`The package URL cannot be read: ${subject.problem}`);
  const found = isDistributed(subject.type)
    ? ofDistribution(subject, held, namesSources)
    : NAMELESS_TYPES.has(subject.type)
      ? ofNameless(subject, held)
      : ofEcosystem(subject, held);
  if (found.state === 'not-compared') return found;
  return versionProblem(subject) ?? found;
}

/** For a file or a package URL that could not be read. */
export function notRead(sentence: string): NotCompared {
  return notCompared('unread', 'could not be read', sentence);
}

/** For a component that has neither a package URL nor a CPE. */
export function unidentified(): NotCompared {
  return notCompared('name', 'no package URL and no CPE', 'Neither a package URL nor a CPE names it.');
}

function notCompared(reason: NotComparedReason, inShort: string, sentence: string): NotCompared {
  return { state: 'not-compared', reason, inShort, sentence };
}

function compared(ecosystem: string, parts: readonly HeldPart[], note = ''): Coverage {
  const bySource = Map.groupBy(parts, ({ source }) => source);
  const data = [...bySource].map(([source, all]) => ({
    source,
    records: all.reduce((sum, { records }) => sum + records, 0),
    newest: newestOf(all),
    fetched: firstOf(all).fetched ?? null,
  }));
  return { state: 'compared', ecosystem, data: data.sort((a, b) => (a.source < b.source ? -1 : 1)), parts, note };
}

export function newestOf(all: readonly { newest: string | null }[]): string | null {
  return all.reduce<string | null>(
    (last, { newest }) => (newest !== null && (last === null || Date.parse(newest) > Date.parse(last)) ? newest : last),
    null,
  );
}

function ofEcosystem({ type }: PackageSubject, held: HeldData): Coverage {
  const name = ecosystemName(type);
  const parts = partsOf(held, type, '');
  if (parts.length === 0)
    return notCompared('ecosystem', `no data for ${name}`, `The advisories hold no record for ${name}.`);
  return emptySource(held, type, '', name, 'ecosystem') ?? compared(name, parts);
}

function partsOf(held: HeldData, type: string, distribution: string): HeldPart[] {
  return held.parts.filter((one) => one.records > 0 && one.type === type && one.distribution === distribution);
}

/** A source that should hold records of the ecosystem and has none: what it would say is not known. */
function emptySource(
  held: HeldData,
  type: string,
  distribution: string,
  name: string,
  reason: NotComparedReason,
): NotCompared | undefined {
  const empty = (held.lacking ?? []).filter((one) => one.type === type && one.distribution === distribution);
  if (empty.length === 0) return undefined;
  const sources = [...new Set(empty.map(({ source }) => source))].join(', ');
  return notCompared(
    reason,
    `no data for ${name} from ${sources}`,
    `${sources} is a source for ${name}, and holds no record for it.`,
  );
}

function ofDistribution(subject: PackageSubject, held: HeldData, namesSources: boolean): Coverage {
  const id = distributionOf(subject.name);
  if (id === '')
    return notCompared(
      'distribution',
      'distribution unknown',
      'The package URL does not name the distribution (its namespace), so it is not known which records are for it.',
    );
  const derivative = DERIVATIVES.get(id);
  if (partsOf(held, subject.type, id).length === 0) {
    if (subject.parent?.isStated) return ofStatedDerivative(subject, subject.parent, held);
    if (derivative !== undefined) return ofDerivative(subject, derivative, held);
  }
  const name = distributionName(id);
  const parts = partsOf(held, subject.type, id);
  if (parts.length === 0)
    return notCompared('distribution', `no data for ${name}`, `The advisories hold no record for ${name}.`);
  const fitting = fittingRelease(subject.release, parts);
  if ('reason' in fitting) return fitting.reason(name);
  return (
    emptySource(held, subject.type, id, name, 'distribution') ??
    unknownSource(subject, id, name, held, namesSources) ??
    compared(fitting.release === '' ? name : `${name} ${fitting.release}`, fitting.parts, rebuildNote(subject, id))
  );
}

/** The parts that hold records for the release, or the reason why none does. */
function fittingRelease(
  release: string,
  parts: readonly HeldPart[],
): { parts: HeldPart[]; release: string } | { reason: (name: string) => NotCompared } {
  const plain = parts.filter((one) => one.release === '');
  // A rolling distribution has no releases.
  if (plain.length === parts.length) return { parts: plain, release: '' };
  if (release === '')
    return {
      reason: (name) =>
        notCompared(
          'release',
          `release of ${name} unknown`,
          `The records for ${name} are for single releases, and the package URL names none (qualifier "distro").`,
        ),
    };
  const fitting = parts.filter((one) => isReleaseOf(release, one.release));
  if (fitting.length > 0) return { parts: [...fitting, ...plain], release };
  return {
    reason: (name) =>
      notCompared(
        'release',
        `no data for ${name} ${release}`,
        `The advisories hold records for ${name} ${releasesInWords(parts)}, and none for ${release}.`,
      ),
  };
}

/** As in matching: the records of the plain release count for one with extended support. */
function isReleaseOf(release: string, held: string): boolean {
  const [plain = '', extension] = release.split('+');
  return held === release || (extension !== undefined && (held === plain || held === plain.split('.')[0]));
}

function releasesInWords(parts: readonly HeldPart[]): string {
  const releases = [...new Set(parts.map(({ release }) => release))].filter((one) => one !== '').sort();
  return releases.length > 12 ? `${releases.slice(0, 12).join(', ')} and others` : releases.join(', ');
}

function ofDerivative(subject: PackageSubject, derivative: Derivative, held: HeldData): Coverage {
  const { name, of } = derivative;
  const parent = distributionName(of);
  const parts = partsOf(held, subject.type, of);
  const isUsed = parts.length > 0 && subject.parent !== undefined;
  return notCompared(
    'distribution',
    `no data for ${name}`,
    isUsed
      ? `The advisories hold no record for ${name}. It is made of packages of ${parent} and changes some, so the records of ${`${parent} ${subject.parent?.release ?? ''}`.trim()} can only show what may be affected.`
      : `The advisories hold no record for ${name}, and its packages cannot be compared with those of ${parent}.`,
  );
}

/** A derivative that its os-release (ID_LIKE) makes known. */
function ofStatedDerivative(
  subject: PackageSubject,
  parent: NonNullable<PackageSubject['parent']>,
  held: HeldData,
): NotCompared {
  const id = distributionOf(subject.name);
  const name = distributionName(id);
  const of = distributionName(distributionOf(parent.name));
  const told = `The advisories hold no record for ${name}, which is like ${of} (ID_LIKE of its os-release)`;
  const inShort = `no data for ${name}`;
  const parts = partsOf(held, subject.type, distributionOf(parent.name));
  if (parts.length === 0) return notCompared('distribution', inShort, `${told}, and none for ${of}.`);
  if (parent.release === '' && parts.some(({ release }) => release !== ''))
    return notCompared(
      'distribution',
      inShort,
      `${told}. It does not say which release of ${of} it is made of, so the records can only show what may be affected.`,
    );
  return notCompared(
    'distribution',
    inShort,
    `${told}. It was compared as ${`${of} ${parent.release}`.trim()}, whose records can only show what may be affected.`,
  );
}

function rebuildNote({ namespace, release }: PackageSubject, id: string): string {
  const rebuild = DERIVATIVES.get(namespace);
  if (rebuild === undefined || !rebuild.isRebuild) return '';
  const { precedes } = rebuild;
  if (precedes !== undefined && Number.parseInt(release, 10) >= precedes.from)
    return `${precedes.name} has no records of its own; it was compared as ${distributionName(id)}, which follows it: its packages come earlier, with versions and fixes that these records may not name.`;
  return `${rebuild.name} has no records of its own; it was compared as ${distributionName(id)}, from whose sources it is built.`;
}

/** A binary package under its own name, where records name source packages: no record means nothing. */
function unknownSource(
  subject: PackageSubject,
  id: string,
  name: string,
  held: HeldData,
  namesSources: boolean,
): NotCompared | undefined {
  if (namesSources || subject.source !== undefined) return undefined;
  if (DISTRIBUTIONS.find((one) => one.id === id)?.speaksOf !== 'sources') return undefined;
  if (held.names.has(nameKey(subject.type, subject.name))) return undefined;
  return notCompared(
    'name',
    'source package unknown',
    `The records for ${name} name source packages; that of this package is not named (qualifier "upstream"), and no record has its own name.`,
  );
}

/** Libraries and programs that no ecosystem lists: a CPE or the repository of the sources may name them. */
function ofNameless(subject: PackageSubject, held: HeldData): Coverage {
  const products =
    subject.product === undefined ? [] : held.parts.filter((one) => one.records > 0 && one.type === 'cpe');
  const named = candidateNames(subject).filter(({ type, name }) => held.names.has(nameKey(type, name)));
  const types = new Set([...named.map(({ type }) => type), ...products.map(({ type }) => type)]);
  const parts = held.parts.filter((one) => one.records > 0 && types.has(one.type));
  if (parts.length > 0)
    return compared(WAYS.get(parts[0]?.type ?? '') ?? ecosystemName(subject.type), parts, namelessNote(subject, types));
  return notCompared(
    'name',
    'name that no feed uses',
    subject.product === undefined
      ? `${subject.name} has no ecosystem, and no record names it by a CPE or a repository.`
      : `${subject.name} is known by the CPE of ${subject.product.vendor} ${subject.product.name}, and the advisories hold no record with CPEs.`,
  );
}

/** What names a package without an ecosystem. */
const WAYS: ReadonlyMap<string, string> = new Map([
  ['cpe', 'CPE'],
  ['git', 'the repository of its sources'],
]);

function namelessNote({ type }: PackageSubject, types: ReadonlySet<string>): string {
  if (types.has(type)) return '';
  const ways = [...WAYS].filter(([one]) => types.has(one)).map(([, way]) => way);
  return `It has no ecosystem, so it was compared only by ${ways.join(' and ')}.`;
}

function versionProblem(subject: PackageSubject): NotCompared | undefined {
  if (subject.version === '' && subject.commit === '')
    return notCompared('version', 'version unknown', 'The version of the package is not known.');
  if (subject.commit !== '' || orderOf(subject.type).isVersion(subject.version)) return undefined;
  return notCompared(
    'version',
    'version unknown',
    `"${subject.version.slice(0, 100)}" is no version that can be compared.`,
  );
}

/** `npm`, `Debian 12`: the ecosystem or release of some records. */
export function heldName({ type, distribution, release }: Pick<HeldPart, 'type' | 'distribution' | 'release'>): string {
  if (distribution === '') return ecosystemName(type);
  return `${distributionName(distribution)} ${release}`.trim();
}

function distributionName(id: string): string {
  return DISTRIBUTIONS.find((one) => one.id === id)?.ecosystem ?? DERIVATIVES.get(id)?.name ?? id;
}

/** The age of the data that a package was compared with: that of its oldest source. null where it is not known of a source. */
export function ageOfCoverage({ data }: Extract<Coverage, { state: 'compared' }>): string | null {
  const known = data.flatMap((one) => ageOfRecords(one) ?? []);
  if (known.length === 0 || known.length < data.length) return null;
  return known.reduce((oldest, one) => (Date.parse(one) < Date.parse(oldest) ? one : oldest));
}

/** Compared, with no source whose data for this ecosystem (and release) are older than so many days (ages.ts). 0 days: any age is fresh. */
export function isFresh(coverage: Coverage, now: Date, mostDays: number): boolean {
  return coverage.state === 'compared' && isFreshAge(ageOfCoverage(coverage), now, mostDays);
}

export const packageStates = ['affected', 'undetermined', 'not-compared', 'no-known-vulnerability'] as const;
export type PackageState = (typeof packageStates)[number];

/** What is known of a package in one word: what was found comes before what could not be looked for. */
export function packageState(outcomes: Iterable<'affected' | 'undetermined'>, coverage: Coverage): PackageState {
  const found = new Set(outcomes);
  if (found.has('affected')) return 'affected';
  if (found.has('undetermined')) return 'undetermined';
  return coverage.state === 'compared' ? 'no-known-vulnerability' : 'not-compared';
}
