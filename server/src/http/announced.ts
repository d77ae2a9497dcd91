// Bodies that are announced: one that is too large is refused by its announced length before a byte of it is read, and a sender who asks first
// (Expect: 100-continue) is told to go on only when the request has passed every check that needs no body.
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import { refuseAnnounced } from './bodies.ts';
import { LARGEST_TEXT_BYTES } from './forms.ts';
import { isFormBody, isRawBody, type Route } from './route.ts';

/** The boundary, name and type of one part of a form. */
const LARGEST_PART_HEAD_BYTES = 1024;

/** Throws if the announced length is more than the operation takes. A body without a length is measured while it is read. */
export function refuseTooLarge(route: Route, headers: IncomingMessage['headers'], config: Config): void {
  refuseAnnounced(
    headers['content-length'],
    largestBodyOf(route, config),
    takesUploads(route) ? 'ASSAY_MAX_UPLOAD_BYTES' : '',
  );
}

/** True if the setting for uploaded archives decides the limit. */
function takesUploads({ body }: Route): boolean {
  if (isRawBody(body)) return body.largestBytes === undefined;
  return isFormBody(body) && Object.values(body.form).some(({ isFile }) => isFile);
}

export function largestBodyOf({ body, largestBodyBytes }: Route, { maxUploadBytes }: Pick<Config, 'maxUploadBytes'>) {
  if (isRawBody(body)) return body.largestBytes ?? maxUploadBytes;
  if (!isFormBody(body)) return largestBodyBytes;
  const parts = Object.values(body.form);
  const sizes = parts.map(({ isFile }) => LARGEST_PART_HEAD_BYTES + (isFile ? maxUploadBytes : LARGEST_TEXT_BYTES));
  return sizes.reduce((sum, size) => sum + size, LARGEST_PART_HEAD_BYTES);
}

export function continueWhenWanted(server: FastifyInstance): void {
  const asking = new WeakSet<IncomingMessage>();
  server.server.on('checkContinue', (request, response) => {
    asking.add(request);
    server.server.emit('request', request, response);
  });
  server.addHook('preParsing', async ({ raw }, reply) => {
    if (asking.delete(raw)) reply.raw.writeContinue();
  });
  // Whoever was not told to go on sends no body, so nothing after it on this connection could be understood.
  server.addHook('onSend', async ({ raw }, reply) => {
    if (asking.delete(raw)) reply.raw.setHeader('Connection', 'close');
  });
}
