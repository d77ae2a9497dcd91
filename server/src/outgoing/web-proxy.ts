// A way out for programs that speak HTTP and know no SOCKS: a proxy on the loopback that reaches one host only, at addresses that are checked at
// the moment of connecting. So a program that sends the password to wherever it is redirected sends it to no other server. RFC 9110, 9112.
import { createServer, type IncomingHttpHeaders, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { type Guard, guardedAgents } from './connect.ts';
import { OutgoingError } from './errors.ts';
import { openChecked, portOf, type Tunnel } from './tunnel.ts';

export interface WebTarget {
  protocol: 'http' | 'https';
  /** As in an address: IPv6 in brackets. */
  host: string;
}

type Check = (host: string, port: number) => Promise<{ address: string }[]>;

export async function openWebProxy(guard: Guard, check: Check, target: WebTarget): Promise<Tunnel> {
  let failure: OutgoingError | undefined;
  const sockets = new Set<Duplex>();
  const agents = guardedAgents(guard, { keepAlive: true });
  const keep = <S extends Duplex>(socket: S): S => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
    return socket;
  };
  const note = (error: unknown) => {
    failure =
      error instanceof OutgoingError
        ? error
        : new OutgoingError('unreachable', `The connection failed (${(error as NodeJS.ErrnoException).code ?? 'no reason given'}).`, { cause: error }); // biome-ignore format: one claim
    return failure;
  };
  const server = createServer((from, answer) => {
    try {
      forward(from, answer, addressOf(from.url ?? '', target), agents.http, (error) => refuse(answer, note(error)));
    } catch (error) {
      refuse(answer, note(error));
    }
  });
  server.on('connect', (from: IncomingMessage, client: Duplex, head: Buffer) => {
    connectThrough(from.url ?? '', client, head, { target, check, keep }).catch((error) => {
      note(error);
      client.end('HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n');
    });
  });
  server.on('connection', (socket: Socket) => void keep(socket));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    port: portOf(server),
    failure: () => failure,
    async close() {
      for (const socket of sockets) socket.destroy();
      agents.http.destroy();
      agents.https.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

/** Only plain requests come this way; those of https come as connections. */
function addressOf(text: string, { protocol, host }: WebTarget): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== 'http:' || protocol !== 'http' || url.hostname !== nameOf(host)) throw elsewhere(host, url?.origin ?? 'an address that is none'); // biome-ignore format: one claim
  return url;
}

async function connectThrough(
  text: string,
  client: Duplex,
  head: Buffer,
  { target, check, keep }: { target: WebTarget; check: Check; keep<S extends Duplex>(socket: S): S },
): Promise<void> {
  const [, host = '', port = ''] = /^(\[[0-9a-f:.]+\]|[^:/@]+):(\d{1,5})$/i.exec(text) ?? [];
  if (host === '' || nameOf(host) !== nameOf(target.host)) throw elsewhere(target.host, text);
  const server = await openChecked(check, host, Number(port), keep);
  client.write('HTTP/1.1 200 Connection established\r\n\r\n');
  if (head.length > 0) server.write(head);
  client.pipe(server);
  server.pipe(client);
  client.once('close', () => server.destroy());
  server.once('close', () => client.destroy());
}

/** As addresses of the web write it, so that two forms of one name are one. */
const nameOf = (host: string) => (URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : host);

const elsewhere = (host: string, where: string) =>
  new OutgoingError(
    'refused',
    `${host} leads to ${where.slice(0, 200)}, and this server does not follow to other places.`,
  );

/** Headers that are meant for the next station only. */
const FOR_THE_PROXY = ['connection', 'proxy-connection', 'proxy-authorization', 'keep-alive', 'upgrade', 'te'];

function passedOn(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !FOR_THE_PROXY.includes(name)));
}

/** Headers that come several times stay so: programs do not find the second way to sign in behind a comma. */
function separate({ headersDistinct }: IncomingMessage): IncomingHttpHeaders {
  const values = Object.entries(headersDistinct).map(([name, all = []]) => [name, all.length === 1 ? all[0] : all]);
  return Object.fromEntries(values);
}

function forward(
  from: IncomingMessage,
  answer: ServerResponse,
  url: URL,
  agent: ReturnType<typeof guardedAgents>['http'],
  failed: (error: unknown) => void,
): void {
  const to = request(url, { agent, method: from.method, headers: passedOn(from.headers) });
  to.once('error', failed);
  to.once('response', (response) => {
    answer.writeHead(response.statusCode ?? 502, passedOn(separate(response)));
    // An answer that was cut off must not look whole.
    response.once('error', () => answer.destroy());
    response.once('aborted', () => answer.destroy());
    response.pipe(answer);
  });
  answer.once('close', () => to.destroy());
  from.pipe(to);
}

function refuse(answer: ServerResponse, { message }: OutgoingError): void {
  if (answer.headersSent) return void answer.destroy();
  answer.writeHead(502, { 'content-type': 'text/plain' }).end(message);
}
