// Each step that waits for the end of an answer adds listeners to it. Node warns of a leak above ten, so no kind of answer may have more.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify from 'fastify';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { startHarness } from '../../test/harness.ts';
import { ALL_ROUTES } from '../routes.ts';
import { ownStreams } from './answer-streams.ts';
import { compressAnswers } from './compression.ts';
import { serveWeb } from './web.ts';

const MOST = 10;

const folder = mkdtempSync(join(tmpdir(), 'assay-listeners-'));
mkdirSync(join(folder, 'assets'));
writeFileSync(join(folder, 'index.html'), `<!doctype html>${'text '.repeat(1000)}`);
writeFileSync(join(folder, 'assets', 'page-1.js'), '1;'.repeat(1000));

/** The most listeners for the end that one answer had. */
let most = 0;
beforeEach(() => {
  most = 0;
});

const { on } = ServerResponse.prototype;
ServerResponse.prototype.on = function (this: ServerResponse, name: string, listener: () => void) {
  on.call(this, name, listener);
  most = Math.max(most, this.listenerCount('close'));
  return this;
};
afterAll(() => {
  ServerResponse.prototype.on = on;
  rmSync(folder, { recursive: true });
});

it.each(['/', '/projects/1/inventory', '/assets/page-1.js'])('the page at %s', async (url) => {
  await using server = Fastify();
  ownStreams(server, { bodyPatienceMs: 1000 });
  compressAnswers(server);
  await serveWeb(server, `${folder}/`);
  const { statusCode } = await server.inject({ url, headers: { 'accept-encoding': 'gzip' } });
  expect(statusCode).toBe(200);
  expect(most).toBeGreaterThan(0);
  expect(most).toBeLessThanOrEqual(MOST);
});

it('all operations that read, so also all that stream', async () => {
  const h = await startHarness();
  try {
    await h.call('POST', '/projects', { body: { name: 'listened to' } });
    const crowded: string[] = [];
    for (const { id, method, path } of ALL_ROUTES) {
      if (method !== 'GET') continue;
      most = 0;
      await h.call('GET', path.replace(/\{\w+\}/g, '1'));
      if (most > MOST) crowded.push(`${id}: ${most}`);
    }
    expect(crowded).toEqual([]);
  } finally {
    await h.close();
  }
});
