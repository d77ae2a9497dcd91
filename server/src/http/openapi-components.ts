// Components that several operations of the API description share: named schemas, parameters, and error answers.

import { isDeepStrictEqual } from 'node:util';
import { firstOf } from '@assay/scanner/items';
import { ITEM_FIELD, MODEL, modelOf } from './models/models.ts';
import { LegacyError, StandardError } from './models/schemas.ts';
import type { Route } from './route.ts';

export type JsonObject = Record<string, unknown>;
/** Callers may omit members with a default; answers have all members. */
type Direction = 'sent' | 'answered';

export interface SchemaWriter {
  /** The schema as JSON Schema, with references in place of named schemas. */
  write(schema: object, direction: Direction): JsonObject;
  /** The named schemas in use, ordered by name. */
  components(): Record<string, JsonObject>;
}

export function createSchemaWriter(): SchemaWriter {
  const models = new Map<string, JsonObject>();

  function write(schema: object, direction: Direction): JsonObject {
    const { [MODEL]: _model, patternText: _text, ...plain } = schema as JsonObject;
    const model = modelOf(schema);
    if (!model) return writeMembers(plain, direction);
    const { description, default: fallback, [ITEM_FIELD]: field, ...shape } = plain;
    const own = model.description === undefined ? {} : { description: model.description };
    define(model.name, { ...own, ...writeMembers(shape, direction) });
    return {
      $ref: reference('schemas', model.name),
      ...(description === model.description ? {} : { description }),
      ...(fallback === undefined ? {} : { default: fallback }),
      ...(field === undefined ? {} : { [ITEM_FIELD]: field }),
    };
  }

  function define(name: string, schema: JsonObject): void {
    const known = models.get(name);
    if (known && !isDeepStrictEqual(known, schema))
      throw new Error(
        `Two different schemas have the name ${name} in the API description. Where the one that is sent has members with defaults, name it with Sent(). ` +
          `${JSON.stringify(known)} and ${JSON.stringify(schema)}`,
      );
    models.set(name, schema);
  }

  function writeMembers(schema: JsonObject, direction: Direction): JsonObject {
    const written = { ...schema };
    const each = (part: unknown) => write(part as object, direction);
    for (const keyword of ['properties', 'patternProperties']) {
      if (schema[keyword])
        written[keyword] = Object.fromEntries(
          Object.entries(schema[keyword] as JsonObject).map(([name, member]) => [name, each(member)]),
        );
    }
    for (const keyword of ['anyOf', 'allOf']) {
      if (schema[keyword]) written[keyword] = (schema[keyword] as unknown[]).map(each);
    }
    for (const keyword of ['items', 'additionalProperties']) {
      if (typeof schema[keyword] === 'object') written[keyword] = each(schema[keyword]);
    }
    if (direction === 'sent' && Array.isArray(schema.required) && schema.properties) written.required = needsOf(schema);
    return written;
  }

  return { write, components: () => Object.fromEntries([...models].sort(([a], [b]) => (a < b ? -1 : 1))) };
}

/** Members that callers must send; members with a default may be omitted. */
export function needsOf({ required = [], properties = {} }: JsonObject): string[] {
  return (required as string[]).filter(
    (name) => (properties as Record<string, JsonObject>)[name]?.default === undefined,
  );
}

export function reference(kind: string, name: string): string {
  return `#/components/${kind}/${name}`;
}

/** A parameter that operations share, by its text without the example. */
export type SharedParameters = Map<string, { name: string; parameter: JsonObject }>;

/**
 * Parameters that at least two operations share, under their own name. If different parameters have the same name, the most frequent one is shared.
 */
export function sharedParameters(parameters: JsonObject[]): SharedParameters {
  const uses = new Map<string, JsonObject[]>();
  for (const parameter of parameters) uses.set(keyOf(parameter), [...(uses.get(keyOf(parameter)) ?? []), parameter]);
  const shared: SharedParameters = new Map();
  const taken = new Set<string>();
  for (const [key, alike] of [...uses].sort(([, a], [, b]) => b.length - a.length)) {
    const parameter = firstOf(alike);
    const name = `${parameter.name}In${parameter.in === 'path' ? 'Path' : 'Query'}`;
    if (alike.length < 2 || taken.has(name)) continue;
    taken.add(name);
    shared.set(key, { name, parameter });
  }
  return shared;
}

export function keyOf({ example: _example, ...parameter }: JsonObject): string {
  return JSON.stringify(parameter);
}

const ERRORS: Record<number, { name: string; description: string }> = {
  400: { name: 'BadRequest', description: 'A parameter or field is wrong; the message names it' },
  401: { name: 'NotSignedIn', description: 'Wrong login or password' },
  403: { name: 'Forbidden', description: 'The caller may not do this' },
  404: { name: 'NotFound', description: 'What the address names does not exist, or the caller may not see it' },
  409: {
    name: 'Conflict',
    description: 'The sent version (entityVersion) is not the current one; data has the current object',
  },
  408: { name: 'TooSlow', description: 'The body comes in too slowly' },
  412: { name: 'PreconditionFailed', description: 'The version in If-Match is not the current one' },
  413: { name: 'TooLarge', description: 'Too large' },
  415: { name: 'NotJson', description: 'The body is not sent as application/json' },
  423: { name: 'BeingWritten', description: 'Another request is changing it' },
  460: { name: 'WrongChecksum', description: 'The bytes do not have the checksum that was sent' },
  429: {
    name: 'TooManyRequests',
    description: 'Too many attempts; the header Retry-After says how many seconds to wait',
  },
  500: { name: 'Fault', description: 'A fault of the server; its log has the request id' },
  501: { name: 'NotImplemented', description: 'The input was checked, but the function does not exist yet' },
  507: { name: 'DiskFull', description: 'A disk of the server has no space left' },
  503: { name: 'Unavailable', description: 'Something that the operation needs cannot be reached' },
};

export interface ErrorAnswers {
  /** An operation's reference to the shared answer, with its own description if it has one. */
  refer(status: number, family: Route['family'], description: string | undefined, example: unknown): JsonObject;
  components(): Record<string, JsonObject>;
}

/** Error answers differ only by status and envelope; the first example of each is shown. */
export function createErrorAnswers(writer: SchemaWriter): ErrorAnswers {
  const answers = new Map<string, { description: string; schema: JsonObject; example: unknown }>();
  return {
    refer(status, family, description, example) {
      const known = ERRORS[status];
      if (!known) throw new Error(`Name the answers of status ${status} in openapi-components.ts`);
      const name = family === 'legacy' ? `Legacy${known.name}` : known.name;
      const schema = writer.write(family === 'legacy' ? LegacyError : StandardError, 'answered');
      answers.set(name, {
        description: known.description,
        schema,
        example: answers.get(name)?.example ?? example,
      });
      const isOwn = description !== undefined && description !== known.description;
      return { $ref: reference('responses', name), ...(isOwn ? { description } : {}) };
    },
    components: () =>
      Object.fromEntries(
        [...answers].map(([name, { description, schema, example }]) => [
          name,
          { description, content: { 'application/json': { schema, ...shown(example) } } },
        ]),
      ),
  };
}

export const shown = (value: unknown): JsonObject => (value === undefined ? {} : { examples: { example: { value } } });
