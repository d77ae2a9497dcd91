// Whether the words around a weak name (MIT, BSD, GPL; faint: zlib, Python) show that it means a license. The words are
// data of the index.
import type { LicenseIndex } from '../engine/index-format.ts';
import { COMMENT_WORDS, PLUS, type TokenBuffer, wordId } from '../engine/tokens.ts';
import { anyOf, knowledge } from '../rules/knowledge.ts';
import { stretchOf } from './stretch.ts';

interface FrameWords {
  strong: Uint8Array;
  soft: Uint8Array;
  fillers: Uint8Array;
}

const JOINERS = knowledge('frames').words('joiners');

interface Frames {
  before: FrameWords;
  after: FrameWords;
  pairs: Uint8Array;
  joiners: Uint8Array;
}

const wordsByIndex = new WeakMap<SharedArrayBuffer, Frames>();

function frameWords(index: LicenseIndex): Frames {
  const known = wordsByIndex.get(index.buffer);
  if (known) return known;
  const marks = (words: readonly string[]) => {
    const set = new Uint8Array(65536);
    for (const word of words) set[wordId(index.dictionary, word)] = 1;
    set[0] = 0;
    return set;
  };
  const side = (words: { strong: string[]; soft: string[]; fillers: string[] }): FrameWords => ({
    strong: marks(words.strong),
    soft: marks(words.soft),
    fillers: marks(words.fillers),
  });
  const made = {
    before: side(index.frames.before),
    after: side(index.frames.after),
    pairs: marks(index.frames.pairs),
    joiners: marks(JOINERS),
  };
  made.joiners[PLUS] = 1;
  wordsByIndex.set(index.buffer, made);
  return made;
}

/** Maximum number of fillers between a trigger and the name. */
const REACH_BEFORE = 9;
const REACH_AFTER = 7;

/** The text between the end of one token and the start of a later one. */
function textBetween(bytes: Uint8Array, tokens: TokenBuffer, left: number, right: number): string {
  const from = tokens.starts[left]!;
  const to = tokens.starts[right]!;
  if (to - from > 60) return '?';
  return Buffer.from(bytes.buffer, bytes.byteOffset + from, to - from)
    .toString('latin1')
    .replace(/^(?:[A-Za-z]+|\d+)/, '');
}

/** The end of a sentence, a paragraph or a statement of code between two tokens. */
const PARTING = /(?<!\b(?:v|ver|vers|rev|e\.g|i\.e|inc|lic))[.!?]["')]*\s|;\s|\n\W*\n/i;
/** `LICENSE = "x"`, with code in the next line. */
const ASSIGNMENT = /^\w*["']?\s*(?:=|:=|=>)[^\n]*\n/;
/** `## License`, `License:` with the name below: a heading, not a running sentence. */
const HEADING = /^\w*[\s:*=#/-]*\n[^A-Za-z0-9]*$/;

function isParted(bytes: Uint8Array, tokens: TokenBuffer, left: number, right: number): boolean {
  const between = stretchOf(bytes, tokens.starts[left]!, tokens.starts[right]!);
  if (HEADING.test(between)) return false;
  return PARTING.test(between) || ASSIGNMENT.test(between);
}

/** Maximum number of words between a pair of names. */
const PAIR_REACH = 6;

/** Two names side by side ("MIT/BSD", "GPLv2+ or MIT") frame each other. `from` is the last token on the examined side. */
function isPaired(
  { pairs, joiners }: Frames,
  bytes: Uint8Array,
  tokens: TokenBuffer,
  from: number,
  step: 1 | -1,
): boolean {
  for (let at = from + step; at >= 0 && at < tokens.count && Math.abs(at - from) <= PAIR_REACH; at += step) {
    const id = tokens.ids[at]!;
    // A repeated word is no pair of names: `run(mpl, &mpl_table)`.
    if (id === tokens.ids[from]) return false;
    // Nor are the parts of an identifier: `CPL_ZLIB_HEADER`.
    if (pairs[id])
      return /^(?!_$|[ \t]+$)(?:[\s/,&|()"'.\w-]|>=|(?<=\w)\+|(?<=\s)\+(?=\s))*$/.test(
        textBetween(bytes, tokens, Math.min(from, at), Math.max(from, at)),
      );
    if (!joiners[id]) return false;
  }
  return false;
}

/** `json:"licenses"`: a field called license after an unrelated name. */
const isField = (bytes: Uint8Array, { starts }: TokenBuffer, left: number, right: number): boolean =>
  /[:=#@|{}]/.test(stretchOf(bytes, starts[left]!, starts[right]!));

/** True if a trigger is before or after the name at tokens [start, end), with only fillers between them. */
export function isFramed(
  index: LicenseIndex,
  bytes: Uint8Array,
  tokens: TokenBuffer,
  start: number,
  end: number,
  isFaint: boolean,
): boolean {
  const frames = frameWords(index);
  const { before, after } = frames;
  const { ids } = tokens;
  if (!isFaint && (isPaired(frames, bytes, tokens, start, -1) || isPaired(frames, bytes, tokens, end - 1, 1)))
    return true;
  for (let at = start - 1; at >= 0 && at >= start - REACH_BEFORE; at--) {
    const id = ids[at]!;
    if (before.strong[id] || (!isFaint && before.soft[id])) return !isParted(bytes, tokens, at, start);
    if (!before.fillers[id]) break;
  }
  for (let at = end; at < tokens.count && at < end + REACH_AFTER; at++) {
    const id = ids[at]!;
    if (after.strong[id] || (!isFaint && after.soft[id]))
      return !isParted(bytes, tokens, end - 1, at) && !isField(bytes, tokens, end - 1, at);
    if (!after.fillers[id]) break;
  }
  return false;
}

/** Text that may surround a name that is alone on its line: signs, and words that begin a comment. */
const NO_WORDS = new RegExp(String.raw`^(?:[^A-Za-z0-9]|\b${anyOf(COMMENT_WORDS)}\b)*$`, 'i');
const LONGEST_LINE = 80;

/** "It has a copy of stb_image in it (public domain)." */
const isInBrackets = (before: string, behind: string): boolean => /\w \($/.test(before) && /^\)/.test(behind);

/** True when the line of the name at tokens [start, end) contains only signs besides, or the name stands in brackets; it is within that line. */
export function isAlone(bytes: Uint8Array, tokens: TokenBuffer, start: number, end: number): boolean {
  const first = tokens.starts[start]!;
  const before = stretchOf(bytes, first - LONGEST_LINE, first);
  const last = tokens.starts[end - 1]!;
  const behind = stretchOf(bytes, last, last + LONGEST_LINE).replace(/^\w+/, '');
  if (stretchOf(bytes, first, last).includes('\n')) return false;
  return (
    isInBrackets(before, behind) ||
    (NO_WORDS.test(before.slice(before.lastIndexOf('\n') + 1)) && NO_WORDS.test(behind.split('\n', 1)[0]!))
  );
}
