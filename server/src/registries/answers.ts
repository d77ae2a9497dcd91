// Reads the JSON of registries, which may have any shape: a value of an unexpected shape counts as absent.

/** The members of an object, by name; none for other values. A map, so that "__proto__" is an ordinary name. */
export function membersOf(value: unknown): Map<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? new Map(Object.entries(value))
    : new Map();
}

export function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

const LONGEST_TEXT = 5000;

/** Without NUL, which the database cannot store. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value.replaceAll('\0', '').trim().slice(0, LONGEST_TEXT) : '';
}

/** A time in ISO 8601; '' for other values. */
export function momentOf(value: unknown): string {
  const time = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return Number.isNaN(time) ? '' : new Date(time).toISOString();
}

/** Several licenses to choose from, in the spelling of manifests. */
export function choiceOf(licenses: readonly string[]): string {
  const named = licenses.filter((license) => license !== '');
  return named.length < 2 ? (named[0] ?? '') : named.map((one) => (/\s/.test(one) ? `(${one})` : one)).join(' OR ');
}
