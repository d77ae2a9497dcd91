// @vitest-environment happy-dom
// An upload goes on where the server has its bytes, over a real HTTP server that breaks off.
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { sendInParts } from './sending.ts';

const CONTENT = 'abcdefghij'.repeat(10);
const OPTIONS = {
  expansionLevel: 1,
  deleteExistingFileOnServer: false,
  deleteArchiveAfterExpand: false,
  archiveDirSuffix: '',
} as const;

let server: Server;
let received: string;
let calls: string[];
/** What the next requests with bytes meet: `break` after some bytes, or a status. */
let fates: ('break' | number)[];

beforeEach(async () => {
  [received, calls, fates] = ['', [], []];
  localStorage.clear();
  server = createServer(async (request, response) => {
    const { method, url = '', headers } = request;
    calls.push(`${method} ${headers['upload-offset'] ?? ''}`.trim());
    const upload = { uploadId: 'u1', fileName: 'a.tar', sizeBytes: CONTENT.length, receivedBytes: received.length, jobId: null, expiresOn: '' }; // biome-ignore format: one claim
    const json = (status: number, body: unknown) => {
      response.writeHead(status, { 'content-type': 'application/json', connection: 'close' }).end(JSON.stringify(body));
    };
    if (method === 'POST')
      response.writeHead(201, { location: '/api/projects/7/uploads/u1', connection: 'close' }).end();
    else if (method === 'GET')
      json(200, { data: url.endsWith('/uploads') ? (calls.includes('POST') ? [upload] : []) : upload });
    else {
      const fate = fates.shift();
      const body = await textOf(request);
      if (typeof fate === 'number') return json(fate, { errors: [{ message: 'Not now.' }] });
      received += fate === 'break' ? body.slice(0, 30) : body;
      if (fate === 'break') request.socket.destroy();
      else
        response
          .writeHead(204, { 'upload-offset': String(received.length), 'assay-job': '5', connection: 'close' })
          .end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  const { port } = server.address() as AddressInfo;
  (window as unknown as { happyDOM: { setURL: (url: string) => void } }).happyDOM.setURL(`http://localhost:${port}/`);
});
afterEach(() => new Promise((resolve) => server.close(resolve)));

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += chunk;
  return text;
}

const file = () => new File([CONTENT], 'a.tar', { lastModified: 1 });
const send = (onProgress: (bytes: number, isConnected: boolean) => void = () => undefined) =>
  sendInParts({
    ...{ projectId: 7, file: file(), options: OPTIONS, signal: new AbortController().signal, onProgress },
    onBegun: () => undefined,
  });

it('continues by itself after a break, and says that the connection was lost', async () => {
  fates = ['break'];
  const connected: boolean[] = [];
  expect(await send((_bytes, isConnected) => connected.push(isConnected))).toBe(5);
  expect(received).toBe(CONTENT);
  expect(calls.filter((call) => call.startsWith('PATCH'))).toEqual(['PATCH 0', 'PATCH 30']);
  expect(connected).toContain(false);
});

it('continues with the same file after a refusal, and begins anew with another one', async () => {
  fates = ['break', 507];
  await expect(send()).rejects.toThrow('Not now.');
  expect(await send()).toBe(5);
  expect(received).toBe(CONTENT);
  expect(calls.filter((call) => call === 'POST')).toHaveLength(1);
  const other = { projectId: 7, file: new File([CONTENT], 'a.tar', { lastModified: 2 }), options: OPTIONS };
  await sendInParts({
    ...other,
    signal: new AbortController().signal,
    onProgress: () => undefined,
    onBegun: () => undefined,
  });
  expect(calls.filter((call) => call === 'POST')).toHaveLength(2);
});

it('is no lost connection if the server answers that it must wait', async () => {
  fates = [423];
  const connected: boolean[] = [];
  expect(await send((_bytes, isConnected) => connected.push(isConnected))).toBe(5);
  expect(connected).not.toContain(false);
});
