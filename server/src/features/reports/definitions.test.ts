import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Harness, startHarness } from '../../../test/harness.ts';

let h: Harness;
let count = 0;
beforeAll(async () => {
  h = await startHarness();
});
afterAll(() => h.close());

const OPTION = {
  name: 'cvssVersion',
  label: 'CVSS',
  description: '<b>2.0</b> or 3.x',
  type: 'string',
  defaultValue: '3.x',
  required: 'true',
  order: '1',
};
const make = async (input: Record<string, unknown> = {}) =>
  h.call('POST', '/reports/', {
    body: {
      name: `Report ${++count}`,
      path: 'mine/create_report.sh',
      enabled: 'true',
      order: '7',
      enableProjectPicker: 'false',
      reportOptions: [OPTION],
      ...input,
    },
  });

describe('POST /reports', () => {
  it('201 with values sent as texts, and all of them are returned typed', async () => {
    const { status, body } = await make({ name: 'Project Inventory Report' });
    expect(status).toBe(201);
    expect((await h.call('GET', `/reports/${body.id}`)).body.data).toMatchObject({
      id: body.id,
      name: 'Project Inventory Report',
      path: 'mine/create_report.sh',
      default: false,
      enabled: true,
      enableProjectPicker: false,
      order: 7,
      reportOptions: [{ ...OPTION, required: true, order: 1 }],
    });
  });

  it('400 for a name in use, with the text that clients look for', async () => {
    const answers = [
      await make({ name: 'audit' }),
      ...(await Promise.all([make({ name: 'race' }), make({ name: 'RACE' })])),
    ];
    expect(answers.map((one) => one.status).sort()).toEqual([201, 400, 400]);
    for (const answer of answers.filter((one) => one.status === 400))
      expect(answer.text).toContain('already exists. Enter a different name');
  });

  it.each([
    ['no name', { name: undefined }, 'name'],
    ['a blank name', { name: ' ' }, 'name'],
    ['no path', { path: undefined }, 'path'],
    ['a path upwards', { path: '../x.sh' }, 'path'],
    ['a path from the root', { path: '/bin/sh' }, 'path'],
    ['a path with a drive', { path: 'c:\\x.bat' }, 'path'],
    ['no order', { order: undefined }, 'order'],
    ['an order of 0', { order: 0 }, 'order'],
    ['an option without a label', { reportOptions: [{ ...OPTION, label: undefined }] }, 'reportOptions.0.label'],
    ['a long label', { reportOptions: [{ ...OPTION, label: 'x'.repeat(121) }] }, 'reportOptions.0.label'],
    [
      'a long description',
      { reportOptions: [{ ...OPTION, description: 'x'.repeat(301) }] },
      'reportOptions.0.description',
    ],
    ['an option twice', { reportOptions: [OPTION, OPTION] }, 'reportOptions'],
  ])('400 for %s, naming the field', async (_what, input, field) => {
    const { status, body } = await make(input);
    expect([status, body.errors[0].message.includes(`"${field}"`)]).toEqual([400, true]);
  });

  it('400 Unrecognized field for an unknown member, also of an option', async () => {
    expect((await make({ color: 1 })).text).toContain('Unrecognized field');
    expect((await make({ reportOptions: [{ ...OPTION, color: 1 }] })).text).toContain('Unrecognized field');
  });

  it('403 without the permission', async () => {
    const as = await h.person('plain', ['create_project']);
    const answer = await h.call('POST', '/reports', { as, body: { name: 'x', path: 'x', order: 1 } });
    expect([answer.status, answer.text.includes('User does not have permission to perform this operation')]).toEqual([
      403,
      true,
    ]);
  });
});

describe('PUT /reports', () => {
  it('200; members left out stay', async () => {
    const { id } = (await make()).body;
    const body = { id: String(id), name: `Changed ${id}`, path: 'other/x.sh', order: 9, enabled: 'false' };
    const { status, body: answer } = await h.call('PUT', '/reports', { body });
    expect([status, typeof answer.message]).toEqual([200, 'string']);
    expect((await h.call('GET', `/reports/${id}`)).body.data).toMatchObject({
      name: `Changed ${id}`,
      order: 9,
      enabled: false,
      reportOptions: [{ name: 'cvssVersion' }],
    });
  });

  it.each([
    [{ id: 1, name: 'x', path: 'x', order: 1 }, 400],
    [{ id: 999, name: 'x', path: 'x', order: 1 }, 404],
    [{ name: 'x', path: 'x', order: 1 }, 400],
  ])('refuses %j', async (body, expected) => expect((await h.call('PUT', '/reports', { body })).status).toBe(expected));

  it('400 for the name of another report', async () => {
    const { id } = (await make()).body;
    const { text } = await h.call('PUT', '/reports', { body: { id, name: 'Notices', path: 'x', order: 1 } });
    expect(text).toContain('already exists. Enter a different name');
  });
});

describe('DELETE /reports/{reportId}', () => {
  it('200 by id, and by name as older clients do', async () => {
    const [byId, byName] = [(await make()).body.id, (await make({ name: 'Named / Report' })).body.id];
    expect((await h.call('DELETE', `/reports/${byId}`)).status).toBe(200);
    expect((await h.call('DELETE', '/reports/Named%20%2F%20Report')).status).toBe(200);
    for (const id of [byId, byName]) expect((await h.call('GET', `/reports/${id}`)).status).toBe(404);
  });

  it('400 for a standard report, 404 for a missing one, 403 without the permission', async () => {
    expect((await h.call('DELETE', '/reports/1')).status).toBe(400);
    expect((await h.call('DELETE', '/reports/Audit')).status).toBe(400);
    expect((await h.call('DELETE', '/reports/999')).status).toBe(404);
    expect((await h.call('DELETE', '/reports/1', { as: await h.person('reader') })).status).toBe(403);
  });
});

describe('GET /reports', () => {
  it('200 filtered', async () => {
    const { id } = (await make({ path: 'unique/x.sh', order: 4711, enabled: false })).body;
    const ids = async (query: string) =>
      (await h.call('GET', `/reports?${query}&limit=1000`)).body.data.map((one: { id: number }) => one.id);
    for (const query of ['path=unique/x.sh', 'order=4711', `reportId=${id}`]) expect(await ids(query)).toEqual([id]);
    expect(await ids('default=True')).toEqual([1, 2, 3]);
    expect(await ids('enabled=false')).toContain(id);
    expect(await ids('enabled=true')).not.toContain(id);
  });

  it('400 without a match, with the text that clients compare', async () => {
    const { status, text } = await h.call('GET', '/reports/?name=Nothing');
    expect([status, text.includes('Total records :0 number of pages :0')]).toEqual([400, true]);
  });
});

it('200 when a custom report is generated, even under the path of a standard one: its job fails and says why', async () => {
  await h.work();
  const projectId = (await h.call('POST', '/projects', { body: { name: 'reported' } })).body.id;
  for (const path of ['mine/x.sh', 'AUDIT']) {
    const { id } = (await make({ path })).body;
    const { status, body } = await h.call('POST', `/projects/${projectId}/reports/${id}/generate`, { body: {} });
    expect(status).toBe(200);
    const job = await h.jobOver(body.data.taskId);
    expect(job.status).toBe('Failed');
    expect(job.error).toContain('could not be made: ');
    const download = `/projects/${projectId}/reports/${id}/download?taskId=${body.data.taskId}`;
    expect((await h.call('GET', download)).status).toBe(400);
  }
});

it('a refused registration uses no id', async () => {
  const first = (await make({ name: 'Twice' })).body.id;
  for (let tries = 0; tries < 3; tries++) expect((await make({ name: 'tWICE' })).status).toBe(400);
  expect((await make()).body.id).toBe(first + 1);
});

it('200 without paging: all reports; with either parameter, a page', async () => {
  for (let made = 0; made < 25; made++) await make();
  const all = await h.call('GET', '/reports');
  expect(all.body.data.length).toBeGreaterThan(25);
  expect([all.headers['number-of-pages'], all.headers['total-records']]).toEqual(['1', String(all.body.data.length)]);
  expect((await h.call('GET', '/reports?limit=2')).body.data).toHaveLength(2);
  expect((await h.call('GET', '/reports?offset=1')).body.data).toHaveLength(25);
});
