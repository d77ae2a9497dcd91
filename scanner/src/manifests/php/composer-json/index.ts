// Reads composer.json: the package itself and what it requires.
// Format: https://getcomposer.org/doc/04-schema.md
import type { NamedManifest } from '../../../definitions.ts';
import type { DependencyScope } from '../../../dependency-scopes.ts';
import type { ManifestReader } from '../../member.ts';
import { jsonLines, type LineOf } from '../../shared/formats/line-index.ts';
import { createLineCursor } from '../../shared/formats/lines.ts';
import { type ManifestRequirement, manifestFindings } from '../../shared/identity.ts';
import {
  asEntries,
  asText,
  isFields,
  own,
  type Problems,
  quoted,
  readSafely,
  textOf,
  valueAt,
} from '../../shared/problems.ts';
import { composerTexts, exactComposerVersion, isComposerPackage } from '../composer-names.ts';

const SECTIONS: readonly [string, DependencyScope][] = [
  ['require', 'runtime'],
  ['require-dev', 'development'],
];

export const reader: ManifestReader = {
  read: (bytes) =>
    readSafely('The composer.json', (problems) => {
      const text = textOf(bytes);
      const manifest: unknown = JSON.parse(text);
      if (!isFields(manifest)) {
        problems.add('A composer.json should be an object; nothing was read from it.');
        return [];
      }
      const lineOf = jsonLines(text, 2);
      const fullName = asText(own(manifest, 'name'), 'name', problems);
      if (fullName !== '' && !isComposerPackage(fullName))
        problems.add(`"name" should have the form "vendor/name" but is ${quoted(fullName)}; it was left out.`);
      const self = {
        fullName,
        role: 'declares' as const,
        version: asText(own(manifest, 'version'), 'version', problems),
        line: lineOf('name'),
        ...composerTexts(manifest, '', problems),
      };
      const requirements = requirementsOf(manifest, lineOf, problems);
      return manifestFindings('composer', isComposerPackage(fullName) ? self : undefined, requirements, problems);
    }),
  names: (bytes) => {
    const text = textOf(bytes);
    return text.includes('merge-plugin') ? namedIn(text) : [];
  },
};

/** Files that the plugin wikimedia/composer-merge-plugin adds; those of `include` may be absent. */
function namedIn(text: string): NamedManifest[] {
  const plugin = valueAt(JSON.parse(text), 'extra', 'merge-plugin');
  const lineOf = createLineCursor(text);
  lineOf('merge-plugin');
  return (['include', 'require'] as const).flatMap((key) => {
    const files = valueAt(plugin, key);
    return (Array.isArray(files) ? files : [files]).flatMap((path): NamedManifest[] =>
      typeof path === 'string'
        ? [
            {
              path,
              manifest: 'composer-json',
              line: lineOf(path) ?? 1,
              ...(key === 'include' ? { isOptional: true } : {}),
            },
          ]
        : [],
    );
  });
}

function requirementsOf(manifest: Record<string, unknown>, lineOf: LineOf, problems: Problems): ManifestRequirement[] {
  const byName = new Map<string, ManifestRequirement>();
  const replaced = own(manifest, 'replace');
  // What the package itself replaces is not installed, even if it requests it.
  const isOwn = new Set(isFields(replaced) ? Object.keys(replaced).map((name) => name.toLowerCase()) : []);
  for (const [section, scope] of SECTIONS) {
    const value = own(manifest, section);
    // PHP writes an empty object as an empty list.
    if (Array.isArray(value) && value.length === 0) continue;
    for (const [fullName, written] of asEntries(value, section, problems)) {
      if (!isComposerPackage(fullName) || byName.has(fullName) || isOwn.has(fullName.toLowerCase())) continue;
      const requirement = asText(written, `${section}.${fullName}`, problems);
      const version = exactComposerVersion(requirement);
      byName.set(fullName, { fullName, requirement, version, scope, line: lineOf(section, fullName) });
    }
  }
  return [...byName.values()];
}
