// The way out for programs that know only proxies of the web: to one host, at checked addresses.
import { createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { parseAllowList } from './allow-list.ts';
import { createOutgoing } from './index.ts';
import type { Tunnel } from './tunnel.ts';

const stops: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

async function served(): Promise<number> {
  const server = createServer((from, answer) => {
    let body = '';
    from.on('data', (data) => {
      body += data;
    });
    from.on('end', () => answer.end(`${from.method} ${from.headers.host} ${from.headers['proxy-authorization'] ?? '-'} ${body}`)); // biome-ignore format: one claim
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  stops.push(() => new Promise((resolve) => server.close(resolve).closeAllConnections()));
  return (server.address() as AddressInfo).port;
}

async function proxyTo(protocol: 'http' | 'https', host: string, allow = 'svn.intern,other.intern'): Promise<Tunnel> {
  const outgoing = createOutgoing(parseAllowList(allow), async () => [{ address: '127.0.0.1', family: 4 }]);
  const proxy = await outgoing.openWebProxy({ protocol, host });
  stops.push(async () => {
    await proxy.close();
    await outgoing.close();
  });
  return proxy;
}

function ask({ port }: Tunnel, path: string, method = 'REPORT'): Promise<[number, string]> {
  return new Promise((resolve, reject) => {
    const asked = request({ host: '127.0.0.1', port, path, method, headers: { host: new URL(path).host, 'proxy-authorization': 'x' } }); // biome-ignore format: one call
    asked.once('error', reject);
    asked.once('response', (answer: IncomingMessage) => {
      let text = '';
      answer.on('data', (data) => {
        text += data;
      });
      answer.on('end', () => resolve([answer.statusCode ?? 0, text]));
    });
    asked.end('body');
  });
}

function connectTo({ port }: Tunnel, path: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const asked = request({ host: '127.0.0.1', port, path, method: 'CONNECT' });
    asked.once('error', reject);
    asked.once('connect', (answer, socket) => {
      socket.destroy();
      resolve(answer.statusCode ?? 0);
    });
    asked.end();
  });
}

it('hands requests on as they are, without what is meant for the proxy', async () => {
  const port = await served();
  const proxy = await proxyTo('http', 'SVN.intern');
  expect(await ask(proxy, `http://svn.intern:${port}/x`)).toEqual([200, `REPORT svn.intern:${port} - body`]);
  expect(proxy.failure()).toBeUndefined();
});

it('opens connections for https to the one host only', async () => {
  const port = await served();
  const proxy = await proxyTo('https', 'svn.intern');
  expect(await connectTo(proxy, `svn.intern:${port}`)).toBe(200);
  expect(await connectTo(proxy, `other.intern:${port}`)).toBe(502);
  expect(proxy.failure()?.message).toContain('svn.intern leads to other.intern');
  // An https address is never left for http.
  expect((await ask(proxy, `http://svn.intern:${port}/`))[0]).toBe(502);
});

it('leads to no other host and to no address that this server does not call', async () => {
  const port = await served();
  const proxy = await proxyTo('http', 'svn.intern');
  expect((await ask(proxy, `http://other.intern:${port}/`))[0]).toBe(502);
  expect(proxy.failure()?.code).toBe('refused');
  const closed = await proxyTo('http', 'svn.intern', '');
  expect((await ask(closed, `http://svn.intern:${port}/`))[0]).toBe(502);
  expect(await connectTo(closed, `svn.intern:${port}`)).toBe(502);
  expect(closed.failure()?.message).toContain('ASSAY_OUTGOING_ALLOW');
});

it('passes on each of several headers of one name', async () => {
  const ways = ['Negotiate', 'Basic realm="a, b"'];
  const server = createServer((_, answer) => {
    answer.writeHead(401, { 'WWW-Authenticate': ways, 'Set-Cookie': ['a=1', 'b=2'], 'Content-Length': 2 }).end('no');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  stops.push(() => new Promise((resolve) => server.close(resolve).closeAllConnections()));
  const { port } = await proxyTo('http', 'svn.intern');
  const path = `http://svn.intern:${(server.address() as AddressInfo).port}/`;
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    request({ host: '127.0.0.1', port, path }, resolve).once('error', reject).end();
  });
  answer.resume();
  const { headersDistinct: found } = answer;
  expect([answer.statusCode, found['www-authenticate'], found['set-cookie'], found['content-length']]).toEqual([
    401,
    ways,
    ['a=1', 'b=2'],
    ['2'],
  ]);
});
