// Reads +COMPACT_MANIFEST and +MANIFEST of a package of FreeBSD. Only the JSON form is read; UCL, which the format also
// allows, is not.
// Format: https://man.freebsd.org/cgi/man.cgi?query=pkg-create
import type { PackageFinding } from '../../../findings.ts';
import type { ManifestReader } from '../../member.ts';
import { type Installed, installedFindings } from '../../shared/installed.ts';
import { asEntries, asFields, asText, asTexts, own, type Problems, readSafely, textOf } from '../../shared/problems.ts';

export const reader: ManifestReader = {
  read: (bytes) =>
    readSafely('The manifest of the FreeBSD package', (problems): PackageFinding[] => {
      const fields = asFields(JSON.parse(textOf(bytes)), 'manifest', problems);
      const text = (field: string): string => asText(own(fields, field), field, problems);
      if (text('name') === '') {
        problems.add('A manifest of a FreeBSD package should have a "name"; nothing was read from it.');
        return [];
      }
      const installed: Installed = {
        fullName: text('name'),
        name: text('name'),
        version: text('version'),
        qualifiers: { arch: text('arch'), origin: text('origin') },
        declaredLicense: licenseOf(fields, problems),
        description: text('comment'),
        homepageUrl: text('www'),
        supplier: text('maintainer'),
        integrity: text('sum') === '' ? '' : `sha256:${text('sum')}`,
        provides: [],
        needs: asEntries(own(fields, 'deps'), 'deps', problems).map(([name, about]) => ({
          names: [name],
          requirement: asText(
            own(asFields(about, `deps.${name}`, problems), 'version'),
            `deps.${name}.version`,
            problems,
          ),
          scope: 'runtime' as const,
        })),
      };
      return installedFindings('freebsd', [installed], problems, (name) => name);
    }),
};

/** `licenselogic` joins the list: `and` (also `multi`), `or` (also `dual`), `single`. */
function licenseOf(fields: Record<string, unknown>, problems: Problems): string {
  const licenses = asTexts(own(fields, 'licenses'), 'licenses', problems);
  const logic = asText(own(fields, 'licenselogic'), 'licenselogic', problems);
  return licenses.join(logic === 'or' || logic === 'dual' ? ' OR ' : ' AND ');
}
