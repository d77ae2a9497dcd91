// A page of another site must not use operations without sign-in: its form would sign the visitor's browser in as somebody else.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Harness, startHarness } from '../../test/harness.ts';
import { setPasswordHash } from '../db/users/users.ts';
import { ALL_ROUTES } from '../routes.ts';
import { hashPassword } from '../security/passwords.ts';
import { isRawBody } from './route.ts';

let h: Harness;
const body = { username: 'attacker', password: 'Correct1horse' };

beforeAll(async () => {
  h = await startHarness();
  const { id } = await h.person('attacker');
  await setPasswordHash(h.app.db, id, await hashPassword(body.password));
});
afterAll(() => h.close());

const send = (path: string, headers: Record<string, string>, payload: string | undefined = JSON.stringify(body)) =>
  h.server.inject({ method: 'POST', url: `/api${path}`, headers: { host: 'assay.example.org', ...headers }, payload });

const json = { 'content-type': 'application/json' };

describe('every operation without sign-in that changes something', () => {
  const open = ALL_ROUTES.filter(({ method, access }) => method !== 'GET' && !access.needsSignIn);

  it('is known', () => {
    expect(open.map(({ id }) => id).sort()).toEqual([
      'createSession',
      'forgotPassword',
      'getResetQuestion',
      'login',
      'receivePush',
      'resetPassword',
    ]);
  });

  it.each(open.map((route) => [route.path, route] as const))(
    '%s refuses pages of other sites, and bodies that a form can send',
    async (path, { body: taken }) => {
      const refusals: [string, Record<string, string>, number][] = [
        ['another site', { ...json, 'sec-fetch-site': 'cross-site' }, 403],
        ['a neighbouring site', { ...json, 'sec-fetch-site': 'same-site' }, 403],
        ['something new', { ...json, 'sec-fetch-site': 'Elsewhere' }, 403],
        ['another site, in a browser without the header', { ...json, origin: 'https://evil.example' }, 403],
        ['the same name at another port', { ...json, origin: 'http://assay.example.org:8081' }, 403],
        ['a name that begins alike', { ...json, origin: 'https://assay.example.org.evil.example' }, 403],
        ['a sandboxed page', { ...json, origin: 'null' }, 403],
        [
          'a browser that says both',
          { ...json, 'sec-fetch-site': 'cross-site', origin: 'http://assay.example.org' },
          403,
        ],
        ['a form', { 'content-type': 'text/plain' }, 415],
        ['an ordinary form', { 'content-type': 'application/x-www-form-urlencoded' }, 415],
        ['a type that only contains the word', { 'content-type': 'text/plain; x=application/json' }, 415],
        ['a longer type', { 'content-type': 'application/jsonp' }, 415],
        ['no media type at all', { 'content-type': 'application' }, 415],
        ['no type', {}, 415],
      ];
      // A signed body is taken in any type: a form of a page has no signature.
      const expected = isRawBody(taken) ? refusals.filter(([, , status]) => status === 403) : refusals;
      for (const [what, headers, status] of expected) {
        const answer = await send(path, headers);
        expect([what, answer.statusCode, answer.headers['set-cookie']]).toEqual([what, status, undefined]);
      }
    },
  );
});

describe('signing in works', () => {
  it.each([
    ['a program', json],
    ['a program that names the character set', { 'content-type': 'Application/JSON; charset=utf-8' }],
    ['the own page', { ...json, 'sec-fetch-site': 'same-origin', origin: 'http://assay.example.org' }],
    ['the own page behind a proxy that ends HTTPS', { ...json, origin: 'https://assay.example.org' }],
    ['an address that somebody typed', { ...json, 'sec-fetch-site': 'none' }],
  ])('for %s', async (_, headers) => {
    expect((await send('/session', headers)).statusCode).toBe(200);
    expect((await send('/login', headers)).statusCode).toBe(200);
  });
});
