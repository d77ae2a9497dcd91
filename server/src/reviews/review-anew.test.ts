// What the policy decides on items that a rescan finds under another license.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { tar } from '../../test/archives.ts';
import { type Harness, startHarness } from '../../test/harness.ts';
import { closeScanPool } from '../scans/analysis/pool.ts';

let h: Harness;
beforeAll(async () => {
  h = await startHarness();
  await h.work();
});
afterAll(async () => {
  await h.close();
  await closeScanPool();
});

async function scanned(projectId: number, licenses: Record<string, string>) {
  const packages = Object.fromEntries(
    Object.entries(licenses).map(([name, license]) => [`node_modules/${name}`, { version: '1.0.0', license }]),
  );
  const content = JSON.stringify({ name: 'a', lockfileVersion: 3, packages: { '': { name: 'a' }, ...packages } });
  await h.call('POST', `/project/uploadProjectCodebase?projectId=${projectId}`, {
    raw: tar([{ name: 'package-lock.json', content }]),
    headers: { 'content-type': 'application/octet-stream' },
  });
  const task = (await h.call('POST', `/scanResource/projectScan/${projectId}`)).body['Content: '];
  expect(await h.jobOver(task)).toMatchObject({ status: 'Completed', error: '' });
  const { inventoryItems } = (await h.call('GET', `/project/inventory/${projectId}`)).body;
  return Object.fromEntries(inventoryItems.map((item: { componentName: string }) => [item.componentName, item]));
}

it('decides again on what it decided before and on decisions of people that lapsed; what no rule decides is a draft again', {
  timeout: 180_000,
}, async () => {
  const rules = {
    licenses: [
      { license: 'MIT', decision: 'APPROVED' },
      { license: 'GPL-3.0-only', decision: 'REJECTED' },
    ],
  };
  expect((await h.call('POST', '/policies', { body: { name: 'no GPL', rules } })).status).toBe(201);
  const body = { name: 'reviewed', policyProfileName: 'no GPL' };
  const projectId = (await h.call('POST', '/projects', { body })).body.id;
  const first = await scanned(projectId, { changed: 'MIT', decided: 'MIT', same: 'MIT', unknown: 'MIT' });
  expect(Object.values(first).map((item) => item.inventoryReviewStatus)).toEqual(new Array(4).fill('Approved'));
  await h.call('PUT', `/inventories/${first.decided.id}/status?status=APPROVED`);
  const second = await scanned(projectId, {
    changed: 'GPL-3.0-only',
    decided: 'GPL-3.0-only',
    same: 'MIT',
    unknown: 'ISC',
  });
  expect(Object.entries(second).map(([name, item]) => [name, item.id, item.inventoryReviewStatus])).toEqual([
    ['changed', first.changed.id, 'Rejected'],
    ['decided', first.decided.id, 'Rejected'],
    ['same', first.same.id, 'Approved'],
    ['unknown', first.unknown.id, 'Draft'],
  ]);
  const history = Object.values((await h.call('GET', `/inventories/${first.changed.id}/history`)).body.data).flat();
  expect(history).toContainEqual(
    expect.objectContaining({
      event: 'Inventory Reviewed',
      action: 'Project Rescan',
      oldValue: 'Approved',
      newValue: 'Rejected',
    }),
  );
  expect((await h.call('GET', `/projects/${projectId}`)).body.data.inventoryReview).toEqual({
    Draft: 1,
    Approved: 1,
    Rejected: 2,
  });
});

it('notifies each person once of all that a rescan rejected', { timeout: 180_000 }, async () => {
  const settings = { host: '127.0.0.1', fromAddress: 'assay@example.org', baseUrl: 'https://assay.example.org' };
  expect((await h.call('PUT', '/emailSettings', { body: { ...settings, enabled: true } })).status).toBe(200);
  const reviewSettings = { createRemediationTaskOnRejection: true, mailAboutRejectedOrUnreviewed: true };
  const body = { name: 'told of', policyProfileName: 'no GPL', reviewSettings };
  const projectId = (await h.call('POST', '/projects', { body })).body.id;
  await scanned(projectId, { one: 'MIT', two: 'MIT' });
  await h.database.pool.query('delete from mails');
  await scanned(projectId, { one: 'GPL-3.0-only', two: 'GPL-3.0-only' });
  const { rows } = await h.database.pool.query(
    "select template, recipient_id, variables::text as text from mails where template <> 'scan_task' order by template",
  );
  expect(rows).toEqual(
    ['inventory_remediation_notification', 'task_created'].map((template) => ({
      template,
      recipient_id: h.admin.id,
      text: expect.stringMatching(/one 1\.0\.0[\s\S]*two 1\.0\.0/),
    })),
  );
});

it('a first scan that rejects requests an issue in the tracker, as a rescan does', { timeout: 180_000 }, async () => {
  const body = {
    name: 'tracked',
    policyProfileName: 'no GPL',
    reviewSettings: { createAlmIssueOnRejection: true, createRemediationTaskOnRejection: true },
  };
  const projectId = (await h.call('POST', '/projects', { body })).body.id;
  const instance = {
    name: 'Jira',
    url: 'https://jira.example.org',
    userName: 'u',
    secret: 's',
    projectKey: 'LEGAL',
  };
  const instanceId = (await h.call('POST', '/almInstances', { body: instance })).body.id;
  expect((await h.call('PUT', `/projects/${projectId}/alm`, { body: { instanceId } })).status).toBe(200);
  const first = await scanned(projectId, { bad: 'GPL-3.0-only', good: 'MIT' });
  expect(first.bad.inventoryReviewStatus).toBe('Rejected');
  const { rows } = await h.database.pool.query(
    'select t.item_id, t.type, r.state from alm_requests r join tasks t on t.id = r.task_id where t.project_id = $1',
    [projectId],
  );
  expect(rows).toEqual([{ item_id: first.bad.id, type: 'REMEDIATE_INVENTORY', state: 'WAITING' }]);
});
