// Reads Chart.yaml of Helm, and requirements.yaml of Helm 2: the chart and the charts that it requires.
// Format: https://helm.sh/docs/topics/charts/
import type { PackageFinding } from '../../../findings.ts';
import type { ManifestReader } from '../../member.ts';
import { readYamlNodes, type YamlNode } from '../../shared/formats/yaml-nodes.ts';
import { type ManifestRequirement, manifestFindings } from '../../shared/identity.ts';
import { readSafely, textOf } from '../../shared/problems.ts';

export const reader: ManifestReader = {
  read: (bytes) =>
    readSafely('The Chart.yaml', (problems): PackageFinding[] => {
      const [root] = readYamlNodes(textOf(bytes), problems);
      if (root === undefined) return [];
      const text = (key: string): string => root.get(key)?.text ?? '';
      const wanted = new Map<string, ManifestRequirement>();
      for (const node of root.get('dependencies')?.items() ?? []) {
        const request = requestOf(node);
        if (request !== undefined) wanted.set(`${request.fullName} ${request.requirement}`, request);
      }
      const self =
        text('name') === ''
          ? undefined
          : {
              fullName: text('name'),
              role: 'declares' as const,
              version: text('version'),
              description: text('description'),
              homepageUrl: text('home'),
              repositoryUrl: root.get('sources')?.items()[0]?.text ?? '',
              declaredLicense:
                root.get('annotations')?.get('artifacthub.io/license')?.text ??
                root.get('annotations')?.get('licenses')?.text ??
                '',
              line: root.get('name')?.line,
            };
      return manifestFindings('helm', self, [...wanted.values()], problems);
    }),
};

function requestOf(node: YamlNode): ManifestRequirement | undefined {
  const name = node.get('name');
  const repository = node.get('repository')?.text ?? '';
  // A chart in a folder is part of the code base.
  if (name === undefined || name.text === '' || repository.startsWith('file:')) return undefined;
  const requirement = node.get('version')?.text ?? '';
  return {
    fullName: name.text,
    requirement,
    version: /^v?\d+\.\d+\.\d+(?:[-+][\w.+-]*)?$/.test(requirement) ? requirement : '',
    scope: node.get('condition') === undefined ? 'runtime' : 'optional',
    // The address of `@name` and `alias:name` is configured on the machine.
    qualifiers: { repository_url: /^(https?|oci):/.test(repository) ? repository : '' },
    line: name.line,
  };
}
