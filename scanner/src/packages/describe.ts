// Describes one package from all statements of manifests and lockfiles about it. Pure.

import type { DependencyScope } from '../dependency-scopes.ts';
import { isStrongerScope } from '../dependency-scopes.ts';
import type { DistributionLike, PackageDependency, PackageFinding, RequestDetails } from '../findings.ts';
import { firstOf } from '../items.ts';
import { NO_TEXTS } from './requests.ts';

/** A distinct package of the tree: one component in one version. */
export interface DescribedPackage {
  /** Canonical, with the version if known. */
  purl: string;
  /** purl type. */
  type: string;
  namespace: string;
  name: string;
  /** '' when unknown. */
  version: string;
  /** As written in the most reliable manifest; '' when none declares one. */
  declaredLicense: string;
  /** SPDX expression of the declared license; '' when none is declared or it is uncertain. */
  licenseExpression: string;
  /** The file that states the declared license; absent when no file does. */
  licensePath?: string;
  description: string;
  homepageUrl: string;
  repositoryUrl: string;
  downloadUrl: string;
  integrity: string;
  /** Who makes or maintains it (parties.ts); absent if no file says so. */
  supplier?: string;
  /** The strongest scope of all statements: runtime, then optional, peer, build, test, development. */
  scope: DependencyScope;
  /** Whether the code base requests it directly; undefined for packages that are part of the code base, and when unknown. */
  isDirect?: boolean;
  /** The request as written (`^1.2.0`), if no version is known; '' if there is none. */
  requirement: string;
  /** Requests of manifests without a name, for packages that no lockfile settles. */
  requests?: ({ path: string; requirement: string; scope: DependencyScope } & RequestDetails)[];
  /** Paths of the manifests and lockfiles that are evidence for it, sorted. */
  files: string[];
  /** What each of those files states about it, in the order of the files. */
  proofs: Proof[];
  /** The confidence, for recognised files and lists; absent for others. */
  confidence?: 'HIGH' | 'MEDIUM' | 'LOW';
  /** Evidence in the files of a library that was copied into the tree. */
  copied?: CopyEvidence;
  /** For a folder of third-party code that only its place and its license show: see vendored.ts. */
  vendored?: VendoredEvidence;
  /** The place of all its evidence, if that is not part of the product: `test`, `example`, … (places.ts). */
  place?: string;
  /** The folder with its files, '' for the root, undefined when it has none. The first of `ownedFolders`. */
  ownedFolder?: string;
  /** All folders that hold a copy of it, sorted. */
  ownedFolders: string[];
  /** Its files outside such a folder, sorted; absent if there are none. */
  ownedFiles?: string[];
  /** Distributions from which that of the package says that it is made, the nearest first; absent for none. */
  like?: DistributionLike[];
  /** With versions if the tree shows them. Sorted by purl. */
  dependencies: PackageDependency[];
}

/** Evidence in the own files of a copied library. */
export interface CopyEvidence {
  /** The file, line and words that name the version, or the library if no file names a version. */
  path: string;
  line?: number;
  words: string;
  /** Recognised files, sorted; empty if only a list names the library. */
  paths: string[];
  /** The number of them that name the version. */
  agreeing: number;
}

/** A folder of third-party code with a license of its own. */
export interface VendoredEvidence {
  folder: string;
  /** The file that states the license. */
  licensePath: string;
  /** The license file lies beside the code and is called after the library; the folder is the place that they lie in. */
  isCalledSo?: true;
  /** The place in a file around it that names the folder; `isBare` if that file tells no license of it. Absent if only its own files and its place show that it is the code of others. */
  listed?: { path: string; line: number; isBare?: true };
  /** The file that states the version; absent if none does, or if the name of the folder does. */
  version?: { version: string; path: string; line: number; isInParts?: true };
}

/** What a file states about a package. */
export interface Proof {
  path: string;
  /** `present`: the file's bytes prove that the package is there, as those of a database of installed packages. */
  role: Exclude<PackageFinding['role'], 'defines'> | 'present';
  /** True if the file states exactly which version is used: a lockfile, or a record of what is present, with the version. */
  pinsVersion?: true;
  /** The line that states it, if the format gives lines; the first is 1. */
  line?: number;
  /** An SBOM names the package in this other version; '' for none. */
  otherVersion?: string;
}

const TEXT_FIELDS = [
  'declaredLicense',
  'description',
  'homepageUrl',
  'repositoryUrl',
  'downloadUrl',
  'integrity',
] as const;

/** A package while its statements are being collected. */
export interface Draft {
  about: DescribedPackage;
  /** With repetitions. */
  files: string[];
  proofs: Proof[];
  /** The places of its files; '' for those of the product. */
  places: Set<string>;
  folders: string[];
  ownedFiles: string[];
  /** Recognised files of a copied library. */
  copiedPaths: string[];
  isOwn: boolean;
  /** The strongest scope of the places of its own manifests. */
  ownScope?: DependencyScope;
  vendoredScope?: DependencyScope;
  hasScope: boolean;
  /** From a lockfile: exact, so ranges of the manifest for the same names are dropped. */
  locked: PackageDependency[][];
  declared: PackageDependency[][];
}

export function newDraft(found: PackageFinding): Draft {
  const { purl, type, namespace, name, version } = found;
  const about: DescribedPackage = {
    purl,
    type,
    namespace,
    name,
    version,
    ...NO_TEXTS,
    licenseExpression: '',
    scope: 'runtime',
    requirement: '',
    files: [],
    proofs: [],
    ownedFolders: [],
    dependencies: [],
  };
  return {
    about,
    files: [],
    proofs: [],
    places: new Set(),
    folders: [],
    ownedFiles: [],
    copiedPaths: [],
    isOwn: false,
    hasScope: false,
    locked: [],
    declared: [],
  };
}

/** `place` is the place of the file; '' inside the product. */
export function addFile(
  draft: Draft,
  path: string,
  { role, version, line, isPresent }: Pick<PackageFinding, 'role' | 'version' | 'line' | 'isPresent'>,
  place: string,
): void {
  draft.files.push(path);
  draft.places.add(place);
  if (role === 'defines') return;
  const stated = isPresent === true && role === 'locks' ? 'present' : role;
  draft.proofs.push({
    path,
    role: stated,
    ...(role === 'locks' && version !== '' ? { pinsVersion: true } : {}),
    ...(line === undefined ? {} : { line }),
  });
}

/** A request of a manifest without a name, which has no package to attach it to. */
export function addRequest(draft: Draft, path: string, wanted: PackageFinding): void {
  const { requirement = '', version, scope, extras, marker } = wanted;
  const request = { path, requirement: requirement || (version === '' ? '' : `==${version}`), scope };
  draft.about.requests ??= [];
  draft.about.requests.push({
    ...request,
    ...(extras === undefined ? {} : { extras }),
    ...(marker === undefined ? {} : { marker }),
  });
}

/** Returns the scope that is further from the product. */
export function weakerScope(a: DependencyScope, b: DependencyScope | undefined): DependencyScope {
  return b !== undefined && isStrongerScope(a, b) ? b : a;
}

/** Texts of the package's own manifest have priority over those of lockfiles. */
export function addTexts(draft: Draft, found: PackageFinding, path: string): void {
  for (const field of TEXT_FIELDS) {
    if (found[field] === '' || (draft.about[field] !== '' && found.role !== 'declares')) continue;
    if (field === 'declaredLicense' && !isSaidAbove(draft, found, path))
      draft.about.licensePath = found.licensePath ?? path;
    draft.about[field] = found[field];
  }
  if (found.supplier !== undefined && (draft.about.supplier === undefined || found.role === 'declares'))
    draft.about.supplier = found.supplier;
}

/** Whether a manifest of the package in a folder around says the same: a source distribution of Python repeats its own in a folder below. */
function isSaidAbove({ about, proofs }: Draft, found: PackageFinding, path: string): boolean {
  const { declaredLicense, licensePath: kept } = about;
  return (
    kept !== undefined &&
    found.role === 'declares' &&
    declaredLicense === found.declaredLicense &&
    path.startsWith(kept.slice(0, kept.lastIndexOf('/') + 1)) &&
    proofs.some((proof) => proof.path === kept && proof.role === 'declares')
  );
}

export function addStatement(draft: Draft, scope: DependencyScope, isDirect: boolean | undefined): void {
  const isStronger = isStrongerScope(scope, draft.about.scope);
  if (!draft.hasScope || isStronger) draft.about.scope = scope;
  draft.hasScope = true;
  if (isDirect !== undefined) draft.about.isDirect = draft.about.isDirect === true || isDirect;
}

export function addOwnScope(draft: Draft, scope: DependencyScope): void {
  draft.isOwn = true;
  if (draft.ownScope === undefined || weakerScope(scope, draft.ownScope) === draft.ownScope) draft.ownScope = scope;
}

/** For a package inside the tree that nobody requests: only its place shows its use. */
export function addVendoredScope(draft: Draft, scope: DependencyScope): void {
  if (draft.vendoredScope === undefined || weakerScope(scope, draft.vendoredScope) === draft.vendoredScope)
    draft.vendoredScope = scope;
}

/** Lists are collected and merged at the end: most packages have one. */
export function addDependencies(draft: Draft, found: PackageFinding): void {
  if (found.dependencies.length > 0) (found.role === 'locks' ? draft.locked : draft.declared).push(found.dependencies);
}

/** purl without version, qualifiers and subpath, as a request names it. */
export function componentOf(purl: string): string {
  const bare = withoutDetails(purl);
  const at = versionAt(bare);
  return at < 0 ? bare : bare.slice(0, at);
}

export function hasVersion(purl: string): boolean {
  return versionAt(withoutDetails(purl)) >= 0;
}

function withoutDetails(purl: string): string {
  const end = purl.search(/[?#]/);
  return end < 0 ? purl : purl.slice(0, end);
}

function versionAt(bare: string): number {
  return bare.indexOf('@', bare.lastIndexOf('/'));
}

/** `resolve` gives the version of a purl without one, if the tree shows it. */
export function finish(draft: Draft, resolve: (dependency: PackageDependency) => string): DescribedPackage {
  const { about } = draft;
  about.dependencies = allDependencies(draft, resolve);
  about.files = sortedDistinct(draft.files);
  about.proofs = sortedProofs(draft.proofs);
  if (about.version !== '') about.requirement = '';
  const [place = ''] = draft.places;
  if (draft.places.size === 1 && place !== '') about.place = place;
  about.ownedFolders = sortedDistinct(draft.folders);
  if (about.copied !== undefined) about.copied.paths = sortedDistinct(draft.copiedPaths);
  if (draft.ownedFiles.length > 0) about.ownedFiles = sortedDistinct(draft.ownedFiles);
  if (about.ownedFolders.length > 0) about.ownedFolder = firstOf(about.ownedFolders);
  if (!draft.hasScope && draft.vendoredScope !== undefined) about.scope = draft.vendoredScope;
  // A part of the code base is not its dependency, even if a workspace's lockfile says so.
  if (draft.isOwn) {
    delete about.isDirect;
    about.scope = draft.ownScope ?? 'runtime';
  }
  return about;
}

function allDependencies(draft: Draft, resolve: (dependency: PackageDependency) => string): PackageDependency[] {
  const byPurl = new Map<string, PackageDependency>();
  for (const list of draft.locked) {
    for (const dependency of list) if (!byPurl.has(dependency.purl)) byPurl.set(dependency.purl, dependency);
  }
  const lockedNames = draft.declared.length === 0 ? undefined : new Set([...byPurl.keys()].map(componentOf));
  for (const list of draft.declared) {
    for (const dependency of list) {
      if (lockedNames?.has(componentOf(dependency.purl))) continue;
      const purl = resolve(dependency);
      if (!byPurl.has(purl)) byPurl.set(purl, { ...dependency, purl });
    }
  }
  // An extra of a Python project may ask for its other extras: `all = ["app[docs]"]`. Nothing needs itself.
  byPurl.delete(draft.about.purl);
  return [...byPurl.values()].sort((a, b) => compare(a.purl, b.purl));
}

function sortedDistinct(texts: readonly string[]): string[] {
  return texts.length < 2 ? [...texts] : [...new Set(texts)].sort();
}

function sortedProofs(proofs: readonly Proof[]): Proof[] {
  if (proofs.length < 2) return [...proofs];
  const distinct = new Map(
    proofs.map((proof) => [
      `${proof.path}\n${proof.role}\n${proof.pinsVersion}\n${proof.line ?? ''}\n${proof.otherVersion ?? ''}`,
      proof,
    ]),
  );
  return [...distinct.values()].sort(
    (a, b) => compare(a.path, b.path) || (a.line ?? 0) - (b.line ?? 0) || compare(a.role, b.role),
  );
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
