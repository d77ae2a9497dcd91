// Reads the list of installed ports of vcpkg: vcpkg/status below `installed` or `vcpkg_installed`.
// Format: https://learn.microsoft.com/en-us/vcpkg/reference/installation-tree-layout
import type { PackageFinding } from '../../../findings.ts';
import type { ManifestReader } from '../../member.ts';
import { readRelations } from '../../shared/deb-fields.ts';
import { eachStanza, type Stanza } from '../../shared/formats/stanzas.ts';
import { type Installed, installedFindings } from '../../shared/installed.ts';
import { readSafely, textOf } from '../../shared/problems.ts';

const FIELDS = new Set([
  'package',
  'version',
  'port-version',
  'architecture',
  'depends',
  'feature',
  'status',
  'description',
]);

export const reader: ManifestReader = {
  read: (bytes) =>
    readSafely('The list of installed ports', (problems): PackageFinding[] => {
      const stanzas = eachStanza(textOf(bytes), FIELDS, problems);
      return installedFindings(
        'vcpkg',
        stanzas.map(installedOf).filter((one) => one !== undefined),
        problems,
      );
    }),
};

/** undefined for a feature of a port, which has a separate stanza. */
function installedOf({ fields, lines }: Stanza): Installed | undefined {
  const name = fields.get('package') ?? '';
  const status = fields.get('status') ?? 'install ok installed';
  if (name === '' || fields.has('feature') || !/\sinstalled$/.test(status)) return undefined;
  const revision = fields.get('port-version') ?? '';
  return {
    fullName: name,
    name,
    version: fields.get('version') ?? '',
    qualifiers: { triplet: fields.get('architecture') ?? '', port_revision: revision === '0' ? '' : revision },
    description: fields.get('description')?.split('\n')[0] ?? '',
    line: lines.get('package'),
    provides: [],
    needs: readRelations(fields.get('depends') ?? '').map((group) => ({
      names: group.map((relation) => relation.name),
      requirement: '',
      scope: 'runtime' as const,
    })),
  };
}
