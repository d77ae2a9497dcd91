// For licenses named without their version: reads the version, and "only" or "or later", from the words around the name.
// Works on the tokens of one file. The index holds the names and versions.
// One file, because reading forward and reading backward from a name share the version's words, the tests for its end, and the suffix.
import { isLetterOrDigit } from '../engine/byte-classes.ts';
import type { LicenseFamily, LicenseIndex } from '../engine/index-format.ts';
import { PLUS, type TokenBuffer } from '../engine/tokens.ts';
import { anyOf, knowledge } from '../rules/knowledge.ts';
import { isGnuOnly } from '../rules/license-ids.ts';
import { stretchOf } from './stretch.ts';
import { type VersionWords, versionWords } from './version-words.ts';

const { words: list } = knowledge('versions');

/**
 * True when the name only repeats the notice's reference to the GPL: notices of all GNU licenses contain "see the GNU General Public License for
 * more details" and "you should have received a copy of the …".
 */
export function isEcho(index: LicenseIndex, { ids }: TokenBuffer, start: number): boolean {
  const { copy, see, the, of } = versionWords(index).echo;
  if (start < 3 || ids[start - 1] !== the) return false;
  return ids[start - 2] === see || (ids[start - 2] === of && ids[start - 3] === copy);
}

/** The meaning of a name, with the tokens [start, end) that express it. */
export interface FamilyReading {
  expression: string;
  start: number;
  end: number;
  isVersioned: boolean;
  /** Only signs and "version" are between the name and the version. */
  isClose: boolean;
  /** A GNU version with neither "only" nor "or later" beside it. */
  isImplied: boolean;
}

/** Reads the version of `family`, which tokens [start, end) name. `expression` is '' if the name alone means nothing. */
export function readFamily(
  index: LicenseIndex,
  family: LicenseFamily,
  bytes: Uint8Array,
  tokens: TokenBuffer,
  start: number,
  end: number,
): FamilyReading {
  const words = versionWords(index);
  const forward = readForward(words, family, bytes, tokens, end);
  if (forward) return { ...forward, start, isVersioned: true, isClose: isClose(bytes, tokens, end, forward.versionAt) };
  const backward = readBackward(words, family, bytes, tokens, start, end);
  if (backward) return { ...backward, end, isVersioned: true, isClose: true, isImplied: false };
  return { expression: family.unversioned, start, end, isVersioned: false, isClose: false, isImplied: false };
}

function isClose(bytes: Uint8Array, tokens: TokenBuffer, nameEnd: number, versionAt: number): boolean {
  let from = tokens.starts[nameEnd - 1]!;
  const to = tokens.starts[versionAt]!;
  if (to - from > 60) return false;
  while (from < to && /[A-Za-z0-9]/.test(String.fromCharCode(bytes[from]!))) from++;
  return CLOSE.test(Buffer.from(bytes.buffer, bytes.byteOffset + from, to - from).toString('utf8'));
}

const VERSION_WORD = anyOf(list('translated_version_words'));
/** "GPL v3", "GPL (version 3", "GPL, versión 3" */
const CLOSE = new RegExp(
  String.raw`^(?:[ \t\-_.(/（]*(?:v|vers?|version|rev|license|licence|${VERSION_WORD})?|,\s+(?:version|${VERSION_WORD}))[ \t\-_.(]*v?\.?[ \t>=]*$`,
  'i',
);

/** German has more words between the name and its version than other languages. */
const FORWARD_REACH = 16;

function readForward(words: VersionWords, family: LicenseFamily, bytes: Uint8Array, tokens: TokenBuffer, from: number) {
  const { ids } = tokens;
  let at = from;
  if (ids[at] === PLUS) at++;
  const limit = Math.min(tokens.count, from + FORWARD_REACH);
  let isAfterOr = false;
  for (; at < limit; at++) {
    if (isAfterOr && isOtherLicense(words, family, ids[at]!)) return undefined;
    isAfterOr ||= ids[at] === words.or;
    const version = versionAt(words, family, bytes, tokens, at);
    if (version && (isOfList(bytes, tokens, from, at) || isOfWork(bytes, tokens, from, at))) return undefined;
    if (version) return withSuffix(words, family, bytes, tokens, version, at);
    if (words.filler[ids[at]!] === 0 && !isStop(words, ids[at]!)) return undefined;
    if (isStop(words, ids[at]!)) return undefined;
  }
  return undefined;
}

/** "the Eclipse Public License or the Apache 2.0 License". GNU licenses often share a version. */
function isOtherLicense(words: VersionWords, family: LicenseFamily, id: number): boolean {
  const stem = words.namesAfterOr.get(id);
  if (stem === undefined || (family.isGnu && GNU_STEM.test(stem))) return false;
  return !Object.values(family.versions).some((expression) => expression.startsWith(stem));
}

const GNU_STEM = /^[AL]?GPL$/;

/** A number that counts something else: "…; or (2) the Less License", an entry of a list, or the section of a manual in `.TH FREE 1`. */
function isOfList(bytes: Uint8Array, { starts }: TokenBuffer, from: number, at: number): boolean {
  const start = starts[at]!;
  const before = stretchOf(bytes, starts[from - 1]!, start);
  const mark = /^\d+([.)])\s/.exec(stretchOf(bytes, start, start + 5))?.[1];
  const isBracketed = mark === ')' && /[;,]\s*(?:or|and)\s+\($/i.test(before);
  const isEntry = mark !== undefined && /[.;]\s*\n\W*$/.test(before);
  return isBracketed || isEntry || /\n\.TH\s/.test(before);
}

const UNIT = new RegExp(String.raw`^\d[\d.,]*\s?${anyOf(list('units'))}(?!\w)`, 'i');
const DATE = /^\d{1,4}([-/.])\d{1,2}\1\d{2,4}\b|^\d{4}-\d\d\b/;
const SINCE = new RegExp(String.raw`\b${anyOf(list('since'), String.raw`\s+`)}(?:\s+\w+)?\W*$`, 'i');
const UNIT_BYTES = 24;

/** A number of the work and not of its license: a size, a date, a version since which it has the license, the next sentence. */
function isOfWork(bytes: Uint8Array, { starts }: TokenBuffer, from: number, at: number): boolean {
  const behind = stretchOf(bytes, starts[at]!, starts[at]! + UNIT_BYTES);
  if (UNIT.test(behind) || DATE.test(behind)) return true;
  const between = stretchOf(bytes, starts[from - 1]!, starts[at]!);
  return SINCE.test(between) || /^\w{2,}[.!?]\s+$/.test(between);
}

const isStop = (words: VersionWords, id: number) => words.numbers.has(id);

/** The expression of the version at `at` and of what follows it: `+`, "or later", "only", a second version. */
function withSuffix(
  words: VersionWords,
  family: LicenseFamily,
  bytes: Uint8Array,
  tokens: TokenBuffer,
  version: { stem: string; end: number },
  at: number,
) {
  const { ids } = tokens;
  const stems = [version.stem];
  let isLater = hasGreaterSign(bytes, tokens.starts[at]!);
  let end = version.end;
  let hasOr = false;
  let isImplied = family.isGnu && !isLater;
  const limit = Math.min(tokens.count, version.end + 14);
  for (let i = version.end; i < limit; i++) {
    const id = ids[i]!;
    if (i === version.end && (id === words.plus || (id === PLUS && !isGluedPlus(bytes, tokens.starts[i]!)))) {
      isLater = true;
      isImplied = false;
      end = i + 1;
      break;
    }
    if (words.later[id]) {
      // "any later version accepted by the membership of ..." is not a free choice.
      if (words.accepted.has(ids[i + 1]!) || words.accepted.has(ids[i + 2]!)) break;
      isLater = true;
      isImplied = false;
      end = i + 1;
      break;
    }
    if (id === words.only) {
      isImplied = false;
      end = i + 1;
      break;
    }
    if (id === words.or || id === words.and) hasOr = true;
    const second = hasOr && family.isGnu ? versionAt(words, family, bytes, tokens, i) : undefined;
    if (second) {
      if (!stems.includes(second.stem)) stems.push(second.stem);
      end = second.end;
      i = second.end - 1;
      continue;
    }
    if (!words.laterFiller[id]) break;
  }
  if (family.isGnu && !isLater && isImplied && stems.length === 1) {
    const later = anyLaterVersion(words, bytes, tokens, version.end);
    if (later > 0) {
      isLater = true;
      isImplied = false;
      end = later;
    }
  }
  return {
    expression: stems.map((stem, i) => versionExpression(family, stem, isLater && i === stems.length - 1)).join(' OR '),
    end,
    versionAt: at,
    isImplied: isImplied && stems.length === 1,
  };
}

/** `gplv2+ce`: the plus sign adds something to the license and does not mean a later version. */
const isGluedPlus = (bytes: Uint8Array, at: number): boolean => isLetterOrDigit(bytes[at + 1] ?? 0);

/** Words between a version and "or any later version" that add something else, such as the place of the text. */
const LATER_REACH = 30;

/** The token after "or … any later" in the sentence of a version that ends at `from`; 0 if another number or a denial comes first. */
function anyLaterVersion(words: VersionWords, bytes: Uint8Array, tokens: TokenBuffer, from: number): number {
  const { ids } = tokens;
  const limit = Math.min(tokens.count, from + LATER_REACH);
  let hasOr = false;
  for (let at = from; at < limit; at++) {
    const id = ids[at]!;
    if (words.numbers.has(id) || words.denial[id]) return 0;
    if (id === words.or) hasOr = true;
    if (id !== words.anyLater.later || !hasOr) continue;
    if (!words.anyLater.before.has(ids[at - 1]!)) return 0;
    const isFree = !words.accepted.has(ids[at + 1]!) && !words.accepted.has(ids[at + 2]!);
    return isFree && !endsSentence(bytes, tokens, from - 1, at) ? at + 1 : 0;
  }
  return 0;
}

function hasGreaterSign(bytes: Uint8Array, start: number): boolean {
  for (let i = start - 1; i >= 0 && i > start - 5; i--) if (bytes[i] === 62) return true;
  return false;
}

function versionExpression(family: LicenseFamily, stem: string, isLater: boolean): string {
  return family.isGnu ? `${stem}-${isLater ? 'or-later' : 'only'}` : stem;
}

/** A version of the family that starts at token `at`: `2`, `2.1`, `1.3c`. */
function versionAt(
  words: VersionWords,
  family: LicenseFamily,
  bytes: Uint8Array,
  tokens: TokenBuffer,
  at: number,
): { stem: string; end: number } | undefined {
  const { ids, starts } = tokens;
  let version = words.numbers.get(ids[at]!);
  if (version === undefined) return undefined;
  let end = at + 1;
  while (end < tokens.count && end < at + 3) {
    const next = words.numbers.get(ids[end]!);
    const gap = starts[end]! - starts[end - 1]!;
    const isJoined = next !== undefined && bytes[starts[end]! - 1] === 46 && gap <= 4;
    if (!isJoined) break;
    version += `.${next}`;
    end++;
  }
  for (const spelling of [version, version.replace(/(\.0)+$/, ''), `${version}.0`]) {
    const stem = family.versions[spelling];
    if (stem !== undefined) return { stem, end };
  }
  // `21` for 2.1, as in `lgpl21`
  const squeezed =
    version.length === 2
      ? (family.versions[`${version[0]}.${version[1]}`] ??
        (version[1] === '0' ? family.versions[version[0]!] : undefined))
      : undefined;
  return squeezed ? { stem: squeezed, end } : undefined;
}

/** The expression of a rule that ends at token `end`, made "or later" if the sentence continues that way: "GPL v2, or a later version". */
export function withLaterBehind(
  index: LicenseIndex,
  expression: string,
  bytes: Uint8Array,
  tokens: TokenBuffer,
  end: number,
): { expression: string; end: number } {
  const words = versionWords(index);
  const { ids, count } = tokens;
  const unchanged = { expression, end };
  if (!isGnuOnly(expression) || ids[end - 1] === words.only) return unchanged;
  const free = { expression: expression.replace(/-only$/, '-or-later') };
  if (ids[end] === PLUS && !isGluedPlus(bytes, tokens.starts[end]!)) return { ...free, end: end + 1 };
  let hasOr = false;
  for (let at = end; at < count && at < end + 10; at++) {
    if (words.later[ids[at]!]) {
      const isFree = hasOr && !words.accepted.has(ids[at + 1]!) && !words.accepted.has(ids[at + 2]!);
      return isFree && !endsSentence(bytes, tokens, end - 1, at) ? { ...free, end: at + 1 } : unchanged;
    }
    if (ids[at] === words.or) hasOr = true;
    if (words.numbers.has(ids[at]!)) return unchanged;
    if (!words.laterFiller[ids[at]!] && !words.anyLater.before.has(ids[at]!)) return unchanged;
  }
  return unchanged;
}

/** "…, or (at your option) any later version" after a name whose version precedes it. */
function isLaterAfter(words: VersionWords, { ids, count }: TokenBuffer, end: number): boolean {
  for (let at = end; at < count && at < end + 8; at++) {
    if (words.later[ids[at]!]) return at > end;
    if (!words.laterFiller[ids[at]!]) return false;
  }
  return false;
}

/** "… or any later version. GPL Ghostscript is …": words before the end of a sentence are about another name. */
function endsSentence(bytes: Uint8Array, tokens: TokenBuffer, from: number, to: number): boolean {
  for (let at = tokens.starts[from]!; at < tokens.starts[to]! - 1; at++) {
    if (bytes[at] === 46 && bytes[at + 1]! <= 32) return true;
  }
  return false;
}

/** The version in "version 2 or (version) 3" whose last number begins at `last`. */
function versionBefore(
  words: VersionWords,
  family: LicenseFamily,
  bytes: Uint8Array,
  tokens: TokenBuffer,
  last: number,
): { stem: string; start: number } | undefined {
  const { ids } = tokens;
  const joint = words.versionWords.has(ids[last - 1]!) ? last - 2 : last - 1;
  if (joint < 2 || (ids[joint] !== words.or && ids[joint] !== words.and)) return undefined;
  const start = firstNumber(words, bytes, tokens, joint - 1);
  const version = versionAt(words, family, bytes, tokens, start);
  return version?.end === joint ? { stem: version.stem, start } : undefined;
}

/** The start of the number that contains token `at`: `2` of `2.1`. */
function firstNumber(words: VersionWords, bytes: Uint8Array, { ids, starts }: TokenBuffer, at: number): number {
  let first = at;
  while (first > 0 && first > at - 2 && words.numbers.has(ids[first - 1]!) && bytes[starts[first]! - 1] === 46) first--;
  return first;
}

/** "version 2 (or any later version) of the" before the name. */
function readBackward(
  words: VersionWords,
  family: LicenseFamily,
  bytes: Uint8Array,
  tokens: TokenBuffer,
  start: number,
  end: number,
) {
  const { ids } = tokens;
  let isLater = false;
  let hasOf = ids[start] === words.of;
  for (let at = start - 1; at >= 0 && at > start - 18; at--) {
    const id = ids[at]!;
    if (words.numbers.has(id)) {
      const first = firstNumber(words, bytes, tokens, at);
      const version = versionAt(words, family, bytes, tokens, first);
      if (!version || !hasOf || endsSentence(bytes, tokens, first, start)) return undefined;
      const other = family.isGnu ? versionBefore(words, family, bytes, tokens, first) : undefined;
      const from = other?.start ?? first;
      if (!words.versionWords.has(ids[from - 1]!)) return undefined;
      isLater ||= isLaterAfter(words, tokens, end);
      const stems = [
        ...(other ? [versionExpression(family, other.stem, false)] : []),
        versionExpression(family, version.stem, isLater),
      ];
      return { expression: stems.join(' OR '), start: from - 1 };
    }
    if (id === words.of) hasOf = true;
    if (words.later[id] || id === PLUS) isLater = true;
    else if (!words.backward[id]) return undefined;
  }
  return undefined;
}
