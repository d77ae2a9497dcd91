// Finds the extent of a notice around the name and version of a GNU license: "This program is free software …", "This program is
// distributed in the hope …", "You should have received a copy …". The meaning of the notice is already known; this is only its position.
// Pure. Word by word without backtracking, so the time is linear in the words.
import { byteAt, itemAt } from '../../items.ts';
import { isLetterOrDigit } from '../engine/byte-classes.ts';

const BEFORE_BYTES = 500;
const BEHIND_BYTES = 1800;

/** One of several words, as bytes in lower case, after at most `spare` arbitrary words; or none. */
interface Step {
  choices: Uint8Array[];
  spare: number;
  mayMiss: boolean;
}

/** Words, or alternatives separated by `|`; `?` marks an optional word; a number allows that many arbitrary words before the next one. */
function steps(text: string): Step[] {
  const found: Step[] = [];
  let spare = 0;
  for (const word of text.split(' ')) {
    if (/^\d+$/.test(word)) spare = Number(word);
    else {
      found.push({ choices: bytesOf(word.replace('?', '')), spare, mayMiss: word.endsWith('?') });
      spare = 0;
    }
  }
  return found;
}

function bytesOf(words: string): Uint8Array[] {
  return words.split('|').map((word) => Buffer.from(word));
}

/** Read from the name backwards. */
const TERMS = steps('the? of terms the? under it|them modify or? and? it|them? redistribute? can|may you');
const FREE = steps('software free is|are');
const SUBJECT_WORDS = 5;
/** Read forwards from the version, in sequence; each sentence is optional. */
const SENTENCES = [
  '8 is|are distributed|provided in the hope that it|they will be useful but without any warranty',
  'without even the implied warranty of merchantability or fitness for a particular purpose',
  'see 10 for more details',
  'you should also? have received a copy of 10 license|licence',
  '9 along|together? with 3 program|library|file|package|software|code|work',
  'if not see 3 http|https',
  'if not write to the free software foundation',
  '16 usa',
].map(steps);
/** These must follow the sentence before them. */
const GOES_ON = new Set([1, 2, 4, 7]);

const BEFORE_SUBJECT = bytesOf('this|the|these');
/** The mark of comments in m4. */
const NO_WORDS = bytesOf('dnl');

/** First and last byte of the notice around the bytes [start, end]; `end` is in the last word of the version. */
export function noticeAround(bytes: Uint8Array, start: number, end: number): { start: number; end: number } {
  const before = createWords(bytes, start, Math.max(0, start - BEFORE_BYTES));
  const lastOfVersion = createWords(bytes, end, Math.min(bytes.length, end + BEHIND_BYTES));
  return { start: firstByte(before) ?? start, end: lastByte(lastOfVersion) ?? end };
}

/**
 * Words of letters and digits in reading order, forwards or backwards. Most notices end where one would begin, so words are read on demand;
 * they stay bytes, because there are many.
 */
interface Words {
  has(number: number): boolean;
  /** Whether the word exists and is one of the choices. */
  is(number: number, choices: readonly Uint8Array[]): boolean;
  start(number: number): number;
  end(number: number): number;
}

function createWords(bytes: Uint8Array, from: number, to: number): Words {
  const places: number[] = [];
  const isUpwards = from <= to;
  const step = isUpwards ? 1 : -1;
  const last = isUpwards ? to : to - 1;
  let at = isUpwards ? from : from - 1;
  const readTo = (number: number): boolean => {
    while (places.length <= 2 * number) {
      while (at !== last && !isLetterOrDigit(byteAt(bytes, at))) at += step;
      if (at === last) return false;
      const first = at;
      while (at !== last && isLetterOrDigit(byteAt(bytes, at))) at += step;
      const [start, end] = isUpwards ? [first, at] : [at + 1, first + 1];
      if (!isOneOf(bytes, start, end, NO_WORDS)) places.push(start, end);
    }
    return true;
  };
  return {
    has: readTo,
    is: (number, choices) =>
      readTo(number) && isOneOf(bytes, itemAt(places, 2 * number), itemAt(places, 2 * number + 1), choices),
    start: (number) => itemAt(places, 2 * number),
    end: (number) => itemAt(places, 2 * number + 1),
  };
}

/** Compares without case. */
function isOneOf(bytes: Uint8Array, start: number, end: number, choices: readonly Uint8Array[]): boolean {
  for (const choice of choices) {
    if (choice.length !== end - start) continue;
    let same = 0;
    while (same < choice.length && (byteAt(bytes, start + same) | 0x20) === choice[same]) same++;
    if (same === choice.length) return true;
  }
  return false;
}

function firstByte(words: Words): number | undefined {
  const terms = follow(TERMS, words, 0);
  if (terms === undefined) return undefined;
  const free = follow(FREE, words, terms);
  if (free === undefined) return words.start(terms - 1);
  for (let number = free; number < free + SUBJECT_WORDS; number++)
    if (words.is(number, BEFORE_SUBJECT)) return words.start(number);
  return words.start(words.has(free) ? free : free - 1);
}

function lastByte(words: Words): number | undefined {
  let at = 1;
  let isPresent = false;
  for (const [number, sentence] of SENTENCES.entries()) {
    if (GOES_ON.has(number) && !isPresent) continue;
    const next = follow(sentence, words, at);
    // The implied warranty may be missing although the reference to the GPL follows.
    isPresent = next !== undefined || (number === 1 && isPresent);
    at = next ?? at;
  }
  return at === 1 ? undefined : words.end(at - 1) - 1;
}

/** The position after the steps if they match the words from `from` on. */
function follow(wanted: Step[], words: Words, from: number): number | undefined {
  let at = from;
  /** Number of skipped optional words that the next step may use. */
  let left = 0;
  for (const { choices, spare, mayMiss } of wanted) {
    const last = at + Math.max(spare, left);
    let found = at;
    while (found <= last && !words.is(found, choices)) found++;
    const isThere = found <= last;
    if (!isThere && !mayMiss) return undefined;
    left = isThere ? 0 : last - at;
    if (isThere) at = found + 1;
  }
  return at;
}
