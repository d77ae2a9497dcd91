// Recognises by the surrounding signs whether a short name is used as a name, and not as code, a path or part of an identifier. Pure.
import { isDigit, isLetterOrDigit } from '../engine/byte-classes.ts';
import type { TokenBuffer } from '../engine/tokens.ts';
import { BEFORE_LICENSE_ENDING } from '../primary/license-file-roles.ts';
import { anyOf, knowledge } from '../rules/knowledge.ts';
import { stretchOf } from './stretch.ts';

const { words } = knowledge('name-shapes');

/** Longest match, in words, that counts as a quoted word. */
const QUOTED_WORDS = 8;

/**
 * A match that fills a string (`"GPL-2.0-only"` in a table, a test) states nothing, unless a word of licensing is
 * beside it.
 */
export function isQuotedWord(bytes: Uint8Array, tokens: TokenBuffer, start: number, end: number): boolean {
  if (end - start > QUOTED_WORDS) return false;
  let left = tokens.starts[start]! - 1;
  while (left >= 0 && isWordByte(bytes[left]!)) left--;
  const quote = left < 0 ? 0 : bytes[left]!;
  if (quote !== 34 && quote !== 39 && quote !== 96) return false;
  let right = tokens.starts[start]!;
  while (right < bytes.length && isWordByte(bytes[right]!)) right++;
  return bytes[right] === quote && right > tokens.starts[end - 1]!;
}

/** Longest id, in words, that code may spell by chance. */
const SPELLED_WORDS = 5;

/** `f(mpl, 1, 1)`, `cc[0] = 1`, `#define psf2 0`: words and numbers of an id, with signs between them that names do not have. */
export function isSpelledByCode(bytes: Uint8Array, tokens: TokenBuffer, start: number, end: number): boolean {
  if (end - start > SPELLED_WORDS) return false;
  if (isBehindDigit(bytes, tokens.starts[start]!)) return true;
  if (end - start < 2) return false;
  for (let token = start; token < end - 1; token++) {
    let at = tokens.starts[token]!;
    while (isLetterOrDigit(bytes[at]!)) at++;
    const isAfterNumber = isDigit(bytes[at - 1]!);
    const next = tokens.starts[token + 1]!;
    if (!isDigit(bytes[next]!)) continue;
    if (isAfterNumber && token === end - 2 && isBlank(bytes, at, next)) return true;
    for (; at < next; at++) {
      const isAtLeast = bytes[at] === EQUALS && bytes[at - 1] === GREATER;
      const isArrow = bytes[at] === GREATER && bytes[at - 1] === HYPHEN;
      if (isArrow || (CODE_SIGNS.has(bytes[at]!) && !isAtLeast) || (isAfterNumber && bytes[at] === COMMA)) return true;
    }
  }
  return false;
}

/** A number after blanks only does not end a version; between `CC0` and its version there are blanks. */
function isBlank(bytes: Uint8Array, from: number, to: number): boolean {
  let at = from;
  while (at < to && (bytes[at] === SPACE || bytes[at] === TAB)) at++;
  return at === to;
}

/** `0x80cc0f8c`, and `D1osl1SB8` in signatures and keys. */
export const isBehindDigit = (bytes: Uint8Array, first: number): boolean =>
  isDigit(bytes[first - 1] ?? 0) && !isDigit(bytes[first]!);

/** `package.json licenses`, `PHP/3.0.14`, `test-getcwd-lgpl.c`: part of a file name, another version or an identifier. */
export function isPartOfName(bytes: Uint8Array, tokens: TokenBuffer, start: number, end: number): boolean {
  if (end - start > SPELLED_WORDS) return false;
  const first = tokens.starts[start]!;
  const isAfterWord = first > 1 && isLetterOrDigit(bytes[first - 2]!);
  if (isAfterWord && bytes[first - 1] === DOT) {
    let at = first;
    while (isLetterOrDigit(bytes[at] ?? 0)) at++;
    // `LICENSE.mit`: the ending names the license.
    if (bytes[at] !== SLASH && !isWordByte(bytes[at] ?? 0))
      return !BEFORE_LICENSE_ENDING.test(wordsBefore(bytes, first));
  }
  // `npm ls -gpld`
  if (end - start === 1 && bytes[first - 1] === HYPHEN && !isAfterWord && isSmallLetter(bytes[first]!)) return true;
  if (end - start === 1 && LETTERS_BEHIND.test(stretchOf(bytes, first, first + LONGEST_SHORT))) return true;
  if (end - start === 1)
    return isAfterWord && isSmallLetter(bytes[first]!) && GLUED_WORD.test(wordsBefore(bytes, first));
  let last = tokens.starts[end - 1]!;
  if (!isDigit(bytes[last]!)) return false;
  while (isDigit(bytes[last]!)) last++;
  if (bytes[last] !== DOT) return false;
  return isDigit(bytes[last + 1] ?? 0) || RELEASE.test(wordsBehind(bytes, last));
}

/** `bzip2-1.0.6.tar.gz`: the file of a release. */
const RELEASE = new RegExp(String.raw`^\.${anyOf(words('releases'))}\b`, 'i');

/** `canonicalize-lgpl`, unlike `gnu-lgpl` and `dual-bsd-lgpl`. */
const GLUED_WORD = new RegExp(String.raw`(?<!${anyOf(words('before_a_hyphen'))}|\b[\w.]|\d)[-_]$`, 'i');

/** `MIT-BIH`, unlike `MIT-LICENSE`: capitals behind the hyphen that are no word of licensing make it the name of something else. */
const LETTERS_BEHIND = new RegExp(
  String.raw`^[A-Z]{2,5}-(?!${anyOf(words('behind_a_hyphen'))}(?![A-Z]))[A-Z]{2,}(?![\w-])`,
);
const LONGEST_SHORT = 24;

/**
 * Text allowed between a name and a following "license": `MIT" license`, `BSD-License`, `the MIT\n * License`; no signs of code or of a
 * path.
 */
const BEFORE_LICENSE =
  /^["'*_\x60)\]\x80-\xff]*(?:\\[nrt])*["']?(?:\]\([\w./:-]*|[-_ ]|[.,]?\s[\s*#/;!%>|"'.-]*|)["'*_([\x60\x80-\xff]*$/;
/** `| Go |` above `| License |`: the name does not go on in the next cell. */
const CELL_END = /\|\s*\n\s*\|/;
/** A word of a name, as the tokeniser of the index splits it. */
const FIRST_WORD = /^(?:[A-Za-z]+|\d+)/;

/** `json:"license"`, `package.json#license`, `auth-python/LICENSE`: a word, followed by a field or file called license. */
export function isBesideField(bytes: Uint8Array, { starts }: TokenBuffer, start: number, end: number): boolean {
  if (end - start > SPELLED_WORDS) return false;
  const isAddress = /:\/\/|[a-z]\.[a-z]/i.test(stretchOf(bytes, starts[start]!, starts[end - 1]!));
  if (isAddress) return false;
  for (let token = start; token < end - 1; token++) {
    const next = starts[token + 1]!;
    if (!/^licen[cs]e/i.test(stretchOf(bytes, next, next + 7))) continue;
    const between = stretchOf(bytes, starts[token]!, next).replace(FIRST_WORD, '');
    if (!BEFORE_LICENSE.test(between) || CELL_END.test(between)) return true;
  }
  return false;
}

const DOT = 46;
const SLASH = 47;

/** A few characters before an offset. */
const wordsBefore = (bytes: Uint8Array, at: number): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset + Math.max(0, at - 10), Math.min(at, 10)).toString('latin1');

/** A few characters from an offset on. */
const wordsBehind = (bytes: Uint8Array, at: number): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset + at, Math.min(bytes.length - at, 6)).toString('latin1');

const isSmallLetter = (byte: number): boolean => byte >= 97 && byte <= 122;
const SPACE = 32;
const TAB = 9;
const COMMA = 44;
const EQUALS = 61;
const GREATER = 62;
const HYPHEN = 45;
const CODE_SIGNS: ReadonlySet<number> = new Set(Buffer.from('=[];|'));

/** Letters, digits, `.`, `-`, `+`, `_`. */
const isWordByte = (byte: number): boolean =>
  isLetterOrDigit(byte) || byte === 43 || byte === HYPHEN || byte === DOT || byte === 95;
