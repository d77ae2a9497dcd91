// Package registries: which ones there are, what they tell of a package, and what that adds to the packages of a code base. Pure.
//
// Decided here:
// - A registry is asked only when an administrator has switched it on and the scan profile of the project supports dependencies.
// - What the code base itself says goes before what a registry says: only what is missing is filled in.
// - An answer counts for as long as these days; then it is asked for anew, and the older one counts until the registry answers.

import { compareVersions } from '@assay/scanner/versions';
import { componentPurlOf } from './inventory.ts';
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
