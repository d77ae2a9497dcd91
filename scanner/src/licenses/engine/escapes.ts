// Spaces of web addresses: badges write a choice as `MPL--2.0%20OR%20Apache--2.0`, where the words would be "20or" and "20apache". Pure.

const ESCAPED = '%20';

/** The same bytes, each `%20` as three spaces, so that places stay where they are; a copy only if there is one. */
export function withoutEscapedSpaces(bytes: Uint8Array): Uint8Array {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = view.indexOf(ESCAPED);
  if (at < 0) return bytes;
  const plain = Buffer.from(view);
  for (; at >= 0; at = view.indexOf(ESCAPED, at + ESCAPED.length)) plain.fill(' ', at, at + ESCAPED.length);
  return plain;
}
