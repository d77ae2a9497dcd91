// Reads build.sbt.lock, the lockfile of the plugin sbt-dependency-lock. It does not tell which dependencies are direct.
// Format: https://github.com/stringbean/sbt-dependency-lock/blob/master/docs/file-formats/version-1.md
import type { DependencyScope } from '../../../dependency-scopes.ts';
import type { PackageFinding } from '../../../findings.ts';
import type { ManifestReader } from '../../member.ts';
import { createLineCursor } from '../../shared/formats/lines.ts';
import { packageOf } from '../../shared/identity.ts';
import { asFields, asList, asText, asTexts, own, type Problems, readSafely, textOf } from '../../shared/problems.ts';

export const reader: ManifestReader = {
  read: (bytes) =>
    readSafely('The lockfile of sbt', (problems): PackageFinding[] => {
      const text = textOf(bytes);
      const lock = asFields(JSON.parse(text), 'build.sbt.lock', problems);
      const lineOf = createLineCursor(text);
      return asList(own(lock, 'dependencies'), 'dependencies', problems).flatMap((value, i) => {
        const found = lockedOf(asFields(value, `dependencies.${i}`, problems), `dependencies.${i}`, lineOf, problems);
        return found === undefined ? [] : [found];
      });
    }),
};

function lockedOf(
  fields: Record<string, unknown>,
  field: string,
  lineOf: (wanted: string) => number | undefined,
  problems: Problems,
): PackageFinding | undefined {
  const text = (name: string) => asText(own(fields, name), `${field}.${name}`, problems);
  const name = text('name');
  const line = lineOf(`"${name}"`);
  const [artifact] = asList(own(fields, 'artifacts'), `${field}.artifacts`, problems);
  const hash = artifact === undefined ? '' : own(asFields(artifact, `${field}.artifacts.0`, problems), 'hash');
  const about = {
    role: 'locks' as const,
    version: text('version'),
    scope: scopeOf(asTexts(own(fields, 'configurations'), `${field}.configurations`, problems)),
    integrity: asText(hash, `${field}.artifacts.0.hash`, problems),
    ...(line === undefined ? {} : { line }),
  };
  return packageOf('maven', `${text('org')}:${name}`, about, problems);
}

/** An entry lists all configurations of sbt that contain it. */
function scopeOf(configurations: readonly string[]): DependencyScope {
  if (configurations.some((name) => /^(?:compile|runtime|default)$/.test(name))) return 'runtime';
  if (configurations.includes('provided')) return 'peer';
  if (configurations.includes('optional')) return 'optional';
  if (configurations.some((name) => /test|^it$/.test(name))) return 'test';
  return configurations.length === 0 ? 'runtime' : 'build';
}
