// Counts line feeds sixteen bytes at a time.
import { loadKernelModule } from './module.ts';

interface Exports {
  lineFeeds(text: number, length: number): number;
}

/** How many of the bytes [from, to) are line feeds. */
export type LineFeedCounter = (bytes: Uint8Array, from: number, to: number) => number;

/** Bytes counted in one go: the memory of one instance, less what is read behind them. */
const MARGIN = 16;
const PIECE_BYTES = 65_536 - MARGIN;

/** Undefined where the kernel cannot run. One per thread, because it works in memory of its own. */
export function createLineFeedCounter(): LineFeedCounter | undefined {
  const module = loadKernelModule();
  if (!module) return undefined;
  const memory = new WebAssembly.Memory({ initial: 1 });
  const { exports } = new WebAssembly.Instance(module, { env: { memory } });
  const wasm = exports as unknown as Exports;
  const room = new Uint8Array(memory.buffer);
  return (bytes, from, to) => {
    let found = 0;
    for (let at = from; at < to; at += PIECE_BYTES) {
      const piece = bytes.subarray(at, Math.min(to, at + PIECE_BYTES));
      room.set(piece);
      room.fill(0, piece.length, piece.length + MARGIN);
      found += wasm.lineFeeds(0, piece.length);
    }
    return found;
  };
}
