// Shared by the tests in this folder: a server that listens, and a client that sends bytes and returns the answer as raw text.
// Many programs written for this interface search the text of answers instead of parsing the JSON.
import { Agent, type IncomingMessage, request } from 'node:http';
import { tarGz } from '../archives.ts';
import { type Harness, type Person, startHarness } from '../harness.ts';

interface Sending {
  /** Sent in addition to the token. A content type is never added. */
  headers?: Record<string, string>;
  /** Text and bytes are sent unchanged. Other values are written as JSON. */
  body?: unknown;
  /** Replaces the client's own token; null sends none. */
  token?: string | null;
}

export interface Answer {
  status: number;
  /** The status line and headers as received, in their spelling. */
  head: string;
  /** By name, in upper or lower case. */
  header(name: string): string | undefined;
  text: string;
  bytes: Buffer;
  /** Throws if the answer is not JSON, as the real clients do. */
  // biome-ignore lint/suspicious/noExplicitAny: clients read answers without knowing their type.
  json: () => any;
}

export interface Client {
  send(method: string, path: string, sending?: Sending): Promise<Answer>;
  get(path: string, sending?: Sending): Promise<Answer>;
  post(path: string, body?: unknown, sending?: Sending): Promise<Answer>;
  put(path: string, body?: unknown, sending?: Sending): Promise<Answer>;
  del(path: string, body?: unknown, sending?: Sending): Promise<Answer>;
  close(): void;
}

/** One connection that is kept and reused, as HTTP libraries do. `headers` are sent with every call. */
export function connect(base: string, token: string | null, headers: Record<string, string>): Client {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const send: Client['send'] = (method, path, sending = {}) => {
    const sent = bytesOf(sending.body);
    const who = sending.token === undefined ? token : sending.token;
    return exchange(
      method,
      base + path,
      {
        ...headers,
        ...(who === null ? {} : { Authorization: `Bearer ${who}` }),
        ...(sent || method === 'POST' || method === 'PUT' ? { 'Content-Length': String(sent?.length ?? 0) } : {}),
        ...sending.headers,
      },
      sent,
      agent,
    );
  };
  return {
    send,
    get: (path, sending) => send('GET', path, sending),
    post: (path, body, sending) => send('POST', path, { ...sending, body }),
    put: (path, body, sending) => send('PUT', path, { ...sending, body }),
    del: (path, body, sending) => send('DELETE', path, { ...sending, body }),
    close: () => agent.destroy(),
  };
}

function bytesOf(body: unknown): Buffer | undefined {
  if (body === undefined) return undefined;
  if (Buffer.isBuffer(body)) return body;
  return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
}

function exchange(
  method: string,
  url: string,
  headers: Record<string, string>,
  body: Buffer | undefined,
  agent: Agent,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const call = request(url, { method, headers, agent }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.once('error', reject);
      response.once('end', () => resolve(answerOf(response, Buffer.concat(chunks))));
    });
    call.once('error', reject);
    call.end(body);
  });
}

function answerOf(response: IncomingMessage, bytes: Buffer): Answer {
  const lines = [`HTTP/${response.httpVersion} ${response.statusCode} ${response.statusMessage}`];
  for (let at = 0; at < response.rawHeaders.length; at += 2)
    lines.push(`${response.rawHeaders[at]}: ${response.rawHeaders[at + 1]}`);
  const text = bytes.toString('utf8');
  return {
    status: response.statusCode!,
    head: lines.join('\n'),
    header: (name) =>
      lines.find((line) => line.toLowerCase().startsWith(`${name.toLowerCase()}: `))?.slice(name.length + 2),
    text,
    bytes,
    json: () => JSON.parse(text),
  };
}

export interface Site {
  h: Harness;
  /** `http://host:port/codeinsight/api`, without a slash at its end. */
  api: string;
  admin: Person;
  /** A client of the administrator, which sends what Python clients send: `Content-Type: application/json` on everything. */
  client: Client;
  /** The same for another user. */
  clientOf(person: Person): Client;
  /** Closes everything. Throws if an answer did not match the schema of its operation. */
  close(): Promise<void>;
}

export const JSON_TYPE = { 'Content-Type': 'application/json', Accept: '*/*' };
export const OCTETS = { 'Content-Type': 'application/octet-stream' };

/** A server with a worker, listening. */
export async function openSite(): Promise<Site> {
  const h = await startHarness();
  await h.work();
  const api = `${await h.listen()}/codeinsight/api`;
  const clients: Client[] = [];
  const clientOf = (person: Person) => {
    const client = connect(api, person.token, JSON_TYPE);
    clients.push(client);
    return client;
  };
  return {
    h,
    api,
    admin: h.admin,
    client: clientOf(h.admin),
    clientOf,
    async close() {
      for (const client of clients) client.close();
      const broken = h.brokenPromises();
      await h.close();
      if (broken.length > 0) throw new Error(broken.join('\n'));
    },
  };
}

/** An npm package with a dependency, a licensed C file, and a file without evidence. */
export const CODE_BASE = tarGz([
  {
    name: 'app/package.json',
    content: JSON.stringify({
      name: 'app',
      version: '1.0.0',
      license: 'Apache-2.0',
      dependencies: { lodash: '^4.17.0' },
    }),
  },
  {
    name: 'app/package-lock.json',
    content: JSON.stringify({
      name: 'app',
      version: '1.0.0',
      lockfileVersion: 3,
      packages: {
        '': { name: 'app', version: '1.0.0', license: 'Apache-2.0', dependencies: { lodash: '^4.17.0', nobody: '1' } },
        'node_modules/lodash': { version: '4.17.21', license: 'MIT' },
        'node_modules/nobody': { version: '1.0.0' },
      },
    }),
  },
  {
    name: 'app/src/index.js',
    content:
      '// SPDX-License-Identifier: Apache-2.0\n// Copyright (c) 2023 Example Corporation\nexport {};\n\n// Questions to ada@example-corp.com\n',
  },
  { name: 'other/main.c', content: '/* SPDX-License-Identifier: MIT */\nint main(void) { return 0; }\n' },
  { name: 'other/data.bin', content: Buffer.from([0, 1, 2, 3]) },
]);

export async function newProject(client: Client, name: string, more: Record<string, unknown> = {}): Promise<number> {
  const answer = await client.post('/projects', { name, ...more });
  if (answer.status !== 201) throw new Error(answer.text);
  return answer.json().id;
}

/** A project with a code base that has been scanned. */
export async function scannedProject({ h, client }: Site, name: string, codeBase = CODE_BASE): Promise<number> {
  const id = await newProject(client, name);
  const upload = await client.post(`/project/uploadProjectCodebase?projectId=${id}`, codeBase, { headers: OCTETS });
  if (upload.status !== 200) throw new Error(upload.text);
  const scan = await client.post(`/scanResource/projectScan/${id}`);
  if (scan.status !== 200) throw new Error(scan.text);
  const job = await h.jobOver(scan.json()['Content: ']);
  if (job.status !== 'Completed') throw new Error(JSON.stringify(job));
  return id;
}

/** Polls until the answer matches. The time limit of the test ends a wait that fails. */
export async function until(ask: () => Promise<Answer>, isOver: (answer: Answer) => boolean): Promise<Answer> {
  for (;;) {
    const answer = await ask();
    if (isOver(answer)) return answer;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
