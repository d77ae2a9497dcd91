// Reads compose files: the images of the services. Images that are built from the code base itself are left out.
// Format: https://github.com/compose-spec/compose-spec/blob/main/spec.md
import type { NamedManifest } from '../../../definitions.ts';
import type { PackageFinding } from '../../../findings.ts';
import type { ManifestReader } from '../../member.ts';
import { readYamlNodesOf, type YamlNode } from '../../shared/formats/yaml-nodes.ts';
import { type ManifestRequirement, manifestFindings } from '../../shared/identity.ts';
import { filledIn, imageRequest } from '../../shared/oci-image.ts';
import { quoted, readSafely, textOf } from '../../shared/problems.ts';

export const reader: ManifestReader = {
  read: (bytes) =>
    readSafely('The compose file', (problems): PackageFinding[] => {
      const wanted = new Map<string, ManifestRequirement>();
      for (const root of readYamlNodesOf(bytes, problems)) {
        // The first version of the format had the services at the top level.
        const services = root.get('services') ?? root;
        for (const [, service] of services.entries()) {
          const image = service.get('image');
          if (image === undefined || image.text === '' || service.get('build') !== undefined) continue;
          const request = imageRequest(filledIn(image.text, new Map()), 'runtime', image.line);
          if (request === undefined)
            problems.add(
              `Line ${image.line}: "image" should be a valid name without unknown variables but is ${quoted(image.text)}; it was left out.`,
            );
          else if (!wanted.has(image.text)) wanted.set(image.text, request);
        }
      }
      return manifestFindings('docker', undefined, [...wanted.values()], problems);
    }),
  names: (bytes) => {
    const text = textOf(bytes);
    return /\b(?:include|extends|dockerfile):/.test(text) ? readYamlNodesOf(bytes).flatMap(namedIn) : [];
  },
};

/** Other compose files (`include`, `extends`), and Dockerfiles in the folder from which an image is built. */
function namedIn(root: YamlNode): NamedManifest[] {
  const services = (root.get('services') ?? root).entries().map(([, service]) => service);
  const included = (root.get('include')?.items() ?? []).flatMap((node) =>
    node.text === '' ? listOf(node.get('path')) : node,
  );
  const extended = services.flatMap((service) => service.get('extends')?.get('file') ?? []);
  return [
    ...[...included, ...extended].map(({ text, line }) => ({ path: text, manifest: 'docker-compose', line })),
    ...services.flatMap((service) => {
      const build = service.get('build');
      const file = build?.get('dockerfile');
      if (file === undefined || file.text === '') return [];
      const context = build?.get('context')?.text || '.';
      return [{ path: `${context}/${file.text}`, manifest: 'docker-dockerfile', line: file.line }];
    }),
  ];
}

function listOf(node: YamlNode | undefined): YamlNode[] {
  if (node === undefined) return [];
  return node.text === '' ? node.items() : [node];
}
