// How headers of answers are written.

import type { FastifyReply } from 'fastify';

/** Headers that Fastify, or a plugin of it, sets too: set past it, they would be overwritten. */
const HELD_BY_FASTIFY = ['content-type', 'content-length', 'content-security-policy'];

/** Fastify writes header names in lower case; clients that search the raw text of a response need them as documented. */
export function writeHeader(reply: FastifyReply, name: string, value: string): void {
  if (HELD_BY_FASTIFY.includes(name.toLowerCase())) reply.header(name, value);
  else reply.raw.setHeader(name, value);
}
