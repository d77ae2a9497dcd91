// The exclusions of a scan profile: files and folders that are not scanned, written as in a .gitignore file. Pure. Patterns are not turned into
// regular expressions, because a pattern could make these backtrack for a very long time; `matchAll` below never takes
// more steps than the length of the pattern times that of the name.
//
//   build/          every folder named build          /build          file or folder build in the root of the code base
//   *.min.js        such names in any folder          docs/*.pdf      a slash inside: read from the root, here not below docs/a/
//   docs/**/*.pdf   at any depth below docs           lib/**          everything below lib
//   !keep.min.js    scanned again                     ? [a-z] [!a-z]  one character, one of them, one other
//   # text          a comment, like an empty line     \               before # ! * ? [ \ or a blank makes it an ordinary character
//
// The last matching pattern decides. A later pattern cannot include a file inside an excluded folder. Upper and lower case differ.
import { isRefusal, type Refusal, refuse } from '../refusal.ts';

export const MOST_EXCLUSIONS = 1000;
export const LONGEST_EXCLUSION = 1024;
/** The characters of all patterns of a profile together: limits the work for a single path. */
const MOST_EXCLUSION_TEXT = 65_536;

export interface Exclusions {
  /** Whether a pattern can match single files; if not, only folders need a check. */
  concernFiles: boolean;
  /** True if there is no pattern. */
  isEmpty: boolean;
  /**
   * Whether patterns exclude this path itself; its folders are not checked. A caller that walks a tree checks each folder first and skips an excluded
   * one with its content. `path` is relative to the root of the code base, with `/`.
   */
  exclude(path: string, isFolder: boolean): boolean;
}

/** `ANY` is one character, `STAR` any number of them; a class has ranges of code points. */
type Token = string | typeof ANY | typeof STAR | CharacterClass;
interface CharacterClass {
  ranges: [from: number, to: number][];
  isNegated: boolean;
}
const ANY = Symbol('?');
const STAR = Symbol('*');
/** Matches any number of folders. */
const FOLDERS = Symbol('**');

type Segment = { literal: string } | { tokens: Token[] } | typeof FOLDERS;

interface Pattern {
  isNegated: boolean;
  isFolderOnly: boolean;
  segments: Segment[];
}

/** The refusal is a sentence that names the pattern. */
export function compileExclusions(lines: readonly string[]): Exclusions | Refusal {
  if (lines.length > MOST_EXCLUSIONS)
    return refuse(
      'invalid',
      `A scan profile may have ${MOST_EXCLUSIONS} exclusions at most; these are ${lines.length}.`,
    );
  const size = lines.reduce((sum, line) => sum + line.length, 0);
  if (size > MOST_EXCLUSION_TEXT)
    return refuse('invalid', `All exclusions of a scan profile together may have ${MOST_EXCLUSION_TEXT} characters; these have ${size}.`); // biome-ignore format: one sentence
  const patterns: Pattern[] = [];
  for (const line of lines) {
    const pattern = parsePattern(line);
    if (isRefusal(pattern)) return pattern;
    if (pattern) patterns.push(pattern);
  }
  return exclusionsOf(patterns.reverse());
}

function exclusionsOf(latestFirst: readonly Pattern[]): Exclusions {
  return {
    isEmpty: latestFirst.length === 0,
    concernFiles: latestFirst.some((pattern) => !pattern.isFolderOnly),
    exclude(path, isFolder) {
      const names = path.split('/');
      const decisive = latestFirst.find(
        ({ isFolderOnly, segments }) => (isFolder || !isFolderOnly) && fits(segments, names),
      );
      return decisive !== undefined && !decisive.isNegated;
    },
  };
}

/** Undefined for empty lines and comments. */
function parsePattern(line: string): Pattern | Refusal | undefined {
  if (line.length > LONGEST_EXCLUSION)
    return refuse('invalid', `The exclusion "${line.slice(0, 40)}…" is longer than ${LONGEST_EXCLUSION} characters.`);
  let text = line.replace(/[\r\n]+$/, '');
  // A blank at the end counts only after a backslash.
  while (/[ \t]$/.test(text) && !/(^|[^\\])(\\\\)*\\[ \t]$/.test(text)) text = text.slice(0, -1);
  if (text.trim() === '' || text.startsWith('#')) return undefined;
  const isNegated = text.startsWith('!');
  if (isNegated) text = text.slice(1);
  const isFolderOnly = text.endsWith('/');
  if (isFolderOnly) text = text.slice(0, -1);
  const isAnchored = text.includes('/');
  const parts = (text.startsWith('/') ? text.slice(1) : text).split('/');
  const segments: Segment[] = isAnchored ? [] : [FOLDERS];
  for (const part of parts) {
    const segment = parseSegment(part);
    if (typeof segment === 'string') return refuse('invalid', `The exclusion "${line}" ${segment}.`);
    // `**/**` means the same as `**`, but would take more steps.
    if (segment !== FOLDERS || segments.at(-1) !== FOLDERS) segments.push(segment);
  }
  // `lib/**` matches the content of lib, not lib itself.
  if (segments.length > 1 && segments.at(-1) === FOLDERS) segments.push({ tokens: [STAR] });
  if (segments.length === 1 && segments[0] === FOLDERS) segments.push({ tokens: [STAR] });
  return { isNegated, isFolderOnly, segments };
}

/** Returns a text that says what is wrong, if it is wrong. */
function parseSegment(part: string): Segment | string {
  if (part === '') return 'has an empty name before, between or after its slashes';
  if (part === '.' || part === '..') return `must not have "${part}": patterns begin at the root of the code base`;
  if (part.includes('\0')) return 'has a NUL character';
  if (part === '**') return FOLDERS;
  const characters = [...part];
  const tokens: Token[] = [];
  for (let at = 0; at < characters.length; at++) {
    const character = characters[at] ?? '';
    if (character === '*') {
      if (tokens.at(-1) !== STAR) tokens.push(STAR);
    } else if (character === '?') tokens.push(ANY);
    else if (character === '[') {
      const end = endOfClass(characters, at);
      if (end === undefined) return 'has a [ without a ]; write \\[ for the character';
      const members = parseClass(characters.slice(at + 1, end));
      if (typeof members === 'string') return members;
      tokens.push(members);
      at = end;
    } else if (character === '\\') {
      const escaped = characters[++at];
      if (escaped === undefined || !'#!*?[]\\ \t-'.includes(escaped))
        return 'has a backslash before a character without a special meaning; separate folders by /';
      tokens.push(escaped);
    } else tokens.push(character);
  }
  const isLiteral = tokens.every((token) => typeof token === 'string');
  return isLiteral ? { literal: tokens.join('') } : { tokens };
}

/** A `]` in the first place is one of the characters. */
function endOfClass(characters: readonly string[], start: number): number | undefined {
  let at = start + 1;
  if (characters[at] === '!' || characters[at] === '^') at++;
  if (characters[at] === ']') at++;
  for (; at < characters.length; at++) {
    if (characters[at] === '\\') at++;
    else if (characters[at] === ']') return at;
  }
  return undefined;
}

function parseClass(inner: readonly string[]): CharacterClass | string {
  const isNegated = inner[0] === '!' || inner[0] === '^';
  const ranges: CharacterClass['ranges'] = [];
  let at = isNegated ? 1 : 0;
  const next = (): number => {
    if (inner[at] === '\\') at++;
    return inner[at++]?.codePointAt(0) ?? 0;
  };
  if (inner.join('').includes('[:')) return 'uses a class like [:alpha:]; write the characters instead, like [a-zA-Z]';
  while (at < inner.length) {
    const from = next();
    const isRange = inner[at] === '-' && at + 1 < inner.length;
    if (isRange) at++;
    const to = isRange ? next() : from;
    if (to < from) return 'has a range that ends before it begins';
    ranges.push([from, to]);
  }
  return { ranges, isNegated };
}

/** Whether the segments match all names of a path. */
function fits(segments: readonly Segment[], names: readonly string[]): boolean {
  return matchAll(segments, names, (segment) => segment === FOLDERS, fitsName);
}

function fitsName(segment: Segment, name: string): boolean {
  if (segment === FOLDERS) return true;
  if ('literal' in segment) return segment.literal === name;
  return matchAll(segment.tokens, [...name], (token) => token === STAR, fitsCharacter);
}

function fitsCharacter(token: Token, character: string): boolean {
  if (token === ANY || token === STAR) return true;
  if (typeof token === 'string') return token === character;
  const point = character.codePointAt(0) ?? Number.NaN;
  return token.ranges.some(([from, to]) => from <= point && point <= to) !== token.isNegated;
}

/**
 * Whether the parts of a pattern match all of a text. A wild part matches any number of members. If a part does not match, only the last wild part
 * before it is extended by one member; the earlier ones matched as little as possible, so extending them cannot help.
 */
function matchAll<Part, Member>(
  parts: readonly Part[],
  text: readonly Member[],
  isWild: (part: Part) => boolean,
  fitsOne: (part: Part, member: Member) => boolean,
): boolean {
  const isWildAt = (index: number) => {
    const part = parts[index];
    return part !== undefined && isWild(part);
  };
  const fitsAt = (index: number, at: number) => {
    const [part, member] = [parts[index], text[at]];
    return part !== undefined && member !== undefined && fitsOne(part, member);
  };
  let part = 0;
  let at = 0;
  let lastWild = -1;
  let takenUpTo = 0;
  while (at < text.length) {
    if (isWildAt(part)) {
      lastWild = part++;
      takenUpTo = at;
    } else if (fitsAt(part, at)) {
      part++;
      at++;
    } else if (lastWild >= 0) {
      part = lastWild + 1;
      at = ++takenUpTo;
    } else return false;
  }
  while (isWildAt(part)) part++;
  return part === parts.length;
}
