// Members of foreign answers: what is missing or has another shape is empty.

export type Fields = Record<string, unknown>;

export function fieldsIn(value: unknown, name: string): Fields {
  const found = memberOf(value, name);
  return isFields(found) ? found : {};
}

/** The objects of a list. */
export function listIn(value: unknown, name: string): Fields[] {
  const found = memberOf(value, name);
  return Array.isArray(found) ? found.filter(isFields) : [];
}

export function textIn(value: unknown, name: string): string {
  const found = memberOf(value, name);
  return typeof found === 'string' ? found : '';
}

export function memberOf(value: unknown, name: string): unknown {
  return isFields(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
