// Package registries: their names, their facts about packages, and how these complete the packages of a code base. Pure.
//
// Decided here:
// - A registry is asked only if an administrator has switched it on and the scan profile of the project supports dependencies.
// - The code base overrules registries: a registry only adds missing facts.
// - The library gets all versions of a registry, including withdrawn ones, which it marks: people choose among them, and some projects use them.
//   A version that the library has in another spelling (1.0 and 1.0.0 of PyPI) keeps that spelling.
// - An answer is valid for this many days. Then the registry is asked again, and the old answer is used until it answers.

import { storableText } from '@assay/scanner/foreign-text';
import { type DescribedPackage, formatPurl, parsePurl } from '@assay/scanner/packages';
import { compareVersions } from '@assay/scanner/versions';
import { componentPurlOf, UNKNOWN_VERSION } from '../inventories/inventory.ts';
import type { InventoryPackage } from './inventory-findings.ts';
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

/** FOUND: the registry answered. NOT_FOUND: it does not have the package. FAILED: the request failed, or the answer could not be read. */
export const lookupOutcomes = ['FOUND', 'NOT_FOUND', 'FAILED'] as const;
export type LookupOutcome = (typeof lookupOutcomes)[number];

export interface PackageFacts {
  description: string;
  homepageUrl: string;
  versions: VersionFacts[];
}

export interface VersionFacts {
  version: string;
  /** The declared license; '' if the package declares none, null if the registry needs another request for it that was not made. */
  license: string | null;
  /** ISO 8601; '' if the registry does not state it. */
  releasedOn: string;
  /** Deprecated, yanked, retracted or not listed. */
  isWithdrawn: boolean;
  requirements: FactRequirement[];
  /** npm: the tags of the version, such as "latest". */
  tags?: string[];
  /** PyPI: the required versions of Python. */
  requiresPython?: string;
  /** Maven: `group:artifact:version` that takes the place of this version. */
  relocatedTo?: string;
}

export interface FactRequirement {
  name: string;
  range: string;
  /** Attributes for the scanner's resolvers; absent for an ordinary version. */
  type?: Record<string, string>;
}

/** The stored answer to one question. */
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

/** True if the answer need not be asked for again, given the versions with wanted licenses. */
export function isFresh(lookup: Pick<Lookup, 'askedAt' | 'outcome' | 'facts'>, versions: readonly string[], now: Date) {
  if (now.getTime() - lookup.askedAt.getTime() >= DAYS_THAT_COUNT[lookup.outcome] * DAY_MS) return false;
  return lookup.outcome !== 'FOUND' || versions.every((version) => isKnown(lookup.facts, version));
}

/** Asking again would not help for a version that the registry does not have. */
function isKnown(facts: PackageFacts, version: string): boolean {
  return facts.versions.find((one) => one.version === version)?.license !== null;
}

/** A package in the scanner's form. */
type Named = InventoryPackage & Pick<DescribedPackage, 'type'>;

/** Whether a registry may be asked: packages of the code base itself are private. */
function isDependency({ isDirect }: Pick<InventoryPackage, 'isDirect'>): boolean {
  return isDirect !== undefined;
}

/** The missing facts of these packages, by purl without version: the versions without a known license or description. */
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

/** Completes the packages that a code base only names with the facts of registries. `licenseOf` reads a declaration. */
export function filledIn<Package extends Named>(
  packages: readonly Package[],
  lookups: ReadonlyMap<string, Lookup>,
  licenseOf: (type: string, declared: string) => string,
): (Package & Pick<InventoryPackage, 'licenseSource'>)[] {
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
  const listed = one.declaredLicense ? undefined : versionFor(one, facts);
  const license = listed?.license ?? '';
  const day = askedAt.toISOString().slice(0, 10);
  const newest = one.version === '' ? ` for ${listed?.version}, the newest version` : '';
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

/** The facts of its version, or of the newest one if the version is unknown. */
function versionFor({ type, version }: Named, { versions }: PackageFacts): VersionFacts | undefined {
  if (version !== '') return versions.find((one) => compareVersions(type, one.version, version) === 0);
  const usable = versions.filter((one) => one.license !== null && !one.isWithdrawn);
  return usable.reduce<VersionFacts | undefined>(
    (best, one) => (best === undefined || compareVersions(type, one.version, best.version) > 0 ? one : best),
    undefined,
  );
}

/** A version from a registry in the form of the library. */
export interface RegistryVersion {
  name: string;
  purl: string;
  license: string;
  releasedOn: string;
  isWithdrawn: boolean;
}

/** The same limit as for names of versions that people create. */
const LONGEST_VERSION = 255;

/** The versions of a package in a registry. `standing` are the names that the library has. */
export function libraryVersionsOf(
  { purl, facts }: { purl: string; facts: PackageFacts },
  standing: readonly string[],
  licenseOf: (type: string, declared: string) => string,
): RegistryVersion[] {
  const read = parsePurl(purl);
  if ('problem' in read) return [];
  const { type } = read.value;
  const listedNames = new Set(facts.versions.map(({ version }) => storableText(version)));
  const names = new Set(standing);
  const others = standing.filter((name) => name !== UNKNOWN_VERSION && !listedNames.has(name));
  const versions = new Map<string, RegistryVersion>();
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
