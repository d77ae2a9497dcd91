// Simultaneous uploads, and senders that disconnect, over real connections.
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { Agent, type ClientRequest, type IncomingMessage, request } from 'node:http';
import type { Socket } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TarEntry, tar } from '../../../test/archives.ts';
import { type Harness, startHarness } from '../../../test/harness.ts';
import { until } from '../../../test/robustness/server-process.ts';
import { IDLE_TIMEOUT_MS } from '../../http/idle.ts';

let h: Harness;
let origin: string;
let count = 0;
beforeAll(async () => {
  h = await startHarness();
  origin = await h.listen();
});
afterAll(() => h.close());

const project = async () =>
  (await h.call('POST', '/projects', { body: { name: `project ${++count}` } })).body.id as number;

const filesIn = (folder: string, number = 5): TarEntry[] =>
  Array.from({ length: number }, (_, i) => ({ name: `${folder}/${i}/file.txt`, content: `${folder} ${i}` }));

function open(projectId: number): ClientRequest {
  const outgoing = request(`${origin}/codeinsight/api/project/uploadProjectCodebase?projectId=${projectId}`, {
    method: 'POST',
    // A separate connection for each.
    agent: new Agent(),
    headers: { authorization: `Bearer ${h.admin.token}`, 'content-type': 'application/octet-stream' },
  });
  // A destroyed request fails; some of these tests destroy requests.
  outgoing.on('error', () => undefined);
  return outgoing;
}

async function answerTo(outgoing: ClientRequest): Promise<{ status: number; body: Record<string, string> }> {
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
  let text = '';
  for await (const chunk of response) text += chunk;
  return { status: response.statusCode!, body: JSON.parse(text) };
}

async function send(projectId: number, archive: Buffer) {
  const outgoing = open(projectId);
  const answer = answerTo(outgoing);
  outgoing.end(archive);
  return answer;
}

const stagedFiles = async () =>
  (await h.database.pool.query('select count(*)::int as n from upload_files')).rows[0].n as number;
const pathsOf = async (projectId: number) =>
  (await h.database.pool.query('select path from files where project_id = $1 order by path', [projectId])).rows.map(
    ({ path }) => path,
  );
const isWaitingForLock = async () => {
  const { rows } = await h.database.pool.query(
    `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows.length > 0;
};
const spooled = () => (existsSync(h.app.folder.temporary) ? readdirSync(h.app.folder.temporary) : []);
const isSpooling = () => spooled().length > 0;
const isQuiet = async () => spooled().length === 0 && (await stagedFiles()) === 0;

it('409 while the project is receiving another upload; other projects accept theirs', async () => {
  const [id, other] = [await project(), await project()];
  const archive = tar(filesIn('a'));
  const first = open(id);
  first.write(archive.subarray(0, 1000));
  await until(isSpooling);
  const refused = await send(id, archive);
  expect(refused.status).toBe(409);
  expect(refused.body['Error: ']).toMatch(/taking another upload since .*nothing of this one was kept/);
  expect((await send(other, archive)).status).toBe(200);
  const answer = answerTo(first);
  first.end(archive.subarray(1000));
  expect((await answer).status).toBe(200);
  expect(await pathsOf(id)).toEqual(['a/0/file.txt', 'a/1/file.txt', 'a/2/file.txt', 'a/3/file.txt', 'a/4/file.txt']);
  expect(await isQuiet()).toBe(true);
});

it('a sender that disconnects leaves nothing, and the project accepts the next upload', async () => {
  const id = await project();
  const archive = tar(filesIn('b'));
  const first = open(id);
  first.write(archive.subarray(0, 1000));
  await until(isSpooling);
  first.destroy();
  const taken = await until(async () => {
    const { status } = await send(id, archive);
    return status !== 409 && status;
  });
  expect(taken).toBe(200);
  expect(await isQuiet()).toBe(true);
});

it('the statement is cancelled when the sender disconnects while the database works', async () => {
  const id = await project();
  const holder = await h.database.pool.connect();
  try {
    await holder.query('begin');
    await holder.query('select from projects where id = $1 for update', [id]);
    const first = open(id);
    first.end(tar(filesIn('c')));
    await until(isWaitingForLock);
    first.destroy();
    // The lock stays, so the upload ends only if its statement is cancelled.
    await until(isQuiet);
  } finally {
    await holder.query('rollback');
    holder.release();
  }
  expect((await send(id, tar(filesIn('d', 1)))).status).toBe(200);
  expect(await pathsOf(id)).toEqual(['d/0/file.txt']);
});

it('a connection may be idle while the database works, and not before or after', async () => {
  const id = await project();
  const archive = tar(filesIn('f'));
  const holder = await h.database.pool.connect();
  try {
    await holder.query('begin');
    await holder.query('select from projects where id = $1 for update', [id]);
    const accepted = once(h.server.server, 'connection') as Promise<[Socket]>;
    const sent = open(id);
    sent.write(archive.subarray(0, 1000));
    const [socket] = await accepted;
    await until(isSpooling);
    expect(socket.timeout).toBe(IDLE_TIMEOUT_MS);
    const answer = answerTo(sent);
    sent.end(archive.subarray(1000));
    await until(isWaitingForLock);
    expect(socket.timeout).toBe(0);
    await holder.query('rollback');
    expect((await answer).status).toBe(200);
    expect(socket.timeout).toBeGreaterThan(0);
  } finally {
    await holder.query('rollback');
    holder.release();
  }
});

it('more uploads than are unpacked at once are all accepted', async () => {
  const ids = await Promise.all(Array.from({ length: 10 }, project));
  const answers = await Promise.all(ids.map((id) => send(id, tar(filesIn(`e${id}`, 300)))));
  expect(answers.map(({ status }) => status)).toEqual(ids.map(() => 200));
  for (const id of ids) expect(await pathsOf(id)).toHaveLength(300);
});

it('its unpacking is a job, which a person can stop; the former code base stays', async () => {
  const id = await project();
  expect((await send(id, tar(filesIn('g', 1)))).status).toBe(200);
  const jobs = async () => (await h.call('GET', `/jobs?projectId=${id}&jobType=Code Upload`)).body.data;
  expect(await jobs()).toMatchObject([{ status: 'Completed', jobDetails: '1 file, 3 bytes' }]);
  const answer = send(id, tar(filesIn('h', 20_000)));
  const [running] = await until(async () => {
    const active = (await jobs()).filter(({ status }: { status: string }) => status === 'Active');
    return active.length > 0 && active;
  });
  expect((await h.call('POST', `/jobs/${running.id}/cancel`)).status).toBe(200);
  expect(await answer).toMatchObject({ status: 409, body: { 'Error: ': expect.stringMatching(/stopped on request/) } });
  expect((await h.jobOver(running.id)).status).toBe('Terminated');
  expect(await pathsOf(id)).toEqual(['g/0/file.txt']);
  expect(await isQuiet()).toBe(true);
});
