// Programs that change inventory: one creates items from the evidence of files, one writes the license into the
// names of items, one keeps an approval workflow outside of Assay, one sets roles and contacts of projects.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newProject, openSite, type Site, scannedProject } from './client.ts';

let site: Site;
let projectId: number;
beforeAll(async () => {
  site = await openSite();
  projectId = await scannedProject(site, 'audited');
});
afterAll(() => site.close());

const items = async () => (await site.client.get(`/project/inventory/${projectId}?size=1000`)).json().inventoryItems;

it('items from evidence: creates an item, adds files to it and marks them as reviewed', async () => {
  const { data } = (await site.client.get(`/projects/${projectId}/evidences`)).json();
  const claimed = data.filter((one: { copyRightMatches: string[] }) => one.copyRightMatches.length > 0);
  expect(claimed.length).toBeGreaterThan(0);
  const made = await site.client.post('/inventories', {
    projectId: String(projectId),
    inventoryModel: { name: 'Our own files', inventoryType: 'WORK_IN_PROGRESS', disclosed: 'NO', description: null },
  });
  expect(made.status).toBe(201);
  const { id } = made.json();
  const tied = await site.client.put(`/inventories/${id}/files`, {
    filePaths: claimed.map((one: { filePath: string }) => one.filePath),
    markAssociatedFilesAsReviewed: 'true',
  });
  expect(tied.status).toBe(200);
  for (const one of claimed) {
    const path = `/files/${one.scannedFileId}`;
    expect(
      (await site.client.put(`${path}/review?isRemote=${one.remote ? 'True' : 'False'}&markAsReviewed=True`)).status,
    ).toBe(200);
    expect((await site.client.get(`${path}?isRemote=False`)).json().data).toMatchObject({
      reviewed: true,
      inInventory: true,
    });
    expect((await site.client.get(`${path}?remote=true`)).status).toBe(404);
    expect((await site.client.put(`${path}/review?isRemote=true`)).status).toBe(404);
  }
  const found = await site.client.get(
    `/inventories/search?projectId=${projectId}&fileIds=${claimed[0].scannedFileId}&published=false`,
  );
  expect(found.json().data.map((one: { id: number }) => one.id)).toContain(id);
});

it('the license in the name: replaces the last bracket, and the ids that were read with it', async () => {
  const item = (await items()).find((one: { componentName: string }) => one.componentName === 'lodash');
  expect(item.name).toMatch(/ \([^()]+\)$/);
  const { licenses } = (await site.client.get(`/components/versions/${item.componentVersionId}`)).json().data;
  const license = (await site.client.get(`/license/lookup?licenseId=${licenses[0].id}`)).json()['Content: '];
  const name = item.name.replace(/\([^()]*\)$/, `(${license.shortName})`);
  const answer = await site.client.put(`/inventories/${item.id}`, {
    name,
    inventoryType: 'COMPONENT',
    component: {
      id: String(item.componentId),
      versionId: String(item.componentVersionId),
      licenseId: String(license.id),
    },
    licenseId: String(license.id),
    auditorReviewNotes: `${item.auditNotes}set by a program`,
  });
  expect(answer.status).toBe(200);
  expect(answer.json().message).toBeTypeOf('string');
  const after = (await site.client.get(`/inventories/${item.id}`)).json().data;
  expect(after).toMatchObject({ name, auditNotes: 'set by a program', selectedLicenseId: license.id });
});

it('an item without a license shows -1 and the text for it', async () => {
  const item = (await items()).find((one: { selectedLicenseId: unknown }) => String(one.selectedLicenseId) === '-1');
  expect(item).toMatchObject({ selectedLicenseName: "I don't know", selectedLicenseSPDXIdentifier: "I don't know" });
  const summary = (await site.client.get(`/projects/${projectId}/inventorySummary?limit=1000`)).json().data;
  expect(summary.find((one: { id: number }) => one.id === item.id).selectedLicenseId).toBe('-1');
});

describe('an approval workflow', () => {
  it('404 while there are none; then the pairs in their order, and a link on the item', async () => {
    const { id } = (await items())[0];
    expect((await site.client.get(`/inventories/${id}`)).json().data.workflowURL).toBe('None');
    expect((await site.client.get(`/inventories/${id}/workflows`)).status).toBe(404);
    const pairs = ['Request', 'State', 'Who'].map((key, at) => ({ key, value: String(at) }));
    expect((await site.client.post(`/inventories/${id}/workflows`, pairs)).status).toBe(201);
    const history = Object.values((await site.client.get(`/inventories/${id}/history`)).json().data).flat();
    expect(history).toContainEqual(
      expect.objectContaining({
        field: 'Workflow Request Details',
        oldValue: '',
        newValue: 'Request: 0\nState: 1\nWho: 2',
      }),
    );
    const body = (await site.client.get(`/inventories/${id}/workflows`)).json();
    expect(body['Workflow Request Details'].information[2]).toEqual({ key: 'Who', value: '2' });
    expect((await site.client.put(`/inventories/${id}`, { workflowURL: 'https://flow.example.org/7' })).status).toBe(
      200,
    );
    expect((await site.client.get(`/inventories/${id}`)).json().data.workflowURL).toBe('https://flow.example.org/7');
  });

  it('review tasks of open items are found, described in HTML, reassigned and closed with a decision', async () => {
    const item = (await items())[0];
    const made = (
      await site.client.post(`/tasks?inventoryId=${item.id}`, {
        summary: 'review',
        type: 'MANUAL_INVENTORY_REVIEW',
        priority: 'HIGH',
        owner: 'admin',
      })
    ).json();
    const search = `/tasks/search?projectId=${projectId}&status=OPEN&type=MANUAL_INVENTORY_REVIEW&priority=ALL`;
    expect((await site.client.get(search)).json().data.map((task: { id: number }) => task.id)).toEqual([made.id]);
    expect((await site.client.put(`/tasks/${made.id}`, { details: '<a href="https://flow">open</a>' })).status).toBe(
      200,
    );
    expect((await site.client.put(`/tasks/${made.id}/reassign?ownerId=${site.admin.id}`)).status).toBe(200);
    expect((await site.client.put(`/tasks/${made.id}/close?resolution=APPROVED`)).status).toBe(200);
    expect((await site.client.get(`/inventories/${item.id}`)).json().data.inventoryReviewStatus).toBe('Approved');
  });

  it('a task that is created with only a type gets its own summary', async () => {
    const item = (await items())[2];
    const made = await site.client.post(`/tasks?inventoryId=${item.id}`, { type: 'REMEDIATE_INVENTORY' });
    expect(made.status).toBe(201);
    const { data } = (await site.client.get(`/tasks/${made.json().id}`)).json();
    expect(data).toMatchObject({ summary: `Remediation: ${item.name}`, priority: 'MEDIUM', ownerLogin: 'admin' });
  });

  it('400 for an address that a browser would execute; an unchanged stored address may be sent again', async () => {
    const { id } = (await items())[0];
    for (const member of ['url', 'workflowURL'])
      expect((await site.client.put(`/inventories/${id}`, { [member]: 'java\tscript:alert(1)' })).status).toBe(400);
    await site.h.database.pool.query(`update inventory_items set url = 'git+ssh://git@h/a' where id = $1`, [id]);
    expect((await site.client.put(`/inventories/${id}`, { url: 'git+ssh://git@h/a', description: 'd' })).status).toBe(
      200,
    );
  });

  it('publish, recall and status answer JSON; the status is in the query and the body is empty', async () => {
    const { id } = (await items())[1];
    for (const path of [
      'recall',
      'publish',
      'status?status=REJECTED',
      'status?status=Approved',
      'notices?overwrite=True',
    ])
      expect((await site.client.put(`/inventories/${id}/${path}`, '')).json().message).toBeTypeOf('string');
    expect((await site.client.get(`/inventories/${id}`)).json().data.inventoryReviewStatus).toBe('Approved');
  });
});

describe('roles and contacts', () => {
  it('sets only roles, only contacts, and removes a role by a DELETE with a body', async () => {
    const id = await newProject(site.client, 'with roles');
    await site.h.person('Grace');
    const roles = { userRoles: { roleId: 'REVIEWER', users: ['grace'] } };
    expect((await site.client.post(`/projects/${id}/users`, roles)).json().message).toBeTypeOf('string');
    const contacts = { securityContactId: 'Grace', developerContactId: 'Grace' };
    expect((await site.client.post(`/projects/${id}/users`, contacts)).status).toBe(200);
    const users = (await site.client.get(`/projects/${id}/users?roleId=REVIEWER`)).json();
    expect(users).toEqual({ data: { users: ['admin', 'Grace'] } });
    expect((await site.client.get(`/projects/${id}`)).json().data).toMatchObject({
      securityContactName: 'Grace',
      devContactName: 'Grace',
      legalContactName: 'admin',
    });
    const removed = await site.client.del(`/projects/${id}/users`, { roleId: 'REVIEWER', users: ['Grace'] });
    expect(removed.status).toBe(200);
    expect((await site.client.get(`/projects/${id}/users?roleId=REVIEWER`)).json().data.users).toEqual(['admin']);
  });

  it('a user who may not change the contact gets the text about permission in a message', async () => {
    const id = await newProject(site.client, 'contact');
    const nobody = site.clientOf(await site.h.person('visitor'));
    const answer = await nobody.put(`/projects/${id}/contact`, { contact: 'visitor' });
    expect(answer.text).toContain('User does not have permission to perform this operation');
    expect(answer.json().errors[0].message).toContain('permission');
    expect((await site.client.get(`/projects/${id}/contact`)).json()).toEqual({
      contact: 'admin',
      data: { contact: 'admin' },
    });
    expect((await site.client.put(`/projects/${id}/contact`, { contact: 'Visitor' })).status).toBe(200);
  });

  it('takes the status by its text or as COMPLETED, in the query', async () => {
    const id = await newProject(site.client, 'states');
    const status = async () => (await site.client.get(`/projects/${id}`)).json().data.projectStatus;
    expect((await site.client.put(`/projects/${id}/status?status=Analysis%20Completed`)).status).toBe(200);
    expect(await status()).toBe('Analysis Completed');
    expect(
      (await site.client.put(`/projects/${id}/status?status=COMPLETED&projectAction=Lock+Child+Projects`)).status,
    ).toBe(200);
    expect(await status()).toBe('Project Completed');
  });

  it('202 for a deletion, with the job in the message', async () => {
    const id = await newProject(site.client, 'gone');
    const answer = await site.client.del(`/projects/${id}`);
    expect(answer.status).toBe(202);
    await site.h.jobOver(Number(/job ID: (\d+)/.exec(answer.json().message)![1]));
    expect((await site.client.get(`/projects/${id}`)).status).toBe(404);
  });
});
