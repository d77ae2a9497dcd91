// Why an item is there: paths of items that are in the product, within the rights of the caller.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Harness, startHarness } from '../../../test/harness.ts';

let h: Harness;
beforeAll(async () => {
  h = await startHarness();
});
afterAll(() => h.close());

it('tells the shortest path through each direct dependency, without items that are gone', async () => {
  const projectId = (await h.call('POST', '/projects', { body: { name: 'paths', privateProject: true } })).body.id;
  const make = async (name: string) =>
    (
      await h.call('POST', '/inventories', {
        body: { projectId, inventoryModel: { name, inventoryType: 'WORK_IN_PROGRESS' } },
      })
    ).body.id as number;
  const [app, direct, other, low, left] = [await make('app'), await make('direct'), await make('other'), await make('low'), await make('left')]; // biome-ignore format: one graph
  const links = [
    [app, direct],
    [app, other],
    [direct, low],
    [other, direct],
    [left, low],
  ];
  for (const [parent, child] of links)
    await h.database.pool.query(`insert into inventory_links values ($1, $2, 'DEPENDENCY')`, [parent, child]);
  await h.database.pool.query(`insert into inventory_links values ($1, $2, 'POSSIBLY_RELATED')`, [other, low]);
  const named = async (query = '') => {
    const { status, body } = await h.call('GET', `/inventories/${low}/paths${query}`);
    expect(status).toBe(200);
    return { ...body.data, paths: body.data.paths.map((path: { name: string }[]) => path.map(({ name }) => name)) };
  };
  expect(await named()).toMatchObject({
    paths: [
      ['left', 'low'],
      ['app', 'direct', 'low'],
      ['app', 'other', 'direct', 'low'],
    ],
    total: 3,
    above: 4,
    isCircle: false,
  });
  expect((await named('?limit=1')).paths).toEqual([['left', 'low']]);
  await h.database.pool.query('update inventory_items set missing_since_scan = 1 where id = $1', [left]);
  expect(await named()).toMatchObject({ total: 2, above: 3 });
  const stranger = await h.person('stranger');
  expect((await h.call('GET', `/inventories/${low}/paths`, { as: stranger })).status).toBe(404);
});
