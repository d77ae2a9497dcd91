// Reads the list of installed packages of Debian and derived distributions: var/lib/dpkg/status, and status.d of images
// without dpkg.
// Format: https://man7.org/linux/man-pages/man5/deb-control.5.html, states in https://man7.org/linux/man-pages/man1/dpkg.1.html
import type { PackageFinding } from '../../../findings.ts';
import type { ManifestReader } from '../../member.ts';
import { DEB_FIELDS, debNeeds, debProvides, debUpstream, debVendor, synopsis } from '../../shared/deb-fields.ts';
import { eachStanza, type Stanza } from '../../shared/formats/stanzas.ts';
import { type Installed, installedFindings } from '../../shared/installed.ts';
import { type Problems, quoted, readSafely, textOf } from '../../shared/problems.ts';

/** In these states no program file of the package is installed. */
const ABSENT = new Set(['not-installed', 'config-files']);

export const reader: ManifestReader = {
  read: (bytes) =>
    readSafely('The dpkg status', (problems): PackageFinding[] => {
      let count = 0;
      let first: Installed | undefined;
      const eachInstalled = function* () {
        for (const stanza of eachStanza(textOf(bytes), DEB_FIELDS, problems)) {
          count += 1;
          const installed = installedOf(stanza, problems);
          first ??= installed;
          if (installed !== undefined) yield installed;
        }
      };
      // A file in status.d contains one package; the packages that it needs are in other files of status.d.
      const findings = installedFindings('deb', eachInstalled(), problems, (name) =>
        count === 1 ? `${first?.fullName.split('/')[0] ?? 'debian'}/${name}` : undefined,
      );
      const provides = count === 1 ? (first?.provides ?? []) : [];
      return provides.length === 0 ? findings : findings.map((found) => ({ ...found, provides: [...provides] }));
    }),
};

function installedOf(stanza: Stanza, problems: Problems): Installed | undefined {
  const { fields, lines, line } = stanza;
  const name = fields.get('package') ?? '';
  const version = fields.get('version') ?? '';
  const status = fields.get('status');
  if (status !== undefined && ABSENT.has(status.split(/\s+/).at(-1) ?? '')) return undefined;
  if (name === '') {
    problems.add(`The stanza at line ${line} should have a "Package" field; it was left out.`);
    return undefined;
  }
  if (version === '')
    problems.add(`The package ${quoted(name)} should have a "Version" field; it was listed without a version.`);
  return {
    fullName: `${debVendor(stanza)}/${name}`,
    name,
    version,
    qualifiers: {
      arch: fields.get('architecture') ?? '',
      upstream: debUpstream(fields.get('source') ?? '', name, version),
    },
    declaredLicense: fields.get('license') ?? '',
    description: synopsis(stanza),
    homepageUrl: fields.get('homepage') ?? '',
    supplier: fields.get('maintainer') ?? '',
    line: lines.get('package') ?? line,
    provides: debProvides(stanza),
    needs: debNeeds(stanza),
  };
}
