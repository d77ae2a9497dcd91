// Texts that keep nothing else in memory. A text that was cut out of a file holds on to all of it, as long as anything holds on to the text.

/** JavaScript copies shorter texts when it cuts them out. */
const SHORTEST_CUT = 13;

export function detachedText(text: string): string {
  return text.length < SHORTEST_CUT || !text.isWellFormed() ? text : Buffer.from(text).toString();
}

/** Detaches the texts directly in an object or list, in place; keys are never cut out. */
export function detachTexts(fields: object): void {
  const own = fields as Record<string, unknown>;
  for (const [key, value] of Object.entries(own)) if (typeof value === 'string') own[key] = detachedText(value);
}
