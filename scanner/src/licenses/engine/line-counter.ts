// Line numbers of places in a text. The first line is 1.

/**
 * Returns the line of a byte offset. Counts from the last offset, forwards or backwards, because matches come in order
 * and overlap.
 */
export function lineCounter(bytes: Uint8Array): (byte: number) => number {
  let at = 0;
  let line = 1;
  return (byte) => {
    const to = Math.min(byte, bytes.length);
    const passed = countLineFeeds(bytes, Math.min(at, to), Math.max(at, to));
    line += to > at ? passed : -passed;
    at = to;
    return line;
  };
}

function countLineFeeds(bytes: Uint8Array, from: number, to: number): number {
  let found = 0;
  for (let at = from; at < to; at++) if (bytes[at] === 10) found++;
  return found;
}
