// Values of documents that strangers wrote: each member may be missing or of another type.

type Fields = Record<string, unknown>;

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A member of the object itself, whatever it is called. */
export const own = (fields: Fields, name: string): unknown => (Object.hasOwn(fields, name) ? fields[name] : undefined);

export function textIn(fields: Fields, name: string): string {
  const value = own(fields, name);
  return typeof value === 'string' ? value.trim() : '';
}

/** The texts of a list. */
export function textsIn(fields: Fields, name: string): string[] {
  const value = own(fields, name);
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}

/** The objects of a list. */
export function fieldsIn(fields: Fields, name: string): Fields[] {
  const value = own(fields, name);
  return Array.isArray(value) ? value.filter(isFields) : [];
}
