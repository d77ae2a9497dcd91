// Converts bytes to token ids in one pass. Removes all differences between copies of one license text (case, comment
// signs, list marks, HTML tags, quotes, British spelling); no other code does this. Knows no rules and no licenses.
// The same code reads rules and files.
import { knowledge } from '../rules/knowledge.ts';

/** A word that is in no rule. It never equals a token of a rule. */
export const UNKNOWN = 0;
/** In a rule: words that differ between copies (names, years). */
export const WILDCARD = 1;
/** The sign in `GPLv2+`. */
export const PLUS = 2;

/** 2^17 bits. */
const FILTER_WORDS = 1 << 12;

/** The filter of a finished table. */
export function filterOf(table: Uint32Array): Uint32Array {
  const filter = new Uint32Array(FILTER_WORDS);
  for (let i = 0; i < table.length; i += 2) {
    const hash = table[i + 1]!;
    if (table[i] !== 0) filter[(hash >>> 5) & (FILTER_WORDS - 1)]! |= 1 << (hash & 31);
  }
  return filter;
}

/** Words with a fixed id, in this order from id 3 on, for the code that reads versions. */
const RESERVED_WORDS = [
  'version',
  'v',
  'license',
  'gpl',
  'lgpl',
  'ver',
  'versions',
  'release',
  'agpl',
  'gfdl',
] as const;
const FIRST_RESERVED = 3;
const LAST_RESERVED = FIRST_RESERVED + RESERVED_WORDS.length - 1;

/** Largest number of distinct words; ids are 16 bits wide. */
export const MAX_WORDS = 65_000;

const { words, meanings } = knowledge('words');
/** Spellings with the same meaning: the left one is read as the right one. */
const SAME_WORDS = meanings('spellings');
export const COMMENT_WORDS = words('comment_words');

const SEPARATOR = 0;
const LETTER = 1;
const DIGIT = 2;
/** A byte above 127: part of a word, unless it begins a punctuation sign. */
const HIGH = 3;

/** Separators that need a closer look: line ends, escapes, tags, entities. */
const SPECIAL = 4;

const CLASS = new Uint8Array(256);
const LOWER = new Uint8Array(256);
/** The byte in small letters if it is always part of a word of letters, else 0. */
const LETTER_OF_WORD = new Uint8Array(256);
/** 1 for a byte that is part of a word unless it begins a sign, or a character that is a word by itself. */
const MAY_OPEN = new Uint8Array(256);
for (let byte = 0; byte < 256; byte++) {
  LOWER[byte] = byte >= 65 && byte <= 90 ? byte + 32 : byte;
  if ((byte >= 65 && byte <= 90) || (byte >= 97 && byte <= 122)) CLASS[byte] = LETTER;
  else if (byte >= 48 && byte <= 57) CLASS[byte] = DIGIT;
  else if (byte >= 128) CLASS[byte] = HIGH;
  else if (byte === 10 || byte === 13 || byte === 38 || byte === 60 || byte === 92) CLASS[byte] = SPECIAL;
  if ((byte >= 0xe3 && byte <= 0xed) || byte === 0xef) MAY_OPEN[byte] = 1;
  else if (CLASS[byte] === LETTER || (CLASS[byte] === HIGH && byte !== 0xe2 && byte !== 0xc2))
    LETTER_OF_WORD[byte] = LOWER[byte]!;
}

/** FNV-1a (http://www.isthe.com/chongo/tech/comp/fnv/) of a word in lower case, mixed once more because tables use its lowest bits. */
const HASH_SEED = 0x811c9dc5 | 0;
const HASH_PRIME = 0x01000193;
const finishedHash = (hash: number): number => (hash ^ (hash >>> 15)) >>> 0;

/** Hash of the word at [from, to), without regard to case. */
function wordHash(bytes: Uint8Array, from: number, to: number): number {
  let hash = HASH_SEED;
  for (let at = from; at < to; at++) hash = Math.imul(hash ^ LOWER[bytes[at]!]!, HASH_PRIME);
  return finishedHash(hash);
}

const hashOf = (word: string): number => {
  const bytes = new TextEncoder().encode(word);
  return wordHash(bytes, 0, bytes.length);
};

/** Hashes of the names of tags that are skipped. */
const TAG_HASHES: ReadonlySet<number> = new Set(words('layout_tags').map(hashOf));
const HREF = hashOf('href');
const UNREAD: ReadonlySet<number> = new Set(words('unread').map(hashOf));
const COMMENTS: ReadonlySet<number> = new Set(COMMENT_WORDS.map(hashOf));
const LOWER_C = hashOf('c');
/** 1 for the lowest bits of the hash of a word that is treated in a way of its own. A set would make an object of each hash that it is asked for. */
const MAY_BE_UNREAD = new Uint8Array(1 << 12);
for (const hash of [...UNREAD, LOWER_C]) MAY_BE_UNREAD[hash & (MAY_BE_UNREAD.length - 1)] = 1;

/** Word to id, as a typed array that threads can share: open addressing, each slot contains the id + 1 and the whole hash of the word. */
export interface Dictionary {
  table: Uint32Array;
  /**
   * One bit per hash, small enough for the fastest cache. Most words of a program are in no rule, and this filter shows
   * it.
   */
  filter: Uint32Array;
  /** Words by id, while the dictionary is being built; undefined when it is read-only. */
  growing?: string[];
}

/** Tokens of a text: `ids[i]` starts at byte `starts[i]`. The arrays are reused and longer than `count`. */
export interface TokenBuffer {
  ids: Uint16Array;
  starts: Uint32Array;
  count: number;
}

export function createTokenBuffer(capacity = 1 << 14): TokenBuffer {
  return { ids: new Uint16Array(capacity), starts: new Uint32Array(capacity), count: 0 };
}

function growBuffer(buffer: TokenBuffer): void {
  const ids = new Uint16Array(buffer.ids.length * 2);
  ids.set(buffer.ids);
  const starts = new Uint32Array(buffer.starts.length * 2);
  starts.set(buffer.starts);
  buffer.ids = ids;
  buffer.starts = starts;
}

/** A dictionary with only the reserved words and the known spellings. It learns every new word. */
export function createDictionary(): Dictionary {
  const dictionary: Dictionary = {
    table: new Uint32Array(2 << 18),
    filter: new Uint32Array(FILTER_WORDS),
    growing: ['\u0000unknown', '\u0000any', '+'],
  };
  for (const word of RESERVED_WORDS) addWord(dictionary, word);
  for (const word of new Set(SAME_WORDS.values())) addWord(dictionary, word);
  for (const [spelling, word] of SAME_WORDS) putSlot(dictionary, hashOf(spelling), wordId(dictionary, word));
  return dictionary;
}

function putSlot(dictionary: Dictionary, hash: number, id: number): void {
  putEntry(dictionary.table, hash, id + 1);
  dictionary.filter[(hash >>> 5) & (FILTER_WORDS - 1)]! |= 1 << (hash & 31);
}

/** Puts id + 1 into a table that has room. */
export function putEntry(table: Uint32Array, hash: number, entry: number): void {
  const mask = table.length / 2 - 1;
  let slot = hash & mask;
  while (table[slot * 2] !== 0) slot = (slot + 1) & mask;
  table[slot * 2] = entry;
  table[slot * 2 + 1] = hash;
}

/** Id of a lower-case word; UNKNOWN when no rule uses it. */
export function wordId(dictionary: Dictionary, word: string): number {
  return probe(dictionary, hashOf(word));
}

function probe(dictionary: Dictionary, hash: number): number {
  const { table } = dictionary;
  const mask = table.length / 2 - 1;
  for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
    const entry = table[slot * 2]!;
    if (entry === 0) return UNKNOWN;
    if (table[slot * 2 + 1] === hash) return entry - 1;
  }
}

function addWord(dictionary: Dictionary, word: string, hash = hashOf(word)): number {
  const words = dictionary.growing!;
  const known = probe(dictionary, hash);
  if (known !== UNKNOWN) return known;
  // Above the limit, a new word gets the id of an old one by its hash: two rare words may seem equal, but nothing
  // fails.
  const id = words.length < MAX_WORDS ? words.push(word) - 1 : MAX_WORDS - 1 - (hash % 512);
  putSlot(dictionary, hash, id);
  return id;
}

/** Appends the tokens of `bytes` to `out`. Any bytes are fine. Words are hashed here and not in a function, which would take a fifth longer. */
export function tokenize(bytes: Uint8Array, dictionary: Dictionary, out: TokenBuffer): void {
  const to = bytes.length;
  const { filter } = dictionary;
  let { ids, starts, count } = out;
  let isFreshLine = true;
  let at = 0;
  while (at < to) {
    const kind = CLASS[bytes[at]!]!;
    if (kind === SEPARATOR) {
      do at++;
      while (at < to && CLASS[bytes[at]!] === SEPARATOR);
      continue;
    }
    if (kind === SPECIAL) {
      if (endsLine(bytes, at)) isFreshLine = true;
      at = afterSpecial(bytes, at, to);
      continue;
    }
    const signBytes = kind === HIGH ? signLength(bytes, at) : 0;
    if (signBytes > 0) {
      at += signBytes;
      continue;
    }
    const start = at;
    let mixed = HASH_SEED;
    if (kind === DIGIT) {
      do mixed = Math.imul(mixed ^ bytes[at++]!, HASH_PRIME);
      while (at < to && CLASS[bytes[at]!] === DIGIT);
    } else if (kind === HIGH && isCharacter(bytes, at)) {
      for (const end = at + 3; at < end; at++) mixed = Math.imul(mixed ^ bytes[at]!, HASH_PRIME);
    } else {
      for (; at < to; at++) {
        const byte = bytes[at]!;
        const letter = LETTER_OF_WORD[byte]!;
        if (letter !== 0) mixed = Math.imul(mixed ^ letter, HASH_PRIME);
        else if (MAY_OPEN[byte] === 0 || isCharacter(bytes, at) || isWideSign(bytes, at)) break;
        else mixed = Math.imul(mixed ^ byte, HASH_PRIME);
      }
      // Skip a lead byte of another class at the start of a word (0xe2, 0xc2 without their continuation).
      if (at === start) {
        at++;
        continue;
      }
    }
    const hash = finishedHash(mixed);
    if (isFreshLine) {
      if (isMarkOfLine(bytes, start, at, kind, hash, count > 0 ? ids[count - 1]! : UNKNOWN)) continue;
      isFreshLine = false;
    }
    if (MAY_BE_UNREAD[hash & (MAY_BE_UNREAD.length - 1)] !== 0 && isUnread(bytes, start, at, hash)) continue;
    const mayKnow = (filter[(hash >>> 5) & (FILTER_WORDS - 1)]! & (1 << (hash & 31))) !== 0;
    let id = mayKnow ? probe(dictionary, hash) : UNKNOWN;
    if (id === UNKNOWN && dictionary.growing) id = addWord(dictionary, lowerText(bytes, start, at), hash);
    if (count + 2 > ids.length) {
      growBuffer(out);
      ({ ids, starts } = out);
    }
    starts[count] = start;
    ids[count++] = id;
    if (bytes[at] === 43) {
      // The sign in `GPLv2+`, which the two of `C++` are not.
      const isPlus = bytes[at + 1] !== 43;
      if (isPlus) {
        starts[count] = at;
        ids[count++] = PLUS;
      }
      at += isPlus ? 1 : 2;
    }
  }
  out.count = count;
}

/** A line end, or its escape in a text of code. */
function endsLine(bytes: Uint8Array, at: number): boolean {
  const byte = bytes[at]!;
  if (byte === 10 || byte === 13) return true;
  return byte === 92 && isLetterOfEscape(bytes[at + 1]);
}

/** `\n`, `\r`, `\t` */
const isLetterOfEscape = (byte: number | undefined): boolean => byte === 110 || byte === 114 || byte === 116;

/** Skips a line end, escape, tag or entity. */
function afterSpecial(bytes: Uint8Array, at: number, to: number): number {
  switch (bytes[at]) {
    case 10:
    case 13:
      // troff: a line that begins with a request of one or two letters
      return bytes[at + 1] === 46 ? afterTroffRequest(bytes, at + 1, to) : at + 1;
    case 92:
      return isLetterOfEscape(bytes[at + 1]) ? at + 2 : at + 1;
    case 60:
      return afterTag(bytes, at, to);
    default:
      return afterEntity(bytes, at, to);
  }
}

/**
 * The bytes of a sign above 127: UTF-8 punctuation and symbols (U+0080-U+00BF, U+2000-U+2FFF), a byte order mark, and latin1 signs such as a lone (c).
 * 0 if a word begins here.
 */
function signLength(bytes: Uint8Array, at: number): number {
  const first = bytes[at]!;
  const isFollowed = isContinuation(bytes[at + 1]!);
  if (first === 0xe2) return isFollowed ? 3 : 1;
  if (first === 0xc2 && isFollowed) return 2;
  if (first === 0xef && bytes[at + 1] === 0xbb && bytes[at + 2] === 0xbf) return 3;
  if (first < 0xc0) return 1;
  return isWideSign(bytes, at) ? 3 : 0;
}

/** Whether the first word of a line is the mark of a list or a comment, which differs between copies. `previous` is the id of the word before it. */
function isMarkOfLine(
  bytes: Uint8Array,
  start: number,
  end: number,
  kind: number,
  hash: number,
  previous: number,
): boolean {
  const length = end - start;
  if (length > 4) return false;
  const after = end < bytes.length ? bytes[end]! : 10;
  const isOfVersion = previous >= FIRST_RESERVED && previous <= LAST_RESERVED;
  const afterThat = end + 1 < bytes.length ? bytes[end + 1]! : 10;
  if (!isOfVersion && isListMark(bytes, start, length, after, afterThat, kind)) return true;
  if (length <= 3 && COMMENTS.has(hash)) return true;
  // Fortran: a comment line has a C in its first column
  const isColumnOfC = hash === LOWER_C && length === 1 && (after === 32 || after === 9);
  return isColumnOfC && (start === 0 || bytes[start - 1] === 10);
}

const isUnread = (bytes: Uint8Array, start: number, end: number, hash: number): boolean =>
  UNREAD.has(hash) || (hash === LOWER_C && isSignOfC(bytes, start, end));

/** `(c)` */
const isSignOfC = (bytes: Uint8Array, start: number, end: number): boolean =>
  end - start === 1 && bytes[end] === 41 && bytes[start - 1] === 40;

/**
 * Whether a character of Chinese, Japanese or Korean begins here (U+3000-U+DFFF in UTF-8). Each is a word by itself,
 * because these texts have no blanks, or break lines within words. In latin1 the first byte is a letter with an accent,
 * and letters follow it.
 */
function isCharacter(bytes: Uint8Array, at: number): boolean {
  const first = bytes[at]!;
  return first >= 0xe3 && first <= 0xed && isContinuation(bytes[at + 1]!) && isContinuation(bytes[at + 2]!);
}

/** Punctuation of these languages: U+3000-U+303F, and the full-width forms except letters and digits. */
function isWideSign(bytes: Uint8Array, at: number): boolean {
  const [first, second, third] = [bytes[at]!, bytes[at + 1]!, bytes[at + 2]!];
  if (!isContinuation(third)) return false;
  if (first === 0xe3) return second === 0x80;
  if (first !== 0xef) return false;
  if (second === 0xbc) return third <= 0x8f || (third >= 0x9a && third <= 0xa0) || third >= 0xbb;
  return second === 0xbd && (third === 0x80 || (third >= 0x9b && third <= 0xa5));
}

const isContinuation = (byte: number): boolean => byte >= 0x80 && byte < 0xc0;

function lowerText(bytes: Uint8Array, from: number, to: number): string {
  let text = '';
  for (let i = from; i < to; i++) text += String.fromCharCode(LOWER[bytes[i]!]!);
  return /[\x80-\xff]/.test(text) ? new TextDecoder().decode(Uint8Array.from(text, (c) => c.charCodeAt(0))) : text;
}

/** `1.`, `(a)`, `iv)` at the start of a line, followed by white space: a list mark. It differs between copies. */
function isListMark(
  bytes: Uint8Array,
  start: number,
  length: number,
  after: number,
  afterThat: number,
  kind: number,
): boolean {
  if (after !== 46 && after !== 41 && after !== 93 && after !== 58) return false;
  if (afterThat !== 32 && afterThat !== 9 && afterThat !== 10 && afterThat !== 13) return false;
  if (kind === DIGIT) return length <= 2;
  if (length === 1) return kind === LETTER;
  for (let i = start; i < start + length; i++) {
    const letter = LOWER[bytes[i]!]!;
    if (letter !== 105 && letter !== 118 && letter !== 120) return false;
  }
  return true;
}

/** `at` is a full stop at the start of a line. */
function afterTroffRequest(bytes: Uint8Array, at: number, to: number): number {
  let i = at + 1;
  while (i < to && i < at + 3 && CLASS[bytes[i]!] === LETTER) i++;
  const next = i < to ? bytes[i] : 10;
  return i > at + 1 && (next === 32 || next === 10 || next === 13) ? i : at;
}

/** `at` is `<`. Skips a layout tag to its end, or only its name if the tag contains an address. */
function afterTag(bytes: Uint8Array, at: number, to: number): number {
  let i = at + 1;
  if (bytes[i] === 47) i++;
  const nameStart = i;
  while (i < to && i < nameStart + 14 && (CLASS[bytes[i]!] === LETTER || CLASS[bytes[i]!] === DIGIT)) i++;
  if (i === nameStart || !TAG_HASHES.has(wordHash(bytes, nameStart, i))) return at + 1;
  const next = i < to ? bytes[i] : 62;
  if (next !== 62 && next !== 32 && next !== 47 && next !== 10 && next !== 13 && next !== 9) return at + 1;
  const nameEnd = i;
  let hasAddress = false;
  const limit = Math.min(to, i + 400);
  for (; i < limit; i++) {
    const byte = bytes[i];
    if (byte === 62) return hasAddress ? skipHref(bytes, nameEnd, to) : i + 1;
    if (byte === 60) break;
    if (byte === 58 && bytes[i + 1] === 47 && bytes[i + 2] === 47) hasAddress = true;
  }
  return nameEnd;
}

function skipHref(bytes: Uint8Array, from: number, to: number): number {
  let i = from;
  while (i < to && CLASS[bytes[i]!] === SEPARATOR && bytes[i] !== 62) i++;
  const start = i;
  while (i < to && CLASS[bytes[i]!] === LETTER) i++;
  return i > start && wordHash(bytes, start, i) === HREF ? i : start;
}

/** `at` is `&`: `&quot;`, `&#169;`. */
function afterEntity(bytes: Uint8Array, at: number, to: number): number {
  const limit = Math.min(to, at + 9);
  for (let i = at + 1; i < limit; i++) {
    const byte = bytes[i]!;
    if (byte === 59) return i > at + 1 ? i + 1 : at + 1;
    if (byte !== 35 && CLASS[byte] !== LETTER && CLASS[byte] !== DIGIT) break;
  }
  return at + 1;
}
