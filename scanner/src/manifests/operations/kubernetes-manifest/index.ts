// Reads the images in Kubernetes manifests. Any YAML file may be one, so only documents with version and kind of a workload count. Templates
// of Helm are no YAML: of these only the images that are written out are read.
// Format: https://kubernetes.io/docs/concepts/workloads/
import type { PackageFinding } from '../../../findings.ts';
import type { ManifestReader } from '../../member.ts';
import { readYamlNodes, type YamlNode } from '../../shared/formats/yaml-nodes.ts';
import { type ManifestRequirement, manifestFindings } from '../../shared/identity.ts';
import { imageRequest } from '../../shared/oci-image.ts';
import { type Problems, quoted, readSafely, textOf } from '../../shared/problems.ts';

/** The way from a workload to its pod. */
const PODS: Readonly<Record<string, { versions: RegExp; path: readonly string[] }>> = {
  Pod: { versions: /^v1$/, path: ['spec'] },
  PodTemplate: { versions: /^v1$/, path: ['template', 'spec'] },
  ReplicationController: { versions: /^v1$/, path: ['spec', 'template', 'spec'] },
  Deployment: { versions: /^(?:apps|extensions)\/v\w+$/, path: ['spec', 'template', 'spec'] },
  StatefulSet: { versions: /^apps\/v\w+$/, path: ['spec', 'template', 'spec'] },
  DaemonSet: { versions: /^(?:apps|extensions)\/v\w+$/, path: ['spec', 'template', 'spec'] },
  ReplicaSet: { versions: /^(?:apps|extensions)\/v\w+$/, path: ['spec', 'template', 'spec'] },
  Job: { versions: /^batch\/v\w+$/, path: ['spec', 'template', 'spec'] },
  CronJob: { versions: /^batch\/v\w+$/, path: ['spec', 'jobTemplate', 'spec', 'template', 'spec'] },
  DeploymentConfig: { versions: /^(?:apps\.openshift\.io\/)?v1$/, path: ['spec', 'template', 'spec'] },
  Service: { versions: /^serving\.knative\.dev\/v\w+$/, path: ['spec', 'template', 'spec'] },
  Rollout: { versions: /^argoproj\.io\/v\w+$/, path: ['spec', 'template', 'spec'] },
};
const KIND = /^(?:- )?\s{0,20}kind:[ \t]{0,20}["']?(\w{1,40})["']?[ \t]*(?:#.*)?\r?$/gm;
const VERSION = /^apiVersion:[ \t]{0,20}["']?([\w./]{1,60})["']?[ \t]*(?:#.*)?\r?$/m;
const WRITTEN_IMAGE = /^\s*(?:-\s+)?image:\s+(?:"([^"{}]{1,400})"|'([^'{}]{1,400})'|([^\s"'{}#]{1,400}))\s*(?:#.*)?$/;

export const reader: ManifestReader = {
  read: (bytes) =>
    readSafely('The Kubernetes manifest', (problems): PackageFinding[] => {
      const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      if (!buffer.includes('apiVersion:') || !buffer.includes('kind:') || !buffer.includes('image:')) return [];
      const text = textOf(bytes);
      if (![...text.matchAll(KIND)].some(([, kind = '']) => Object.hasOwn(PODS, kind))) return [];
      const wanted = new Map<string, ManifestRequirement>();
      const images = text.includes('{{') ? writtenImages(text) : imagesOf(text, problems);
      for (const { image, line } of images) {
        const request = imageRequest(image, 'runtime', line);
        if (request === undefined)
          problems.add(
            `Line ${line}: "image" should be a valid name without variables but is ${quoted(image)}; it was left out.`,
          );
        else if (!wanted.has(image)) wanted.set(image, request);
      }
      return manifestFindings('docker', undefined, [...wanted.values()], problems);
    }),
};

interface Image {
  image: string;
  line: number;
}

function imagesOf(text: string, problems: Problems): Image[] {
  return readYamlNodes(text, problems).flatMap((root) =>
    // A list holds manifests.
    [root, ...(root.get('kind')?.text.endsWith('List') === true ? (root.get('items')?.items() ?? []) : [])].flatMap(
      (workload) => {
        const pod = podOf(workload);
        return pod === undefined ? [] : containerImages(pod);
      },
    ),
  );
}

function podOf(workload: YamlNode): YamlNode | undefined {
  const kind = workload.get('kind')?.text ?? '';
  const known = Object.hasOwn(PODS, kind) ? PODS[kind] : undefined;
  if (known === undefined || !known.versions.test(workload.get('apiVersion')?.text ?? '')) return undefined;
  return known.path.reduce<YamlNode | undefined>((node, key) => node?.get(key), workload);
}

function containerImages(pod: YamlNode): Image[] {
  const containers = ['initContainers', 'containers', 'ephemeralContainers'].flatMap(
    (key) => pod.get(key)?.items() ?? [],
  );
  const nodes = [
    ...containers.map((container) => container.get('image')),
    ...(pod.get('volumes')?.items() ?? []).map((volume) => volume.get('image')?.get('reference')),
  ];
  return nodes.flatMap((node) =>
    node === undefined || node.text === '' ? [] : [{ image: node.text, line: node.line }],
  );
}

/** Line by line, in the documents of a template that are workloads. */
function writtenImages(text: string): Image[] {
  const found: Image[] = [];
  let first = 1;
  for (const document of text.split(/^---.*$/m)) {
    const lines = document.split('\n');
    if (isWorkload(document))
      for (const [at, line] of lines.entries()) {
        const [, double, single, bare] = WRITTEN_IMAGE.exec(line.slice(0, 600)) ?? [];
        const image = double ?? single ?? bare ?? '';
        if (image !== '' && imageRequest(image, 'runtime', 1) !== undefined) found.push({ image, line: first + at });
      }
    first += lines.length - 1;
  }
  return found;
}

function isWorkload(document: string): boolean {
  const version = VERSION.exec(document)?.[1];
  // Templates may choose the version.
  return [...document.matchAll(KIND)].some(
    ([, kind = '']) =>
      Object.hasOwn(PODS, kind) && (version === undefined ? kind !== 'Service' : PODS[kind]?.versions.test(version)),
  );
}
