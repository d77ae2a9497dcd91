import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Harness, startHarness } from '../../../test/harness.ts';
import { type MailServer, mailTo, startMailServer } from '../../../test/mail-server.ts';
import { answerPasswordRequests, forgetOldResets } from '../../mail/password-requests.ts';
import { sendDueMails } from '../../mail/sender.ts';

let h: Harness;
let mails: MailServer;
let count = 0;
beforeAll(async () => {
  h = await startHarness();
  mails = await startMailServer();
  await mailTo(h, mails);
});
afterAll(async () => {
  await h.close();
  await mails.close();
});

/** Each call from its own address, so that only the test of the limit reaches it. */
const call = (path: string, body: unknown, remoteAddress = `10.0.${count >> 8}.${count++ & 255}`) =>
  h.server
    .inject({ method: 'POST', url: `/api${path}`, payload: body as object, remoteAddress })
    .then((response) => ({ status: response.statusCode, body: response.json() }));
const ask = (login: string) => call('/users/forgotPassword', { login });
const OLD = 'Engine1843';
const NEW = 'Bernoulli1842';

async function newUser(more: Record<string, unknown> = {}): Promise<string> {
  const login = `user${++count}`;
  const body = {
    login,
    firstName: 'Ada',
    lastName: 'L',
    email: `${login}@example.org`,
    password: OLD,
    question: 'First program?',
    answer: 'Bernoulli numbers',
    ...more,
  };
  expect((await h.call('POST', '/users', { body })).status).toBe(201);
  await sendDueMails(h.app, new AbortController().signal);
  return login;
}

/** Sends the request and returns the tokens that were mailed. */
async function mailedTokens(): Promise<string[]> {
  mails.received.length = 0;
  await answerPasswordRequests(h.app, new AbortController().signal);
  await sendDueMails(h.app, new AbortController().signal);
  return mails.received.map(({ message }) => /\/reset-password#([\w-]+)/.exec(message.text ?? '')![1]!);
}
async function tokenFor(login: string): Promise<string> {
  await ask(login);
  const [token] = await mailedTokens();
  return token!;
}
const reset = (token: string, more: Record<string, unknown> = {}) =>
  call('/users/resetPassword', { token, answer: 'bernoulli NUMBERS ', password: NEW, ...more });
const signsIn = async (username: string, password: string) =>
  (await call('/login', { username, password })).status === 200;
const INVALID = 'This link is not valid. It was already used, has expired or is incomplete. Ask for a new one.';

describe('POST /users/forgotPassword', () => {
  it('200 with the same text and the same traces, whether the login exists or not', async () => {
    const login = await newUser();
    const before = await h.database.pool.query('select * from mails');
    const answers = [await ask(login), await ask('nobody'), await ask(login.toUpperCase())];
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]!.status).toBe(200);
    const after = await h.database.pool.query('select * from mails');
    expect(after.rows).toEqual(before.rows);
    const { rows } = await h.database.pool.query('select login from password_requests order by login');
    expect(rows).toEqual([{ login: 'nobody' }, { login }]);
    expect(await mailedTokens()).toHaveLength(1);
    expect((await h.database.pool.query('select * from password_requests')).rows).toEqual([]);
  });

  it('mails nothing to a deactivated user, one of a directory, or one with three requests within the hour', async () => {
    const gone = await newUser();
    await h.call('PUT', `/users/${gone}/deactivate`);
    await h.person('directory');
    await ask(gone);
    await ask('directory');
    expect(await mailedTokens()).toEqual([]);
    const login = await newUser();
    const tokens = [];
    for (let at = 0; at < 4; at++) tokens.push(await tokenFor(login));
    expect(tokens.map((token) => token !== undefined)).toEqual([true, true, true, false]);
  });

  it('429 for the twenty-first call of a minute from one address', async () => {
    const statuses = [];
    for (let at = 0; at < 21; at++)
      statuses.push((await call('/users/forgotPassword', { login: 'nobody' }, '192.0.2.1')).status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(20);
    expect(statuses.at(-1)).toBe(429);
    await mailedTokens();
  });

  it('400 while this server sends no mails; the login page knows it', async () => {
    const offered = async () => (await h.call('GET', '/loginOptions', { as: null })).body.data;
    expect(await offered()).toEqual({ forgotPassword: true });
    await mailTo(h, mails, { isEnabled: false });
    expect(await offered()).toEqual({ forgotPassword: false });
    const { status, body } = await ask('nobody');
    expect([status, body.errors[0].message]).toEqual([400, expect.stringContaining('This server sends no mails')]);
    await mailTo(h, mails);
  });
});

describe('a mailed link', () => {
  it('shows the question, and sets a password once; sessions and API tokens end, a locked account opens', async () => {
    const login = await newUser();
    const session = (await call('/login', { username: login, password: OLD })).body.token as string;
    const bearer = { authorization: `Bearer ${session}` };
    const api = (
      await h.server.inject({ method: 'POST', url: '/api/tokens', headers: bearer, payload: { name: 'ci' } })
    ).json();
    for (let at = 0; at < 5; at++) await signsIn(login, 'Wrong1234');
    const other = await tokenFor(login);
    const token = await tokenFor(login);
    expect((await call('/users/resetQuestion', { token })).body.data).toEqual({ login, question: 'First program?' });
    expect((await reset(token)).status).toBe(200);
    expect(await signsIn(login, NEW)).toBe(true);
    expect(await signsIn(login, OLD)).toBe(false);
    const as = (text: string) =>
      h.server.inject({ method: 'GET', url: '/api/session', headers: { authorization: `Bearer ${text}` } });
    expect((await as(session)).statusCode).toBe(401);
    expect((await as(api.token)).statusCode).toBe(401);
    for (const used of [token, other]) {
      const { status, body } = await reset(used);
      expect([status, body.errors[0].message]).toEqual([400, INVALID]);
    }
  });

  it('works for one of two simultaneous calls', async () => {
    const token = await tokenFor(await newUser());
    const answers = await Promise.all([reset(token), reset(token, { password: 'Other12345' })]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  it('400 for a wrong answer; after five the link is invalid', async () => {
    const login = await newUser();
    const token = await tokenFor(login);
    for (let at = 0; at < 5; at++) {
      const { status, body } = await reset(token, { answer: at % 2 ? undefined : 'guess' });
      expect([status, body.errors[0].message]).toEqual([400, expect.stringContaining('"answer"')]);
    }
    expect((await reset(token)).body.errors[0].message).toBe(INVALID);
    expect(await signsIn(login, OLD)).toBe(true);
  });

  it('needs no answer for a user without a question', async () => {
    const login = await newUser();
    await h.database.pool.query(
      "update users set security_question = '', security_answer_hash = null where login = $1",
      [login],
    );
    const token = await tokenFor(login);
    expect((await call('/users/resetQuestion', { token })).body.data.question).toBe('');
    expect((await reset(token, { answer: undefined })).status).toBe(200);
  });

  it('400 for an expired or unknown link, and for one of a user deactivated since', async () => {
    const late = await tokenFor(await newUser());
    const now = h.app.now;
    h.app.now = () => new Date(Date.now() + 60 * 60_000);
    expect((await reset(late)).body.errors[0].message).toBe(INVALID);
    h.app.now = now;
    const login = await newUser();
    const token = await tokenFor(login);
    await h.call('PUT', `/users/${login}/deactivate`);
    for (const one of [token, 'x'.repeat(43), "' or 1=1"])
      expect((await reset(one)).body.errors[0].message).toBe(INVALID);
  });

  it('400 for a password that is too simple; the link stays valid', async () => {
    const token = await tokenFor(await newUser());
    expect((await reset(token, { password: 'simple' })).body.errors[0].message).toContain('"password"');
    expect((await reset(token)).status).toBe(200);
  });

  it('is stored only as a hash, and for a day', async () => {
    const token = await tokenFor(await newUser());
    const { rows } = await h.database.pool.query(
      `select (select string_agg(m::text, '') from mails m) || (select string_agg(r::text, '') from password_resets r) as all`,
    );
    expect(rows[0].all).not.toContain(token);
    const now = h.app.now;
    h.app.now = () => new Date(Date.now() + 25 * 3_600_000);
    await forgetOldResets(h.app);
    h.app.now = now;
    expect((await h.database.pool.query('select * from password_resets')).rows).toEqual([]);
  });
});
