// Two people answer the same proposals at the same time: one of them decides, the other one is told.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inconsistencies } from '../../../test/consistency.ts';
import { type Harness, type Person, startHarness } from '../../../test/harness.ts';
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

it('two people who decide the same item at once leave one review, and those who widen it at once one reach', async () => {
  const projectId = await projectWith({
    ...manifest('1.0.0'),
    'node_modules/twice/index.js': 'export const twice = 2;\n',
  });
  await scan(projectId);
  const [item] = await itemsOf(projectId);
  const bob = await h.person('bob');
  await h.database.pool.query(
    `insert into project_members (project_id, user_id, role) select $1, id, 'REVIEWER' from users where login = 'bob' on conflict do nothing`,
    [projectId],
  );
  const decide = (status: string, as: Person) =>
    h.call('PUT', `/inventories/${item.id}/status?status=${status}`, { as });
  const answers = await Promise.all([
    decide('APPROVED', h.admin),
    decide('REJECTED', bob),
    decide('APPROVED', bob),
    decide('REJECTED', h.admin),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  const standing = async (kind: string) =>
    (
      await h.database.pool.query(
        'select value, author from decisions where project_id = $1 and kind = $2 and superseded_at is null',
        [projectId, kind],
      )
    ).rows;
  const [review, ...others] = await standing('review');
  expect(others).toEqual([]);
  const [shown] = await itemsOf(projectId);
  expect(shown.inventoryReviewStatus.toUpperCase()).toBe(review.value.status);

  const reaches = await Promise.all(
    ['PROJECT', 'FAMILY', 'SITE', 'ITEM'].map((scope) =>
      h.call('PUT', `/inventories/${item.id}/reviewReach`, { body: { scope } }),
    ),
  );
  expect(reaches.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  const { rows: kept } = await h.database.pool.query(
    'select r.scope from review_reaches r join decisions d on d.id = r.decision_id where d.item_id = $1',
    [item.id],
  );
  expect(kept.length).toBeLessThan(2);
}, 240_000);
