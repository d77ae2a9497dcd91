// The log of requests, and the path that logs have of a request.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { TrustedProxies } from '../security/proxies.ts';

/** One log line per request, without headers and query values, so that no tokens and names of strangers get into the log. */
export function logRequests(server: FastifyInstance, isTrusted: TrustedProxies): void {
  let hasWarned = false;
  server.addHook('onRequest', async (request, reply) => {
    reply.header('X-Request-Id', request.id);
    if (hasWarned || request.headers['x-forwarded-for'] === undefined || isTrusted(request.socket.remoteAddress))
      return;
    hasWarned = true;
    request.log.warn(
      { address: request.socket.remoteAddress },
      'a proxy that is not trusted sends the addresses of callers: if it is yours, add its address to ASSAY_TRUSTED_PROXIES',
    );
  });
  server.addHook('onResponse', async (request, reply) => {
    request.log.info(
      {
        method: request.method,
        path: toldPath(request),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'request',
    );
  });
}

/** Without the query, and without the secret that some addresses contain. */
export function toldPath(request: Pick<FastifyRequest, 'url' | 'routeOptions' | 'otherAddress'>): string {
  const { url, routeOptions, otherAddress } = request;
  return routeOptions.config.hiddenPath ?? otherAddress?.hiddenPath ?? url.replace(/\?.*$/s, '');
}
