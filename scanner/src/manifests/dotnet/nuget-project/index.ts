// Reads project files of MSBuild (csproj, fsproj, vbproj, Directory.Build.props, Directory.Packages.props): the
// packages that a project references, and the versions and properties that projects in its subfolders use. Conditions
// are not evaluated: all branches count.
// Format: https://learn.microsoft.com/nuget/consume-packages/package-references-in-project-files
import type { NamedManifest } from '../../../definitions.ts';
import type { DependencyScope } from '../../../dependency-scopes.ts';
import type { PackageFinding } from '../../../findings.ts';
import { attribute, childText, descendants, type Element, parseXml } from '../../../xml.ts';
import type { ManifestReader } from '../../member.ts';
import { definitionsOf, type ManifestRequirement, manifestFindings } from '../../shared/identity.ts';
import { type Problems, readSafely, textOf } from '../../shared/problems.ts';
import { exactNugetVersion, nugetLicense } from '../nuget-names.ts';
import { createMsbuildProperties, type MsbuildProperties } from './properties.ts';

export const reader: ManifestReader = {
  read: (bytes) =>
    readSafely('The project', (problems): PackageFinding[] => {
      const project = parseXml(textOf(bytes));
      if (project?.name !== 'Project') {
        problems.add('A project should have "Project" as its root element; nothing was read from it.');
        return [];
      }
      const properties = createMsbuildProperties(project);
      const text = (name: string) => properties.known(properties.get(name));
      const fullName = text('PackageId') || (text('Version') === '' ? '' : text('AssemblyName'));
      const self = { fullName, role: 'declares' as const, ...describe(text) };
      const requirements = requirementsOf(project, properties, problems);
      const findings = manifestFindings('nuget', fullName === '' ? undefined : self, requirements, problems);
      const versions = centralVersions(project, properties);
      const isSomething = versions.length > 0 || properties.pairs.length > 0;
      return isSomething
        ? [...findings, definitionsOf('nuget', { nuget: { versions, properties: properties.pairs } })]
        : findings;
    }),
  names: (bytes) => {
    const text = textOf(bytes);
    return /<Import\s/.test(text) ? namedIn(text) : [];
  },
};

/** Files that MSBuild imports by a path which does not depend on the machine. A condition may mean that the file is absent. */
function namedIn(text: string): NamedManifest[] {
  const project = parseXml(text);
  if (project?.name !== 'Project') return [];
  return descendants(project, 'Import').flatMap((element) => {
    const path = attribute(element, 'Project')
      .replaceAll('\\', '/')
      .replace(/^\$\((?:MSBuildThisFileDirectory|MSBuildProjectDirectory)\)\/?/i, '');
    // With an Sdk, the file belongs to it.
    if (attribute(element, 'Sdk') !== '' || !/\.(?:props|targets|proj)$/i.test(path) || path.includes('$(')) return [];
    const isOptional = attribute(element, 'Condition') === '' ? {} : { isOptional: true as const };
    return [{ path, manifest: 'nuget-project', line: element.line, ...isOptional }];
  });
}

function describe(text: (name: string) => string) {
  const prefix = text('VersionPrefix');
  const suffix = text('VersionSuffix');
  return {
    version: text('PackageVersion') || text('Version') || (suffix === '' ? prefix : `${prefix}-${suffix}`),
    declaredLicense: nugetLicense(
      text('PackageLicenseExpression'),
      text('PackageLicenseFile'),
      text('PackageLicenseUrl'),
    ),
    description: text('PackageDescription') || text('Description'),
    homepageUrl: text('PackageProjectUrl'),
    supplier: text('Authors') || text('Company'),
    repositoryUrl: text('RepositoryUrl'),
  };
}

/** A package may have several requests, for example one for each framework. The first with a version counts. */
function requirementsOf(project: Element, properties: MsbuildProperties, problems: Problems): ManifestRequirement[] {
  const byName = new Map<string, ManifestRequirement>();
  const add = (element: Element, scope: DependencyScope) => {
    if (element.attributes.Version?.trim() === '')
      problems.add(
        `Line ${element.line}: "Version" of ${element.name} should be a version or a range; it was left out.`,
      );
    for (const fullName of namesOf(element, 'Include', properties, problems)) {
      const written = metadata(element, 'VersionOverride') || metadata(element, 'Version');
      const requirement = properties.fill(written);
      const key = fullName.toLowerCase();
      if (byName.get(key) !== undefined && byName.get(key)?.requirement !== '') continue;
      byName.set(key, { fullName, requirement, version: exactNugetVersion(requirement), scope, line: element.line });
    }
  };
  for (const element of descendants(project, 'PackageReference')) add(element, scopeOf(element));
  // These packages apply to all projects in subfolders, and only during the build.
  for (const element of descendants(project, 'GlobalPackageReference')) add(element, 'development');
  for (const element of descendants(project, 'PackageDownload')) add(element, 'build');
  for (const element of descendants(project, 'DotNetCliToolReference')) add(element, 'build');
  for (const { fullName, requirement, line } of sdksOf(project, properties))
    if (!byName.has(fullName.toLowerCase()))
      byName.set(fullName.toLowerCase(), {
        ...{ fullName, requirement, version: exactNugetVersion(requirement), line },
        scope: 'build',
      });
  return [...byName.values()];
}

/**
 * SDKs that NuGet loads for the build: `<Project Sdk="A/1.0;B/2.0">`, `<Sdk Name="A" Version="1.0"/>`, and
 * `<Import Sdk="A" Version="1.0"/>`. Those without a version are part of .NET, or global.json has their version.
 * Documentation: https://learn.microsoft.com/visualstudio/msbuild/how-to-use-project-sdk
 */
function sdksOf(project: Element, properties: MsbuildProperties) {
  const listed = attribute(project, 'Sdk')
    .split(';')
    .map((sdk) => ({ name: sdk.split('/')[0] ?? '', version: sdk.split('/')[1] ?? '', line: project.line }));
  const elements = [
    ...descendants(project, 'Sdk').map((element) => ({ element, name: attribute(element, 'Name') })),
    ...descendants(project, 'Import').map((element) => ({ element, name: attribute(element, 'Sdk') })),
  ].map(({ element, name }) => ({ name, version: attribute(element, 'Version'), line: element.line }));
  return [...listed, ...elements]
    .filter(({ name, version }) => name.trim() !== '' && version.trim() !== '')
    .map(({ name, version, line }) => ({ fullName: name.trim(), requirement: properties.fill(version.trim()), line }));
}

/** `PrivateAssets="all"` hides a package from those who use the project, as for analysers and build tools. */
function scopeOf(element: Element): DependencyScope {
  const isPrivate = /\ball\b/i.test(metadata(element, 'PrivateAssets'));
  const included = metadata(element, 'IncludeAssets');
  const isAtRuntime = /\b(runtime|all|compile)\b/i.test(included) && !/\banalyzers\b/i.test(included);
  return isPrivate && !isAtRuntime ? 'development' : 'runtime';
}

function centralVersions(project: Element, properties: MsbuildProperties) {
  const updates = descendants(project, 'PackageReference').filter((element) => attribute(element, 'Update') !== '');
  return [...descendants(project, 'PackageVersion'), ...updates].flatMap((element) => {
    // Old projects may also have a property `PackageVersion`.
    const written = attribute(element, 'Include') || attribute(element, 'Update');
    const version = properties.fill(metadata(element, 'Version'));
    return version === '' || written === ''
      ? []
      : written.split(';').map((name) => ({ name: properties.fill(name.trim()), version, line: element.line }));
  });
}

/** A list of names between semicolons. */
function namesOf(element: Element, field: string, properties: MsbuildProperties, problems: Problems): string[] {
  const written = element.attributes[field];
  if (written === undefined) return [];
  const names = properties
    .fill(written)
    .split(';')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  if (names.length === 0)
    problems.add(
      `Line ${element.line}: "${field}" of ${element.name} should be the name of a package; it was left out.`,
    );
  // `@(Packages)` and unknown properties stand for names that other files define.
  return names.filter((name) => !/[@$%]\(/.test(name));
}

/** The value of an attribute or of a child element with this name. */
function metadata(element: Element, name: string): string {
  return attribute(element, name) || childText(element, name);
}
