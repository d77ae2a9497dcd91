// Reads the list of installed packages of images without rpm (Azure Linux): rpmmanifest/container-manifest-2. Each line
// is a package; tabs separate its fields.
// Format: https://github.com/microsoft/azurelinux/blob/3.0/toolkit/docs/building/building.md
import type { PackageFinding } from '../../../findings.ts';
import type { ManifestReader } from '../../member.ts';
import { packageOf } from '../../shared/identity.ts';
import { quoted, readSafely, textOf } from '../../shared/problems.ts';

/**
 * Name, version and release, install time, build time, vendor, a field that is always "(none)", size, architecture,
 * epoch, source package.
 */
const FIELDS = 10;

export const reader: ManifestReader = {
  read: (bytes) =>
    readSafely('The list of installed packages', (problems): PackageFinding[] =>
      textOf(bytes)
        .split('\n')
        .flatMap((raw, i) => {
          if (raw.trim() === '') return [];
          const parts = raw.trim().split('\t');
          const [name = '', version = '', , , supplier = '', , , arch = '', epoch = '', upstream = ''] = parts;
          if (parts.length < FIELDS) {
            problems.add(
              `Line ${i + 1} should be ${FIELDS} fields separated by tabs but is ${quoted(raw)}; it was left out.`,
            );
            return [];
          }
          const qualifiers = {
            arch,
            epoch: /^[1-9]\d*$/.test(epoch) ? epoch : '',
            upstream: upstream === '(none)' ? '' : upstream,
          };
          const found = packageOf(
            'rpm',
            `${namespaceOf(version)}${name}`,
            { role: 'locks', isPresent: true, version, qualifiers, supplier, line: i + 1 },
            problems,
          );
          return found ?? [];
        }),
    ),
};

/** The end of the release names the distribution. */
function namespaceOf(version: string): string {
  if (/\.cm\d+$/.test(version)) return 'mariner/';
  return /\.azl\d+$/.test(version) ? 'azurelinux/' : '';
}
