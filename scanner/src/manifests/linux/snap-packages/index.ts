// Reads the metadata of a snap: meta/snap.yaml, and the Debian packages that it contains (dpkg.yaml,
// snap/manifest.yaml).
// Format: https://snapcraft.io/docs/snap-format
import type { PackageFinding } from '../../../findings.ts';
import type { ManifestReader } from '../../member.ts';
import { readYamlNodes } from '../../shared/formats/yaml-nodes.ts';
import { packageOf } from '../../shared/identity.ts';
import { quoted, readSafely, textOf } from '../../shared/problems.ts';

export const reader: ManifestReader = {
  read: (bytes) =>
    readSafely('The description of the snap', (problems): PackageFinding[] => {
      const [root] = readYamlNodes(textOf(bytes), problems);
      if (root === undefined) return [];
      const text = (key: string): string => root.get(key)?.text ?? '';
      const staged = [...(root.get('packages')?.items() ?? []), ...(root.get('primed-stage-packages')?.items() ?? [])];
      const findings = staged.flatMap((node) => {
        // `gcc-10-base:amd64=10.5.0-1`
        const [, name = '', arch = '', version = ''] =
          /^([^:=\s]{1,200})(?::([^=\s]{1,50}))?=(\S{1,200})$/.exec(node.text) ?? [];
        if (name === '') {
          problems.add(`Line ${node.line} should be name=version but is ${quoted(node.text)}; it was left out.`);
          return [];
        }
        const parts = { role: 'locks' as const, isPresent: true, version, qualifiers: { arch }, line: node.line };
        return packageOf('deb', `ubuntu/${name}`, parts, problems) ?? [];
      });
      if (text('name') === '') {
        if (staged.length === 0)
          problems.add('A description of a snap should have a "name"; nothing was read from it.');
        return findings;
      }
      if (text('version') === '')
        problems.add('The description of the snap should have a "version"; the snap was listed without it.');
      const architectures = root.get('architectures')?.items() ?? [];
      const self = packageOf(
        'snap',
        text('name'),
        {
          role: 'locks',
          isPresent: true,
          version: text('version'),
          qualifiers: { arch: architectures.length === 1 ? (architectures[0]?.text ?? '') : '' },
          declaredLicense: text('license'),
          description: text('summary'),
          line: root.get('name')?.line,
          dependencies: findings.map(({ purl }) => ({ purl, requirement: '', scope: 'runtime', isDirect: true })),
        },
        problems,
      );
      return self === undefined ? findings : [self, ...findings];
    }),
};
