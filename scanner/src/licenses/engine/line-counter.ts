// Line numbers of places in a text, the first line being 1.
import { createLineFeedCounter, type LineFeedCounter } from './kernel/line-feeds.ts';

/** Fewer bytes are counted where they are. */
const SHORT_BYTES = 256;

let countLineFeeds: LineFeedCounter | undefined;

/** The line of a byte offset; counts on from the last one asked, forwards or backwards: matches come in order and overlap. */
export function lineCounter(bytes: Uint8Array): (byte: number) => number {
  let at = 0;
  let line = 1;
  return (byte) => {
    const to = Math.min(byte, bytes.length);
    const from = Math.min(at, to);
    const end = Math.max(at, to);
    const passed = end - from < SHORT_BYTES ? countHere(bytes, from, end) : countByKernel(bytes, from, end);
    line += to > at ? passed : -passed;
    at = to;
    return line;
  };
}

function countHere(bytes: Uint8Array, from: number, to: number): number {
  let found = 0;
  for (let at = from; at < to; at++) if (bytes[at] === 10) found++;
  return found;
}

function countByKernel(bytes: Uint8Array, from: number, to: number): number {
  countLineFeeds ??= createLineFeedCounter() ?? countHere;
  return countLineFeeds(bytes, from, to);
}
