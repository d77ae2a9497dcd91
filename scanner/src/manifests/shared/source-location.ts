// Names the component at an address of source code: a repository with a commit or tag, or an archive to download. Hosts with a purl type get that
// type; others become `git` or `generic`, whose purl keeps the address.
// Format: https://github.com/package-url/purl-spec/blob/main/types-doc/generic-definition.md
import { decodedText, firstOf, own } from '../../items.ts';
import type { Ecosystem } from './identity.ts';

export interface SourceIdentity {
  type: Ecosystem;
  fullName: string;
  version: string;
  qualifiers: Record<string, string>;
  downloadUrl: string;
  repositoryUrl: string;
}

const HOSTS: Readonly<Record<string, Ecosystem>> = {
  'github.com': 'github',
  'www.github.com': 'github',
  'gitlab.com': 'gitlab',
  'bitbucket.org': 'bitbucket',
};
const MAX_URL = 2000;

/** `https://host/a/b.git`, `git@host:a/b.git`, `ssh://git@host/a/b`, `git://host/a`. undefined for relative addresses and others. */
export function gitIdentity(url: string, ref: string): SourceIdentity | undefined {
  const location = gitLocation(url);
  if (location === undefined) return undefined;
  const { host, path } = location;
  const version = ref.replace(/^refs\/(tags|heads)\//, '');
  const repositoryUrl = `https://${host}/${path}`;
  const type = own(HOSTS, host);
  const common = { version, qualifiers: {}, downloadUrl: '', repositoryUrl };
  if (type !== undefined && path.includes('/')) return { type, fullName: path, ...common };
  return { type: 'git', fullName: `${host}/${path}`, ...common };
}

function gitLocation(written: string): { host: string; path: string } | undefined {
  const url = written.trim().replace(/^git\+/, '');
  if (url.length > MAX_URL || /[\s$<>{}]/.test(url)) return undefined;
  const match =
    /^(?:https?|ssh|git|ftp):\/\/(?:[^@/]*@)?([\w.-]+)(?::\d+)?\/(.+)$/.exec(url) ??
    /^(?:[\w.-]+@)?([\w-]+\.[\w.-]+):(?!\/)(.+)$/.exec(url);
  const host = match?.[1]?.toLowerCase() ?? '';
  const path = firstOf((match?.[2] ?? '').split(/[?#]/))
    .replace(/\/+$/, '')
    .replace(/\.git$/, '')
    .replace(/^\/+/, '');
  return host === '' || path === '' || /(^|\/)\.\.?(\/|$)/.test(path) ? undefined : { host, path };
}

const ARCHIVES: readonly RegExp[] = [
  /^https?:\/\/(?:www\.)?(github|gitlab)\.com\/([\w.-]+\/[\w.-]+?)\/(?:-\/)?archive\/(?:refs\/(?:tags|heads)\/)?(.+?)(?:\/[^/]+)?\.(?:tar\.\w+|tgz|tbz2?|txz|zip)$/,
  /^https?:\/\/(?:www\.)?(github)\.com\/([\w.-]+\/[\w.-]+)\/releases\/download\/([^/]+)\/[^/]+$/,
  /^https?:\/\/codeload\.(github)\.com\/([\w.-]+\/[\w.-]+)\/(?:legacy\.)?(?:tar\.gz|zip)\/(?:refs\/(?:tags|heads)\/)?([^?]+)$/,
  /^https?:\/\/api\.(github)\.com\/repos\/([\w.-]+\/[\w.-]+)\/(?:tarball|zipball)\/(?:refs\/(?:tags|heads)\/)?([^?]+)$/,
  /^https?:\/\/raw\.(github)usercontent\.com\/([\w.-]+\/[\w.-]+)\/([^/]+)\/.+$/,
];

/** An archive to download, with the user's name for it. `checksum` has the form `sha256:…`. */
export function archiveIdentity(name: string, url: string, checksum = ''): SourceIdentity | undefined {
  const address = url.trim();
  if (!/^(https?|ftp):\/\//.test(address) || address.length > MAX_URL || /[\s$<>{}]/.test(address)) return undefined;
  for (const pattern of ARCHIVES) {
    const [, host, path, version] = pattern.exec(address) ?? [];
    if (host === 'github' || host === 'gitlab')
      return {
        type: host,
        fullName: path ?? '',
        version: decodedText(version ?? ''),
        qualifiers: {},
        downloadUrl: address,
        repositoryUrl: `https://${host}.com/${path}`,
      };
  }
  return {
    type: 'generic',
    fullName: name,
    version: versionInFile(address),
    qualifiers: { download_url: address, checksum },
    downloadUrl: address,
    repositoryUrl: '',
  };
}

/** Whether an address or path leads to an archive. Other paths are folders of the project. */
export function isArchiveFile(address: string): boolean {
  return /\.(?:whl|zip|tgz|tar\.\w{1,10})$/i.test(firstOf(address.split(/[?#]|::/)));
}

/** `…/zlib-1.3.1.tar.gz` is version 1.3.1; '' if the file name has no number after a dash, underscore or `v`. */
export function versionInFile(url: string): string {
  const file = (url.split(/[?#]/)[0] ?? '').split('/').at(-1) ?? '';
  const stem = file.slice(0, 300).replace(/\.(?:tar\.\w+|tgz|tbz2?|txz|zip|jar|gz|xz|7z)$/, '');
  return /(?:[-_.]v?|^v?)(\d+(?:\.\d+)+[\w.+-]*)$/.exec(stem)?.[1] ?? '';
}
