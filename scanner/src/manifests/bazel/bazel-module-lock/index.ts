// Reads MODULE.bazel.lock. It lists the files that Bazel read from registries. Bazel reads a source.json only for the
// version of a module that it chose, so these files show the modules of the build. Versions of the format before 10 do
// not list them.
// Format: https://bazel.build/external/lockfile
import type { PackageFinding } from '../../../findings.ts';
import type { ManifestReader } from '../../member.ts';
import { jsonLines } from '../../shared/formats/line-index.ts';
import { packageOf } from '../../shared/identity.ts';
import { asEntries, asFields, asText, isFields, own, readSafely, textOf } from '../../shared/problems.ts';

export const reader: ManifestReader = {
  read: (bytes) =>
    readSafely('The MODULE.bazel.lock', (problems): PackageFinding[] => {
      const text = textOf(bytes);
      const lock: unknown = JSON.parse(text);
      if (!isFields(lock) || own(lock, 'lockFileVersion') === undefined) {
        problems.add('A MODULE.bazel.lock should be an object with "lockFileVersion"; nothing was read from it.');
        return [];
      }
      const files = asFields(own(lock, 'registryFileHashes'), 'registryFileHashes', problems);
      if (own(lock, 'registryFileHashes') === undefined)
        problems.add('"registryFileHashes" is missing: lockfiles of Bazel before 7.2 do not name their modules.');
      const lineOf = jsonLines(text, 2);
      const digests = asEntries(files, 'registryFileHashes', problems);
      return digests.flatMap(([address, digest]) => {
        const [, registry = '', name = '', version = ''] =
          /^(.{1,500}?)\/modules\/([^/]+)\/([^/]+)\/source\.json$/.exec(address) ?? [];
        // `null` means that the registry has no such file.
        if (name === '' || digest === null) return [];
        const found = packageOf(
          'bazel',
          name,
          {
            role: 'locks',
            version,
            downloadUrl: address,
            integrity: `sha256:${asText(digest, `registryFileHashes.${address}`, problems)}`,
            line: lineOf('registryFileHashes', address),
            qualifiers: { repository_url: registry === 'https://bcr.bazel.build' ? '' : registry },
          },
          problems,
        );
        return found ?? [];
      });
    }),
};
