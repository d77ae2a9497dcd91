// Licenses that hold together, or of which one may be chosen, as one expression.

/** @param inBrackets which parts need brackets beside others; by default those of several words */
export function joinedLicenses(parts: readonly string[], word: 'AND' | 'OR', inBrackets = /\s/): string {
  const all = [...new Set(parts)];
  return all.map((one) => (all.length > 1 && inBrackets.test(one) ? `(${one})` : one)).join(` ${word} `);
}
