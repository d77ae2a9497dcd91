import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Harness, startHarness } from '../../../test/harness.ts';
import { insertUser } from '../../db/users/users.ts';
import { hashPassword } from '../../security/passwords.ts';

let h: Harness;
beforeAll(async () => {
  h = await startHarness();
  await insertUser(h.app.db, {
    login: 'Ada',
    email: 'ada@example.org',
    passwordHash: await hashPassword('Engine1843'),
  });
});
afterAll(() => h.close());

const login = (password: string, username = 'ada') =>
  h.call('POST', '/login', { as: null, body: { username, password } });

describe('POST /login', () => {
  it('200 with a working token, for the login in any case', async () => {
    const { status, body } = await login('Engine1843', 'ADA');
    expect(status).toBe(200);
    expect(Object.keys(body)).toEqual(['token']);
    const [head, payload] = body.token
      .split('.', 2)
      .map((part: string) => JSON.parse(Buffer.from(part, 'base64url').toString()));
    expect(head.alg).toBe('HS512');
    expect(payload).toMatchObject({ sub: 'Ada', userId: expect.any(Number), iat: expect.any(Number) });
    const list = await h.call('GET', '/projects', { as: { id: 0, login: 'ada', token: body.token } });
    expect(list.status).toBe(200);
  });

  it.each([
    ['a wrong password', { username: 'ada', password: 'nope' }, 401],
    ['an unknown login', { username: 'nobody', password: 'Engine1843' }, 401],
    ['no password', { username: 'ada' }, 400],
    ['a NUL in the login', { username: 'a\0b', password: 'x' }, 400],
    ['an unknown member', { username: 'ada', password: 'x', admin: true }, 400],
  ])('refuses %s', async (_what, body, status) => {
    expect((await h.call('POST', '/login', { as: null, body })).status).toBe(status);
  });

  it('429 with Retry-After after five failures, for this user from this address only, and longer each time', async () => {
    await insertUser(h.app.db, { login: 'eve', passwordHash: await hashPassword('Engine1843') });
    const from = async (remoteAddress: string, password: string, username = 'eve') =>
      h.server.inject({ method: 'POST', url: '/api/login', payload: { username, password }, remoteAddress });
    for (let attempt = 0; attempt < 5; attempt++) expect((await from('192.0.2.1', 'wrong')).statusCode).toBe(401);
    const refused = await from('192.0.2.1', 'Engine1843');
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '2']);
    expect(refused.json().errors[0].message).toContain('Wait 2 seconds');
    expect((await from('192.0.2.2', 'Engine1843')).statusCode).toBe(200);
    expect((await from('192.0.2.1', 'Engine1843', 'ada')).statusCode).toBe(200);
    const now = h.app.now;
    try {
      h.app.now = () => new Date(now().getTime() + 2000);
      expect((await from('192.0.2.1', 'wrong')).statusCode).toBe(401);
      expect((await from('192.0.2.1', 'wrong')).headers['retry-after']).toBe('4');
      h.app.now = () => new Date(now().getTime() + 7000);
      expect((await from('192.0.2.1', 'Engine1843')).statusCode).toBe(200);
      expect((await from('192.0.2.1', 'wrong')).statusCode).toBe(401);
    } finally {
      h.app.now = now;
    }
  });

  it('counts each of many simultaneous attempts', async () => {
    await insertUser(h.app.db, { login: 'mallory', passwordHash: await hashPassword('Engine1843') });
    const answers = await Promise.all(Array.from({ length: 8 }, () => login('wrong', 'mallory')));
    expect(answers.map(({ status }) => status).sort()).toEqual([401, 401, 401, 401, 401, 429, 429, 429]);
  });

  it('delays an unknown login just as long', async () => {
    for (let attempt = 0; attempt < 5; attempt++) expect((await login('x', 'ghost')).status).toBe(401);
    expect((await login('x', 'GHOST')).status).toBe(429);
  });
});

describe('401 without a valid token', () => {
  it.each([
    ['none', {}],
    ['junk', { authorization: 'Bearer junk' }],
    ['a signature of another key', { authorization: 'Bearer eyJhbGciOiJIUzUxMiJ9.eyJ1c2VySWQiOjF9.AAAA' }],
    [
      'no algorithm',
      {
        authorization: `Bearer ${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from('{"userId":1}').toString('base64url')}.`,
      },
    ],
  ])('%s: an HTML page with both spellings', async (_what, headers) => {
    const {
      status,
      text,
      headers: answered,
    } = await h.call('GET', '/projects', { as: null, headers: headers as Record<string, string> });
    expect(status).toBe(401);
    expect(String(answered['content-type'])).toContain('text/html');
    expect(text).toContain('Status 401 – Unauthorized');
    expect(text).toContain('Status 401 - Unauthorized');
  });
});

describe('tokens', () => {
  it('201, listed without its text, renamed, revoked at once', async () => {
    const made = await h.call('POST', '/tokens', { body: { name: 'ci', expiresOn: '2999-01-31' } });
    expect(made.status).toBe(201);
    const person = { id: 0, login: 'admin', token: made.body.token };
    expect((await h.call('GET', '/projects', { as: person })).status).toBe(200);
    expect((await h.call('PUT', `/tokens/${made.body.id}`, { body: { name: 'build' } })).status).toBe(200);
    const listed = (await h.call('GET', '/tokens')).body.data.find((one: { id: number }) => one.id === made.body.id);
    expect(listed).toMatchObject({ name: 'build', expiresOn: '2999-01-31 23:59:59' });
    expect(JSON.stringify(listed)).not.toContain(made.body.token);
    expect((await h.call('DELETE', `/tokens/${made.body.id}`)).status).toBe(200);
    expect((await h.call('GET', '/projects', { as: person })).status).toBe(401);
  });

  it('404 for the token of somebody else', async () => {
    const other = await h.person('other');
    const made = await h.call('POST', '/tokens', { body: { name: 'mine' } });
    expect((await h.call('DELETE', `/tokens/${made.body.id}`, { as: other })).status).toBe(404);
    expect((await h.call('PUT', `/tokens/${made.body.id}`, { as: other, body: { name: 'x' } })).status).toBe(404);
  });

  it.each(['2020-01-01', '2027-02-30', 'tomorrow', '2027-13-01', '99999-01-01'])(
    '400 for the expiry %s',
    async (expiresOn) => {
      const { status, body } = await h.call('POST', '/tokens', { body: { name: 'x', expiresOn } });
      expect(status).toBe(400);
      expect(body.errors[0].message).toContain('expiresOn');
    },
  );

  it('401 once a token has expired', async () => {
    const made = await h.call('POST', '/tokens', { body: { name: 'short', expiresOn: '2999-01-31' } });
    await h.database.pool.query(`update tokens set expires_at = now() - interval '1 second' where id = $1`, [
      made.body.id,
    ]);
    expect((await h.call('GET', '/projects', { as: { id: 0, login: '', token: made.body.token } })).status).toBe(401);
  });
});

describe('the browser session', () => {
  const cookieOf = (headers: Record<string, unknown>) => String(headers['set-cookie']).split(';')[0];

  it('200 with an httpOnly SameSite cookie; changes need the CSRF header', async () => {
    const session = await h.call('POST', '/session', { as: null, body: { username: 'ada', password: 'Engine1843' } });
    expect(String(session.headers['set-cookie'])).toMatch(/HttpOnly; SameSite=Strict/);
    const cookie = cookieOf(session.headers);
    expect((await h.call('GET', '/session', { as: null, headers: { cookie: cookie! } })).body.data.login).toBe('Ada');
    expect(
      (await h.call('POST', '/tokens', { as: null, headers: { cookie: cookie! }, body: { name: 'x' } })).status,
    ).toBe(403);
    expect(
      (
        await h.call('POST', '/tokens', {
          as: null,
          headers: { cookie: cookie!, 'x-assay-request': '1' },
          body: { name: 'x' },
        })
      ).status,
    ).toBe(201);
    expect(
      (await h.call('DELETE', '/session', { as: null, headers: { cookie: cookie!, 'x-assay-request': '1' } })).status,
    ).toBe(200);
    expect((await h.call('GET', '/session', { as: null, headers: { cookie: cookie! } })).status).toBe(401);
  });
});

it('no-store on every answer of an operation, also refusals; in one place for all', async () => {
  const session = await h.call('POST', '/session', { as: null, body: { username: 'ada', password: 'Engine1843' } });
  const wrong = await h.call('POST', '/session', { as: null, body: { username: 'ada', password: 'x' } });
  const token = await login('Engine1843');
  const unknown = await h.call('GET', '/session', { as: null });
  for (const { headers } of [
    session,
    wrong,
    token,
    unknown,
    await h.call('GET', '/session'),
    await h.call('GET', '/users'),
  ])
    expect(headers['cache-control']).toBe('no-store');
});
