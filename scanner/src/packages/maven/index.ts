// Completes the findings of pom.xml files with parents and bills of materials from other files of the code base. Pure.
import type { DependencyScope, MavenRequest, PackageDependency, PackageFinding } from '../../findings.ts';
import { own } from '../../items.ts';
import { parsePurl } from '../../purl/purl.ts';
import { hasVersion } from '../describe.ts';
import type { FilePackages } from '../files.ts';
import { requestOf, requiredOf, versioned } from '../requests.ts';
import { createMavenModels, type MavenModels, type Pom } from './models.ts';

const SCOPES: Readonly<Record<string, DependencyScope>> = { provided: 'peer', test: 'test' };

export function completeMaven(files: readonly FilePackages[]): FilePackages[] {
  const isModel = ({ packages }: FilePackages) => packages.some(({ defines }) => defines?.maven !== undefined);
  if (!files.some(isModel)) return [...files];
  const models = createMavenModels(files);
  return files.map((file) => {
    const pom = models.at(file.path);
    return pom === undefined ? file : { path: file.path, packages: completed(file.packages, pom, models) };
  });
}

function completed(packages: readonly PackageFinding[], pom: Pom, models: MavenModels): PackageFinding[] {
  const self = packages.find(({ role }) => role === 'declares');
  const asked =
    self === undefined ? packages.filter(({ role }) => role === 'requires').map(requestedBy) : self.dependencies;
  const requests = [
    ...asked.map((wanted) => settled(wanted, pom, models)),
    ...pom.model.unnamed.flatMap((request) => namedNow(request, pom, models) ?? []),
  ];
  if (self === undefined) return requests.flatMap((wanted) => requiredOf(wanted) ?? []);
  const declared = { ...withOwnVersion(self, pom, models), dependencies: requests };
  const exact = requests.filter(({ purl }) => hasVersion(purl));
  return [declared, ...exact.flatMap((wanted) => requiredOf(wanted) ?? [])];
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

/** The version that a property or a managed list of other files gives a dependency without one. */
function settled(wanted: PackageDependency, pom: Pom, models: MavenModels): PackageDependency {
  if (hasVersion(wanted.purl)) return wanted;
  const managed = wanted.requirement === '' ? models.managed(mavenName(wanted.purl), pom) : undefined;
  const requirement = managed?.version || models.fill(wanted.requirement, pom);
  const version = exactVersion(requirement);
  return {
    ...wanted,
    requirement,
    scope: wanted.scope === 'runtime' ? (own(SCOPES, managed?.scope ?? '') ?? 'runtime') : wanted.scope,
    purl: version === '' ? wanted.purl : versioned(wanted.purl, version),
  };
}

/** A dependency whose name was a property. */
function namedNow(request: MavenRequest, pom: Pom, models: MavenModels): PackageDependency | undefined {
  const name = models.fill(request.name, pom);
  const colon = name.lastIndexOf(':');
  if (name.includes('${') || colon <= 0) return undefined;
  const scope = request.isOptional ? 'optional' : (own(SCOPES, request.scope) ?? 'runtime');
  const about = { version: '', requirement: request.version, scope, line: request.line };
  const made = requestOf('maven', name.slice(0, colon), name.slice(colon + 1), about);
  return made === undefined ? undefined : settled(made, pom, models);
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
