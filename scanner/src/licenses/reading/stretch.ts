// A part of a text's bytes as a string. Pure.

/** Bytes [from, to) as latin1, one character per byte; offsets beyond the text are clipped. */
export function stretchOf(bytes: Uint8Array, from: number, to: number): string {
  const start = Math.max(0, from);
  const length = Math.max(0, Math.min(bytes.length, to) - start);
  return Buffer.from(bytes.buffer, bytes.byteOffset + start, length).toString('latin1');
}
