// Push webhooks: their addresses, what deliveries start, and what senders without the secret learn.
import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Harness, startHarness } from '../../../test/harness.ts';
import { startRequested } from '../../queue/code-requests.ts';
import { forgetOldPushes } from '../../scm/old-pushes.ts';

let h: Harness;
let count = 0;
beforeAll(async () => {
  h = await startHarness();
});
afterAll(() => h.close());

const SECRET = 'a secret of the code host';
const NOTHING = { errors: [{ message: expect.stringContaining('was not found') }] };

const project = async (more: Record<string, unknown> = {}) =>
  (await h.call('POST', '/projects', { body: { name: `pushed ${++count}`, ...more } })).body.id as number;
const follow = async (projectId: number, branch = 'main') =>
  h.call('POST', `/scmInstances/Git?projectId=${projectId}`, {
    body: { url: 'https://code.example/octo/shop.git', branch },
  });
const hook = async (projectId: number, body: Record<string, unknown> = {}) =>
  (
    await h.call('POST', `/scmInstances/pushHooks?projectId=${projectId}`, {
      body: { sender: 'GITHUB', secret: SECRET, ...body },
    })
  ).body as { id: number; address: string; secret?: string };
const followed = async (action = 'SYNC') => {
  const projectId = await project();
  await follow(projectId);
  return { projectId, ...(await hook(projectId, { action })) };
};
const deliveries = async (hookId: number) =>
  (await h.call('GET', `/scmInstances/pushHooks/${hookId}/deliveries`)).body.data as {
    result: string;
    detail: string;
    jobId?: number;
    deliveryId: string;
  }[];
const jobs = async (projectId: number) =>
  (
    await h.database.pool.query('select id, type, status, triggered_by from jobs where project_id = $1 order by id', [
      projectId,
    ])
  ).rows;
const end = (jobId: number | undefined) =>
  h.database.pool.query(`update jobs set status = 'Completed' where id = $1`, [jobId]);
const stepOn = () => startRequested(h.app, new AbortController().signal);

interface Push {
  branch?: string;
  id?: string;
  event?: string;
  secret?: string;
  body?: string;
  pushedAt?: number;
  headers?: Record<string, string>;
}

/** As GitHub sends it. */
function push(
  address: string,
  { branch = 'main', id = `d${++count}`, event = 'push', secret = SECRET, ...more }: Push = {},
) {
  const body =
    more.body ??
    JSON.stringify({
      ref: `refs/heads/${branch}`,
      ...{ before: 'a'.repeat(40), after: 'b'.repeat(40), id },
      repository: {
        full_name: 'octo/shop',
        default_branch: 'main',
        pushed_at: more.pushedAt ?? Math.floor(Date.now() / 1000),
      },
    });
  const signature = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
  return h.call('POST', address.replace('/api', ''), {
    as: null,
    raw: Buffer.from(body),
    headers: {
      'content-type': 'application/json',
      ...{ 'x-github-event': event, 'x-github-delivery': id, 'x-hub-signature-256': signature },
      ...more.headers,
    },
  });
}

describe('an address', () => {
  it('is a secret: the audit log names the operation instead', async () => {
    const made = await hook(await project());
    expect((await push(made.address)).status).toBe(200);
    await push(made.address, { secret: 'wrong' });
    const { rows } = await h.database.pool.query(
      `select path, ids::text from audit_log where operation = 'receivePush'`,
    );
    expect(rows.length).toBeGreaterThan(1);
    expect(new Set(rows.map(({ path }) => path))).toEqual(new Set(['/pushes/{addressKey}']));
    expect(JSON.stringify(rows)).not.toContain(made.address.split('/').at(-1));
  });

  it('201 with a secret of the server, 200 in the list without it, 200 when changed and deleted', async () => {
    const projectId = await project();
    const made = await hook(projectId, { secret: undefined });
    expect(made.secret).toMatch(/^[\w-]{43}$/);
    expect(made.address).toMatch(/^\/api\/pushes\/[\w-]{32}$/);
    expect(await hook(projectId)).not.toHaveProperty('secret');
    const list = (await h.call('GET', `/scmInstances/pushHooks?projectId=${projectId}`)).body.data;
    expect(list[0]).toMatchObject({
      id: made.id,
      sender: 'GITHUB',
      action: 'SCAN',
      isActive: true,
      secret: '********',
      createdBy: 'admin',
    });
    expect(JSON.stringify(list)).not.toContain(made.secret);
    const change = { action: 'SYNC', isActive: false, secret: '********' };
    expect((await h.call('PUT', `/scmInstances/pushHooks/${made.id}`, { body: change })).status).toBe(200);
    const [changed] = (await h.call('GET', `/scmInstances/pushHooks?projectId=${projectId}`)).body.data;
    expect(changed).toMatchObject({ action: 'SYNC', isActive: false });
    const omitted = { secret: 'a new secret of the code host' };
    expect((await h.call('PUT', `/scmInstances/pushHooks/${made.id}`, { body: omitted })).status).toBe(200);
    const [same] = (await h.call('GET', `/scmInstances/pushHooks?projectId=${projectId}`)).body.data;
    expect(same).toMatchObject({ action: 'SYNC', isActive: false });
    const stale = { ...change, entityVersion: list[0].entityVersion };
    expect((await h.call('PUT', `/scmInstances/pushHooks/${made.id}`, { body: stale })).status).toBe(409);
    expect((await h.call('DELETE', `/scmInstances/pushHooks/${made.id}`)).status).toBe(200);
    expect((await h.call('DELETE', `/scmInstances/pushHooks/${made.id}`)).status).toBe(404);
  });

  it('keeps the secret sealed', async () => {
    const { id } = await hook(await project());
    const { rows } = await h.database.pool.query('select * from push_hooks where id = $1', [id]);
    expect(Buffer.concat([rows[0].secret_sealed, Buffer.from(JSON.stringify(rows[0]))]).includes(SECRET)).toBe(false);
  });

  it('400 for a short secret, its mask, an unknown sender, one too many, and in a locked project', async () => {
    const projectId = await project();
    const path = `/scmInstances/pushHooks?projectId=${projectId}`;
    for (const body of [
      { sender: 'GITHUB', secret: 'short' },
      { sender: 'GITHUB', secret: '********' },
      { sender: 'SVN' },
      {},
    ])
      expect((await h.call('POST', path, { body })).status).toBe(400);
    for (let at = 0; at < 20; at++) await hook(projectId);
    expect((await h.call('POST', path, { body: { sender: 'GITEA' } })).body.errors[0].message).toContain(
      '20 push webhooks',
    );
    const { id } = await hook(await project());
    await h.database.pool.query(
      `update projects set status = 'Project Completed' where id = (select project_id from push_hooks where id = $1)`,
      [id],
    );
    expect((await h.call('PUT', `/scmInstances/pushHooks/${id}`, { body: { action: 'SYNC' } })).status).toBe(400);
    expect((await h.call('DELETE', `/scmInstances/pushHooks/${id}`)).status).toBe(400);
  });

  it('403 and 404 for people without the right', async () => {
    const as = await h.person('push stranger');
    for (const [privateProject, status] of [
      [true, 404],
      [false, 403],
    ] as const) {
      const projectId = await project({ privateProject });
      const { id } = await hook(projectId);
      for (const [method, path] of [
        ['GET', `?projectId=${projectId}`],
        ['POST', `?projectId=${projectId}`],
        ['PUT', `/${id}`],
        ['DELETE', `/${id}`],
        ['GET', `/${id}/deliveries`],
      ] as const)
        expect((await h.call(method, `/scmInstances/pushHooks${path}`, { as, body: { sender: 'GITEA' } })).status).toBe(
          status,
        );
    }
  });
});

describe('a delivery', () => {
  it.each([
    ['SYNC', 'SCM Sync'],
    ['SCAN', 'Project Scan'],
  ])('200: with %s it queues a %s of the system', async (action, type) => {
    const { projectId, id, address } = await followed(action);
    const { status, body } = await push(address);
    const [job, ...others] = await jobs(projectId);
    expect([status, body]).toEqual([200, { result: 'QUEUED', id: job.id, message: expect.any(String) }]);
    expect([job, others]).toMatchObject([{ type, triggered_by: null }, []]);
    expect(await deliveries(id)).toMatchObject([{ result: 'QUEUED', jobId: job.id }]);
  });

  it('404 in the same words for no address, no signature, a wrong one, a switched off one, and one too old', async () => {
    const { projectId, id, address } = await followed();
    const off = await hook(projectId, { isActive: false });
    const answers = [
      await push('/api/pushes/nobodyknowsthis'),
      await push(address, { headers: { 'x-hub-signature-256': '' } }),
      await push(address, { secret: 'another secret of some length' }),
      await push(address, { headers: { 'x-hub-signature-256': 'sha1=0' } }),
      await push(off.address),
      await push(address, { pushedAt: Math.floor(Date.now() / 1000) - 80 * 3600 }),
    ];
    for (const { status, body } of answers) {
      expect([status, body]).toMatchObject([404, NOTHING]);
      expect(body.errors).toEqual(answers[0]?.body.errors);
    }
    expect(await jobs(projectId)).toEqual([]);
    expect((await deliveries(id)).map((one) => one.result)).toEqual(['REFUSED', 'REFUSED', 'REFUSED', 'REFUSED']);
    expect(await deliveries(off.id)).toEqual([]);
  });

  it('200 without a job for a trial, another event, another branch, and a body that is no JSON', async () => {
    const { projectId, id, address } = await followed();
    await push(address, { event: 'ping' });
    await push(address, { event: 'issues' });
    await push(address, { branch: 'other' });
    expect((await push(address, { body: 'no json' })).body.result).toBe('IGNORED');
    expect(await jobs(projectId)).toEqual([]);
    const listed = await deliveries(id);
    expect(listed.map((one) => one.result)).toEqual(['IGNORED', 'IGNORED', 'IGNORED', 'IGNORED']);
    expect(listed[1]?.detail).toBe('No Git instance of the project follows branch other of octo/shop.');
  });

  it('200 without a job when it comes again, by its id or by its body', async () => {
    const { projectId, id, address } = await followed();
    const pushedAt = Math.floor(Date.now() / 1000);
    const body = JSON.stringify({
      ref: 'refs/heads/main',
      after: 'c'.repeat(40),
      repository: { full_name: 'octo/shop', pushed_at: pushedAt },
    });
    const { id: jobId } = (await push(address, { id: 'one', body })).body;
    await end(jobId);
    expect((await push(address, { id: 'one', body })).body.result).toBe('REPEATED');
    expect((await push(address, { id: 'two', body })).body.result).toBe('REPEATED');
    expect((await push(address, { id: 'one' })).body.result).toBe('REPEATED');
    expect(await jobs(projectId)).toHaveLength(1);
    expect((await deliveries(id)).map((one) => one.deliveryId)).toEqual(['one', 'two', 'one', 'one']);
  });

  it('200: of two at once with one id only one starts something', async () => {
    const { projectId, address } = await followed();
    const answers = await Promise.all(Array.from({ length: 4 }, () => push(address, { id: 'same' })));
    expect(answers.map((one) => one.body.result).sort()).toEqual(['QUEUED', 'REPEATED', 'REPEATED', 'REPEATED']);
    expect(await jobs(projectId)).toHaveLength(1);
  });

  it('413 for a body over the limit', async () => {
    const { address } = await followed();
    const headers = { 'content-length': String(25 * 1024 * 1024 + 1) };
    expect((await push(address, { headers })).status).toBe(413);
  });

  it('200 with the reason where nothing can be queued, and it may be sent again', async () => {
    const { projectId, id, address } = await followed();
    await h.database.pool.query(`update projects set status = 'Project Completed' where id = $1`, [projectId]);
    expect((await push(address, { id: 'again' })).body).toMatchObject({
      result: 'FAILED',
      message: expect.stringContaining('locked'),
    });
    await h.database.pool.query(`update projects set status = 'Analysis In Progress' where id = $1`, [projectId]);
    expect((await push(address, { id: 'again' })).body.result).toBe('QUEUED');
    expect((await deliveries(id)).map((one) => one.result)).toEqual(['QUEUED', 'FAILED']);
  });
});

describe('a burst', () => {
  it('gives one queued job', async () => {
    const { projectId, address } = await followed('SCAN');
    const answers = await Promise.all(Array.from({ length: 8 }, () => push(address)));
    const [job, ...others] = await jobs(projectId);
    expect([answers.map((one) => one.body.id), others]).toEqual([Array(8).fill(job.id), []]);
  });

  it('gives one more after the job that runs, which may have asked before', async () => {
    const { projectId, id, address } = await followed();
    const first = (await push(address)).body.id;
    await h.database.pool.query(`update jobs set status = 'Active' where id = $1`, [first]);
    for (let at = 0; at < 3; at++) expect((await push(address)).body.result).toBe('WAITING');
    await stepOn();
    expect(await jobs(projectId)).toHaveLength(1);
    await end(first);
    await Promise.all([stepOn(), stepOn()]);
    const [, second, ...others] = await jobs(projectId);
    expect([second.type, others]).toEqual(['SCM Sync', []]);
    const listed = await deliveries(id);
    expect(listed.map((one) => [one.result, one.jobId])).toEqual([
      ...Array(3).fill(['QUEUED', second.id]),
      ['QUEUED', first],
    ]);
  });

  it('scans if any of the pushes asked for a scan', async () => {
    const { projectId, address } = await followed();
    const scans = await hook(projectId, { action: 'SCAN' });
    const first = (await push(address)).body.id;
    await h.database.pool.query(`update jobs set status = 'Active' where id = $1`, [first]);
    await push(scans.address);
    await push(address);
    await end(first);
    await stepOn();
    expect((await jobs(projectId)).map((job) => job.type)).toEqual(['SCM Sync', 'Project Scan']);
  });

  it('is told in the list if the project was locked before its turn', async () => {
    const { projectId, id, address } = await followed();
    const first = (await push(address)).body.id;
    await h.database.pool.query(`update jobs set status = 'Active' where id = $1`, [first]);
    await push(address);
    await end(first);
    await h.database.pool.query(`update projects set status = 'Project Completed' where id = $1`, [projectId]);
    await stepOn();
    expect((await deliveries(id))[0]).toMatchObject({ result: 'FAILED', detail: expect.stringContaining('locked') });
    expect(await jobs(projectId)).toHaveLength(1);
  });
});

it('forgets deliveries after 30 days, and keeps at most 100 that started nothing', async () => {
  const { id, address } = await followed();
  await push(address);
  for (let at = 0; at < 102; at++) await push(address, { event: 'ping' });
  const total = async () =>
    (await h.call('GET', `/scmInstances/pushHooks/${id}/deliveries?limit=200`)).body.data.map(
      (one: { result: string }) => one.result,
    );
  expect(await total()).toEqual([...Array(100).fill('IGNORED'), 'QUEUED']);
  await h.database.pool.query(
    `update push_deliveries set received_at = now() - interval '31 days' where result = 'QUEUED'`,
  );
  await forgetOldPushes(h.app);
  expect(await total()).toHaveLength(100);
});
