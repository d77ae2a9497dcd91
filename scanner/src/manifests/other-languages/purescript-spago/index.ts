// Reads spago.yaml, spago.lock and spago.dhall of PureScript.
// Format: https://github.com/purescript/spago#the-configuration-file
import type { DependencyScope } from '../../../dependency-scopes.ts';
import type { PackageDependency, PackageFinding } from '../../../findings.ts';
import type { ManifestReader } from '../../member.ts';
import { createLineCursor } from '../../shared/formats/lines.ts';
import { parseLockfileYaml } from '../../shared/formats/lockfile-yaml.ts';
import { parseYaml } from '../../shared/formats/yaml-fields.ts';
import { dependencyOf, type ManifestRequirement, manifestFindings, packageOf } from '../../shared/identity.ts';
import {
  asEntries,
  asFields,
  asList,
  asText,
  isFields,
  own,
  type Problems,
  readSafely,
  textOf,
} from '../../shared/problems.ts';

type Fields = Record<string, unknown>;

export const reader: ManifestReader = {
  read: (bytes) =>
    readSafely('The file of Spago', (problems): PackageFinding[] => {
      const text = textOf(bytes);
      if (/^\s*(--|\{-|\{|let\b)/.test(text) && /\bdependencies\s*=/.test(text)) return fromDhall(text, problems);
      // Only the lockfile contains packages; later versions of Spago write it as JSON.
      const isLock = /^packages:/m.test(text) || text.trimStart().startsWith('{');
      const manifest = isLock ? parseLockfileYaml(text, problems) : parseYaml(text);
      if (!isFields(manifest)) {
        problems.add('A spago.yaml should be a mapping with "package" or "workspace"; nothing was read from it.');
        return [];
      }
      const packages = own(manifest, 'packages');
      return isFields(packages) ? locked(packages, text, problems) : requested(manifest, text, problems);
    }),
};

/** `{ name = "app", dependencies = [ "effect", "prelude" ] }` */
function fromDhall(text: string, problems: Problems): PackageFinding[] {
  const list = /\bdependencies\s*=\s*\[([^\]]*)\]/.exec(text)?.[1] ?? '';
  const lineOf = createLineCursor(text);
  const requirements = [...list.matchAll(/"([\w-]+)"/g)].map(([whole, name = '']): ManifestRequirement => {
    return { fullName: name, requirement: '', version: '', scope: 'runtime', line: lineOf(whole) };
  });
  return manifestFindings('purescript', undefined, requirements, problems);
}

function requested(manifest: Fields, text: string, problems: Problems): PackageFinding[] {
  const about = asFields(own(manifest, 'package'), 'package', problems);
  const publish = asFields(own(about, 'publish'), 'package.publish', problems);
  const test = asFields(own(about, 'test'), 'package.test', problems);
  const lineOf = createLineCursor(text);
  const fullName = asText(own(about, 'name'), 'package.name', problems);
  const self = {
    fullName,
    role: 'declares' as const,
    line: lineOf('name:'),
    version: asText(own(publish, 'version'), 'package.publish.version', problems),
    declaredLicense: asText(own(publish, 'license'), 'package.publish.license', problems),
    description: asText(own(about, 'description'), 'package.description', problems),
  };
  const of = (list: unknown, scope: DependencyScope) =>
    asList(list, 'dependencies', problems).flatMap((item): ManifestRequirement[] => {
      const [name, range] = isFields(item) ? (Object.entries(item)[0] ?? []) : [item, ''];
      const requirement = asText(range, 'dependencies', problems);
      if (typeof name !== 'string') return [];
      return [
        { fullName: name, requirement: requirement === '*' ? '' : requirement, version: '', scope, line: lineOf(name) },
      ];
    });
  const requirements = [...of(own(about, 'dependencies'), 'runtime'), ...of(own(test, 'dependencies'), 'test')];
  return manifestFindings('purescript', fullName === '' ? undefined : self, requirements, problems);
}

function locked(packages: Fields, text: string, problems: Problems): PackageFinding[] {
  const lineOf = createLineCursor(text);
  const versions = new Map(
    asEntries(packages, 'packages', problems).map(([name, value]) => [
      name,
      isFields(value) ? asText(own(value, 'version'), name, problems) : '',
    ]),
  );
  return asEntries(packages, 'packages', problems).flatMap(([name, value]) => {
    const entry = asFields(value, `packages.${name}`, problems);
    const integrity = asText(own(entry, 'integrity'), `packages.${name}.integrity`, problems);
    const wanted = own(entry, 'dependencies');
    const dependencies = (Array.isArray(wanted) ? wanted : []).flatMap((item: unknown): PackageDependency[] => {
      if (typeof item !== 'string') return [];
      const parts = { version: versions.get(item) ?? '', requirement: '', scope: 'runtime' as const };
      const found = dependencyOf('purescript', item, parts, problems);
      return found === undefined ? [] : [found];
    });
    const version = versions.get(name) ?? '';
    return (
      packageOf(
        'purescript',
        name,
        { role: 'locks', version, integrity, line: lineOf(name), dependencies },
        problems,
      ) ?? []
    );
  });
}
