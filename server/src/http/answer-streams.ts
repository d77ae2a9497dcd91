// The owner of the streams of answers. A stream ends with the answer for which it was made, also if a later step fails and an error is sent instead
// of it, or if the caller has left: otherwise its file stays open until Node collects it, and that ends the process.
import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';

/** Register it before all other hooks that see an answer. It owns streams that no operation made, such as those of the web page's files. */
export function ownStreams(server: FastifyInstance): void {
  server.addHook('onSend', async (_request, reply, payload: unknown) => {
    if (payload instanceof Readable) endWithAnswer(reply.raw, payload);
  });
}

/** Call this as soon as an operation has returned a stream. Calling it twice does no harm. */
export function endWithAnswer(response: ServerResponse, stream: Readable): void {
  // A stream that is no longer sent may fail later; nobody waits for it.
  stream.on('error', () => undefined);
  const end = () => stream.destroy();
  if (response.writableFinished || response.destroyed) return void end();
  response.once('finish', end).once('close', end);
}
