// Reads pom.xml as a single file: with the parent reference, properties and dependencyManagement in it. packages/maven/
// adds values from parents and bills of materials in other files. For this, each pom.xml gives its definitions beside
// its findings.
// Format: https://maven.apache.org/pom.html
import type { NamedManifest } from '../../../definitions.ts';
import type { DependencyScope } from '../../../dependency-scopes.ts';
import { own } from '../../../items.ts';
import { textOfParty } from '../../../parties.ts';
import { child, childText, descendants, type Element, listed, parseXml } from '../../../xml.ts';
import type { ManifestReader } from '../../member.ts';
import { definitionsOf, type ManifestRequirement, manifestFindings } from '../../shared/identity.ts';
import { quoted, readSafely, textOf } from '../../shared/problems.ts';
import { chosenProfiles } from '../maven-profiles.ts';
import { dependencyElements, lineOf, modelOf, nameOf } from './model.ts';
import { createInterpolation, type Interpolate } from './properties.ts';

const SCOPES: Readonly<Record<string, DependencyScope>> = {
  compile: 'runtime',
  runtime: 'runtime',
  system: 'runtime',
  // The environment provides the dependency, like an npm peer.
  provided: 'peer',
  test: 'test',
};

/**
 * Placeholders whose values are in other files: Maven replaces `${revision}`, and Ant `@version@` in a template of a
 * pom.xml.
 */
const PLACEHOLDER = /\$\{|@[\w.-]+@/;

interface Managed {
  version: string;
  scope: string;
  isOptional: boolean;
}

export const reader: ManifestReader = {
  read: (bytes) =>
    readSafely('The pom.xml', (problems) => {
      const project = parseXml(textOf(bytes));
      if (project?.name !== 'project') {
        problems.add('A pom.xml should have "project" as its root element; nothing was read from it.');
        return [];
      }
      const interpolate = createInterpolation(project);
      const parent = child(project, 'parent');
      const groupId = interpolate(childText(project, 'groupId') || childText(parent, 'groupId'));
      const artifactId = interpolate(childText(project, 'artifactId'));
      if (artifactId === '') problems.add('"project.artifactId" is missing; the project itself was left out.');
      const fullName = `${groupId}:${artifactId}`;
      const isTemplate = PLACEHOLDER.test(fullName);
      if (isTemplate)
        problems.add(
          `"groupId" and "artifactId" should have no placeholders but are ${quoted(fullName)}; the project itself was left out.`,
        );
      const self =
        artifactId === '' || groupId === '' || isTemplate
          ? undefined
          : { fullName, role: 'declares' as const, ...describe(project, interpolate) };
      const findings = manifestFindings('maven', self, requirementsOf(project, interpolate), problems);
      const model = modelOf(project, interpolate);
      return model === undefined ? findings : [...findings, definitionsOf('maven', { maven: model })];
    }),
  names: (bytes) => {
    const text = textOf(bytes);
    return NAMES_FILES.test(text) ? namedIn(text) : [];
  },
};

/** A module or parent that is a file with a name of its own, and not a folder with a pom.xml. */
const NAMES_FILES = /<(?:module|relativePath)>[^<]*\.xml\s*</;

function namedIn(text: string): NamedManifest[] {
  const project = parseXml(text);
  if (project?.name !== 'project') return [];
  const parent = child(child(project, 'parent'), 'relativePath');
  return [...descendants(project, 'module'), ...(parent === undefined ? [] : [parent])].flatMap((element) => {
    const path = element.text.trim().replaceAll('\\', '/');
    const isOwnName = path.endsWith('.xml') && !/(?:^|\/)pom\.xml$/.test(path);
    return isOwnName ? [{ path, manifest: 'maven-pom', line: element.line }] : [];
  });
}

function describe(project: Element, interpolate: Interpolate) {
  return {
    version: known(interpolate(childText(project, 'version') || childText(child(project, 'parent'), 'version'))),
    declaredLicense: licenseOf(project, interpolate),
    description: interpolate(childText(project, 'description') || childText(project, 'name')).replace(/\s+/g, ' '),
    homepageUrl: known(interpolate(childText(project, 'url'))),
    supplier: known(interpolate(supplierOf(project))),
    repositoryUrl: known(
      interpolate(
        childText(child(project, 'scm'), 'url') ||
          childText(child(project, 'scm'), 'connection').replace(/^scm:\w+:/, ''),
      ),
    ),
    downloadUrl: known(interpolate(childText(child(project, 'distributionManagement'), 'downloadUrl'))),
  };
}

/** The organisation, else the first developer. */
function supplierOf(project: Element): string {
  const [developer] = listed(project, 'developers', 'developer');
  return (
    childText(child(project, 'organization'), 'name') ||
    (developer === undefined
      ? ''
      : textOfParty({ name: childText(developer, 'name'), email: childText(developer, 'email') }))
  );
}

/**
 * In Maven, several licenses are a choice: they are joined by ` OR `. A license is given by its name, or by its address
 * if it has no name.
 */
function licenseOf(project: Element, interpolate: Interpolate): string {
  const names = listed(project, 'licenses', 'license').map((license) =>
    interpolate(childText(license, 'name') || childText(license, 'url')).replace(/\s+/g, ' '),
  );
  const distinct = [...new Set(names.filter((name) => name !== ''))];
  return distinct.length > 1
    ? distinct.map((name) => (/ (and|or) /i.test(name) ? `(${name})` : name)).join(' OR ')
    : (distinct[0] ?? '');
}

function requirementsOf(project: Element, interpolate: Interpolate): ManifestRequirement[] {
  const managed = managedVersions(project, interpolate);
  const byName = new Map<string, ManifestRequirement>();
  const chosen = new Set(
    [project, ...chosenProfiles(project)].flatMap((level) => listed(level, 'dependencies', 'dependency')),
  );
  for (const dependency of dependencyElements(project)) {
    const fullName = interpolate(nameOf(dependency));
    const inherited = managed.get(fullName);
    const requirement = interpolate(childText(dependency, 'version')) || (inherited?.version ?? '');
    const written = interpolate(childText(dependency, 'scope')) || (inherited?.scope ?? '') || 'compile';
    // A build without options may omit the dependencies of other profiles than the chosen ones.
    const optional = interpolate(childText(dependency, 'optional'));
    const isOptional =
      optional === 'true' || (optional === '' && inherited?.isOptional === true) || !chosen.has(dependency);
    const known = own(SCOPES, written) ?? 'runtime';
    const scope = isOptional && known === 'runtime' ? 'optional' : known;
    if (PLACEHOLDER.test(fullName) || fullName.startsWith(':') || fullName.endsWith(':')) continue;
    // An artifact may be listed again with another classifier. The first entry counts, unless it is only for tests.
    const before = byName.get(fullName);
    const line = lineOf(dependency);
    if (before === undefined || (before.scope === 'test' && scope !== 'test'))
      byName.set(fullName, { fullName, requirement, version: exactMavenVersion(requirement), scope, line });
  }
  const moved = relocationOf(project, interpolate);
  return moved === undefined ? [...byName.values()] : [...byName.values(), moved];
}

/** A relocation: the artifact has a new name, and whoever requests the old name gets the new one. */
function relocationOf(project: Element, interpolate: Interpolate): ManifestRequirement | undefined {
  const relocation = child(child(project, 'distributionManagement'), 'relocation');
  if (relocation === undefined) return undefined;
  const part = (name: string) =>
    interpolate(childText(relocation, name) || childText(project, name) || childText(child(project, 'parent'), name));
  const fullName = `${part('groupId')}:${part('artifactId')}`;
  if (PLACEHOLDER.test(fullName) || fullName.startsWith(':') || fullName.endsWith(':')) return undefined;
  const requirement = part('version');
  return { fullName, requirement, version: exactMavenVersion(requirement), scope: 'runtime', line: lineOf(relocation) };
}

/** Imported bills of materials are in other files; packages/maven/ reads them. */
function managedVersions(project: Element, interpolate: Interpolate): Map<string, Managed> {
  const managed = new Map<string, Managed>();
  for (const dependency of listed(child(project, 'dependencyManagement'), 'dependencies', 'dependency')) {
    const scope = interpolate(childText(dependency, 'scope'));
    if (scope !== 'import')
      managed.set(interpolate(nameOf(dependency)), {
        version: interpolate(childText(dependency, 'version')),
        scope,
        isOptional: interpolate(childText(dependency, 'optional')) === 'true',
      });
  }
  return managed;
}

/** Maven uses a bare version and requires `[1.0]`, so both are exact; ranges and unresolved properties are not. */
function exactMavenVersion(requirement: string): string {
  const version = /^\[([^,[\]()]+)\]$/.exec(requirement)?.[1]?.trim() ?? requirement;
  return /^[\w.+-]+$/.test(version) && !/^(LATEST|RELEASE)$/.test(version) ? version : '';
}

function known(value: string): string {
  return PLACEHOLDER.test(value) ? '' : value;
}
