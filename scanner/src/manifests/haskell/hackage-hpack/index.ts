// Reads package.yaml of hpack. Other tools use this name too: a file without a list `dependencies` and without a
// component such as `library` is ignored.
// Format: https://github.com/sol/hpack#documentation

import type { DependencyScope } from '../../../dependency-scopes.ts';
import { isStrongerScope } from '../../../dependency-scopes.ts';
import type { ManifestReader } from '../../member.ts';
import { createLineCursor } from '../../shared/formats/lines.ts';
import { parseYaml } from '../../shared/formats/yaml-fields.ts';
import { type ManifestRequirement, manifestFindings } from '../../shared/identity.ts';
import { asText, isFields, own, type Problems, readSafely, textOf } from '../../shared/problems.ts';
import { hackageRequest } from '../hackage-names.ts';

type Fields = Record<string, unknown>;

/** Conditions inside conditions. */
const MAX_DEPTH = 20;

const SECTIONS: readonly [string, DependencyScope][] = [
  ['library', 'runtime'],
  ['executable', 'runtime'],
  ['executables', 'runtime'],
  ['internal-libraries', 'runtime'],
  ['tests', 'test'],
  ['benchmarks', 'development'],
];

export const reader: ManifestReader = {
  read: (bytes) =>
    readSafely('The package.yaml', (problems) => {
      const text = textOf(bytes);
      const manifest = parseYaml(text);
      if (!isFields(manifest)) return [];
      const isOurs =
        Array.isArray(own(manifest, 'dependencies')) || SECTIONS.some(([name]) => own(manifest, name) !== undefined);
      if (!isOurs) return [];
      const of = (name: string) => asText(own(manifest, name), name, problems);
      const github = of('github');
      const self = {
        fullName: of('name'),
        role: 'declares' as const,
        version: of('version'),
        declaredLicense: of('license'),
        description: of('synopsis'),
        homepageUrl: of('homepage'),
        repositoryUrl: github === '' ? of('git') : `https://github.com/${github}`,
      };
      return manifestFindings(
        'hackage',
        self.fullName === '' ? undefined : self,
        requirementsOf(manifest, text, problems),
        problems,
      );
    }),
};

function requirementsOf(manifest: Fields, text: string, problems: Problems): ManifestRequirement[] {
  const lineOf = createLineCursor(text);
  const byName = new Map<string, ManifestRequirement>();
  const add = (list: unknown, scope: DependencyScope) => {
    for (const item of textsOf(list, problems)) {
      const found = hackageRequest(item, scope, lineOf(item));
      const before = found === undefined ? undefined : byName.get(found.fullName);
      if (found !== undefined && (before === undefined || isStrongerScope(scope, before.scope)))
        byName.set(found.fullName, found);
    }
  };
  /** All branches of conditions count: `when: [{ condition: …, then: { dependencies: … } }]`. */
  const addOf = (part: Fields, scope: DependencyScope, depth: number) => {
    add(own(part, 'dependencies'), scope);
    const conditions = own(part, 'when');
    for (const condition of Array.isArray(conditions) ? conditions : [conditions]) {
      if (!isFields(condition) || depth > MAX_DEPTH) continue;
      addOf(condition, scope, depth + 1);
      for (const branch of [own(condition, 'then'), own(condition, 'else')])
        if (isFields(branch)) addOf(branch, scope, depth + 1);
    }
  };
  addOf(manifest, 'runtime', 0);
  for (const [section, scope] of SECTIONS) {
    const value = own(manifest, section);
    if (!isFields(value)) continue;
    // One component, or several by name.
    const isOne = section === 'library' || section === 'executable';
    for (const part of isOne ? [value] : Object.values(value)) if (isFields(part)) addOf(part, scope, 0);
  }
  // The parts of a package depend on its library.
  byName.delete(asText(own(manifest, 'name'), 'name', problems));
  return [...byName.values()];
}

/** A list of strings, or a mapping from names to versions. */
function textsOf(list: unknown, problems: Problems): string[] {
  if (isFields(list))
    return Object.entries(list).map(([name, value]) => `${name} ${typeof value === 'string' ? value : ''}`);
  return (Array.isArray(list) ? list : [list]).map((item: unknown) =>
    isFields(item) ? asText(own(item, 'name'), 'dependencies', problems) : asText(item, 'dependencies', problems),
  );
}
