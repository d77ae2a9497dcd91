// The address of a caller, with a real proxy in between, and with callers who only pretend to be behind one.
import { createServer, request, type Server } from 'node:http';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { type Harness, startHarness } from '../../test/harness.ts';
import { insertUser } from '../db/users/users.ts';
import { hashPassword } from './passwords.ts';
import { addressGroup, callerAddress, parseTrustedProxies } from './proxies.ts';

test.each([
  ['127.0.0.1', '127.0.0.1', true],
  ['127.0.0.1', '::ffff:127.0.0.1', true],
  ['::ffff:10.0.0.1', '10.0.0.1', true],
  ['10.0.0.0/8, fd00::/8', '10.255.0.1', true],
  ['10.0.0.0/8, fd00::/8', 'fd12::1', true],
  ['10.0.0.0/8, fd00::/8', '11.0.0.1', false],
  ['10.0.0.0/8', '::1', false],
  ['0.0.0.0/0', '::1', false],
  ['', '127.0.0.1', false],
  [' , ', '', false],
])('"%s" trusts %s: %s', (list, address, isTrusted) => {
  expect(parseTrustedProxies(list)(address)).toBe(isTrusted);
});

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['2001:DB8:0001:0002::', '2001:db8:1:2::/64'],
])('attempts from %s are counted for %s', (address, group) => {
  expect(addressGroup(address)).toBe(group);
});

test('if a proxy forwards an invalid address, the caller is the proxy itself', () => {
  const raw = { socket: { remoteAddress: '::ffff:10.0.0.1' } };
  expect(callerAddress({ ip: 'unknown', raw })).toBe('10.0.0.1');
  expect(callerAddress({ ip: '192.0.2.1:4711', raw })).toBe('10.0.0.1');
  expect(callerAddress({ ip: '192.0.2.1', raw })).toBe('192.0.2.1');
});

/** A typical proxy: it appends the address of its caller to the list. Tests set this address with X-Test-Client. */
function startProxy(target: string): Promise<{ address: string; server: Server }> {
  const server = createServer((incoming, outgoing) => {
    const { 'x-test-client': client, 'x-forwarded-for': before, ...headers } = incoming.headers;
    const list = [before, client].filter((one) => one !== undefined).join(', ');
    const passed = request(
      `${target}${incoming.url}`,
      { method: incoming.method, headers: { ...headers, 'x-forwarded-for': list, 'x-forwarded-proto': 'https' } },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.pipe(outgoing);
      },
    );
    incoming.pipe(passed);
  });
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      resolve({ address: `http://127.0.0.1:${(server.address() as { port: number }).port}`, server });
    });
  });
}

describe.each([
  ['a trusted proxy', '127.0.0.1, ::1', true],
  ['an untrusted proxy', '10.0.0.1', false],
])('behind %s', (_what, list, isTrusted) => {
  let h: Harness;
  let proxy: { address: string; server: Server };
  beforeAll(async () => {
    h = await startHarness({ ASSAY_TRUSTED_PROXIES: list });
    proxy = await startProxy(await h.listen());
    await insertUser(h.app.db, { login: 'ada', passwordHash: await hashPassword('Engine1843') });
  });
  afterAll(async () => {
    proxy.server.closeAllConnections();
    proxy.server.close();
    await h.close();
  });

  const signIn = (client: string, password: string, more: Record<string, string> = {}) =>
    fetch(`${proxy.address}/api/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-test-client': client, ...more },
      body: JSON.stringify({ username: 'ada', password }),
    });

  it('one caller who guesses passwords does not lock others out', async () => {
    for (let attempt = 0; attempt < 5; attempt++) expect((await signIn('192.0.2.66', 'guess')).status).toBe(401);
    // If the caller writes an address into the list, the one that the proxy saw still counts.
    expect((await signIn('192.0.2.66', 'guess', { 'x-forwarded-for': '198.51.100.9' })).status).toBe(429);
    expect((await signIn('192.0.2.7', 'Engine1843')).status).toBe(isTrusted ? 200 : 429);
    expect((await signIn('2001:db8::7', 'Engine1843')).status).toBe(isTrusted ? 200 : 429);
  });

  it('reports the address and protocol of the caller', async () => {
    await insertUser(h.app.db, { login: 'bob', passwordHash: await hashPassword('Engine1843') });
    const answer = await fetch(`${proxy.address}/api/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-test-client': '2001:db8::8' },
      body: '{"username":"bob","password":"Engine1843"}',
    });
    expect(answer.headers.get('set-cookie')?.includes('; Secure')).toBe(isTrusted);
    await h.app.audit.flush();
    const { rows } = await h.database.pool.query(
      `select address, forwarded_for from audit_log where operation = 'createSession' and login = 'bob' order by id desc limit 1`,
    );
    expect(rows).toEqual([{ address: isTrusted ? '2001:db8::8' : '127.0.0.1', forwarded_for: '2001:db8::8' }]);
  });

  it('others can request a new password after one caller has requested too many', async () => {
    const ask = async (client: string) =>
      (
        await fetch(`${proxy.address}/api/users/forgotPassword`, {
          method: 'POST',
          headers: { 'x-test-client': client, 'content-type': 'application/json' },
          body: '{"login":"ada"}',
        })
      ).status;
    // 400, because this server sends no mails; 429 would come before.
    for (let call = 0; call < 20; call++) expect(await ask(`2001:db8:0:1::${call}`)).toBe(400);
    expect(await ask('2001:db8:0:1::ffff')).toBe(429);
    expect(await ask('2001:db8:0:2::1')).toBe(isTrusted ? 400 : 429);
  });
});
