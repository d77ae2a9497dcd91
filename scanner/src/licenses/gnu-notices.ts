// How far the notice reaches in whose midst a GNU license and its version are named: "This program is free software …", "This program is
// distributed in the hope …", "You should have received a copy …". What the notice means is known by then; this is only where it stands.
// Pure. Word by word without going back, so that it takes no longer than the words are many.

const BEFORE_BYTES = 500;
const BEHIND_BYTES = 1800;

/** A word or one of several; a word that may be missing (`?`); or as many words of any kind as may come before the next one. */
type Step = string | number;

const steps = (text: string): Step[] => text.split(' ').map((step) => (/^\d+$/.test(step) ? Number(step) : step));

/** Read from the name backwards. */
const TERMS = steps('the? of terms the? under it|them modify or? and? it|them? redistribute? can|may you');
const FREE = steps('software free is|are');
const SUBJECT_WORDS = 5;
/** Read from the version forwards, one after the other; each may be missing. */
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
/** These follow only upon the one before them. */
const GOES_ON = new Set([1, 2, 4, 7]);

interface Word {
  text: string;
  start: number;
  end: number;
}

/** The first byte of the notice around the bytes [start, end], and its last one; `end` lies in the last word of the version. */
export function noticeAround(bytes: Uint8Array, start: number, end: number): { start: number; end: number } {
  const before = wordsOf(bytes, Math.max(0, start - BEFORE_BYTES), start).reverse();
  const [, ...behind] = wordsOf(bytes, end, Math.min(bytes.length, end + BEHIND_BYTES));
  return { start: firstByte(before) ?? start, end: lastByte(behind) ?? end };
}

/** Words of letters and digits in lower case; the mark of comments in m4 is none. */
function wordsOf(bytes: Uint8Array, from: number, to: number): Word[] {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset + from, to - from).toString('latin1');
  const words: Word[] = [];
  for (const { 0: word, index } of text.matchAll(/[a-z0-9]+/gi))
    if (word !== 'dnl') words.push({ text: word.toLowerCase(), start: from + index, end: from + index + word.length });
  return words;
}

function firstByte(words: Word[]): number | undefined {
  const terms = follow(TERMS, words, 0);
  if (terms === undefined) return undefined;
  const free = follow(FREE, words, terms);
  if (free === undefined) return words[terms - 1]!.start;
  const subject = words.slice(free, free + SUBJECT_WORDS);
  const first = subject.findIndex(({ text }) => /^(?:this|the|these)$/.test(text));
  return (subject[Math.max(first, 0)] ?? words[free - 1]!).start;
}

function lastByte(words: Word[]): number | undefined {
  let at = 0;
  let isPresent = false;
  for (const [number, sentence] of SENTENCES.entries()) {
    if (GOES_ON.has(number) && !isPresent) continue;
    const next = follow(sentence, words, at);
    // The implied warranty may be left out, and the GPL pointed to all the same.
    isPresent = next !== undefined || (number === 1 && isPresent);
    at = next ?? at;
  }
  return at === 0 ? undefined : words[at - 1]!.end - 1;
}

/** The place behind the steps when they stand in the words from `from` on. */
function follow(wanted: Step[], words: Word[], from: number): number | undefined {
  let at = from;
  let spare = 0;
  for (const step of wanted) {
    if (typeof step === 'number') {
      spare = step;
      continue;
    }
    const mayMiss = step.endsWith('?');
    const choices = step.replace('?', '').split('|');
    const last = Math.min(words.length - 1, at + spare);
    let found = at;
    while (found <= last && !choices.includes(words[found]!.text)) found++;
    if (found <= last) at = found + 1;
    else if (!mayMiss) return undefined;
    if (found <= last || !mayMiss) spare = 0;
  }
  return at;
}
