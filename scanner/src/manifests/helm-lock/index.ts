// Reads Chart.lock of Helm, and requirements.lock of its second version: the exact versions of the charts asked for.
// Format: https://helm.sh/docs/topics/charts/#chart-dependencies
import type { PackageFinding } from '../../findings.ts';
import { packageOf } from '../identity.ts';
import type { ManifestMember } from '../member.ts';
import { readSafely, textOf } from '../problems.ts';
import { readYamlNodes } from '../yaml-nodes.ts';

export const helmLock: ManifestMember = {
  name: 'helm-lock',
  wants: (_path, file) => file === 'Chart.lock' || file === 'requirements.lock',
  read: (bytes) =>
    readSafely('The Chart.lock', (problems): PackageFinding[] => {
      const [root] = readYamlNodes(textOf(bytes), problems);
      return (root?.get('dependencies')?.items() ?? []).flatMap((node) => {
        const name = node.get('name');
        const repository = node.get('repository')?.text ?? '';
        if (name === undefined || name.text === '' || repository.startsWith('file:')) return [];
        const found = packageOf(
          'helm',
          name.text,
          {
            role: 'locks',
            isDirect: true,
            version: node.get('version')?.text ?? '',
            qualifiers: { repository_url: /^(https?|oci):/.test(repository) ? repository : '' },
            line: name.line,
          },
          problems,
        );
        return found ?? [];
      });
    }),
};
