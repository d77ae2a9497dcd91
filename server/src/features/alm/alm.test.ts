// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are templates of ours.
// Against a stand-in for Jira over HTTP, whose answers follow Jira's documentation.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Harness, startHarness } from '../../../test/harness.ts';
import {
  JIRA_PAT,
  JIRA_TOKEN,
  JIRA_USER,
  type JiraServer,
  startJira,
  type Trouble,
} from '../../../test/jira-server.ts';
import { makeDueIssues } from '../../alm/delivery.ts';
import { synchroniseIssuesWhenDue } from '../../alm/synchronise.ts';
import { ALM_SYNC_LOCK } from '../../db/postgres/advisory-locks.ts';

let h: Harness;
let jira: JiraServer;
let count = 0;
beforeAll(async () => {
  h = await startHarness({ ASSAY_OUTGOING_ALLOW: '127.0.0.1' });
});
beforeEach(async () => {
  jira = await startJira();
  await h.database.pool.query(
    'truncate alm_requests, task_alm_issues, alm_issues, project_alm_links, alm_instances, alm_syncs cascade',
  );
  await h.database.pool.query(`delete from settings where key = 'alm'`);
  return () => jira.close();
});
afterAll(() => h.close());

const input = (more: Record<string, unknown> = {}) => ({
  name: `Jira ${++count}`,
  url: jira.url,
  userName: JIRA_USER,
  secret: JIRA_TOKEN,
  projectKey: 'LEGAL',
  ...more,
});
const instance = async (more: Record<string, unknown> = {}): Promise<number> => {
  const { status, body } = await h.call('POST', '/almInstances', { body: input(more) });
  expect([status, body.errors]).toEqual([201, undefined]);
  return body.id;
};
const project = async (instanceId?: number, more: Record<string, unknown> = {}): Promise<number> => {
  const { id } = (await h.call('POST', '/projects', { body: { name: `Project ${++count}`, ...more } })).body;
  if (instanceId !== undefined)
    expect((await h.call('PUT', `/projects/${id}/alm`, { body: { instanceId } })).status).toBe(200);
  return id;
};
const item = async (projectId: number): Promise<number> =>
  (
    await h.database.pool.query(
      `insert into inventory_items (project_id, type, identity, name, created_by, is_published) values ($1, 'LICENSE', $2, 'GPL-2.0 [files]', 'x', true) returning id`,
      [projectId, `x${++count}`],
    )
  ).rows[0].id;
const task = async (projectId: number, more: Record<string, unknown> = {}): Promise<number> => {
  const body = {
    summary: 'Replace it',
    details: 'by {other} [~admin]',
    priority: 'HIGH',
    type: 'REMEDIATE_INVENTORY',
    ...more,
  };
  return (await h.call('POST', `/tasks?inventoryId=${await item(projectId)}`, { body })).body.id;
};
const wanted = async (more: Record<string, unknown> = {}) => {
  const taskId = await task(await project(await instance(more)));
  expect((await h.call('POST', `/tasks/${taskId}/almIssue`)).status).toBe(202);
  return taskId;
};
const issuesOf = async (taskId: number) => (await h.call('GET', `/tasks/${taskId}/issues`)).body.data;
const trouble = (at: string, one: Trouble) => jira.troubles.push({ at, trouble: one });
/** The clock of the server, some minutes ahead, for one round of creating issues. */
const makeLater = async (minutes: number) => {
  const { now } = h.app;
  h.app.now = () => new Date(now().getTime() + minutes * 60_000);
  try {
    return await makeDueIssues(h.app);
  } finally {
    h.app.now = now;
  }
};

describe('creating issues', () => {
  it('an issue of a task is created in the background, and the task shows it', async () => {
    const taskId = await wanted({ priority: 'High' });
    expect(await issuesOf(taskId)).toMatchObject({ issues: [], request: { state: 'WAITING', attempts: 0 } });
    expect(await makeDueIssues(h.app)).toBe(1);
    const [made] = [...jira.issues.values()];
    expect(made!.fields).toMatchObject({
      project: { key: 'LEGAL' },
      issuetype: { name: 'Task' },
      priority: { name: 'High' },
      summary: 'Replace it',
      labels: [expect.stringMatching(new RegExp(`^assay-[0-9a-f]{16}-task-${taskId}$`))],
    });
    expect(made!.fields.description).toContain(String.raw`by \{other\} \[~admin\]`);
    const issue = { externalKey: made!.key, externalUrl: `${jira.url}/browse/${made!.key}` };
    expect(await issuesOf(taskId)).toMatchObject({
      issues: [{ ...issue, id: Number(made!.id), summary: 'Replace it', status: 'To Do', done: false }],
      request: { state: 'DONE', error: '' },
    });
    expect((await h.call('GET', `/tasks/${taskId}`)).body.data.almIssues).toEqual([issue]);
    const { body } = await h.call(
      'GET',
      `/tasks/search?projectId=${(await h.call('GET', `/tasks/${taskId}`)).body.data.projectId}`,
    );
    expect(body.data[0].almIssues).toEqual([issue]);
    // A second request creates nothing more.
    expect((await h.call('POST', `/tasks/${taskId}/almIssue`)).body.message).toContain('already');
    expect([await makeLater(1000), jira.issues.size]).toEqual([0, 1]);
  });

  it('uses the newer search in the cloud; a personal access token and a path work on Data Center', async () => {
    const server = jira;
    jira = await startJira('Cloud');
    await wanted();
    await makeDueIssues(h.app);
    expect([jira.issues.size, jira.calls.includes('POST /rest/api/2/search/jql')]).toEqual([1, true]);
    await jira.close();
    jira = await startJira('Server', '/tracker');
    await wanted({ authentication: 'BEARER', userName: '', secret: JIRA_PAT, url: `${jira.url}/` });
    await makeDueIssues(h.app);
    expect([jira.issues.size, jira.calls.includes('POST /rest/api/2/search')]).toEqual([1, true]);
    await jira.close();
    jira = server;
  });

  it('killed between creating and recording, or with a lost answer: no second issue', async () => {
    const taskId = await wanted();
    trouble('POST /rest/api/2/issue', { type: 'lost answer' });
    await makeDueIssues(h.app);
    expect([jira.issues.size, (await issuesOf(taskId)).request.state]).toEqual([1, 'WAITING']);
    expect(await makeLater(2)).toBe(1);
    expect([jira.issues.size, (await issuesOf(taskId)).issues.length]).toEqual([1, 1]);
    // Killed: the request is claimed and not settled.
    const other = await wanted();
    await makeDueIssues(h.app);
    await h.database.pool.query('delete from task_alm_issues where task_id = $1', [other]);
    await h.database.pool.query(
      `update alm_requests set state = 'WAITING', next_try_at = now() + interval '5 minutes' where task_id = $1`,
      [other],
    );
    expect(await makeDueIssues(h.app)).toBe(0);
    expect(await makeLater(6)).toBe(1);
    expect([jira.issues.size, (await issuesOf(other)).issues.length]).toEqual([2, 1]);
  });

  it('several servers create each issue once', async () => {
    const projectId = await project(await instance());
    for (let n = 0; n < 6; n++) await h.call('POST', `/tasks/${await task(projectId)}/almIssue`);
    const tried = await Promise.all([1, 2, 3].map(() => makeDueIssues(h.app)));
    expect([tried.reduce((sum, one) => sum + one, 0), jira.issues.size]).toEqual([6, 6]);
  });

  it.each<[string, Trouble, string]>([
    ['a fault', { type: 'fault' }, 'Internal server error'],
    ['a page of a proxy', { type: 'proxy page' }, 'no JSON'],
    ['throttling', { type: 'throttle', retryAfter: '120' }, 'received too many requests'],
    ['a redirect', { type: 'redirect', to: 'http://169.254.169.254/' }, '302'],
    ['an answer that is too large', { type: 'too large' }, 'larger than'],
    ['JSON of another form', { type: 'other json' }, 'not as Jira does'],
  ])('%s is retried later', async (_what, one, words) => {
    const taskId = await wanted();
    trouble('POST /rest/api/2/search', one);
    await makeDueIssues(h.app);
    const { request, issues } = await issuesOf(taskId);
    expect([request.state, request.attempts, issues]).toEqual(['WAITING', 1, []]);
    expect(request.error).toContain(words);
    expect(await makeDueIssues(h.app)).toBe(0);
    expect(await makeLater(3)).toBe(1);
    expect((await issuesOf(taskId)).request).toMatchObject({ state: 'DONE', error: '' });
    expect(jira.calls.every((call) => call.includes('/rest/api/2/'))).toBe(true);
  });

  it('a wrong login is retried, and works after a correction', async () => {
    const taskId = await wanted({ secret: 'wrong' });
    await makeDueIssues(h.app);
    expect((await issuesOf(taskId)).request).toMatchObject({
      state: 'WAITING',
      error: expect.stringContaining('refuses the login (401)'),
    });
    const [{ id, name }] = (await h.call('GET', '/almInstances')).body.data;
    await h.call('PUT', `/almInstances/${id}`, { body: input({ name }) });
    await makeLater(3);
    expect((await issuesOf(taskId)).request.state).toBe('DONE');
  });

  it('a refusal by Jira fails with its message, until a person requests it again', async () => {
    const taskId = await wanted({ issueType: 'Epic', priority: 'Blocker' });
    await makeDueIssues(h.app);
    const { request } = await issuesOf(taskId);
    expect(request.state).toBe('FAILED');
    expect(request.error).toContain('issuetype: The issue type selected is invalid.');
    expect(request.error).toContain('priority: Priority name is not valid');
    expect(await makeLater(100_000)).toBe(0);
    const [{ id, name }] = (await h.call('GET', '/almInstances')).body.data;
    await h.call('PUT', `/almInstances/${id}`, { body: input({ name }) });
    expect((await h.call('POST', `/tasks/${taskId}/almIssue`)).status).toBe(202);
    await makeDueIssues(h.app);
    expect((await issuesOf(taskId)).request).toMatchObject({ state: 'DONE', attempts: 1 });
  });

  it('an internal address that is not allowed is refused, naming the setting', async () => {
    const taskId = await wanted({ url: jira.url.replace('127.0.0.1', '127.0.0.2') });
    await makeDueIssues(h.app);
    expect((await issuesOf(taskId)).request).toMatchObject({
      state: 'FAILED',
      error: expect.stringContaining('ASSAY_OUTGOING_ALLOW'),
    });
  });

  it('a project that was disconnected meanwhile, and a deleted task', async () => {
    const taskId = await wanted();
    const { projectId } = (await h.call('GET', `/tasks/${taskId}`)).body.data;
    expect((await h.call('DELETE', `/projects/${projectId}/alm`)).status).toBe(200);
    await makeDueIssues(h.app);
    expect((await issuesOf(taskId)).request).toMatchObject({
      state: 'FAILED',
      error: expect.stringContaining('no longer has an ALM instance'),
    });
    const gone = await wanted();
    await h.database.pool.query('delete from tasks where id = $1', [gone]);
    expect(await makeDueIssues(h.app)).toBe(0);
  });

  it('a long summary with line breaks is made valid for Jira', async () => {
    const taskId = await wanted({ summaryTemplate: '${PROJECT_NAME}\n${TASK_SUMMARY}'.repeat(20) });
    await makeDueIssues(h.app);
    expect((await issuesOf(taskId)).request.state).toBe('DONE');
  });

  it('rejecting an item creates its Remediation task and, if the project wants it, the issue; no review fails while Jira is down', async () => {
    const projectId = await project(await instance(), { reviewSettings: { createAlmIssueOnRejection: true } });
    await h.database.pool.query(
      `update projects set review_settings = '{"createAlmIssueOnRejection": true}' where id = $1`,
      [projectId],
    );
    await h.database.pool.query(
      `insert into project_members (project_id, role, user_id) values ($1, 'REVIEWER', $2) on conflict do nothing`,
      [projectId, h.admin.id],
    );
    const address = jira.url;
    await jira.close();
    const rejected = await item(projectId);
    const { status } = await h.call('PUT', `/inventories/${rejected}/status?status=REJECTED`, {
      body: { status: 'REJECTED' },
    });
    expect(status).toBe(200);
    const { rows } = await h.database.pool.query(
      `select t.id, r.state from tasks t join alm_requests r on r.task_id = t.id where t.item_id = $1 and t.type = 'REMEDIATE_INVENTORY'`,
      [rejected],
    );
    expect(rows).toMatchObject([{ state: 'WAITING' }]);
    await makeDueIssues(h.app);
    expect((await issuesOf(rows[0].id)).request).toMatchObject({
      state: 'WAITING',
      error: expect.stringContaining('cannot be reached'),
    });
    jira = await startJira();
    await h.database.pool.query('update alm_instances set url = $2 where url = $1', [address, jira.url]);
    await makeLater(3);
    expect((await issuesOf(rows[0].id)).issues).toHaveLength(1);
    // Without an instance there is a task and no request.
    const loose = await project();
    await h.database.pool.query(
      `update projects set review_settings = '{"createAlmIssueOnRejection": true}' where id = $1`,
      [loose],
    );
    await h.database.pool.query(
      `insert into project_members (project_id, role, user_id) values ($1, 'REVIEWER', $2) on conflict do nothing`,
      [loose, h.admin.id],
    );
    const other = await item(loose);
    expect(
      (await h.call('PUT', `/inventories/${other}/status?status=REJECTED`, { body: { status: 'REJECTED' } })).status,
    ).toBe(200);
    const requests = await h.database.pool.query(
      'select 1 from alm_requests r join tasks t on t.id = r.task_id where t.item_id = $1',
      [other],
    );
    expect(requests.rows).toEqual([]);
  });
});

describe('POST /tasks/{taskId}/issues', () => {
  it("200 for Jira's own ids, once each, all or none", async () => {
    const taskId = await task(await project(await instance()));
    const [a, b] = [jira.add('first'), jira.add('second')];
    const assign = (ids: unknown[]) => h.call('POST', `/tasks/${taskId}/issues`, { body: { ids } });
    const missing = await assign([Number(a.id), 99_999]);
    expect([missing.status, missing.body.errors[0].message]).toEqual([400, expect.stringContaining('99999')]);
    expect((await issuesOf(taskId)).issues).toEqual([]);
    expect((await assign([Number(a.id), Number(b.id), Number(a.id)])).status).toBe(200);
    expect((await assign([a.id])).status).toBe(200);
    expect((await h.call('GET', `/tasks/${taskId}`)).body.data.almIssues).toEqual([
      { externalUrl: `${jira.url}/browse/${a.key}`, externalKey: a.key },
      { externalUrl: `${jira.url}/browse/${b.key}`, externalKey: b.key },
    ]);
    trouble('GET /rest/api/2/issue', { type: 'proxy page' });
    expect((await assign([Number(a.id)])).status).toBe(503);
  });

  it('400 without an instance, without ids and for wrong ones; 404 for a missing task', async () => {
    const taskId = await task(await project());
    const assign = (body: unknown, id = taskId) => h.call('POST', `/tasks/${id}/issues`, { body });
    expect((await assign({ ids: [1] })).body.errors[0].message).toContain('has no ALM instance');
    for (const body of [{}, { ids: [] }, { ids: ['x'] }, { ids: [0] }, { ids: [1.5] }, { ids: Array(101).fill(1) }])
      expect((await assign(body)).status).toBe(400);
    expect((await assign({ ids: [1] }, 999_999)).status).toBe(404);
    expect((await h.call('POST', `/tasks/${taskId}/almIssue`)).status).toBe(400);
  });

  it('404 in a private project of others, 403 without a role', async () => {
    const as = await h.person('stranger');
    const [hidden, open] = [await project(undefined, { privateProject: true }), await project()];
    for (const [projectId, status] of [
      [hidden, 404],
      [open, 403],
    ]) {
      const taskId = await task(projectId!);
      expect((await h.call('POST', `/tasks/${taskId}/issues`, { as, body: { ids: [1] } })).status).toBe(status);
      expect((await h.call('POST', `/tasks/${taskId}/almIssue`, { as })).status).toBe(status);
      expect((await h.call('PUT', `/projects/${projectId}/alm`, { as, body: { instanceId: 1 } })).status).toBe(status);
    }
  });
});

describe('synchronising', () => {
  const sync = async () => (await h.call('POST', '/almSettings/sync')).body.data;

  it('updates state, summary and key; a deleted issue is marked, and can come back', async () => {
    const taskId = await task(await project(await instance()));
    const issues = Array.from({ length: 60 }, (_, n) => jira.add(`issue ${n}`));
    await h.call('POST', `/tasks/${taskId}/issues`, { body: { ids: issues.map((one) => Number(one.id)) } });
    expect(await sync()).toMatchObject({ refreshed: 60, changed: 0, gone: 0, errors: [] });
    issues[0]!.status = { name: 'Shipped', category: 'done' };
    issues[1]!.fields.summary = 'renamed';
    issues[2]!.key = 'OTHER-1';
    jira.issues.delete(issues[59]!.id);
    expect(await sync()).toMatchObject({ refreshed: 60, changed: 3, gone: 1 });
    const shown = (await issuesOf(taskId)).issues;
    const of = (id: string) => shown.find((one: { id: number }) => one.id === Number(id));
    expect(of(issues[0]!.id)).toMatchObject({ status: 'Shipped', done: true });
    expect(of(issues[1]!.id).summary).toBe('renamed');
    expect(of(issues[2]!.id).externalUrl).toBe(`${jira.url}/browse/OTHER-1`);
    expect(of(issues[59]!.id).gone).toBe(true);
    jira.issues.set(issues[59]!.id, issues[59]!);
    expect(await sync()).toMatchObject({ changed: 1, gone: 0 });
  });

  it('an instance that is down gives an error of its own, and changes nothing', async () => {
    const taskId = await task(await project(await instance({ name: 'Away' })));
    const issue = jira.add('one');
    await h.call('POST', `/tasks/${taskId}/issues`, { body: { ids: [Number(issue.id)] } });
    const second = await startJira();
    const there = await task(await project(await instance({ name: 'There', url: second.url })));
    await h.call('POST', `/tasks/${there}/issues`, { body: { ids: [Number(second.add('two').id)] } });
    second.issues.values().next().value!.status = { name: 'Shipped', category: 'done' };
    trouble('POST /rest/api/2/search', { type: 'proxy page' });
    expect(await sync()).toMatchObject({
      refreshed: 1,
      changed: 1,
      gone: 0,
      errors: [expect.stringMatching(/^Away: .*502/)],
    });
    await second.close();
    expect((await issuesOf(taskId)).issues[0]).toMatchObject({ gone: false, status: 'To Do' });
  });

  it('503 while another one runs', async () => {
    const other = await h.app.pool.connect();
    await other.query('select pg_advisory_lock($1)', [ALM_SYNC_LOCK]);
    const { status, body } = await h.call('POST', '/almSettings/sync');
    await other.query('select pg_advisory_unlock($1)', [ALM_SYNC_LOCK]);
    other.release();
    expect([status, body]).toEqual([
      503,
      { errors: [{ message: expect.stringContaining('running') }], requestId: expect.any(String) },
    ]);
  });

  it('the schedule synchronises when it is due, once; by default never', async () => {
    const { now } = h.app;
    const at = async (hours: number) => {
      h.app.now = () => new Date(now().getTime() + hours * 3_600_000);
      await synchroniseIssuesWhenDue(h.app);
      h.app.now = now;
      return (await h.call('GET', '/almSettings')).body.data;
    };
    expect(await at(100_000)).toMatchObject({ schedule: { frequency: 'NEVER' }, lastSync: null });
    expect(
      (await h.call('PUT', '/almSettings', { body: { schedule: { frequency: 'HOURLY', everyHours: 3 } } })).status,
    ).toBe(200);
    expect((await at(2)).lastSync).toBeNull();
    const { lastSync } = await at(4);
    expect(lastSync).toMatchObject({ trigger: 'SCHEDULE', errors: [] });
    const { data } = (await h.call('GET', '/auditLog?operation=syncAlmIssues&user=System')).body;
    expect(data).toHaveLength(1);
    expect(data[0]).toMatchObject({ via: 'system', status: 'Completed', details: { syncId: lastSync.id, gone: 0 } });
    expect((await at(2)).lastSync.id).toBe(lastSync.id);
    expect((await h.call('PUT', '/almSettings', { body: { schedule: { frequency: 'MONTHLY' } } })).status).toBe(400);
    expect((await h.call('PUT', '/almSettings', { body: {} })).status).toBe(400);
  });
});

describe('instances', () => {
  it('the secret is encrypted and masked; the mask keeps it while address and user stay', async () => {
    const id = await instance({ name: 'Kept' });
    const { rows } = await h.database.pool.query(`select encode(secret_sealed, 'escape') as sealed from alm_instances`);
    expect(rows[0].sealed).not.toContain(JIRA_TOKEN);
    const { text } = await h.call('GET', '/almInstances');
    expect([text.includes(JIRA_TOKEN), text.includes('********')]).toEqual([false, true]);
    const change = async (more: Record<string, unknown>) =>
      (await h.call('PUT', `/almInstances/${id}`, { body: input({ name: 'Kept', secret: '********', ...more }) }))
        .status;
    expect(await change({ projectKey: 'other' })).toBe(200);
    expect((await h.call('GET', '/almInstances')).body.data[0].projectKey).toBe('OTHER');
    expect((await h.call('POST', `/almInstances/${id}/test`)).status).toBe(200);
    for (const more of [
      { url: 'https://evil.example.org' },
      { userName: 'other' },
      { authentication: 'BEARER', userName: '' },
    ])
      expect(await change(more)).toBe(400);
  });

  it.each<[string, Record<string, unknown>]>([
    ['url', { url: 'jira' }],
    ['url', { url: 'https://u:p@jira.example.org' }],
    ['userName', { userName: '' }],
    ['userName', { userName: 'a:b' }],
    ['userName', { authentication: 'BEARER' }],
    ['secret', { authentication: 'BEARER', userName: '', secret: 'a\r\nX-Other: b' }],
    ['secret', { secret: '' }],
    ['secret', { secret: '********' }],
    ['projectKey', { projectKey: 'A B' }],
    ['name', { name: ' ' }],
    ['issueType', { issueType: ' ' }],
    ['summaryTemplate', { summaryTemplate: '${NOPE}' }],
    ['descriptionTemplate', { descriptionTemplate: '${task_id}' }],
    ['authentication', { authentication: 'OAUTH' }],
  ])('400 naming %s for %j', async (field, more) => {
    const { status, body } = await h.call('POST', '/almInstances', { body: input(more) });
    expect([status, body.errors?.[0].message]).toEqual([400, expect.stringContaining(`"${field}"`)]);
  });

  it('400 for a name in use, also for two at once; 404 for a missing one', async () => {
    const answers = await Promise.all(
      [1, 2, 3].map(() => h.call('POST', '/almInstances', { body: input({ name: 'Same' }) })),
    );
    expect(answers.map((one) => one.status).sort()).toEqual([201, 400, 400]);
    expect((await h.call('POST', '/almInstances', { body: input({ name: 'SAME' }) })).status).toBe(400);
    for (const [method, path] of [
      ['PUT', ''],
      ['DELETE', ''],
      ['POST', '/test'],
    ])
      expect(
        (await h.call(method!, `/almInstances/999999${path}`, { body: method === 'PUT' ? input() : undefined })).status,
      ).toBe(404);
  });

  it('400 for deleting one in use, 200 after', async () => {
    const id = await instance();
    const projectId = await project(id);
    const taskId = await task(projectId);
    await h.call('POST', `/tasks/${taskId}/issues`, { body: { ids: [Number(jira.add('one').id)] } });
    expect((await h.call('DELETE', `/almInstances/${id}`)).body.errors[0].message).toContain('in use: 1 project is');
    await h.call('DELETE', `/projects/${projectId}/alm`);
    expect((await h.call('DELETE', `/almInstances/${id}`)).body.errors[0].message).toContain('tasks have 1 issue ');
    await h.database.pool.query('delete from tasks where id = $1', [taskId]);
    expect((await h.call('DELETE', `/almInstances/${id}`)).status).toBe(200);
  });

  it('POST /almInstances/{id}/test returns the signed-in user, or the error', async () => {
    const said = async (more: Record<string, unknown>) => {
      const { status, body } = await h.call('POST', `/almInstances/${await instance(more)}/test`);
      return [status, body.data ?? body.errors[0].message];
    };
    expect(await said({})).toEqual([
      200,
      { title: 'Example Jira', version: '9.12.2', deployment: 'Server', user: 'Robot', issueTypes: ['Task', 'Bug'] },
    ]);
    expect(await said({ secret: 'wrong' })).toEqual([400, expect.stringContaining('refuses the login (401)')]);
    expect(await said({ projectKey: 'NOPE' })).toEqual([
      400,
      expect.stringContaining("No project could be found with key 'NOPE'"),
    ]);
    expect(await said({ issueType: 'Epic' })).toEqual([400, expect.stringContaining('it has Task, Bug')]);
    expect(await said({ url: `${jira.url}/nowhere` })).toEqual([400, expect.stringContaining('404')]);
    expect(await said({ url: 'http://127.0.0.1:1' })).toEqual([400, expect.stringContaining('cannot be reached')]);
    expect(await said({ url: 'http://169.254.169.254' })).toEqual([
      400,
      expect.stringContaining('ASSAY_OUTGOING_ALLOW'),
    ]);
  });

  it('403 for everybody but system administrators; a Project Administrator connects the project', async () => {
    const as = await h.person('keeper', ['create_project']);
    for (const [method, path] of [
      ['GET', '/almInstances'],
      ['POST', '/almInstances'],
      ['GET', '/almSettings'],
      ['POST', '/almSettings/sync'],
    ])
      expect(
        (
          await h.call(method!, path!, {
            as,
            body: method === 'POST' && path === '/almInstances' ? input() : undefined,
          })
        ).status,
      ).toBe(403);
    const instanceId = await instance({ name: 'Ours' });
    const own = (await h.call('POST', '/projects', { as, body: { name: 'own' } })).body.id;
    expect((await h.call('GET', `/projects/${own}/alm`, { as })).body.data).toMatchObject({
      link: null,
      instances: [{ id: instanceId, name: 'Ours' }],
    });
    expect(
      (await h.call('PUT', `/projects/${own}/alm`, { as, body: { instanceId, projectKey: 'other', issueType: 'Bug' } }))
        .status,
    ).toBe(200);
    expect((await h.call('PUT', `/projects/${own}/alm`, { as, body: { instanceId: 999_999 } })).status).toBe(400);
    expect((await h.call('GET', `/projects/${own}/alm`, { as })).body.data.link).toEqual({
      instanceId,
      instanceName: 'Ours',
      projectKey: 'OTHER',
      issueType: 'Bug',
      priority: '',
    });
    const taskId = (await h.call('POST', `/tasks?inventoryId=${await item(own)}`, { as, body: { summary: 'x' } })).body
      .id;
    await h.call('POST', `/tasks/${taskId}/almIssue`, { as });
    await makeDueIssues(h.app);
    expect([...jira.issues.values()][0]!.fields).toMatchObject({
      project: { key: 'OTHER' },
      issuetype: { name: 'Bug' },
    });
    expect((await h.call('DELETE', `/projects/${own}/alm`, { as })).status).toBe(200);
    expect((await h.call('DELETE', `/projects/${own}/alm`, { as })).status).toBe(404);
    await h.database.pool.query(`update projects set status = 'Project Completed' where id = $1`, [own]);
    expect(
      (await h.call('PUT', `/projects/${own}/alm`, { as, body: { instanceId } })).body.errors[0].message,
    ).toContain('locked');
  });
});
