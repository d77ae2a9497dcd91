// Reads vcpkg.spdx.json, which vcpkg writes for each installed port: `vcpkg_installed/x64-linux/share/zlib/vcpkg.spdx.json`.
// Format: https://learn.microsoft.com/en-us/vcpkg/reference/software-bill-of-materials
import type { PackageFinding } from '../../../findings.ts';
import type { ManifestReader } from '../../member.ts';
import { createLineCursor } from '../../shared/formats/lines.ts';
import { packageOf } from '../../shared/identity.ts';
import { asFields, asList, asText, own, type Problems, readSafely, textOf } from '../../shared/problems.ts';

export const reader: ManifestReader = {
  read: (bytes) =>
    readSafely('The SPDX document of the port', (problems): PackageFinding[] => {
      const text = textOf(bytes);
      const document = asFields(JSON.parse(text), 'document', problems);
      const parts = asList(own(document, 'packages'), 'packages', problems).map((one) => partOf(one, problems));
      const port = parts.find(({ id }) => id === 'SPDXRef-port');
      if (port === undefined) {
        problems.add(
          '"packages" should have the port, with the "SPDXID" "SPDXRef-port"; nothing was read from the document.',
        );
        return [];
      }
      const binary = parts.find(({ id }) => id === 'SPDXRef-binary');
      const source = parts.find(({ id }) => id.startsWith('SPDXRef-resource'));
      const [version = '', revision = ''] = port.version.split('#');
      const address = source?.location.replace(/^git\+/, '') ?? '';
      const found = packageOf(
        'vcpkg',
        port.name,
        {
          role: 'locks',
          isPresent: true,
          version,
          // As in the list of installed ports, so that both name one package.
          qualifiers: { triplet: binary?.name.split(':')[1] ?? '', port_revision: revision === '0' ? '' : revision },
          declaredLicense: port.license,
          description: port.description,
          homepageUrl: port.homepage,
          downloadUrl: /^(?:https?|ftp):/.test(address) ? address : '',
          integrity: source?.checksum ?? '',
          line: createLineCursor(text)('"SPDXRef-port"'),
        },
        problems,
      );
      return found === undefined ? [] : [found];
    }),
};

function partOf(value: unknown, problems: Problems) {
  const fields = asFields(value, 'packages', problems);
  const text = (field: string) => known(asText(own(fields, field), `packages.${field}`, problems));
  const sums = asList(own(fields, 'checksums'), 'packages.checksums', problems);
  const sum = asFields(sums[0], 'packages.checksums', problems);
  const digest = asText(own(sum, 'checksumValue'), 'packages.checksums.checksumValue', problems);
  const kind = asText(own(sum, 'algorithm'), 'packages.checksums.algorithm', problems).toLowerCase();
  return {
    id: text('SPDXID'),
    name: text('name'),
    version: text('versionInfo'),
    license: text('licenseConcluded') || text('licenseDeclared'),
    description: text('description'),
    homepage: text('homepage'),
    location: text('downloadLocation'),
    checksum: digest === '' || kind === '' ? '' : `${kind}:${digest}`,
  };
}

function known(text: string): string {
  return text === 'NOASSERTION' || text === 'NONE' ? '' : text;
}
