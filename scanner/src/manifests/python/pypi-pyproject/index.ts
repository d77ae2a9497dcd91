// Reads pyproject.toml: the `project` table (PEP 621), Poetry's own tables, dependency groups (PEP 735) and build requirements (PEP 518).
// Formats: https://packaging.python.org/en/latest/specifications/pyproject-toml/, https://python-poetry.org/docs/pyproject/

import type { NamedManifest } from '../../../definitions.ts';
import type { DependencyScope } from '../../../dependency-scopes.ts';
import { strongerScope } from '../../../dependency-scopes.ts';
import { partyIn } from '../../../parties.ts';
import type { ManifestReader } from '../../member.ts';
import { createLineCursor } from '../../shared/formats/lines.ts';
import { readToml } from '../../shared/formats/toml-tables.ts';
import { type ManifestRequirement, manifestFindings, pypiName } from '../../shared/identity.ts';
import {
  asEntries,
  asFields,
  asText,
  asTexts,
  createProblems,
  isFields,
  own,
  type Problems,
  readSafely,
  textOf,
  valueAt,
} from '../../shared/problems.ts';
import { scopeOfGroup } from '../../shared/pypi-purposes.ts';
import { parseExtraRequirement, parseRequirement, pypiLicense, withLines } from '../../shared/pypi-requirement.ts';
import { poetryProject } from './poetry.ts';
import type { PythonProject } from './project.ts';

export const reader: ManifestReader = {
  read: (bytes) =>
    readSafely('The pyproject.toml', (problems) => {
      const source = textOf(bytes);
      const manifest = readToml(source, problems);
      const tool = asFields(own(manifest, 'tool'), 'tool', problems);
      const standard = standardProject(asFields(own(manifest, 'project'), 'project', problems), problems);
      const poetry = poetryProject(asFields(own(tool, 'poetry'), 'tool.poetry', problems), problems);
      const project = merged(standard, poetry);
      const requirements = [
        ...project.requirements,
        ...groupRequirements(manifest, tool, problems),
        ...buildRequirements(manifest, problems),
      ];
      const { fullName, requirements: _, ...about } = project;
      const self = fullName === '' ? undefined : { fullName, role: 'declares' as const, ...about };
      return manifestFindings('pypi', self, withLines(distinct(requirements), source), problems);
    }),
  names: (bytes) => {
    const source = textOf(bytes);
    return NAMES_FILES.test(source) ? namedIn(source) : [];
  },
};

const NAMES_FILES = /tool\.setuptools\.dynamic|requirements_txt/;

/** Requirements files from which setuptools or Hatch take the dependencies. */
function namedIn(source: string): NamedManifest[] {
  const problems = createProblems();
  const tool = valueAt(readToml(source, problems), 'tool');
  const dynamic = valueAt(tool, 'setuptools', 'dynamic');
  const hook = valueAt(tool, 'hatch', 'metadata', 'hooks', 'requirements_txt');
  const valuesOf = (value: unknown) => (isFields(value) ? Object.values(value) : []);
  const listOf = (value: unknown) => (Array.isArray(value) ? value : [value]);
  const own = [valueAt(dynamic, 'dependencies', 'file'), valueAt(hook, 'files'), valueAt(hook, 'filename')];
  const optional = [
    ...valuesOf(valueAt(dynamic, 'optional-dependencies')).map((extra) => valueAt(extra, 'file')),
    ...valuesOf(valueAt(hook, 'optional-dependencies')),
  ];
  const lineOf = createLineCursor(source);
  const about = (path: unknown, parts: Pick<NamedManifest, 'scope'>) =>
    typeof path === 'string' ? [{ path, manifest: 'pypi-requirements', line: lineOf(path) ?? 1, ...parts }] : [];
  return [
    ...own.flatMap(listOf).flatMap((path) => about(path, {})),
    ...optional.flatMap(listOf).flatMap((path) => about(path, { scope: 'optional' })),
  ];
}

function standardProject(project: Record<string, unknown>, problems: Problems): PythonProject {
  const urls = new Map(
    asEntries(own(project, 'urls'), 'project.urls', problems).map(([label, url]) => [
      label.toLowerCase().replace(/[^a-z]/g, ''),
      asText(url, `project.urls.${label}`, problems),
    ]),
  );
  const license = own(project, 'license');
  const written = isFields(license)
    ? asText(own(license, 'text'), 'project.license.text', problems)
    : asText(license, 'project.license', problems);
  const classifiers = asTexts(own(project, 'classifiers'), 'project.classifiers', problems);
  const optional = asEntries(own(project, 'optional-dependencies'), 'project.optional-dependencies', problems);
  return {
    fullName: asText(own(project, 'name'), 'project.name', problems),
    version: asText(own(project, 'version'), 'project.version', problems),
    description: asText(own(project, 'description'), 'project.description', problems),
    declaredLicense: pypiLicense('', written, classifiers),
    homepageUrl: urls.get('homepage') ?? '',
    supplier: partyIn(own(project, 'authors')) || partyIn(own(project, 'maintainers')),
    repositoryUrl: urls.get('repository') ?? urls.get('source') ?? urls.get('sourcecode') ?? urls.get('github') ?? '',
    requirements: [
      ...requirementsOf(own(project, 'dependencies'), 'project.dependencies', 'runtime', problems),
      ...optional.flatMap(([extra, list]) =>
        asTexts(list, `project.optional-dependencies.${extra}`, problems)
          .map((text) => parseExtraRequirement(text, extra, problems))
          .filter((found) => found !== undefined),
      ),
    ],
  };
}

/** A table in a group includes another group, which is read separately. */
function groupRequirements(
  manifest: Record<string, unknown>,
  tool: Record<string, unknown>,
  problems: Problems,
): ManifestRequirement[] {
  const groups = asEntries(own(manifest, 'dependency-groups'), 'dependency-groups', problems).flatMap(([group, list]) =>
    requirementsOf(
      Array.isArray(list) ? list.filter((item) => !isFields(item)) : list,
      `dependency-groups.${group}`,
      scopeOfGroup(group),
      problems,
    ),
  );
  const pdm = asFields(own(tool, 'pdm'), 'tool.pdm', problems);
  const pdmGroups = asEntries(own(pdm, 'dev-dependencies'), 'tool.pdm.dev-dependencies', problems).flatMap(
    ([group, list]) => requirementsOf(list, `tool.pdm.dev-dependencies.${group}`, scopeOfGroup(group), problems),
  );
  const flat = ['uv', 'rye'].flatMap((name) => {
    const fields = asFields(own(tool, name), `tool.${name}`, problems);
    return requirementsOf(own(fields, 'dev-dependencies'), `tool.${name}.dev-dependencies`, 'development', problems);
  });
  return [...groups, ...pdmGroups, ...flat, ...hatchRequirements(tool, problems)];
}

/** The environments in which Hatch runs the tools of the development. */
function hatchRequirements(tool: Record<string, unknown>, problems: Problems): ManifestRequirement[] {
  const hatch = asFields(own(tool, 'hatch'), 'tool.hatch', problems);
  return asEntries(own(hatch, 'envs'), 'tool.hatch.envs', problems).flatMap(([name, value]) => {
    const environment = asFields(value, `tool.hatch.envs.${name}`, problems);
    return ['dependencies', 'extra-dependencies'].flatMap((key) =>
      requirementsOf(own(environment, key), `tool.hatch.envs.${name}.${key}`, scopeOfGroup(name), problems),
    );
  });
}

function buildRequirements(manifest: Record<string, unknown>, problems: Problems): ManifestRequirement[] {
  const build = asFields(own(manifest, 'build-system'), 'build-system', problems);
  return requirementsOf(own(build, 'requires'), 'build-system.requires', 'build', problems);
}

function requirementsOf(
  value: unknown,
  field: string,
  scope: DependencyScope,
  problems: Problems,
): ManifestRequirement[] {
  return asTexts(value, field, problems)
    .map((text) => parseRequirement(text, scope, problems))
    .filter((found) => found !== undefined);
}

/** Poetry 2 writes the standard table, and the rest into its own table. */
function merged(standard: PythonProject, poetry: PythonProject): PythonProject {
  return {
    fullName: standard.fullName || poetry.fullName,
    version: standard.version || poetry.version,
    description: standard.description || poetry.description,
    declaredLicense: standard.declaredLicense || poetry.declaredLicense,
    homepageUrl: standard.homepageUrl || poetry.homepageUrl,
    supplier: standard.supplier || poetry.supplier,
    repositoryUrl: standard.repositoryUrl || poetry.repositoryUrl,
    requirements: [...standard.requirements, ...poetry.requirements],
  };
}

/** Of several requests for a name, the one nearest to the product. */
function distinct(requirements: readonly ManifestRequirement[]): ManifestRequirement[] {
  const byName = new Map<string, ManifestRequirement>();
  for (const requirement of requirements) {
    const name = pypiName(requirement.fullName);
    const before = byName.get(name);
    if (before === undefined || strongerScope(before.scope, requirement.scope) !== before.scope)
      byName.set(name, requirement);
  }
  return [...byName.values()];
}
