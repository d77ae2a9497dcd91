// Reads single search parameters of an address. Whatever a stranger wrote there, the outcome is a usable value or nothing. Which parameters
// a screen has is said by the `search.ts` beside it.

/** What stands after the `?` of an address, as nobody has checked it yet. */
export type RawSearch = Record<string, unknown>;

export function idIn(value: unknown): number | undefined {
  const id = typeof value === 'string' ? Number(value) : value;
  return typeof id === 'number' && Number.isSafeInteger(id) && id > 0 ? id : undefined;
}

export function textIn(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

export function choiceIn<const T extends string>(value: unknown, choices: readonly T[]): T | undefined {
  return choices.find((choice) => choice === value);
}

/** A day as the API and the date fields of the browser write it. */
export function dayIn(value: unknown): string | undefined {
  return typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) ? value : undefined;
}
