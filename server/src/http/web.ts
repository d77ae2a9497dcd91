// The web page: static files that `npm install` has built, and the one page for every address that is not the API's.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { addApiPage } from './api-page.ts';
import { API_PREFIXES } from './server.ts';

const WEB_DIST = fileURLToPath(new URL('../../../web/dist/', import.meta.url));
/** Below these, no address is one of the page's own. */
const OTHER_ADDRESSES = [...API_PREFIXES.map((prefix) => `${prefix}/`), '/assets/'];
const NOT_BUILT =
  '<!doctype html><title>Assay</title><p>The web page has not been built: run <code>npm install</code> again. The API works.</p>';

export async function serveWeb(server: FastifyInstance): Promise<void> {
  const isBuilt = existsSync(`${WEB_DIST}index.html`);
  await addApiPage(server);
  if (isBuilt)
    await server.register(fastifyStatic, {
      root: WEB_DIST,
      index: false,
      maxAge: '1h',
    });
  if (isBuilt) server.get('/', (_request, reply) => sendPage(reply));
  server.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0];
    // A page of an older build asks for parts that are gone: it must get an error, not this page in their place.
    const isPage = request.method === 'GET' && !OTHER_ADDRESSES.some((prefix) => path.startsWith(prefix));
    if (!isPage) {
      return reply
        .status(404)
        .type('application/json; charset=utf-8')
        .send(
          JSON.stringify({
            errors: [{ message: `There is nothing at ${request.method} ${path}` }],
            requestId: request.id,
          }),
        );
    }
    if (!isBuilt) return reply.status(503).type('text/html; charset=utf-8').send(NOT_BUILT);
    return sendPage(reply);
  });
}

/** Asked for anew each time, because it names the parts of the newest build. */
function sendPage(reply: FastifyReply): FastifyReply {
  return reply.header('Cache-Control', 'no-cache').sendFile('index.html', { maxAge: 0 });
}
