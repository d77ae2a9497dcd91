// Long answers on a real connection: they begin before they are complete, an error in the middle never looks like
// their end, and reading stops when the caller disconnects.
import { get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Harness, startHarness } from '../../test/harness.ts';
import { anyone } from './access.ts';
import { streamed } from './replies.ts';
import { type Route, route } from './route.ts';
import { createServer } from './server.ts';

let h: Harness;
let server: FastifyInstance;
/** The data that the next call streams. */
let rows: () => AsyncGenerator<unknown>;

const lists: Route[] = [
  route({
    id: 'listAll',
    method: 'GET',
    path: '/all',
    group: 'Test',
    summary: 'All',
    access: anyone(),
    responses: { 200: { description: 'Rows' } },
    run: async () => streamed('{"data":[', rows(), ']}', { page: 1, pageSize: 10, total: 3 }),
  }),
];

beforeAll(async () => {
  h = await startHarness();
  server = await createServer({ app: h.app, routes: lists });
  await server.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await server.close();
  await h.close();
});

const call = () =>
  new Promise<IncomingMessage>((resolve, reject) => {
    const { port } = server.server.address() as AddressInfo;
    get({ port, path: '/api/all', agent: false }, resolve).once('error', reject);
  });

async function textOf(response: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of response.setEncoding('utf8')) text += chunk;
  return text;
}

/** More than one chunk of a stream. */
const LARGE = 'x'.repeat(100_000);

it('200 with the rows as JSON, and the paging headers', async () => {
  rows = async function* () {
    yield { id: 1 };
    yield { id: 2, text: LARGE };
  };
  const response = await call();
  expect(response.headers['total-records']).toBe('3');
  expect(JSON.parse(await textOf(response))).toEqual({ data: [{ id: 1 }, { id: 2, text: LARGE }] });
});

it('200 with an empty list', async () => {
  rows = async function* () {};
  expect(await textOf(await call())).toBe('{"data":[]}');
});

it('begins before it is complete', async () => {
  const going = Promise.withResolvers<void>();
  rows = async function* () {
    yield LARGE;
    await going.promise;
    yield 'last';
  };
  const response = await call();
  const first = await new Promise<string>((resolve) => {
    response.setEncoding('utf8').once('data', resolve);
  });
  expect(first).toContain('{"data":["xxx');
  going.resolve();
  expect((await textOf(response)).endsWith('"last"]}')).toBe(true);
});

it('an error in the middle cuts the connection', async () => {
  rows = async function* () {
    yield LARGE;
    throw new Error('the database has gone');
  };
  const response = await call();
  expect(response.statusCode).toBe(200);
  await expect(textOf(response)).rejects.toMatchObject({ code: 'ECONNRESET' });
  expect(response.complete).toBe(false);
});

it('500 for an error before the first byte, without its details', async () => {
  // biome-ignore lint/correctness/useYield: it fails before it has anything to yield.
  rows = async function* () {
    throw new Error('the database has gone');
  };
  const response = await call();
  const text = await textOf(response);
  expect(response.statusCode).toBe(500);
  expect(JSON.parse(text).errors).toHaveLength(1);
  expect(text).not.toContain('database');
});

it('stops reading when the caller disconnects', async () => {
  const ended = Promise.withResolvers<number>();
  rows = async function* () {
    let count = 0;
    try {
      for (; ; count++) yield LARGE;
    } finally {
      ended.resolve(count);
    }
  };
  const response = await call();
  response.destroy();
  expect(await ended.promise).toBeGreaterThan(0);
});
