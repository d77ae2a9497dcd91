// How far the notice reaches in whose midst a GNU license and its version are named: "This program is free software …", "This program is
// distributed in the hope …", "You should have received a copy …". What the notice means is known by then; this is only where it stands.
// Pure. Word by word without going back, so that it takes no longer than the words are many.

const BEFORE_BYTES = 500;
const BEHIND_BYTES = 1800;

/** One of several words, behind as many of any kind as `spare`; or none. */
interface Step {
  choices: string[];
  spare: number;
  mayMiss: boolean;
}

/** Words, or several parted by `|`; a word that may be missing (`?`); as many words of any kind as a number says may come before the next one. */
function steps(text: string): Step[] {
  const found: Step[] = [];
  let spare = 0;
  for (const word of text.split(' ')) {
    if (/^\d+$/.test(word)) spare = Number(word);
    else {
      found.push({ choices: word.replace('?', '').split('|'), spare, mayMiss: word.endsWith('?') });
      spare = 0;
    }
  }
  return found;
}

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
  const before = createWords(bytes, start, Math.max(0, start - BEFORE_BYTES));
  const lastOfVersion = createWords(bytes, end, Math.min(bytes.length, end + BEHIND_BYTES));
  return { start: firstByte(before) ?? start, end: lastByte(lastOfVersion) ?? end };
}

/** Words in the order in which they are read, forwards or backwards. Most notices end where one would begin, so words are read when asked for. */
type Words = (number: number) => Word | undefined;

/** Words of letters and digits in lower case, from one place up or down to another; the mark of comments in m4 is none. */
function createWords(bytes: Uint8Array, from: number, to: number): Words {
  const words: Word[] = [];
  const step = from <= to ? 1 : -1;
  const first = Math.min(from, to);
  const end = Math.max(from, to);
  let at = step > 0 ? from : from - 1;
  const isInside = () => at >= first && at < end;
  const isInWord = () => isInside() && isLetterOrDigit(bytes[at]!);
  return (number) => {
    while (words.length <= number && isInside()) {
      while (isInside() && !isInWord()) at += step;
      if (!isInside()) break;
      const near = at;
      while (isInWord()) at += step;
      const start = Math.min(near, at + 1);
      const behind = Math.max(near + 1, at);
      const text = Buffer.from(bytes.buffer, bytes.byteOffset + start, behind - start)
        .toString('latin1')
        .toLowerCase();
      if (text !== 'dnl') words.push({ text, start, end: behind });
    }
    return words[number];
  };
}

const isLetterOrDigit = (byte: number): boolean =>
  (byte >= 97 && byte <= 122) || (byte >= 65 && byte <= 90) || (byte >= 48 && byte <= 57);

function firstByte(words: Words): number | undefined {
  const terms = follow(TERMS, words, 0);
  if (terms === undefined) return undefined;
  const free = follow(FREE, words, terms);
  if (free === undefined) return words(terms - 1)!.start;
  for (let number = free; number < free + SUBJECT_WORDS; number++) {
    const word = words(number);
    if (word && /^(?:this|the|these)$/.test(word.text)) return word.start;
  }
  return (words(free) ?? words(free - 1)!).start;
}

function lastByte(words: Words): number | undefined {
  let at = 1;
  let isPresent = false;
  for (const [number, sentence] of SENTENCES.entries()) {
    if (GOES_ON.has(number) && !isPresent) continue;
    const next = follow(sentence, words, at);
    // The implied warranty may be left out, and the GPL pointed to all the same.
    isPresent = next !== undefined || (number === 1 && isPresent);
    at = next ?? at;
  }
  return at === 1 ? undefined : words(at - 1)!.end - 1;
}

/** The place behind the steps when they stand in the words from `from` on. */
function follow(wanted: Step[], words: Words, from: number): number | undefined {
  let at = from;
  /** Words that a missing one leaves for the next. */
  let left = 0;
  for (const { choices, spare, mayMiss } of wanted) {
    const last = at + Math.max(spare, left);
    let found = at;
    while (found <= last && !choices.includes(words(found)?.text ?? '')) found++;
    const isThere = found <= last;
    if (!isThere && !mayMiss) return undefined;
    left = isThere ? 0 : last - at;
    if (isThere) at = found + 1;
  }
  return at;
}
