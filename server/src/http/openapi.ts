// The OpenAPI description, made from the route values: what the server validates is what the description says.
import type { TObject } from 'typebox';
import { isFormBody, isRawBody, type ResponseSpec, type Route } from './route.ts';
import { LegacyError, StandardError } from './schemas.ts';

type Json = Record<string, unknown>;

/** What the server was asked and answered, by operation: docs/api-examples.json, which a test writes. */
export interface ApiExamples {
  /** The page of callers without a token. */
  unauthorized: string;
  operations: Record<string, OperationExample | undefined>;
}

interface OperationExample {
  request?: { params?: Json; query?: Json; body?: unknown };
  /** By status. */
  answers: Record<string, unknown>;
}

export function describeApi(routes: Route[], version: string, examples: ApiExamples): Json {
  const paths: Record<string, Json> = {};
  for (const route of routes) {
    if (route.isAtRoot) continue;
    for (const path of [route.path, ...route.aliases]) {
      const isAlias = path !== route.path;
      paths[path] = {
        ...paths[path],
        [route.method.toLowerCase()]: operation(route, isAlias, examples.operations[route.id]),
      };
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Assay',
      version,
      description:
        'Software composition analysis and compliance. Make a token under Preferences of the web page and send it as `Authorization: Bearer <JWT>`.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/codeinsight/api' }, { url: '/api' }],
    tags: [...new Set(routes.filter((route) => !route.isAtRoot).map((route) => route.group))].map((name) => ({ name })),
    security: [{ bearerAuth: [] }],
    paths,
    components: {
      securitySchemes: { bearerAuth: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      schemas: { Error: StandardError, LegacyError },
      responses: { Unauthorized: unauthorized(examples.unauthorized) },
    },
  };
}

function operation(route: Route, isAlias: boolean, example: OperationExample = { answers: {} }): Json {
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
    parameters: [
      ...parameters('path', route.params, example.request?.params),
      ...parameters('query', route.query, example.request?.query),
    ],
    ...(route.body ? { requestBody: requestBody(route, example.request?.body) } : {}),
    responses: responses(route, example.answers),
    ...(route.isExtra ? { 'x-assay-extra': true } : {}),
  };
}

function parameters(place: 'path' | 'query', schema: TObject | undefined, examples: Json = {}): Json[] {
  if (!schema) return [];
  const needed = needsOf(schema as unknown as Json);
  return Object.entries(schema.properties).map(([name, property]) => {
    const { description, ...rest } = property as unknown as Json;
    return {
      name,
      in: place,
      required: place === 'path' || needed.includes(name),
      description,
      schema: plain(rest),
      ...(examples[name] === undefined ? {} : { example: examples[name] }),
    };
  });
}

/** Members that callers must give: what has a default is filled in. */
function needsOf({ required = [], properties = {} }: Json): string[] {
  return (required as string[]).filter((name) => (properties as Record<string, Json>)[name]?.default === undefined);
}

/** A schema as callers need to fulfil it, at every depth. */
export function inputSchema(schema: Json): Json {
  return JSON.parse(JSON.stringify(plain(schema)), (_key, value) =>
    typeof value === 'object' && value !== null && Array.isArray(value.required) && value.properties
      ? { ...value, required: needsOf(value) }
      : value,
  );
}

const shown = (value: unknown) => (value === undefined ? {} : { examples: { example: { value } } });

/** Our own `patternText` is for error messages, not for readers of JSON Schema. */
function plain(schema: Json): Json {
  return JSON.parse(JSON.stringify(schema, (key, value) => (key === 'patternText' ? undefined : value)));
}

function requestBody(route: Route, example: unknown): Json {
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
        { type: 'string', description: part.description, ...(part.isFile ? { format: 'binary' } : {}) },
      ]),
    );
    const required = parts.filter(([, part]) => !part.isOptional).map(([name]) => name);
    return { required: true, content: { 'multipart/form-data': { schema: { type: 'object', properties, required } } } };
  }
  const schema = inputSchema(body as unknown as Json);
  const required = ((schema.required ?? []) as string[]).length > 0;
  return { required, content: { 'application/json': { schema, ...shown(example) } } };
}

function responses(route: Route, examples: Record<string, unknown>): Json {
  const result: Json = {};
  const add = (status: number, spec: ResponseSpec) => {
    result[status] = response(route, status, spec, examples[status]);
  };
  for (const [status, spec] of Object.entries(route.responses)) add(Number(status), spec);
  const hasInput = route.params || route.query || route.body;
  if (hasInput && !result[400]) add(400, { description: 'A parameter or field is wrong; the message names it' });
  if (route.access.needsSignIn) {
    // An operation may say more about its own 401.
    result[401] ??= { $ref: '#/components/responses/Unauthorized' };
    add(403, { description: 'The caller may not do this' });
  }
  add(500, { description: 'A fault of the server; the request id leads to its log' });
  return result;
}

function unauthorized(page: string): Json {
  return { description: 'No valid token', content: { 'text/html': { schema: { type: 'string' }, ...shown(page) } } };
}

const PAGING_HEADERS = {
  'Current-page': 'Number of this page, counted from 1',
  'Number-of-pages': 'Pages of the whole list',
  'Total-records': 'Rows of the whole list',
};

function isPaged(route: Route): boolean {
  const members = Object.keys(route.query?.properties ?? {});
  return (
    (members.includes('offset') && members.includes('limit')) || (members.includes('page') && members.includes('size'))
  );
}

function headersOf(route: Route, status: number, spec: ResponseSpec): Json {
  const isCounted = status === 200 && isPaged(route) && !spec.mediaType;
  const texts = Object.entries(spec.headers ?? (isCounted ? PAGING_HEADERS : {}));
  if (texts.length === 0) return {};
  return {
    headers: Object.fromEntries(
      texts.map(([name, description]) => [
        name,
        { description, schema: { type: name in PAGING_HEADERS ? 'integer' : 'string' } },
      ]),
    ),
  };
}

function response(route: Route, status: number, spec: ResponseSpec, example: unknown): Json {
  const head = { description: spec.description, ...headersOf(route, status, spec) };
  if (spec.mediaType) {
    const isText = spec.mediaType.startsWith('text/');
    const schema = isText ? { type: 'string' } : { type: 'string', format: 'binary' };
    return { ...head, content: { [spec.mediaType]: { schema, ...shown(example) } } };
  }
  const schema =
    status >= 400
      ? { $ref: `#/components/schemas/${route.family === 'legacy' ? 'LegacyError' : 'Error'}` }
      : spec.schema && plain(spec.schema as unknown as Json);
  return { ...head, ...(schema ? { content: { 'application/json': { schema, ...shown(example) } } } : {}) };
}
