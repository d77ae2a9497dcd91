// Names what programs send and Assay has no place for, in a header of the answer. Dependency-Track takes such members in silence.
import { namesInHeader } from '../../../http/headers.ts';
import type { Reply } from '../../../http/replies.ts';

/** @param names of what had no effect */
export function ignoring(names: readonly string[], reply: Reply): Reply {
  if (names.length === 0) return reply;
  return { ...reply, headers: { ...reply.headers, 'X-Ignored-Members': namesInHeader(names) } };
}

export const othersIn = (sent: object, effective: ReadonlySet<string>): string[] =>
  Object.keys(sent).filter((name) => !effective.has(name));
