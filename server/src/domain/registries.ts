// Package registries: which ones there are, what they tell of a package, and what that adds to the packages of a code base. Pure.
//
// Decided here:
// - A registry is asked only when an administrator has switched it on and the scan profile of the project supports dependencies.
// - What the code base itself says goes before what a registry says: only what is missing is filled in.
// - The library takes all versions that a registry tells, withdrawn ones too, which it says: people choose among them, and somebody uses them.
//   A version that stands under another spelling (1.0 and 1.0.0 of PyPI) keeps it.
// - An answer counts for as long as these days; then it is asked for anew, and the older one counts until the registry answers.

import { formatPurl, parsePurl } from '@assay/scanner/packages';
import { compareVersions } from '@assay/scanner/versions';
import { componentPurlOf, storableText, UNKNOWN_VERSION } from './inventory.ts';
import type { DescribedPackage } from './inventory-findings.ts';
import type { ScanProfileSettings } from './scan-profile.ts';

/** By their types of package URLs. */
export const registryNames = [
  'npm',
  'pypi',
  'maven',
  'cargo',
  'nuget',
  'gem',
  'composer',
  'golang',
  'pub',
  'hex',
] as const;
export type RegistryName = (typeof registryNames)[number];

/** FOUND: it told what it knows. NOT_FOUND: it has no such package. FAILED: it could not be asked, or its answer is not understood. */
export const lookupOutcomes = ['FOUND', 'NOT_FOUND', 'FAILED'] as const;
export type LookupOutcome = (typeof lookupOutcomes)[number];

export interface PackageFacts {
  description: string;
  homepageUrl: string;
  versions: VersionFacts[];
}

export interface VersionFacts {
  version: string;
  /** As the package declares it; '' when it does not, null when the registry tells it apart and was not asked for this version. */
  license: string | null;
  /** ISO 8601; '' when the registry does not tell. */
  releasedOn: string;
  /** Deprecated, yanked, retracted or not listed. */
  isWithdrawn: boolean;
  requirements: FactRequirement[];
  /** npm: names under which it is asked for, "latest" among them. */
  tags?: string[];
  /** PyPI: which Pythons it is for. */
  requiresPython?: string;
}

export interface FactRequirement {
  name: string;
  range: string;
  /** Attributes as the scanner's resolvers read them; absent for an ordinary one. */
  type?: Record<string, string>;
}

/** What is kept of one question. */
export interface Lookup {
  /** purl without version. */
  purl: string;
  registry: RegistryName;
  /** The server that was asked. */
  host: string;
  askedAt: Date;
  outcome: LookupOutcome;
  facts: PackageFacts;
  /** Why it failed; '' otherwise. */
  problem: string;
}

export const NO_FACTS: PackageFacts = { description: '', homepageUrl: '', versions: [] };

const DAY_MS = 86_400_000;
const DAYS_THAT_COUNT: Record<LookupOutcome, number> = { FOUND: 7, NOT_FOUND: 1, FAILED: 0 };

/** True while nobody needs to ask again, given the versions whose licenses are wanted. */
export function isFresh(lookup: Pick<Lookup, 'askedAt' | 'outcome' | 'facts'>, versions: readonly string[], now: Date) {
  if (now.getTime() - lookup.askedAt.getTime() >= DAYS_THAT_COUNT[lookup.outcome] * DAY_MS) return false;
  return lookup.outcome !== 'FOUND' || versions.every((version) => isKnown(lookup.facts, version));
}

/** A version that the registry does not have will not come by asking again. */
function isKnown(facts: PackageFacts, version: string): boolean {
  return facts.versions.find((one) => one.version === version)?.license !== null;
}

/** As the scanner describes it. */
type Named = DescribedPackage & { type: string };

/** Whether a registry may know it: packages of the code base itself are nobody else's business. */
function isDependency({ isDirect }: Pick<DescribedPackage, 'isDirect'>): boolean {
  return isDirect !== undefined;
}

/** What is missing of these packages, by purl without version: the versions whose license or description nobody tells. */
export function wantedOf(
  packages: readonly Named[],
  support: ScanProfileSettings['dependencySupport'],
): Map<string, Set<string>> {
  const wanted = new Map<string, Set<string>>();
  for (const one of packages) {
    if (!isDependency(one) || (support === 'FIRST_LEVEL' && one.isDirect !== true)) continue;
    if (one.declaredLicense && one.description) continue;
    const purl = componentPurlOf(one.purl);
    wanted.set(purl, (wanted.get(purl) ?? new Set()).add(one.version));
  }
  return wanted;
}

/** The packages of a code base, with what registries know of those that are only named. `licenseOf` reads a declaration. */
export function filledIn<Package extends Named>(
  packages: readonly Package[],
  lookups: ReadonlyMap<string, Lookup>,
  licenseOf: (type: string, declared: string) => string,
): (Package & Pick<DescribedPackage, 'licenseSource'>)[] {
  return packages.map((one) => {
    const lookup = isDependency(one) ? lookups.get(componentPurlOf(one.purl)) : undefined;
    return lookup?.outcome === 'FOUND' ? withFacts(one, lookup, licenseOf) : one;
  });
}

function withFacts<Package extends Named>(
  one: Package,
  { facts, host, askedAt }: Lookup,
  licenseOf: (type: string, declared: string) => string,
): Package {
  const told = one.declaredLicense ? undefined : versionFor(one, facts);
  const license = told?.license ?? '';
  const day = askedAt.toISOString().slice(0, 10);
  const newest = one.version === '' ? ` for ${told?.version}, the newest version` : '';
  return {
    ...one,
    description: one.description || facts.description,
    homepageUrl: one.homepageUrl || facts.homepageUrl,
    ...(license !== '' && {
      declaredLicense: license,
      licenseExpression: licenseOf(one.type, license),
      licenseSource: `${host}${newest} (asked on ${day})`,
    }),
  };
}

/** The facts of its version; of the newest one where the version is not known. */
function versionFor({ type, version }: Named, { versions }: PackageFacts): VersionFacts | undefined {
  if (version !== '') return versions.find((one) => compareVersions(type, one.version, version) === 0);
  const usable = versions.filter((one) => one.license !== null && !one.isWithdrawn);
  return usable.reduce<VersionFacts | undefined>(
    (best, one) => (best === undefined || compareVersions(type, one.version, best.version) > 0 ? one : best),
    undefined,
  );
}

/** A version as the library takes it from a registry. */
export interface ToldVersion {
  name: string;
  purl: string;
  license: string;
  releasedOn: string;
  isWithdrawn: boolean;
}

/** As names of versions that people make. */
const LONGEST_VERSION = 255;

/** The versions that a registry tells of a package. `standing` are the names that the library has. */
export function versionsToldOf(
  { purl, facts }: { purl: string; facts: PackageFacts },
  standing: readonly string[],
  licenseOf: (type: string, declared: string) => string,
): ToldVersion[] {
  const read = parsePurl(purl);
  if ('problem' in read) return [];
  const { type } = read.value;
  const toldNames = new Set(facts.versions.map(({ version }) => storableText(version)));
  const names = new Set(standing);
  const others = standing.filter((name) => name !== UNKNOWN_VERSION && !toldNames.has(name));
  const versions = new Map<string, ToldVersion>();
  for (const { version, license, releasedOn, isWithdrawn } of facts.versions) {
    if (version === '' || version.length > LONGEST_VERSION) continue;
    const written = storableText(version);
    const other = names.has(written) ? undefined : others.find((one) => compareVersions(type, one, version) === 0);
    const name = other ?? written;
    const versionPurl = formatPurl({ ...read.value, version: name });
    if ('problem' in versionPurl) continue;
    versions.set(name, {
      name,
      purl: versionPurl.value,
      license: license === null ? '' : licenseOf(type, license),
      releasedOn,
      isWithdrawn,
    });
  }
  return [...versions.values()];
}
