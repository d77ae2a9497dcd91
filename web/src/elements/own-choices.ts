// What a choice offers: what there is, and what was chosen already though it has gone since.

export function withChosen(there: readonly string[], chosen: readonly string[]): string[] {
  return [...new Set([...chosen.filter(Boolean), ...there])];
}
