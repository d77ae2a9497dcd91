// Webhooks against a real receiver on 127.0.0.1. The test controls the clock, so waiting for the next attempt takes
// no time.
import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { tar } from '../../../test/archives.ts';
import { type Harness, type Person, startHarness } from '../../../test/harness.ts';
import { forgetOldDeliveries, sendDueDeliveries } from '../../webhooks/sender.ts';

interface Received {
  headers: IncomingHttpHeaders;
  body: string;
  // biome-ignore lint/suspicious/noExplicitAny: payloads are looked into freely.
  json: any;
}

let h: Harness;
let receiver: Server;
let url: string;
let received: Received[] = [];
/** Answers of the receiver, in turn; 200 after the last one. */
let answers: number[] = [];
let whileAnswering: (() => Promise<void>) | undefined;
let minutesLater = 0;
let projectId: number;
let owner: Person;

beforeAll(async () => {
  h = await startHarness({ ASSAY_OUTGOING_ALLOW: '127.0.0.1' });
  h.app.now = () => new Date(Date.now() + minutesLater * 60_000);
  receiver = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', async () => {
      const body = Buffer.concat(chunks).toString();
      received.push({ headers: request.headers, body, json: JSON.parse(body) });
      await whileAnswering?.();
      const status = answers.shift() ?? 200;
      response.writeHead(status, status === 302 ? { location: '/elsewhere' } : {}).end('thanks');
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
  owner = await h.person('owner', ['create_project']);
  projectId = await makeProject('told');
});
afterAll(async () => {
  await h.close();
  receiver.closeAllConnections();
  await new Promise((resolve) => receiver.close(resolve));
});
beforeEach(async () => {
  await h.database.pool.query('delete from webhooks');
  received = [];
  answers = [];
  whileAnswering = undefined;
  minutesLater = 0;
});

const makeProject = async (name: string, more: object = {}) =>
  (await h.call('POST', '/projects', { as: owner, body: { name, ...more } })).body.id as number;
const makeWebhook = (body: object, as: Person = owner) =>
  h.call('POST', '/webhooks', {
    as,
    body: { name: 'ci', url, events: ['project.created'], secret: 'a secret key', ...body },
  });
const makeItem = async (name: string, project = projectId) =>
  (
    await h.call('POST', '/inventories', {
      as: owner,
      body: { projectId: project, inventoryModel: { name, inventoryType: 'WORK_IN_PROGRESS' } },
    })
  ).body.id as number;
const deliver = () => sendDueDeliveries(h.app, new AbortController().signal);
const deliveries = async (id: number, query = '', as: Person = owner) =>
  (await h.call('GET', `/webhooks/${id}/deliveries${query}`, { as })).body.data;

describe('which events are sent', () => {
  it('inventory and tasks of a project: small, signed, with the user', async () => {
    const { body } = await makeWebhook({
      projectId,
      events: ['inventory.published', 'inventory.recalled', 'inventory.reviewed', 'task.created', 'task.closed'],
    });
    const item = await makeItem('left-pad');
    await h.call('PUT', `/inventories/${item}/publish`, { as: owner });
    await h.call('PUT', `/inventories/${item}/status`, { as: owner, body: { status: 'REJECTED' } });
    await h.call('PUT', `/inventories/${item}/recall`, { as: owner });
    await deliver();
    const told = received.map(({ json }) => json);
    expect(told.map(({ event }) => event)).toEqual(
      expect.arrayContaining(['inventory.published', 'inventory.reviewed', 'inventory.recalled', 'task.created']),
    );
    const published = told.find(({ event }) => event === 'inventory.published');
    expect(published).toMatchObject({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      event: 'inventory.published',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      project: { id: projectId, name: 'told' },
      actor: { id: owner.id, login: 'owner' },
      data: { action: 'User Action', items: [{ id: item, name: 'left-pad' }] },
    });
    expect(told.find(({ event }) => event === 'inventory.reviewed').data.status).toBe('Rejected');
    const { headers, body: text } = received[0]!;
    const expected = createHmac('sha256', 'a secret key')
      .update(`${headers['x-assay-timestamp']}.${text}`)
      .digest('hex');
    expect(headers['x-assay-signature']).toBe(`sha256=${expected}`);
    expect(headers['x-assay-delivery']).toBe(received[0]!.json.id);
    expect(headers['x-assay-event']).toBe(received[0]!.json.event);
    expect((await deliveries(body.id)).every((one: { state: string }) => one.state === 'DELIVERED')).toBe(true);
  });

  it('tasks closed and opened again, once each', async () => {
    await makeWebhook({ projectId, events: ['task.created', 'task.closed', 'task.reopened'] });
    const item = await makeItem('with task');
    const task = await h.call('POST', `/tasks?inventoryId=${item}`, {
      as: owner,
      body: { summary: 'look', type: 'MISCELLANEOUS', priority: 'LOW' },
    });
    expect(task.status).toBe(201);
    const id = task.body.id;
    await h.call('PUT', `/tasks/${id}/close`, { as: owner, body: { resolution: 'COMPLETED' } });
    await h.call('PUT', `/tasks/${id}/reopen`, { as: owner });
    await deliver();
    expect(received.map(({ json }) => [json.event, json.data.task.id])).toEqual([
      ['task.created', id],
      ['task.closed', id],
      ['task.reopened', id],
    ]);
  });

  it('scans and reports, and a deletion also to the webhook of the project itself', async () => {
    const doomed = await makeProject('doomed');
    const { body } = await makeWebhook({
      projectId: doomed,
      events: ['project.scanned', 'report.ready', 'project.deleted'],
    });
    await h.call('POST', `/project/uploadProjectCodebase?projectId=${doomed}`, {
      as: owner,
      raw: tar([{ name: 'a.txt', content: 'x' }]),
      headers: { 'content-type': 'application/octet-stream' },
    });
    await h.work();
    const scan = await h.call('POST', `/scanResource/projectScan/${doomed}`, { as: owner });
    await h.jobOver(scan.body['Content: ']);
    const report = await h.call('POST', `/projects/${doomed}/reports/1/generate`, { as: owner });
    await h.jobOver(report.body.data.taskId);
    const deletion = await h.call('DELETE', `/projects/${doomed}`, { as: owner });
    const { jobId = deletion.body.data?.taskId ?? deletion.body.taskId ?? deletion.body.id } = deletion.body;
    await h.jobOver(jobId);
    expect((await h.call('GET', `/webhooks/${body.id}/deliveries`, { as: owner })).status).toBe(404);
    await deliver();
    expect(received.map(({ json }) => [json.event, json.project.name])).toEqual([
      ['project.scanned', 'doomed'],
      ['report.ready', 'doomed'],
      ['project.deleted', 'doomed'],
    ]);
    expect(received[0]!.json.data).toMatchObject({
      job: { id: scan.body['Content: '] },
      summary: expect.stringContaining('1 file,'),
      dataAsOf: null,
      dataIsStale: true,
      coverage: { items: 0, compared: 0, notCompared: 0 },
    });
    await forgetOldDeliveries(h.app);
    expect((await h.database.pool.query('select 1 from webhooks')).rowCount).toBe(0);
  });

  it('only selected events, only of its project, and none of a change that was rolled back', async () => {
    await makeWebhook({ projectId, events: ['inventory.published'] });
    const other = await makeProject('another');
    const foreign = await makeItem('foreign', other);
    await h.call('PUT', `/inventories/${foreign}/publish`, { as: owner });
    await h.call('POST', '/projects', { as: owner, body: { name: 'told' } });
    expect(await deliver()).toBe(0);
    const { rows } = await h.database.pool.query('select event from webhook_deliveries');
    expect(rows).toEqual([]);
  });

  it('events of all projects, private ones too, to a webhook of the installation', async () => {
    await makeWebhook({ events: ['project.created'] }, h.admin);
    await makeProject('hidden', { privateProject: true });
    await deliver();
    expect(received.map(({ json }) => json.project.name)).toEqual(['hidden']);
  });
});

describe('failed deliveries', () => {
  it('retries at growing intervals with the same id, and then gives up; a manual retry starts again', async () => {
    const { body } = await makeWebhook({ events: ['project.created'] }, h.admin);
    await makeProject('unlucky');
    answers = [500, 404, 302, 503, 500, 500, 500, 500];
    const states: [string, number, number | null][] = [];
    for (const wait of [0, 1, 5, 15, 60, 180, 360, 720]) {
      minutesLater += wait;
      expect(await deliver()).toBe(1);
      // Not due yet.
      expect(await deliver()).toBe(0);
      const [one] = await deliveries(body.id, '', h.admin);
      states.push([one.state, one.attempts, one.status]);
    }
    expect(states.slice(0, 3)).toEqual([
      ['QUEUED', 1, 500],
      ['QUEUED', 2, 404],
      ['QUEUED', 3, 302],
    ]);
    expect(states[7]).toEqual(['DEAD', 8, 500]);
    expect(new Set(received.map(({ headers }) => headers['x-assay-delivery'])).size).toBe(1);
    expect(new Set(received.map(({ body: text }) => text)).size).toBe(1);
    const [dead] = await deliveries(body.id, '?state=DEAD', h.admin);
    expect(dead).toMatchObject({ error: 'The receiver answered 500.', nextAttemptOn: null });
    const again = `/webhooks/${body.id}/deliveries/${dead.id}/redeliver`;
    expect((await h.call('POST', again)).status).toBe(200);
    await deliver();
    expect((await deliveries(body.id, '', h.admin))[0]).toMatchObject({ state: 'DELIVERED', attempts: 1 });
    expect((await h.call('POST', again)).status).toBe(404);
  });

  it('410 ends the delivery at once', async () => {
    const { body } = await makeWebhook({}, h.admin);
    await makeProject('gone');
    answers = [410];
    await deliver();
    expect((await deliveries(body.id, '', h.admin))[0]).toMatchObject({ state: 'DEAD', attempts: 1, status: 410 });
  });

  it('an internal address is refused with a message that names the setting; other webhooks are not delayed', async () => {
    const inside = await makeWebhook({ name: 'inside', url: 'http://169.254.169.254/latest' }, h.admin);
    await makeWebhook({ name: 'open' }, h.admin);
    await makeProject('guarded');
    await deliver();
    const [one] = await deliveries(inside.body.id, '', h.admin);
    expect(one).toMatchObject({ state: 'QUEUED', attempts: 1, status: null });
    expect(one.error).toContain('ASSAY_OUTGOING_ALLOW');
    expect(received).toHaveLength(1);
  });

  it('the claim of a killed server expires, and the delivery is sent again with the same id', async () => {
    const { body } = await makeWebhook({}, h.admin);
    await makeProject('killed');
    // The server is killed while the receiver holds the delivery, so the delivery stays claimed.
    const stop = new AbortController();
    let release: () => void = () => undefined;
    whileAnswering = () =>
      new Promise((resolve) => {
        release = resolve;
        stop.abort();
      });
    await sendDueDeliveries(h.app, stop.signal);
    release();
    whileAnswering = undefined;
    // An orderly stop does not count the attempt.
    expect((await deliveries(body.id, '', h.admin))[0]).toMatchObject({ state: 'QUEUED', attempts: 0 });
    // A kill does not release the claim.
    await h.database.pool.query(
      "update webhook_deliveries set attempts = 1, next_attempt_at = now() + interval '2 minutes'",
    );
    expect(await deliver()).toBe(0);
    minutesLater = 3;
    expect(await deliver()).toBe(1);
    expect(received[0]!.json.id).toBe(received[1]!.json.id);
  });

  it('one at a time, oldest first; an inactive webhook keeps its waiting deliveries', async () => {
    const { body } = await makeWebhook({}, h.admin);
    let atOnce = 0;
    let most = 0;
    whileAnswering = async () => {
      most = Math.max(most, ++atOnce);
      await new Promise((resolve) => setImmediate(resolve));
      atOnce--;
    };
    for (const name of ['first', 'second', 'third']) await makeProject(`order ${name}`);
    await h.call('PUT', `/webhooks/${body.id}`, { body: { isActive: false } });
    expect(await deliver()).toBe(0);
    await h.call('PUT', `/webhooks/${body.id}`, { body: { isActive: true } });
    // Two servers do not send anything twice.
    await Promise.all([deliver(), deliver()]);
    expect(received.map(({ json }) => json.project.name).sort()).toEqual([
      'order first',
      'order second',
      'order third',
    ]);
    received = [];
    for (const name of ['fourth', 'fifth']) await makeProject(`order ${name}`);
    most = 0;
    await deliver();
    expect([received.map(({ json }) => json.project.name), most]).toEqual([['order fourth', 'order fifth'], 1]);
  });

  it('ended deliveries are deleted after thirty days', async () => {
    const { body } = await makeWebhook({}, h.admin);
    await makeProject('old news');
    await deliver();
    minutesLater = 29 * 24 * 60;
    expect(await forgetOldDeliveries(h.app)).toBe(0);
    minutesLater = 31 * 24 * 60;
    expect(await forgetOldDeliveries(h.app)).toBe(1);
    expect(await deliveries(body.id, '', h.admin)).toEqual([]);
  });
});

describe('POST /webhooks/{webhookId}/test', () => {
  it('200 with the answer of the receiver', async () => {
    const { body } = await makeWebhook({ projectId, isActive: false });
    const test = () => h.call('POST', `/webhooks/${body.id}/test`, { as: owner });
    expect((await test()).body.data).toEqual({ delivered: true, status: 200, error: '' });
    answers = [403];
    expect((await test()).body.data).toEqual({ delivered: false, status: 403, error: 'The receiver answered 403.' });
    expect(received[0]!.json).toMatchObject({ event: 'webhook.test', data: { webhook: 'ci' } });
    minutesLater = 60;
    expect(await deliver()).toBe(0);
  });
});

describe('creating and changing', () => {
  it('201; a secret is generated if none is given, and never shown again', async () => {
    const { status, body } = await makeWebhook({ projectId, secret: undefined });
    expect(status).toBe(201);
    expect(body.secret).toMatch(/^[\w-]{43}$/);
    expect((await makeWebhook({ projectId, name: 'mine' })).body.secret).toBeUndefined();
    const list = await h.call('GET', `/webhooks?projectId=${projectId}`, { as: owner });
    expect(list.body.data.map((one: { secret: string }) => one.secret)).toEqual(['********', '********']);
    expect(list.text).not.toContain('a secret key');
    const { rows } = await h.database.pool.query(`select secret_sealed from webhooks where name = 'mine'`);
    expect(rows[0].secret_sealed.includes(Buffer.from('a secret key'))).toBe(false);
  });

  it('200: the mask keeps the secret, another one replaces it', async () => {
    const { body } = await makeWebhook({ projectId });
    await h.call('PUT', `/webhooks/${body.id}`, { as: owner, body: { secret: '********', name: 'renamed' } });
    await h.call('POST', `/webhooks/${body.id}/test`, { as: owner });
    await h.call('PUT', `/webhooks/${body.id}`, { as: owner, body: { secret: 'another key' } });
    await h.call('POST', `/webhooks/${body.id}/test`, { as: owner });
    const keys = ['a secret key', 'another key'];
    for (const [index, { headers, body: text }] of received.entries())
      expect(headers['x-assay-signature']).toBe(
        `sha256=${createHmac('sha256', keys[index]!).update(`${headers['x-assay-timestamp']}.${text}`).digest('hex')}`,
      );
    expect(received[1]!.json.data.webhook).toBe('renamed');
  });

  it.each([
    ['no address', { url: 'nowhere' }, 'url'],
    ['a file', { url: 'file:///etc/passwd' }, 'url'],
    ['credentials', { url: 'http://a:b@example.com/' }, 'url'],
    ['no event', { events: [] }, 'events'],
    ['an unknown event', { events: ['project.exploded'] }, 'events'],
    ['a blank name', { name: ' ' }, 'name'],
    ['a short secret', { secret: 'short' }, 'secret'],
    ['the mask as secret', { secret: '********' }, 'secret'],
  ])('400 for %s, naming the field', async (_what, body, field) => {
    const answer = await makeWebhook({ projectId, ...body });
    expect(answer.status).toBe(400);
    expect(answer.body.errors[0].message).toContain(`"${field}`);
  });

  it('400 for a second one of the same name, and for the fifty-first', async () => {
    await makeWebhook({ projectId });
    expect((await makeWebhook({ projectId, name: 'CI' })).status).toBe(400);
    for (let n = 1; n < 50; n++) expect((await makeWebhook({ projectId, name: `w${n}` })).status).toBe(201);
    expect((await makeWebhook({ projectId, name: 'one more' })).body.errors[0].message).toContain('50');
  });

  it('is for project administrators, and for system administrators if no project is named', async () => {
    const stranger = await h.person('stranger');
    const ofProject = (await makeWebhook({ projectId })).body.id;
    const ofSystem = (await makeWebhook({}, h.admin)).body.id;
    const status = async (method: string, path: string, as: Person, body?: object) =>
      (await h.call(method, path, { as, body })).status;
    expect(await status('GET', `/webhooks?projectId=${projectId}`, stranger)).toBe(403);
    expect(await status('GET', `/webhooks/${ofProject}/deliveries`, stranger)).toBe(403);
    expect(await status('GET', '/webhooks', owner)).toBe(403);
    expect(await status('POST', '/webhooks', owner, { name: 'x', url, events: ['project.created'] })).toBe(403);
    for (const [method, path] of [
      ['PUT', ''],
      ['DELETE', ''],
      ['POST', '/test'],
      ['GET', '/deliveries'],
    ])
      expect(await status(method!, `/webhooks/${ofSystem}${path}`, owner, method === 'PUT' ? {} : undefined)).toBe(404);
    const hidden = await makeProject('private hooks', { privateProject: true });
    const ofHidden = (await makeWebhook({ projectId: hidden })).body.id;
    expect(await status('GET', `/webhooks?projectId=${hidden}`, stranger)).toBe(404);
    expect(await status('GET', `/webhooks/${ofHidden}/deliveries`, stranger)).toBe(404);
    expect(await status('DELETE', `/webhooks/${ofProject}`, owner)).toBe(200);
    expect(await status('DELETE', `/webhooks/${ofProject}`, owner)).toBe(404);
  });
});
