// Writes headers of answers.

import type { FastifyReply } from 'fastify';

/** Fastify or a plugin sets these headers too. It would overwrite them if they were written to the raw response. */
const HELD_BY_FASTIFY = ['content-type', 'content-length', 'content-security-policy'];

/** Writes header names as documented. Fastify would write them in lower case, and some clients search the raw text of a response. */
export function writeHeader(reply: FastifyReply, name: string, value: string): void {
  if (HELD_BY_FASTIFY.includes(name.toLowerCase())) reply.header(name, value);
  else reply.raw.setHeader(name, value);
}

const LONGEST_HEADER = 1000;

/** Names are encoded, as a header may not hold all characters. What does not fit is counted. */
export function namesInHeader(names: readonly string[]): string {
  const shown: string[] = [];
  let length = 0;
  for (const name of names.map((one) => encodeURIComponent(one.toWellFormed()))) {
    length += name.length + 2;
    if (length > LONGEST_HEADER) break;
    shown.push(name);
  }
  const more = names.length - shown.length;
  return [...shown, ...(more === 0 ? [] : [`and ${more} more`])].join(', ');
}
