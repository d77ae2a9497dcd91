// A decision about an item while a scan writes the inventory: the scan holds the project and wants the item, the decision wants both. Whoever
// takes them in another order makes the two wait for each other until the database ends one of them.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Harness, startHarness } from '../harness.ts';
import { until } from './server-process.ts';

let h: Harness;
let projectId: number;
beforeAll(async () => {
  h = await startHarness();
  projectId = (await h.call('POST', '/projects', { body: { name: 'decided on meanwhile' } })).body.id;
});
afterAll(() => h.close());

async function createItem(name: string): Promise<number> {
  const inventoryModel = { name, inventoryType: 'WORK_IN_PROGRESS' };
  const { status, body } = await h.call('POST', '/inventories', { body: { projectId, inventoryModel } });
  expect(status).toBe(201);
  return body.id;
}

/** A call of this test's server that waits for a row which somebody else holds. */
async function waitsForLock(): Promise<boolean> {
  const { rows } = await h.database.pool.query(
    `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows.length > 0;
}

describe('while a transaction holds the project, as the end of a scan does', () => {
  it.each([
    ['approving', (id: number) => h.call('PUT', `/inventories/${id}/status?status=APPROVED`, { body: {} })],
    ['publishing', (id: number) => h.call('PUT', `/inventories/${id}/publish`)],
    ['changing', (id: number) => h.call('PUT', `/inventories/${id}`, { body: { usageGuidance: 'none' } })],
    ['deleting', (id: number) => h.call('DELETE', `/inventories/${id}`)],
  ])('%s an item waits without keeping the item from it, and is done then', async (name, decide) => {
    const id = await createItem(`item for ${name}`);
    await letsScanPass(id, () => decide(id));
  });

  it('removing a license from the library waits in the same way', async () => {
    const license = { name: 'Meanwhile License', shortName: 'Meanwhile', licenseText: 'You may, meanwhile.' };
    const licenseId = (await h.call('POST', '/licenses', { body: license })).body.id;
    const inventoryModel = { name: 'licensed', inventoryType: 'LICENSE', licenseId };
    const { body } = await h.call('POST', '/inventories', { body: { projectId, inventoryModel } });
    await letsScanPass(body.id, () => h.call('DELETE', `/licenses/${licenseId}`));
  });

  async function letsScanPass(id: number, decide: () => Promise<{ status: number }>): Promise<void> {
    const scan = await h.database.pool.connect();
    try {
      await scan.query('begin');
      await scan.query('select 1 from projects where id = $1 for update', [projectId]);
      const decision = decide();
      await until(waitsForLock);
      await scan.query(`set local lock_timeout = '10s'`);
      expect((await scan.query('select 1 from inventory_items where id = $1 for update', [id])).rowCount).toBe(1);
      await scan.query('commit');
      expect((await decision).status).toBe(200);
    } finally {
      await scan.query('rollback').catch(() => undefined);
      scan.release();
    }
  }
});

describe('items that a person deletes or recalls while a policy is applied', () => {
  it('are passed over; the others are decided on', { timeout: 60_000 }, async () => {
    const rules = { licenses: [{ license: 'MIT', decision: 'APPROVED' }] };
    expect((await h.call('POST', '/policies', { body: { name: 'MIT only', rules } })).status).toBe(201);
    await h.call('PUT', `/projects/${projectId}`, { body: { policyProfileName: 'MIT only' } });
    const [deleted, recalled, kept] = [await publishedLicense(), await publishedLicense(), await publishedLicense()];
    const started = await h.call('POST', `/jobs/applyPolicy/${projectId}`);
    const jobId = Number(/job ID: (\d+)/.exec(started.body.message)?.[1]);
    const person = await h.database.pool.connect();
    await person.query('begin');
    await person.query('select 1 from projects where id = $1 for update', [projectId]);
    // The job reads its items, and then waits for the project that the person holds.
    await h.work();
    await until(waitsForLock);
    await person.query('delete from inventory_items where id = $1', [deleted]);
    await person.query('update inventory_items set is_published = false where id = $1', [recalled]);
    await person.query('commit');
    person.release();
    expect(await h.jobOver(jobId)).toMatchObject({ status: 'Completed', error: '' });
    const statusOf = async (id: number) =>
      (await h.call('GET', `/inventories/${id}`)).body.data?.inventoryReviewStatus ?? 'gone';
    expect([await statusOf(deleted), await statusOf(recalled), await statusOf(kept)]).toEqual([
      'gone',
      'Draft',
      'Approved',
    ]);
  });

  /** Published while the project's policy said nothing of its license. */
  async function publishedLicense(): Promise<number> {
    const { data } = (await h.call('GET', '/licenses/MIT')).body;
    const inventoryModel = { name: 'MIT', inventoryType: 'LICENSE', licenseId: data.id };
    const { body } = await h.call('POST', '/inventories', { body: { projectId, inventoryModel } });
    await h.database.pool.query('update inventory_items set is_published = true where id = $1', [body.id]);
    return body.id;
  }
});
