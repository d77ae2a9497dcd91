// Decides whether the code base contains the code of a package that an advisory calls vulnerable. Pure: it first names the files to
// read, then judges their texts.
//
//   An advisory names           | It is present if                              | It is absent if
//   ----------------------------+-----------------------------------------------+------------------------------------------------------
//   a file                      | a held file has that path at its end          | no file of the code base has its name
//   a Go package                | a held file lies in it                        | others of its module are held, none lies in it
//   symbols                     | a held file has one of the words              | no held file has one, and all could be read
//   binary packages             | a list names the package                      | no list names it, and none has it with other numbers
//
// A list of binary packages needs no files: it says which of the packages that a distribution builds from one source have the flaw.
// Everything else is undetermined, and never shown as safe: an advisory without parts, a package without files in the code base, compiled or
// minified files.

import type { VulnerablePart } from '@assay/scanner/advisories';
import { firstOf } from '@assay/scanner/items';

export const presences = ['PRESENT', 'ABSENT', 'UNDETERMINED'] as const;
export type Presence = (typeof presences)[number];

export interface HeldFile {
  path: string;
  sha256: string;
  sizeBytes: number;
}

export interface PresenceQuestion {
  type: string;
  /** Normalised as in package URLs. For Go it is the module. */
  name: string;
  parts: readonly VulnerablePart[];
  /** Files of the package. */
  held: readonly HeldFile[];
  /** Files anywhere in the code base with the name of a file of the parts. */
  namesakes: readonly HeldFile[];
  /** The binary packages that advisories list for the source package of this one. */
  lists?: readonly BinaryList[];
  /** An advisory says that a package with this very name is affected, which may also be the source package. */
  isNamed?: boolean;
}

export interface BinaryList {
  /** The name of the advisory. */
  record: string;
  source: string;
  names: readonly string[];
}

export interface FoundPart {
  path: string;
  sha256: string;
  /** The file, package or symbol of the advisory. */
  part: string;
}

export interface PresenceAnswer {
  presence: Presence;
  words: string;
  found: FoundPart[];
  /** The files that were searched. */
  searched: HeldFile[];
}

/** The text to search; undefined for files that cannot be read as text. */
export type ReadText = (file: HeldFile) => string | undefined;

/** Such a file no longer has the names of its source. */
const MINIFIED = /[.-]min\.[cm]?js$|\.bundle\.js$/i;

/** The files whose texts are needed for the answer. */
export function filesToRead(question: PresenceQuestion): HeldFile[] {
  const wanted = new Map<string, HeldFile>();
  for (const part of question.parts)
    if (part.symbols.length > 0 && !part.areBinaries)
      for (const file of placeOf(part, question)) wanted.set(file.path, file);
  return [...wanted.values()];
}

export function presenceOf(question: PresenceQuestion, textOf: ReadText): PresenceAnswer {
  const { held, lists = [] } = question;
  const parts = question.parts.filter(({ areBinaries }) => !areBinaries);
  if (parts.length === 0 && lists.length === 0)
    return undetermined('No advisory names vulnerable files, packages or symbols.');
  const answers = lists.length === 0 ? [] : [presenceInLists(question, lists)];
  if (parts.length > 0 && held.length === 0)
    answers.push(undetermined('The code base names the package but does not contain its files.'));
  else answers.push(...parts.map((part) => presenceOfPart(part, question, textOf)));
  const searched = [...new Map(answers.flatMap((one) => one.searched).map((file) => [file.path, file])).values()];
  const there = answers.filter(({ presence }) => presence === 'PRESENT');
  if (there.length > 0)
    return { presence: 'PRESENT', words: firstOf(there).words, found: there.flatMap(({ found }) => found), searched };
  const open = answers.find(({ presence }) => presence === 'UNDETERMINED');
  if (open) return { ...open, searched };
  return { presence: 'ABSENT', words: [...new Set(answers.map(({ words }) => words))].join(' '), found: [], searched };
}

function undetermined(words: string): PresenceAnswer {
  return { presence: 'UNDETERMINED', words, found: [], searched: [] };
}

/** Debug packages and others of the same source count only by their own names. */
function presenceInLists({ name, isNamed }: PresenceQuestion, lists: readonly BinaryList[]): PresenceAnswer {
  const own = binaryName(name);
  const listing = lists.find(({ names }) => names.some((one) => binaryName(one) === own));
  if (listing)
    return {
      ...undetermined(
        `${listing.record} lists ${own} among the binary packages of ${listing.source} that are affected.`,
      ),
      presence: 'PRESENT',
    };
  if (isNamed)
    return undetermined(
      `No list of binary packages has ${own}, but an advisory names a package of that name as affected. It may be the source package.`,
    );
  // The names of kernels and of some libraries contain their version, and a list has those of the fixed version.
  const shape = withoutNumbers(own);
  const alike = lists.flatMap(({ names }) => names).find((one) => withoutNumbers(binaryName(one)) === shape);
  if (alike !== undefined)
    return undetermined(
      `No list of binary packages has ${own}, but one has ${alike}, which may be another version of it.`,
    );
  return { ...undetermined(absentWords(own, lists)), presence: 'ABSENT' };
}

function absentWords(own: string, lists: readonly BinaryList[]): string {
  const records = [...new Set(lists.map(({ record }) => record))];
  const names = [...new Set(lists.flatMap((one) => one.names))];
  const shown = `${names.slice(0, 3).join(', ')}${names.length > 3 ? ` and ${names.length - 3} more` : ''}`;
  const verb = records.length === 1 ? 'lists' : 'list';
  return `${own} is not among the binary packages of ${firstOf(lists).source} that ${records.join(', ')} ${verb} as affected: ${shown}.`;
}

/** The name without the distribution and the architecture: `ubuntu/libssl3:amd64` is libssl3. */
function binaryName(name: string): string {
  return name
    .slice(name.lastIndexOf('/') + 1)
    .replace(/:[^:]*$/, '')
    .toLowerCase();
}

function withoutNumbers(name: string): string {
  return name.replace(/\d+(?:[._~+-]\d+)*/g, '#');
}

function presenceOfPart(part: VulnerablePart, question: PresenceQuestion, textOf: ReadText): PresenceAnswer {
  if (part.isFile) return presenceOfFile(part.path, question);
  const place = placeOf(part, question);
  if (question.type === 'golang' && place.length === 0) return withoutPackage(part.path, question);
  if (part.symbols.length === 0)
    return {
      presence: 'PRESENT',
      words: `${part.path} is in the code base, and all of it is vulnerable.`,
      found: place.map(({ path, sha256 }) => ({ path, sha256, part: part.path })),
      searched: place,
    };
  return presenceOfSymbols(part, place, textOf);
}

function presenceOfFile(wanted: string, { held, namesakes }: PresenceQuestion): PresenceAnswer {
  const found = held.filter(({ path }) => endsWith(path, wanted));
  if (found.length > 0)
    return {
      presence: 'PRESENT',
      words: `The code base contains the file ${wanted}.`,
      found: found.map(({ path, sha256 }) => ({ path, sha256, part: wanted })),
      searched: found,
    };
  const [other] = namesakes.filter(({ path }) => nameOf(path) === nameOf(wanted));
  if (other)
    return {
      presence: 'UNDETERMINED',
      words: `The file ${wanted} is not in its usual place, but the code base contains ${other.path}.`,
      found: [],
      searched: [other],
    };
  return {
    presence: 'ABSENT',
    words: `No file of the code base has the name of ${wanted}.`,
    found: [],
    searched: [...held],
  };
}

function withoutPackage(path: string, { name, held }: PresenceQuestion): PresenceAnswer {
  return {
    presence: 'ABSENT',
    words: `The code base contains ${held.length} files of the module ${name}, but no file of the package ${path}.`,
    found: [],
    searched: [...held],
  };
}

function presenceOfSymbols(part: VulnerablePart, place: readonly HeldFile[], textOf: ReadText): PresenceAnswer {
  const words = part.symbols.map((symbol) => ({ symbol, word: lastWord(symbol) })).filter(({ word }) => word !== '');
  const found: FoundPart[] = [];
  let unread: HeldFile | undefined;
  for (const file of place) {
    const text = MINIFIED.test(file.path) ? undefined : textOf(file);
    if (text === undefined) {
      unread ??= file;
      continue;
    }
    for (const { symbol, word } of words)
      if (hasWord(text, word)) found.push({ path: file.path, sha256: file.sha256, part: symbol });
  }
  const searched = [...place];
  if (found.length > 0)
    return {
      presence: 'PRESENT',
      words: `${firstOf(found).part} is named in ${firstOf(found).path}.`,
      found,
      searched,
    };
  if (unread !== undefined || words.length < part.symbols.length)
    return {
      presence: 'UNDETERMINED',
      words:
        unread === undefined
          ? 'The advisory names a symbol that cannot be searched for.'
          : `${unread.path} cannot be read as source, so it may contain the vulnerable code.`,
      found,
      searched,
    };
  const names = part.symbols.slice(0, 3).join(', ');
  return {
    presence: 'ABSENT',
    words: `None of the ${place.length} files of ${part.path} names ${names}${part.symbols.length > 3 ? ' or the others' : ''}.`,
    found,
    searched,
  };
}

/** The files to search for a part: those of the Go package, or all files of the package. */
function placeOf(part: VulnerablePart, { type, name, held }: PresenceQuestion): HeldFile[] {
  if (type !== 'golang') return [...held];
  const path = part.path.toLowerCase();
  // The module itself may lie in a folder with another name.
  const inside = path === name ? '' : path.startsWith(`${name}/`) ? path.slice(name.length + 1) : path;
  return held.filter((file) => isGo(file.path) && isIn(file.path.toLowerCase(), path, inside, name));
}

const isGo = (path: string) => path.endsWith('.go') && !path.endsWith('_test.go');

function isIn(file: string, whole: string, inside: string, name: string): boolean {
  const folder = file.includes('/') ? file.slice(0, file.lastIndexOf('/')) : '';
  if (`/${folder}`.endsWith(`/${whole}`)) return true;
  // A folder with the name of the module contains only packages of this module.
  if (`/${file}`.includes(`/${name}/`)) return false;
  return inside === '' ? true : `/${folder}`.endsWith(`/${inside}`);
}

function endsWith(path: string, wanted: string): boolean {
  return path === wanted || path.endsWith(`/${wanted}`);
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** Sources contain only the last name of `Tokenizer.Next`, `time::now_local` or `(*T).Read`. */
function lastWord(symbol: string): string {
  // Some records have a piece of code instead of a name: none of its words says that the code is there or not.
  if (/\s/.test(symbol.trim())) return '';
  return /([\p{L}\p{N}_$]+)[^\p{L}\p{N}_$]*$/u.exec(symbol.slice(-200))?.[1] ?? '';
}

function hasWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) {
    if (!isWordSign(text[at - 1]) && !isWordSign(text[at + word.length])) return true;
  }
  return false;
}

const isWordSign = (sign: string | undefined) => sign !== undefined && /[\p{L}\p{N}_$]/u.test(sign);
