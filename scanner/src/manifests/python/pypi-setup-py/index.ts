// Reads setup.py without running it: the literal arguments of the call of setup().
// Arguments: https://setuptools.pypa.io/en/latest/references/keywords.html
import type { DependencyScope } from '../../../dependency-scopes.ts';
import type { ManifestReader } from '../../member.ts';
import { type ManifestRequirement, manifestFindings } from '../../shared/identity.ts';
import { type Problems, readSafely, textOf } from '../../shared/problems.ts';
import { parseExtraRequirement, parseRequirement, pypiLicense, withLines } from '../../shared/pypi-requirement.ts';
import { keywordArguments, type Literal } from './literals.ts';

const REQUIREMENTS: readonly [string, DependencyScope][] = [
  ['install_requires', 'runtime'],
  ['setup_requires', 'build'],
  ['tests_require', 'test'],
];

export const reader: ManifestReader = {
  read: (bytes) =>
    readSafely('The setup.py', (problems) => {
      const source = textOf(bytes);
      const values = keywordArguments(source, 'setup');
      // Many setup.py files only call setup() and leave the rest to setup.cfg or pyproject.toml.
      if (values === undefined) return [];
      const text = (key: string) => {
        const value = values.get(key);
        return typeof value === 'string' ? value.trim() : '';
      };
      const fullName = text('name');
      const self = {
        fullName,
        role: 'declares' as const,
        version: text('version'),
        description: text('description'),
        declaredLicense: pypiLicense(text('license_expression'), text('license'), texts(values.get('classifiers'))),
        homepageUrl: text('url'),
        repositoryUrl: repositoryOf(values.get('project_urls')),
        downloadUrl: text('download_url'),
      };
      return manifestFindings(
        'pypi',
        fullName === '' ? undefined : self,
        withLines(requirementsOf(values, problems), source),
        problems,
      );
    }),
};

function requirementsOf(values: ReadonlyMap<string, Literal>, problems: Problems): ManifestRequirement[] {
  const requests = REQUIREMENTS.flatMap(([key, scope]) =>
    texts(values.get(key)).map((text) => parseRequirement(text, scope, problems)),
  );
  const written = values.get('extras_require');
  const extras = typeof written === 'object' && !Array.isArray(written) ? Object.entries(written) : [];
  const optional = extras.flatMap(([extra, list]) =>
    texts(list).map((text) => parseExtraRequirement(text, extra, problems)),
  );
  return [...requests, ...optional].filter((found) => found !== undefined);
}

/** A list of texts, or one text with one requirement per line. */
function texts(value: Literal | undefined): string[] {
  const all =
    typeof value === 'string'
      ? value.split('\n')
      : Array.isArray(value)
        ? value.filter((item) => typeof item === 'string')
        : [];
  return all.map((text) => text.trim()).filter((text) => text !== '' && !text.startsWith('#'));
}

function repositoryOf(value: Literal | undefined): string {
  if (typeof value !== 'object' || Array.isArray(value)) return '';
  const found = Object.entries(value).find(([label]) =>
    /^(source|source code|repository|code|github)$/i.test(label),
  )?.[1];
  return typeof found === 'string' ? found : '';
}
