// Runs kernel.wasm: lays out its memory, gives it the tables of an index, and hands its results on as typed arrays.
// One kernel per index and thread; it is not shared, because it works in its own memory.
import type { LicenseIndex } from '../index-format.ts';
import { APART, TAG_HASHES, type TokenBuffer } from '../tokens.ts';
import { gramFilter, pairFilter, ruleHeads } from './filters.ts';
import { loadKernelModule } from './module.ts';
import { createPlainKernel } from './plain.ts';

/** What kernel.as.ts exports. Addresses and sizes are bytes. */
interface Exports {
  placeTables(...addresses: number[]): void;
  placeWords(...hashes: number[]): void;
  tokenize(text: number, length: number, ids: number, starts: number): number;
  ruleStarts(ids: number, count: number, out: number): number;
  gramPlaces(ids: number, count: number, out: number): number;
}

export interface Kernel {
  /** The tokens of a text, as tokenize() of tokens.ts gives them; starts count from the text's begin. They hold until the next call. */
  tokenize(text: Uint8Array): TokenBuffer;
  /** Tokens of the last text at which a rule may begin, in order. They hold until the next call. */
  ruleStarts(): Uint32Array;
  /** Tokens of the last text at which a gram may begin by which a rule is found, in order. They hold until the next call. */
  gramPlaces(): Uint32Array;
}

const PAGE = 65_536;
const TAG_SLOTS = 1024;
const STRAY_BITS = 65_536;
/** What the kernel may read behind a text and behind the tokens. */
const MARGIN = 160;

const kernels = new WeakMap<SharedArrayBuffer, Kernel>();

/** The thread's kernel for an index. */
export function kernelOf(index: LicenseIndex): Kernel {
  let kernel = kernels.get(index.buffer);
  if (!kernel) {
    const module = loadKernelModule();
    kernel = module ? createKernel(index, module) : createPlainKernel(index);
    kernels.set(index.buffer, kernel);
  }
  return kernel;
}

function createKernel(index: LicenseIndex, module: WebAssembly.Module): Kernel {
  const memory = new WebAssembly.Memory({ initial: 1 });
  const { exports } = new WebAssembly.Instance(module, { env: { memory } });
  const wasm = exports as unknown as Exports;
  const tablesEnd = placeTables(index, memory, wasm);
  let room = placeTexts(memory, tablesEnd, PAGE);
  let count = 0;

  return {
    tokenize(text) {
      if (text.length > room.capacity) room = placeTexts(memory, tablesEnd, text.length);
      room.text.set(text);
      // A line ends behind the text, and nothing is known of what follows.
      room.text.fill(10, text.length, text.length + 2);
      room.text.fill(0, text.length + 2, text.length + MARGIN);
      count = wasm.tokenize(room.text.byteOffset, text.length, room.ids.byteOffset, room.starts.byteOffset);
      room.ids.fill(0, count, count + MARGIN / 2);
      return { ids: room.ids, starts: room.starts, count };
    },
    ruleStarts() {
      return room.places.subarray(0, wasm.ruleStarts(room.ids.byteOffset, count, room.places.byteOffset));
    },
    gramPlaces() {
      return room.places.subarray(0, wasm.gramPlaces(room.ids.byteOffset, count, room.places.byteOffset));
    },
  };
}

/** Room for a text and what is found in it. */
interface Room {
  capacity: number;
  text: Uint8Array;
  ids: Uint16Array;
  starts: Uint32Array;
  places: Uint32Array;
}

/** Makes room behind `from` for a text of `atLeast` bytes. Every token takes a byte at least. */
function placeTexts(memory: WebAssembly.Memory, from: number, atLeast: number): Room {
  const capacity = 2 ** Math.ceil(Math.log2(atLeast));
  // One byte before the text for the line end it begins with.
  const text = aligned(from + 1);
  const ids = aligned(text + capacity + MARGIN);
  const starts = aligned(ids + 2 * capacity + MARGIN);
  const places = aligned(starts + 4 * capacity);
  growTo(memory, places + 4 * (capacity + 1));
  const { buffer } = memory;
  new Uint8Array(buffer)[text - 1] = 10;
  return {
    capacity,
    text: new Uint8Array(buffer, text, capacity + MARGIN),
    ids: new Uint16Array(buffer, ids, capacity + MARGIN / 2),
    starts: new Uint32Array(buffer, starts, capacity),
    places: new Uint32Array(buffer, places, capacity + 1),
  };
}

const aligned = (address: number): number => Math.ceil(address / 64) * 64;

function growTo(memory: WebAssembly.Memory, size: number): void {
  const missing = size - memory.buffer.byteLength;
  if (missing > 0) memory.grow(Math.ceil(missing / PAGE));
}

/** Copies what the kernel needs of an index; answers where it ends. */
function placeTables(index: LicenseIndex, memory: WebAssembly.Memory, wasm: Exports): number {
  const { dictionaryTable } = index;
  const pairs = pairFilter(index);
  const grams = gramFilter(index);
  const { words, strays } = wordTables(dictionaryTable);
  const tables = [laneMasks(), tagTable(), dictionaryTable, words, strays, ruleHeads(index), pairs.bits, grams];
  const addresses: number[] = [];
  let end = 64;
  for (const { byteLength } of tables) {
    addresses.push(end);
    end = aligned(end + byteLength);
  }
  growTo(memory, end);
  const bytes = new Uint8Array(memory.buffer);
  for (const [i, table] of tables.entries())
    bytes.set(new Uint8Array(table.buffer, table.byteOffset, table.byteLength), addresses[i]!);
  const [masks, tags, dictionary, wordsAt, straysAt, heads, pairsAt, gramsAt] = addresses as Addresses;
  const wordMask = words.length - 1;
  const gramMask = grams.length * 8 - 1;
  wasm.placeTables(
    masks,
    tags,
    dictionary,
    wordMask,
    wordsAt,
    straysAt,
    heads,
    pairsAt,
    pairs.shift,
    gramsAt,
    gramMask,
  );
  wasm.placeWords(APART.dnl, APART.rem, APART.c, APART.www, APART.href);
  return end;
}

type Addresses = [number, number, number, number, number, number, number, number];

/** The dictionary's words in the slots that are theirs, id and hash in one number, and a filter of those whose slot was taken. */
function wordTables(table: Uint32Array): { words: Uint32Array; strays: Uint32Array } {
  const words = new Uint32Array(table.length / 2);
  const strays = new Uint32Array(STRAY_BITS / 32);
  const mask = words.length - 1;
  for (let i = 0; i < table.length; i += 2) {
    const entry = table[i]!;
    const hash = table[i + 1]!;
    if (entry === 0) continue;
    if (words[hash & mask] === 0) words[hash & mask] = (hash & ~mask) | (entry - 1);
    else strays[(hash >>> 18) & (STRAY_BITS / 32 - 1)]! |= 1 << (hash & 31);
  }
  return { words, strays };
}

/** Sixteen set bytes and sixteen that are not: a load from 16 - n on is a mask of n bytes. */
const laneMasks = (): Uint8Array => new Uint8Array(32).fill(255, 0, 16);

function tagTable(): Uint32Array {
  const table = new Uint32Array(TAG_SLOTS);
  for (const hash of TAG_HASHES) {
    let slot = hash & (TAG_SLOTS - 1);
    while (table[slot] !== 0) slot = (slot + 1) & (TAG_SLOTS - 1);
    table[slot] = hash;
  }
  return table;
}
