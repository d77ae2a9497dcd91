// Reads the JSON of registries, which may be of any shape: what is of another shape than expected counts as absent.

/** The members of an object, by name; none for anything else. A map, so that "__proto__" is a name like others. */
export function membersOf(value: unknown): Map<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? new Map(Object.entries(value))
    : new Map();
}

export function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

const LONGEST_TEXT = 5000;

/** Without NUL, which the database cannot keep. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value.replaceAll('\0', '').trim().slice(0, LONGEST_TEXT) : '';
}

/** A moment in ISO 8601; '' for anything else. */
export function momentOf(value: unknown): string {
  const time = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return Number.isNaN(time) ? '' : new Date(time).toISOString();
}

/** Several licenses of which a user may choose, as manifests write them. */
export function choiceOf(licenses: readonly string[]): string {
  const named = licenses.filter((license) => license !== '');
  return named.length < 2 ? (named[0] ?? '') : named.map((one) => (/\s/.test(one) ? `(${one})` : one)).join(' OR ');
}
