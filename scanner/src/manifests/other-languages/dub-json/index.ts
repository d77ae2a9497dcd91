// Reads dub.json, dub.selections.json and dub.sdl of D.
// Format: https://dub.pm/dub-reference/recipe/
import type { DependencyScope } from '../../../dependency-scopes.ts';
import type { PackageFinding } from '../../../findings.ts';
import type { ManifestReader } from '../../member.ts';
import { readJsonObject } from '../../shared/formats/json-manifest.ts';
import { jsonLines, type LineOf } from '../../shared/formats/line-index.ts';
import { type ManifestRequirement, manifestFindings, packageOf } from '../../shared/identity.ts';
import { asEntries, asList, asText, isFields, own, type Problems, readSafely, textOf } from '../../shared/problems.ts';

export const reader: ManifestReader = {
  read: (bytes) =>
    readSafely('The recipe of DUB', (problems): PackageFinding[] => {
      const text = textOf(bytes);
      if (!text.trimStart().startsWith('{')) return fromSdl(text, problems);
      const manifest = readJsonObject(text, 'A recipe of DUB', problems);
      if (manifest === undefined) return [];
      const { fields, of } = manifest;
      const lineOf = jsonLines(text, 4);
      if (own(fields, 'versions') !== undefined && own(fields, 'fileVersion') !== undefined)
        return selected(fields, lineOf, problems);
      const fullName = of('name');
      const self = {
        fullName,
        role: 'declares' as const,
        line: lineOf('name'),
        version: of('version'),
        declaredLicense: of('license'),
        description: of('description'),
        homepageUrl: of('homepage'),
      };
      const requirements = requirementsOf(fields, fullName, lineOf, problems);
      return manifestFindings('dub', fullName === '' ? undefined : self, requirements, problems);
    }),
};

function selected(fields: Record<string, unknown>, lineOf: LineOf, problems: Problems): PackageFinding[] {
  return asEntries(own(fields, 'versions'), 'versions', problems).flatMap(([name, value]) => {
    // A folder, or a repository with a revision.
    if (isFields(value) && own(value, 'path') !== undefined) return [];
    const written = asText(isFields(value) ? own(value, 'version') : value, `versions.${name}`, problems);
    const repository = isFields(value) ? asText(own(value, 'repository'), `versions.${name}.repository`, problems) : '';
    const parts = {
      role: 'locks',
      version: written.replace(/^~/, ''),
      line: lineOf('versions', name),
      repositoryUrl: repository.replace(/^git\+/, ''),
    } as const;
    return packageOf('dub', name, parts, problems) ?? [];
  });
}

/** The dependencies of the package, of its configurations and of its subpackages. */
function requirementsOf(
  fields: Record<string, unknown>,
  self: string,
  lineOf: LineOf,
  problems: Problems,
): ManifestRequirement[] {
  const byName = new Map<string, ManifestRequirement>();
  const add = (list: unknown, path: (string | number)[]) => {
    for (const [written, value] of asEntries(list, path.join('.'), problems)) {
      const fullName = written.split(':')[0] ?? '';
      const isLocal = isFields(value) && own(value, 'path') !== undefined;
      if (isLocal || fullName === '' || fullName === self || byName.has(fullName)) continue;
      const requirement = asText(
        isFields(value) ? own(value, 'version') : value,
        [...path, written].join('.'),
        problems,
      );
      const scope = isFields(value) && own(value, 'optional') === true ? 'optional' : 'runtime';
      byName.set(fullName, {
        fullName,
        requirement,
        version: exactDubVersion(requirement),
        scope,
        line: lineOf(...path, written),
      });
    }
  };
  add(own(fields, 'dependencies'), ['dependencies']);
  for (const list of ['configurations', 'subPackages'])
    for (const [i, part] of asList(own(fields, list), list, problems).entries())
      if (isFields(part)) add(own(part, 'dependencies'), [list, i, 'dependencies']);
  return [...byName.values()];
}

/** Exact versions are `1.0.0` and `==1.0.0`. */
function exactDubVersion(requirement: string): string {
  return /^(?:==\s*)?(\d+\.\d+\.\d+[\w.+-]*)$/.exec(requirement)?.[1] ?? '';
}

/** `name "app"`, `dependency "vibe-d" version="~>0.9"` */
function fromSdl(text: string, problems: Problems): PackageFinding[] {
  const fields = new Map<string, string>();
  const byName = new Map<string, ManifestRequirement>();
  for (const [i, line] of text.split('\n').entries()) {
    const [, name = '', value = '', rest = ''] = /^\s*([A-Za-z]+)\s+"([^"\n]*)"(.*)$/.exec(line) ?? [];
    if (name === 'dependency') {
      const fullName = value.split(':')[0] ?? '';
      const requirement = /\bversion="([^"]*)"/.exec(rest)?.[1] ?? '';
      const scope: DependencyScope = /\boptional=true\b/.test(rest) ? 'optional' : 'runtime';
      const isLocal = /\bpath=/.test(rest) || fullName === '' || fullName === fields.get('name');
      if (!isLocal && !byName.has(fullName))
        byName.set(fullName, { fullName, requirement, version: exactDubVersion(requirement), scope, line: i + 1 });
    } else if (name !== '' && !fields.has(name)) fields.set(name, value);
  }
  const of = (name: string) => fields.get(name) ?? '';
  if (of('name') === '') problems.add('"name" of the recipe is missing; its requests are listed without it.');
  const self = {
    fullName: of('name'),
    role: 'declares' as const,
    version: of('version'),
    declaredLicense: of('license'),
    description: of('description'),
    homepageUrl: of('homepage'),
  };
  return manifestFindings('dub', self.fullName === '' ? undefined : self, [...byName.values()], problems);
}
