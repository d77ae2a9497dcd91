// Real sockets on 127.0.0.1. Only the resolver belongs to the test, because its names do not exist.
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, get, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterEach, expect, test } from 'vitest';
import { parseAllowList } from './allow-list.ts';
import type { Resolve } from './connect.ts';
import { createOutgoing, type Outgoing, OutgoingError } from './index.ts';

const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});

interface Listener {
  port: number;
  connections: () => number;
  requests: { method: string; url: string; headers: IncomingMessage['headers']; body: string }[];
}

async function listen(answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<Listener> {
  let connections = 0;
  const requests: Listener['requests'] = [];
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      requests.push({ method, url, headers, body: Buffer.concat(chunks).toString() });
      answer(request, response);
    });
  });
  server.on('connection', () => connections++);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  stops.push(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return { port: (server.address() as AddressInfo).port, connections: () => connections, requests };
}

/** Names and their addresses; of a list of lists each call gets the next one. */
function resolver(names: Record<string, string[]>): Resolve {
  return async (host) => {
    const addresses = names[host];
    if (!addresses) throw Object.assign(new Error(`no ${host}`), { code: 'ENOTFOUND' });
    return addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  };
}

function outgoing(allow: string, resolve: Resolve = resolver({})): Outgoing {
  const made = createOutgoing(parseAllowList(allow), resolve);
  stops.push(() => made.close());
  return made;
}

const failure = (promise: Promise<unknown>): Promise<OutgoingError> =>
  promise.then(
    () => Promise.reject(new Error('the call went through')),
    (error) => error,
  );

const ok = (_request: IncomingMessage, response: ServerResponse) => response.end('fine');

test('calls an allowed server, with method, headers and body', async () => {
  const server = await listen(ok);
  const { fetch } = outgoing('jira.intern', resolver({ 'jira.intern': ['127.0.0.1'] }));
  const answer = await fetch(`http://jira.intern:${server.port}/x?y=1`, {
    method: 'POST',
    headers: { authorization: 'Bearer abc', 'content-type': 'application/json' },
    body: '{}',
  });
  expect(answer.status).toBe(200);
  expect(await answer.text()).toBe('fine');
  expect(server.requests).toMatchObject([
    { method: 'POST', url: '/x?y=1', body: '{}', headers: { authorization: 'Bearer abc' } },
  ]);
});

const refused: [what: string, address: string, text: string][] = [
  ['loopback', 'http://127.0.0.1:PORT/', 'loopback'],
  ['loopback in one number', 'http://2130706433:PORT/', 'loopback'],
  ['loopback in hexadecimal', 'http://0x7f.1:PORT/', 'loopback'],
  ['loopback in octal', 'http://0177.0.0.1:PORT/', 'loopback'],
  ['loopback mapped into IPv6', 'http://[::ffff:127.0.0.1]:PORT/', 'loopback'],
  ['loopback of IPv6', 'http://[::1]:PORT/', 'loopback'],
  ['the unspecified address', 'http://0.0.0.0:PORT/', 'unspecified'],
  ['the metadata address', 'http://169.254.169.254/latest/meta-data/', 'cloud metadata'],
  ['a link-local address', 'http://[fe80::1]/', 'link-local'],
  ['a private address', 'http://10.1.2.3/', 'private'],
  ['a multicast address', 'http://224.0.0.1/', 'multicast'],
  ['a name for loopback', 'http://inside.example.com:PORT/', 'loopback'],
  ['a name for a mapped address', 'http://mapped.example.com:PORT/', 'loopback'],
  ['a name for a private address', 'http://private.example.com/', 'private'],
  ['https as well', 'https://inside.example.com:PORT/', 'loopback'],
  ['a user name', 'http://me@example.com/', 'user name'],
  ['a password', 'http://:secret@example.com/', 'password'],
  ['files', 'file:///etc/passwd', 'file:'],
  ['FTP', 'ftp://example.com/', 'ftp:'],
  ['data', 'data:text/plain,x', 'data:'],
  ['no address', 'example.com', 'full address'],
  ['only a path', '/x', 'full address'],
];

test.each(refused)('refuses %s', async (_what, address, text) => {
  const server = await listen(ok);
  const { fetch } = outgoing(
    '',
    resolver({
      'inside.example.com': ['127.0.0.1'],
      'mapped.example.com': ['::ffff:127.0.0.1'],
      'private.example.com': ['192.168.7.7', 'fd00::7'],
    }),
  );
  const error = await failure(fetch(address.replace('PORT', String(server.port))));
  expect(error).toBeInstanceOf(OutgoingError);
  expect(error.code).toBe('refused');
  expect(error.message).toContain(text);
  expect(error.message).not.toContain('secret');
  expect(server.connections()).toBe(0);
});

test('the refusal names the setting and the entry it needs, not the internal address', async () => {
  const { fetch } = outgoing('', resolver({ 'jira.intern': ['10.20.30.40'] }));
  const { message } = await failure(fetch('http://jira.intern:8080/'));
  expect(message).toContain('adds jira.intern:8080 to the environment variable ASSAY_OUTGOING_ALLOW');
  expect(message).not.toContain('10.20.30.40');
});

test('a name that resolves to another address after its first call is refused at the next connection', async () => {
  const server = await listen((_request, response) => response.setHeader('connection', 'close').end('fine'));
  const addresses = ['127.0.0.1', '127.0.0.2'];
  const { fetch } = outgoing('127.0.0.1', async () => [{ address: addresses.shift()!, family: 4 }]);
  expect((await fetch(`http://rebinding.example.com:${server.port}/`)).status).toBe(200);
  const error = await failure(fetch(`http://rebinding.example.com:${server.port}/`));
  expect(error.code).toBe('refused');
  expect(addresses).toEqual([]);
  expect(server.connections()).toBe(1);
});

test('of a name with an allowed and a refused address the allowed one is called', async () => {
  const server = await listen(ok);
  const { fetch } = outgoing('127.0.0.1', resolver({ 'both.example.com': ['127.0.0.9', '127.0.0.1'] }));
  expect((await fetch(`http://both.example.com:${server.port}/`)).status).toBe(200);
});

test('a redirect to a refused address is refused', async () => {
  const inner = await listen(ok);
  const outer = await listen((_request, response) =>
    response.writeHead(302, { location: `http://inner.intern:${inner.port}/` }).end(),
  );
  const names = resolver({ 'outer.intern': ['127.0.0.1'], 'inner.intern': ['127.0.0.1'] });
  const { fetch } = outgoing('outer.intern', names);
  const error = await failure(fetch(`http://outer.intern:${outer.port}/`));
  expect(error.message).toContain(`inner.intern:${inner.port}`);
  expect(inner.connections()).toBe(0);
});

test.each(['file:///etc/passwd', 'http://me:pw@outer.intern/'])('a redirect to %s is refused', async (location) => {
  const server = await listen((_request, response) => response.writeHead(302, { location }).end());
  expect((await failure(outgoing('127.0.0.1').fetch(`http://127.0.0.1:${server.port}/`))).code).toBe('refused');
});

test('a download that is sent to another origin loses authorization there, and one that may follow nothing is refused', async () => {
  const second = await listen((_, response) => response.end('there'));
  const first = await listen((_, response) => {
    response.writeHead(302, { location: `http://127.0.0.1:${second.port}/` }).end();
  });
  const folder = mkdtempSync(join(tmpdir(), 'assay-outgoing-'));
  stops.push(async () => rmSync(folder, { recursive: true }));
  const download = (more: { maxRedirects?: number }) =>
    outgoing('127.0.0.1').download(`http://127.0.0.1:${first.port}/`, join(folder, 'answer'), {
      ...{ maxBytes: 100, timeoutMs: 10_000, headers: { Authorization: 'Basic abc', accept: 'x/y' } },
      ...more,
    });
  await download({});
  expect(first.requests[0]!.headers.authorization).toBe('Basic abc');
  expect([second.requests[0]!.headers.authorization, second.requests[0]!.headers.accept]).toEqual([undefined, 'x/y']);
  expect((await failure(download({ maxRedirects: 0 }))).code).toBe('refused');
  expect(second.requests).toHaveLength(1);
});

test('a redirect to another origin loses authorization and cookies, one to the same origin keeps them', async () => {
  const second = await listen(ok);
  const first = await listen((request, response) => {
    const location = request.url === '/start' ? '/next' : `http://127.0.0.1:${second.port}/end`;
    response.writeHead(302, { location }).end();
  });
  const headers = { authorization: 'Bearer abc', cookie: 'a=b', 'x-mine': 'kept' };
  await outgoing('127.0.0.1').fetch(`http://127.0.0.1:${first.port}/start`, { headers });
  expect(first.requests.map((one) => one.headers.authorization)).toEqual(['Bearer abc', 'Bearer abc']);
  expect(second.requests[0]!.headers.authorization).toBeUndefined();
  expect(second.requests[0]!.headers.cookie).toBeUndefined();
  expect(second.requests[0]!.headers['x-mine']).toBe('kept');
});

test('five redirects are followed, the sixth is not', async () => {
  const server = await listen((request, response) => {
    const left = Number(request.url!.slice(1));
    if (left === 0) response.end('there');
    else response.writeHead(302, { location: `/${left - 1}` }).end();
  });
  const { fetch } = outgoing('127.0.0.1');
  expect(await (await fetch(`http://127.0.0.1:${server.port}/5`)).text()).toBe('there');
  expect((await failure(fetch(`http://127.0.0.1:${server.port}/6`))).code).toBe('tooManyRedirects');
});

test('a redirect of a POST is the answer, unless following is asked for', async () => {
  const server = await listen((request, response) =>
    request.url === '/there'
      ? response.end('fine')
      : response.writeHead(Number(request.url!.slice(1)), { location: '/there' }).end(),
  );
  const { fetch } = outgoing('127.0.0.1');
  const post = (path: string, maxRedirects?: number) =>
    fetch(
      `http://127.0.0.1:${server.port}${path}`,
      { method: 'POST', body: 'text', headers: { 'content-type': 'text/plain' } },
      { maxRedirects },
    );
  expect((await post('/302')).status).toBe(302);
  expect((await post('/303', 1)).status).toBe(200);
  expect((await post('/307', 1)).status).toBe(200);
  const arrived = server.requests.filter((one) => one.url === '/there');
  expect(arrived.map((one) => [one.method, one.body, one.headers['content-type']])).toEqual([
    ['GET', '', undefined],
    ['POST', 'text', 'text/plain'],
  ]);
});

test('redirect "manual" and "error" are kept', async () => {
  const server = await listen((_request, response) => response.writeHead(301, { location: '/x' }).end());
  const { fetch } = outgoing('127.0.0.1');
  expect((await fetch(`http://127.0.0.1:${server.port}/`, { redirect: 'manual' })).headers.get('location')).toBe('/x');
  expect((await failure(fetch(`http://127.0.0.1:${server.port}/`, { redirect: 'error' }))).code).toBe('refused');
});

test.each([
  ['gzip', gzipSync],
  ['br', brotliCompressSync],
] as const)('a small %s body that expands beyond the limit is refused', async (encoding, pack) => {
  const packed = pack(Buffer.alloc(5_000_000));
  expect(packed.length).toBeLessThan(100_000);
  const server = await listen((_request, response) =>
    response.writeHead(200, { 'content-encoding': encoding }).end(packed),
  );
  const error = await failure(
    outgoing('127.0.0.1').fetch(`http://127.0.0.1:${server.port}/`, {}, { maxBytes: 100_000 }),
  );
  expect(error.code).toBe('tooLarge');
  expect(error.message).toContain('100000 bytes');
});

test('an endless answer is cut at the limit, and the connection ends', async () => {
  let closed: () => void;
  const isClosed = new Promise<void>((resolve) => {
    closed = resolve;
  });
  const server = await listen((_request, response) => {
    const more = () => {
      while (!response.destroyed && response.write(Buffer.alloc(65_536)));
    };
    response.on('drain', more);
    response.on('close', () => closed());
    more();
  });
  const error = await failure(
    outgoing('127.0.0.1').fetch(`http://127.0.0.1:${server.port}/`, {}, { maxBytes: 1_000_000 }),
  );
  expect(error.code).toBe('tooLarge');
  await isClosed;
});

test('a decoded answer comes without its Content-Encoding', async () => {
  const server = await listen((_request, response) =>
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('hello')),
  );
  const answer = await outgoing('127.0.0.1').fetch(`http://127.0.0.1:${server.port}/`);
  expect(await answer.text()).toBe('hello');
  expect(answer.headers.get('content-encoding')).toBeNull();
});

test.each([204, 304])('an answer of %i has no body', async (status) => {
  const server = await listen((_request, response) => response.writeHead(status).end());
  const answer = await outgoing('127.0.0.1').fetch(`http://127.0.0.1:${server.port}/`);
  expect([answer.status, await answer.text()]).toEqual([status, '']);
});

test.each([
  ['before the first byte', () => undefined],
  ['in the middle of the answer', (response: ServerResponse) => void response.write('some')],
])('gives up a server that stops answering %s', async (_where, answer) => {
  const server = await listen((_request, response) => answer(response));
  const error = await failure(outgoing('127.0.0.1').fetch(`http://127.0.0.1:${server.port}/`, {}, { timeoutMs: 100 }));
  expect(error.code).toBe('timeout');
  expect(error.message).toContain('0.1 seconds');
});

test('gives up a server that sends too slowly when the total time is over', async () => {
  const server = await listen((_request, response) => {
    const timer = setInterval(() => response.write('x'), 10);
    response.on('close', () => clearInterval(timer));
  });
  const folder = mkdtempSync(join(tmpdir(), 'assay-drip-'));
  const download = outgoing('127.0.0.1').download(`http://127.0.0.1:${server.port}/`, join(folder, 'answer'), {
    maxBytes: 1_000_000,
    timeoutMs: 200,
  });
  const error = await failure(download);
  rmSync(folder, { recursive: true, force: true });
  expect([error.code, error.message]).toEqual(['timeout', expect.stringContaining('within 0.2 seconds')]);
});

test.each([
  ['before the first byte', () => undefined],
  ['in the middle of the answer', (response: ServerResponse) => void response.write('some')],
])('gives up a download that stops %s, with a sentence', async (_where, answer) => {
  const server = await listen((_request, response) => answer(response));
  const folder = mkdtempSync(join(tmpdir(), 'assay-silent-'));
  const download = outgoing('127.0.0.1').download(`http://127.0.0.1:${server.port}/`, join(folder, 'answer'), {
    maxBytes: 1_000_000,
    timeoutMs: 600_000,
    silenceMs: 100,
  });
  const error = await failure(download);
  rmSync(folder, { recursive: true, force: true });
  expect([error.code, error.message]).toEqual([
    'timeout',
    `127.0.0.1:${server.port} has sent nothing for 0.1 seconds.`,
  ]);
});

test('a caller that aborts gets its own reason', async () => {
  const gone = new AbortController();
  const server = await listen(() => gone.abort(new Error('enough')));
  const error = await failure(outgoing('127.0.0.1').fetch(`http://127.0.0.1:${server.port}/`, { signal: gone.signal }));
  expect(error.message).toBe('enough');
});

test('a closed port, an unknown name and a broken TLS handshake are unreachable, with a sentence', async () => {
  const server = await listen(ok);
  const { fetch } = outgoing('127.0.0.1', resolver({}));
  const unknown = await failure(fetch('http://nowhere.example.com/'));
  expect([unknown.code, unknown.message]).toEqual([
    'unreachable',
    'The host name nowhere.example.com cannot be resolved (ENOTFOUND).',
  ]);
  expect((await failure(fetch(`https://127.0.0.1:${server.port}/`))).code).toBe('unreachable');
  const { port } = server;
  await stops.pop()!();
  await stops.pop()!();
  const closed = await failure(outgoing('127.0.0.1').fetch(`http://127.0.0.1:${port}/`));
  expect([closed.code, closed.message]).toEqual(['unreachable', `127.0.0.1:${port} cannot be reached (ECONNREFUSED).`]);
});

test('the agents for node:http refuse names and numbers, and accept allowed ones', async () => {
  const server = await listen(ok);
  const names = resolver({ 'open.intern': ['127.0.0.1'], 'shut.intern': ['127.0.0.1'] });
  const call = (allow: string, host: string) =>
    new Promise<number>((resolve, reject) => {
      const { httpAgent } = outgoing(allow, names);
      get({ agent: httpAgent, host, port: server.port }, (answer) => {
        answer.resume();
        answer.on('end', () => resolve(answer.statusCode!));
      }).on('error', reject);
    });
  expect((await failure(call('open.intern', 'shut.intern'))).code).toBe('refused');
  expect((await failure(call('open.intern', '127.0.0.1'))).code).toBe('refused');
  expect((await failure(call('open.intern', '::ffff:127.0.0.1'))).code).toBe('refused');
  expect(server.connections()).toBe(0);
  expect(await call('open.intern', 'open.intern')).toBe(200);
  expect(await call('127.0.0.1', '127.0.0.1')).toBe(200);
});

test('hosts of administrators may be internal, but not those of cloud metadata', async () => {
  const names = resolver({
    'mail.intern': ['10.0.0.25'],
    'trap.example.com': ['169.254.169.254'],
    'trap6.example.com': ['fe80::1'],
    'zero.example.com': ['0.0.0.0'],
  });
  const { assertAllowedHost } = outgoing('', names);
  expect(await assertAllowedHost('mail.intern', 25)).toEqual([{ address: '10.0.0.25', family: 4 }]);
  expect(await assertAllowedHost('127.0.0.1', 389)).toEqual([{ address: '127.0.0.1', family: 4 }]);
  expect(await assertAllowedHost('[::1]', 389)).toEqual([{ address: '::1', family: 6 }]);
  for (const host of [
    'trap.example.com',
    'trap6.example.com',
    'zero.example.com',
    '169.254.169.254',
    '::ffff:a9fe:a9fe',
  ])
    expect((await failure(assertAllowedHost(host, 25))).code).toBe('refused');
  expect(await outgoing('169.254.0.0/16', names).assertAllowedHost('trap.example.com', 25)).toHaveLength(1);
});

test('a download that announces more than its limit ends before its first bytes', async () => {
  const server = await listen((_request, response) => {
    response.writeHead(200, { 'content-length': '1000000000' }).write('PK');
  });
  const folder = mkdtempSync(join(tmpdir(), 'assay-announced-'));
  stops.push(async () => rmSync(folder, { recursive: true }));
  const begunAt = performance.now();
  const error = await failure(
    outgoing('127.0.0.1').download(`http://127.0.0.1:${server.port}/`, join(folder, 'file'), {
      ...{ maxBytes: 1000, timeoutMs: 60_000, silenceMs: 30_000 },
    }),
  );
  expect(error).toMatchObject({ code: 'tooLarge', message: expect.stringContaining('is larger than 1000 bytes') });
  expect(performance.now() - begunAt).toBeLessThan(20_000);
});
