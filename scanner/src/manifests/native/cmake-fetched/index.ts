// Reads what CMake downloads while it configures: FetchContent, ExternalProject and CPM. Libraries that it only looks
// for on the machine (find_package) are left out, because this proves nothing. Also the folders with the code of others that it builds from
// (add_subdirectory, SOURCE_DIR).
// Format: https://cmake.org/cmake/help/latest/module/FetchContent.html, https://github.com/cpm-cmake/CPM.cmake
import type { PackageFinding } from '../../../findings.ts';
import { lastOf } from '../../../items.ts';
import type { ManifestReader } from '../../member.ts';
import { heldPackage } from '../../shared/held.ts';
import { definitionsOf, packageOf } from '../../shared/identity.ts';
import { type Problems, readSafely, textOf } from '../../shared/problems.ts';
import { archiveIdentity, gitIdentity, type SourceIdentity } from '../../shared/source-location.ts';
import { canBeLibrary, isBelowVendorPlace } from '../../shared/vendor-places.ts';
import { type Command, readCommands } from './commands.ts';

const FETCHING = new Set([
  'fetchcontent_declare',
  'externalproject_add',
  'cpmaddpackage',
  'cpmfindpackage',
  'cpmdeclarepackage',
]);
const HOSTS: Readonly<Record<string, string>> = {
  gh: 'https://github.com',
  gl: 'https://gitlab.com',
  bb: 'https://bitbucket.org',
};

export const reader: ManifestReader = {
  read: (bytes) =>
    readSafely('The CMake file', (problems): PackageFinding[] => {
      const findings = new Map<string, PackageFinding>();
      const variables = new Map<string, string>();
      const commands = readCommands(textOf(bytes));
      for (const command of commands) {
        const words = command.words.map((word) => filled(word, variables));
        const [first = ''] = words;
        if (command.name === 'set' && words.length > 1 && variables.size < 10_000) variables.set(first, words[1] ?? '');
        const found = FETCHING.has(command.name) ? fetchedBy({ ...command, words }, problems) : undefined;
        const one = found ?? builtFrom({ ...command, words }, problems);
        const key = one?.role === 'holds' ? `${one.purl}\n${one.folder}` : one?.purl;
        if (one !== undefined && key !== undefined && !findings.has(key)) findings.set(key, one);
      }
      return [...findings.values(), ...projectIn(commands)];
    }),
};

/** The code of others that CMake takes from a folder of the tree. Its name alone proves nothing outside a place for such code. */
function builtFrom({ name, words, line }: Command, problems: Problems): PackageFinding | undefined {
  const isAdded = name === 'add_subdirectory';
  if (!isAdded && !FETCHING.has(name)) return undefined;
  const folder = isAdded ? plainFolder(words[0] ?? '') : sourceFolder(words);
  const base = lastOf(folder.split('/'));
  if (!isBelowVendorPlace(folder, 'sure') || !canBeLibrary(base)) return undefined;
  const called = isAdded ? base : words[0] === 'NAME' ? (words[1] ?? '') : (words[0] ?? '');
  const found = heldPackage({ name: called, folder, line }, problems);
  return found === undefined ? undefined : { ...found, inNotice: true };
}

const sourceFolder = (words: readonly string[]): string => {
  const at = words.indexOf('SOURCE_DIR');
  return at < 0 ? '' : plainFolder(words[at + 1] ?? '');
};

/** Relative to the file, or with a slash before it to the outermost CMakeLists.txt; '' for what only CMake knows. */
function plainFolder(written: string): string {
  const folder = written
    .slice(0, 1000)
    .replace(/^\$\{CMAKE_CURRENT_(?:SOURCE|LIST)_DIR\}\//, '')
    .replace(/^\$\{(?:CMAKE|PROJECT)_SOURCE_DIR\}(?=\/)/, '')
    .replace(/^(?:\.\/)+/, '')
    .replace(/\/+$/, '');
  return /^\/?[\w+@-][\w.+@-]*(?:\/[\w+@-][\w.+@-]*)*$/.test(folder) ? folder : '';
}

/** `project(zlib VERSION 1.3)`: the first one names the whole. */
function projectIn(commands: readonly Command[]): PackageFinding[] {
  const project = commands.find(({ name }) => name === 'project');
  const at = (project?.words.indexOf('VERSION') ?? -1) + 1;
  const version = at === 0 ? '' : (project?.words[at] ?? '');
  return project !== undefined && /^[0-9]+(?:\.[0-9]+)+$/.test(version)
    ? [definitionsOf('generic', { project: { version, line: project.lines[at] ?? project.line } })]
    : [];
}

function filled(word: string, variables: ReadonlyMap<string, string>): string {
  return word.includes('${')
    ? word.slice(0, 2000).replace(/\$\{([\w.-]{1,100})\}/g, (whole, name: string) => variables.get(name) ?? whole)
    : word;
}

function fetchedBy({ name, words, line }: Command, problems: Problems): PackageFinding | undefined {
  const after = (keyword: string): string => words[words.indexOf(keyword) + 1 || words.length] ?? '';
  const isCpm = name.startsWith('cpm');
  const short = isCpm && words.length > 0 ? shortForm(words) : undefined;
  const called = isCpm ? after('NAME') : (words[0] ?? '');
  const url = after('URL');
  const repository = after('GITHUB_REPOSITORY');
  const gitlab = after('GITLAB_REPOSITORY');
  const address =
    after('GIT_REPOSITORY') ||
    (repository && `https://github.com/${repository}`) ||
    (gitlab && `https://gitlab.com/${gitlab}`);
  const tag = after('GIT_TAG') || (after('VERSION') && `v${after('VERSION')}`);
  const identity: SourceIdentity | undefined =
    short ??
    (address !== ''
      ? gitIdentity(address, tag)
      : url === ''
        ? undefined
        : archiveIdentity(called, url, checksumOf(words)));
  if (identity === undefined) return undefined;
  const { type, fullName, ...parts } = identity;
  const folder = sourceFolder(words);
  // The version is unknown if another file sets the variable.
  const version = parts.version.includes('$') ? '' : parts.version;
  return packageOf(
    type,
    fullName || called,
    {
      role: 'requires',
      isDirect: true,
      requirement: parts.version,
      line,
      integrity: checksumOf(words),
      ...(folder !== '' && { folder }),
      ...parts,
      version,
    },
    problems,
  );
}

/**
 * `gh:fmtlib/fmt#7.1.3` names a tag, `gh:fmtlib/fmt@7.1.3` the version of a tag `v7.1.3`. In the long form, `URI` may
 * have both.
 */
function shortForm(words: readonly string[]): SourceIdentity | undefined {
  const text = words[0] === 'URI' ? (words[1] ?? '') : (words[0] ?? '');
  const match = /^(gh|gl|bb):([\w.-]+\/[\w.-]+?)(?:([@#])([^@#]{1,200}))?(?:[@#].*)?$/.exec(text.slice(0, 500));
  if (match !== null) {
    const [, host = '', path = '', mark = '', version = ''] = match;
    return gitIdentity(`${HOSTS[host] ?? ''}/${path}`, mark === '@' ? `v${version}` : version);
  }
  const [address = '', ref = ''] = text.split(/[#@](?=[^/:]*$)/);
  return /^https?:.*\.git$/.test(address)
    ? gitIdentity(address, ref)
    : /^https?:/.test(text)
      ? archiveIdentity('', text)
      : undefined;
}

/** `URL_HASH SHA256=…`, `URL_MD5 …` */
function checksumOf(words: readonly string[]): string {
  const hash = /^([A-Z0-9_]{3,10})=([0-9a-fA-F]{32,128})$/.exec(
    words[words.indexOf('URL_HASH') + 1 || words.length] ?? '',
  );
  if (hash !== null) return `${(hash[1] ?? '').toLowerCase()}:${(hash[2] ?? '').toLowerCase()}`;
  const md5 = words[words.indexOf('URL_MD5') + 1 || words.length] ?? '';
  return /^[0-9a-fA-F]{32}$/.test(md5) ? `md5:${md5.toLowerCase()}` : '';
}
