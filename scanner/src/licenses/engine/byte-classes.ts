// ASCII classes of the bytes of a text.

export function isDigit(byte: number): boolean {
  return byte >= 48 && byte <= 57;
}

export function isLetterOrDigit(byte: number): boolean {
  return isDigit(byte) || (byte >= 65 && byte <= 90) || (byte >= 97 && byte <= 122);
}
