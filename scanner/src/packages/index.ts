// The packages of a whole tree: merges all findings of manifests and lockfiles into distinct packages. Pure and linear.
import type { PackageFinding } from '../findings.ts';
import { absorb } from './absorb.ts';
import { createChoice } from './chosen-versions.ts';
import { addCopies } from './copies.ts';
import {
  addDependencies,
  addFile,
  addOwnScope,
  addRequest,
  addStatement,
  addTexts,
  addVendoredScope,
  componentOf,
  type DescribedPackage,
  type Draft,
  finish,
  hasVersion,
  newDraft,
  weakerScope,
} from './describe.ts';
import type { FilePackages } from './files.ts';
import { createFolderClaims, folderOf, isInsidePackage, isThirdParty } from './folders.ts';
import {
  addRequestedScope,
  completed,
  indexLockfiles,
  type Lockfile,
  type LockIndex,
  type RequestedScopes,
} from './lockfiles.ts';
import { addNamedBySboms } from './named-by-sboms.ts';
import { declaredToExpression, type OwnLicenseNames } from './normalize-license.ts';
import { withoutNoticed } from './noticed-folders.ts';
import { withoutRedirects } from './npm-redirects.ts';
import { createPlaces, type FolderPlace, type PlaceRules } from './places.ts';
import { presentPackages } from './present.ts';
import { putTogether } from './put-together.ts';
import { type InstalledPlaces, installedPlaces } from './python/installed.ts';
import { foldersOfRequests } from './requested-folders.ts';
import { requiredOf } from './requests.ts';
import { addVendored } from './vendored.ts';
import type { LicensedPath } from './vendored-folders.ts';

export { strongerScope } from '../dependency-scopes.ts';
export { foreignTypes, purlTypeOf } from '../purl/foreign-types.ts';
export {
  canonicalPurl,
  encodePurlPath,
  formatPurl,
  type Purl,
  type PurlAnswer,
  type PurlParts,
  parsePurl,
  withoutQualifiers,
} from '../purl/purl.ts';
export { folderOfCopy } from './copies.ts';
export type { CopyEvidence, DescribedPackage, Proof, VendoredEvidence } from './describe.ts';
export type { FilePackages } from './files.ts';
export { folderOf, isThirdParty, outwards } from './folders.ts';
export { namesFolders, withoutMissing } from './held-folders.ts';
export { otherNamesOf } from './license-names.ts';
export { isManifestFile } from './manifest-files.ts';
export { declaredToExpression, type OwnLicenseNames, ownLicenseNames } from './normalize-license.ts';
export { BUILT_IN_PLACES, type PlaceRule, type PlaceRules } from './places.ts';
export {
  folderLicensedBy,
  isRootLicenseFile,
  type LicensedPackage,
  type LicensedTreeFile,
  type PrimaryLicenses,
  primaryLicenses,
} from './primary-licenses.ts';

export { meaningOfDeclaration } from './unclear-declarations.ts';

/**
 * Merges the findings of all files into one entry per purl, sorted by purl.
 *
 * - A package's own manifest decides license and texts; lockfiles decide versions and checksums.
 * - Requests count if no lockfile of the ecosystem covers their folder. Only the code base's own manifests count: an installed
 *   package's requests do not prove that those packages are present.
 * - A go.sum counts only without a go.mod beside it; otherwise it gives checksums.
 * - A request for a range that no lockfile settles becomes a package without a version, with the request's text.
 * - Packages below node_modules, vendor and the like, or in an unpacked jar or wheel, are dependencies; others with a manifest of their own
 *   are part of the code base.
 * - What an SBOM names counts if nothing else in the tree names it in any version (named-by-sboms.ts).
 * - Files copied from a library make a package of it for each folder (copies.ts), unless a manifest around them declares it.
 * - A package whose presence is proved by a file's bytes (installed packages, programs) counts wherever the file is (present.ts).
 * - A package that only tests, examples and documentation name has a scope that says so (places.ts).
 *
 * - A vendored folder with a license of its own that nothing else names is a package with the name of the folder (vendored.ts).
 *
 * `own` are the caller's own license names that declarations may use, `places` the folders that are no part of the product, `licensed` the files with
 * license findings.
 */
export function describePackages(
  files: readonly FilePackages[],
  own?: OwnLicenseNames,
  places?: PlaceRules,
  licensed: readonly LicensedPath[] = [],
): DescribedPackage[] {
  const { others, noticed } = withoutNoticed(files);
  const complete = putTogether(withoutRedirects(others));
  const placeOf = createPlaces(
    files.map(({ path }) => path),
    places,
  );
  const inputs = complete.map((file) => ({
    ...file,
    isThirdParty: isThirdParty(file.path),
    place: placeOf(file.path),
  }));
  const locks = indexLockfiles(lockfilesOf(inputs));
  const requested = requestsOf(inputs, locks);
  const drafts = new Map<string, Draft>();
  for (const lockfile of locks.lockfiles) {
    const place = placeOf(lockfile.path);
    for (const found of completed(lockfile, requested.byLockfile.get(lockfile)))
      addLocked(found, lockfile.path, place, drafts);
  }
  const present = presentPackages(complete);
  for (const { path, found } of present) addLocked(found, path, placeOf(path), drafts);
  addRequired(inputs, locks, drafts);
  addLoaded(inputs, locks, requested.all, drafts);
  addDeclared(inputs, installedPlaces(files), drafts);
  addChecksums(inputs, drafts);
  mergeVersionless(drafts);
  addNamedBySboms(inputs, drafts, (found) => draftOf(found, drafts));
  addCopies(inputs, drafts);
  const requestedFolders = foldersOfRequests(inputs, drafts);
  addVendored(others, licensed, placeOf, drafts, { noticed, requested: requestedFolders });
  completeDirectness(drafts, requested.all);
  // A folder with the license files of a package is not the place of its code, and does not show who requested it.
  for (const { found, folders } of present) drafts.get(found.purl)?.folders.push(...folders);
  const resolve = createChoice(drafts);
  const licenses = new Map<string, string>();
  const described = [...drafts.values()].map((draft) => withExpression(finish(draft, resolve), licenses, own));
  return described.sort((a, b) => (a.purl < b.purl ? -1 : 1));
}

type Input = FilePackages & { isThirdParty: boolean; place: FolderPlace | undefined };

/** Lockfiles of the code base itself. Lockfiles of dependencies are ignored. */
function lockfilesOf(inputs: readonly Input[]): Lockfile[] {
  const goMods = new Set(inputs.filter(({ path }) => isNamed(path, 'go.mod')).map(({ path }) => folderOf(path)));
  return inputs.flatMap(({ path, packages, isThirdParty: isVendored }) => {
    if (isVendored && !isInstalledList(path)) return [];
    if (isNamed(path, 'go.sum') && goMods.has(folderOf(path))) return [];
    if (isLoadedList(path)) return [];
    const byType = new Map<string, PackageFinding[]>();
    for (const found of packages) {
      if (found.role !== 'locks' || found.isPresent) continue;
      const same = byType.get(found.type);
      if (same === undefined) byType.set(found.type, [found]);
      else same.push(found);
    }
    return [...byType].map(([type, locked]) => ({
      path,
      type,
      packages: locked,
      ...(type === 'maven' ? { isNarrow: true as const } : {}),
      ...(type === 'terraform' ? { isPartial: true as const } : {}),
    }));
  });
}

/** Requests of own manifests, per covering lockfile and in total. */
function requestsOf(inputs: readonly Input[], locks: LockIndex) {
  const byLockfile = new Map<Lockfile, RequestedScopes>();
  const all: RequestedScopes = new Map();
  for (const { path, packages, isThirdParty: isVendored } of inputs) {
    if (isVendored) continue;
    for (const found of packages) {
      if (found.role === 'names') continue;
      if (found.role === 'locks') {
        if (found.isDirect) addRequestedScope(all, componentOf(found.purl), found.scope);
        continue;
      }
      const lockfile = locks.nearest(folderOf(path), found.type);
      const under = lockfile === undefined ? undefined : (byLockfile.get(lockfile) ?? (new Map() as RequestedScopes));
      if (lockfile !== undefined && under !== undefined) byLockfile.set(lockfile, under);
      const wanted =
        found.role === 'requires'
          ? [{ purl: found.purl, scope: found.scope, isDirect: found.isDirect ?? true }]
          : found.dependencies;
      for (const { purl, scope, isDirect } of wanted) {
        if (!isDirect) continue;
        if (under !== undefined) addRequestedScope(under, componentOf(purl), scope);
        addRequestedScope(all, componentOf(purl), scope);
      }
    }
  }
  return { byLockfile, all };
}

function addLocked(
  found: PackageFinding,
  path: string,
  place: FolderPlace | undefined,
  drafts: Map<string, Draft>,
): void {
  const draft = draftOf(found, drafts);
  addFile(draft, path, found, place?.name ?? '');
  // Vendored modules are beside the list, in folders that have the names of the modules.
  if (isVendorList(path))
    draft.folders.push([folderOf(path), found.namespace, found.name].filter((part) => part !== '').join('/'));
  addTexts(draft, found, path);
  if (found.like !== undefined) draft.about.like ??= found.like;
  addStatement(draft, weakerScope(found.scope, place?.scope), found.isDirect);
  addDependencies(draft, found);
}

function addRequired(inputs: readonly Input[], locks: LockIndex, drafts: Map<string, Draft>): void {
  for (const { path, packages, isThirdParty: isVendored, place } of inputs) {
    if (isVendored) continue;
    const names = packages.some(({ role, isDirect }) => role === 'declares' || isDirect === false);
    for (const found of packages) {
      for (const wanted of found.role === 'requires' ? [found] : found.role === 'declares' ? unsettled(found) : []) {
        if (locks.settles(folderOf(path), found.type, componentOf(wanted.purl))) continue;
        const draft = draftOf(wanted, drafts);
        addFile(draft, path, wanted, place?.name ?? '');
        addTexts(draft, wanted, path);
        draft.about.requirement ||= wanted.requirement ?? '';
        addDependencies(draft, wanted);
        if (wanted === found && !names && wanted.isDirect === true) addRequest(draft, path, wanted);
        addStatement(draft, weakerScope(wanted.scope, place?.scope), wanted.isDirect);
      }
    }
  }
}

/** Findings for a manifest's requests of ranges: no version is settled, but the package is used. */
function unsettled(declared: PackageFinding): PackageFinding[] {
  return declared.dependencies.flatMap((wanted) =>
    hasVersion(wanted.purl) || !wanted.isDirect ? [] : (requiredOf(wanted) ?? []),
  );
}

function addDeclared(
  inputs: readonly Input[],
  installed: ReadonlyMap<string, InstalledPlaces>,
  drafts: Map<string, Draft>,
): void {
  const claims = createFolderClaims();
  const declared = inputs.flatMap(({ path, packages, isThirdParty: isVendored, place }) =>
    packages.filter(({ role }) => role === 'declares').map((found) => ({ path, found, isVendored, place })),
  );
  for (const { path, found } of declared) claims.add(path, found.purl);
  for (const { path, found, isVendored, place } of declared) {
    const draft = draftOf(found, drafts);
    addFile(draft, path, found, place?.name ?? '');
    draft.folders.push(claims.folderFor(path, found.name));
    const { folders = [], files = [] } = isVendored ? (installed.get(folderOf(path)) ?? {}) : {};
    draft.folders.push(...folders);
    draft.ownedFiles.push(...files);
    if (isVendored) addVendoredScope(draft, place?.scope ?? 'runtime');
    else addOwnScope(draft, place?.scope ?? 'runtime');
    addTexts(draft, found, path);
    addDependencies(draft, isVendored ? withoutDevelopment(found) : found);
  }
}

/** What the authors of a third-party package need to develop and test it is not installed with it. */
function withoutDevelopment(found: PackageFinding): PackageFinding {
  return {
    ...found,
    dependencies: found.dependencies.filter(({ scope }) => scope !== 'development' && scope !== 'test'),
  };
}

/**
 * Packages that a Gradle build loaded, from its verification metadata. Without a lockfile, only this names transitive packages. With a lockfile it
 * only gives checksums, because it keeps packages of older builds.
 */
function addLoaded(
  inputs: readonly Input[],
  locks: LockIndex,
  requested: RequestedScopes,
  drafts: Map<string, Draft>,
): void {
  if (locks.lockfiles.some(({ isNarrow }) => isNarrow === true)) return;
  for (const { path, packages, isThirdParty: isVendored, place } of inputs) {
    if (isVendored || !isLoadedList(path)) continue;
    for (const found of packages) {
      const draft = draftOf(found, drafts);
      addFile(draft, path, found, place?.name ?? '');
      addTexts(draft, found, path);
      const scope = requested.get(componentOf(found.purl));
      addStatement(draft, weakerScope(scope ?? 'runtime', place?.scope), scope !== undefined);
    }
  }
}

/** A go.sum beside a go.mod only gives checksums for the modules of the go.mod. */
function addChecksums(inputs: readonly Input[], drafts: ReadonlyMap<string, Draft>): void {
  for (const { path, packages } of inputs) {
    if (!isNamed(path, 'go.sum') && !isLoadedList(path)) continue;
    for (const found of packages) {
      const draft = drafts.get(found.purl);
      if (draft !== undefined && draft.about.integrity === '') draft.about.integrity = found.integrity;
    }
  }
}

/**
 * A manifest that computes its version (setup.py) may be beside one that states it (PKG-INFO): both are one package. A
 * request without a version is dropped if the tree has the component in some version.
 */
function mergeVersionless(drafts: Map<string, Draft>): void {
  const versioned = new Map<string, Draft[]>();
  for (const draft of drafts.values()) {
    if (draft.about.version === '') continue;
    const component = componentOf(draft.about.purl);
    const others = versioned.get(component);
    if (others === undefined) versioned.set(component, [draft]);
    else others.push(draft);
  }
  for (const [purl, draft] of drafts) {
    if (draft.about.version !== '') continue;
    const candidates = versioned.get(componentOf(purl)) ?? [];
    const target =
      draft.folders.length === 0
        ? candidates.length === 1
          ? candidates[0]
          : undefined
        : candidates.find(({ folders }) => shares(folders, draft.folders));
    if (target !== undefined) absorb(target, draft);
    if (target !== undefined || (draft.folders.length === 0 && candidates.length > 0)) drafts.delete(purl);
  }
}

/**
 * Third-party packages without a lockfile are direct if an own manifest requests them, or if no own manifest requests anything of their
 * type and they are not inside another package.
 */
function completeDirectness(drafts: ReadonlyMap<string, Draft>, requested: ReadonlyMap<string, string>): void {
  const requestedTypes = new Set([...requested.keys()].map(typeOf));
  for (const { about, folders, isOwn } of drafts.values()) {
    if (isOwn || folders.length === 0 || about.isDirect !== undefined) continue;
    const isNamed = requested.has(componentOf(about.purl));
    about.isDirect = isNamed || (!requestedTypes.has(about.type) && !folders.every(isInsidePackage));
  }
}

function withExpression(
  found: DescribedPackage,
  known: Map<string, string>,
  own: OwnLicenseNames | undefined,
): DescribedPackage {
  if (found.declaredLicense === '') return found;
  const key = `${found.type}\n${found.declaredLicense}`;
  const expression = known.get(key) ?? declaredToExpression(found.type, found.declaredLicense, own);
  known.set(key, expression);
  found.licenseExpression = expression;
  return found;
}

function draftOf(found: PackageFinding, drafts: Map<string, Draft>): Draft {
  const before = drafts.get(found.purl);
  if (before !== undefined) return before;
  const draft = newDraft(found);
  drafts.set(found.purl, draft);
  return draft;
}

function typeOf(purl: string): string {
  return purl.slice('pkg:'.length, purl.indexOf('/'));
}

function shares(a: readonly string[], b: readonly string[]): boolean {
  const known = new Set(a);
  return b.some((item) => known.has(item));
}

/** Lists that tools keep inside the folder of installed packages. They count like a lockfile outside of it. */
function isInstalledList(path: string): boolean {
  return (
    isNamed(path, 'node_modules/.package-lock.json') ||
    isNamed(path, 'vendor/composer/installed.json') ||
    isVendorList(path) ||
    /\.dist-info\/sboms\//i.test(path)
  );
}

function isLoadedList(path: string): boolean {
  return isNamed(path, 'verification-metadata.xml');
}

function isVendorList(path: string): boolean {
  return isNamed(path, 'vendor/modules.txt');
}

function isNamed(path: string, file: string): boolean {
  return path === file || path.endsWith(`/${file}`);
}
