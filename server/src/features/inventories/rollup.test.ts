// The counts of a project after single and bulk decisions equal a new count.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inconsistencies } from '../../../test/consistency.ts';
import { type Harness, startHarness } from '../../../test/harness.ts';

let h: Harness;
let projectId: number;
let ids: number[];

beforeAll(async () => {
  h = await startHarness();
  projectId = (await h.call('POST', '/projects', { body: { name: 'counted' } })).body.id;
  ids = [];
  for (let index = 0; index < 12; index++) {
    const inventoryModel = { name: `item ${index}`, inventoryType: 'WORK_IN_PROGRESS' };
    ids.push((await h.call('POST', '/inventories', { body: { projectId, inventoryModel } })).body.id);
  }
});
afterAll(() => h.close());

const counts = async () => {
  const { data } = (await h.call('GET', `/projects/${projectId}`)).body;
  return { review: data.inventoryReview, items: data.inventoryCount, published: data.publishedInventoryCount };
};

it('each decision moves the counts by one', async () => {
  const before = await counts();
  await h.call('PUT', `/inventories/${ids[0]}/status?status=APPROVED`);
  await h.call('PUT', `/inventories/${ids[1]}/status?status=REJECTED`);
  expect((await counts()).review).toEqual({
    Draft: before.review.Draft - 2,
    Approved: before.review.Approved + 1,
    Rejected: before.review.Rejected + 1,
  });
  await h.call('PUT', `/inventories/${ids[0]}/status?status=APPROVED`);
  await h.call('PUT', `/inventories/${ids[1]}/status?status=DRAFT`);
  expect((await counts()).review).toEqual({
    ...before.review,
    Draft: before.review.Draft - 1,
    Approved: before.review.Approved + 1,
  });
});

it('repeated publishing and recalling counts once', async () => {
  const before = await counts();
  for (const deed of ['publish', 'publish']) await h.call('PUT', `/inventories/${ids[2]}/${deed}`);
  expect((await counts()).published).toBe(before.published + 1);
  for (const deed of ['recall', 'recall']) await h.call('PUT', `/inventories/${ids[2]}/${deed}`);
  expect(await counts()).toEqual(before);
});

it('simultaneous decisions of many users lose none', async () => {
  const deeds = ids.flatMap((id, index) => [
    ['PUT', `/inventories/${id}/status?status=${['APPROVED', 'REJECTED', 'DRAFT'][index % 3]}`],
    ['PUT', `/inventories/${id}/${index % 2 === 0 ? 'publish' : 'recall'}`],
  ]);
  const answers = await Promise.all(deeds.map(([method, path]) => h.call(method!, path!)));
  expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
  expect(await inconsistencies(h.database.pool)).toEqual([]);
});
