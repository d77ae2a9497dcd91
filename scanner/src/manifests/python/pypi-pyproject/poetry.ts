// Poetry's own tables in a pyproject.toml. Pure.
import type { DependencyScope } from '../../../dependency-scopes.ts';
import { partyIn } from '../../../parties.ts';
import { type ManifestRequirement, pypiName } from '../../shared/identity.ts';
import { asEntries, asText, asTexts, isFields, own, type Problems } from '../../shared/problems.ts';
import { scopeOfExtras, scopeOfGroup } from '../../shared/pypi-purposes.ts';
import { exactPypiVersion, pypiArchive, pypiLicense } from '../../shared/pypi-requirement.ts';
import type { PythonProject } from './project.ts';

export function poetryProject(poetry: Record<string, unknown>, problems: Problems): PythonProject {
  const classifiers = asTexts(own(poetry, 'classifiers'), 'tool.poetry.classifiers', problems);
  const extras = extrasByPackage(own(poetry, 'extras'), problems);
  const groups = asEntries(own(poetry, 'group'), 'tool.poetry.group', problems);
  return {
    fullName: asText(own(poetry, 'name'), 'tool.poetry.name', problems),
    version: asText(own(poetry, 'version'), 'tool.poetry.version', problems),
    description: asText(own(poetry, 'description'), 'tool.poetry.description', problems),
    declaredLicense: pypiLicense('', asText(own(poetry, 'license'), 'tool.poetry.license', problems), classifiers),
    homepageUrl: asText(own(poetry, 'homepage'), 'tool.poetry.homepage', problems),
    supplier: partyIn(own(poetry, 'authors')) || partyIn(own(poetry, 'maintainers')),
    repositoryUrl: asText(own(poetry, 'repository'), 'tool.poetry.repository', problems),
    requirements: [
      ...table(own(poetry, 'dependencies'), 'tool.poetry.dependencies', 'runtime', problems).map((wanted) =>
        wanted.scope === 'optional' ? { ...wanted, ...requestOf(extras.get(pypiName(wanted.fullName)) ?? []) } : wanted,
      ),
      ...table(own(poetry, 'dev-dependencies'), 'tool.poetry.dev-dependencies', 'development', problems),
      ...groups.flatMap(([group, value]) =>
        isFields(value)
          ? table(
              own(value, 'dependencies'),
              `tool.poetry.group.${group}.dependencies`,
              group === 'main' ? 'runtime' : scopeOfGroup(group),
              problems,
            )
          : [],
      ),
      // Plugins of Poetry itself that the project needs.
      ...table(own(poetry, 'requires-plugins'), 'tool.poetry.requires-plugins', 'development', problems),
    ],
  };
}

/** The extras that request each optional package. */
function extrasByPackage(value: unknown, problems: Problems): Map<string, string[]> {
  const extras = new Map<string, string[]>();
  for (const [extra, list] of asEntries(value, 'tool.poetry.extras', problems)) {
    for (const text of asTexts(list, `tool.poetry.extras.${extra}`, problems)) {
      const name = pypiName(/^[\w.-]*/.exec(text)?.[0] ?? '');
      extras.set(name, [...(extras.get(name) ?? []), extra]);
    }
  }
  return extras;
}

/** Scope and marker of a package that these extras request. */
function requestOf(extras: readonly string[]): Pick<ManifestRequirement, 'scope' | 'marker'> {
  const marker = extras.map((extra) => `extra == ${JSON.stringify(extra)}`).join(' or ');
  return { scope: scopeOfExtras(extras), ...(marker === '' ? {} : { marker }) };
}

/** Values are a range, a table with `version`, or a list of such tables for different markers. */
function table(value: unknown, field: string, scope: DependencyScope, problems: Problems): ManifestRequirement[] {
  return asEntries(value, field, problems)
    .filter(([name]) => name !== 'python')
    .flatMap(([fullName, written]) => {
      const choices = Array.isArray(written) ? written : [written];
      return choices.slice(0, 1).map((choice) => {
        const requirement = isFields(choice)
          ? asText(own(choice, 'version'), `${field}.${fullName}.version`, problems)
          : asText(choice, `${field}.${fullName}`, problems);
        const isOptional = isFields(choice) && own(choice, 'optional') === true;
        return {
          fullName,
          requirement,
          version: exactPoetryVersion(requirement) || versionOfFile(choice),
          scope: isOptional ? ('optional' as const) : scope,
        };
      });
    });
}

/** `{ path = "wheels/a-1.0-py3-none-any.whl" }`, and the same with `url`. */
function versionOfFile(choice: unknown): string {
  const address = isFields(choice) ? (own(choice, 'url') ?? own(choice, 'path') ?? own(choice, 'file')) : undefined;
  return typeof address === 'string' ? (pypiArchive(address)?.version ?? '') : '';
}

/** Poetry treats a bare version as exactly that version. */
function exactPoetryVersion(requirement: string): string {
  return /^\d[0-9A-Za-z.!+_-]*$/.test(requirement) ? requirement : exactPypiVersion(requirement);
}
