// A stand-in for the servers of package registries, over HTTP on the loopback. It answers recorded paths, and 404 for all
// others.
import { createServer, type IncomingHttpHeaders } from 'node:http';

export interface RegistryStandIn {
  url: string;
  /** Path and body. Anything but a text or bytes is sent as JSON. */
  answers: Map<string, unknown>;
  /** Status and headers of the next answers. Each is used once. */
  troubles: { status: number; headers?: Record<string, string>; body?: string }[];
  calls: { path: string; headers: IncomingHttpHeaders }[];
  close(): Promise<void>;
}

export async function startRegistry(): Promise<RegistryStandIn> {
  const standIn: RegistryStandIn = {
    url: '',
    answers: new Map(),
    troubles: [],
    calls: [],
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    standIn.calls.push({ path, headers: request.headers });
    const trouble = standIn.troubles.shift();
    if (trouble) {
      response.writeHead(trouble.status, trouble.headers).end(trouble.body ?? '');
      return;
    }
    const answer = standIn.answers.get(path);
    if (answer === undefined) response.writeHead(404).end('{"error":"not found"}');
    else
      response
        .writeHead(200)
        .end(typeof answer === 'string' || Buffer.isBuffer(answer) ? answer : JSON.stringify(answer));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  standIn.url = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
  return standIn;
}
