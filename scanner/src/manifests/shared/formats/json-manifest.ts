// Reads JSON manifests that are one object, so that each member only says which fields it wants.
import { asFields, asText, isFields, own, type Problems } from '../problems.ts';

export interface JsonManifest {
  fields: Record<string, unknown>;
  /** The text of a top-level field. */
  of(name: string): string;
}

/** Undefined, with a problem, if the text is not an object. `what` names the format. */
export function readJsonObject(text: string, what: string, problems: Problems): JsonManifest | undefined {
  const value: unknown = JSON.parse(text);
  if (!isFields(value)) {
    problems.add(`${what} should be an object; nothing was read from it.`);
    return undefined;
  }
  const fields = asFields(value, what, problems);
  return { fields, of: (name) => asText(own(fields, name), name, problems) };
}
