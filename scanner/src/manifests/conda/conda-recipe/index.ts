// Reads meta.yaml and recipe.yaml of conda-build. Fills in templates (`{{ version }}`) from `{% set %}` lines with
// literals and from the context table; nothing is run.
// Format: https://docs.conda.io/projects/conda-build/en/latest/resources/define-metadata.html
import type { DependencyScope } from '../../../dependency-scopes.ts';
import type { ManifestReader } from '../../member.ts';
import { createLineCursor } from '../../shared/formats/lines.ts';
import { parseYaml } from '../../shared/formats/yaml-fields.ts';
import { type ManifestRequirement, manifestFindings } from '../../shared/identity.ts';
import { asFields, asText, isFields, own, type Problems, readSafely, textOf } from '../../shared/problems.ts';
import { parseCondaSpec } from '../conda-names.ts';

type Fields = Record<string, unknown>;

const SECTIONS: readonly [string, DependencyScope][] = [
  ['run', 'runtime'],
  ['host', 'build'],
  ['build', 'build'],
];

export const reader: ManifestReader = {
  read: (bytes) =>
    readSafely('The recipe', (problems) => {
      const source = textOf(bytes);
      const text = filledTemplate(source);
      const recipe = parseYaml(text);
      if (!isFields(recipe) || !isFields(own(recipe, 'package'))) return [];
      const about = asFields(own(recipe, 'about'), 'about', problems);
      const [first] = listOf(own(recipe, 'source'));
      const origin = asFields(first, 'source', problems);
      const [url] = listOf(own(origin, 'url'));
      const described = asFields(own(recipe, 'package'), 'package', problems);
      const fullName = known(asText(own(described, 'name'), 'package.name', problems)).toLowerCase();
      const digest = asText(own(origin, 'sha256'), 'source.sha256', problems);
      const self = {
        fullName,
        role: 'declares' as const,
        version: known(asText(own(described, 'version'), 'package.version', problems)),
        declaredLicense: asText(own(about, 'license'), 'about.license', problems),
        description: asText(own(about, 'summary'), 'about.summary', problems),
        homepageUrl: asText(own(about, 'home') ?? own(about, 'homepage'), 'about.home', problems),
        repositoryUrl: asText(own(about, 'dev_url') ?? own(about, 'repository'), 'about.dev_url', problems),
        downloadUrl: known(asText(url, 'source.url', problems)),
        integrity: /^[0-9a-f]{64}$/.test(digest) ? `sha256:${digest}` : '',
      };
      const requirements = requirementsOf(recipe, source, problems);
      return manifestFindings('conda', fullName === '' ? undefined : self, requirements, problems);
    }),
};

function requirementsOf(recipe: Fields, source: string, problems: Problems): ManifestRequirement[] {
  const tables = asFields(own(recipe, 'requirements'), 'requirements', problems);
  const byName = new Map<string, ManifestRequirement>();
  const lines = new Map<string, number>();
  const lineOf = createLineCursor(source);
  for (const [section, scope] of SECTIONS) {
    for (const item of listOf(own(tables, section))) {
      // Conditions, compilers and packages of the same recipe are calls: `{{ compiler('c') }}`.
      if (typeof item !== 'string' || /\{\{|\$\{\{|^<</.test(item)) continue;
      const requirement = parseCondaSpec(item, scope, problems);
      if (requirement === undefined || byName.has(requirement.fullName)) continue;
      byName.set(requirement.fullName, requirement);
    }
  }
  // Lines are searched in the order of the requests, which may differ from the order in the file. Then the search
  // starts again at the top.
  const inOrder = [...byName.values()].map(({ fullName }) => fullName);
  for (const name of inOrder) {
    const line = lineOf(`- ${name}`) ?? createLineCursor(source)(`- ${name}`);
    if (line !== undefined) lines.set(name, line);
    if (lines.size > 1000) break;
  }
  return [...byName.values()].map((requirement) => ({ ...requirement, line: lines.get(requirement.fullName) }));
}

/** `{% set version = "1.0" %}` and `context: version:` give the values; other template lines are removed. */
function filledTemplate(source: string): string {
  const values = new Map<string, string>();
  for (const [, name = '', , value = ''] of source.matchAll(/\{%-?\s*set\s+(\w+)\s*=\s*(["'])([^"'\n]*)\2\s*-?%\}/g))
    values.set(name, value);
  for (const [, name = '', value = ''] of source.matchAll(/^ {2}(\w+):[ \t]*["']?([\w.+-]+)["']?[ \t]*$/gm))
    if (!values.has(name)) values.set(name, value);
  return (
    source
      .replace(/^[ \t]*\{%[^\n]*$/gm, '')
      .replace(/\$?\{\{\s*(\w+)(?:\s*\|\s*(lower|upper))?\s*\}\}/g, (whole, name: string, filter?: string) => {
        const value = values.get(name);
        if (value === undefined) return whole;
        return filter === 'lower' ? value.toLowerCase() : filter === 'upper' ? value.toUpperCase() : value;
      })
      // YAML would read the remaining `{{…}}` as a mapping.
      .replace(
        /^([ \t]*(?:- )?[\w-]+:[ \t]+)(\{\{[^\n]*\}\}[^\n]*)$/gm,
        (_, key: string, value: string) => `${key}'${value.replaceAll("'", '')}'`,
      )
      .replace(
        /^([ \t]*- )(\{\{[^\n]*)$/gm,
        (_, dash: string, value: string) => `${dash}'${value.replaceAll("'", '')}'`,
      )
      // Selectors of platforms are comments already.
      .replaceAll('\t', '  ')
  );
}

function known(text: string): string {
  return text.includes('{{') ? '' : text;
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : value === undefined || value === null ? [] : [value];
}
