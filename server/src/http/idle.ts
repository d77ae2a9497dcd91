// A connection on which nothing moves is cut after a while, so that senders that stall hold nothing. But a caller who has sent everything and waits
// for our answer moves nothing either, and the work may take longer. Until the answer begins the connection may rest then; the operating system asks
// now and then whether the other side still lives, and a side that does not ends the work.
import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** Longest time in which nothing moves on a connection while a request is sent, or its answer taken. */
export const IDLE_TIMEOUT_MS = 120_000;
const PROBE_AFTER_MS = 30_000;

export function keepWhileWorking(server: FastifyInstance): void {
  server.addHook('onRequest', async ({ raw }) => {
    const { socket } = raw;
    // Requests of tests that are injected come over none.
    if (!(socket instanceof Socket)) return;
    socket.setKeepAlive(true, PROBE_AFTER_MS);
    raw.once('end', () => socket.setTimeout(0));
  });
  server.addHook('onSend', async (request) => {
    const { raw } = request;
    if (!(raw.socket instanceof Socket)) return;
    raw.socket.setTimeout(IDLE_TIMEOUT_MS);
    // The rest of a body that nobody wants is read while the answer goes out.
    raw.once('end', () => raw.socket.setTimeout(IDLE_TIMEOUT_MS));
  });
}
