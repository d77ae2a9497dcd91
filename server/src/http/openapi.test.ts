// The committed description of the API is what the routes say today, fits the OpenAPI standard, and tells callers what they need.
import { readFileSync } from 'node:fs';
import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, test } from 'vitest';
import { freshOpenApi, OPENAPI_FILE } from '../../../tools/dump-openapi.ts';
import { ALL_ROUTES } from '../routes.ts';

interface Schema {
  type?: string;
  enum?: unknown[];
  pattern?: string;
  description?: string;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  maxItems?: number;
  items?: Schema;
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
}

interface Operation {
  operationId: string;
  description: string;
  deprecated?: boolean;
  parameters: { name: string; description?: string; schema: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, { description?: string; $ref?: string; content?: Record<string, { schema?: Schema }> }>;
}

const text = readFileSync(OPENAPI_FILE, 'utf8');
const { paths } = JSON.parse(text) as { paths: Record<string, Record<string, Operation>> };
const operations = Object.values(paths).flatMap((methods) => Object.values(methods));

test('docs/openapi.json is fresh (npm run openapi)', () => {
  expect(text).toBe(freshOpenApi());
});

test('operation ids and (method, path) pairs are distinct', () => {
  const ids = ALL_ROUTES.map((route) => route.id);
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  const pairs = ALL_ROUTES.flatMap((route) =>
    [route.path, ...route.aliases].map((path) => `${route.method} ${path.replaceAll(/\{\w+\}/g, '{}')}`),
  );
  expect(pairs.filter((pair, index) => pairs.indexOf(pair) !== index)).toEqual([]);
});

test('it is a valid OpenAPI document', async () => {
  const { valid, errors } = await new Validator().validate(JSON.parse(text));
  expect({ valid, errors }).toEqual({ valid: true, errors: undefined });
});

test('the validator sees a fault', async () => {
  const broken = JSON.parse(text);
  delete broken.paths['/projects'].get.responses;
  broken.paths['/projects'].get.parameters[0].in = 'nowhere';
  expect((await new Validator().validate(broken)).valid).toBe(false);
});

test('paging headers are promised by lists of pages, but for the one that never sent them', () => {
  const answer = (path: string) => paths[path].get.responses[200] as { headers?: object };
  expect(Object.keys(answer('/inventories/{inventoryId}/history').headers!)).toEqual([
    'Current-page',
    'Number-of-pages',
    'Total-records',
  ]);
  expect(answer('/inventories/{inventoryId}/vulnerabilities/analysis').headers).toBeUndefined();
});

test('deprecated operations name an operation that takes their place', () => {
  const known = new Set(
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    ),
  );
  const silent = operations.filter(({ deprecated, description }) => {
    const instead = /Deprecated: use ([A-Z]+ \/\S+?)[ .]/.exec(`${description} `)?.[1];
    return deprecated && !(instead && known.has(instead));
  });
  expect(silent.map((one) => `${one.operationId}: ${one.description}`)).toEqual([]);
});

/** What is not bounded: texts without a length, numbers without ends, lists without a size; at every depth. */
function unbounded(schema: Schema, at: string): string[] {
  const below = [
    ...Object.entries(schema.properties ?? {}).flatMap(([name, member]) => unbounded(member, `${at}.${name}`)),
    ...(schema.items ? unbounded(schema.items, `${at}[]`) : []),
    ...(schema.anyOf ?? []).flatMap((one) => unbounded(one, at)),
  ];
  const { type, enum: choices, pattern, maxLength, minimum, maximum, maxItems } = schema;
  const isOpen =
    (type === 'string' && !choices && !pattern && maxLength === undefined) ||
    ((type === 'integer' || type === 'number') && (minimum === undefined || maximum === undefined)) ||
    (type === 'array' && maxItems === undefined);
  return [...(isOpen ? [at] : []), ...below];
}

/** Members without a word about them; elements of lists are told by their list. */
function unexplained(schema: Schema, at: string): string[] {
  return [
    ...Object.entries(schema.properties ?? {}).flatMap(([name, member]) => [
      ...(member.description || member.anyOf?.some((one) => one.description) ? [] : [`${at}.${name}`]),
      ...unexplained(member, `${at}.${name}`),
    ]),
    ...(schema.items ? unexplained(schema.items, `${at}[]`) : []),
    ...(schema.anyOf ?? []).flatMap((one) => unexplained(one, at)),
  ];
}

const bodyOf = (one: Operation) => one.requestBody?.content['application/json']?.schema ?? {};

test('every parameter has a description and limits', () => {
  const faults = operations.flatMap(({ operationId, parameters }) =>
    parameters.flatMap(({ name, description, schema }) => [
      ...(description ? [] : [`${operationId} ${name}: no description`]),
      ...unbounded(schema, `${operationId} ${name}`).map((at) => `${at}: no limits`),
    ]),
  );
  expect(faults).toEqual([]);
});

test('every member of a request body has a description and limits', () => {
  const faults = operations.flatMap((one) => [
    ...unexplained(bodyOf(one), one.operationId).map((at) => `${at}: no description`),
    ...unbounded(bodyOf(one), one.operationId).map((at) => `${at}: no limits`),
  ]);
  expect(faults).toEqual([]);
});

test('every response is described, and JSON ones have a shape', () => {
  const faults = operations.flatMap(({ operationId, responses }) =>
    Object.entries(responses).flatMap(([status, { description, $ref, content }]) => [
      ...(description || $ref ? [] : [`${operationId} ${status}: no description`]),
      ...(content && Object.values(content).some((one) => !one.schema) ? [`${operationId} ${status}: no shape`] : []),
      ...($ref || content ? [] : [`${operationId} ${status}: no content`]),
    ]),
  );
  expect(faults).toEqual([]);
});
