// Reads nimble.lock.
// Format: https://nim-lang.github.io/nimble/nimble-reference.html#lock-file-format
import type { PackageDependency, PackageFinding } from '../../../findings.ts';
import type { ManifestReader } from '../../member.ts';
import { consumed, consumedFields } from '../../shared/consumed.ts';
import { readJsonObject } from '../../shared/formats/json-manifest.ts';
import { jsonSectionLines } from '../../shared/formats/lines.ts';
import { dependencyOf, packageOf } from '../../shared/identity.ts';
import { asFields, asText, asTexts, own, type Problems, readSafely, textOf } from '../../shared/problems.ts';

interface Locked {
  name: string;
  entry: Record<string, unknown>;
  version: string;
  line: number | undefined;
}

export const reader: ManifestReader = {
  read: (bytes) =>
    readSafely('The nimble.lock', (problems): PackageFinding[] => {
      const locked = readLocked(textOf(bytes), problems);
      const versions = new Map<string, string>();
      for (const { name, version } of locked) versions.set(name, version);
      return consumed(locked, (one) => findingOf(one, versions, problems));
    }),
};

function readLocked(text: string, problems: Problems): Locked[] {
  const lock = readJsonObject(text, 'A nimble.lock', problems);
  if (lock === undefined) return [];
  const lines = jsonSectionLines(text, 'packages');
  return consumedFields(asFields(own(lock.fields, 'packages'), 'packages', problems), (name, value): Locked => {
    const entry = asFields(value, `packages.${name}`, problems);
    const version = asText(own(entry, 'version'), `packages.${name}.version`, problems);
    return { name, entry, version, line: lines[name] };
  });
}

function findingOf(
  { name, entry, version, line }: Locked,
  versions: ReadonlyMap<string, string>,
  problems: Problems,
): PackageFinding | undefined {
  const of = (key: string) => asText(own(entry, key), `packages.${name}.${key}`, problems);
  const checksum = asText(own(asFields(own(entry, 'checksums'), 'checksums', problems), 'sha1'), 'sha1', problems);
  const revision = of('vcsRevision');
  const dependencies = asTexts(own(entry, 'dependencies'), `packages.${name}.dependencies`, problems).flatMap(
    (wanted): PackageDependency[] => {
      const parts = { version: versions.get(wanted) ?? '', requirement: '', scope: 'runtime' as const };
      const found = wanted === 'nim' ? undefined : dependencyOf('nim', wanted, parts, problems);
      return found === undefined ? [] : [found];
    },
  );
  return packageOf(
    'nim',
    name,
    {
      role: 'locks',
      version: version || revision,
      line,
      repositoryUrl: of('url'),
      downloadUrl: revision === '' ? '' : `${of('url')}#${revision}`,
      integrity: checksum === '' ? '' : `sha1:${checksum}`,
      dependencies,
    },
    problems,
  );
}
