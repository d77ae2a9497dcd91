// Joins words that a line break cuts ("redistri-", next line "bution") before a text is read. Does not change any
// length, so offsets stay valid. Pure.

const HYPHEN = 45;
const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;
const SPACE = 32;
/** Bytes of comment marks and indentation between the line break and the rest of the word. */
const LONGEST_LEADER = 24;
const LONGEST_HALF = 24;
/**
 * Typeset text has a cut word every few lines. A text with more cuts is data, and joining them is not worth the time.
 */
const MOST_CUTS = 50_000;

const isLetter = (byte: number | undefined): boolean => byte !== undefined && (byte | 32) >= 97 && (byte | 32) <= 122;
const isLowerCase = (byte: number | undefined): boolean => byte !== undefined && byte >= 97 && byte <= 122;
/** Bytes that begin the lines of comments and quotations: white space, `*`, `#`, `/`, `;`, `!`, `%`, `>`, `|`, `-`. */
const LEADER = new Set([9, SPACE, 42, 35, 47, 59, 33, 37, 62, 124, HYPHEN]);
/** Bytes between the hyphen and the line break: blanks, and the right edge of a comment box. */
const LONGEST_EDGE = 40;

/**
 * The bytes with cut words joined; the same object when there are none. The rest of a word moves up to its beginning; the line break and
 * blanks follow it.
 * @param isKnown whether any rule contains the word, given in lower case
 */
export function joinCutWords(bytes: Uint8Array, isKnown: (word: string) => boolean): Uint8Array {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let joined: Buffer | undefined;
  let cuts = 0;
  for (const ending of ['-\n', '-\r', '- ', '-\t']) {
    for (let at = text.indexOf(ending); at >= 0 && ++cuts < MOST_CUTS; at = text.indexOf(ending, at + 1)) {
      const lineFeed = isLetter(text[at - 1]) ? lineFeedBehind(at + 1) : -1;
      if (lineFeed >= 0) joined = join(at, lineFeed) ?? joined;
    }
  }
  return joined ?? bytes;

  /** The line break after a hyphen, if only the edge of a comment box is in between. */
  function lineFeedBehind(from: number): number {
    for (let at = from; at < from + LONGEST_EDGE; at++) {
      if (text[at] === LINE_FEED) return at;
      if (text[at] !== CARRIAGE_RETURN && !LEADER.has(text[at]!)) return -1;
    }
    return -1;
  }

  function join(hyphen: number, lineFeed: number): Buffer | undefined {
    let start = hyphen - 1;
    while (isLetter(text[start - 1]) && hyphen - start < LONGEST_HALF) start--;
    let rest = lineFeed + 1;
    while (LEADER.has(text[rest]!) && rest - lineFeed <= LONGEST_LEADER) rest++;
    if (!isLowerCase(text[rest])) return undefined;
    let end = rest;
    while (isLetter(text[end]) && end - rest < LONGEST_HALF) end++;
    const first = text.toString('latin1', start, hyphen).toLowerCase();
    const second = text.toString('latin1', rest, end).toLowerCase();
    // "open-" and "source" are separate words, and a hyphen separates them in any case.
    if (!isKnown(first + second) || (isKnown(first) && isKnown(second))) return undefined;
    const copy = joined ?? Buffer.from(text);
    copy.write(text.toString('latin1', rest, end), hyphen, 'latin1');
    copy.fill(SPACE, hyphen + end - rest, end);
    const breakAt = hyphen + end - rest;
    copy[breakAt] = text[lineFeed - 1] === CARRIAGE_RETURN ? CARRIAGE_RETURN : LINE_FEED;
    if (copy[breakAt] === CARRIAGE_RETURN) copy[breakAt + 1] = LINE_FEED;
    return copy;
  }
}
