import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Harness, startHarness } from '../../../test/harness.ts';

let h: Harness;
beforeAll(async () => {
  h = await startHarness();
});
afterAll(() => h.close());

const ADA = {
  login: 'ada',
  firstName: 'Ada',
  lastName: 'Lovelace',
  email: 'ada@example.org',
  password: 'Engine1843',
  question: 'First program?',
  answer: 'Bernoulli numbers',
};

describe('POST /users', () => {
  it('201, and the user can sign in', async () => {
    expect((await h.call('POST', '/users', { body: ADA })).status).toBe(201);
    expect(
      (await h.call('POST', '/login', { as: null, body: { username: 'ada', password: 'Engine1843' } })).status,
    ).toBe(200);
  });

  it('400 for a login that exists, whatever its case', async () => {
    const { status, body } = await h.call('POST', '/users', { body: { ...ADA, login: 'ADA' } });
    expect(status).toBe(400);
    expect(body.errors[0].message).toMatch(/already exists\.$/);
  });

  it.each([
    ['password', 'short1A'],
    ['password', 'nodigitsHere'],
    ['password', 'with blank 1A'],
    ['password', 'nocapital1'],
    ['email', 'nobody'],
    ['login', ''],
    ['login', 'x'.repeat(61)],
    ['login', 'a b'],
    ['question', 'x'],
    ['answer', 'x'],
    ['firstName', undefined],
  ])('400 for a wrong %s (%s), naming it', async (field, value) => {
    const { status, body } = await h.call('POST', '/users', { body: { ...ADA, login: 'fresh', [field]: value } });
    expect(status).toBe(400);
    expect(body.errors[0].message).toContain(`"${field}"`);
  });

  it('403 for everybody but system administrators', async () => {
    expect(
      (await h.call('POST', '/users', { as: await h.person('plain'), body: { ...ADA, login: 'other' } })).status,
    ).toBe(403);
  });

  it('one 201 and otherwise 400 for simultaneous creations of one login', async () => {
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => h.call('POST', '/users', { body: { ...ADA, login: 'race' } })),
    );
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, 400, 400, 400, 400, 400]);
  });
});

describe('GET /users/search', () => {
  it('200 with a list, also for one user', async () => {
    const { body } = await h.call('GET', '/users/search?login=ADA');
    expect(body.data).toMatchObject([
      { login: 'ada', firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.org' },
    ]);
    expect((await h.call('GET', `/users/search?id=${body.data[0].id}`)).body.data[0].login).toBe('ada');
    expect((await h.call('GET', '/users/search?email=Ada@Example.org')).body.data[0].login).toBe('ada');
  });

  it('404 without a match, 400 without a criterion', async () => {
    expect((await h.call('GET', '/users/search?login=nobody')).status).toBe(404);
    expect((await h.call('GET', '/users/search')).status).toBe(400);
  });

  it('200 without the permissions of others for ordinary users', async () => {
    const { body } = await h.call('GET', '/users/search?login=admin', { as: await h.person('inquisitive') });
    expect(body.data[0].permissions).toEqual([]);
  });
});

describe('activation and permissions', () => {
  it('a deactivated user can neither use tokens nor sign in, until activated again', async () => {
    const eve = await h.person('eve');
    expect((await h.call('PUT', '/users/eve/deactivate')).status).toBe(200);
    expect((await h.call('GET', '/projects', { as: eve })).status).toBe(401);
    expect((await h.call('PUT', '/users/eve/activate')).status).toBe(200);
    expect((await h.call('GET', '/projects', { as: eve })).status).toBe(401);
  });

  it('permissions are replaced, not added', async () => {
    const bob = await h.person('bob', ['create_project']);
    expect((await h.call('POST', '/projects', { as: bob, body: { name: 'bobs' } })).status).toBe(201);
    expect((await h.call('PUT', '/users/bob/permission', { body: { permissions: ['library_manager'] } })).status).toBe(
      200,
    );
    expect((await h.call('POST', '/projects', { as: bob, body: { name: 'more' } })).status).toBe(403);
    expect((await h.call('PUT', '/users/bob/permission', { body: { permissions: ['root'] } })).status).toBe(400);
    expect((await h.call('PUT', '/users/nobody/permission', { body: { permissions: [] } })).status).toBe(404);
  });

  it('400 if no system administrator would remain', async () => {
    expect((await h.call('PUT', '/users/admin/permission', { body: { permissions: [] } })).status).toBe(400);
    expect((await h.call('PUT', '/users/admin/deactivate')).status).toBe(400);
    expect((await h.call('GET', '/projects')).status).toBe(200);
  });
});

describe('GET /users', () => {
  const logins = ({ body }: { body: { data: { login: string }[] } }) => body.data.map(({ login }) => login);

  it('lists all users to administrators, by login, in pages', async () => {
    const all = await h.call('GET', '/users?limit=1000');
    expect(all.status).toBe(200);
    expect(logins(all)).toEqual(logins(all).toSorted((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1)));
    expect(Number(all.headers['total-records'])).toBe(logins(all).length);
    const second = await h.call('GET', '/users?limit=1&offset=2');
    expect(logins(second)).toEqual([logins(all)[1]]);
  });

  it('finds a part of login, name or address, in any case; % and _ are literal', async () => {
    expect(logins(await h.call('GET', '/users?find=LOVELACE'))).toEqual(['ada', 'race']);
    expect(logins(await h.call('GET', '/users?find=ada%40example'))).toEqual(['ada', 'race']);
    expect(logins(await h.call('GET', '/users?find=%25'))).toEqual([]);
    expect(logins(await h.call('GET', '/users?find=a_a'))).toEqual([]);
  });

  it('distinguishes active users from others', async () => {
    expect((await h.call('PUT', '/users/ada/deactivate')).status).toBe(200);
    expect(logins(await h.call('GET', '/users?active=false&find=ada'))).toEqual(['ada']);
    expect(logins(await h.call('GET', '/users?active=true&find=lovelace'))).toEqual(['race']);
    expect((await h.call('PUT', '/users/ada/activate')).status).toBe(200);
  });

  it('403 for everybody else', async () => {
    expect((await h.call('GET', '/users', { as: await h.person('passer-by') })).status).toBe(403);
  });
});

describe('PUT /users/{loginId}', () => {
  it('200: names and address change, members left out stay', async () => {
    await h.person('mary');
    const body = { firstName: 'Mary', lastName: 'Jackson', email: 'mary@example.org' };
    expect((await h.call('PUT', '/users/mary', { body })).status).toBe(200);
    expect((await h.call('PUT', '/users/mary', { body: { lastName: 'Winston' } })).status).toBe(200);
    expect((await h.call('GET', '/users/search?login=mary')).body.data[0]).toMatchObject({
      ...body,
      lastName: 'Winston',
    });
  });

  it('400 for a wrong field, 403 for everybody but administrators, 404 for an unknown user', async () => {
    const kate = await h.person('kate');
    expect((await h.call('PUT', '/users/kate', { body: { email: 'none' } })).status).toBe(400);
    expect((await h.call('PUT', '/users/kate', { as: kate, body: { firstName: 'K' } })).status).toBe(403);
    expect((await h.call('PUT', '/users/nobody', { body: { firstName: 'K' } })).status).toBe(404);
  });
});

describe('PUT /users/{loginId}/password', () => {
  const body = { password: 'Difference1822' };

  it('200: the new password works and sessions end', async () => {
    await h.call('POST', '/users', { body: { ...ADA, login: 'joan' } });
    const signIn = (password: string) => h.call('POST', '/login', { as: null, body: { username: 'joan', password } });
    const { token } = (await signIn('Engine1843')).body;
    expect((await h.call('PUT', '/users/joan/password', { body })).status).toBe(200);
    expect((await h.call('GET', '/session', { as: { id: 0, login: 'joan', token } })).status).toBe(401);
    expect((await signIn('Engine1843')).status).toBe(401);
    expect((await signIn('Difference1822')).status).toBe(200);
  });

  it('400 for a weak password and for a user of the directory, 403 for others, 404 for an unknown user', async () => {
    const { id } = await h.person('dora');
    expect((await h.call('PUT', '/users/dora/password', { body: { password: 'weak' } })).status).toBe(400);
    expect((await h.call('PUT', '/users/dora/password', { as: await h.person('meddler'), body })).status).toBe(403);
    expect((await h.call('PUT', '/users/nobody/password', { body })).status).toBe(404);
    await h.database.pool.query(`update users set source = 'LDAP', directory_id = 'd' where id = $1`, [id]);
    const refused = await h.call('PUT', '/users/dora/password', { body });
    expect(refused.status).toBe(400);
    expect(refused.body.errors[0].message).toContain('LDAP');
  });
});

describe('GET /users/lookup', () => {
  it('200 for every signed-in user: matching active users, without address and permissions', async () => {
    const plain = await h.person('finder');
    const { id } = await h.person('lookedup');
    await h.person('lookedupgone');
    await h.call('PUT', '/users/lookedupgone/deactivate');
    const { body } = await h.call('GET', '/users/lookup?find=LOOKEDUP', { as: plain });
    expect(body.data).toEqual([{ id, login: 'lookedup', firstName: expect.any(String), lastName: expect.any(String) }]);
    expect((await h.call('GET', '/users/lookup?find=lookedup', { as: null })).status).toBe(401);
  });
});
