// Reads single search parameters of an address. Anybody can write an address, so each function returns a usable value
// or nothing. The `search.ts` beside a screen lists its parameters.

/** The search parameters after the `?`, before any check. */
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

/** A day in the form that the API and the date fields of the browser use. */
export function dayIn(value: unknown): string | undefined {
  return typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) ? value : undefined;
}

/** A text that may be blank, such as the key of the group of what has none. */
export function wholeTextIn(value: unknown): string | undefined {
  return typeof value === 'number' ? String(value) : typeof value === 'string' ? value : undefined;
}

/** Several texts; a blank one counts. */
export function textsIn(value: unknown): string[] | undefined {
  if (!Array.isArray(value)) return undefined;
  return value.flatMap((one) => (typeof one === 'string' || typeof one === 'number' ? String(one) : []));
}
