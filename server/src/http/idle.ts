// Closes a connection without traffic after a while, so that stalled senders hold no resources. A caller who has sent everything and waits for a long
// operation has no traffic either, so the connection may be idle until the answer begins. Meanwhile the operating system probes the other side, and a
// dead one ends the work.
import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** Longest time without traffic while a request is sent or its answer is received. */
export const IDLE_TIMEOUT_MS = 120_000;
const PROBE_AFTER_MS = 30_000;

export function keepWhileWorking(server: FastifyInstance): void {
  server.addHook('onRequest', async ({ raw }) => {
    const { socket } = raw;
    // Injected requests of tests have no connection.
    if (!(socket instanceof Socket)) return;
    socket.setKeepAlive(true, PROBE_AFTER_MS);
    raw.once('end', () => socket.setTimeout(0));
  });
  server.addHook('onSend', async (request) => {
    const { raw } = request;
    if (!(raw.socket instanceof Socket)) return;
    raw.socket.setTimeout(IDLE_TIMEOUT_MS);
    // The rest of an unwanted body is read while the answer is sent.
    raw.once('end', () => raw.socket.setTimeout(IDLE_TIMEOUT_MS));
  });
}
