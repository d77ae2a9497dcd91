// Answers in an encoding that the caller accepts, and the page's files as the build compressed them.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync, zstdDecompressSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { type Harness, startHarness } from '../../test/harness.ts';
import { anyone } from './access.ts';
import { chosenEncoding } from './compression.ts';
import { data, download, streamed } from './replies.ts';
import { route } from './route.ts';
import { createServer } from './server.ts';
import { serveWeb } from './web.ts';

test.each([
  [undefined, undefined],
  ['', undefined],
  ['identity', undefined],
  ['gzip', 'gzip'],
  ['gzip, deflate, br, zstd', 'zstd'],
  ['gzip, deflate, br', 'br'],
  ['br;q=0, gzip;q=0.5', 'gzip'],
  ['GZIP;q=1.0, br;q=0.2', 'gzip'],
  ['*', 'zstd'],
  ['*;q=0', undefined],
  ['zstd;q=many', undefined],
])('"%s" selects %s', (accepted, chosen) => {
  expect(chosenEncoding(accepted)).toBe(chosen);
});

const SCRIPT = 'console.log("a part of the page");\n'.repeat(100);
let h: Harness;
let server: FastifyInstance;
let dist: string;
let rows: () => AsyncGenerator<unknown>;

beforeAll(async () => {
  h = await startHarness();
  dist = `${mkdtempSync(join(tmpdir(), 'assay-dist-'))}/`;
  await mkdir(join(dist, 'assets'));
  for (const [name, text] of [
    ['index.html', '<!doctype html>page'],
    ['assets/part-1a2b.js', SCRIPT],
    ['start.js', SCRIPT],
  ]) {
    writeFileSync(join(dist, name!), text!);
    writeFileSync(join(dist, `${name}.br`), brotliCompressSync(text!));
    writeFileSync(join(dist, `${name}.gz`), gzipSync(text!));
  }
  const get = {
    method: 'GET',
    group: 'Test',
    summary: 'x',
    access: anyone(),
    responses: { 200: { description: 'x' } },
  } as const;
  server = await createServer({
    app: h.app,
    routes: [
      route({ ...get, id: 'long', path: '/long', run: async () => data('x'.repeat(5000)) }),
      route({ ...get, id: 'short', path: '/short', run: async () => data('x') }),
      route({ ...get, id: 'rows', path: '/rows', run: async () => streamed('[', rows(), ']') }),
      route({
        ...get,
        id: 'file',
        path: '/file',
        run: async () => download(Readable.from(['{"x":1}'.repeat(1000)]), 'x.json', 'application/json', 7000),
      }),
    ],
  });
  await serveWeb(server, dist);
});
afterAll(async () => {
  await server.close();
  await h.close();
  rmSync(dist, { recursive: true });
});

const get = (url: string, accepted = '') => server.inject({ url, headers: { 'accept-encoding': accepted } });

describe('answers of operations', () => {
  it.each([
    ['gzip', gunzipSync],
    ['br', brotliDecompressSync],
    ['zstd', zstdDecompressSync],
  ])('are encoded as %s', async (name, decompress) => {
    const { headers, rawPayload } = await get('/api/long', name);
    expect([headers['content-encoding'], headers.vary]).toEqual([name, 'Accept-Encoding']);
    expect(Number(headers['content-length'])).toBe(rawPayload.length);
    expect(rawPayload.length).toBeLessThan(500);
    expect(JSON.parse(decompress(rawPayload).toString()).data).toBe('x'.repeat(5000));
  });

  it('are not encoded if they are short, a download, or no encoding is accepted', async () => {
    for (const [url, accepted] of [
      ['/api/short', 'gzip'],
      ['/api/file', 'gzip'],
      ['/api/long', ''],
    ]) {
      const { headers, payload } = await get(url!, accepted);
      expect([url, headers['content-encoding']]).toEqual([url, undefined]);
      expect(payload).toContain('x');
    }
    expect((await get('/api/long')).headers.vary).toBe('Accept-Encoding');
    expect((await get('/api/file', 'gzip')).headers['content-length']).toBe('7000');
  });

  it('are encoded row by row', async () => {
    rows = async function* () {
      for (let row = 0; row < 20_000; row++) yield { row };
    };
    const { headers, rawPayload } = await get('/api/rows', 'gzip');
    expect([headers['content-encoding'], headers['content-length']]).toEqual(['gzip', undefined]);
    expect(JSON.parse(gunzipSync(rawPayload).toString())).toHaveLength(20_000);
  });

  it('500 as readable JSON if the first row fails', async () => {
    // biome-ignore lint/correctness/useYield: it fails before it has anything to yield.
    rows = async function* () {
      throw new Error('the database has gone');
    };
    const { statusCode, headers, payload } = await get('/api/rows', 'gzip');
    expect([statusCode, headers['content-encoding']]).toEqual([500, undefined]);
    expect(JSON.parse(payload).errors).toHaveLength(1);
  });
});

describe('the page', () => {
  it.each([
    ['/assets/part-1a2b.js', 'public, max-age=31536000, immutable'],
    ['/start.js', 'public, max-age=3600'],
    ['/', 'no-cache'],
    ['/projects/7', 'no-cache'],
  ])('%s with Cache-Control: %s, compressed by the build', async (url, cacheControl) => {
    for (const [accepted, name] of [
      ['gzip, br, zstd', 'br'],
      ['gzip', 'gzip'],
      ['', undefined],
    ] as const) {
      const { statusCode, headers } = await get(url, accepted);
      expect([statusCode, headers['cache-control'], headers['content-encoding']]).toEqual([200, cacheControl, name]);
    }
  });

  it('404, cached only briefly, for a file of an older build', async () => {
    const { statusCode, headers } = await get('/assets/part-old.js');
    expect([statusCode, headers['cache-control']]).toEqual([404, undefined]);
  });
});
