// Reads nimble.lock.
// Format: https://nim-lang.github.io/nimble/nimble-reference.html#lock-file-format
import type { PackageDependency, PackageFinding } from '../../findings.ts';
import { dependencyOf, packageOf } from '../identity.ts';
import { readJsonObject } from '../json-manifest.ts';
import { jsonLines } from '../line-index.ts';
import type { ManifestMember } from '../member.ts';
import { asEntries, asFields, asText, asTexts, own, readSafely, textOf } from '../problems.ts';

export const nimLock: ManifestMember = {
  name: 'nim-lock',
  wants: (_path, file) => file === 'nimble.lock',
  read: (bytes) =>
    readSafely('The nimble.lock', (problems): PackageFinding[] => {
      const text = textOf(bytes);
      const lock = readJsonObject(text, 'A nimble.lock', problems);
      if (lock === undefined) return [];
      const lineOf = jsonLines(text, 2);
      const entries = asEntries(own(lock.fields, 'packages'), 'packages', problems).map(([name, value]) => {
        const entry = asFields(value, `packages.${name}`, problems);
        return { name, entry, version: asText(own(entry, 'version'), `packages.${name}.version`, problems) };
      });
      const versions = new Map(entries.map(({ name, version }) => [name, version]));
      return entries.flatMap(({ name, entry, version }) => {
        const of = (key: string) => asText(own(entry, key), `packages.${name}.${key}`, problems);
        const checksum = asText(
          own(asFields(own(entry, 'checksums'), 'checksums', problems), 'sha1'),
          'sha1',
          problems,
        );
        const revision = of('vcsRevision');
        const dependencies = asTexts(own(entry, 'dependencies'), `packages.${name}.dependencies`, problems).flatMap(
          (wanted): PackageDependency[] => {
            const parts = { version: versions.get(wanted) ?? '', requirement: '', scope: 'runtime' as const };
            const found = wanted === 'nim' ? undefined : dependencyOf('nim', wanted, parts, problems);
            return found === undefined ? [] : [found];
          },
        );
        const found = packageOf(
          'nim',
          name,
          {
            role: 'locks',
            version: version || revision,
            line: lineOf('packages', name),
            repositoryUrl: of('url'),
            downloadUrl: revision === '' ? '' : `${of('url')}#${revision}`,
            integrity: checksum === '' ? '' : `sha1:${checksum}`,
            dependencies,
          },
          problems,
        );
        return found === undefined ? [] : [found];
      });
    }),
};
