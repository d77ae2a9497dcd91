// The OpenAPI description, made from the route values: what the server validates is what the description says.
import type { TObject } from 'typebox';
import { isFormBody, isRawBody, type ResponseSpec, type Route } from './route.ts';
import { LegacyError, StandardError } from './schemas.ts';

type Json = Record<string, unknown>;

export function describeApi(routes: Route[], version: string): Json {
  const paths: Record<string, Json> = {};
  for (const route of routes) {
    if (route.isAtRoot) continue;
    for (const path of [route.path, ...route.aliases]) {
      const isAlias = path !== route.path;
      paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(route, isAlias) };
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
    },
  };
}

function operation(route: Route, isAlias: boolean): Json {
  return {
    operationId: isAlias ? `${route.id}Alias` : route.id,
    tags: [route.group],
    summary: route.summary,
    description: [
      route.description,
      `Access: ${route.access.name}.`,
      route.deprecated ? `Deprecated: use ${route.deprecated}.` : '',
    ]
      .filter(Boolean)
      .join('\n\n'),
    ...(route.deprecated || isAlias ? { deprecated: true } : {}),
    ...(route.access.needsSignIn ? {} : { security: [] }),
    parameters: [...parameters('path', route.params), ...parameters('query', route.query)],
    ...(route.body ? { requestBody: requestBody(route) } : {}),
    responses: responses(route),
    ...(route.isExtra ? { 'x-assay-extra': true } : {}),
  };
}

function parameters(place: 'path' | 'query', schema: TObject | undefined): Json[] {
  if (!schema) return [];
  const required = new Set((schema as { required?: string[] }).required ?? []);
  return Object.entries(schema.properties).map(([name, property]) => {
    const { description, ...rest } = property as unknown as Json & { default?: unknown };
    return {
      name,
      in: place,
      required: place === 'path' || (required.has(name) && rest.default === undefined),
      description,
      schema: plain(rest),
    };
  });
}

/** Our own `patternText` is for error messages, not for readers of JSON Schema. */
function plain(schema: Json): Json {
  return JSON.parse(JSON.stringify(schema, (key, value) => (key === 'patternText' ? undefined : value)));
}

function requestBody(route: Route): Json {
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
  const required = ((body as { required?: string[] }).required ?? []).length > 0;
  return { required, content: { 'application/json': { schema: plain(body as unknown as Json) } } };
}

function responses(route: Route): Json {
  const result: Json = {};
  for (const [status, spec] of Object.entries(route.responses)) result[status] = response(route, Number(status), spec);
  const hasInput = route.params || route.query || route.body;
  if (hasInput && !result[400])
    result[400] = response(route, 400, { description: 'A parameter or field is wrong; the message names it' });
  if (route.access.needsSignIn)
    result[401] = { description: 'No valid token', content: { 'text/html': { schema: { type: 'string' } } } };
  if (route.access.needsSignIn) result[403] = response(route, 403, { description: 'The caller may not do this' });
  result[500] = response(route, 500, { description: 'A fault of the server; the request id leads to its log' });
  return result;
}

function response(route: Route, status: number, spec: ResponseSpec): Json {
  const headers = spec.headers
    ? {
        headers: Object.fromEntries(
          Object.entries(spec.headers).map(([name, description]) => [
            name,
            { description, schema: { type: 'string' } },
          ]),
        ),
      }
    : {};
  if (spec.mediaType)
    return {
      description: spec.description,
      ...headers,
      content: { [spec.mediaType]: { schema: { type: 'string', format: 'binary' } } },
    };
  const schema =
    status >= 400
      ? { $ref: `#/components/schemas/${route.family === 'legacy' ? 'LegacyError' : 'Error'}` }
      : spec.schema && plain(spec.schema as unknown as Json);
  return {
    description: spec.description,
    ...headers,
    ...(schema ? { content: { 'application/json': { schema } } } : {}),
  };
}
