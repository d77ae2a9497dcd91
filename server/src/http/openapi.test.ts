// The committed description of the API equals the current routes, follows the OpenAPI standard, names its models,
// and contains what callers need.
import { readFileSync } from 'node:fs';
import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, test } from 'vitest';
import { freshOpenApi, OPENAPI_FILE } from '../../../tools/dump-openapi.ts';
import { ALL_ROUTES } from '../routes.ts';
import { DataOf, ListOf, Model, Sent, Type } from './models/schemas.ts';
import { isPaged } from './openapi.ts';
import { createSchemaWriter } from './openapi-components.ts';
import { route } from './route.ts';

interface Schema {
  $ref?: string;
  default?: unknown;
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
  allOf?: Schema[];
  properties?: Record<string, Schema>;
  patternProperties?: Record<string, Schema>;
  additionalProperties?: boolean | Schema;
}

interface Operation {
  operationId: string;
  description: string;
  deprecated?: boolean;
  parameters: (Parameter | { $ref: string })[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, { description?: string; $ref?: string; content?: Record<string, { schema?: Schema }> }>;
}

interface Parameter {
  name: string;
  description?: string;
  schema: Schema;
}

const text = readFileSync(OPENAPI_FILE, 'utf8');
const { paths, components } = JSON.parse(text) as {
  paths: Record<string, Record<string, Operation>>;
  components: {
    schemas: Record<string, Schema>;
    parameters: Record<string, Parameter>;
    responses: Record<string, { description?: string; content?: object }>;
  };
};
const operations = Object.values(paths).flatMap((methods) => Object.values(methods));

const nameIn = ($ref: string) => $ref.split('/').at(-1)!;
/** What a schema refers to, combined with the keywords beside the reference. */
function meant({ $ref, ...beside }: Schema): Schema {
  return $ref ? { ...components.schemas[nameIn($ref)], ...beside } : beside;
}
const parametersOf = ({ parameters }: Operation) =>
  parameters.map((one) => ('$ref' in one ? components.parameters[nameIn(one.$ref)]! : one));
const shapesIn = (one: Operation) => [
  ...Object.values(one.requestBody?.content ?? {}),
  ...Object.values(one.responses).flatMap(({ content }) => Object.values(content ?? {})),
];

test('every object in bodies and answers has a name, at every depth', () => {
  const isForm = (one: Operation) => one.requestBody?.content['multipart/form-data'] !== undefined;
  const faults = [
    ...Object.entries(components.schemas).flatMap(([name, schema]) =>
      parts(schema).flatMap((part) => anonymous(part, name)),
    ),
    ...operations.flatMap((one) =>
      isForm(one) ? [] : shapesIn(one).flatMap(({ schema }) => anonymous(schema ?? {}, one.operationId)),
    ),
  ];
  expect(faults).toEqual([]);
});

function anonymous(schema: Schema, at: string): string[] {
  if (Object.keys(schema.properties ?? {}).length > 0)
    return [`${at}: an object with ${Object.keys(schema.properties!).join(', ')}`];
  return parts(schema).flatMap((part) => anonymous(part, at));
}

/** The direct subschemas of a schema. */
function parts(schema: Schema): Schema[] {
  const { properties, patternProperties, items, additionalProperties, anyOf = [], allOf = [] } = schema;
  const members = [...Object.values(properties ?? {}), ...Object.values(patternProperties ?? {})];
  const elements = [items, additionalProperties].filter((one) => typeof one === 'object');
  return [...members, ...elements, ...anyOf, ...allOf];
}

test('paged lists are called pages, others are not', () => {
  const faults = operations.flatMap(({ operationId, responses }) => {
    const { $ref = '' } = responses[200]?.content?.['application/json']?.schema ?? {};
    const model = components.schemas[nameIn($ref)]?.properties?.data;
    const isList = model?.type === 'array';
    const known = ALL_ROUTES.find((one) => one.id === operationId);
    return isList && known && isPaged(known) !== $ref.endsWith('Page') ? [`${operationId}: ${$ref}`] : [];
  });
  expect(faults).toEqual([]);
});

test('a list of values that several models use has a name', () => {
  const lists = Object.values(components.schemas).flatMap((model) => parts(model).flatMap(enumerations));
  expect(lists.filter((one, index) => lists.indexOf(one) !== index)).toEqual([]);
});

function enumerations(schema: Schema): string[] {
  return [...(schema.enum ? [JSON.stringify(schema.enum)] : []), ...parts(schema).flatMap(enumerations)];
}

describe('names of models', () => {
  test('two schemas of one name are refused, a schema that is used twice is not', () => {
    const writer = createSchemaWriter();
    writer.write(DataOf(Model('Thing', { id: Type.Integer() })), 'answered');
    expect(() => writer.write(ListOf(Model('Thing', { id: Type.Integer() })), 'answered')).not.toThrow();
    expect(() => writer.write(DataOf(Model('Thing', { id: Type.String() })), 'answered')).toThrow(
      'Two different schemas have the name Thing',
    );
  });

  test('a model with defaults has two names: for answers and for requests', () => {
    const Settings = Model('Settings', { size: Type.Integer({ default: 1 }) });
    const writer = createSchemaWriter();
    writer.write(Settings, 'answered');
    expect(() => writer.write(Settings, 'sent')).toThrow('Settings');
    expect(writer.write(Sent(Settings), 'sent')).toEqual({ $ref: '#/components/schemas/SettingsInput' });
    expect(writer.components()).toMatchObject({ Settings: { required: ['size'] }, SettingsInput: { required: [] } });
  });

  test('an envelope of a model without a name is refused', () => {
    expect(() => DataOf(Type.Object({ id: Type.Integer() }))).toThrow('Give this schema a name');
  });

  test('what people edit has a member for its version', () => {
    const shows = { name: 'thing', members: [], load: async () => ({}) };
    const { id, method, path, group, summary, access, run } = ALL_ROUTES[0]!;
    const bare = { 200: { description: '', schema: DataOf(Model('Bare', { id: Type.Integer() })) } };
    expect(() => route({ id, method, path, group, summary, access, run, responses: bare, shows })).toThrow('versioned');
  });
});

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

test('the validator finds an error', async () => {
  const broken = JSON.parse(text);
  delete broken.paths['/projects'].get.responses;
  broken.paths['/projects'].get.parameters[0].in = 'nowhere';
  expect((await new Validator().validate(broken)).valid).toBe(false);
});

test('lists of pages document paging headers, except the one that never sent them', () => {
  const answer = (path: string) => paths[path]!.get!.responses[200]! as { headers?: object };
  expect(Object.keys(answer('/inventories/{inventoryId}/history').headers!)).toEqual([
    'Current-page',
    'Number-of-pages',
    'Total-records',
  ]);
  expect(Object.keys(answer('/inventories/{inventoryId}/vulnerabilities/analysis').headers!)).toEqual([
    'Data-as-of',
    'Data-is-stale',
    'Data-coverage',
    'Data-stale-for',
  ]);
});

test('deprecated operations name their replacement', () => {
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

/** Values without bounds, at every depth: texts without a length, numbers without limits, lists without a size. */
function unbounded(written: Schema, at: string): string[] {
  const schema = meant(written);
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

/** Members without a description. Elements of lists are described by their list. */
function unexplained(written: Schema, at: string): string[] {
  const schema = meant(written);
  return [
    ...Object.entries(schema.properties ?? {}).flatMap(([name, member]) => [
      ...(meant(member).description || member.anyOf?.some((one) => one.description) ? [] : [`${at}.${name}`]),
      ...unexplained(member, `${at}.${name}`),
    ]),
    ...(schema.items ? unexplained(schema.items, `${at}[]`) : []),
    ...(schema.anyOf ?? []).flatMap((one) => unexplained(one, at)),
  ];
}

const bodyOf = (one: Operation) => one.requestBody?.content['application/json']?.schema ?? {};

test('every parameter has a description and limits', () => {
  const faults = operations.flatMap((one) =>
    parametersOf(one).flatMap(({ name, description, schema }) => [
      ...(description ? [] : [`${one.operationId} ${name}: no description`]),
      ...unbounded(schema, `${one.operationId} ${name}`).map((at) => `${at}: no limits`),
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

test('every response is described, and JSON ones have a schema', () => {
  const faults = operations.flatMap(({ operationId, responses }) =>
    Object.entries(responses).flatMap(([status, { description, $ref, content }]) => [
      ...(description || $ref ? [] : [`${operationId} ${status}: no description`]),
      ...(content && Object.values(content).some((one) => !one.schema) ? [`${operationId} ${status}: no shape`] : []),
      // 204 has none by HTTP.
      ...($ref || content || status === '204' ? [] : [`${operationId} ${status}: no content`]),
    ]),
  );
  expect(faults).toEqual([]);
});
