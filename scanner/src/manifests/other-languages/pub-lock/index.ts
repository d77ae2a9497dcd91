// Reads pubspec.lock of Dart and Flutter. It marks direct dependencies, but does not contain the graph.
// Format: https://dart.dev/tools/pub/glossary#lockfile
import type { PackageFinding } from '../../../findings.ts';
import type { ManifestReader } from '../../member.ts';
import { yamlLines } from '../../shared/formats/line-index.ts';
import { parseLockfileYaml } from '../../shared/formats/lockfile-yaml.ts';
import { packageOf } from '../../shared/identity.ts';
import {
  asEntries,
  asFields,
  asText,
  isFields,
  own,
  type Problems,
  readSafely,
  textOf,
} from '../../shared/problems.ts';

export const reader: ManifestReader = {
  read: (bytes) =>
    readSafely('The pubspec.lock', (problems): PackageFinding[] => {
      const text = textOf(bytes);
      const lock = parseLockfileYaml(text, problems);
      const packages = own(lock, 'packages');
      if (!isFields(packages) || Object.keys(packages).length === 0) {
        problems.add('A pubspec.lock should list "packages"; nothing was read from it.');
        return [];
      }
      const lineOf = yamlLines(text, 2);
      return asEntries(packages, 'packages', problems).flatMap(([name, value]) => {
        const entry = asFields(value, `packages.${name}`, problems);
        const found = findingOf(name, entry, lineOf('packages', name), problems);
        return found === undefined ? [] : [found];
      });
    }),
};

function findingOf(
  name: string,
  entry: Record<string, unknown>,
  line: number | undefined,
  problems: Problems,
): PackageFinding | undefined {
  const of = (key: string) => asText(own(entry, key), `packages.${name}.${key}`, problems);
  const description = own(entry, 'description');
  const about = (key: string) =>
    isFields(description) ? asText(own(description, key), `packages.${name}.description.${key}`, problems) : '';
  const source = of('source');
  // The package is in a folder of the project.
  if (source === 'path') return undefined;
  const dependency = of('dependency');
  const checksum = about('sha256');
  const revision = about('resolved-ref');
  return packageOf(
    'pub',
    name,
    {
      role: 'locks',
      // Packages of the SDK do not have their own version.
      version: source === 'sdk' && of('version') === '0.0.0' ? '' : of('version'),
      scope: dependency === 'direct dev' ? 'development' : 'runtime',
      isDirect: dependency.startsWith('direct'),
      line,
      integrity: checksum === '' ? '' : `sha256:${checksum}`,
      repositoryUrl: source === 'git' ? about('url') : '',
      downloadUrl: source === 'git' && revision !== '' ? `${about('url')}#${revision}` : '',
    },
    problems,
  );
}
