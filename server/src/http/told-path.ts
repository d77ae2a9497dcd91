// The path of a request as logs have it: without query, and without the secret that some addresses contain.
import type { FastifyRequest } from 'fastify';

export function toldPath({ url, routeOptions }: Pick<FastifyRequest, 'url' | 'routeOptions'>): string {
  const { route } = routeOptions.config;
  return route?.hidesAddress ? route.path : url.replace(/\?.*$/s, '');
}
