// Addresses of source control systems as people write them. Refused are forms that a client program would read as an option or
// a command, files of this server, and passwords in an address. Pure.
//
// Git: one or more repository URLs separated by commas, each with at most one of `~~branch`, `>>commit` and `^^tag`, and then at most one
// `**folder`. Of several URLs of the same repository the last one counts. The fields branch, commitId and tag are honoured only for a single URL
// that says none of them itself. A tag may be a pattern (v*): then the latest tag that fits is meant. Anywhere else they are kept, have no effect, and everybody who could rely on them is told so.
import { isRefusal, type Refusal, refuse } from '../refusal.ts';

export const scmTypes = ['GIT', 'PERFORCE', 'SUBVERSION', 'TFS'] as const;
export type ScmType = (typeof scmTypes)[number];

/** Sources that projects name: the systems of the interface document, container images, and packages of registries. */
export const sourceTypes = [...scmTypes, 'IMAGE', 'PURL'] as const;
export type SourceType = (typeof sourceTypes)[number];

export interface GitSource {
  url: string;
  branch: string;
  commitId: string;
  tag: string;
  /** '' is the whole repository. */
  folder: string;
  /** Earlier addresses of the same repository, as they were written: they do not count. */
  replaced: string[];
}

/** What the configuration of the server allows. */
export interface AddressRules {
  protocols: readonly string[];
  /** Repositories in these folders of the server may be named by file: addresses. */
  fileFolders: readonly string[];
}

export const scmProtocols = ['https', 'http', 'ssh', 'git', 'svn', 'svn+ssh', 'p4'] as const;
export const USUAL_RULES: AddressRules = { protocols: scmProtocols, fileFolders: [] };

/** As many as the page of other systems allows. */
const MOST_GIT_URLS = 50;

const MARKS = { '~~': 'branch', '>>': 'commitId', '^^': 'tag', '**': 'folder' } as const;

/** `user@host:path`: the short form of ssh. */
const SCP_FORM = /^[A-Za-z0-9_][A-Za-z0-9._-]*@[A-Za-z0-9][A-Za-z0-9.-]*:(?!\/\/)[^\s:]+$/;
/** Never begins with a hyphen: a client program would take it for an option. */
const HOST = String.raw`(\[[0-9a-fA-F:.]+\]|[A-Za-z0-9][A-Za-z0-9._-]*)`;

/** The URL field of an instance, and the fields that say what to take of a single repository. */
export interface GitFields {
  url: string;
  branch?: string;
  commitId?: string;
  tag?: string;
}

const REFERENCE_FIELDS = ['branch', 'commitId', 'tag'] as const;
/** What says which version of a repository is meant. */
export type ReferenceField = (typeof REFERENCE_FIELDS)[number];

/** The repositories of an instance, each with what is asked of it. */
export function gitSources(fields: GitFields, rules: AddressRules = USUAL_RULES): GitSource[] | Refusal {
  const sources = parseGitUrls(fields.url, rules);
  if (isRefusal(sources)) return sources;
  const [name, ...others] = REFERENCE_FIELDS.filter((one) => (fields[one] ?? '').trim() !== '');
  if (name === undefined) return sources;
  if (others.length > 0)
    return refuse('invalid', 'Only one of the fields "branch", "commitId" and "tag" can be given.');
  const value = (fields[name] ?? '').trim();
  if (name === 'commitId' ? !isCommitId(value) : !isGitReference(named(name, value)))
    return refuse(
      'invalid',
      name === 'commitId'
        ? 'The field "commitId" must be a commit id in hexadecimal digits.'
        : `The field "${name}" cannot be "${value}".`,
    );
  return fieldWithoutEffect(fields) === '' ? sources.map((source) => ({ ...source, [name]: value })) : sources;
}

/** A sentence if branch, commitId or tag is given where it is not honoured; else ''. For fields that `gitSources` accepts. */
export function fieldWithoutEffect(fields: GitFields): string {
  const name = REFERENCE_FIELDS.find((one) => (fields[one] ?? '').trim() !== '');
  if (name === undefined) return '';
  const value = (fields[name] ?? '').trim();
  if (fields.url.includes(','))
    return `The field "${name}" has no effect with several urls: write ${markOf(name)}${value} behind the url that it belongs to.`;
  if (/~~|>>|\^\^/.test(fields.url))
    return `The field "${name}" has no effect, because the url says itself what to fetch.`;
  return '';
}

const markOf = (name: string) => Object.entries(MARKS).find(([, member]) => member === name)?.[0] ?? '';

export function parseGitUrls(text: string, rules: AddressRules = USUAL_RULES): GitSource[] | Refusal {
  const parts = text.split(',');
  if (parts.length > MOST_GIT_URLS)
    return bad(`it has ${parts.length} addresses, and an instance has at most ${MOST_GIT_URLS}`);
  const sources = new Map<string, GitSource>();
  for (const part of parts) {
    const source = parseGitUrl(part.trim(), rules);
    if ('refusal' in source) return source;
    // Of several URLs of a repository the last one counts, at the place where it was written.
    const key = repositoryKey(source.url);
    const earlier = sources.get(key);
    sources.delete(key);
    sources.set(key, { ...source, replaced: earlier ? [...earlier.replaced, writtenAs(earlier)] : [] });
  }
  return [...sources.values()];
}

function writtenAs({ url, branch, commitId, tag, folder }: GitSource): string {
  const values = { branch, commitId, tag, folder };
  const marks = Object.entries(MARKS).flatMap(([mark, member]) => (values[member] === '' ? [] : [mark + values[member]])); // biome-ignore format: one claim
  return withoutPassword(url) + marks.join('');
}

function parseGitUrl(text: string, rules: AddressRules): GitSource | Refusal {
  const [url = '', ...rest] = text.split(/(~~|>>|\^\^|\*\*)/);
  const source: GitSource = { url: url.trim(), branch: '', commitId: '', tag: '', folder: '', replaced: [] };
  if (source.url === '') return bad('an address between commas is empty');
  const refusal = refuseGitUrl(source.url, rules);
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
  const wrong = refuseGitSource(source);
  return wrong ?? { ...source, folder: source.folder.replace(/^\/+|\/+$/g, '') };
}

export function refuseGitUrl(url: string, rules: AddressRules = USUAL_RULES): Refusal | undefined {
  if (/[\p{Cc}]/u.test(url)) return bad('an address has a control character');
  if (/^file:/i.test(url)) return refuseFileUrl(url, rules);
  if (SCP_FORM.test(url)) return refuseProtocol('ssh', rules);
  const [, protocol = ''] =
    new RegExp(String.raw`^(https?|ssh|git)://([^/@\s-][^/@\s]*@)?${HOST}(:\d{1,5})?/[^\s]+$`, 'i').exec(url) ?? [];
  if (protocol === '')
    return bad(
      `"${withoutPassword(url)}" is not a repository. Write https://host/path, http://, ssh://, git:// or user@host:path (files of the server cannot be read)`,
    );
  return refuseUser(url) ?? refusePort(url) ?? refuseProtocol(protocol.toLowerCase(), rules);
}

export function refuseProtocol(protocol: string, { protocols }: AddressRules): Refusal | undefined {
  if (protocols.includes(protocol)) return undefined;
  return bad(`this server does not allow the protocol ${protocol}. Allowed are: ${protocols.join(', ') || 'none'}`);
}

/** Links are resolved when the repository is read; here only what is written counts. */
function refuseFileUrl(url: string, { fileFolders }: AddressRules): Refusal | undefined {
  const [, path = ''] = /^file:\/\/(\/[^\s]+)$/i.exec(url) ?? [];
  const isPlain = path !== '' && !path.includes('%') && !path.split('/').some((part) => part === '..' || part === '.');
  const isInside = fileFolders.some((folder) => path.startsWith(`${folder.replace(/\/+$/, '')}/`));
  if (isPlain && isInside) return undefined;
  return bad(
    `"${url}" is not a repository that this server may read. Files of the server can be read only in folders that its administrator names`,
  );
}

function refuseGitSource({ branch, commitId, tag, folder }: GitSource): Refusal | undefined {
  for (const [name, value] of [
    ['branch', branch],
    ['tag', tag],
  ] as const)
    if (value !== '' && !isGitReference(named(name, value))) return bad(`"${value}" cannot be the name of a ${name}`);
  if (commitId !== '' && !isCommitId(commitId)) return bad(`"${commitId}" is no commit id`);
  if (folder !== '' && !isFolder(folder)) return bad(`"${folder}" is not a folder inside a repository`);
  return undefined;
}

/** A pattern of tags is a name but for its signs. */
const named = (field: 'branch' | 'tag', value: string) => (field === 'tag' ? value.replace(/[*?]/g, 'x') : value);

/** The names that `git check-ref-format` allows, except those that could be read as an option. */
export function isGitReference(name: string): boolean {
  return !/^[-/.]|[\s\p{Cc}~^:?*[\\]|\.\.|@\{|\/\/|\/\.|\.lock(\/|$)|[/.]$/u.test(name) && name !== '@';
}

function isCommitId(text: string): boolean {
  return /^[0-9a-fA-F]{4,64}$/.test(text);
}

function isFolder(text: string): boolean {
  const segments = text.replace(/^\/+|\/+$/g, '').split('/');
  return !/[\p{Cc}\\]/u.test(text) && !segments.some((one) => one === '' || one === '.' || one === '..');
}

/**
 * The same for all addresses of one repository: neither protocol nor user, case of the host, usual port or `.git` makes another one. The case of the
 * path does: many servers have both, and reading one twice is better than leaving one out.
 */
function repositoryKey(url: string): string {
  const [, scpHost, scpPath] = /^[^@/]+@([^:/]+):(.+)$/.exec(url) ?? [];
  const [, protocol = 'ssh', host = scpHost ?? '', port = '', path = scpPath ?? ''] =
    /^([a-z+]+):\/\/(?:[^/@]*@)?(\[[^\]]*\]|[^:/]*)(?::(\d+))?(\/.*)$/i.exec(url) ?? [];
  const isUsual = port === '' || USUAL_PORTS[protocol.toLowerCase()] === Number(port);
  return `${host.toLowerCase()}${isUsual ? '' : `:${port}`}/${path.replace(/^\/+|\/+$/g, '').replace(/\.git$/, '')}`;
}

/** Where the servers of a protocol listen if an address names no port. */
export const USUAL_PORTS: Readonly<Record<string, number>> = {
  https: 443,
  http: 80,
  ssh: 22,
  git: 9418,
  svn: 3690,
  'svn+ssh': 22,
};

/** The name of a repository's folder: the last part of its address, without `.git`. */
export function repositoryName(url: string): string {
  const last = url.replace(/\/+$/, '').split(/[/:]/).at(-1) ?? '';
  const name = decodedPart(last).replace(/\.git$/i, '');
  // Such names would be no folder of its own.
  return name === '' || /^\.+$|[/\\\p{Cc}]/u.test(name) ? 'repository' : name;
}

/** What percent signs stand for; a text that uses them otherwise stays as it is, which is also how git takes it. */
export function decodedPart(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** An address for sentences: whatever stands before the host is left out, because people write passwords there. */
export function withoutPassword(url: string): string {
  return url.replace(/^([a-z+]+:(?:\/\/)?)[^/\s]*:[^/\s]*@/i, '$1');
}

/** `<protocol>://<host>/<svnroot>/<repository>` */
export function refuseSubversionUrl(url: string, rules: AddressRules = USUAL_RULES): Refusal | undefined {
  if (/[\p{Cc}]/u.test(url)) return bad('an address has a control character');
  if (/^file:/i.test(url)) return refuseFileUrl(url, rules);
  // Any other svn+ scheme names a command to run.
  const [, protocol = '', , , , path = ''] =
    new RegExp(String.raw`^(https?|svn|svn\+ssh)://([^/@\s-][^/@\s]*@)?${HOST}(:\d{1,5})?(/[^\s]+)$`, 'i').exec(url) ??
    [];
  if (protocol === '')
    return bad(
      `"${withoutPassword(url)}" must be written <protocol>://<host>/<svnroot>/<repository>, by http, https, svn or svn+ssh`,
    );
  if (path.split('/').some((part) => /^(\.|%2e){1,2}$/i.test(part)))
    return bad(`"${withoutPassword(url)}" has a part that leads to another folder`);
  return refuseUser(url) ?? refusePort(url) ?? refuseProtocol(protocol.toLowerCase(), rules);
}

const HIGHEST_PORT = 65_535;

/** @param url with a host */
function refusePort(url: string): Refusal | undefined {
  const [, port] = /^[a-z+]+:\/\/(?:[^/@]*@)?(?:\[[^\]]*\]|[^:/]*):(\d+)/i.exec(url) ?? [];
  if (port === undefined || (Number(port) > 0 && Number(port) <= HIGHEST_PORT)) return undefined;
  return bad(`${port} is no port; ports are numbers from 1 to ${HIGHEST_PORT}`);
}

/** People see addresses, so a password in one would be shown. Users are handed on as lines. */
export function refuseUser(url: string): Refusal | undefined {
  const user = /^[a-z+]+:(?:\/\/)?([^/@\s]*)@/i.exec(url)?.[1] ?? '';
  if (user.includes(':')) return bad('it contains a password. Use the fields userName and password');
  return /\p{Cc}/u.test(decodedPart(user)) ? bad('its user has a control character') : undefined;
}

function bad(reason: string): Refusal {
  return refuse('invalid', `The field "url" is wrong: ${reason}.`);
}

/** Whether a password for one address may be sent to the other. */
export function isSameServer(one: string, other: string): boolean {
  const originOf = (url: string) => /^([a-z]+:\/\/)(?:[^/@]*@)?([^/]*)/i.exec(url)?.slice(1).join('').toLowerCase();
  return originOf(one) !== undefined && originOf(one) === originOf(other);
}
