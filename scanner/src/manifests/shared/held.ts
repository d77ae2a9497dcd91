// Makes findings from lists of third-party code: a name, an address or a purl, a version in words, and the folder with the code.
import type { PackageFinding } from '../../findings.ts';
import { libraryCalled } from '../../libraries/index.ts';
import { parsePurl } from '../../purl/purl.ts';
import { type Ecosystem, packageOf } from './identity.ts';
import type { Problems } from './problems.ts';

export interface HeldPackage {
  name: string;
  /** The purl type, if the list gives the ecosystem. */
  type?: Ecosystem;
  /** A purl in the list itself; '' if none. */
  purl?: string;
  /** As written: `v1.3.1 (abcdef, 2024)`, `git (abcdef)`, `N/A`. */
  version?: string;
  /** A commit, used if the version is unusable. */
  revision?: string;
  /** Address of the repository or home page, whichever is known. */
  url?: string;
  license?: string;
  description?: string;
  downloadUrl?: string;
  integrity?: string;
  line?: number;
  /** Relative to the list's own folder; '' is that folder. undefined if the list does not give the code's place. */
  folder?: string;
  /** Relative to the list's own folder: a folder that the package shares with other entries. */
  within?: string;
  scope?: PackageFinding['scope'];
}

/** A finding of the role `holds`; undefined, with a problem, if its name or purl is invalid. */
export function heldPackage(written: HeldPackage, problems: Problems): PackageFinding | undefined {
  const held = { ...written, ...shortened(written) };
  const identity = identityOf(held, problems);
  if (identity === undefined) return undefined;
  const { type, fullName, version } = identity;
  const { url = '', folder, within, line } = held;
  const isRepository = REPOSITORY.test(url);
  return packageOf(
    type,
    fullName,
    {
      role: 'holds',
      version,
      scope: held.scope ?? 'runtime',
      declaredLicense: held.license ?? '',
      description: held.description ?? '',
      homepageUrl: isRepository ? '' : url,
      repositoryUrl: isRepository ? url : '',
      downloadUrl: held.downloadUrl ?? '',
      integrity: held.integrity ?? '',
      ...(folder === undefined ? {} : { folder }),
      ...(within === undefined ? {} : { within }),
      ...(line === undefined ? {} : { line }),
    },
    problems,
  );
}

/** The longest text on which expressions run. */
function shortened({ name, purl = '', version = '', url = '' }: HeldPackage): Partial<HeldPackage> {
  const cut = (text: string) => text.slice(0, LONGEST_LINE);
  return { name: cut(name), purl: cut(purl), version: cut(version), url: cut(url) };
}

interface HeldIdentity {
  type: Ecosystem;
  fullName: string;
  version: string;
}

/** A library with a recogniser gets the recogniser's purl, so that the list and the code beside it name one package. */
function identityOf(held: HeldPackage, problems: Problems): HeldIdentity | undefined {
  const { name, purl = '', url = '' } = held;
  if (purl !== '') {
    const parts = parsePurl(purl);
    if ('value' in parts) {
      const { type, namespace, name: bare, version } = parts.value;
      return {
        type: type as Ecosystem,
        fullName: fullNameOf(type, namespace ?? '', bare),
        version: version ?? plainVersion(held),
      };
    }
    problems.add(`"${purl.slice(0, 100)}" should be a package URL; the name was used instead. ${parts.problem}`);
  }
  if (held.type !== undefined) return { type: held.type, fullName: name, version: held.version ?? '' };
  const library = libraryCalled(name, url);
  if (library !== undefined) return identityOf({ ...held, purl: library.purl }, problems);
  const forge =
    /^(?:https?|git|ssh):\/\/(?:[^/@]*@)?(?:www\.)?(github|gitlab|bitbucket)\.(?:com|org)[/:]([^/\s]+)\/([^/\s?#]+)/.exec(
      url,
    );
  if (forge !== null) {
    const [, type = 'github', owner, repository = ''] = forge;
    return {
      type: type as Ecosystem,
      fullName: `${owner}/${repository.replace(/\.git$/, '')}`,
      version: taggedVersion(held),
    };
  }
  return { type: 'generic', fullName: name.trim().replace(/\s+/g, '-'), version: plainVersion(held) };
}

function fullNameOf(type: string, namespace: string, name: string): string {
  if (namespace === '') return name;
  return `${namespace}${type === 'maven' ? ':' : '/'}${name}`;
}

const REPOSITORY =
  /\.git$|\/\/(?:[^/@]*@)?(?:www\.)?(?:github|gitlab|bitbucket|codeberg|gitee)\.|^git|\/\/(?:git|svn|hg)\.|googlesource\.com/;
const NO_VERSION = /^(?:n\/?a|none|unknown|unversioned|git|head|master|main|trunk|latest|0)$/i;

/** The first word that is a version, or the commit. */
function taggedVersion({ version = '', revision = '' }: HeldPackage): string {
  const words = version.trim().split(/[\s(),;]+/, 8);
  const commit = [revision.trim(), ...words].find((word) => /^[0-9a-f]{7,64}$/i.test(word) && /[0-9]/.test(word));
  const named = words.find(
    (word, index) => /[0-9]/.test(word) && !NO_VERSION.test(word) && word !== commit && !isDate(word, index),
  );
  return named ?? commit ?? '';
}

/** Tags begin with a `v` or the library's name, versions do not. */
function plainVersion(held: HeldPackage): string {
  return taggedVersion(held).replace(/^(?:v|ver|version|release|rel)[-_.]?(?=[0-9])/i, '');
}

/** A year counts as a version if nothing precedes it. */
function isDate(word: string, index: number): boolean {
  return /^(?:19|20)[0-9]{2}(?:[-/][0-9]{2}){1,2}$/.test(word) || (index > 0 && /^(?:19|20)[0-9]{2}$/.test(word));
}

/** No name, version or address is longer. */
const LONGEST_LINE = 2000;

/** Lines with their 1-based numbers, without line ends. A line that is longer than any field is cut. */
export function numberedLines(text: string): { text: string; line: number }[] {
  return text.split('\n').map((line, index) => ({
    text: (line.endsWith('\r') ? line.slice(0, -1) : line).slice(0, LONGEST_LINE),
    line: index + 1,
  }));
}
