import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Harness, type Person, startHarness } from '../../../test/harness.ts';
import { setPasswordHash } from '../../db/users/users.ts';
import { hashPassword } from '../../security/passwords.ts';

let h: Harness;
beforeAll(async () => {
  h = await startHarness();
});
afterAll(() => h.close());

let count = 0;
/** A user with the password Engine1843. */
async function somebody(): Promise<Person> {
  const person = await h.person(`self${++count}`);
  await setPasswordHash(h.app.db, person.id, await hashPassword('Engine1843'));
  return person;
}
const signIn = (login: string, password: string) =>
  h.call('POST', '/login', { as: null, body: { username: login, password } });
const messageOf = (answer: { body: { errors: { message: string }[] } }) => answer.body.errors[0]?.message;

it('200: names and address are changed, members left out stay', async () => {
  const self = await somebody();
  const body = { firstName: 'Ada', lastName: 'King', email: 'ada@example.org' };
  expect((await h.call('PUT', '/account', { as: self, body })).status).toBe(200);
  expect((await h.call('PUT', '/account', { as: self, body: { lastName: 'Lovelace' } })).status).toBe(200);
  expect((await h.call('GET', '/account', { as: self })).body.data).toMatchObject({
    login: self.login,
    ...body,
    lastName: 'Lovelace',
  });
});

it('400 for an invalid address, and for members that the user may not change', async () => {
  const self = await somebody();
  expect(messageOf(await h.call('PUT', '/account', { as: self, body: { email: 'nobody' } }))).toContain('"email"');
  const more = await h.call('PUT', '/account', { as: self, body: { permissions: ['system_admin'] } });
  expect(more.status).toBe(400);
});

it('200: the new password works, the old one does not; other sessions end and this one stays', async () => {
  const self = await somebody();
  const session = (await signIn(self.login, 'Engine1843')).body.token as string;
  const other = (await signIn(self.login, 'Engine1843')).body.token as string;
  const here = { ...self, token: session };
  const body = { currentPassword: 'Engine1843', password: 'Difference1822' };
  expect((await h.call('PUT', '/account/password', { as: here, body })).status).toBe(200);
  expect((await h.call('GET', '/session', { as: here })).status).toBe(200);
  expect((await h.call('GET', '/session', { as: { ...self, token: other } })).status).toBe(401);
  expect((await h.call('GET', '/session', { as: self })).status).toBe(401);
  expect((await signIn(self.login, 'Engine1843')).status).toBe(401);
  expect((await signIn(self.login, 'Difference1822')).status).toBe(200);
});

it('400 for a wrong current password or a weak new one, and nothing changes', async () => {
  const self = await somebody();
  const wrong = { currentPassword: 'Guess0000', password: 'Difference1822' };
  expect(messageOf(await h.call('PUT', '/account/password', { as: self, body: wrong }))).toContain('currentPassword');
  const weak = { currentPassword: 'Engine1843', password: 'weak' };
  expect(messageOf(await h.call('PUT', '/account/password', { as: self, body: weak }))).toContain('"password"');
  expect((await signIn(self.login, 'Engine1843')).status).toBe(200);
});

it('200: the security question is changed with the password', async () => {
  const self = await somebody();
  const body = { currentPassword: 'Engine1843', question: 'First program?', answer: 'Bernoulli numbers' };
  const refused = await h.call('PUT', '/account/question', { as: self, body: { ...body, currentPassword: 'x' } });
  expect(refused.status).toBe(400);
  expect((await h.call('PUT', '/account/question', { as: self, body })).status).toBe(200);
  expect((await h.call('GET', '/account', { as: self })).body.data.question).toBe('First program?');
});

it('400 for fields that the LDAP directory manages', async () => {
  const self = await somebody();
  await h.database.pool.query(
    `update users set source = 'LDAP', directory_id = 'x', password_hash = null where id = $1`,
    [self.id],
  );
  expect(messageOf(await h.call('PUT', '/account', { as: self, body: { firstName: 'A' } }))).toContain('LDAP');
  const body = { currentPassword: 'Engine1843', password: 'Difference1822' };
  expect(messageOf(await h.call('PUT', '/account/password', { as: self, body }))).toContain('LDAP');
});

it('401 without a session', async () => {
  expect((await h.call('GET', '/account', { as: null })).status).toBe(401);
  expect((await h.call('PUT', '/account', { as: null, body: {} })).status).toBe(401);
});
