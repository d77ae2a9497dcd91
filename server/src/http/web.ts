// The web page: static files of the build, and the same page for every address outside the API.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { addApiPage } from './api-page.ts';
import { addReleasePage } from './release-page.ts';
import { API_PREFIXES } from './route.ts';

const WEB_DIST = fileURLToPath(new URL('../../../web/dist/', import.meta.url));
/** The page has no addresses below these. */
const OTHER_ADDRESSES = [...API_PREFIXES.map((prefix) => `${prefix}/`), '/assets/'];
const NOT_BUILT =
  '<!doctype html><title>Assay</title><p>The web page has not been built: run <code>npm install</code> again. The API works.</p>';

/** @param root the folder of the build, with a slash at its end */
export async function serveWeb(server: FastifyInstance, root = WEB_DIST): Promise<void> {
  const isBuilt = existsSync(`${root}index.html`);
  await addApiPage(server);
  addReleasePage(server);
  if (isBuilt)
    await server.register(fastifyStatic, {
      root,
      index: false,
      // The build has written the compressed files beside the originals.
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply, path) => void reply.header('Cache-Control', cacheControlOf(path.slice(root.length))),
    });
  // The handlers return nothing: Fastify waits for a reply that is returned, with two listeners on the response for each handler that returns it.
  if (isBuilt) server.get('/', (_request, reply) => void sendPage(reply));
  server.setNotFoundHandler((request, reply) => {
    const [path = ''] = request.url.split('?');
    // If a page of an older build asks for missing parts, it must get an error instead of this page.
    const isPage = request.method === 'GET' && !OTHER_ADDRESSES.some((prefix) => path.startsWith(prefix));
    if (!isPage)
      reply
        .status(404)
        .type('application/json; charset=utf-8')
        .send(
          JSON.stringify({
            errors: [{ message: `There is nothing at ${request.method} ${path}` }],
            requestId: request.id,
          }),
        );
    else if (isBuilt) sendPage(reply);
    else reply.status(503).type('text/html; charset=utf-8').send(NOT_BUILT);
  });
}

function sendPage(reply: FastifyReply): FastifyReply {
  return reply.sendFile('index.html');
}

/**
 * The names of the parts contain a digest of their content. The page itself is requested each time, because it names the parts of the newest build.
 */
function cacheControlOf(path: string): string {
  if (path.startsWith('assets/')) return 'public, max-age=31536000, immutable';
  return /^index\.html(\.br|\.gz)?$/.test(path) ? 'no-cache' : 'public, max-age=3600';
}
