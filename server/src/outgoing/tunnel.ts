// A way out for programs that this server starts: a SOCKS5 server on the loopback that resolves the name itself, checks the address, and connects to
// exactly the checked one. A program that is told to use it reaches nothing else than what the server itself may call, also after a redirect
// and whatever the name resolves to a moment later. RFC 1928; only "connect", without sign-in.
import { createServer, connect as openSocket, type Server, type Socket } from 'node:net';
import { OutgoingError } from './errors.ts';

export interface Tunnel {
  port: number;
  /** Why the last connection was refused or failed; undefined if none was. */
  failure(): OutgoingError | undefined;
  close(): Promise<void>;
}

type Check = (host: string, port: number) => Promise<{ address: string }[]>;

const VERSION = 5;
const NO_SIGN_IN = 0;
const CONNECT = 1;
const REPLIES = { done: 0, failed: 1, refused: 2, unreachable: 4, wrongCommand: 7 } as const;
const CONNECT_TIMEOUT_MS = 10_000;
/** The longest request: five bytes, a name of 255 and a port. */
const LONGEST_REQUEST = 262;

export async function openTunnel(check: Check): Promise<Tunnel> {
  let failure: OutgoingError | undefined;
  const sockets = new Set<Socket>();
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    // A broken connection is seen by the program at its end of the tunnel.
    socket.on('error', () => socket.destroy());
    return socket;
  };
  const server = createServer((client) => {
    keep(client);
    serve(client, check, keep).catch((error) => {
      failure = error instanceof OutgoingError ? error : new OutgoingError('unreachable', 'The connection failed.', { cause: error }); // biome-ignore format: one claim
      client.end(reply(failure.code === 'refused' ? REPLIES.refused : REPLIES.unreachable));
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    port: portOf(server),
    failure: () => failure,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

export function portOf(server: Server): number {
  return (server.address() as { port: number }).port;
}

async function serve(client: Socket, check: Check, keep: (socket: Socket) => Socket): Promise<void> {
  const greeting = await read(client, (bytes) => (bytes.length < 2 ? 2 : 2 + Number(bytes[1])));
  if (greeting[0] !== VERSION || !greeting.subarray(2).includes(NO_SIGN_IN)) return void client.destroy();
  client.write(Buffer.of(VERSION, NO_SIGN_IN));
  const request = await read(client, requestLength);
  if (request[1] !== CONNECT) return void client.end(reply(REPLIES.wrongCommand));
  const { host, port } = targetOf(request);
  const target = await openChecked(check, host, port, keep);
  client.write(reply(REPLIES.done));
  client.pipe(target);
  target.pipe(client);
  client.once('close', () => target.destroy());
  target.once('close', () => client.destroy());
}

/** A connection to an address that is checked now: of several to the first that takes it. */
export async function openChecked(
  check: Check,
  host: string,
  port: number,
  keep: (socket: Socket) => Socket,
): Promise<Socket> {
  let failure = new OutgoingError('unreachable', `The host name ${host} has no address.`);
  for (const { address } of await check(host, port)) {
    const opened = await openOne(address, host, port, keep);
    if (!(opened instanceof OutgoingError)) return opened;
    failure = opened;
  }
  throw failure;
}

function openOne(
  address: string,
  host: string,
  port: number,
  keep: (socket: Socket) => Socket,
): Promise<Socket | OutgoingError> {
  const target = keep(openSocket({ host: address, port, timeout: CONNECT_TIMEOUT_MS }));
  return new Promise((resolve) => {
    target.once('connect', () => {
      target.setTimeout(0);
      resolve(target);
    });
    target.once('timeout', () => {
      target.destroy();
      resolve(
        new OutgoingError('timeout', `${host}:${port} has not answered within ${CONNECT_TIMEOUT_MS / 1000} seconds.`),
      );
    });
    target.once('error', (cause: NodeJS.ErrnoException) =>
      resolve(
        new OutgoingError('unreachable', `${host}:${port} cannot be reached (${cause.code ?? 'no connection'}).`, {
          cause,
        }),
      ),
    );
  });
}

/** Reads as many bytes as `wanted` says of those that are there. */
function read(socket: Socket, wanted: (bytes: Buffer) => number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    let bytes = Buffer.alloc(0);
    const stop = () => socket.off('readable', look).off('close', gone);
    const gone = () => {
      stop();
      reject(new OutgoingError('unreachable', 'The program closed its connection.'));
    };
    const look = () => {
      for (;;) {
        const missing = wanted(bytes) - bytes.length;
        if (missing <= 0) {
          stop();
          return resolve(bytes);
        }
        const more = socket.read(Math.min(missing, LONGEST_REQUEST)) as Buffer | null;
        if (more === null) return;
        bytes = Buffer.concat([bytes, more]);
      }
    };
    socket.on('readable', look).once('close', gone);
    look();
  });
}

const IPV4 = 1;
const NAME = 3;
const IPV6 = 4;

function requestLength(bytes: Buffer): number {
  if (bytes.length < 5) return 5;
  if (bytes[3] === IPV4) return 10;
  if (bytes[3] === IPV6) return 22;
  return 7 + Number(bytes[4]);
}

function targetOf(request: Buffer): { host: string; port: number } {
  const port = request.readUInt16BE(request.length - 2);
  const address = request.subarray(4, request.length - 2);
  if (request[3] === IPV4) return { host: address.join('.'), port };
  if (request[3] === NAME) return { host: address.subarray(1).toString('latin1'), port };
  const groups = Array.from({ length: 8 }, (_, at) => address.readUInt16BE(at * 2).toString(16));
  return { host: `[${groups.join(':')}]`, port };
}

function reply(code: number): Buffer {
  return Buffer.of(VERSION, code, 0, IPV4, 0, 0, 0, 0, 0, 0);
}
