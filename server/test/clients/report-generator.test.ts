// Report generators: they first get the release, read a project with its children, inventory, licenses, components
// and evidence, and finally upload their zip. They do not check whether members are present. They also register
// themselves, and parse refusals as text.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { zip } from '../archives.ts';
import { connect, JSON_TYPE, newProject, openSite, type Site, scannedProject } from './client.ts';

let site: Site;
let projectId: number;
beforeAll(async () => {
  site = await openSite();
  projectId = await scannedProject(site, 'reported');
});
afterAll(() => site.close());

describe('the release', () => {
  it('is a text that contains JSON; clients compare it as text without its blanks', async () => {
    const answer = await site.client.get('/v1/agent/supports');
    const release = JSON.parse(answer.json()['Content: '])['fnci.release.name'].replace(' ', '');
    expect(release).toMatch(/^20\d\dR[1-4]$/);
    expect(release >= '2024R1').toBe(true);
  });

  it('401 as an HTML page with "Unauthorized" in both spellings for a bad token', async () => {
    for (const path of ['/v1/agent/supports', '/reports/', '/reports/?name=x']) {
      const answer = await site.client.get(path, { token: 'not.a.token' });
      expect(answer.status).toBe(401);
      expect(answer.header('Content-Type')).toContain('text/html');
      expect(answer.text).toContain('Status 401 – Unauthorized');
      expect(answer.text).toContain('Status 401 - Unauthorized');
    }
  });
});

describe('registration', () => {
  const definition = (more: object) => ({
    name: 'Project Inventory Report',
    path: 'project-inventory/create_report.sh',
    enabled: 'true',
    order: '4',
    enableProjectPicker: 'false',
    reportOptions: [
      {
        name: 'includeChildProjects',
        label: 'Include children',
        description: '<b>true</b> or false',
        type: 'string',
        defaultValue: 'true',
        required: 'true',
        order: '1',
      },
    ],
    ...more,
  });

  it('the refusal of an unknown name contains no number of records', async () => {
    const answer = await site.client.get('/reports/?name=Project%20Inventory%20Report');
    expect(answer.status).not.toBe(200);
    expect(answer.text).toContain('Total records :0 number of pages :0');
  });

  it('takes the order of the report with the largest id, adds one, registers, updates and unregisters', async () => {
    const { data } = (await site.client.get('/reports/')).json();
    const last = data.reduce((a: { id: number }, b: { id: number }) => (a.id > b.id ? a : b));
    const made = await site.client.post('/reports/', definition({ order: String(last.order + 1) }));
    expect(made.status).toBe(201);
    const { id } = made.json();
    const again = await site.client.post('/reports', definition({}));
    expect(again.text).toContain('already exists. Enter a different name');
    const [found] = (await site.client.get('/reports/?name=Project%20Inventory%20Report')).json().data;
    expect(found).toMatchObject({ id, order: last.order + 1, enabled: true, enableProjectPicker: false });
    expect(found.reportOptions[0]).toMatchObject({ name: 'includeChildProjects', required: true, order: 1 });
    const updated = await site.client.put('/reports', definition({ id: String(id), enableProjectPicker: 'true' }));
    expect(updated.status).toBe(200);
    expect(typeof updated.json().message).toBe('string');
    const picked = await site.client.post(`/projects/${projectId}/reports/${id}/generate`, {});
    expect(picked.status).toBe(400);
    expect(picked.text).toContain('otherProjectId');
    expect((await site.client.del(`/reports/${id}`)).status).toBe(200);
  });

  it('older scripts unregister by name', async () => {
    await site.client.post('/reports', definition({ name: 'By its name' }));
    expect((await site.client.del('/reports/By%20its%20name')).status).toBe(200);
    expect((await site.client.del('/reports/By%20its%20name')).status).toBe(404);
  });

  it('a text with "Unrecognized field" for a member that the server does not know', async () => {
    const answer = await site.client.post('/reports', definition({ name: 'newer', reportKind: 'x' }));
    expect(answer.status).toBe(400);
    expect(answer.text).toContain('Unrecognized field');
    expect(answer.text).toContain('reportKind');
  });

  it('a text about permission for users without the right', async () => {
    const nobody = site.clientOf(await site.h.person('nobody'));
    const answer = await nobody.post('/reports', definition({ name: 'of nobody' }));
    expect(answer.text).toContain('User does not have permission to perform this operation');
    expect(answer.text).toContain('message');
  });
});

describe('a project with children', () => {
  it('is read through childProject, which is always an array', async () => {
    const child = await newProject(site.client, 'child');
    const grandchild = await newProject(site.client, 'grandchild');
    expect((await site.client.post(`/projects/${projectId}/children?childProjectIds=${child}`)).status).toBe(200);
    expect((await site.client.post(`/projects/${child}/children?childProjectIds=${grandchild}`, '')).status).toBe(200);
    const { data } = (await site.client.get(`/projects/${projectId}/childProjects?recursive=True`)).json();
    expect(data).toEqual({
      id: projectId,
      name: 'reported',
      childProject: [
        { id: child, name: 'child', childProject: [{ id: grandchild, name: 'grandchild', childProject: [] }] },
      ],
    });
    const parents = (await site.client.get(`/projects/${grandchild}/parentProjects?recursive=true`)).json().data;
    expect(parents.parentProject[0].parentProject[0]).toEqual({ id: projectId, name: 'reported', parentProject: [] });
    const direct = (await site.client.get(`/projects/${projectId}/childProjects`)).json().data;
    expect(direct.childProject[0].childProject).toEqual([]);
  });
});

it('every license in the summary can be looked up, also that of items without one', async () => {
  await site.client.post('/inventories', {
    projectId: String(projectId),
    inventoryModel: { name: 'nothing known', inventoryType: 'WORK_IN_PROGRESS' },
  });
  const { data } = (
    await site.client.get(`/projects/${projectId}/inventorySummary/?offset=1&limit=25&published=ANY`)
  ).json();
  expect(data.length).toBeGreaterThan(4);
  for (const item of data) {
    if (item.selectedLicenseId === 'N/A') continue;
    const license = (await site.client.get(`/license/lookup?licenseId=${item.selectedLicenseId}`)).json()['Content: '];
    for (const member of ['name', 'url', 'description', 'text', 'shortName', 'spdxIdentifier'])
      expect(`${item.name} ${member} ${typeof license[member]}`).toBe(`${item.name} ${member} string`);
    expect([1, 2, 3]).toContain(license.priority);
  }
});

it('components are read by the ids in the long form, with their versions in any order', async () => {
  const { inventoryItems } = (await site.client.get(`/project/inventory/${projectId}?size=100`)).json();
  const components = inventoryItems.filter((item: { componentId: unknown }) => item.componentId !== 'N/A');
  expect(components.length).toBeGreaterThan(2);
  for (const item of components) {
    expect(typeof item.componentId).toBe('number');
    const component = (await site.client.get(`/components/${item.componentId}?`)).json().data;
    expect(component.title.split('/')[0].length).toBeGreaterThan(0);
    expect(component.versionList.map((version: { name: string }) => version.name)).toContain(item.componentVersionName);
    const version = (await site.client.get(`/components/versions/${item.componentVersionId}`)).json().data;
    expect(Array.isArray(version.licenses)).toBe(true);
    const page = await site.client.get(`/components/${item.componentVersionId}/vulnerabilities?offset=1&limit=25`);
    expect([page.header('Current-page'), page.header('Number-of-pages')]).toEqual(['1', '0']);
    const analysis = await site.client.get(
      `/inventories/${item.id}/vulnerabilities/analysis?analysisState=ANY&limit=100000`,
    );
    expect(analysis.json()).toEqual({ data: { analyzedVulnerabilities: [] } });
  }
});

it('files and evidence: flags are texts in one list and booleans in the other', async () => {
  const first = await site.client.get(`/projects/${projectId}/allscannedfiles/?offset=1&includeMD5Hash=true`);
  const pages = Number(first.header('Number-of-pages'));
  const all = await site.client.get(
    `/projects/${projectId}/allscannedfiles/?offset=1&limit=${pages * 25}&includeSHA1Hash=true`,
  );
  const files = all.json().data;
  expect(files.length).toBe(5);
  for (const file of files) {
    expect(['true', 'false']).toContain(file.inInventory);
    expect(file.remote).toBe('false');
    expect(file.fileMD5).toBe(null);
    expect(file.fileSHA1).toMatch(/^[0-9a-f]{40}$/);
  }
  const { data } = (await site.client.get(`/projects/${projectId}/evidences`)).json();
  expect(data.map((one: { scannedFileId: number }) => one.scannedFileId)).toEqual(
    files.map((one: { fileId: number }) => one.fileId),
  );
  for (const evidence of data) {
    expect(evidence.remote).toBe(false);
    for (const member of ['copyRightMatches', 'emailUrlMatches', 'licenseMatches'])
      expect(evidence[member].length).toBeGreaterThanOrEqual(0);
    for (const member of ['searchTextMatches', 'exactFileMatches', 'sourceMatches'])
      expect(member in evidence).toBe(true);
  }
  const licensed = data.find((one: { fileName: string }) => one.fileName === 'main.c');
  expect(licensed.licenseMatches).toEqual(['MIT']);
});

it('400 without scanned files; the errors contain no number of records', async () => {
  const empty = await newProject(site.client, 'no files');
  const answer = await site.client.get(`/projects/${empty}/allscannedfiles/?offset=1`);
  expect(answer.status).toBe(400);
  expect(JSON.stringify(answer.json().errors)).toContain('Total records :0 number of pages :0');
});

it('tasks: one exact sentence for none, and dates with exactly one blank', async () => {
  const none = await site.client.get(`/tasks/search/?projectId=${projectId}&status=OPEN`);
  expect(none.status).toBe(400);
  expect(none.json().errors[0].message).toBe(
    'The page 1 you requested is out of bounds. Total records :0 number of pages :0',
  );
  const { inventoryItems } = (await site.client.get(`/project/inventory/${projectId}`)).json();
  const made = await site.client.post(`/tasks?inventoryId=${inventoryItems[0].id}`, {
    summary: 'look',
    type: 'REMEDIATE_INVENTORY',
  });
  expect(made.status).toBe(201);
  const path = `/tasks/search?projectId=${projectId}&status=OPEN&type=REMEDIATE_INVENTORY&priority=ALL`;
  const [task] = (await site.client.get(path)).json().data;
  expect(task.createdDate.split(' ').length).toBe(2);
  expect(task.taskName.split(' ')[0]).toBe('Remediation');
  expect(task).toMatchObject({ closed: false, almIssues: [], inventoryId: inventoryItems[0].id });
  for (const id of [task.ownerId, task.createdById, task.lastUpdatedById]) {
    const [user] = (await site.client.get(`/users/search?id=${id}`)).json().data;
    expect(user).toMatchObject({ login: 'admin', firstName: 'admin', lastName: 'Test', email: 'admin@example.org' });
  }
});

it('the history of an item: numbered revisions, the newest with the largest number, in pages that can be merged', async () => {
  const { inventoryItems } = (await site.client.get(`/project/inventory/${projectId}`)).json();
  const { id } = inventoryItems[1];
  await site.client.put(`/inventories/${id}`, { licenseId: '20' });
  await site.client.put(`/inventories/${id}`, { licenseId: '7' });
  let revisions: Record<string, { field: string; oldValue: string; newValue: string }[]> = {};
  let pages = 1;
  for (let page = 1; page <= pages; page++) {
    const answer = await site.client.get(`/inventories/${id}/history?limit=2&offset=${page}`);
    expect(answer.header('Current-page')).toBe(String(page));
    pages = Number(answer.header('Number-of-pages'));
    revisions = { ...revisions, ...answer.json().data };
  }
  const newest = revisions[String(Math.max(...Object.keys(revisions).map(Number)))]!;
  const license = newest.find((change) => change.field.includes('License'))!;
  expect([license.oldValue, license.newValue]).toEqual(['20', '7']);
  // Every license of the history is looked up by its id, also the one that the scan set.
  const licenses = Object.values(revisions)
    .flat()
    .filter((change) => change.field.includes('License'));
  expect(licenses.length).toBeGreaterThanOrEqual(2);
  for (const id of licenses.flatMap(({ oldValue, newValue }) => [oldValue, newValue]))
    expect((await site.client.get(`/license/lookup?licenseId=${id}`)).status).toBe(200);
  for (const changes of Object.values(revisions))
    for (const change of changes)
      for (const member of ['date', 'user', 'userEmail', 'field', 'oldValue', 'newValue'])
        expect(typeof (change as unknown as Record<string, unknown>)[member]).toBe('string');
});

it('the zip is posted to uploadReport, with a slash at the end of the address and the content type of a form', async () => {
  const report = (
    await site.client.post('/reports', { name: 'SBOM Report - SPDX', path: 'spdx/create_report.sh', order: 9 })
  ).json();
  const archive = await zip({ 'report.html': '<p>', 'formats.zip': await zip({ 'report.json': '{}' }) });
  const form = new FormData();
  form.append('projectId', String(projectId));
  form.append('reportId', String(report.id));
  form.append('file', new Blob([new Uint8Array(archive)]), 'report.zip');
  const upload = await fetch(`${site.api}/projects/uploadReport/`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${site.admin.token}` },
    body: form,
  });
  expect(upload.status).toBe(200);
  const { data } = (await upload.json()) as { data: { taskId: number } };
  const download = await site.client.get(`/projects/${projectId}/reports/${report.id}/download?taskId=${data.taskId}`);
  expect(download.bytes.equals(archive)).toBe(true);
});

it('clients that use the short prefix, or double a slash, get the same answers', async () => {
  const root = site.api.replace('/codeinsight/api', '');
  for (const base of [`${root}/api`, `${root}/codeinsight/api/`, `${root}//codeinsight//api`]) {
    const client = connect(base, site.admin.token, JSON_TYPE);
    expect((await client.get(`/projects/${projectId}`)).json().data.name).toBe('reported');
    client.close();
  }
});

it('405 names the allowed methods of an address', async () => {
  const answer = await site.client.send('PATCH', `/projects/${projectId}`);
  expect(answer.status).toBe(405);
  expect(answer.header('Allow')?.split(', ').sort()).toEqual(['DELETE', 'GET', 'PUT']);
  expect((await site.client.get('/projects/uploadReport')).status).toBe(405);
});
