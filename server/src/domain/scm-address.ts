// Addresses of source control systems as people write them. Refused are forms that a client program would read as an option or
// a command, files of this server, and passwords in an address. Pure.
//
// Git: one or more repository URLs separated by commas, each with at most one of `~~branch`, `>>commit` and `^^tag`, and then at most one
// `**folder`. Of several URLs of the same repository the last one counts.
import { type Refusal, refuse } from './refusal.ts';

export const scmTypes = ['GIT', 'PERFORCE', 'SUBVERSION', 'TFS'] as const;
export type ScmType = (typeof scmTypes)[number];

export interface GitSource {
  url: string;
  branch: string;
  commitId: string;
  tag: string;
  /** '' is the whole repository. */
  folder: string;
}

const MARKS = { '~~': 'branch', '>>': 'commitId', '^^': 'tag', '**': 'folder' } as const;

/** `user@host:path`: the short form of ssh. */
const SCP_FORM = /^[A-Za-z0-9_][A-Za-z0-9._-]*@[A-Za-z0-9][A-Za-z0-9.-]*:(?!\/\/)[^\s:]+$/;
/** Never begins with a hyphen: a client program would take it for an option. */
const HOST = String.raw`(\[[0-9a-fA-F:.]+\]|[A-Za-z0-9][A-Za-z0-9._-]*)`;

export function parseGitUrls(text: string): GitSource[] | Refusal {
  const sources = new Map<string, GitSource>();
  for (const part of text.split(',')) {
    const source = parseGitUrl(part.trim());
    if ('refusal' in source) return source;
    // Of several URLs of a repository the last one counts, at the place where it was written.
    sources.delete(repositoryKey(source.url));
    sources.set(repositoryKey(source.url), source);
  }
  return [...sources.values()];
}

function parseGitUrl(text: string): GitSource | Refusal {
  const [url = '', ...rest] = text.split(/(~~|>>|\^\^|\*\*)/);
  const source: GitSource = { url: url.trim(), branch: '', commitId: '', tag: '', folder: '' };
  if (source.url === '') return bad('an address between commas is empty');
  const refusal = refuseGitUrl(source.url);
  if (refusal) return refusal;
  for (let at = 0; at < rest.length; at += 2) {
    const member = MARKS[rest[at] as keyof typeof MARKS];
    const value = (rest[at + 1] ?? '').trim();
    if (value === '') return bad(`nothing follows ${rest[at]} in "${text}"`);
    if (source.folder !== '') return bad(`the folder **${source.folder} must be the last part of "${text}"`);
    if (member !== 'folder' && (source.branch || source.commitId || source.tag))
      return bad(`"${text}" names more than one of branch, commit and tag`);
    source[member] = value;
  }
  return refuseGitSource(source) ?? source;
}

function refuseGitUrl(url: string): Refusal | undefined {
  if (SCP_FORM.test(url)) return undefined;
  if (!new RegExp(String.raw`^(https?|ssh|git)://([^/@\s-][^/@\s]*@)?${HOST}(:\d{1,5})?/[^\s]+$`, 'i').test(url))
    return bad(
      `"${url}" is not a repository. Write https://host/path, http://, ssh://, git:// or user@host:path (files of the server cannot be read)`,
    );
  return refusePassword(url);
}

function refuseGitSource({ branch, commitId, tag, folder }: GitSource): Refusal | undefined {
  for (const [name, value] of [
    ['branch', branch],
    ['tag', tag],
  ] as const)
    if (value !== '' && !isGitReference(value)) return bad(`"${value}" cannot be the name of a ${name}`);
  if (commitId !== '' && !isCommitId(commitId)) return bad(`"${commitId}" is no commit id`);
  if (folder !== '' && !isFolder(folder)) return bad(`"${folder}" is not a folder inside a repository`);
  return undefined;
}

/** The names that `git check-ref-format` allows, except those that could be read as an option. */
export function isGitReference(name: string): boolean {
  return !/^[-/.]|[\s\p{Cc}~^:?*[\\]|\.\.|@\{|\/\/|\/\.|\.lock(\/|$)|[/.]$/u.test(name) && name !== '@';
}

export function isCommitId(text: string): boolean {
  return /^[0-9a-fA-F]{4,64}$/.test(text);
}

function isFolder(text: string): boolean {
  const segments = text.replace(/^\/+|\/+$/g, '').split('/');
  return !/[\p{Cc}\\]/u.test(text) && !segments.some((one) => one === '' || one === '.' || one === '..');
}

function repositoryKey(url: string): string {
  return url
    .replace(/\/+$/, '')
    .replace(/\.git$/i, '')
    .toLowerCase();
}

/** `<protocol>:<host>:<port>/<depot>` */
export function refusePerforceUrl(url: string): Refusal | undefined {
  // rsh and jsh name a command to run.
  if (/^(rsh|jsh)\d*:/i.test(url)) return bad('the protocol of a Perforce address must be tcp or ssl');
  if (new RegExp(String.raw`^[a-z][a-z0-9]*:(//)?${HOST}:\d{1,5}(/[^\s]*)?$`, 'i').test(url)) return undefined;
  return bad(`"${url}" must be written <protocol>:<host>:<port>/<depot>`);
}

/** `<protocol>://<host>/<svnroot>/<repository>` */
export function refuseSubversionUrl(url: string): Refusal | undefined {
  // Any other svn+ scheme names a command to run.
  if (!new RegExp(String.raw`^(https?|svn|svn\+ssh)://([^/@\s-][^/@\s]*@)?${HOST}(:\d{1,5})?/[^\s]+$`, 'i').test(url))
    return bad(`"${url}" must be written <protocol>://<host>/<svnroot>/<repository>, by http, https, svn or svn+ssh`);
  return refusePassword(url);
}

/** `<protocol>:<host>:<port>/<collection>/<project>`, with or without the two slashes of a web address. */
export function refuseTfsUrl(url: string): Refusal | undefined {
  if (!new RegExp(String.raw`^https?:(//)?([^/@\s-][^/@\s]*@)?${HOST}(:\d{1,5})?/[^/]+/[^\r\n]+$`, 'i').test(url))
    return bad(`"${url}" must be written <protocol>:<host>:<port>/<collection>/<project>, by http or https`);
  return refusePassword(url);
}

/** People see addresses, so a password in one would be shown. */
function refusePassword(url: string): Refusal | undefined {
  const user = /^[a-z+]+:(?:\/\/)?([^/@\s]*)@/i.exec(url)?.[1];
  return user?.includes(':') ? bad('it contains a password. Use the fields userName and password') : undefined;
}

function bad(reason: string): Refusal {
  return refuse('invalid', `The field "url" is wrong: ${reason}.`);
}
