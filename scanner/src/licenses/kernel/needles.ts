// Finds many short strings in bytes at once, each byte looked at once: sixteen places at a time are asked whether their next three bytes may begin
// any of the strings (as Teddy of the Hyperscan library does, https://github.com/intel/hyperscan), and the few that may are compared.
import { loadKernelModule } from './module.ts';
import { createPlainNeedleFinder } from './plain.ts';

interface Exports {
  needlePlaces(text: number, length: number, tables: number, out: number): number;
}

/** Finds needles; one per thread, because it works in memory of its own. */
export interface NeedleFinder {
  /** For each needle its places in the bytes, in order. */
  find(bytes: Uint8Array): number[][];
}

/** Bytes looked at in one go. */
const PIECE_BYTES = 1 << 16;
const GROUPS = 8;
const TABLES_AT = 64;
const TEXT_AT = 256;
/** What is read behind a piece. */
const MARGIN = 64;
const PAGE = 65_536;

/** Needles are of latin1, case matters, and each has three bytes at least. */
export function createNeedleFinder(needles: readonly string[]): NeedleFinder {
  const module = loadKernelModule();
  if (!module) return createPlainNeedleFinder(needles);
  const wanted = needles.map((needle) => Buffer.from(needle, 'latin1'));
  const outAt = TEXT_AT + PIECE_BYTES + MARGIN;
  const memory = new WebAssembly.Memory({ initial: Math.ceil((outAt + 4 * PIECE_BYTES) / PAGE) });
  const { exports } = new WebAssembly.Instance(module, { env: { memory } });
  const wasm = exports as unknown as Exports;
  new Uint8Array(memory.buffer).set(groupTables(wanted), TABLES_AT);
  const text = new Uint8Array(memory.buffer, TEXT_AT, PIECE_BYTES + MARGIN);
  const out = new Uint32Array(memory.buffer, outAt, PIECE_BYTES);
  return {
    find(bytes) {
      const places: number[][] = wanted.map(() => []);
      for (let from = 0; from < bytes.length; from += PIECE_BYTES) {
        // Two bytes of the next piece belong to what begins in this one.
        const piece = bytes.subarray(from, from + PIECE_BYTES + 2);
        text.set(piece);
        text.fill(0, piece.length);
        const count = wasm.needlePlaces(TEXT_AT, Math.min(PIECE_BYTES, piece.length), TABLES_AT, outAt);
        for (let i = 0; i < count; i++) compare(bytes, from + out[i]!, wanted, places);
      }
      return places;
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

/** For each of the first three bytes: by its lower half and by its upper half, the groups that have such a byte there, as bits. */
function groupTables(needles: readonly Buffer[]): Uint8Array {
  const tables = new Uint8Array(3 * 32);
  const heads = [...new Set(needles.map((needle) => needle.toString('latin1', 0, 3)))].sort();
  for (const needle of needles) {
    const bit = 1 << (heads.indexOf(needle.toString('latin1', 0, 3)) % GROUPS);
    for (let i = 0; i < 3; i++) {
      const byte = needle[i]!;
      tables[i * 32 + (byte & 15)]! |= bit;
      tables[i * 32 + 16 + (byte >>> 4)]! |= bit;
    }
  }
  return tables;
}
