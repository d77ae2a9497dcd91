// A query parameter that an operation does not know must not pass in silence: who misspells a filter would take the whole list for the filtered one.
// Our own operations refuse it. Existing programs send some that the operations of the interface document do not have (`pageSize`); there, and for health
// checks, it is ignored, and named in a header of the answer.
import type { FastifyReply } from 'fastify';
import { AppError } from '../errors.ts';
import { namesInHeader, writeHeader } from './headers.ts';
import type { Route } from './route.ts';

const IGNORED_PARAMETERS_HEADER = 'X-Ignored-Parameters';

/** Throws an AppError, or writes the header. */
export function tellUnknownParameters(
  { query, isExtra, isAtRoot }: Pick<Route, 'query' | 'isExtra' | 'isAtRoot'>,
  sent: unknown,
  reply: FastifyReply,
): void {
  const known = Object.keys(query?.properties ?? {});
  const unknown = Object.keys(sent as Record<string, unknown>).filter((name) => !known.includes(name));
  const first = unknown[0];
  if (first === undefined) return;
  if (isExtra && !isAtRoot) throw new AppError('unknownParameter', { parameter: first, known: known.join(', ') });
  writeHeader(reply, IGNORED_PARAMETERS_HEADER, namesInHeader(unknown));
}
