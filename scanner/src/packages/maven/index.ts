// Completes the findings of pom.xml files with parents and bills of materials from other files of the code base. Pure.
import type { MavenRequest } from '../../definitions.ts';
import type { DependencyScope } from '../../dependency-scopes.ts';
import type { PackageDependency, PackageFinding } from '../../findings.ts';
import { own } from '../../items.ts';
import { parsePurl } from '../../purl/purl.ts';
import { hasVersion } from '../describe.ts';
import type { FilePackages } from '../files.ts';
import { requestOf, requiredOf, versioned } from '../requests.ts';
import { createMavenModels, type MavenModels, type Pom } from './models.ts';

/** Far more than a parent has; each of its children inherits them. */
const MAX_INHERITED = 1000;
const SCOPES: Readonly<Record<string, DependencyScope>> = { provided: 'peer', test: 'test' };

export function completeMaven(files: readonly FilePackages[]): FilePackages[] {
  const isModel = ({ packages }: FilePackages) => packages.some(({ defines }) => defines?.maven !== undefined);
  if (!files.some(isModel)) return [...files];
  const models = createMavenModels(files);
  const licenses = new Map(files.map(({ path, packages }) => [path, licenseIn(packages)]));
  return files.map((file) => {
    const pom = models.at(file.path);
    if (pom === undefined) return file;
    const packages = completed(file.packages, pom, models);
    const [first] = packages;
    if (first?.role === 'declares' && first.declaredLicense === '')
      packages[0] = { ...first, ...inheritedLicense(pom, models, licenses) };
    return { path: file.path, packages };
  });
}

function licenseIn(packages: readonly PackageFinding[]): string {
  return packages.find(({ role }) => role === 'declares')?.declaredLicense ?? '';
}

/** A project without licenses has those of its parent. */
function inheritedLicense(
  pom: Pom,
  models: MavenModels,
  licenses: ReadonlyMap<string, string>,
): Pick<PackageFinding, 'declaredLicense' | 'licensePath'> {
  for (const { path } of models.parentsOf(pom)) {
    const declaredLicense = licenses.get(path) ?? '';
    if (declaredLicense !== '') return { declaredLicense, licensePath: path };
  }
  return { declaredLicense: '' };
}

function completed(packages: readonly PackageFinding[], pom: Pom, models: MavenModels): PackageFinding[] {
  const self = packages.find(({ role }) => role === 'declares');
  const asked =
    self === undefined ? packages.filter(({ role }) => role === 'requires').map(requestedBy) : self.dependencies;
  const scoped = new Set(pom.model.scoped);
  const own = [
    ...asked.map((wanted) => settled(wanted, scoped.has(mavenName(wanted.purl)), pom, models)),
    ...pom.model.unnamed.flatMap((request) => namedNow(request, pom, models) ?? []),
  ];
  const requests = [...own, ...inheritedRequests(own, pom, models)];
  if (self === undefined) return requests.flatMap((wanted) => requiredOf(wanted) ?? []);
  const declared = { ...withOwnVersion(self, pom, models), dependencies: requests };
  const exact = requests.filter(({ purl }) => hasVersion(purl));
  return [declared, ...exact.flatMap((wanted) => requiredOf(wanted) ?? [])];
}

/** The dependencies of the parents, with versions as this project sees them. A parent's line is none of this file. */
function inheritedRequests(own: readonly PackageDependency[], pom: Pom, models: MavenModels): PackageDependency[] {
  const found = new Map<string, PackageDependency>();
  const names = new Set(own.map(({ purl }) => mavenName(purl)));
  let count = 0;
  for (const { model } of models.parentsOf(pom)) {
    for (const { line: _, ...request } of model.inherited ?? []) {
      if (count >= MAX_INHERITED) return [...found.values()];
      count += 1;
      const wanted = namedNow(request, pom, models);
      const name = wanted === undefined ? '' : mavenName(wanted.purl);
      if (wanted !== undefined && !names.has(name) && !found.has(name)) found.set(name, wanted);
    }
  }
  return [...found.values()];
}

function requestedBy({ purl, requirement = '', scope, line }: PackageFinding): PackageDependency {
  return { purl, requirement, scope, isDirect: true, ...(line === undefined ? {} : { line }) };
}

/** `${revision}` of a parent. */
function withOwnVersion(self: PackageFinding, pom: Pom, models: MavenModels): PackageFinding {
  if (self.version !== '') return self;
  const version = exactVersion(models.fill(pom.model.version, pom));
  return version === '' ? self : { ...self, version, purl: versioned(self.purl, version) };
}

/**
 * What a property or a managed list of other files gives a dependency that leaves it open. A managed version counts
 * only without an own one, a managed scope only without an own scope.
 */
function settled(wanted: PackageDependency, isScoped: boolean, pom: Pom, models: MavenModels): PackageDependency {
  const managed = models.managed(mavenName(wanted.purl), pom);
  const scope =
    isScoped || wanted.scope !== 'runtime' ? wanted.scope : (own(SCOPES, managed?.scope ?? '') ?? 'runtime');
  const about = { scope: scope === 'runtime' && managed?.isOptional === true ? ('optional' as const) : scope };
  if (hasVersion(wanted.purl)) return { ...wanted, ...about };
  const requirement = (wanted.requirement === '' ? managed?.version : '') || models.fill(wanted.requirement, pom);
  const version = exactVersion(requirement);
  return {
    ...wanted,
    ...about,
    requirement,
    purl: version === '' ? wanted.purl : versioned(wanted.purl, version),
  };
}

/** A dependency of a model, with its name and version as this project sees them. */
function namedNow(request: MavenRequest, pom: Pom, models: MavenModels): PackageDependency | undefined {
  const name = models.fill(request.name, pom);
  const colon = name.lastIndexOf(':');
  if (name.includes('${') || colon <= 0) return undefined;
  const scope = request.isOptional ? 'optional' : (own(SCOPES, request.scope) ?? 'runtime');
  const about = {
    version: '',
    requirement: request.version,
    scope,
    ...(request.line === undefined ? {} : { line: request.line }),
  };
  const made = requestOf('maven', name.slice(0, colon), name.slice(colon + 1), about);
  return made === undefined ? undefined : settled(made, request.scope !== '', pom, models);
}

/** `group:artifact`, as in managed lists. */
function mavenName(purl: string): string {
  const parts = parsePurl(purl);
  return 'value' in parts ? `${parts.value.namespace ?? ''}:${parts.value.name}` : '';
}

/** Maven uses a bare version and requires `[1.0]`, so both are exact; ranges and unfilled placeholders are not. */
function exactVersion(requirement: string): string {
  const version = /^\[([^,[\]()]+)\]$/.exec(requirement)?.[1]?.trim() ?? requirement;
  return /^[\w.+-]{1,500}$/.test(version) && !/^(LATEST|RELEASE)$/.test(version) ? version : '';
}
