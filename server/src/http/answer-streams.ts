// The owner of the streams of answers. A stream ends with the answer for which it was made, also if a later step fails and an error is sent instead
// of it, or if the caller has left: otherwise its file stays open until Node collects it, and that ends the process.
import type { ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import { SLOWEST_BYTES_PER_MS } from '../ingest/pace.ts';

/** Register it before all other hooks that see an answer. It owns streams that no operation made, such as those of the web page's files. */
export function ownStreams(server: FastifyInstance, { bodyPatienceMs }: Pick<Config, 'bodyPatienceMs'>): void {
  server.addHook('onSend', async (_request, reply, payload: unknown) => {
    if (!(payload instanceof Readable)) return;
    endWithAnswer(reply.raw, payload);
    watchTaking(reply.raw, bodyPatienceMs);
  });
}

/** A caller must take a quarter of what a sender must send: bytes leave in larger pieces than they arrive. */
const LEAST_BYTES_PER_MS = SLOWEST_BYTES_PER_MS / 4;
const LOOKS_IN_PATIENCE = 4;

/** Ends the connection of a caller who asks for a stream and takes almost nothing of it. Time in which no bytes wait for the caller does not count. */
function watchTaking(response: ServerResponse, patienceMs: number): void {
  const { socket } = response;
  // Injected requests of tests have no connection.
  if (!(socket instanceof Socket)) return;
  const taken = () => socket.bytesWritten - socket.writableLength;
  let [waitedMs, takenBefore, lookedAt] = [0, taken(), performance.now()];
  const look = setInterval(() => {
    const now = performance.now();
    if (socket.writableLength > 0) waitedMs += now - lookedAt;
    lookedAt = now;
    if (waitedMs < patienceMs) return;
    if (taken() - takenBefore < waitedMs * LEAST_BYTES_PER_MS) socket.destroy();
    [waitedMs, takenBefore] = [0, taken()];
  }, patienceMs / LOOKS_IN_PATIENCE);
  look.unref();
  response.once('close', () => clearInterval(look));
}

const owned = new WeakSet<Readable>();

/** Call this as soon as an operation has returned a stream. Calling it twice does no harm. */
export function endWithAnswer(response: ServerResponse, stream: Readable): void {
  if (owned.has(stream)) return;
  owned.add(stream);
  // A stream that is no longer sent may fail later; nobody waits for it.
  stream.on('error', () => undefined);
  const end = () => stream.destroy();
  if (response.writableFinished || response.destroyed) return void end();
  response.once('finish', end).once('close', end);
}
