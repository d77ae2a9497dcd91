// A refused body: its sender can read the answer although it is still sending, also if it asked to close the
// connection.
import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Harness, startHarness } from '../../test/harness.ts';

/** More than the buffers of both ends of a connection together. */
const LENGTH = 40_000_000;
const PIECE = Buffer.alloc(1_000_000, 'a');

let h: Harness;
let port: number;
beforeAll(async () => {
  h = await startHarness();
  port = Number(new URL(await h.listen()).port);
});
afterAll(() => h.close());

function isWhole(answer: string): boolean {
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  return Buffer.byteLength(body) === Number(/content-length: (\d+)/i.exec(head)?.[1]);
}

/** Sends a whole upload before it reads anything, as Python's urllib does. Resolves with the answer when the server has closed the connection. */
async function sendThenRead(connection: 'close' | 'keep-alive'): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  socket.setEncoding('utf8').pause();
  socket.write(
    `POST /api/project/uploadProjectCodebase?projectId=1 HTTP/1.1\r\nHost: x\r\nConnection: ${connection}\r\nContent-Type: application/octet-stream\r\nContent-Length: ${LENGTH}\r\n\r\n`,
  );
  for (let sent = 0; sent < LENGTH; sent += PIECE.length) {
    if (!socket.write(PIECE)) await once(socket, 'drain');
  }
  let answer = '';
  for await (const text of socket) {
    answer += text;
    if (connection === 'keep-alive' && isWhole(answer)) break;
  }
  return answer;
}

it.each(['close', 'keep-alive'] as const)(
  'reads it to its end and answers completely (Connection: %s)',
  async (connection) => {
    const answer = await sendThenRead(connection);
    expect(answer).toMatch(/^HTTP\/1\.1 401 /);
    expect(isWhole(answer)).toBe(true);
  },
);
