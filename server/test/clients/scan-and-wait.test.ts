// Scripts that start a scan and poll its status until it is over. They know six statuses, in lower case. On any other answer they poll
// without a pause, forever.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { CODE_BASE, newProject, OCTETS, openSite, type Site, until } from './client.ts';

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site.close());

const UNDER_WAY = ['scheduled', 'waiting on update', 'active'];
const OVER = ['completed', 'terminated', 'failed'];

async function statusOf(taskId: number): Promise<string> {
  const answer = await site.client.get(`/project/scanStatus/${taskId}`);
  expect(answer.status).toBe(200);
  return answer.json()['Content: '];
}

it('a project is looked up by its name, or created with 201', async () => {
  const missing = await site.client.get('/project/id/?projectName=not%20there');
  expect(missing.status).toBe(400);
  expect(missing.json()).toEqual({
    'Arguments: ': ['', ''],
    'Key: ': ' InvalidProjectNameParm',
    'Error: ': 'The project name entered was not found',
  });
  const made = await site.client.post('/projects', { name: 'Größe & co + 1', riskLevel: undefined, description: null });
  expect(made.status).toBe(201);
  for (const name of ['Gr%C3%B6%C3%9Fe%20%26%20co%20%2B%201', 'Gr%C3%B6%C3%9Fe+%26+co+%2B+1'])
    expect((await site.client.get(`/project/id?projectName=${name}`)).json()['Content: ']).toBe(made.json().id);
});

it('every status that a scan has on the way is one that the scripts know', async () => {
  const projectId = await newProject(site.client, 'polled');
  await site.client.post(`/project/uploadProjectCodebase?projectId=${projectId}`, CODE_BASE, { headers: OCTETS });
  const taskId = (await site.client.post(`/scanResource/projectScan/${projectId}`)).json()['Content: '];
  const seen = new Set<string>();
  await until(
    () => site.client.get(`/project/scanStatus/${taskId}`),
    (answer) => {
      seen.add(answer.json()['Content: ']);
      return OVER.includes(answer.json()['Content: ']);
    },
  );
  expect([...seen].filter((status) => ![...UNDER_WAY, ...OVER].includes(status))).toEqual([]);
  expect(await statusOf(taskId)).toBe('completed');
});

it.each([
  ['New', 'scheduled'],
  ['Scheduled', 'scheduled'],
  ['Waiting on update', 'waiting on update'],
  ['Active', 'active'],
  ['Completed', 'completed'],
  ['Failed', 'failed'],
  ['Canceled', 'terminated'],
  ['Terminated', 'terminated'],
])('a job that is %s is reported as %s', async (status, told) => {
  const { rows } = await site.h.database.pool.query(
    `insert into jobs (type, triggered_by, status) values ('Remote Scan', $1, $2) returning id`,
    [site.admin.id, status],
  );
  expect(await statusOf(rows[0].id)).toBe(told);
  await site.h.database.pool.query('delete from jobs where id = $1', [rows[0].id]);
});

it('a scan that is canceled before it started ends the loop', async () => {
  const projectId = await newProject(site.client, 'canceled');
  const { rows } = await site.h.database.pool.query(
    `insert into jobs (type, project_id, project_name, triggered_by, status) values ('Project Scan', $1, 'canceled', $2, 'New') returning id`,
    [projectId, site.admin.id],
  );
  expect(UNDER_WAY).toContain(await statusOf(rows[0].id));
  expect((await site.client.post(`/jobs/${rows[0].id}/cancel`)).status).toBe(200);
  expect(OVER).toContain(await statusOf(rows[0].id));
});

it('400 in the older envelope for a task or project that does not exist', async () => {
  for (const answer of [
    await site.client.get('/project/scanStatus/987654321'),
    await site.client.post('/scanResource/projectScan/987654321'),
    await site.client.get('/project/inventory/987654321'),
  ]) {
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.json())).toEqual(['Arguments: ', 'Key: ', 'Error: ']);
  }
});

it('the deprecated report operation answers the zip itself', async () => {
  const projectId = await newProject(site.client, 'legacy report');
  const answer = await site.client.get(`/project/generateReport/?reportType=Audit&projectId=${projectId}`);
  expect(answer.status).toBe(200);
  expect(answer.bytes.subarray(0, 2).toString()).toBe('PK');
});
