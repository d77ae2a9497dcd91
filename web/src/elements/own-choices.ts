// Options of a choice: the existing ones, and the current choice, even if it was deleted since.

export function withChosen(there: readonly string[], chosen: readonly string[]): string[] {
  return [...new Set([...chosen.filter(Boolean), ...there])];
}
