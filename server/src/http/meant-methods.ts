// What clients of protocols over HTTP ask besides calling operations: what an address offers, and another method than the one they can send.
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import { writeHeader } from './headers.ts';
import type { Route } from './route.ts';

const MEANT_METHODS = new Set(['PATCH', 'DELETE', 'HEAD']);

/** Clients of resumable uploads behind a proxy that knows no PATCH send POST, and say in a header what they mean (tus 1.0.0). Changes the request. */
export function withMeantMethod(request: IncomingMessage): string {
  const url = request.url ?? '/';
  const meant = request.headers['x-http-method-override'];
  if (typeof meant === 'string' && request.method === 'POST' && /\/uploads\/[^/?]+(\?|$)/.test(url))
    if (MEANT_METHODS.has(meant.toUpperCase())) request.method = meant.toUpperCase();
  return url;
}

/** Says what a protocol offers at the address. It is the same for everybody, so nobody has to sign in. */
export function answerDiscovery(
  server: FastifyInstance,
  url: string,
  { always, discovery }: Route,
  config: Config,
): void {
  if (discovery === undefined) return;
  server.route({
    method: 'OPTIONS',
    url,
    handler: async (_request, reply) => {
      for (const [name, value] of Object.entries({ ...always, ...discovery(config) })) writeHeader(reply, name, value);
      return reply.status(204).send();
    },
  });
}
