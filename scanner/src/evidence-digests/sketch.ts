// How much two texts have in common, from small sketches of them: the smallest hashes of their pieces (bottom-k sketch). Short texts are compared exactly,
// longer ones within a few percent. Pure.

/** 128 bytes for a long text. */
const HASHES = 32;
const SHORTEST_PIECE = 4;

/** Base64 of unsigned 32-bit numbers in increasing order; '' if the text has no pieces. Lines of minified code are cut at their separators. */
export function sketchOf(lines: readonly string[]): string {
  const hashes = new Set<number>();
  for (const line of lines)
    for (const piece of line.length > 200 ? line.split(/[;{},]/) : [line]) {
      const text = piece.trim();
      if (text.length >= SHORTEST_PIECE) hashes.add(hashOf(text));
    }
  const least = Uint32Array.from(hashes).sort().subarray(0, HASHES);
  return Buffer.from(least.buffer, least.byteOffset, least.byteLength).toString('base64');
}

/** FNV-1a with a final mix, because the least of the hashes are kept. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** The share of their pieces that two texts have in common, from 0 to 1. Texts without pieces have nothing in common. */
export function similarity(a: string, b: string): number {
  const first = numbersOf(a);
  const second = numbersOf(b);
  const inBoth = new Set(first).intersection(new Set(second));
  const union = [...new Set([...first, ...second])].sort((x, y) => x - y);
  // Beyond the least of both together, one of the sketches may lack what its text has.
  const sample = union.slice(0, HASHES);
  if (sample.length === 0) return 0;
  return sample.filter((hash) => inBoth.has(hash)).length / sample.length;
}

function numbersOf(sketch: string): number[] {
  const bytes = Buffer.from(sketch, 'base64');
  return Array.from({ length: bytes.length >> 2 }, (_, at) => bytes.readUInt32LE(at * 4));
}
