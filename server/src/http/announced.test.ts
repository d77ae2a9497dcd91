import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Harness, startHarness } from '../../test/harness.ts';
import { ALL_ROUTES } from '../routes.ts';
import { largestBodyOf } from './announced.ts';
import { isFormBody, isRawBody, type Route } from './route.ts';

const MOST = 100_000;
let harness: Harness;
let port: number;
let projectId: number;
beforeAll(async () => {
  harness = await startHarness({ ASSAY_MAX_UPLOAD_BYTES: String(MOST) });
  port = Number(new URL(await harness.listen()).port);
  projectId = (await harness.call('POST', '/projects', { body: { name: 'announced' } })).body.id;
  // Else their operations are not there.
  await harness.call('PUT', '/siteSettings', { body: { dependencyTrackUploads: true } });
});
afterAll(() => harness.close());

/** Sends the head of a request and none of its body, and returns what comes back until the server ends the answer. */
async function announce(
  { method, path, query, isAtRoot }: Route,
  headers: Record<string, string>,
  token = harness.admin.token,
) {
  const known = Object.keys(query?.properties ?? {});
  const given = Object.entries({ projectId, source: 'x', name: 'x' }).filter(([name]) => known.includes(name));
  const url = `${isAtRoot ? '' : '/api'}${path.replace('{projectId}', String(projectId))}?${given.map((pair) => pair.join('=')).join('&')}`;
  const lines = { host: 'x', authorization: `Bearer ${token}`, 'x-file-name': 'a.zip', ...headers };
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write(
    `${method} ${url} HTTP/1.1\r\n${Object.entries(lines)
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join('')}\r\n`,
  );
  let text = '';
  for await (const chunk of socket) {
    text += chunk;
    if (/^HTTP\/1\.1 100/.test(text) || text.includes('\r\n\r\n')) break;
  }
  socket.destroy();
  return { status: Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1]), text };
}

const withFiles = ALL_ROUTES.filter(({ body }) => isRawBody(body) || isFormBody(body));
const type = ({ body }: Route) => (isFormBody(body) ? 'multipart/form-data; boundary=x' : 'application/octet-stream');

it('413 by the announced length, before a byte of the body, for every operation that takes a file', async () => {
  expect(withFiles.length).toBeGreaterThan(8);
  for (const route of withFiles.filter(({ path }) => !/\{(?!projectId)/.test(path))) {
    const tooMuch = String(largestBodyOf(route, harness.app.config) + 1);
    for (const expect100 of [{}, { expect: '100-continue' }] as Record<string, string>[]) {
      const { status } = await announce(route, {
        'content-type': type(route),
        'content-length': tooMuch,
        ...expect100,
      });
      expect([route.id, status]).toEqual([route.id, 413]);
    }
  }
});

it('413 also for JSON', async () => {
  const route = ALL_ROUTES.find(({ id }) => id === 'createFolder')!;
  const headers = { 'content-type': 'application/json', 'content-length': String(route.largestBodyBytes + 1) };
  expect((await announce(route, { ...headers, expect: '100-continue' })).status).toBe(413);
});

it('100 for a body that is small enough, 401 instead of it for a stranger, whose connection ends', async () => {
  const route = ALL_ROUTES.find(({ id }) => id === 'importVex')!;
  const headers = { 'content-type': type(route), 'content-length': '10', expect: '100-continue' };
  expect((await announce(route, headers)).status).toBe(100);
  const { status, text } = await announce(route, headers, 'nobody');
  expect([status, /\r\nconnection: close\r\n/i.test(text)]).toEqual([401, true]);
});
