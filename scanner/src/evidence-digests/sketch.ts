// How much two texts have in common, from small sketches of them: the smallest hashes of their pieces (bottom-k sketch). Short texts are compared exactly,
// longer ones within a few percent. Pure.
import { innerLines, isLong, withoutShortNames } from './long-lines.ts';

/** 128 bytes for a long text. */
const HASHES = 32;
const SHORTEST_PIECE = 4;

/** Of minified code: shorter ones are the same in all programs. */
const SHORTEST_MINIFIED_PIECE = 10;

/** Such as the positions in a source map, or a picture: they are other ones in each version. */
const ENCODED = /^[\w+/=$]*$/;

/** The signs around the words of a comment, which are others in another kind of comment. */
const COMMENT_SIGNS = /^(?:\/\*+!?|\*+\/?|\/\/+!?|#+|;+|--+|<!--+|%+)\s*|\s*(?:\*+\/|--+>)$/g;

const LAST_BLANK_OR_SIGN = 47;

/** Without the signs of comments. Most lines of code begin with a letter, and need no further look. */
export const withoutSigns = (line: string): string =>
  line.charCodeAt(0) <= LAST_BLANK_OR_SIGN || line[0] === ';' || line[0] === '<'
    ? line.replace(COMMENT_SIGNS, '')
    : line;

/** Base64 of unsigned 32-bit numbers in increasing order, for lines without white space around them; '' if the text has no pieces. A long line counts as the lines and pieces of code that it holds. */
export function sketchOf(lines: readonly string[]): string {
  const hashes = new Set<number>();
  for (const line of lines) {
    if (isLong(line)) for (const piece of minifiedPieces(line)) hashes.add(hashOf(piece));
    else if (line.length >= SHORTEST_PIECE) addPiece(hashes, withoutSigns(line));
  }
  return packed(hashes);
}

/** Of prose, whose lines are other ones as soon as it is wrapped otherwise: of each word with the next one. */
export function sketchOfProse(lines: readonly string[]): string {
  const hashes = new Set<number>();
  let former = '';
  for (const word of lines.flatMap((line) => line.split(' '))) {
    addPiece(hashes, `${former} ${word}`);
    former = word;
  }
  return packed(hashes);
}

function addPiece(hashes: Set<number>, piece: string): void {
  if (piece.length >= SHORTEST_PIECE) hashes.add(hashOf(piece));
}

function packed(hashes: ReadonlySet<number>): string {
  const least = Uint32Array.from(hashes).sort().subarray(0, HASHES);
  return Buffer.from(least.buffer, least.byteOffset, least.byteLength).toString('base64');
}

const minifiedPieces = (line: string): string[] =>
  innerLines(line)
    .flatMap((one) => withoutShortNames(one).split(/[;{},]/))
    .map((piece) => piece.trim())
    .filter((piece) => piece.length >= SHORTEST_MINIFIED_PIECE && !ENCODED.test(piece));

/** FNV-1a with a final mix, because the least of the hashes are kept. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** The share of the pieces of each that the other has too (two thirds for two texts of 30 that share 20), from 0 to 1. Texts without pieces have nothing in common. */
export function similarity(a: string, b: string): number {
  const first = numbersOf(a);
  const second = numbersOf(b);
  const inBoth = new Set(first).intersection(new Set(second));
  const union = [...new Set([...first, ...second])].sort((x, y) => x - y);
  // Beyond the least of both together, one of the sketches may lack what its text has.
  const sample = union.slice(0, HASHES);
  if (sample.length === 0) return 0;
  // The sample tells the share of the union; of each text of about the same length, it is more.
  const ofUnion = sample.filter((hash) => inBoth.has(hash)).length / sample.length;
  return (2 * ofUnion) / (1 + ofUnion);
}

function numbersOf(sketch: string): number[] {
  const bytes = Buffer.from(sketch, 'base64');
  return Array.from({ length: bytes.length >> 2 }, (_, at) => bytes.readUInt32LE(at * 4));
}
