// Two users change one thing: the second one gets a conflict, whatever the thing is.
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { type Harness, startHarness } from '../../test/harness.ts';
import { ALL_ROUTES } from '../routes.ts';
import { createServer } from './server.ts';

let h: Harness;
beforeAll(async () => {
  h = await startHarness();
});
afterAll(() => h.close());

/** Changes that overwrite nothing that a user could have edited, or that no form shows first. */
const NO_FORM = [
  ...['unlockProject', 'addInventoryFiles', 'reviewFile', 'reviewCodebaseFolder', 'setUserSource'],
  // The address of a source, its switch, and the state of an alert: a single value each.
  ...['setAdvisorySource', 'setCurationSource', 'setVexSource', 'changeVulnerabilityAlert', 'switchAnalysisRule'],
  // Decisions: the earlier one is kept.
  ...['setVersionLicense', 'keepGoneInventory'],
  // Passwords, which no answer shows.
  ...['changePassword', 'changeSecurityQuestion', 'setUserPassword'],
  // Parts of what a scan agent sends, which may come again.
  ...['sendRemoteFiles', 'sendRemoteFacts'],
  // Bytes of an upload, whose offset says what they belong to.
  'appendResumableUpload',
  // Forms of another system, whose programs send no versions.
  ...['dependencyTrackUpload', 'dependencyTrackVex', 'dependencyTrackCreate', 'dependencyTrackChange'],
  // Their GET has its own form, without an id for each.
  ...[
    'updateImageSource',
    'updatePackageSource',
    'updateGitInstance',
    'updatePerforceInstance',
    'updateSubversionInstance',
    'updateTFSInstance',
  ],
];

test('every PUT and PATCH compares versions, or is listed here', () => {
  const without = ALL_ROUTES.filter(({ method, edits }) => ['PUT', 'PATCH'].includes(method) && !edits);
  expect(without.map(({ id }) => id).sort()).toEqual(NO_FORM.toSorted());
});

test('everything that can be changed is shown with its version somewhere', () => {
  const shown = new Set(ALL_ROUTES.map(({ shows }) => shows));
  expect(ALL_ROUTES.filter(({ edits }) => edits && !shown.has(edits)).map(({ id }) => id)).toEqual([]);
});

async function made(path: string, body: unknown): Promise<number> {
  const answer = await h.call('POST', path, { body });
  expect([path, answer.status, answer.text]).toEqual([path, 201, answer.text]);
  return answer.body.id;
}

async function item(): Promise<number> {
  const projectId = await made('/projects', { name: name() });
  for (const roleId of ['ANALYST', 'REVIEWER'])
    await h.call('POST', `/projects/${projectId}/users`, { body: { userRoles: { roleId, users: ['admin'] } } });
  return made('/inventories', { projectId, inventoryModel: { name: name(), inventoryType: 'WORK_IN_PROGRESS' } });
}

function component(): Promise<number> {
  const word = `c-${++count}`;
  return made('/components', {
    name: word,
    title: word,
    url: `https://example.org/${word}`,
    encryption: 'NO',
    forgeId: 1,
  });
}

interface Case {
  what: string;
  /** Creates the thing. Returns where it is shown, where it is changed, and how to find it among several. */
  make(): Promise<{ get: string; put: string; id?: number; also?: Record<string, unknown> }>;
  method?: string;
  mine: Record<string, unknown>;
  theirs: Record<string, unknown>;
}

let count = 0;
const name = () => `thing ${++count}`;

const CASES: Case[] = [
  {
    what: 'folder',
    make: async () => {
      const path = `/folders/${await made('/folders', { name: name() })}`;
      return { get: path, put: path };
    },
    mine: { name: 'my folder' },
    theirs: { name: 'their folder' },
  },
  {
    what: 'project',
    make: async () => {
      const path = `/projects/${await made('/projects', { name: name() })}`;
      return { get: path, put: path };
    },
    mine: { description: 'mine' },
    theirs: { risk: 'HIGH' },
  },
  {
    what: 'project defaults',
    make: async () => ({ get: '/projectDefaults', put: '/projectDefaults' }),
    mine: { risk: 'LOW' },
    theirs: { privateProject: true },
  },
  {
    what: 'custom field',
    make: async () => {
      const id = await made('/customFields', { scope: 'PROJECT', label: name(), type: 'TEXT' });
      return { get: '/customFields', put: `/customFields/${id}`, id };
    },
    mine: { helpText: 'mine' },
    theirs: { helpText: 'theirs' },
  },
  {
    what: 'license',
    make: async () => {
      const shortName = `L-${++count}`;
      const license = { name: name(), shortName, licenseText: 'Do what you like.', priority: 'P1' };
      const id = await made('/licenses', license);
      return { get: `/licenses/${shortName}`, put: `/licenses/${id}`, also: license };
    },
    mine: { description: 'mine' },
    theirs: { description: 'theirs' },
  },
  {
    what: 'license, its external id',
    make: async () => {
      const shortName = `L-${++count}`;
      const id = await made('/licenses', { name: name(), shortName, licenseText: 'As you like.', priority: 'P1' });
      return { get: `/licenses/${shortName}`, put: `/licenses/${id}` };
    },
    method: 'PATCH',
    mine: { externalId: 'mine' },
    theirs: { externalId: 'theirs' },
  },
  {
    what: 'policy profile',
    make: async () => {
      const path = `/policies/${await made('/policies', { name: name() })}`;
      return { get: path, put: path };
    },
    mine: { name: 'my policy' },
    theirs: { name: 'their policy' },
  },
  {
    what: 'site settings',
    make: async () => ({ get: '/siteSettings', put: '/siteSettings' }),
    mine: { jobRetentionDays: 11 },
    theirs: { jobRetentionDays: 12 },
  },
  {
    what: 'token',
    make: async () => {
      const id = await made('/tokens', { name: name() });
      return { get: '/tokens', put: `/tokens/${id}`, id };
    },
    mine: { name: 'mine' },
    theirs: { name: 'theirs' },
  },
  {
    what: 'inventory item',
    make: async () => {
      const path = `/inventories/${await item()}`;
      return { get: path, put: path };
    },
    mine: { auditorReviewNotes: 'mine', noticeText: 'mine' },
    theirs: { remediationNotes: 'theirs' },
  },
  {
    what: 'task',
    make: async () => {
      const task = { summary: 's', details: 'd', priority: 'LOW', type: 'MISCELLANEOUS', owner: 'admin' };
      const path = `/tasks/${await made(`/tasks?inventoryId=${await item()}`, task)}`;
      return { get: path, put: path };
    },
    mine: { details: 'mine' },
    theirs: { summary: 'theirs' },
  },
  {
    what: 'component',
    make: async () => {
      const path = `/components/${await component()}`;
      return { get: path, put: path };
    },
    mine: { description: 'mine' },
    theirs: { title: 'theirs' },
  },
  {
    what: 'detection rule',
    make: async () => {
      const { rows } = await h.database.pool.query(`select id from licenses where short_name = 'MIT'`);
      const componentId = await component();
      const rule = {
        componentId,
        versionId: await made(`/components/${componentId}/versions`, { name: '1.0', licenseId: rows[0].id }),
        licenseId: rows[0].id,
        ruleInfo: [{ detectionType: 'filePath', detectionCriteria: ['**/*.c'] }],
      };
      const id = await made('/rules', rule);
      return { get: `/rules/${id}`, put: '/rules', also: { ...rule, id } };
    },
    mine: { description: 'mine' },
    theirs: { description: 'theirs' },
  },
  {
    what: 'scan profile',
    make: async () => {
      const profile = { name: name() };
      const path = `/scanProfiles/${await made('/scanProfiles', profile)}`;
      return { get: path, put: path, also: profile };
    },
    mine: { description: 'mine' },
    theirs: { description: 'theirs' },
  },
  {
    what: 'report definition',
    make: async () => {
      const report = { name: name(), path: `${name()}.sh`.replaceAll(' ', '-'), order: ++count };
      const id = await made('/reports', report);
      return { get: `/reports/${id}`, put: '/reports', also: { ...report, id } };
    },
    mine: { enabled: false },
    theirs: { enableProjectPicker: true },
  },
  {
    what: 'webhook',
    make: async () => {
      const hook = { name: name(), url: 'https://hook.invalid/told', events: ['project.deleted'] };
      const id = await made('/webhooks', hook);
      return { get: '/webhooks', put: `/webhooks/${id}`, id };
    },
    mine: { name: 'mine' },
    theirs: { isActive: false },
  },
  {
    what: 'e-mail settings',
    make: async () => ({
      get: '/emailSettings',
      put: '/emailSettings',
      also: {
        host: 'mail.invalid',
        fromAddress: 'a@example.org',
        baseUrl: 'https://assay.example.org',
        enabled: false,
      },
    }),
    mine: { fromName: 'mine' },
    theirs: { fromName: 'theirs' },
  },
  {
    what: 'LDAP settings',
    make: async () => ({
      get: '/ldapSettings',
      put: '/ldapSettings',
      also: { urls: ['ldaps://directory.invalid'], base: 'dc=example,dc=org' },
    }),
    mine: { pageSize: 11 },
    theirs: { pageSize: 12 },
  },
  {
    what: 'ALM instance',
    make: async () => {
      const tracker = { name: name(), url: 'https://jira.invalid', userName: 'robot', secret: 'x', projectKey: 'KEY' };
      const id = await made('/almInstances', tracker);
      return { get: '/almInstances', put: `/almInstances/${id}`, id, also: { ...tracker, secret: '********' } };
    },
    mine: { priority: 'High' },
    theirs: { priority: 'Low' },
  },
  {
    what: 'permissions of a user',
    make: async () => {
      const { id, login } = await h.person(`user-${++count}`);
      return { get: `/users?find=${login}`, put: `/users/${login}/permission`, id };
    },
    mine: { permissions: ['edit_policy'] },
    theirs: { permissions: ['create_project'] },
  },
];

describe.each(CASES)('$what', ({ make, method = 'PUT', mine, theirs }) => {
  it('succeeds without a version; 409 and 412 with the current thing if another user saved first; then 200', async () => {
    const { get, put, id, also } = await make();
    const shown = async () => {
      const { body, headers } = await h.call('GET', get);
      const one = id === undefined ? body.data : body.data.find((row: { id: number }) => row.id === id);
      return { one, tag: headers.etag };
    };
    const change = (body: Record<string, unknown>, headers = {}) =>
      h.call(method, put, { body: { ...also, ...body }, headers });
    const before = await shown();
    const { entityVersion } = before.one;
    expect(entityVersion).toMatch(/^[\w-]{22}$/);
    if (id === undefined) expect(before.tag).toBe(`"${entityVersion}"`);

    const first = await change({ ...theirs, entityVersion });
    expect([first.status, first.text]).toEqual([200, first.text]);
    const now = await shown();
    expect(now.one.entityVersion).not.toBe(entityVersion);
    const stale = await change({ ...mine, entityVersion });
    expect([stale.status, stale.body.data]).toEqual([409, now.one]);
    expect(stale.body.errors[0].message).toContain('changed by somebody else');
    const staleHeader = await change(mine, { 'if-match': `"${entityVersion}"` });
    expect([staleHeader.status, staleHeader.body.data]).toEqual([412, now.one]);
    expect((await shown()).one).toEqual(now.one);

    const done = await change(mine, { 'if-match': `W/"${now.one.entityVersion}"` });
    const after = await shown();
    expect([done.status, done.headers.etag]).toEqual([200, `"${after.one.entityVersion}"`]);
    expect((await change(theirs, { 'if-match': '*' })).status).toBe(200);
    expect((await change(mine)).status).toBe(200);
    expect((await shown()).one.entityVersion).toBe(after.one.entityVersion);
  });
});

it('of many simultaneous changes with the same version one succeeds', async () => {
  const path = `/folders/${await made('/folders', { name: name() })}`;
  const { entityVersion } = (await h.call('GET', path)).body.data;
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, at) => h.call('PUT', path, { body: { name: `at once ${at}`, entityVersion } })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409, 409, 409]);
});

it('of simultaneous changes on two servers of one database one succeeds', async () => {
  const other = await createServer({ app: { ...h.app }, routes: ALL_ROUTES });
  const path = `/folders/${await made('/folders', { name: name() })}`;
  const { entityVersion } = (await h.call('GET', path)).body.data;
  // Both servers read the version while the row is locked. If reading and changing were two steps, both would
  // continue.
  const holder = await h.database.pool.connect();
  await holder.query('begin');
  await holder.query('select 1 from folders where id = $1 for update', [path.split('/').at(-1)]);
  const change = (server: typeof other, title: string) =>
    server.inject({
      method: 'PUT',
      url: `/api${path}`,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${h.admin.token}` },
      payload: JSON.stringify({ name: title, entityVersion }),
    });
  const answers = Promise.all([change(h.server, 'one'), change(other, 'two')]);
  // Both wait: one for the row, and the other for the row or for the first.
  await expect.poll(async () => (await waiting()).length, { timeout: 20_000 }).toBe(2);
  await holder.query('rollback');
  holder.release();
  expect((await answers).map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
  await other.close();
});

const waiting = async () =>
  (
    await h.database.pool.query(
      "select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    )
  ).rows;

it('a change that fails half way changes nothing, and leaves its connection clean', async () => {
  const path = `/folders/${await made('/folders', { name: name() })}`;
  const taken = `taken ${++count}`;
  await made('/folders', { name: taken });
  const { entityVersion } = (await h.call('GET', path)).body.data;
  expect((await h.call('PUT', path, { body: { name: taken, entityVersion } })).status).toBe(400);
  expect((await h.call('PUT', path, { body: { name: `free ${count}`, entityVersion } })).status).toBe(200);
});

it('a scan or a review that changes counts of a project makes no version stale', async () => {
  const id = await made('/projects', { name: name() });
  const version = async () => (await h.call('GET', `/projects/${id}`)).body.data.entityVersion;
  const before = await version();
  await h.call('PUT', `/projects/${id}/status?status=Analysis%20Completed`, { body: {} });
  expect(await version()).toBe(before);
});

it('a stale version does not reveal what the caller may not see', async () => {
  const id = await made('/projects', { name: name(), privateProject: true });
  const stranger = await h.person('outsider');
  const answer = await h.call('PUT', `/projects/${id}`, { as: stranger, body: { name: 'x', entityVersion: 'old' } });
  expect([answer.status, answer.body.data]).toEqual([404, undefined]);
});
