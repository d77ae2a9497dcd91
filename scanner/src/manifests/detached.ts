// Copies texts so that they do not keep a file in memory: a part that is cut out of a text keeps the whole text in
// memory.

/** JavaScript copies shorter parts, so they keep nothing in memory. */
const SHORTEST_CUT = 13;

export function detachedText(text: string): string {
  return text.length < SHORTEST_CUT || !text.isWellFormed() ? text : Buffer.from(text).toString();
}

/**
 * Copies the texts directly in an object or list, in place. Keys need no copies, because they are never cut out of a
 * text.
 */
export function detachTexts(fields: object): void {
  const own = fields as Record<string, unknown>;
  for (const [key, value] of Object.entries(own)) if (typeof value === 'string') own[key] = detachedText(value);
}
