// Compresses text answers as the caller accepts it. Downloads and compressed content stay unchanged.
import { PassThrough, pipeline, Readable, type Transform } from 'node:stream';
import { promisify } from 'node:util';
import {
  brotliCompress,
  constants,
  createBrotliCompress,
  createGzip,
  createZstdCompress,
  gzip,
  zstdCompress,
} from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** Compressing smaller answers costs more in headers than it saves. Sign-in answers, which contain tokens, are smaller. */
const LEAST_BYTES = 1024;
/** Events are left out: a compressor would hold them back until it has enough of them. */
const TEXT = /^(text\/(?!event-stream)|application\/(json|javascript|xml|[\w.+-]+\+(json|xml))|image\/svg)/;

interface Encoding {
  whole(bytes: Buffer): Promise<Buffer>;
  stream(): Transform;
}

/** Answers are compressed for each call, so speed matters more than the last percent. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

/** The order of preference if the caller has none. */
const ENCODINGS = new Map<string, Encoding>([
  ['zstd', { whole: promisify(zstdCompress) as Encoding['whole'], stream: () => createZstdCompress() }],
  ['br', { whole: (bytes) => promisify(brotliCompress)(bytes, BROTLI), stream: () => createBrotliCompress(BROTLI) }],
  ['gzip', { whole: promisify(gzip) as Encoding['whole'], stream: () => createGzip() }],
]);

/** The available encoding that the caller prefers; undefined if there is none. */
export function chosenEncoding(accepted: string | undefined): string | undefined {
  const weights = new Map<string, number>();
  for (const part of (accepted ?? '').split(',')) {
    const [name, ...parameters] = part.split(';').map((one) => one.trim().toLowerCase());
    const weight = parameters.find((one) => one.startsWith('q='))?.slice(2);
    if (name) weights.set(name, weight === undefined ? 1 : Number(weight) || 0);
  }
  const weightOf = (name: string) => weights.get(name) ?? weights.get('*') ?? 0;
  const offered = [...ENCODINGS.keys()].filter((name) => weightOf(name) > 0);
  return offered.toSorted((a, b) => weightOf(b) - weightOf(a))[0];
}

export function compressAnswers(server: FastifyInstance): void {
  const encoded = new WeakSet<FastifyReply>();
  server.addHook('onSend', async (request: FastifyRequest, reply: FastifyReply, payload: unknown) => {
    // If a stream fails before its first byte, an error answer is sent instead.
    if (encoded.has(reply)) reply.removeHeader('content-encoding');
    if (!isCompressible(request, reply, payload)) return payload;
    reply.header('Vary', 'Accept-Encoding');
    const name = chosenEncoding(request.headers['accept-encoding']);
    const encoding = name && ENCODINGS.get(name);
    if (!encoding) return payload;
    encoded.add(reply);
    reply.header('Content-Encoding', name).removeHeader('content-length').removeHeader('accept-ranges');
    weakenTag(reply);
    if (!(payload instanceof Readable)) return encoding.whole(Buffer.from(payload as string | Buffer));
    return compressed(payload, encoding.stream());
  });
}

function isCompressible(request: FastifyRequest, reply: FastifyReply, payload: unknown): boolean {
  if (request.method === 'HEAD' || reply.statusCode === 204 || reply.statusCode === 206 || reply.statusCode === 304)
    return false;
  if (reply.hasHeader('content-encoding') || reply.hasHeader('content-disposition')) return false;
  if (reply.raw.hasHeader('Content-Disposition') || !TEXT.test(String(reply.getHeader('content-type') ?? '')))
    return false;
  if (payload instanceof Readable) return true;
  return (typeof payload === 'string' || Buffer.isBuffer(payload)) && Buffer.byteLength(payload) >= LEAST_BYTES;
}

/** The same version, but in other bytes. */
function weakenTag(reply: FastifyReply): void {
  const tag = reply.raw.getHeader('ETag');
  if (typeof tag === 'string' && !tag.startsWith('W/')) reply.raw.setHeader('ETag', `W/${tag}`);
}

/** An error of the source also aborts the answer, and a caller who disconnects ends the source. */
function compressed(source: Readable, encoder: Transform): Readable {
  const out = new PassThrough();
  pipeline(source, encoder, out, () => undefined);
  return out;
}
