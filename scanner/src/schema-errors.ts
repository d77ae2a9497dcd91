// Describes why a JSON schema refuses a file of rules or knowledge.
import type { ErrorObject } from 'ajv';

/** The errors of a validator as one text, each with its place in the file. */
export function schemaErrors(errors: readonly ErrorObject[] | null | undefined): string {
  return (errors ?? []).map(sentenceOf).join('; ');
}

function sentenceOf({ instancePath, keyword, message, params }: ErrorObject): string {
  const place = instancePath.slice(1).replaceAll('/', '.') || 'the file';
  return keyword === 'additionalProperties'
    ? `nothing reads the key "${params.additionalProperty}" of ${place}; it may be misspelt`
    : `${place} ${message}`;
}
