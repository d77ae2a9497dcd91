// Finds many short strings in bytes at once, each byte looked at once: sixteen places at a time are asked whether their next three bytes may begin
// any of the strings (as Teddy of the Hyperscan library does, https://github.com/intel/hyperscan), and the few that may are compared.
import { loadKernelModule } from './module.ts';
import { createPlainNeedleFinder, createPlainPlaceFinder } from './plain.ts';

interface Exports {
  needlePlaces(text: number, length: number, tables: number, out: number): number;
}

/** Finds needles; one per thread, because it works in memory of its own. */
export interface NeedleFinder {
  /** For each needle its places in the bytes, in order. */
  find(bytes: Uint8Array): number[][];
}

/** The bytes, as a latin1 text, that may stand at the first, second and third place; '' is any byte. */
export type Beginning = readonly [first: string, second: string, third: string];

/** Finds where something may begin; one per thread. */
export interface PlaceFinder {
  /** The places in a piece of the bytes at which one of the beginnings may stand, in order, counted from the piece's; some stand there in truth. */
  inPiece(bytes: Uint8Array, from: number): Uint32Array;
}

/** Bytes looked at in one go. */
export const PIECE_BYTES = 1 << 16;
const GROUPS = 8;
const TABLES_AT = 64;
const TEXT_AT = 256;
/** What is read behind a piece. */
const MARGIN = 64;
const PAGE = 65_536;

/** Needles are of latin1, case matters, and each has three bytes at least. */
export function createNeedleFinder(needles: readonly string[]): NeedleFinder {
  if (!loadKernelModule()) return createPlainNeedleFinder(needles);
  const wanted = needles.map((needle) => Buffer.from(needle, 'latin1'));
  const heads = [...new Set(needles.map((needle) => needle.slice(0, 3)))].sort();
  const places = createPlaceFinder(heads.map((head) => [head[0]!, head[1]!, head[2]!]));
  return {
    find(bytes) {
      const found: number[][] = wanted.map(() => []);
      for (let from = 0; from < bytes.length; from += PIECE_BYTES)
        for (const place of places.inPiece(bytes, from)) compare(bytes, from + place, wanted, found);
      return found;
    },
  };
}

export function createPlaceFinder(beginnings: readonly Beginning[]): PlaceFinder {
  const module = loadKernelModule();
  if (!module) return createPlainPlaceFinder(beginnings);
  const outAt = TEXT_AT + PIECE_BYTES + MARGIN;
  const memory = new WebAssembly.Memory({ initial: Math.ceil((outAt + 4 * PIECE_BYTES) / PAGE) });
  const { exports } = new WebAssembly.Instance(module, { env: { memory } });
  const wasm = exports as unknown as Exports;
  new Uint8Array(memory.buffer).set(groupTables(beginnings), TABLES_AT);
  const text = new Uint8Array(memory.buffer, TEXT_AT, PIECE_BYTES + MARGIN);
  const out = new Uint32Array(memory.buffer, outAt, PIECE_BYTES);
  return {
    inPiece(bytes, from) {
      // Two bytes of the next piece belong to what begins in this one.
      const piece = bytes.subarray(from, from + PIECE_BYTES + 2);
      text.set(piece);
      text.fill(0, piece.length);
      const count = wasm.needlePlaces(TEXT_AT, Math.min(PIECE_BYTES, piece.length), TABLES_AT, outAt);
      return out.slice(0, count);
    },
  };
}

/** Notes the needles that stand at a place. */
function compare(bytes: Uint8Array, at: number, wanted: readonly Buffer[], places: number[][]): void {
  // Called for every place of every file: an iterator of pairs was an eighth of all that a scan allocates.
  for (let n = 0; n < wanted.length; n++) {
    const needle = wanted[n]!;
    let same = 0;
    while (same < needle.length && bytes[at + same] === needle[same]) same++;
    if (same === needle.length) places[n]!.push(at);
  }
}

/** For each of the first three bytes: by its lower half and by its upper half, the groups of beginnings that have such a byte there, as bits. */
function groupTables(beginnings: readonly Beginning[]): Uint8Array {
  const tables = new Uint8Array(3 * 32);
  for (const [index, beginning] of beginnings.entries()) {
    const bit = 1 << (index % GROUPS);
    for (const [place, text] of beginning.entries()) {
      for (const byte of bytesOf(text)) {
        tables[place * 32 + (byte & 15)]! |= bit;
        tables[place * 32 + 16 + (byte >>> 4)]! |= bit;
      }
    }
  }
  return tables;
}

const EVERY_BYTE = Uint8Array.from({ length: 256 }, (_, byte) => byte);

export function bytesOf(text: string): Uint8Array {
  return text === '' ? EVERY_BYTE : Buffer.from(text, 'latin1');
}
