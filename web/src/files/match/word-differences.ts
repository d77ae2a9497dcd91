// Which words of two texts are the same, in order. The work is bounded: texts of any length and any likeness take a time that grows with their length.

export interface Word {
  from: number;
  to: number;
  /** As it is compared: case, punctuation and signs of comments do not count. */
  text: string;
}

export function wordsIn(text: string): Word[] {
  return Array.from(text.matchAll(/[\p{L}\p{N}]+/gu), ({ index, 0: word }) => ({
    from: index,
    to: index + word.length,
    text: word.toLowerCase(),
  }));
}

/** For each word of `a` the position of the same word in `b`, or -1. The positions rise. */
export function matchWords(a: readonly string[], b: readonly string[]): Int32Array {
  const partners = new Int32Array(a.length).fill(-1);
  const open: Stretch[] = [{ a: [0, a.length], b: [0, b.length], depth: 0 }];
  for (let stretch = open.pop(); stretch !== undefined; stretch = open.pop())
    open.push(...divided(a, b, stretch, partners));
  return partners;
}

/** Words of both texts that are compared with each other; ends are not included. */
interface Stretch {
  a: [from: number, to: number];
  b: [from: number, to: number];
  depth: number;
}

/** Sequences that are in both texts once join them: long ones first, because they say most. */
const SEQUENCES = [8, 4, 2, 1];
/** Each division looks at all words of its stretch once for each length of sequences. */
const DEEPEST = 24;
/** Stretches without such a sequence are compared word by word, up to so many pairs. */
const MOST_PAIRS = 250_000;

function divided(
  a: readonly string[],
  b: readonly string[],
  { a: [fromA, toA], b: [fromB, toB], depth }: Stretch,
  partners: Int32Array,
): Stretch[] {
  while (fromA < toA && fromB < toB && a[fromA] === b[fromB]) partners[fromA++] = fromB++;
  while (fromA < toA && fromB < toB && a[toA - 1] === b[toB - 1]) partners[--toA] = --toB;
  if (fromA === toA || fromB === toB || depth > DEEPEST) return [];
  for (const length of SEQUENCES) {
    const anchors = rising(commonOnce(a.slice(fromA, toA), b.slice(fromB, toB), length));
    if (anchors.length === 0) continue;
    const parts: Stretch[] = [];
    let [lastA, lastB] = [fromA, fromB];
    for (const [inA, inB] of anchors) {
      const [atA, atB] = [fromA + inA, fromB + inB];
      partners[atA] = atB;
      parts.push({ a: [lastA, atA], b: [lastB, atB], depth: depth + 1 });
      [lastA, lastB] = [atA + 1, atB + 1];
    }
    parts.push({ a: [lastA, toA], b: [lastB, toB], depth: depth + 1 });
    return parts;
  }
  if ((toA - fromA) * (toB - fromB) <= MOST_PAIRS) pairOff(a, b, [fromA, toA], [fromB, toB], partners);
  return [];
}

type Pair = [inA: number, inB: number];

/** Where the sequences of this length begin that are in each text exactly once. */
function commonOnce(a: readonly string[], b: readonly string[], length: number): Pair[] {
  const inB = placesOnce(b, length);
  const pairs: Pair[] = [];
  for (const [sequence, at] of placesOnce(a, length)) {
    const there = inB.get(sequence);
    if (at >= 0 && there !== undefined && there >= 0) pairs.push([at, there]);
  }
  return pairs;
}

/** -1 for sequences that occur again. */
function placesOnce(words: readonly string[], length: number): Map<string, number> {
  const places = new Map<string, number>();
  for (let at = 0; at + length <= words.length; at++) {
    const sequence = words.slice(at, at + length).join(' ');
    places.set(sequence, places.has(sequence) ? -1 : at);
  }
  return places;
}

/** The longest choice of pairs whose positions rise in both texts. The pairs come in the order of the first text. */
function rising(pairs: readonly Pair[]): Pair[] {
  const ends: number[] = [];
  const before = new Int32Array(pairs.length).fill(-1);
  for (const [at, [, inB]] of pairs.entries()) {
    let low = 0;
    for (let high = ends.length; low < high; ) {
      const middle = (low + high) >> 1;
      if ((pairs[ends[middle] ?? 0]?.[1] ?? 0) < inB) low = middle + 1;
      else high = middle;
    }
    if (low > 0) before[at] = ends[low - 1] ?? -1;
    ends[low] = at;
  }
  const chosen: Pair[] = [];
  for (let at = ends.at(-1) ?? -1; at >= 0; at = before[at] ?? -1) {
    const pair = pairs[at];
    if (pair) chosen.push(pair);
  }
  return chosen.reverse();
}

/** The longest common sequence of words, by a table of all pairs. */
function pairOff(
  a: readonly string[],
  b: readonly string[],
  [fromA, toA]: [number, number],
  [fromB, toB]: [number, number],
  partners: Int32Array,
): void {
  const width = toB - fromB + 1;
  const lengths = new Uint32Array((toA - fromA + 1) * width);
  const cell = (x: number, y: number) => lengths[(x - fromA) * width + y - fromB] ?? 0;
  for (let x = toA - 1; x >= fromA; x--)
    for (let y = toB - 1; y >= fromB; y--)
      lengths[(x - fromA) * width + y - fromB] =
        a[x] === b[y] ? cell(x + 1, y + 1) + 1 : Math.max(cell(x + 1, y), cell(x, y + 1));
  for (let x = fromA, y = fromB; x < toA && y < toB; ) {
    if (a[x] === b[y]) partners[x++] = y++;
    else if (cell(x + 1, y) >= cell(x, y + 1)) x++;
    else y++;
  }
}

/** A piece of a text: words of both texts, or words that only this one has, with what stands between them. */
export interface Piece {
  text: string;
  isSame: boolean;
}

/** The whole text in pieces. `isSame` says it for each word. */
export function piecesOf(text: string, words: readonly Word[], isSame: (word: number) => boolean): Piece[] {
  const pieces: Piece[] = [];
  let begin = 0;
  for (const [at, word] of words.entries()) {
    const next = words[at + 1];
    if (next !== undefined && isSame(at) === isSame(at + 1)) continue;
    // What stands between two words belongs to those that are the same.
    const end = next === undefined ? text.length : isSame(at) ? next.from : word.to;
    pieces.push({ text: text.slice(begin, end), isSame: isSame(at) });
    begin = end;
  }
  if (words.length === 0 && text !== '') pieces.push({ text, isSame: true });
  return pieces;
}
