// The page for browsing and trying the API: /api/docs. This server serves everything that it needs.

import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { API_PREFIXES } from './route.ts';

const OPENAPI_FILE = new URL('../../../docs/openapi.json', import.meta.url);

const PAGE = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Assay API</title>
<link rel="stylesheet" href="/api/docs/assets/swagger-ui.css"></head>
<body><div id="api"></div><script src="/api/docs/assets/swagger-ui-bundle.js"></script><script src="/api/docs/start.js"></script></body></html>`;

/** With this header, the page can try changes with the session cookie, like Assay's own pages. */
const START = `window.ui = SwaggerUIBundle({ url: '/api/openapi.json', dom_id: '#api', deepLinking: true, docExpansion: 'none', validatorUrl: null,
  requestInterceptor: (request) => { request.headers['X-Assay-Request'] = '1'; return request; } });`;

export async function addApiPage(server: FastifyInstance): Promise<void> {
  const assets = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
  await server.register(fastifyStatic, {
    root: assets,
    prefix: '/api/docs/assets/',
    decorateReply: false,
    index: false,
    allowedPath: (path) => /\/swagger-ui(-bundle)?\.(css|js)$/.test(path),
  });
  server.get('/api/docs', (_request, reply) => reply.type('text/html; charset=utf-8').send(PAGE));
  server.get('/api/docs/start.js', (_request, reply) => reply.type('text/javascript; charset=utf-8').send(START));
  for (const prefix of API_PREFIXES) {
    server.get(`${prefix}/openapi.json`, async (_request, reply) =>
      reply.type('application/json; charset=utf-8').send(await readFile(OPENAPI_FILE, 'utf8')),
    );
  }
}
