// Senders that send almost nothing get a sentence after the configured time, for every kind of body.
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Harness, startHarness } from '../../test/harness.ts';

let h: Harness;
let port: number;
let projectId: number;
beforeAll(async () => {
  h = await startHarness({ ASSAY_BODY_PATIENCE_MS: '40' });
  port = Number(new URL(await h.listen()).port);
  projectId = (await h.call('POST', '/projects', { body: { name: 'slow' } })).body.id;
  await h.call('POST', `/projects/${projectId}/users`, {
    body: { userRoles: { roleId: 'ANALYST', users: ['admin'] } },
  });
});
afterAll(() => h.close());

/** Sends a head and one of the thousand announced bytes, and resolves with the answer. */
function sendOneByte(address: string, type: string, authorization: string): Promise<string> {
  const head = [`POST ${address} HTTP/1.1`, 'Host: x', `Content-Type: ${type}`, 'Content-Length: 1000', authorization];
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(`${head.filter(Boolean).join('\r\n')}\r\n\r\n-`));
    let answer = '';
    socket.setEncoding('utf8');
    socket.on('data', (chunk) => {
      answer += chunk;
      if (/\r\n\r\n.*\}$/s.test(answer)) socket.destroy();
    });
    socket.on('close', () => resolve(answer));
    socket.on('error', reject);
  });
}

const sentence = 'was not complete after 0.04 seconds and comes in too slowly to be waited for.';

it.each([
  ['a caller without a session at the sign-in', '/api/login', 'application/json', false, 'The request body'],
  ['JSON', '/api/folders', 'application/json', true, 'The request body'],
  ['an upload', '/api/project/uploadProjectCodebase?projectId=ID', 'application/octet-stream', true, 'The archive'],
  ['a form', '/api/projects/ID/importSbom', 'multipart/form-data; boundary=edge', true, 'The form'],
])('408: %s', async (_what, path, type, isSignedIn, begin) => {
  const authorization = isSignedIn ? `Authorization: Bearer ${h.admin.token}` : '';
  const answer = await sendOneByte(path.replace('ID', String(projectId)), type, authorization);
  expect(answer).toMatch(/^HTTP\/1\.1 408 /);
  expect(answer).toContain(`${begin} ${sentence}`);
});

it('accepts the next upload of the project', async () => {
  const { status, body } = await h.call('POST', `/project/uploadProjectCodebase?projectId=${projectId}`, {
    raw: Buffer.from('no archive'),
    headers: { 'content-type': 'application/octet-stream' },
  });
  expect([status, body['Error: ']]).toEqual([400, expect.stringContaining('archive')]);
});
