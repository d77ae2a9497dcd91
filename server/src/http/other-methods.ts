// The address exists, but not for this method: the answer is 405 and lists the methods that it has. Most addresses are looked up only when a request met no
// operation, so that a start does not enter each address once more for each method that it lacks.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import findMyWay from 'find-my-way';
import type { App } from '../app.ts';
import { AppError } from '../errors.ts';
import { METHODS, type Route } from './route.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The address that the request named, if it has no operation for the request's method. */
    otherAddress: Address | undefined;
  }
}

export interface Address {
  /** Parameters begin with a colon. */
  url: string;
  methods: readonly string[];
  isOn: Route['isOn'];
  /** What logs have in place of an address that contains a secret. */
  hiddenPath: string | undefined;
}

/** How the router reads addresses. */
export const READING = { ignoreTrailingSlash: true, ignoreDuplicateSlashes: true, maxParamLength: 1000 };

/** Must be called before the first route is added, as Fastify gives routes only the hooks that are there. */
export function prepareOtherMethods(server: FastifyInstance, app: App, addresses: () => readonly Address[]): void {
  let find: ((path: string) => Address | undefined) | undefined;
  server.decorateRequest('otherAddress', undefined);
  server.addHook('onRequest', async (request, reply) => {
    if (!request.is404 || !METHODS.some((method) => method === request.method)) return;
    find ??= finder(addresses());
    const address = find(request.url);
    if (address && (!address.isOn || (await address.isOn(app)))) refuse(request, reply, address);
  });
}

/**
 * Enters the addresses that an operation with parameters would answer for another method: a GET of `/projects/lookup` must not be read as one of
 * `/projects/:projectId`. Must be called after the last route is added.
 */
export function refuseOtherMethods(server: FastifyInstance, app: App, addresses: readonly Address[]): void {
  const bySize = Map.groupBy(
    addresses.map((address) => ({ address, segments: address.url.split('/') })),
    ({ segments }) => segments.length,
  );
  for (const { address, segments } of [...bySize.values()].flat()) {
    const rivals = bySize.get(segments.length) ?? [];
    const wider = rivals.filter((other) => other.address !== address && isWider(other.segments, segments));
    const method = METHODS.filter(
      (name) => !address.methods.includes(name) && wider.some((other) => other.address.methods.includes(name)),
    );
    if (method.length === 0) continue;
    server.route({
      method,
      url: address.url,
      exposeHeadRoute: false,
      handler: async (request, reply) => {
        if (address.isOn && !(await address.isOn(app))) return reply.callNotFound();
        refuse(request, reply, address);
      },
    });
  }
}

function refuse(request: FastifyRequest, reply: FastifyReply, address: Address): never {
  request.otherAddress = address;
  reply.raw.setHeader('Allow', address.methods.join(', '));
  throw new AppError('methodNotAllowed', {
    message: `${request.method} is not allowed at ${request.url.split('?')[0]}; use ${address.methods.join(' or ')}.`,
  });
}

function finder(addresses: readonly Address[]): (path: string) => Address | undefined {
  const router = findMyWay(READING);
  for (const address of addresses) router.on('GET', address.url, () => undefined, address);
  return (path) => router.find('GET', path)?.store as Address | undefined;
}

/** Whether each request for the narrow address would also fit the wide one. */
const isWider = (wide: readonly string[], narrow: readonly string[]): boolean =>
  wide.every((segment, at) => segment.startsWith(':') || segment === narrow[at]);
