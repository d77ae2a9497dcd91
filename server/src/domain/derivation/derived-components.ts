// The components of a code base while an inventory is derived from it: packages joined by component and version, their folders, and the links between
// them. inventory-derivation.ts turns them into items.

import type { DependencyScope } from '@assay/scanner';
import { buildOf, isDistributed } from '@assay/scanner/advisories';
import { storableText } from '@assay/scanner/foreign-text';
import { lastOf, valueFor } from '@assay/scanner/items';
import { factsOfPackage, joinedFacts, type PackageFacts } from '@assay/scanner/package-facts';
import { isThirdParty, strongerScope, withoutQualifiers } from '@assay/scanner/packages';
import type { Confidence, DependencyLevel } from '../inventories/inventory.ts';
import { componentPurlOf, knownVersionName, typeOfPurl } from '../inventories/inventory.ts';
import { parentOf } from '../paths.ts';
import { addStatements, type FileStatement } from './detection-statements.ts';
import { BUILD_MARK } from './inventory-builds.ts';
import type { DerivationOptions, InventoryPackage, LicensedFile, WantedLink } from './inventory-findings.ts';

/** The data of one component and version before it becomes an item. */
export interface DerivedComponent {
  identity: string;
  componentPurl: string;
  version: string;
  purl: string;
  declared: string;
  /** The declared license, as written. */
  declaredText: string;
  /** The file that states the declared license; '' if none does. */
  licensePath: string;
  /** The registry that states the license; '' if the package itself does. */
  licenseSource: string;
  /** The registry that states the version; '' if a file does. */
  versionSource: string;
  description: string;
  url: string;
  isWanted: boolean;
  /** Part of the code base itself. */
  isOwn: boolean;
  /** May contain a file twice until the item is made. */
  manifests: string[];
  /** What each of its files states about it. */
  statements: Map<string, FileStatement>;
  requirement: string;
  /** Empty if the product itself names the component. */
  places: string[];
  ownedFolders: string[];
  ownedFiles: string[];
  copied: InventoryPackage['copied'];
  vendored: InventoryPackage['vendored'];
  isRuntime: boolean;
  /** The scope that is nearest to the product. */
  scope: DependencyScope;
  isDirect: boolean | undefined;
  like: InventoryPackage['like'];
  confidence: Confidence | undefined;
  primary: InventoryPackage['primaryLicense'];
  curated: InventoryPackage['curatedLicense'];
  facts: PackageFacts;
  dependencies: string[];
  licenseFiles: LicensedFile[];
  otherFiles: LicensedFile[];
}

/**
 * Packages that differ only in purl qualifiers (architecture, packaging) are one component and version. Builds for several releases of a distribution are
 * several, because each has vulnerabilities of its own.
 */
export function gatherComponents(
  packages: readonly InventoryPackage[],
  options: DerivationOptions,
): Map<string, DerivedComponent> {
  const components = new Map<string, DerivedComponent>();
  const builds = ofSeveralBuilds(packages);
  for (const one of packages) {
    const componentPurl = storableText(componentPurlOf(one.purl));
    const identity = componentIdentity(componentPurl, versionNameOf(one), builds.has(one) ? buildOf(one.purl) : '');
    const known = components.get(identity);
    const component = known === undefined ? newComponent(one, identity, componentPurl) : mergeInto(known, one);
    component.isWanted ||= isWanted(one, options);
    components.set(identity, component);
  }
  for (const component of components.values())
    component.isOwn = component.copied === undefined && component.vendored === undefined && isOwnComponent(component);
  return components;
}

/** Identifies a component and version among the findings of all scans. */
function componentIdentity(componentPurl: string, version: string, build: string): string {
  return version === ''
    ? `component:${componentPurl}`
    : `component:${componentPurl}@${version}${build === '' ? '' : `${BUILD_MARK}${build}`}`;
}

/** Those packages of which the code base has several builds of one version. */
function ofSeveralBuilds(packages: readonly InventoryPackage[]): ReadonlySet<InventoryPackage> {
  const distributed = packages.filter(({ purl, version }) => version !== '' && isOfDistribution(purl));
  const alike = Map.groupBy(distributed, (one) => `${componentPurlOf(one.purl)}\n${one.version}`);
  const isSeveral = (all: readonly InventoryPackage[]) =>
    new Set(all.map(({ purl }) => buildOf(purl)).filter((build) => build !== '')).size > 1;
  return new Set([...alike.values()].filter(isSeveral).flat());
}

const isOfDistribution = (purl: string) => isDistributed(typeOfPurl(purl));

/** Of two package URLs of one component, the one that names the release; else the first by text. */
function firstPurl(a: string, b: string): string {
  const names = (purl: string) => isOfDistribution(purl) && buildOf(purl) !== '';
  if (names(a) !== names(b)) return names(a) ? a : b;
  return a < b ? a : b;
}

/** `pkg:npm/%40babel/core` becomes `@babel/core`. Maven artifacts are named without their group, Go modules with their path. */
export function componentNameOf(purl: string): string {
  const [type = '', ...rest] = componentPurlOf(purl).replace(/^pkg:/, '').split('/');
  const segments = rest.map(decode).filter((segment) => segment !== '');
  if (segments.length === 0) return purl;
  const isBareName = ['maven', 'deb', 'rpm', 'apk', 'alpine', 'conan'].includes(type.toLowerCase());
  return isBareName ? lastOf(segments) : segments.join('/');
}

export function ownersByFolder(components: Map<string, DerivedComponent>): Map<string, DerivedComponent> {
  const owners = new Map<string, DerivedComponent>();
  for (const component of components.values()) {
    for (const folder of component.ownedFolders) {
      const rival = owners.get(folder);
      // Of two packages in one folder (package.json beside pom.xml), the first by identity owns the files.
      if (rival === undefined || component.identity < rival.identity) owners.set(folder, component);
    }
  }
  return owners;
}

/** The owners of files outside their own folders, or in the folder of another package. */
export function ownersOfFiles(components: Map<string, DerivedComponent>): Map<string, DerivedComponent> {
  const owners = new Map<string, DerivedComponent>();
  for (const component of components.values()) for (const path of component.ownedFiles) owners.set(path, component);
  return owners;
}

export function ownerOf(path: string, owners: Map<string, DerivedComponent>): DerivedComponent | undefined {
  for (let folder = parentOf(path); ; folder = parentOf(folder)) {
    const owner = owners.get(folder);
    if (owner !== undefined || folder === '') return owner;
  }
}

/** A dependency without version is linked only if the component has one version here; with several, the link would be a guess. */
export function linksBetween(components: Map<string, DerivedComponent>): WantedLink[] {
  const only = new Map<string, string | undefined>();
  for (const { componentPurl, identity } of components.values()) {
    only.set(componentPurl, only.has(componentPurl) ? undefined : identity);
  }
  const links: WantedLink[] = [];
  for (const parent of components.values()) {
    const children = new Set(parent.dependencies.map((purl) => childOf(purl, components, only)));
    for (const child of children) {
      if (child === undefined || child === parent.identity) continue;
      links.push({ parent: parent.identity, child, type: 'DEPENDENCY' });
    }
  }
  return links;
}

/** If the scanner does not state the level, the links do: a direct dependency is one of a package of the code base. */
export function levelsOf(components: Map<string, DerivedComponent>, links: WantedLink[]): Map<string, DependencyLevel> {
  const parents = new Map<string, 'own' | 'other'>();
  for (const link of links) {
    if (valueFor(components, link.parent).isOwn) parents.set(link.child, 'own');
    else if (!parents.has(link.child)) parents.set(link.child, 'other');
  }
  const levels = new Map<string, DependencyLevel>();
  for (const component of components.values()) {
    levels.set(component.identity, levelOf(component, parents.get(component.identity)));
  }
  return levels;
}

function isWanted(one: InventoryPackage, options: DerivationOptions): boolean {
  const isOfCodeBase = one.ownedFolder !== undefined && one.isDirect === undefined;
  if (isOfCodeBase) return true;
  if (!options.includesNonRuntime && !isRuntimeScope(one.scope)) return false;
  // Copied code is shipped, whatever its folder is called.
  const isHere = one.ownedFolder !== undefined || one.copied !== undefined;
  if (options.dependencies === 'none') return isHere;
  return options.dependencies === 'all' || one.isDirect !== false || isHere;
}

/** Whether what has this scope is part of the running program. */
export function isRuntimeScope(scope: string): boolean {
  return scope === 'runtime' || scope === 'optional' || scope === 'peer';
}

function newComponent(one: InventoryPackage, identity: string, componentPurl: string): DerivedComponent {
  return {
    identity,
    componentPurl,
    version: versionNameOf(one),
    purl: storableText(one.purl),
    declared: storableText(one.licenseExpression),
    declaredText: storableText(one.declaredLicense ?? ''),
    licensePath: one.licensePath ?? '',
    licenseSource: one.licenseSource ?? '',
    versionSource: one.versionSource ?? '',
    description: storableText(one.description ?? ''),
    url: storableText(one.homepageUrl ?? ''),
    isWanted: false,
    isOwn: false,
    manifests: [...one.files],
    statements: statementsOf(one),
    requirement: storableText(one.requirement ?? ''),
    places: one.place === undefined ? [] : [one.place],
    ownedFolders: foldersOf(one),
    ownedFiles: [...(one.ownedFiles ?? [])],
    copied: one.copied,
    vendored: one.vendored,
    isRuntime: isRuntimeScope(one.scope),
    scope: one.scope,
    isDirect: one.isDirect,
    like: one.like,
    confidence: one.confidence,
    primary: one.primaryLicense,
    curated: one.curatedLicense,
    facts: factsOf(one),
    dependencies: one.dependencies.map((dependency) => dependency.purl),
    licenseFiles: [],
    otherFiles: [],
  };
}

const factsOf = (one: InventoryPackage): PackageFacts =>
  factsOfPackage({ ...one, type: typeOfPurl(one.purl), supplier: storableText(one.supplier ?? '') });

function statementsOf(one: InventoryPackage): Map<string, FileStatement> {
  const statements = new Map<string, FileStatement>();
  addStatements(statements, one.proofs ?? []);
  return statements;
}

/** A manifest with the version `Unknown` states no version. */
function versionNameOf(one: InventoryPackage): string {
  return knownVersionName(storableText(one.version));
}

function mergeInto(known: DerivedComponent, one: InventoryPackage): DerivedComponent {
  known.purl = firstPurl(known.purl, storableText(one.purl));
  // If two packages are the same component, the statement of the package itself comes first.
  if (known.declared === '') takeDeclaration(known, one);
  known.description ||= storableText(one.description ?? '');
  known.url ||= storableText(one.homepageUrl ?? '');
  if (one.versionSource === undefined) known.versionSource = '';
  for (const file of one.files) known.manifests.push(file);
  addStatements(known.statements, one.proofs ?? []);
  known.requirement ||= storableText(one.requirement ?? '');
  known.places = one.place === undefined || known.places.length === 0 ? [] : [...new Set([...known.places, one.place])];
  known.ownedFolders.push(...foldersOf(one));
  known.ownedFiles.push(...(one.ownedFiles ?? []));
  known.facts = joinedFacts(known.facts, factsOf(one));
  known.like ??= one.like;
  known.copied ??= one.copied;
  known.vendored ??= one.vendored;
  known.isRuntime ||= isRuntimeScope(one.scope);
  known.scope = strongerScope(known.scope, one.scope);
  known.isDirect = known.isDirect === undefined ? one.isDirect : known.isDirect || one.isDirect === true;
  known.confidence = known.confidence ?? one.confidence;
  if (!known.primary?.expression) known.primary = one.primaryLicense ?? known.primary;
  known.curated ??= one.curatedLicense;
  for (const dependency of one.dependencies) known.dependencies.push(dependency.purl);
  return known;
}

/** A license, its words and the file that states them belong together. */
function takeDeclaration(known: DerivedComponent, one: InventoryPackage): void {
  const text = storableText(one.declaredLicense ?? '');
  if (one.licenseExpression === '' && (known.declaredText !== '' || text === '')) return;
  known.declared = storableText(one.licenseExpression);
  known.declaredText = text;
  known.licensePath = one.licensePath ?? '';
  known.licenseSource = one.licenseSource ?? '';
}

/** Its sources lie in the code base, outside the folders for third-party packages. This includes workspaces of a lockfile. */
function isOwnComponent(component: DerivedComponent): boolean {
  return component.ownedFolders.some((folder) => !isThirdParty(`${folder}/`));
}

function childOf(
  purl: string,
  components: Map<string, DerivedComponent>,
  only: Map<string, string | undefined>,
): string | undefined {
  const componentPurl = componentPurlOf(purl);
  const version = versionOf(purl);
  if (version === '') return only.get(componentPurl);
  const plain = componentIdentity(componentPurl, version, '');
  if (components.has(plain) || !isOfDistribution(purl)) return components.has(plain) ? plain : undefined;
  const ofBuild = componentIdentity(componentPurl, version, buildOf(purl));
  return components.has(ofBuild) ? ofBuild : undefined;
}

function levelOf(component: DerivedComponent, parent: 'own' | 'other' | undefined): DependencyLevel {
  if (component.isDirect !== undefined) return component.isDirect ? 'Direct' : 'Transitive';
  if (component.isOwn || parent === undefined) return 'Top-level';
  return parent === 'own' ? 'Direct' : 'Transitive';
}

function versionOf(purl: string): string {
  const path = withoutQualifiers(purl);
  return decode(path.slice(componentPurlOf(purl).length + 1));
}

function trimSlash(folder: string): string {
  return folder.endsWith('/') ? folder.slice(0, -1) : folder;
}

function decode(text: string): string {
  try {
    return storableText(decodeURIComponent(text));
  } catch {
    // If a foreign name has an invalid percent sign, the name is used as written.
    return text;
  }
}

/** The folder of the package in the code base. A package that was installed several times has several. */
function foldersOf(one: InventoryPackage): string[] {
  return (one.ownedFolders ?? (one.ownedFolder === undefined ? [] : [one.ownedFolder])).map(trimSlash);
}
