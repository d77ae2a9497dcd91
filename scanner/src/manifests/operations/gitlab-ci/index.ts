// Reads .gitlab-ci.yml: the images and services of jobs, and the files and components that it includes from other
// projects.
// Format: https://docs.gitlab.com/ci/yaml/
import type { NamedManifest } from '../../../definitions.ts';
import type { PackageFinding } from '../../../findings.ts';
import type { ManifestReader } from '../../member.ts';
import { readYamlNodesOf, type YamlNode } from '../../shared/formats/yaml-nodes.ts';
import { packageOf } from '../../shared/identity.ts';
import { filledIn, imageRequest } from '../../shared/oci-image.ts';
import { type Problems, readSafely, textOf } from '../../shared/problems.ts';

export const reader: ManifestReader = {
  read: (bytes) =>
    readSafely('The .gitlab-ci.yml', (problems): PackageFinding[] => {
      const findings = new Map<string, PackageFinding>();
      const add = (found: PackageFinding | undefined): void => {
        if (found !== undefined && !findings.has(found.purl)) findings.set(found.purl, found);
      };
      for (const root of readYamlNodesOf(bytes, problems)) {
        const variables = new Map([...PREDEFINED, ...variablesOf(root)]);
        const included = root.get('include');
        for (const node of included?.items() ?? []) add(includedOf(node, problems));
        if (included !== undefined) add(includedOf(included, problems));
        const jobs = root.entries().flatMap(([, job]) => (job.text === '' && job.items().length === 0 ? [job] : []));
        for (const holder of [root, ...jobs]) {
          const values = new Map([...variables, ...variablesOf(holder)]);
          for (const node of imagesOf(holder)) add(imageOf(node, values, problems));
        }
      }
      return [...findings.values()];
    }),
  names: (bytes) => {
    const text = textOf(bytes);
    return text.includes('include:') ? readYamlNodesOf(bytes).flatMap(namedIn) : [];
  },
};

/** The names of the server's cache of Docker Hub, which stand before names of its images. */
const PREDEFINED: readonly [string, string][] = [
  ['CI_DEPENDENCY_PROXY_GROUP_IMAGE_PREFIX', 'docker.io'],
  ['CI_DEPENDENCY_PROXY_DIRECT_GROUP_IMAGE_PREFIX', 'docker.io'],
];

/** `NAME: text`, or `NAME:` with `value` and a description. */
function variablesOf(holder: YamlNode): [string, string][] {
  const named = holder.get('variables')?.entries() ?? [];
  return named.map(([name, node]) => [name, node.text === '' ? (node.get('value')?.text ?? '') : node.text]);
}

/** Files of the same repository: `include: ci/build.yml`, a list of such, and `local: ci/build.yml`; also of a child pipeline. */
function namedIn(root: YamlNode): NamedManifest[] {
  const triggers = root.entries().flatMap(([, job]) => job.get('trigger')?.get('include') ?? []);
  return [...(root.get('include') === undefined ? [] : [root.get('include') as YamlNode]), ...triggers]
    .flatMap((node) => (node.items().length > 0 ? node.items() : [node]))
    .flatMap((node) => {
      const { text, line } = node.text === '' ? (node.get('local') ?? node) : node;
      return /\.ya?ml$/.test(text)
        ? [{ path: text, manifest: 'gitlab-ci', line, isFromOuterFolder: true as const }]
        : [];
    });
}

function imagesOf(holder: YamlNode): YamlNode[] {
  const named = (node: YamlNode | undefined): YamlNode[] => {
    const name = node === undefined ? undefined : node.text === '' ? node.get('name') : node;
    return name === undefined || name.text === '' ? [] : [name];
  };
  return [...named(holder.get('image')), ...(holder.get('services')?.items() ?? []).flatMap(named)];
}

function imageOf(
  node: YamlNode,
  variables: ReadonlyMap<string, string>,
  problems: Problems,
): PackageFinding | undefined {
  const wanted = imageRequest(filledIn(node.text, variables), 'build', node.line);
  // Names with predefined variables are left out, because only a run of the pipeline gives values to these.
  if (wanted === undefined) return undefined;
  const { fullName, ...parts } = wanted;
  return packageOf('docker', fullName, { role: 'requires', isDirect: true, ...parts }, problems);
}

/** `project: a/b` with `ref`, or `component: gitlab.com/a/b/name@version`. */
function includedOf(node: YamlNode, problems: Problems): PackageFinding | undefined {
  const project = node.get('project');
  const component = node.get('component');
  const named = project ?? component;
  if (named === undefined || named.text.includes('$')) return undefined;
  const parts = { role: 'requires' as const, scope: 'build' as const, isDirect: true, line: named.line };
  if (project !== undefined) {
    const version = node.get('ref')?.text ?? '';
    const fullName = project.text.replace(/^\//, '');
    return fullName.includes('/')
      ? packageOf('gitlab', fullName, { ...parts, version, requirement: version }, problems)
      : undefined;
  }
  const [path = '', version = ''] = named.text.split('@');
  const [host = '', ...rest] = path.split('/');
  if (rest.length < 3) return undefined;
  return packageOf(
    'gitlab',
    rest.slice(0, -1).join('/'),
    {
      ...parts,
      version: /^\d+\.\d+\.\d+|^[0-9a-f]{40}$/.test(version) ? version : '',
      requirement: version,
      qualifiers: { repository_url: host === 'gitlab.com' ? '' : host },
      subpath: rest.at(-1) ?? '',
    },
    problems,
  );
}
