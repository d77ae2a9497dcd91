// Other servers that behave badly: feeds of advisories that drip, redirect into the own network, or lie about their length, and a mail server and a
// directory that accept a connection and say nothing. Each must end in a sentence, in its time, and the server must answer others meanwhile.
// Prints JSON: node bench/endurance/other-servers.ts
import { once } from 'node:events';
import { createServer as createWebServer } from 'node:http';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { startServer } from '../server.ts';
import { type Place, startedPlace } from './place.ts';

/** After so long, a drip is canceled. */
const DRIPS_MS = 3000;
const DRIP_EVERY_MS = 200;

export interface Met {
  outcome: string;
  seconds: number;
}

interface Listening {
  port: number;
  /** Connections so far. */
  calls(): number;
  close(): void;
}

/** @param meet gets each connection with the first bytes that it sent, or at once if it `speaksFirst` */
async function listening(meet: (socket: Socket, head: string) => void, speaksFirst = false): Promise<Listening> {
  const sockets = new Set<Socket>();
  let calls = 0;
  const server = createServer((socket) => {
    calls++;
    sockets.add(socket);
    socket.on('error', () => undefined).once('close', () => sockets.delete(socket));
    if (speaksFirst) meet(socket, '');
    else socket.once('data', (bytes) => meet(socket, bytes.toString()));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    calls: () => calls,
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

const head = (length: number) =>
  `HTTP/1.1 200 OK\r\nContent-Type: application/zip\r\nContent-Length: ${length}\r\n\r\n`;

/** What each feed answers. */
const FEEDS: Readonly<Record<string, (socket: Socket, inward: number) => void>> = {
  redirectsInward: (socket, inward) =>
    socket.end(`HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:${inward}/all.zip\r\nContent-Length: 0\r\n\r\n`),
  sendsLess: (socket) => socket.end(`${head(100_000)}PK`),
  sendsMore: (socket) => socket.end(`${head(10)}${'PK'.repeat(50_000)}`),
  claimsTooMuch: (socket) => void socket.write(`${head(1e12)}PK`),
  neverAnswers: () => undefined,
  drips: (socket) => {
    socket.write(head(1_000_000));
    const dripping = setInterval(() => socket.write('P'), DRIP_EVERY_MS);
    socket.once('close', () => clearInterval(dripping));
  },
};
/** They would go on for minutes, as a slow line may; a person must be able to end them. */
const CANCELED = ['neverAnswers', 'drips'];

async function metFeed(place: Place, name: string, port: number): Promise<Met> {
  const { call, taskOf, jobOver } = place;
  await call('PUT', `/advisories/sources/${name}`, { location: `http://127.0.0.1:${port}/${name}/all.zip` });
  const job = await taskOf('POST', '/advisories/update', { source: name });
  if (CANCELED.includes(name)) {
    await new Promise((resolve) => setTimeout(resolve, DRIPS_MS));
    await call('POST', `/jobs/${job}/cancel`);
  }
  const begunAt = performance.now();
  const outcome = await jobOver(job);
  const { body } = await call('GET', '/advisories/status');
  const source = (body.data.sources as { name: string; lastError: string }[]).find((one) => one.name === name);
  return { outcome: `${outcome}; ${source?.lastError ?? ''}`, seconds: secondsSince(begunAt) };
}

const secondsSince = (begunAt: number) => Math.round((performance.now() - begunAt) / 100) / 10;

/** Settings that lead to the mute server, and the test that waits for it. */
async function metMute(place: Place, settings: string, body: object): Promise<Met> {
  const set = await place.call('PUT', settings, body);
  if (set.status !== 200) throw new Error(`PUT ${settings}: ${set.status} ${JSON.stringify(set.body)}`);
  const begunAt = performance.now();
  const { status, body: said } = await place.call('POST', `${settings}/test`, {});
  return { outcome: `${status} ${said.errors?.[0]?.message ?? ''}`, seconds: secondsSince(begunAt) };
}

export async function otherServers() {
  const inward = createWebServer((_request, response) => response.end('inward'));
  let inwardCalls = 0;
  inward.on('connection', () => inwardCalls++);
  inward.listen(0, '127.0.0.1');
  await once(inward, 'listening');
  const inwardPort = (inward.address() as AddressInfo).port;
  const feed = await listening((socket, asked) => {
    const name = /\/(\w+)\/all\.zip/.exec(asked)?.[1] ?? '';
    FEEDS[name]?.(socket, inwardPort);
  });
  const mute = await listening(() => undefined, true);
  const allowed = [feed.port, mute.port].map((port) => `127.0.0.1:${port}`).join(',');
  await using place = await startedPlace(await startServer({ ASSAY_OUTGOING_ALLOW: allowed }));
  try {
    const host = '127.0.0.1';
    const mail = {
      host,
      port: mute.port,
      security: 'NONE',
      fromAddress: 'a@example.org',
      baseUrl: 'https://example.org',
    };
    const ldap = { enabled: true, urls: [`ldap://${host}:${mute.port}`], base: 'dc=example,dc=org' };
    const muteMet = Promise.all([
      metMute(place, '/emailSettings', { ...mail, enabled: true }),
      metMute(place, '/ldapSettings', ldap),
    ]);
    const feeds: Record<string, Met> = {};
    for (const name of Object.keys(FEEDS)) feeds[name] = await metFeed(place, name, feed.port);
    const [mailMet, ldapMet] = await muteMet;
    const { status } = await fetch(new URL('/healthz', place.server.base));
    return { feeds, mail: mailMet, ldap: ldapMet, inwardCalls, muteCalls: mute.calls(), healthz: status };
  } finally {
    for (const one of [feed, mute]) one.close();
    inward.closeAllConnections();
    inward.close();
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  process.stdout.write(`${JSON.stringify(await otherServers(), null, 1)}\n`);
