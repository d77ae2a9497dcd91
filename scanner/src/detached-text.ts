// Copies a text, because a text that was cut out of a longer one keeps the longer one in memory.

/** JavaScript copies shorter parts by itself. */
const SHORTEST_CUT = 13;

export function detachedText(text: string): string {
  if (text.length < SHORTEST_CUT) return text;
  // Only UTF-16 keeps a lone half of a surrogate pair.
  return text.isWellFormed() ? Buffer.from(text).toString() : Buffer.from(text, 'utf16le').toString('utf16le');
}

/** Copies the texts directly in an object or list, in place. Keys need no copies, because they are never cut out of a text. */
export function detachTexts(fields: object): void {
  const own = fields as Record<string, unknown>;
  for (const [key, value] of Object.entries(own)) if (typeof value === 'string') own[key] = detachedText(value);
}
