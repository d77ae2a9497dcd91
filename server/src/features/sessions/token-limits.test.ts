// A taken-over account stays taken only as long as nobody steps in: what API tokens may not do, and what ends them.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Harness, type Person, startHarness } from '../../../test/harness.ts';
import { setPasswordHash } from '../../db/users/users.ts';
import { ALL_ROUTES } from '../../routes.ts';
import { hashPassword } from '../../security/passwords.ts';

let h: Harness;
let owner: Person;
let [mine, other]: number[] = [];
const PASSWORD = 'Correct1horse';

beforeAll(async () => {
  h = await startHarness();
  mine = (await h.call('POST', '/projects', { body: { name: 'mine', privateProject: true } })).body.id;
  other = (await h.call('POST', '/projects', { body: { name: 'other', privateProject: true } })).body.id;
});
afterAll(() => h.close());

let count = 0;
beforeEach(async () => {
  owner = await h.person(`owner${++count}`, ['system_admin', 'create_project', 'library_manager', 'edit_policy']);
  await setPasswordHash(h.app.db, owner.id, await hashPassword(PASSWORD));
});

async function token(limits: Record<string, unknown> = {}): Promise<Person & { tokenId: number }> {
  const { status, body } = await h.call('POST', '/tokens', { as: owner, body: { name: 'a token', ...limits } });
  expect(status).toBe(201);
  return { ...owner, token: body.token, tokenId: body.id };
}

const works = async (who: Person) => (await h.call('GET', '/session', { as: who })).status === 200;

describe('an API token', () => {
  it('403 for making further tokens and for changing the account: that needs the password', async () => {
    const stolen = await token();
    for (const [method, path, body] of [
      ['POST', '/tokens', { name: 'one more' }],
      ['PUT', '/account', { email: 'thief@example.org' }],
      ['PUT', '/account/password', { currentPassword: PASSWORD, password: 'Another1horse' }],
      ['PUT', '/account/question', { currentPassword: PASSWORD, question: 'who', answer: 'me!' }],
    ] as const)
      expect([path, (await h.call(method, path, { as: stolen, body })).status]).toEqual([path, 403]);
    const { body } = await h.call('POST', '/login', { as: null, body: { username: owner.login, password: PASSWORD } });
    const signedIn = { ...owner, token: body.token };
    expect((await h.call('POST', '/tokens', { as: signedIn, body: { name: 'made by a sign-in' } })).status).toBe(201);
  });

  it('403 for giving another user a password or another e-mail address; a sign-in may, and names may change', async () => {
    const stolen = await token();
    const victim = await h.person(`victim${count}`);
    const set = (as: Person, path: string, body: object) =>
      h.call('PUT', `/users/${victim.login}${path}`, { as, body });
    expect((await set(stolen, '/password', { password: 'Another1horse' })).status).toBe(403);
    expect((await set(stolen, '', { email: 'thief@example.org' })).status).toBe(403);
    expect((await set(stolen, '', { firstName: 'Ada' })).status).toBe(200);
    const { body } = await h.call('POST', '/login', { as: null, body: { username: owner.login, password: PASSWORD } });
    const signedIn = { ...owner, token: body.token };
    expect((await set(signedIn, '', { email: 'right@example.org' })).status).toBe(200);
    expect((await set(signedIn, '/password', { password: 'Another1horse' })).status).toBe(200);
  });

  it('403 for what decides about passwords: the directory, the mail server and the source of a user', async () => {
    const stolen = await token();
    const victim = await h.person(`closed${count}`);
    const { body } = await h.call('POST', '/login', { as: null, body: { username: owner.login, password: PASSWORD } });
    const signedIn = { ...owner, token: body.token };
    for (const [method, path, given] of [
      ['PUT', `/users/${victim.login}/source`, {}],
      ['PUT', '/ldapSettings', {}],
      ['PUT', '/emailSettings', {}],
    ] as const) {
      const status = async (as: Person) => (await h.call(method, path, { as, body: given })).status;
      expect([path, await status(stolen)]).toEqual([path, 403]);
      expect([path, await status(signedIn)]).not.toEqual([path, 403]);
    }
    // Programs of the interface make and open users by their token.
    for (const change of ['deactivate', 'activate'])
      expect((await h.call('PUT', `/users/${victim.login}/${change}`, { as: stolen })).status).toBe(200);
  });

  it('is listed with scope and last use, for its owner and for administrators, never with its text', async () => {
    const limited = await token({ access: 'READ', projectIds: [mine], expiresOn: '2027-12-31' });
    await works(limited);
    const [listed] = (await h.call('GET', '/tokens', { as: owner })).body.data;
    expect(listed).toMatchObject({ access: 'READ', projectIds: [mine], expiresOn: '2027-12-31 23:59:59' });
    expect(listed.lastUsedOn).not.toBeNull();
    const { body, text } = await h.call('GET', `/users/${owner.login}/tokens`);
    expect(body.data).toMatchObject([{ id: limited.tokenId, access: 'READ', projectIds: [mine] }]);
    expect(text).not.toContain(limited.token);
    const colleague = await h.person(`colleague${count}`);
    expect((await h.call('GET', `/users/${owner.login}/tokens`, { as: colleague })).status).toBe(403);
  });

  it('400 for a token that works longer than the site settings allow; one without a date then ends by itself', async () => {
    const day = (days: number) => new Date(h.app.now().getTime() + days * 86_400_000).toISOString().slice(0, 10);
    const dated = (expiresOn?: string) =>
      h.call('POST', '/tokens', { as: owner, body: { name: 'a token', ...(expiresOn && { expiresOn }) } });
    await h.call('PUT', '/siteSettings', { body: { tokenMostDays: 30 } });
    const refused = await dated(day(31));
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('work for 30 days at most')]);
    expect((await dated(day(30))).status).toBe(201);
    expect((await dated()).status).toBe(201);
    const ends = (await h.call('GET', '/tokens', { as: owner })).body.data.map(
      ({ expiresOn }: { expiresOn: string | null }) => expiresOn,
    );
    expect(ends).toEqual([`${day(30)} 23:59:59`, `${day(30)} 23:59:59`]);
    await h.call('PUT', '/siteSettings', { body: { tokenMostDays: 0 } });
    expect((await dated(day(31))).status).toBe(201);
  });

  it('404 for a token of a project that its owner does not see', async () => {
    const stranger = await h.person(`stranger${count}`);
    const body = { name: 'a token', projectIds: [mine] };
    expect((await h.call('POST', '/tokens', { as: stranger, body })).status).toBe(404);
  });

  it('ends at once when an administrator revokes it, alone or with all others and the sessions', async () => {
    const [first, second] = [await token(), await token()];
    expect((await h.call('DELETE', `/users/${owner.login}/tokens/${first.tokenId}`)).status).toBe(200);
    expect([await works(first), await works(second), await works(owner)]).toEqual([false, true, true]);
    expect((await h.call('DELETE', `/users/${owner.login}/tokens/${first.tokenId}`)).status).toBe(404);
    expect((await h.call('DELETE', `/users/${owner.login}/tokens`)).status).toBe(200);
    expect([await works(second), await works(owner)]).toEqual([false, false]);
  });
});

describe('a new password ends what the former one let in', () => {
  it('the own change ends other sessions and API tokens, and keeps the session that asks', async () => {
    const stolen = await token();
    const { body } = await h.call('POST', '/login', { as: null, body: { username: owner.login, password: PASSWORD } });
    const elsewhere = { ...owner, token: body.token };
    const change = { currentPassword: PASSWORD, password: 'Another1horse' };
    expect((await h.call('PUT', '/account/password', { as: owner, body: change })).status).toBe(200);
    expect([await works(stolen), await works(elsewhere), await works(owner)]).toEqual([false, false, true]);
  });

  it('keepTokens keeps the API tokens on purpose, and no session', async () => {
    const build = await token();
    const change = { currentPassword: PASSWORD, password: 'Another1horse', keepTokens: true };
    await h.call('PUT', '/account/password', { as: owner, body: change });
    expect(await works(build)).toBe(true);
    await h.call('PUT', `/users/${owner.login}/password`, { body: { password: 'Third1horse', keepTokens: true } });
    expect([await works(build), await works(owner)]).toEqual([true, false]);
  });

  it('a password from an administrator ends everything', async () => {
    const stolen = await token();
    await h.call('PUT', `/users/${owner.login}/password`, { body: { password: 'Third1horse' } });
    expect([await works(stolen), await works(owner)]).toEqual([false, false]);
  });
});

describe('a token for reading', () => {
  it('403 for every operation that changes something', async () => {
    const reader = await token({ access: 'READ' });
    const changing = ALL_ROUTES.filter(({ method, access }) => method !== 'GET' && access.needsSignIn);
    expect(changing.length).toBeGreaterThan(100);
    for (const { method, path, isAtRoot } of changing) {
      if (isAtRoot) continue;
      const address = path.replaceAll(/\{\w+\}/g, String(mine));
      expect([method, path, (await h.call(method, address, { as: reader, body: {} })).status]).toEqual([
        method,
        path,
        403,
      ]);
    }
    expect((await h.call('GET', `/projects/${mine}`, { as: reader })).status).toBe(200);
    expect((await h.call('GET', '/users', { as: reader })).status).toBe(200);
  });
});

describe('a token of some projects', () => {
  it('sees them, and not one other project, in no list', async () => {
    const limited = await token({ projectIds: [mine] });
    expect((await h.call('GET', `/projects/${mine}`, { as: limited })).status).toBe(200);
    expect((await h.call('GET', `/projects/${other}`, { as: limited })).status).toBe(404);
    const { body } = await h.call('GET', '/projects?limit=100', { as: limited });
    expect(body.data.map(({ id }: { id: number }) => id)).toEqual([mine]);
    // A second token of the same person sees its own list, whatever was cached.
    const whole = await h.call('GET', '/projects?limit=100', { as: owner });
    expect(whole.body.data.map(({ id }: { id: number }) => id)).toEqual(expect.arrayContaining([mine, other]));
    await h.app.db
      .insertInto('jobs')
      .values({ type: 'Store Verification', status: 'Completed', triggered_by: owner.id, payload: '{}' })
      .execute();
    const jobs = await h.call('GET', '/jobs', { as: limited });
    expect(JSON.stringify(jobs.body)).not.toContain('Store Verification');
  });

  it('changes them, and nothing else, whatever permissions its owner has', async () => {
    const limited = await token({ projectIds: [mine] });
    const change = { description: 'by token' };
    const member = { userRoles: { roleId: 'PROJECT_ADMIN', users: [owner.login] } };
    for (const id of [mine, other]) await h.call('POST', `/projects/${id}/users`, { body: member });
    expect((await h.call('PUT', `/projects/${mine}`, { as: limited, body: change })).status).toBe(200);
    expect((await h.call('PUT', `/projects/${other}`, { as: limited, body: change })).status).toBe(404);
    for (const [method, path] of [
      ['GET', '/users'],
      ['GET', '/auditLog'],
      ['GET', '/tokens'],
      ['GET', '/account'],
      ['GET', '/siteSettings'],
      ['POST', '/projects'],
      ['POST', '/policies'],
      ['POST', '/components'],
    ] as const)
      expect([path, (await h.call(method, path, { as: limited, body: {} })).status]).toEqual([path, 403]);
  });

  it('403 for every operation that is of no project and changes something', async () => {
    const limited = await token({ projectIds: [mine] });
    const outside = ALL_ROUTES.filter(
      ({ method, access, isAtRoot }) => method !== 'GET' && access.needsSignIn && !access.isOfProject && !isAtRoot,
    );
    expect(outside.length).toBeGreaterThan(40);
    for (const { id, method, path } of outside) {
      const address = path.replaceAll(/\{\w+\}/g, String(other));
      expect([id, (await h.call(method, address, { as: limited, body: {} })).status]).toEqual([id, 403]);
    }
  });
});
