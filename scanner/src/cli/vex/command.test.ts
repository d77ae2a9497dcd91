// `assay vex`: what is sent to the server, and what is printed of its answers. The server is a local one that answers as Assay does.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { runCommand } from '../index.ts';

const root = mkdtempSync(join(tmpdir(), 'assay-vex-'));
let server: Server;
let address = '';
const asked: { what: string; body: string; name: unknown; token: unknown }[] = [];
const answers = new Map<string, { status?: number; body: unknown }>();

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const body = (await buffer(request)).toString();
    const what = `${request.method} ${request.url}`;
    asked.push({ what, body, name: request.headers['x-file-name'], token: request.headers.authorization });
    const { status = 200, body: answer } = answers.get(what) ?? { status: 404, body: { errors: [{ message: 'No.' }] } };
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
beforeEach(() => {
  asked.length = 0;
  answers.clear();
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
  rmSync(root, { recursive: true, force: true });
});

async function run(...argv: string[]) {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const shown = Promise.all([text(stdout), text(stderr)]);
  const code = await runCommand(['vex', ...argv, '--server', address], { stdout, stderr, apiToken: 'secret' });
  stdout.end();
  stderr.end();
  const [out, err] = await shown;
  return { code, out, err };
}

it('adds documents with their names and bytes, and says what became of each', async () => {
  const data = { change: 'ADDED', document: 'urn:1', statements: 2, decided: 1, ended: 0, issueCount: 0 };
  answers.set('POST /api/advisories/vex/house/documents', { body: { data } });
  const file = join(root, 'bücher.json');
  writeFileSync(file, '{"a":1}');
  expect(await run('add', 'house', file)).toEqual({
    code: 0,
    out: 'ADDED urn:1: 2 statements; 1 decided, 0 open again; 0 issues\n',
    err: '',
  });
  expect(asked).toEqual([
    {
      what: 'POST /api/advisories/vex/house/documents',
      body: '{"a":1}',
      name: encodeURIComponent('bücher.json'),
      token: 'Bearer secret',
    },
  ]);
});

it('lists the sources; control characters of a server do not reach the terminal', async () => {
  const counts = { documents: 1, statements: 2, decidedVersions: 3 };
  const source = { name: 'house', location: '', isEnabled: true, ...counts, lastError: '\u001b[2Jgone' };
  answers.set('GET /api/advisories/vex', { body: { data: [source] } });
  const { code, out } = await run('list');
  expect([code, out]).toEqual([0, expect.stringContaining('house (decides): 1 documents, 2 statements')]);
  expect(out).not.toContain('\u001b');
});

it('changes, switches and removes a source; a name with signs stays one part of the address', async () => {
  answers.set('PUT /api/advisories/vex/house', { body: { data: { decided: 0, ended: 4 } } });
  answers.set('DELETE /api/advisories/vex/house', { body: { data: { decided: 0, ended: 4 } } });
  expect(await run('address', 'house', 'https://example.org/vex.json')).toMatchObject({ code: 0 });
  expect(await run('off', 'house')).toMatchObject({ code: 0, out: '0 decided, 4 open again\n' });
  expect(await run('remove', 'house')).toMatchObject({ code: 0 });
  expect(asked.map(({ body }) => body)).toEqual([
    '{"location":"https://example.org/vex.json"}',
    '{"isEnabled":false}',
    '',
  ]);
  expect(await run('remove', '../../users/1')).toMatchObject({ code: 1 });
  expect(asked.at(-1)!.what).toBe('DELETE /api/advisories/vex/..%2F..%2Fusers%2F1');
});

it('reads all pages', async () => {
  const row = { document: 'd', revision: '1', format: 'CSAF', statements: 1, ofProducts: 1, leftOut: 0 };
  const page = (rows: unknown[]) => ({ body: { data: rows } });
  answers.set(
    'GET /api/advisories/vex/house/documents?limit=100&offset=1',
    page(Array.from({ length: 100 }, () => row)),
  );
  answers.set('GET /api/advisories/vex/house/documents?limit=100&offset=2', page([row]));
  expect((await run('documents', 'house')).out.split('\n')).toHaveLength(102);
});

it.each([
  [['fly'], 'there is no command'],
  [['add', 'house'], 'It takes <source> <document>'],
  [['add', 'house', '/nowhere/at/all'], 'cannot be read'],
  [['list', '--token', 'x'], 'can be read by other users'],
])('2 for %j', async (argv, message) => {
  const { code, err } = await run(...argv);
  expect([code, err]).toEqual([2, expect.stringContaining(message)]);
});
