// Two people answer the same proposals at the same time: one of them decides, the other one is told.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inconsistencies } from '../../../test/consistency.ts';
import { type Harness, startHarness } from '../../../test/harness.ts';
import { scannedProjects } from '../../../test/scanned-projects.ts';

let h: Harness;
beforeAll(async () => {
  h = await startHarness();
  await h.work();
});
afterAll(() => h.close());

const { projectWith, scan, upload } = scannedProjects(() => h, 'at once');
const manifest = (version: string) => ({
  'node_modules/twice/package.json': JSON.stringify({ name: 'twice', version, license: 'MIT' }),
});
const itemsOf = async (projectId: number) =>
  (await h.call('GET', `/project/inventory/${projectId}?published=false`)).body.inventoryItems;

it('one of two answers counts', async () => {
  const projectId = await projectWith(manifest('1.0.0'));
  await scan(projectId);
  const [first] = await itemsOf(projectId);
  await h.call('PUT', `/inventories/${first.id}/status?status=APPROVED`);
  await upload(projectId, manifest('1.0.1'));
  await scan(projectId);
  const { data: groups } = (await h.call('GET', `/projects/${projectId}/carriedProposals`)).body;
  const group = groups.find(({ subject }: { subject: string }) => subject === 'ITEM');
  const path = `/projects/${projectId}/carriedProposals/${group.group}`;
  const answer = (decision: string) => h.call('POST', path, { body: { decision, seen: group.seen } });
  const [accepted, refused] = await Promise.all([answer('ACCEPT'), answer('REFUSE')]);
  const statuses = [accepted.status, refused.status].sort();
  expect(statuses[0]).toBe(200);
  expect([404, 409]).toContain(statuses[1]);
  const second = (await itemsOf(projectId)).find(({ name }: { name: string }) => name.startsWith('twice 1.0.1'));
  expect(second.inventoryReviewStatus).toBe(accepted.status === 200 ? 'Approved' : 'Draft');
  const { rows } = await h.database.pool.query(
    'select count(*)::int as refusals from refused_proposals where project_id = $1',
    [projectId],
  );
  expect(rows[0].refusals).toBe(refused.status === 200 ? 1 : 0);
  expect(await inconsistencies(h.database.pool)).toEqual([]);
}, 240_000);
