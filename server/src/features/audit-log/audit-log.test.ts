import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Harness, type Person, startHarness } from '../../../test/harness.ts';
import { createAuditWriter } from '../../audit/writer.ts';
import { type AuditLine, insertAuditLines, verifyAuditLog } from '../../db/audit-log/entries.ts';
import { connect } from '../../db/postgres/connection.ts';
import { insertUser } from '../../db/users/users.ts';
import { permission } from '../../http/access.ts';
import { done } from '../../http/replies.ts';
import { route } from '../../http/route.ts';
import { createServer } from '../../http/server.ts';
import { hashPassword } from '../../security/passwords.ts';

let h: Harness;
beforeAll(async () => {
  h = await startHarness();
});
afterAll(() => h.close());

interface Entry {
  id: number;
  login: string;
  via: string;
  operation: string;
  path: string;
  projectId: number | null;
  jobId: number | null;
  userId: number | null;
  status: string | null;
  ids: Record<string, unknown>;
  details: Record<string, unknown>;
  [name: string]: unknown;
}

async function entries(query = ''): Promise<Entry[]> {
  return (await h.call('GET', `/auditLog?limit=1000${query}`)).body.data;
}

const newest = async (operation: string) => (await entries(`&operation=${operation}`))[0]!;
const lineCount = async () => (await h.database.pool.query('select count(*) as n from audit_log')).rows[0].n as number;

describe('a call that changes something', () => {
  it('records who, from where, what, on which ids, and the outcome', async () => {
    const { body, response } = await h.call('POST', '/folders?x=1', {
      body: { name: 'Audited', parentFolderId: 1 },
      headers: { 'user-agent': 'curl/8', 'x-forwarded-for': '203.0.113.9' },
    });
    expect(await newest('createFolder')).toMatchObject({
      userId: h.admin.id,
      login: 'admin',
      via: 'token',
      tokenId: expect.any(Number),
      address: '127.0.0.1',
      forwardedFor: '203.0.113.9',
      userAgent: 'curl/8',
      method: 'POST',
      path: '/codeinsight/api/folders',
      requestId: response.headers['x-request-id'],
      ids: { parentFolderId: 1, madeId: body.id },
      details: { fields: ['name', 'parentFolderId'] },
      status: '201',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    });
  });

  it('names its project, also if the request named only an item', async () => {
    const projectId = (await h.call('POST', '/projects', { body: { name: 'with item' } })).body.id;
    const made = await h.call('POST', '/inventories', {
      body: { projectId, inventoryModel: { name: 'thing', inventoryType: 'WORK_IN_PROGRESS' } },
    });
    expect(made.status).toBe(201);
    expect((await newest('createInventory')).details.fields).toContain('inventoryModel.inventoryType');
    await h.call('PUT', `/inventories/${made.body.id}/publish`);
    expect(await newest('publishInventory')).toMatchObject({ projectId, ids: { inventoryId: made.body.id } });
  });

  it('is recorded when it is refused, with the reason', async () => {
    const plain = await h.person('refused');
    await h.call('POST', '/folders', { as: plain, body: { name: 'No' } });
    expect(await newest('createFolder')).toMatchObject({
      login: 'refused',
      status: '403',
      details: { error: 'forbidden' },
    });
    await h.call('POST', '/folders', { body: { name: '' } });
    expect(await newest('createFolder')).toMatchObject({ login: 'admin', status: '400' });
    await h.call('DELETE', '/folders/987654');
    expect(await newest('deleteFolder')).toMatchObject({ status: '404', ids: { folderId: 987_654 } });
  });

  it('has its line before it starts', async () => {
    let seen: unknown;
    const probe = route({
      id: 'probe',
      method: 'POST',
      path: '/probe',
      group: 'Test',
      summary: '',
      access: permission('system_admin'),
      responses: { 200: { description: '' } },
      async run({ requestId }) {
        // Another connection sees it, so it is committed: killing the server cannot remove it.
        const other = connect(h.database.target);
        const { rows } = await other.pool.query('select * from audit_log where request_id = $1', [requestId]);
        await other.close();
        seen = rows;
        return done('');
      },
    });
    const server = await createServer({ app: h.app, routes: [probe] });
    await server.inject({ method: 'POST', url: '/api/probe', headers: { authorization: `Bearer ${h.admin.token}` } });
    await server.close();
    expect(seen).toMatchObject([{ operation: 'probe', login: 'admin', status: null, about: null }]);
  });

  it('is not made if its line cannot be written', async () => {
    const broken = connect(h.database.target);
    await broken.pool.end();
    const app = { ...h.app, audit: createAuditWriter(broken.db, h.app.log) };
    let hasRun = false;
    const probe = route({
      id: 'probe',
      method: 'POST',
      path: '/probe',
      group: 'Test',
      summary: '',
      access: permission('system_admin'),
      responses: { 200: { description: '' } },
      async run() {
        hasRun = true;
        return done('');
      },
    });
    const server = await createServer({ app, routes: [probe] });
    const headers = { authorization: `Bearer ${h.admin.token}` };
    const answer = await server.inject({ method: 'POST', url: '/api/probe', headers });
    await server.close();
    expect([answer.statusCode, hasRun]).toEqual([500, false]);
  });

  it('contains no values: neither passwords nor tokens nor query values', async () => {
    const password = 'Secr3tPassword';
    await h.call('POST', '/users', {
      body: {
        login: 'made.here',
        firstName: 'A',
        lastName: 'B',
        email: 'made.here@example.org',
        password,
        question: 'Which one?',
        answer: 'AnswerSecret',
      },
    });
    const { body } = await h.call('POST', '/tokens?hidden=QuerySecret', { body: { name: 'a token' } });
    await h.call('POST', '/login', { as: null, body: { username: 'made.here', password: 'WrongSecret' } });
    const { rows } = await h.database.pool.query('select l::text as line from audit_log l');
    const all = rows.map((row) => row.line).join('\n');
    expect(all).toContain('made.here');
    for (const secret of [password, 'AnswerSecret', 'QuerySecret', 'WrongSecret', body.token, h.admin.token])
      expect(all).not.toContain(secret);
    expect(await newest('createUser')).toMatchObject({
      details: { newLogin: 'made.here', fields: expect.arrayContaining(['password']) },
    });
  });
});

describe('what is not recorded', () => {
  it('reads, and changes attempted without a session', async () => {
    await entries();
    const before = await lineCount();
    await h.call('GET', '/folders/1');
    await h.call('HEAD', '/folders/1');
    await h.call('POST', '/folders', { as: null, body: { name: 'x' } });
    await h.app.audit.flush();
    expect(await lineCount()).toBe(before);
  });
});

describe('people and rights', () => {
  it('signing in: success, failure, lockout', async () => {
    const id = await insertUser(h.app.db, { login: 'Grace', passwordHash: await hashPassword('Compiler1952') });
    const login = (username: string, password: string) =>
      h.call('POST', '/login', { as: null, body: { username, password } });
    await login('grace', 'Compiler1952');
    expect(await newest('login')).toMatchObject({ userId: id, login: 'Grace', via: 'login', status: '200' });
    await login('nobody.here', 'x');
    expect(await newest('login')).toMatchObject({
      userId: null,
      login: 'nobody.here',
      status: '401',
      details: { error: 'badCredentials' },
    });
    for (let attempt = 0; attempt < 5; attempt++) await login('grace', 'wrong');
    expect(await newest('login')).toMatchObject({ userId: id, status: '401' });
    await login('grace', 'Compiler1952');
    expect(await newest('login')).toMatchObject({
      status: '429',
      login: 'grace',
      details: { error: 'tooManyRequests', waitSeconds: 2 },
    });
  });

  it('the browser session: its changes, a missing CSRF header, its end', async () => {
    await insertUser(h.app.db, {
      login: 'browser',
      passwordHash: await hashPassword('Compiler1952'),
      permissions: ['create_project'],
    });
    const signedIn = await h.call('POST', '/session', {
      as: null,
      body: { username: 'browser', password: 'Compiler1952' },
    });
    const cookie = String(signedIn.headers['set-cookie']).split(';')[0];
    const call = (headers: Record<string, string>) =>
      h.call('POST', '/folders', { as: null, body: { name: 'by cookie' }, headers: { cookie: cookie!, ...headers } });
    await call({});
    expect(await newest('createFolder')).toMatchObject({ login: 'browser', status: '403', details: { error: 'csrf' } });
    await call({ 'x-assay-request': '1' });
    expect(await newest('createFolder')).toMatchObject({ login: 'browser', via: 'session', status: '201' });
    await h.call('DELETE', '/session', { as: null, headers: { cookie: cookie!, 'x-assay-request': '1' } });
    expect(await newest('endSession')).toMatchObject({ login: 'browser', status: '200' });
  });

  it('tokens created and revoked', async () => {
    const { body } = await h.call('POST', '/tokens', { body: { name: 'ci', expiresOn: '2999-01-31' } });
    expect(await newest('createToken')).toMatchObject({
      ids: { madeId: body.id },
      details: { name: 'ci', expiresOn: '2999-01-31' },
    });
    await h.call('DELETE', `/tokens/${body.id}`);
    expect(await newest('revokeToken')).toMatchObject({ ids: { tokenId: body.id }, status: '200' });
  });

  it('permissions, with before and after', async () => {
    await h.person('rising', ['create_project']);
    await h.call('PUT', '/users/rising/permission', { body: { permissions: ['edit_policy', 'create_project'] } });
    expect(await newest('setUserPermissions')).toMatchObject({
      ids: { loginId: 'rising' },
      details: { login: 'rising', before: ['create_project'], after: ['edit_policy', 'create_project'] },
    });
    await h.call('PUT', '/users/rising/deactivate');
    expect(await newest('deactivateUser')).toMatchObject({
      details: { login: 'rising', before: { isActive: true }, after: { isActive: false } },
    });
  });

  it('roles in a project, with what differs before and after', async () => {
    const projectId = (await h.call('POST', '/projects', { body: { name: 'places' } })).body.id;
    await h.person('analyst1');
    await h.call('POST', `/projects/${projectId}/users`, {
      body: { legalContactId: 'analyst1', userRoles: { roleId: 'ANALYST', users: ['analyst1'] } },
    });
    const { details, projectId: named } = (await newest('assignProjectUsers'))!;
    expect(named).toBe(projectId);
    expect(details.before).toMatchObject({ legalContact: 'admin', ANALYST: ['admin'] });
    expect(details.after).toEqual({ legalContact: 'analyst1', ANALYST: ['admin', 'analyst1'] });
    await h.call('DELETE', `/projects/${projectId}/users`, { body: { roleId: 'ANALYST', users: ['analyst1'] } });
    expect((await newest('unassignProjectUsers')).details).toMatchObject({
      before: { ANALYST: ['admin', 'analyst1'] },
      after: { ANALYST: ['admin'] },
    });
    await h.call('PUT', `/projects/${projectId}/contact`, { body: { contact: 'analyst1' } });
    expect((await newest('setProjectContact')).details.after).toMatchObject({ contact: 'analyst1' });
  });
});

describe('downloads and jobs', () => {
  it('downloads are recorded if something was sent', async () => {
    const projectId = (await h.call('POST', '/projects', { body: { name: 'exported' } })).body.id;
    expect((await h.call('GET', `/project/exportProjectData?projectId=${projectId}`)).status).toBe(200);
    expect(await newest('exportProjectData')).toMatchObject({ projectId, method: 'GET', status: '200' });
    await h.call('GET', '/project/exportProjectData?projectId=99999');
    expect(await entries('&operation=exportProjectData')).toHaveLength(1);
  });

  it('jobs are recorded with the user who requested them and their outcome', async () => {
    const projectId = (await h.call('POST', '/projects', { body: { name: 'to go' } })).body.id;
    const { body } = await h.call('DELETE', `/projects/${projectId}`);
    const jobId = body.data?.taskId ?? body.taskId ?? body.id;
    await h.work();
    await h.jobOver(jobId);
    const [job] = await entries(`&project=${projectId}&operation=Project%20Deletion`);
    expect(job).toMatchObject({ login: 'admin', via: 'job', jobId, projectId, status: 'Completed' });
    // The project is deleted, but its lines remain.
    expect((await entries(`&project=${projectId}`)).map((one) => one.operation)).toEqual([
      'Project Deletion',
      'deleteProject',
      'createProject',
    ]);
  });
});

describe('GET /auditLog', () => {
  it('filters by user, operation, project, status and time, with paging headers', async () => {
    await h.person('filterer', ['create_project']).then(async (as) => {
      await h.call('POST', '/folders', { as, body: { name: 'filter 1' } });
      await h.call('POST', '/folders', { as, body: { name: 'filter 1' } });
    });
    expect((await entries('&user=FILTERER')).map((one) => one.status)).toEqual(['400', '201']);
    expect(await entries('&user=filterer&status=201')).toHaveLength(1);
    expect(await entries('&user=filterer&operation=deleteFolder')).toEqual([]);
    expect(await entries('&user=filterer&from=2999-01-01')).toEqual([]);
    expect(await entries('&user=filterer&to=2001-01-01')).toEqual([]);
    const today = new Date().toISOString().slice(0, 10);
    expect(await entries(`&user=filterer&from=${today}&to=${today}`)).toHaveLength(2);
    const [later, earlier] = await entries('&user=filterer');
    expect(await entries(`&user=filterer&from=${later!.time}&to=${later!.time}`)).toMatchObject([{ id: later!.id }]);
    expect(await entries(`&user=filterer&to=${earlier!.time}`)).toMatchObject([{ id: earlier!.id }]);
    const page = await h.call('GET', '/auditLog?user=filterer&limit=1&offset=2');
    expect(page.body.data).toMatchObject([{ id: earlier!.id }]);
    expect(page.headers).toMatchObject({ 'current-page': '2', 'number-of-pages': '2', 'total-records': '2' });
  });

  it('shows calls of a killed server without an outcome', async () => {
    const line: AuditLine = { userId: 7, login: 'cut', tokenId: null, via: 'token', operation: 'cutOff' };
    await insertAuditLines(h.app.db, [line]);
    expect(await entries('&status=unknown&user=cut')).toMatchObject([{ operation: 'cutOff', status: null }]);
  });

  it.each([
    ['from=yesterday', 'from'],
    ['to=2027-02-30', 'to'],
    ['from=2027-01-01T25:00:00', 'from'],
    ['project=x', 'project'],
    ['limit=0', 'limit'],
  ])('400 for %s, naming it', async (query, name) => {
    const { status, body } = await h.call('GET', `/auditLog?${query}`);
    expect(status).toBe(400);
    expect(body.errors[0].message).toContain(`"${name}"`);
  });

  it.each(['/auditLog', '/auditLog/export', '/auditLog/verify'])('403 for %s without system_admin', async (path) => {
    const as: Person = await h.person(`no admin ${path}`, ['create_project', 'edit_policy']);
    expect((await h.call('GET', path, { as })).status).toBe(403);
    expect((await h.call('GET', path, { as: null })).status).toBe(401);
  });
});

describe('GET /auditLog/export', () => {
  it('200 with all matching lines, oldest first, as JSON lines; the export is recorded', async () => {
    const { text, headers } = await h.call('GET', '/auditLog/export?format=jsonl');
    expect(headers['content-disposition']).toMatch(/filename=audit-log-\d{4}-\d\d-\d\d\.jsonl$/);
    const lines = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines.map((line) => line.id)).toEqual(
      (await entries('&limit=100000'))
        .map((one) => one.id)
        .filter((id) => id <= lines.at(-1).id)
        .reverse(),
    );
    expect(await newest('exportAuditLog')).toMatchObject({ login: 'admin', status: '200' });
  });

  it('200 with CSV that no spreadsheet reads as formulas', async () => {
    const evil = '=HYPERLINK("http://evil","x"),\n';
    await insertAuditLines(h.app.db, [
      { userId: null, login: evil, tokenId: null, via: 'login', operation: 'csv', userAgent: '@SUM(1)' },
    ]);
    const { text } = await h.call('GET', '/auditLog/export?operation=csv');
    const [head, ...rest] = text.split('\r\n');
    expect(head!.startsWith('id,time,userId,login,via')).toBe(true);
    expect(rest.join('\r\n')).toContain(`"'=HYPERLINK(""http://evil"",""x""),\n",login,,,,'@SUM(1),csv`);
  });

  it('reads in batches: more lines than one batch are complete', async () => {
    const lines = Array.from(
      { length: 2500 },
      (_, index): AuditLine => ({
        userId: null,
        login: 'many',
        tokenId: null,
        via: 'command line',
        operation: `many`,
        status: String(index),
      }),
    );
    for (let start = 0; start < lines.length; start += 500)
      await insertAuditLines(h.app.db, lines.slice(start, start + 500));
    const { text } = await h.call('GET', '/auditLog/export?format=jsonl&user=many');
    expect(
      text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line).status),
    ).toEqual(lines.map((one) => one.status));
  });
});

describe('the chain', () => {
  it('has no gaps after simultaneous writes', async () => {
    const before = await verifyAuditLog(h.app.db);
    expect(before.problems).toEqual([]);
    const other = createAuditWriter(h.app.db, h.app.log);
    const line: AuditLine = { userId: null, login: 'x', tokenId: null, via: 'command line', operation: 'burst' };
    const ids = await Promise.all(
      Array.from({ length: 200 }, (_, index) => (index % 2 ? other : h.app.audit).write(line)),
    );
    expect(new Set(ids).size).toBe(200);
    const after = await verifyAuditLog(h.app.db, before.head);
    expect(after).toMatchObject({ problems: [], lines: before.lines + 200 });
  });

  it.each([
    'update audit_log set login = $$x$$',
    'delete from audit_log',
    'delete from audit_log where id = 1',
    'truncate audit_log',
    'set local session_replication_role = replica; delete from audit_log',
  ])('the database refuses: %s', async (sql) => {
    const before = await lineCount();
    await expect(h.database.pool.query(sql)).rejects.toThrow('append-only');
    expect(await lineCount()).toBe(before);
  });

  it('reports changed, deleted and truncated lines when triggers were bypassed', async () => {
    const { head } = await verifyAuditLog(h.app.db);
    const tamper = async (sql: string) => {
      const client = await h.database.pool.connect();
      try {
        await client.query('begin');
        await client.query('alter table audit_log disable trigger audit_log_is_append_only');
        await client.query(sql);
        await client.query('commit');
      } finally {
        client.release();
      }
    };
    const text = `${head.id}:${head.hash}`;
    const { body } = await h.call('GET', `/auditLog/verify?head=${text}`);
    expect(body.data).toEqual({ isWhole: true, lines: head.id, problems: [], head: text, sealedUpTo: expect.any(Number), headsFound: 0 }); // biome-ignore format: one claim
    // Only the chain; the seals have their own test.
    const problems = async (earlier?: typeof head) => (await verifyAuditLog(h.app.db, earlier)).problems;
    await tamper(`update audit_log set login = 'somebody else' where id = 5`);
    expect(await problems()).toEqual([{ id: 5, problem: 'Its content was changed after it was written.' }]);
    await tamper('delete from audit_log where id between 8 and 9');
    expect((await problems())[1]).toEqual({ id: 10, problem: 'Lines 8 to 9 are missing.' });
    // A log without its end is a valid chain; only a saved head reveals it.
    await tamper(`delete from audit_log where id > ${head.id - 3}`);
    expect(await problems()).toHaveLength(2);
    expect((await problems(head))[2]).toEqual({ id: head.id, problem: `Lines after ${head.id - 3} were cut off.` });
    expect((await h.call('GET', '/auditLog/verify')).body.data.isWhole).toBe(false);
    expect((await h.call('GET', '/auditLog/verify?head=12')).status).toBe(400);
  });
});
