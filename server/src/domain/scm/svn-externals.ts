// What the property svn:externals of a folder asks for: other folders that belong below it. Two forms are in use, before and since Subversion 1.5
// (https://svnbook.red-bean.com/en/1.8/svn.advanced.externals.html). Pure.
import { withoutPeg } from './svn-peg.ts';

export interface SvnExternal {
  /** Absolute, with user but without a password. */
  url: string;
  /** `HEAD` or digits: the revision that is read. */
  revision: string;
  /** The revision under which the address is meant, if it is another one; else ''. */
  peg: string;
  /** A folder or a file, below the folder that has the property. */
  path: string;
}

/** A line that names no folder, and why. */
export interface UnreadExternal {
  reason: string;
}

/** Where relative addresses begin. */
export interface ExternalBase {
  /** The address of the repository. */
  root: string;
  /** The address of the folder that has the property. */
  folder: string;
}

/** The lines of the property that mean something. */
export function externalLines(property: string): string[] {
  return property
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
}

export function readExternal(line: string, base: ExternalBase): SvnExternal | UnreadExternal {
  const words = wordsOf(line);
  const option = words.findIndex((word) => /^-r/i.test(word));
  const [taken = '', ...more] = option < 0 ? [] : words.splice(option, words[option]?.length === 2 ? 2 : 1);
  const asked = option < 0 ? '' : (more[0] ?? taken.slice(2));
  const [first = '', second = ''] = words;
  if (words.length !== 2) return { reason: 'it is not an address and a folder' };
  const isOldForm = !isAddress(first) && /^[a-z+]+:\/\//i.test(second);
  if (!isOldForm && !isAddress(first)) return { reason: 'it has no address' };
  const [written, path] = isOldForm ? [second, first] : [first, second];
  const { url: plain, peg } = isOldForm ? { url: written, peg: '' } : withoutPeg(written);
  const revision = (asked || peg || 'HEAD').toUpperCase();
  if (!/^(\d{1,10}|HEAD)$/i.test(revision)) return { reason: `its revision ${revision} is no number` };
  if (path.split('/').some((part) => part === '' || part === '.' || part === '..') || /\p{Cc}/u.test(path))
    return { reason: 'its folder leads elsewhere' };
  return { url: absolute(plain, base), revision, peg: peg === revision ? '' : peg, path };
}

const isAddress = (word: string) => /^([a-z+]+:\/\/|\^\/|\/|\.\.(\/|$))/i.test(word);

/** Blanks part words, unless they are quoted or behind a backslash. */
function wordsOf(line: string): string[] {
  const words: string[] = [];
  let word: string | undefined;
  let quote = '';
  for (let at = 0; at < line.length; at++) {
    const sign = line[at] ?? '';
    if (sign === '\\' && quote !== "'") word = (word ?? '') + (line[++at] ?? '');
    else if (quote !== '' && sign === quote) quote = '';
    else if (quote === '' && (sign === '"' || sign === "'")) [quote, word] = [sign, word ?? ''];
    else if (quote === '' && /\s/.test(sign)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else word = (word ?? '') + sign;
  }
  if (word !== undefined) words.push(word);
  return words;
}

function absolute(written: string, { root, folder }: ExternalBase): string {
  if (/^[a-z+]+:\/\//i.test(written)) return written;
  const [, scheme = '', host = ''] = /^([a-z+]+:)(\/\/[^/]*)/i.exec(root) ?? [];
  if (written.startsWith('//')) return scheme + written;
  if (written.startsWith('/')) return scheme + host + joined('', written);
  if (written.startsWith('^/'))
    return scheme + host + joined(root.slice(scheme.length + host.length), written.slice(2));
  return scheme + host + joined(folder.slice(scheme.length + host.length), written);
}

/** Never out of the path: what follows would become part of the host. */
function joined(path: string, relative: string): string {
  const parts = path.split('/').filter((part) => part !== '');
  for (const part of relative.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.' && part !== '') parts.push(part);
  }
  return `/${parts.join('/')}`;
}

/** The address some folders above. */
export function addressAbove(url: string, levels: number): string {
  let above = url.replace(/\/+$/, '');
  for (let level = 0; level < levels; level++) above = above.slice(0, above.lastIndexOf('/'));
  return above;
}

/** Whether the external has the folder in it that it lies in, so that it would never end. */
export function holds(url: string, around: string): boolean {
  const plain = (text: string) => `${text.replace(/\/+$/, '')}/`;
  return plain(around).startsWith(plain(url));
}
