// Bodies that are too large, too deep or never arrive, on real connections.
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Harness, startHarness } from '../../test/harness.ts';
import { ALL_ROUTES } from '../routes.ts';
import { MIB } from './bodies.ts';

let h: Harness;
let port: number;
let projectId: number;
beforeAll(async () => {
  h = await startHarness();
  port = Number(new URL(await h.listen()).port);
  projectId = (await h.call('POST', '/projects', { body: { name: 'bodies' } })).body.id;
});
afterAll(() => h.close());

const folder = (length: number) => h.call('POST', '/folders', { raw: Buffer.alloc(length, ' ') });
const rule = (body: unknown) => h.call('POST', '/policies', { raw: Buffer.from(JSON.stringify(body)) });

async function ownProject(): Promise<number> {
  await h.call('POST', `/projects/${projectId}/users`, {
    body: { userRoles: { roleId: 'ANALYST', users: ['admin'] } },
  });
  return projectId;
}

/** Sends bytes unchanged and resolves with the complete answer. */
function speak(text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    let answer = '';
    socket.setEncoding('utf8');
    socket.on('data', (chunk) => {
      answer += chunk;
      // The answer is complete when the body ends with the request id or the last brace.
      if (/\r\n\r\n.*\}$/s.test(answer) || answer.includes('</html>')) socket.destroy();
    });
    socket.on('close', () => resolve(answer));
    socket.on('error', reject);
  });
}

const JSON_TYPE = 'Content-Type: application/json';
const head = (line: string, ...headers: string[]) => `${[line, 'Host: x', ...headers].join('\r\n')}\r\n\r\n`;

describe('413, naming the limit', () => {
  it('32 KiB without a session', async () => {
    for (const path of ['/login', '/session', '/users/forgotPassword', '/users/resetPassword']) {
      const { status, body } = await h.call('POST', path, { as: null, raw: Buffer.alloc(32 * 1024 + 1, ' ') });
      expect([path, status, body.errors[0].message]).toEqual([path, 413, expect.stringContaining('32 KiB')]);
    }
  });

  it('1 MiB elsewhere, and more if an operation says so', async () => {
    expect((await folder(MIB)).status).toBe(400);
    const { status, body } = await folder(MIB + 1);
    expect([status, body.errors[0].message]).toEqual([413, expect.stringContaining('larger than the 1 MiB')]);
    expect((await h.call('POST', '/policies', { raw: Buffer.alloc(MIB + 1, ' ') })).status).toBe(400);
    const more = ALL_ROUTES.filter(({ largestBodyBytes }) => largestBodyBytes > MIB);
    expect(more.every((one) => one.access.needsSignIn && one.body)).toBe(true);
    // SBOMs and VEX documents in Base64 inside of JSON, as the programs of another system send them.
    const others = more.filter(({ id }) => !['dependencyTrackUpload', 'dependencyTrackVex'].includes(id));
    expect(others.length).toBeGreaterThan(0);
    expect(Math.max(...others.map(({ largestBodyBytes }) => largestBodyBytes))).toBeLessThanOrEqual(32 * MIB);
  });

  it('by the announced length, before a byte is received', async () => {
    const answer = await speak(head('POST /api/login HTTP/1.1', JSON_TYPE, 'Content-Length: 65011712'));
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
  });

  it('by the received bytes, if no length is announced', async () => {
    const chunk = `8000\r\n${' '.repeat(0x8000)}\r\n`;
    const answer = await speak(
      `${head('POST /api/login HTTP/1.1', JSON_TYPE, 'Transfer-Encoding: chunked')}${chunk}${chunk}`,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
  });
});

describe('access is decided before the body is read', () => {
  it('401, 403 and 404 before the body is received', async () => {
    const stranger = await h.person('stranger');
    const as = `Authorization: Bearer ${stranger.token}`;
    await h.call('PUT', `/projects/${projectId}`, { body: { privateProject: true } });
    const ask = async (line: string, ...headers: string[]) =>
      (await speak(head(`${line} HTTP/1.1`, 'Content-Length: 1000', ...headers))).slice(9, 12);
    expect(await ask('POST /api/folders')).toBe('401');
    expect(await ask('POST /api/folders', as)).toBe('403');
    expect(await ask(`PUT /api/projects/${projectId}`, as)).toBe('404');
    expect(await ask(`POST /api/projects/${projectId}/importSbom`, as)).toBe('404');
  });
});

describe('the contents of the body', () => {
  it('400 for JSON that is nested too deep, however short', async () => {
    for (const length of [200, 20_000, 400_000]) {
      const raw = Buffer.from(`{"name":${'['.repeat(length)}${']'.repeat(length)}}`);
      const { status, body } = await h.call('POST', '/folders', { raw });
      expect([status, body.errors[0].message]).toEqual([400, expect.stringContaining('100 levels')]);
    }
    // Brackets inside strings do not count.
    const name = '["\\'.repeat(60);
    expect((await h.call('POST', '/folders', { body: { name } })).status).toBe(201);
  });

  it('a large body is read in a thread with the same answers as a small one', async () => {
    const filler = ' '.repeat(200_000);
    const send = (text: string) => h.call('POST', '/policies', { raw: Buffer.from(text + filler) });
    expect((await send('{"name":"large"}')).status).toBe(201);
    const words = async (text: string) => (await send(text)).body.errors[0].message;
    expect(await words('{"name":')).toContain('is not valid JSON');
    expect(await words('')).toBe('The field "name" is required');
    expect(await words('{"name":"x","color":1}')).toContain('Unrecognized field "color"');
    expect(await words('{"name":"a\\u0000b"}')).toContain('NUL');
    expect((await rule({ name: `x${filler}` })).body.errors[0].message).toContain('"name" must have at most');
  });

  it('simultaneous large bodies are all answered', async () => {
    const filler = ' '.repeat(200_000);
    const names = Array.from({ length: 6 }, (_, at) => `at once ${at}`);
    const answers = await Promise.all(
      names.map((name) => h.call('POST', '/policies', { raw: Buffer.from(JSON.stringify({ name }) + filler) })),
    );
    expect(answers.map(({ status }) => status)).toEqual(names.map(() => 201));
  });
});

it.each(['text', 'file'])('400 for a %s of a form that is given twice', async (kind) => {
  const disposition = kind === 'file' ? 'name="importFile"; filename="x.zip"' : 'name="projectImportModel"';
  const part = `--edge\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n{}\r\n`;
  const { status, body } = await h.call('POST', `/projects/${await ownProject()}/import`, {
    raw: Buffer.from(`${part}${part}--edge--\r\n`),
    headers: { 'content-type': 'multipart/form-data; boundary=edge' },
  });
  expect([status, body.errors[0].message]).toEqual([400, expect.stringContaining('must be given once only')]);
});

it('431 in the envelope for an address and headers beyond 16 KiB', async () => {
  const answer = await speak(head(`GET /api/projects?x=${'y'.repeat(20_000)} HTTP/1.1`));
  expect(answer).toMatch(/^HTTP\/1\.1 431 /);
  expect(JSON.parse(answer.split('\r\n\r\n')[1]!).errors[0].message).toContain('16384 bytes');
});

it('400 in the envelope for a request that is not HTTP', async () => {
  expect(await speak('HELO there\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 .*"errors"/s);
});
