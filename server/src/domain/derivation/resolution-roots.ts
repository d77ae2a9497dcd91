// The roots of resolutions: the packages of the code base and the manifests without a name whose requests no lockfile settles. Pure.
//
// Decided here:
// - Only requests of packages of the code base itself are resolved, and only if a version is missing: versions in a lockfile stay.
// - A manifest without a name (requirements.txt) is a root of its own, except a compiled one, which marks transitive packages itself.
// - Peers are resolved for npm, which installs them. Unrequested extras are not resolved.
import type { DependencyScope, PackageDependency } from '@assay/scanner';
import { type DescribedPackage, formatPurl, parsePurl } from '@assay/scanner/packages';
import { componentPurlOf } from '../inventories/inventory.ts';
import type { InventoryPackage } from './inventory-findings.ts';
import type { FactRequirement, RegistryName } from './registries.ts';
import type { ScanProfileSettings } from './scan-profile.ts';

/** Ecosystems with a resolver and with registries that list the dependencies of each version. */
const resolvedTypes = ['npm', 'pypi', 'maven'] as const satisfies readonly RegistryName[];
export type ResolvedType = (typeof resolvedTypes)[number];
/** Ecosystems with findings that list all requests of a root; a pom needs its parents first (registries/maven/roots.ts). */
export const plainTypes = ['npm', 'pypi'] as const satisfies readonly ResolvedType[];

/** The root of a resolution: a package of the code base, or a manifest without a name. */
export interface ResolutionRoot {
  /** For a manifest without a name: its type and path. */
  purl: string;
  type: ResolvedType;
  files: string[];
  requirements: RootRequirement[];
  /** Packages of the code base itself that the root may ask for. No registry is asked for them. */
  own?: readonly OwnVersion[];
}

export interface OwnVersion {
  name: string;
  version: string;
  requirements: readonly FactRequirement[];
}

export interface RootRequirement {
  name: string;
  range: string;
  scope: DependencyScope;
  /** For Python. */
  extras?: string;
  marker?: string;
  /** Attributes for the scanner's resolvers; for Maven. */
  type?: Record<string, string>;
}

/** A package with the requests that a resolution begins with. */
export interface RequestingPackage
  extends Omit<InventoryPackage, 'dependencies'>,
    Readonly<Pick<DescribedPackage, 'type' | 'requests'>> {
  dependencies: readonly (Pick<PackageDependency, 'purl'> & Request)[];
}

type Request = Pick<PackageDependency, 'requirement' | 'scope' | 'extras' | 'marker'>;

export function rootsOf(packages: readonly RequestingPackage[], settings: ScanProfileSettings): ResolutionRoot[] {
  if (settings.dependencySupport === 'NONE') return [];
  return [...namedRoots(packages, settings), ...unnamedRoots(packages, settings)];
}

function namedRoots(
  packages: readonly RequestingPackage[],
  { reportNonRuntimeDependencies }: ScanProfileSettings,
): ResolutionRoot[] {
  const isUnlocked = unlockedAmong(packages);
  return packages.flatMap((one) => {
    const type = plainTypes.find((known) => known === one.type);
    if (type === undefined || one.isDirect !== undefined) return [];
    const wanted = one.dependencies.filter(({ scope }) => isInstalled(type, scope, reportNonRuntimeDependencies));
    // Not every lockfile lists peers, so open peers alone do not mean that there is none.
    if (!wanted.some(({ purl, scope }) => scope !== 'peer' && isUnlocked(purl))) return [];
    const requirements = wanted.flatMap((dependency) => rootRequirementsOf(type, dependency.purl, dependency));
    return [{ purl: one.purl, type, files: [...one.files], requirements }];
  });
}

/**
 * Whether no lockfile and no installed package settles a request: its version is open, or only the manifests of the code base
 * name the package. Then its own dependencies are unknown too.
 */
function unlockedAmong(packages: readonly RequestingPackage[]): (purl: string) => boolean {
  const own = packages.filter(({ isDirect, ownedFolder }) => isDirect === undefined && ownedFolder !== undefined);
  const manifests = new Set(own.flatMap(({ files }) => files));
  const files = new Map(packages.map((one) => [one.purl, one.files]));
  return (purl) => componentPurlOf(purl) === purl || files.get(purl)?.every((file) => manifests.has(file)) === true;
}

/** Each manifest without a name that leaves a version open. Its pins are resolved too, because they restrict the other versions. */
function unnamedRoots(
  packages: readonly RequestingPackage[],
  { reportNonRuntimeDependencies }: ScanProfileSettings,
): ResolutionRoot[] {
  const roots = new Map<string, ResolutionRoot>();
  for (const { purl, type: written, requests = [] } of packages) {
    const type = plainTypes.find((known) => known === written);
    if (type === undefined) continue;
    for (const request of requests) {
      if (!isInstalled(type, request.scope, reportNonRuntimeDependencies)) continue;
      const key = `${type}:${request.path}`;
      const root = roots.get(key) ?? { purl: key, type, files: [request.path], requirements: [] };
      root.requirements.push(...rootRequirementsOf(type, purl, request));
      roots.set(key, root);
    }
  }
  return [...roots.values()];
}

/** None for a dependency with an address, because no registry has it. */
function rootRequirementsOf(
  type: ResolvedType,
  purl: string,
  { requirement, scope, extras, marker }: Request,
): RootRequirement[] {
  const name = nameOf(purl);
  const kind = type === 'npm' ? NPM_KINDS.get(scope) : undefined;
  if (name === undefined || requirement.startsWith('@')) return [];
  return [
    {
      name,
      range: requirement,
      scope,
      ...(extras === undefined ? {} : { extras }),
      ...(marker === undefined ? {} : { marker }),
      ...(kind === undefined ? {} : { type: kind }),
    },
  ];
}

/** How the scanner's resolver writes the sections of package.json. */
const NPM_KINDS: ReadonlyMap<DependencyScope, Record<string, string>> = new Map<
  DependencyScope,
  Record<string, string>
>([
  ['optional', { opt: '' }],
  ['peer', { scope: 'peer' }],
]);

function isInstalled(type: ResolvedType, scope: DependencyScope, withNonRuntime: boolean): boolean {
  if (scope === 'peer') return type === 'npm';
  if (scope === 'optional') return type === 'npm';
  return withNonRuntime || scope === 'runtime';
}

/** The registry's name of a package: `@scope/name` for npm, `group:artifact` for Maven, otherwise the name. Undefined if it is not a package URL. */
export function nameOf(purl: string): string | undefined {
  const read = parsePurl(purl);
  if ('problem' in read) return undefined;
  const { type, namespace, name } = read.value;
  return namespace === null ? name : `${namespace}${separatorOf(type)}${name}`;
}

function separatorOf(type: string): string {
  return type === 'maven' ? ':' : '/';
}

/** The package URL of such a name. */
export function purlOf(type: ResolvedType, name: string, version?: string): string | undefined {
  const at = type === 'pypi' ? -1 : name.lastIndexOf(separatorOf(type));
  const made = formatPurl({
    type,
    namespace: at === -1 ? null : name.slice(0, at),
    name: name.slice(at + 1),
    version: version ?? null,
  });
  return 'value' in made ? made.value : undefined;
}
