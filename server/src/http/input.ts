// Converts input to the types of the schemas. Existing clients send numbers and booleans as text, `True` for true, and null or `""` for absent; all
// of these are accepted here, before validation. Errors name the field and what would be right.
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import type { TSchema } from 'typebox';
import { AppError, badRequest } from '../errors.ts';

const ajv = new Ajv({ allErrors: false, strict: false, useDefaults: true, validateFormats: false, verbose: true });

export type InputPart = 'path' | 'query' | 'body';

interface JsonSchema {
  type?: string;
  enum?: string[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  /** Records describe members with free names in one of these. */
  patternProperties?: Record<string, JsonSchema>;
  additionalProperties?: boolean | JsonSchema;
  anyOf?: JsonSchema[];
  default?: unknown;
}

/** Addresses of one operation share its schemas. */
const compiledOf = new WeakMap<JsonSchema, ValidateFunction>();

function compiled(shape: JsonSchema): ValidateFunction {
  const known = compiledOf.get(shape) ?? ajv.compile(shape);
  compiledOf.set(shape, known);
  return known;
}

/**
 * Makes the reader of one part of a request. It returns the value with defaults, or throws an AppError. Unknown members are dropped from a query
 * (unknown-parameters.ts says so) and refused in a body.
 */
export function inputReader(schema: TSchema | undefined, part: InputPart): (raw: unknown) => unknown {
  if (!schema) return () => (part === 'body' ? undefined : {});
  const shape = schema as unknown as JsonSchema;
  // The first request compiles it: the server has hundreds of schemas, and its start would wait for all of them.
  let validate: ValidateFunction | undefined;
  return (raw) => {
    validate ??= compiled(shape);
    const value = coerce(part === 'body' && raw === undefined && shape.type === 'object' ? {} : raw, shape, '', part);
    if (!validate(value)) throw badRequest(explain(validate.errors?.[0], part));
    return value;
  };
}

function coerce(value: unknown, schema: JsonSchema, at: string, part: InputPart): unknown {
  if (schema.anyOf)
    return coerce(value, schema.anyOf.find((one) => accepts(one, value)) ?? schema.anyOf[0] ?? {}, at, part);
  if (schema.type === 'object') return coerceObject(value, schema, at, part);
  if (schema.type === 'array') return coerceArray(value, schema, at, part);
  if (typeof value === 'string') return coerceText(value, schema, at, part);
  if (schema.type === 'string' && (typeof value === 'number' || typeof value === 'boolean'))
    return coerceText(String(value), schema, at, part);
  return value;
}

function accepts(schema: JsonSchema, value: unknown): boolean {
  if (Array.isArray(value)) return schema.type === 'array';
  return schema.type === typeof value || (schema.type === 'integer' && typeof value === 'number');
}

function coerceText(raw: string, schema: JsonSchema, at: string, part: InputPart): unknown {
  const text = storable(raw, at, part);
  const trimmed = text.trim();
  if (schema.type === 'boolean') {
    const lower = trimmed.toLowerCase();
    return lower === 'true' ? true : lower === 'false' ? false : text;
  }
  if (schema.type === 'integer' || schema.type === 'number')
    return /^-?\d+(\.\d+)?$/.test(trimmed) ? Number(trimmed) : text;
  if (schema.enum) return schema.enum.find((one) => one.toLowerCase() === trimmed.toLowerCase()) ?? text;
  return text;
}

/** Prepares text for the database: refuses NUL, and replaces half of a surrogate pair, which UTF-8 cannot express and jsonb refuses, by U+FFFD. */
function storable(text: string, at: string, part: InputPart): string {
  if (text.includes('\0')) throw badRequest(`${where(at, part)} must not contain the NUL character`);
  return text.toWellFormed();
}

function coerceArray(value: unknown, schema: JsonSchema, at: string, part: InputPart): unknown {
  const isList = Array.isArray(value);
  // A list in a query is a repeated member, a single one, or numbers separated by commas.
  const list = isList ? value : part === 'query' && typeof value === 'string' ? value.split(',') : undefined;
  if (!list) return value;
  return list.map((one, index) => coerce(one, schema.items ?? {}, `${at}[${index}]`, part));
}

function coerceObject(value: unknown, schema: JsonSchema, at: string, part: InputPart): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const known = schema.properties ?? {};
  const free = memberSchema(schema);
  const result: Record<string, unknown> = {};
  for (const [name, member] of Object.entries(value)) {
    if (member === null || (member === '' && !mayBeBlank(known[name], part))) continue;
    const shape = Object.hasOwn(known, name) ? known[name] : undefined;
    if (shape) {
      const single = part === 'query' && Array.isArray(member) && shape.type !== 'array' ? member.at(-1) : member;
      result[name] = coerce(single, shape, at ? `${at}.${name}` : name, part);
    } else if (free && name !== '__proto__') {
      result[storable(name, at, part)] = coerce(member, free, at ? `${at}.${name}` : name, part);
    } else if (part === 'body') {
      throw new AppError('unknownField', { field: at ? `${at}.${name}` : name, known: Object.keys(known).join(', ') });
    }
  }
  return result;
}

/**
 * Some programs send an empty variable as `""`. It is a value for free text only; for a number, a flag or a choice it counts as absent. Unknown
 * members stay, to be refused, or dropped from a query.
 */
function mayBeBlank(schema: JsonSchema | undefined, part: InputPart): boolean {
  if (!schema) return part !== 'query';
  if (schema.anyOf) return schema.anyOf.some((one) => mayBeBlank(one, part));
  if (schema.enum) return schema.enum.includes('');
  return (
    schema.type === undefined ||
    schema.type === 'string' ||
    (part === 'body' && ['array', 'object'].includes(schema.type))
  );
}

/** The schema of members with free names; undefined if there may be none. */
function memberSchema({ patternProperties, additionalProperties }: JsonSchema): JsonSchema | undefined {
  if (typeof additionalProperties === 'object') return additionalProperties;
  return patternProperties && Object.values(patternProperties)[0];
}

function where(at: string, part: InputPart): string {
  if (!at) return part === 'body' ? 'The request body' : `The ${part}`;
  return part === 'body' ? `The field "${at}"` : `The ${part} parameter "${at}"`;
}

function explain(error: ErrorObject | undefined, part: InputPart): string {
  if (!error) return 'The request is not valid.';
  const at = error.instancePath.slice(1).replaceAll('/', '.');
  const name = where(at, part);
  const { params } = error;
  switch (error.keyword) {
    case 'required': {
      const member = at ? `${at}.${params.missingProperty}` : params.missingProperty;
      return `${where(member, part)} is required`;
    }
    case 'type':
      return `${name} must be ${article(String(params.type))}`;
    case 'enum':
      return `${name} must be one of ${params.allowedValues.join(', ')}`;
    case 'minimum':
    case 'exclusiveMinimum':
      return `${name} must be at least ${params.limit}`;
    case 'maximum':
    case 'exclusiveMaximum':
      return `${name} must be at most ${params.limit}`;
    case 'minLength':
      return params.limit === 1 ? `${name} must not be empty` : `${name} must have at least ${params.limit} characters`;
    case 'maxLength':
      return `${name} must have at most ${params.limit} characters`;
    case 'minItems':
      return `${name} must have at least ${params.limit} elements`;
    case 'maxItems':
      return `${name} must have at most ${params.limit} elements`;
    case 'pattern':
      return `${name} ${patternText(error)}`;
    default:
      return `${name} ${error.message}`;
  }
}

/** A schema with a pattern explains it in `patternText`, because people do not read regular expressions. */
function patternText(error: ErrorObject): string {
  const schema = error.parentSchema as { patternText?: string } | undefined;
  return schema?.patternText ?? `must match ${error.params.pattern}`;
}

function article(type: string): string {
  return (
    {
      integer: 'a whole number',
      number: 'a number',
      boolean: 'true or false',
      string: 'a text',
      array: 'a list',
      object: 'an object',
    }[type] ?? `a ${type}`
  );
}
