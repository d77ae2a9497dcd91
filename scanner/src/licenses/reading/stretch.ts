// A stretch of a text's bytes as a string to look into. Pure.

/** Bytes [from, to) as latin1, one character a byte; what lies beyond either end of the text is left out. */
export function stretchOf(bytes: Uint8Array, from: number, to: number): string {
  const start = Math.max(0, from);
  const length = Math.max(0, Math.min(bytes.length, to) - start);
  return Buffer.from(bytes.buffer, bytes.byteOffset + start, length).toString('latin1');
}
