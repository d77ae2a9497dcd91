// Texts that others wrote, as they may be stored and shown.

/** Prepares foreign text for storage and display: removes NUL and halves of surrogate pairs. */
export function storableText(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\uFFFD');
}

export function shorten(text: string, length: number): string {
  if (text.length <= length) return text;
  // Never cuts between the halves of a surrogate pair.
  const cut = text.slice(0, length - 1).replace(/[\uD800-\uDBFF]$/, '');
  return `${cut}…`;
}
