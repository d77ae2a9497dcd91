// The OpenAPI description, generated from the routes: it says exactly what the server validates.

import type { TObject } from 'typebox';
import { FRESHNESS_HEADERS } from './models/freshness-model.ts';
import {
  createErrorAnswers,
  createSchemaWriter,
  type ErrorAnswers,
  type JsonObject,
  keyOf,
  needsOf,
  reference,
  type SchemaWriter,
  type SharedParameters,
  sharedParameters,
  shown,
} from './openapi-components.ts';
import { API_PREFIXES, isFormBody, isRawBody, type ResponseSpec, type Route } from './route.ts';

/** Recorded requests and answers by operation: docs/api-examples.json, which a test writes. */
export interface ApiExamples {
  /** The page of callers without a token. */
  unauthorized: string;
  operations: Record<string, OperationExample | undefined>;
}

interface OperationExample {
  request?: { params?: JsonObject; query?: JsonObject; body?: unknown };
  /** By status. */
  answers: Record<string, unknown>;
}

/** The shared components of operations. */
interface Shared {
  schemas: SchemaWriter;
  parameters: SharedParameters;
  errors: ErrorAnswers;
}

const NO_EXAMPLE: OperationExample = { answers: {} };

export function describeApi(routes: Route[], version: string, examples: ApiExamples): JsonObject {
  const described = routes.filter((route) => !route.isAtRoot);
  const exampleOf = (route: Route) => examples.operations[route.id] ?? NO_EXAMPLE;
  const schemas = createSchemaWriter();
  const shared: Shared = {
    schemas,
    parameters: sharedParameters(described.flatMap((route) => parametersOf(route, exampleOf(route), schemas))),
    errors: createErrorAnswers(schemas),
  };
  const paths: Record<string, JsonObject> = {};
  for (const route of described) {
    for (const path of [route.path, ...route.aliases]) {
      const method = route.method.toLowerCase();
      paths[path] = { ...paths[path], [method]: operation(route, path !== route.path, exampleOf(route), shared) };
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Assay',
      version,
      description:
        'Software composition analysis and compliance. Create a token under Preferences of the web page and send it as `Authorization: Bearer <JWT>`.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: API_PREFIXES.map((url) => ({ url })),
    tags: [...new Set(described.map((route) => route.group))].map((name) => ({ name })),
    security: [{ bearerAuth: [] }],
    paths,
    components: {
      securitySchemes: { bearerAuth: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      parameters: Object.fromEntries([...shared.parameters.values()].map(({ name, parameter }) => [name, parameter])),
      headers: PAGING_COMPONENTS,
      responses: { Unauthorized: unauthorized(examples.unauthorized), ...shared.errors.components() },
      schemas: schemas.components(),
    },
  };
}

function operation(route: Route, isAlias: boolean, example: OperationExample, shared: Shared): JsonObject {
  const instead = route.deprecated ?? (isAlias ? `${route.method} ${route.path}` : undefined);
  return {
    operationId: isAlias ? `${route.id}Alias` : route.id,
    tags: [route.group],
    summary: route.summary,
    description: [route.description, `Access: ${route.access.name}.`, instead ? `Deprecated: use ${instead}.` : '']
      .filter(Boolean)
      .join('\n\n'),
    ...(instead ? { deprecated: true } : {}),
    ...(route.access.needsSignIn ? {} : { security: [] }),
    parameters: parametersOf(route, example, shared.schemas).map((parameter) => {
      const known = shared.parameters.get(keyOf(parameter));
      return known ? { $ref: reference('parameters', known.name) } : parameter;
    }),
    ...(route.body ? { requestBody: requestBody(route, example.request?.body, shared.schemas) } : {}),
    responses: responses(route, example.answers, shared),
    ...(route.isExtra ? { 'x-assay-extra': true } : {}),
  };
}

function parametersOf(route: Route, { request }: OperationExample, schemas: SchemaWriter): JsonObject[] {
  return [
    ...parameters('path', route.params, request?.params, schemas),
    ...parameters('query', route.query, request?.query, schemas),
  ];
}

function parameters(
  place: 'path' | 'query',
  schema: TObject | undefined,
  examples: JsonObject = {},
  schemas: SchemaWriter,
): JsonObject[] {
  if (!schema) return [];
  const needed = needsOf(schema as unknown as JsonObject);
  return Object.entries(schema.properties).map(([name, property]) => {
    const { description, ...rest } = schemas.write(property, 'sent');
    return {
      name,
      in: place,
      required: place === 'path' || needed.includes(name),
      description,
      schema: rest,
      ...(examples[name] === undefined ? {} : { example: examples[name] }),
    };
  });
}

/** A schema in the form for requests, at every depth. */
export function inputSchema(schema: JsonObject): JsonObject {
  return JSON.parse(JSON.stringify(schema), (_key, value) =>
    typeof value === 'object' && value !== null && Array.isArray(value.required) && value.properties
      ? { ...value, required: needsOf(value) }
      : value,
  );
}

function requestBody(route: Route, example: unknown, schemas: SchemaWriter): JsonObject {
  const { body } = route;
  if (isRawBody(body)) {
    return {
      required: true,
      description: body.raw,
      content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
    };
  }
  if (isFormBody(body)) {
    const parts = Object.entries(body.form);
    const properties = Object.fromEntries(
      parts.map(([name, part]) => [
        name,
        part.values
          ? schemas.write({ ...part.values, description: part.description }, 'sent')
          : { type: 'string', description: part.description, ...(part.isFile ? { format: 'binary' } : {}) },
      ]),
    );
    const required = parts.filter(([, part]) => !part.isOptional).map(([name]) => name);
    return { required: true, content: { 'multipart/form-data': { schema: { type: 'object', properties, required } } } };
  }
  const required = needsOf(body as unknown as JsonObject).length > 0;
  const schema = schemas.write(body as object, 'sent');
  return { required, content: { 'application/json': { schema, ...shown(example) } } };
}

function responses(route: Route, examples: Record<string, unknown>, { schemas, errors }: Shared): JsonObject {
  const result: JsonObject = {};
  const refuse = (status: number, description?: string) => {
    result[status] ??= errors.refer(status, route.family, description, examples[status]);
  };
  for (const [code, spec] of Object.entries(route.responses)) {
    const status = Number(code);
    if (status >= 400) refuse(status, spec.description);
    else result[status] = response(route, status, spec, examples[status], schemas);
  }
  if (route.params || route.query || route.body) refuse(400);
  if (route.access.needsSignIn) {
    // An operation may describe its own 401.
    result[401] ??= { $ref: reference('responses', 'Unauthorized') };
    refuse(403);
  } else if (route.method !== 'GET') {
    refuse(403, 'A page of another site sent it');
    refuse(415, 'The body is not sent as application/json');
  }
  refuse(500);
  return result;
}

function unauthorized(page: string): JsonObject {
  return { description: 'No valid token', content: { 'text/html': { schema: { type: 'string' }, ...shown(page) } } };
}

export const PAGING_HEADERS = {
  'Current-page': 'Number of this page, counted from 1',
  'Number-of-pages': 'Pages of the whole list',
  'Total-records': 'Rows of the whole list',
};
const PAGING_COMPONENTS = Object.fromEntries(
  Object.entries(PAGING_HEADERS).map(([name, description]) => [name, { description, schema: { type: 'integer' } }]),
);

/** True for paged lists. */
export function isPaged({ query }: Route): boolean {
  const members = Object.keys(query?.properties ?? {});
  return (
    (members.includes('offset') && members.includes('limit')) || (members.includes('page') && members.includes('size'))
  );
}

function headersOf(route: Route, status: number, spec: ResponseSpec): JsonObject {
  const isCounted = status === 200 && isPaged(route) && !spec.mediaType;
  const hasAge = status === 200 && route.statesDataAge && !route.isExtra;
  const texts = Object.entries({
    ...(spec.headers ?? (isCounted ? PAGING_HEADERS : {})),
    ...(hasAge ? FRESHNESS_HEADERS : {}),
  });
  if (texts.length === 0) return {};
  return {
    headers: Object.fromEntries(
      texts.map(([name, description]) => [
        name,
        PAGING_COMPONENTS[name] ? { $ref: reference('headers', name) } : { description, schema: { type: 'string' } },
      ]),
    ),
  };
}

function response(
  route: Route,
  status: number,
  spec: ResponseSpec,
  example: unknown,
  schemas: SchemaWriter,
): JsonObject {
  const head = { description: spec.description, ...headersOf(route, status, spec) };
  if (spec.mediaType) {
    const isText = spec.mediaType.startsWith('text/');
    const schema = isText ? { type: 'string' } : { type: 'string', format: 'binary' };
    return { ...head, content: { [spec.mediaType]: { schema, ...shown(example) } } };
  }
  const schema = spec.schema && schemas.write(spec.schema, 'answered');
  return { ...head, ...(schema ? { content: { 'application/json': { schema, ...shown(example) } } } : {}) };
}
