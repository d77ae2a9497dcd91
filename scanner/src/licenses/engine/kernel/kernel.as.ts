// The engine's innermost loops in AssemblyScript: bytes to token ids, and the places where a rule or a gram of words of theirs may begin.
// tokens.ts, exact.ts and approximate.ts say in TypeScript what they have to answer; kernel.test.ts holds them against each other.
// `npm run kernel` compiles this file to kernel.wasm. No runtime, no allocation: the other side (index.ts) lays out the memory.
//
// A block of 64 bytes becomes a few 64-bit masks (letters, digits, line ends, signs that need a look), and the loop goes from one set bit to the
// next instead of from byte to byte. A block that holds any byte above 127 goes byte by byte.

const UNKNOWN: u32 = 0;
const WILDCARD: u32 = 1;
const PLUS: u32 = 2;
const FIRST_RESERVED: u32 = 3;
const LAST_RESERVED: u32 = 12;

const BLOCK: u32 = 64;
const WORD_LANES: u32 = 16;

// Where things lie. Set once by `place` and `placeTables`.
let text: u32 = 0;
let textEnd: u32 = 0;
let ids: u32 = 0;
let starts: u32 = 0;
let laneMasks: u32 = 0;
let tagNames: u32 = 0;
let dictionary: u32 = 0;
let dictionaryMask: u32 = 0;
let words: u32 = 0;
let strays: u32 = 0;
let heads: u32 = 0;
let pairs: u32 = 0;
let pairShift: u32 = 0;
let grams: u32 = 0;
let gramMask: u32 = 0;

// Words that the tokeniser itself treats apart, by hash.
let hashDnl: u32 = 0;
let hashRem: u32 = 0;
let hashC: u32 = 0;
let hashWww: u32 = 0;
let hashHref: u32 = 0;

// The state of the text being read.
let count: u32 = 0;
let isFreshLine: bool = true;

/** Tables of an index, by address. `tagNames_` holds 1,024 slots of hashes, 0 where empty. */
export function placeTables(
  laneMasks_: u32,
  tagNames_: u32,
  dictionary_: u32,
  dictionaryMask_: u32,
  words_: u32,
  strays_: u32,
  heads_: u32,
  pairs_: u32,
  pairShift_: u32,
  grams_: u32,
  gramMask_: u32,
): void {
  laneMasks = laneMasks_;
  tagNames = tagNames_;
  dictionary = dictionary_;
  dictionaryMask = dictionaryMask_;
  words = words_;
  strays = strays_;
  heads = heads_;
  pairs = pairs_;
  pairShift = pairShift_;
  grams = grams_;
  gramMask = gramMask_;
}

export function placeWords(dnl: u32, rem: u32, c: u32, www: u32, href: u32): void {
  hashDnl = dnl;
  hashRem = rem;
  hashC = c;
  hashWww = www;
  hashHref = href;
}

/** The hash of `wordHash` in tokens.ts: sixteen bytes at a time, four lanes multiplied and mixed. */
// @ts-expect-error: see above
@inline
function mixLanes(lanes: v128): u32 {
  let v = v128.xor(lanes, i32x4.shr_u(lanes, 15));
  v = i32x4.mul(v, i32x4(0x2c1b3c6d, 0x297a2d39, <i32>0xc2b2ae35, <i32>0x85ebca6b));
  v = v128.xor(v, i32x4.shr_u(v, 13));
  v = i32x4.mul(v, i32x4(0x27d4eb2f, 0x165667b1, <i32>0x9e3779b1, 0x1b873593));
  const half = v128.xor(v, i8x16.shuffle(v, v, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7));
  const hash = <u32>(i32x4.extract_lane(half, 0) ^ i32x4.extract_lane(half, 1));
  return hash ^ (hash >>> 15);
}

// @ts-expect-error: see above
@inline
function lowerCase(v: v128): v128 {
  const isUpper = i8x16.lt_u(i8x16.sub(v, i8x16.splat(65)), i8x16.splat(26));
  return v128.or(v, v128.and(isUpper, i8x16.splat(0x20)));
}

// @ts-expect-error: see above
@inline
function wordHash(at: u32, length: u32): u32 {
  const mask = v128.load(laneMasks + WORD_LANES - min(length, WORD_LANES));
  const hash = mixLanes(v128.and(lowerCase(v128.load(at)), mask));
  return length <= WORD_LANES ? hash : longHash(at, length, hash);
}

function longHash(at: u32, length: u32, first: u32): u32 {
  let hash = first;
  let from = at + WORD_LANES;
  let left = length - WORD_LANES;
  while (true) {
    const mask = v128.load(laneMasks + WORD_LANES - min(left, WORD_LANES));
    hash = ((hash << 5) | (hash >>> 27)) * 0x9e3779b1 + mixLanes(v128.and(lowerCase(v128.load(from)), mask));
    if (left <= WORD_LANES) break;
    left -= WORD_LANES;
    from += WORD_LANES;
  }
  return hash;
}

/**
 * Id of the word with this hash. A slot of `words` holds the hash's upper bits and, in place of the lower ones, the id: nought when it is free.
 * A word whose slot was taken is looked for in the dictionary itself; `strays` is a filter of those.
 */
// @ts-expect-error: decorators of functions are AssemblyScript's own
@inline
function idOf(hash: u32): u32 {
  const entry = load<u32>(words + ((hash & dictionaryMask) << 2));
  const isHere = <u32>(((entry ^ hash) & ~dictionaryMask) == 0);
  const id = entry & dictionaryMask & (0 - isHere);
  const isStray = (load<u32>(strays + ((hash >>> 16) & 0x1ffc)) >>> (hash & 31)) & <u32>(id == UNKNOWN);
  return isStray ? probe(hash) : id;
}

function probe(hash: u32): u32 {
  let slot = hash & dictionaryMask;
  let entry = load<u32>(dictionary + (slot << 3));
  while (entry != 0 && load<u32>(dictionary + (slot << 3), 4) != hash) {
    slot = (slot + 1) & dictionaryMask;
    entry = load<u32>(dictionary + (slot << 3));
  }
  return entry == 0 ? UNKNOWN : entry - 1;
}

// @ts-expect-error: see above
@inline
function isDigitByte(byte: u32): bool {
  return byte - 48 < 10;
}

// @ts-expect-error: see above
@inline
function isLetterByte(byte: u32): bool {
  return (byte | 32) - 97 < 26;
}

/** Letters, and bytes above 127 but for those that open a punctuation sign or a character of its own. */
function isWordByte(at: u32): bool {
  const byte = <u32>load<u8>(at);
  if (isLetterByte(byte)) return true;
  return byte >= 128 && byte != 0xe2 && byte != 0xc2 && !isCharacter(at, byte) && !isWideSign(at, byte);
}

/** Chinese, Japanese, Korean: U+3000-U+DFFF. */
function isCharacter(at: u32, first: u32): bool {
  return first >= 0xe3 && first <= 0xed && isContinuation(load<u8>(at + 1)) && isContinuation(load<u8>(at + 2));
}

/** Punctuation of these languages: U+3000-U+303F, and the full-width forms that are no letters or digits. */
function isWideSign(at: u32, first: u32): bool {
  const second = <u32>load<u8>(at + 1);
  const third = <u32>load<u8>(at + 2);
  if (!isContinuation(third)) return false;
  if (first == 0xe3) return second == 0x80;
  if (first != 0xef) return false;
  if (second == 0xbc) return third <= 0x8f || (third >= 0x9a && third <= 0xa0) || third >= 0xbb;
  return second == 0xbd && (third == 0x80 || (third >= 0x9b && third <= 0xa5));
}

function isContinuation(byte: u32): bool {
  return byte >= 0x80 && byte < 0xc0;
}

function endOfWord(at: u32, isDigit: bool): u32 {
  let i = at;
  if (isDigit) while (isDigitByte(load<u8>(i))) i++;
  else while (isWordByte(i)) i++;
  return i;
}

/** A word stands at [start, end). Answers where to go on. */
function takeWord(start: u32, end: u32, isDigit: bool): u32 {
  const length = end - start;
  const hash = wordHash(start, length);
  const after = <u32>load<u8>(end);
  if (isFreshLine) {
    if (length <= 4 && isListMark(start, length, after, end, isDigit)) {
      const previous = count > 0 ? <u32>load<u16>(ids + ((count - 1) << 1)) : UNKNOWN;
      if (previous < FIRST_RESERVED || previous > LAST_RESERVED) return end;
    }
    if (length <= 3 && (hash == hashDnl || hash == hashRem)) return end;
    // Fortran: a comment line has a C in its first column
    if (hash == hashC && length == 1 && (after == 32 || after == 9) && load<u8>(start - 1) == 10) return end;
    isFreshLine = false;
  }
  if (hash == hashWww) return end;
  if (hash == hashC && length == 1 && after == 41 && load<u8>(start - 1) == 40) return end;
  store<u32>(starts + (count << 2), start - text);
  store<u16>(ids + (count << 1), <u16>idOf(hash));
  count++;
  return after == 43 ? afterPlus(end) : end;
}

function afterPlus(at: u32): u32 {
  if (load<u8>(at + 1) == 43) return at + 2;
  store<u32>(starts + (count << 2), at - text);
  store<u16>(ids + (count << 1), <u16>PLUS);
  count++;
  return at + 1;
}

function isListMark(start: u32, length: u32, after: u32, end: u32, isDigit: bool): bool {
  if (after != 46 && after != 41 && after != 93 && after != 58) return false;
  const next = <u32>load<u8>(end + 1);
  if (next != 32 && next != 9 && next != 10 && next != 13) return false;
  if (isDigit) return length <= 2;
  if (length == 1) return isLetterByte(load<u8>(start));
  for (let i = start; i < end; i++) {
    const letter = <u32>load<u8>(i) | 32;
    if (letter != 105 && letter != 118 && letter != 120) return false;
  }
  return true;
}

/** A sign that needs a look stands at `at`: a line end, an escape, a tag, an entity. Answers where to go on. */
function takeSign(at: u32, byte: u32): u32 {
  if (byte == 10 || byte == 13) {
    isFreshLine = true;
    // troff: a line that opens with a request of one or two letters
    return load<u8>(at + 1) == 46 ? afterTroffRequest(at + 1) : at + 1;
  }
  if (byte == 60) return afterTag(at);
  if (byte == 38) return afterEntity(at);
  const next = load<u8>(at + 1);
  if (next == 110 || next == 114 || next == 116) {
    isFreshLine = true;
    return at + 2;
  }
  return at + 1;
}

function afterTroffRequest(at: u32): u32 {
  let i = at + 1;
  while (i < at + 3 && isLetterByte(load<u8>(i))) i++;
  const next = load<u8>(i);
  return i > at + 1 && (next == 32 || next == 10 || next == 13) ? i : at;
}

function afterTag(at: u32): u32 {
  let i = at + 1;
  if (load<u8>(i) == 47) i++;
  const nameStart = i;
  while (i < nameStart + 14 && (isLetterByte(load<u8>(i)) || isDigitByte(load<u8>(i)))) i++;
  if (i == nameStart || !isTagName(wordHash(nameStart, i - nameStart))) return at + 1;
  const next: u32 = i < textEnd ? <u32>load<u8>(i) : 62;
  if (next != 62 && next != 32 && next != 47 && next != 10 && next != 13 && next != 9) return at + 1;
  const nameEnd = i;
  let hasAddress = false;
  const limit = min(textEnd, i + 400);
  for (; i < limit; i++) {
    const byte = load<u8>(i);
    if (byte == 62) return hasAddress ? afterHref(nameEnd) : i + 1;
    if (byte == 60) break;
    if (byte == 58 && load<u8>(i + 1) == 47 && load<u8>(i + 2) == 47) hasAddress = true;
  }
  return nameEnd;
}

function isTagName(hash: u32): bool {
  let slot = hash & 1023;
  let known = load<u32>(tagNames + (slot << 2));
  while (known != 0 && known != hash) {
    slot = (slot + 1) & 1023;
    known = load<u32>(tagNames + (slot << 2));
  }
  return known != 0;
}

function isSeparator(byte: u32): bool {
  if (byte >= 128 || isLetterByte(byte) || isDigitByte(byte)) return false;
  return byte != 10 && byte != 13 && byte != 38 && byte != 60 && byte != 92;
}

function afterHref(from: u32): u32 {
  let i = from;
  while (i < textEnd && load<u8>(i) != 62 && isSeparator(load<u8>(i))) i++;
  const start = i;
  while (isLetterByte(load<u8>(i))) i++;
  return i > start && wordHash(start, i - start) == hashHref ? i : start;
}

function afterEntity(at: u32): u32 {
  const limit = min(textEnd, at + 9);
  for (let i = at + 1; i < limit; i++) {
    const byte = <u32>load<u8>(i);
    if (byte == 59) return i > at + 1 ? i + 1 : at + 1;
    if (byte != 35 && !isLetterByte(byte) && !isDigitByte(byte)) break;
  }
  return at + 1;
}

/** Goes byte by byte from `from` until it has reached `stop`; a word that begins before it is read to its end. */
function readBytes(from: u32, stop: u32): u32 {
  let at = from;
  while (at < stop) {
    const byte = <u32>load<u8>(at);
    if (isDigitByte(byte)) at = takeWord(at, endOfWord(at, true), true);
    else if (isLetterByte(byte)) at = takeWord(at, endOfWord(at, false), false);
    else if (byte >= 128) at = takeHighByte(at, byte);
    else if (isSeparator(byte)) at++;
    else at = takeSign(at, byte);
  }
  return at;
}

/** UTF-8 punctuation and symbols (U+0080-U+00BF, U+2000-U+2FFF), a byte order mark and latin1 signs part words; the rest are letters. */
function takeHighByte(at: u32, byte: u32): u32 {
  const next = <u32>load<u8>(at + 1);
  if (byte == 0xe2) return at + (next >= 0x80 && next < 0xc0 ? 3 : 1);
  if (byte == 0xc2) return at + (next >= 0x80 && next < 0xc0 ? 2 : 1);
  if (byte == 0xef && next == 0xbb && load<u8>(at + 2) == 0xbf) return at + 3;
  if (byte < 0xc0) return at + 1;
  if (isWideSign(at, byte)) return at + 3;
  if (isCharacter(at, byte)) return takeWord(at, at + 3, false);
  return takeWord(at, endOfWord(at, false), false);
}

function letterBits(v: v128): u64 {
  const isLetter = i8x16.lt_u(i8x16.sub(v128.or(v, i8x16.splat(0x20)), i8x16.splat(97)), i8x16.splat(26));
  return <u64>(<u32>i8x16.bitmask(isLetter));
}

function digitBits(v: v128): u64 {
  return <u64>(<u32>i8x16.bitmask(i8x16.lt_u(i8x16.sub(v, i8x16.splat(48)), i8x16.splat(10))));
}

function lineEndBits(v: v128): u64 {
  return <u64>(<u32>i8x16.bitmask(v128.or(i8x16.eq(v, i8x16.splat(10)), i8x16.eq(v, i8x16.splat(13)))));
}

/** Escapes, tags, entities: `\`, `<`, `&`. */
function signBits(v: v128): u64 {
  const signs = v128.or(i8x16.eq(v, i8x16.splat(92)), i8x16.eq(v, i8x16.splat(60)));
  return <u64>(<u32>i8x16.bitmask(v128.or(signs, i8x16.eq(v, i8x16.splat(38)))));
}

function dotBits(v: v128): u64 {
  return <u64>(<u32>i8x16.bitmask(i8x16.eq(v, i8x16.splat(46))));
}

/**
 * Reads the `length` bytes at `text_` into ids and starts, which have room for as many; answers the number of tokens. A line feed has to stand
 * before the text, two behind it, and nought from there to 80 bytes behind it.
 */
export function tokenize(text_: u32, length: u32, ids_: u32, starts_: u32): u32 {
  text = text_;
  textEnd = text_ + length;
  ids = ids_;
  starts = starts_;
  count = 0;
  isFreshLine = true;
  let at = text;
  for (let base = text; base < textEnd; base += BLOCK) {
    if (at < base + BLOCK) at = readBlock(base, at);
  }
  return count;
}

/** Reads the block at `base` from `from` on, which is not before it. Answers where to go on, in a later block. */
function readBlock(base: u32, from: u32): u32 {
  const v0 = v128.load(base);
  const v1 = v128.load(base, 16);
  const v2 = v128.load(base, 32);
  const v3 = v128.load(base, 48);
  if (i8x16.bitmask(v128.or(v128.or(v0, v1), v128.or(v2, v3))) != 0)
    return readBytes(from, min(textEnd, base + BLOCK));
  const letters = letterBits(v0) | (letterBits(v1) << 16) | (letterBits(v2) << 32) | (letterBits(v3) << 48);
  const digits = digitBits(v0) | (digitBits(v1) << 16) | (digitBits(v2) << 32) | (digitBits(v3) << 48);
  const lineEnds = lineEndBits(v0) | (lineEndBits(v1) << 16) | (lineEndBits(v2) << 32) | (lineEndBits(v3) << 48);
  const signs = signBits(v0) | (signBits(v1) << 16) | (signBits(v2) << 32) | (signBits(v3) << 48);
  const dots = dotBits(v0) | (dotBits(v1) << 16) | (dotBits(v2) << 32) | (dotBits(v3) << 48);
  // Of the line ends only those before a full stop need a look; the others are told by their mask.
  const nextDot: u64 = load<u8>(base + BLOCK) == 46 ? 1 << 63 : 0;
  const wordBytes = letters | digits;
  let events = (letters & ~(letters << 1)) | (digits & ~(digits << 1)) | signs | (lineEnds & ((dots >> 1) | nextDot));
  // Line ends that have not been seen yet, and so may open a fresh line.
  let unseen = lineEnds;
  let at = from;
  if (from > base) {
    const gone = ~(<u64>0) << <u64>(from - base);
    events = (events & gone) | (wordBytes & (<u64>1 << <u64>(from - base)));
    unseen &= gone;
  }
  while (events != 0) {
    const place = ctz(events);
    const start = base + <u32>place;
    const upTo = (<u64>1 << place) - 1;
    if ((unseen & upTo) != 0) isFreshLine = true;
    events &= events - 1;
    if ((wordBytes >> place) & 1) {
      const isDigit = <bool>((digits >> place) & 1);
      let end = start + <u32>ctz(~((isDigit ? digits : letters) >> place));
      if (end >= base + BLOCK) end = endOfWord(base + BLOCK, isDigit);
      at = takeWord(start, end, isDigit);
      unseen &= ~upTo;
      continue;
    }
    at = takeSign(start, <u32>load<u8>(start));
    if (at >= base + BLOCK) return at;
    const gone = ~(<u64>0) << <u64>(at - base);
    events = (events & gone) | (wordBytes & (<u64>1 << <u64>(at - base)));
    unseen &= gone;
  }
  if (unseen != 0) isFreshLine = true;
  return max(at, base + BLOCK);
}

/** The hash of a pair of tokens in the filter of pairs. */
function pairBit(first: u32, second: u32): u32 {
  return (((first << 16) | second) * 0x9e3779b1) >>> pairShift;
}

/**
 * Writes to `out` the tokens of [0, count) at which a rule may begin: a word that is a rule, or two words that begin one. It lets a few others
 * through, and none that matters gets lost. The token behind the last has to be 0.
 */
export function ruleStarts(idsAt: u32, tokenCount: u32, out: u32): u32 {
  let found: u32 = 0;
  for (let i: u32 = 0; i < tokenCount; i++) {
    const first = <u32>load<u16>(idsAt + (i << 1));
    const second = <u32>load<u16>(idsAt + (i << 1), 2);
    const head = <u32>load<u8>(heads + first);
    const bit = pairBit(first, second);
    const isPair = (<u32>load<u8>(pairs + (bit >>> 3)) >>> (bit & 7)) & <u32>(second != UNKNOWN);
    store<u32>(out + (found << 2), i);
    found += ((head & isPair) | (head >>> 1)) & 1;
  }
  return found;
}

/** Tokens above WILDCARD among the sixteen at `at`. */
function knownBits(at: u32): u64 {
  const low = i16x8.gt_u(v128.load(at), i16x8.splat(<i16>WILDCARD));
  const high = i16x8.gt_u(v128.load(at, 16), i16x8.splat(<i16>WILDCARD));
  return <u64>(<u32>i8x16.bitmask(i8x16.narrow_i16x8_s(low, high)));
}

/**
 * Writes to `out` the tokens of [0, count) at which a gram of four known words may begin by which a rule is found. The 70 tokens behind the last have to be 0.
 */
export function gramPlaces(idsAt: u32, tokenCount: u32, out: u32): u32 {
  let found: u32 = 0;
  for (let i: u32 = 0; i < tokenCount; i += 61) {
    const at = idsAt + (i << 1);
    const known =
      knownBits(at) | (knownBits(at + 32) << 16) | (knownBits(at + 64) << 32) | (knownBits(at + 96) << 48);
    // 61 of the 64: the last three begin a gram that goes on beyond them.
    let four = known & (known >> 1) & (known >> 2) & (known >> 3) & 0x1fffffffffffffff;
    while (four != 0) {
      const place = i + <u32>ctz(four);
      four &= four - 1;
      const gram = gramHash(load<u64>(idsAt + (place << 1)));
      const bit = (gram >>> 1) & gramMask;
      store<u32>(out + (found << 2), place);
      found += (<u32>load<u8>(grams + (bit >>> 3)) >>> (bit & 7)) & 1;
    }
  }
  return found;
}

/** `gramHash` of compile-index.ts, of four ids side by side. */
function gramHash(four: u64): u32 {
  const a = <u32>four & 0xffff;
  const b = <u32>(four >> 16) & 0xffff;
  const c = <u32>(four >> 32) & 0xffff;
  const d = <u32>(four >> 48);
  let hash = ((a * 31 + b) * 0x9e3779b1) ^ ((c * 31 + d) * 0x85ebca6b);
  hash ^= hash << 13;
  hash = (hash ^ (hash >>> 15) ^ ((c + 13) * 0xc2b2ae35)) * 0x27d4eb2f;
  hash = (hash ^ (hash >>> 13) ^ ((d + 29) * 0x165667b1)) * 0x2c1b3c6d;
  return (hash ^ (hash >>> 16)) | 1;
}

/** Of sixteen bytes, the groups of needles that may have them at one place: two tables by the halves of a byte, as in needles.ts. */
// @ts-expect-error: see above
@inline
function groupsOf(v: v128, tables: u32): v128 {
  const low = i8x16.swizzle(v128.load(tables), v128.and(v, i8x16.splat(15)));
  return v128.and(low, i8x16.swizzle(v128.load(tables, 16), i8x16.shr_u(v, 4)));
}

/**
 * Writes to `out` the places in the `length` bytes at `text_` whose next three bytes may begin a needle. `tables` holds two tables of sixteen
 * bytes for each of the three. 20 bytes behind the text are read as well.
 */
export function needlePlaces(text_: u32, length: u32, tables: u32, out: u32): u32 {
  let found: u32 = 0;
  for (let i: u32 = 0; i < length; i += 16) {
    const first = groupsOf(v128.load(text_ + i), tables);
    const second = groupsOf(v128.load(text_ + i, 1), tables + 32);
    const third = groupsOf(v128.load(text_ + i, 2), tables + 64);
    const groups = v128.and(v128.and(first, second), third);
    let places = ~(<u32>i8x16.bitmask(i8x16.eq(groups, i8x16.splat(0)))) & 0xffff;
    while (places != 0) {
      store<u32>(out + (found << 2), i + ctz(places));
      found++;
      places &= places - 1;
    }
  }
  return found;
}

/** How many of the `length` bytes at `text_` are line feeds. 15 bytes behind them are read as well, and have to be others. */
export function lineFeeds(text_: u32, length: u32): u32 {
  let found: u32 = 0;
  for (let i: u32 = 0; i < length; i += 16) found += <u32>popcnt(i8x16.bitmask(i8x16.eq(v128.load(text_ + i), i8x16.splat(10))));
  return found;
}
