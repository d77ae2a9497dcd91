// Reads manifests of flatpak-builder: the application, the runtime that it needs, and the sources of its modules.
// Format: https://docs.flatpak.org/en/latest/flatpak-builder-command-reference.html
import type { PackageFinding } from '../../../findings.ts';
import type { ManifestReader } from '../../member.ts';
import { readYamlNodes, type YamlNode } from '../../shared/formats/yaml-nodes.ts';
import { type ManifestRequirement, manifestFindings, packageOf } from '../../shared/identity.ts';
import { type SourceSyntax, withoutComments } from '../../shared/languages/source-text.ts';
import { type Problems, quoted, readSafely, textOf } from '../../shared/problems.ts';
import { archiveIdentity, gitIdentity, type SourceIdentity } from '../../shared/source-location.ts';

/** Name of an application: `org.gnome.Maps`. */
const APPLICATION = /^[A-Za-z_][\w-]*(?:\.[\w-]+){2,}$/;
/** JSON manifests may have comments of C. */
const SYNTAX: SourceSyntax = { lineComments: [], blockComments: [['/*', '*/']], quotes: ['"'] };
const MAX_MODULES = 20_000;

export const reader: ManifestReader = {
  read: (bytes) =>
    readSafely('The flatpak manifest', (problems): PackageFinding[] => {
      const text = textOf(bytes);
      if (!/^[ \t{]*"?(?:app-)?id"?[ \t]*:/m.test(text) || !text.includes('runtime') || !text.includes('modules'))
        return [];
      const isJson = text.trimStart().startsWith('{');
      const [root] = readYamlNodes(isJson ? withoutComments(text, SYNTAX) : text, problems);
      const id = root?.get('app-id') ?? root?.get('id');
      if (root === undefined || id === undefined || !APPLICATION.test(id.text) || root.get('modules') === undefined)
        return [];
      const self = { fullName: id.text, role: 'declares' as const, version: '', line: id.line };
      const findings = manifestFindings('flatpak', self, runtimesOf(root), problems);
      return [...findings, ...sourcesOf(root, problems)];
    }),
};

function runtimesOf(root: YamlNode): ManifestRequirement[] {
  const requests = new Map<string, ManifestRequirement>();
  const add = (node: YamlNode | undefined, version: string, scope: ManifestRequirement['scope']) => {
    if (node === undefined || !APPLICATION.test(node.text) || requests.has(node.text)) return;
    requests.set(node.text, { fullName: node.text, requirement: version, version, scope, line: node.line });
  };
  const version = root.get('runtime-version')?.text ?? '';
  add(root.get('runtime'), version, 'runtime');
  add(root.get('base'), root.get('base-version')?.text ?? '', 'runtime');
  add(root.get('sdk'), version, 'build');
  for (const extension of root.get('sdk-extensions')?.items() ?? []) add(extension, '', 'build');
  return [...requests.values()];
}

/** Modules may contain modules. A module that is only the name of a file is in that file. */
function sourcesOf(root: YamlNode, problems: Problems): PackageFinding[] {
  const found = new Map<string, PackageFinding>();
  const waiting = (root.get('modules')?.items() ?? []).reverse();
  let count = 0;
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (count === MAX_MODULES) {
      problems.add(`A flatpak manifest should have at most ${MAX_MODULES} modules; those after them were left out.`);
      break;
    }
    count += 1;
    const name = next.get('name')?.text ?? '';
    waiting.push(...(next.get('modules')?.items() ?? []).reverse());
    let isFirst = true;
    for (const source of next.get('sources')?.items() ?? []) {
      const one = sourceOf(name, isFirst, source, problems);
      if (one === undefined) continue;
      isFirst = false;
      if (!found.has(one.purl)) found.set(one.purl, one);
    }
  }
  return [...found.values()];
}

/** undefined for files of the code base and for patches. The first source of a module has its name. */
function sourceOf(module: string, isFirst: boolean, source: YamlNode, problems: Problems): PackageFinding | undefined {
  const type = source.get('type')?.text ?? '';
  const url = source.get('url');
  if (url === undefined || !/^(?:archive|git|file|extra-data)$/.test(type)) return undefined;
  const commit = source.get('commit')?.text ?? '';
  const digest = ['sha512', 'sha256', 'sha1', 'md5'].find((kind) => (source.get(kind)?.text ?? '') !== '');
  const integrity = digest === undefined ? '' : `${digest}:${source.get(digest)?.text ?? ''}`;
  const identity =
    type === 'git'
      ? gitIdentity(url.text, source.get('tag')?.text || commit || (source.get('branch')?.text ?? ''))
      : (registryIdentity(url.text) ??
        archiveIdentity(isFirst && module !== '' ? module : stemOf(url.text), url.text, integrity));
  if (identity === undefined) {
    problems.add(
      `Line ${url.line}: "url" should be the address of an archive or repository but is ${quoted(url.text)}; it was left out.`,
    );
    return undefined;
  }
  const { type: kind, fullName, ...parts } = identity;
  const about = { role: 'requires' as const, isDirect: true, integrity: integrity || (commit && `sha1:${commit}`) };
  return packageOf(kind, fullName, { ...about, ...parts, line: url.line }, problems);
}

const REGISTRIES: readonly [SourceIdentity['type'], RegExp][] = [
  ['cargo', /^https:\/\/static\.crates\.io\/crates\/[\w-]+\/([\w-]+?)-(\d[\w.+-]*)\.crate$/],
  ['pypi', /^https:\/\/files\.pythonhosted\.org\/packages\/(?:[\w.]+\/){3}([\w.]+)-(\d[\w.!+]*)-[\w.-]+\.whl$/],
  ['pypi', /^https:\/\/files\.pythonhosted\.org\/packages\/(?:[\w.]+\/){3}([\w.-]+?)-(\d[\w.!+]*)\.(?:tar\.\w+|zip)$/],
  ['npm', /^https:\/\/registry\.(?:npmjs\.org|yarnpkg\.com)\/((?:@[\w.-]+\/)?[\w.-]+)\/-\/[\w.-]+?-(\d[\w.+-]*)\.tgz$/],
];

/** Packages that generators of sources list with the addresses of their registries. */
function registryIdentity(url: string): SourceIdentity | undefined {
  if (url.length > 500) return undefined;
  for (const [type, pattern] of REGISTRIES) {
    const [, fullName = '', version = ''] = pattern.exec(url) ?? [];
    if (fullName !== '') return { type, fullName, version, qualifiers: {}, downloadUrl: url, repositoryUrl: '' };
  }
  return undefined;
}

/** The name in the file of an address: `https://x.org/a-1.0.tar.gz` is `a`. */
function stemOf(url: string): string {
  const file = (url.split(/[?#]/, 1)[0] ?? '').split('/').at(-1) ?? '';
  return (
    file
      .slice(0, 200)
      .replace(/[-_.]v?\d.*$/, '')
      .replace(/\.(?:tar|tgz|zip|xz|gz|bz2)\b.*$/, '') || 'source'
  );
}
