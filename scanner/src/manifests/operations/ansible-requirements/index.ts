// Reads requirements.yml of Ansible (roles and collections) and galaxy.yml (a collection itself).
// Format: https://docs.ansible.com/ansible/latest/galaxy/user_guide.html
import type { PackageFinding } from '../../../findings.ts';
import type { ManifestReader } from '../../member.ts';
import { readYamlNodes, type YamlNode } from '../../shared/formats/yaml-nodes.ts';
import { type PackageParts, packageOf } from '../../shared/identity.ts';
import { type Problems, readSafely, textOf } from '../../shared/problems.ts';
import { archiveIdentity, gitIdentity } from '../../shared/source-location.ts';

export const reader: ManifestReader = {
  read: (bytes) =>
    readSafely('The requirements of Ansible', (problems): PackageFinding[] => {
      const [root] = readYamlNodes(textOf(bytes), problems);
      if (root === undefined) return [];
      const lists = [root, root.get('roles'), root.get('collections')].flatMap((node) => node?.items() ?? []);
      const needed = root.get('namespace') === undefined ? [] : (root.get('dependencies')?.entries() ?? []);
      return [
        ...ownCollection(root, problems),
        ...needed.flatMap(([name, node]) => requestBy(name, node.text, node.line, problems) ?? []),
        ...lists.flatMap((node) => requestOf(node, problems) ?? []),
      ];
    }),
};

function ownCollection(root: YamlNode, problems: Problems): PackageFinding[] {
  const text = (key: string): string => root.get(key)?.text ?? '';
  if (text('namespace') === '' || text('name') === '') return [];
  const parts: PackageParts = {
    role: 'declares',
    version: text('version'),
    declaredLicense: (root.get('license')?.items() ?? []).map((node) => node.text).join(' OR '),
    description: text('description'),
    homepageUrl: text('homepage'),
    repositoryUrl: text('repository'),
    line: root.get('name')?.line,
  };
  const found = packageOf('generic', `ansible/${text('namespace')}/${text('name')}`, parts, problems);
  return found === undefined ? [] : [found];
}

function requestOf(node: YamlNode, problems: Problems): PackageFinding | undefined {
  if (node.text !== '') return requestBy(node.text, '', node.line, problems);
  const version = node.get('version')?.text ?? '';
  const address = [node.get('src')?.text, node.get('name')?.text].find((text) => isAddress(text ?? ''));
  if (address !== undefined) return requestBy(address, version, node.line, problems);
  const source = node.get('src') ?? node.get('source') ?? node.get('name');
  return source === undefined
    ? undefined
    : named(node.get('name')?.text ?? source.text, version, source.line, problems);
}

function isAddress(text: string): boolean {
  return /^(git\+|https?:|git@|ssh:)/.test(text);
}

/** `namespace.name` or an address; `,version` may follow both, and `#/folder/` an address. */
function requestBy(written: string, given: string, line: number, problems: Problems): PackageFinding | undefined {
  const [text = '', version = ''] = written.split(',').map((part) => part.trim());
  const requirement = given || version;
  if (!isAddress(text)) return named(text, requirement, line, problems);
  const address = text.replace(/#\/.*$/, '');
  const identity = /\.(tar\.gz|tgz|zip)$/.test(address)
    ? archiveIdentity('role', address)
    : gitIdentity(address, requirement);
  if (identity === undefined) return undefined;
  const { type, fullName, ...parts } = identity;
  return packageOf(type, fullName, { role: 'requires', isDirect: true, requirement, line, ...parts }, problems);
}

/** `namespace.name` of Ansible Galaxy. */
function named(name: string, requirement: string, line: number, problems: Problems): PackageFinding | undefined {
  if (!/^[\w-]+\.[\w-]+$/.test(name)) return undefined;
  const version = /^(?:==?)?v?(\d+\.\d+[\w.+-]*)$/.exec(requirement)?.[1] ?? '';
  const parts = { role: 'requires' as const, isDirect: true, requirement, version, line };
  return packageOf('generic', `ansible/${name.replace('.', '/')}`, parts, problems);
}
