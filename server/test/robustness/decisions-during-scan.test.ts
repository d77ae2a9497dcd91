// A person decides about an item while a scan writes the inventory. Both lock the project first and the item
// second. With another order they could wait for each other until the database ended one of them.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tar } from '../archives.ts';
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

/** A call of this test's server that waits for a row that another transaction has locked. */
async function waitsForLock(): Promise<boolean> {
  const { rows } = await h.database.pool.query(
    `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows.length > 0;
}

describe('while a transaction locks the project, as the end of a scan does', () => {
  it.each([
    ['approving', (id: number) => h.call('PUT', `/inventories/${id}/status?status=APPROVED`, { body: {} })],
    ['publishing', (id: number) => h.call('PUT', `/inventories/${id}/publish`)],
    ['changing', (id: number) => h.call('PUT', `/inventories/${id}`, { body: { usageGuidance: 'none' } })],
    ['deleting', (id: number) => h.call('DELETE', `/inventories/${id}`)],
  ])('%s an item waits without locking the item, and succeeds afterwards', async (name, decide) => {
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
  it('are skipped; the policy decides on the others', { timeout: 60_000 }, async () => {
    const rules = { licenses: [{ license: 'MIT', decision: 'APPROVED' }] };
    expect((await h.call('POST', '/policies', { body: { name: 'MIT only', rules } })).status).toBe(201);
    await h.call('PUT', `/projects/${projectId}`, { body: { policyProfileName: 'MIT only' } });
    const [deleted, recalled, kept] = [await publishedLicense(), await publishedLicense(), await publishedLicense()];
    const started = await h.call('POST', `/jobs/applyPolicy/${projectId}`);
    const jobId = Number(/job ID: (\d+)/.exec(started.body.message)?.[1]);
    const person = await h.database.pool.connect();
    await person.query('begin');
    await person.query('select 1 from projects where id = $1 for update', [projectId]);
    // The job reads its items, and then waits for the project that the person's call has locked.
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

  /** Published before the project's policy had a rule for its license. */
  async function publishedLicense(): Promise<number> {
    const { data } = (await h.call('GET', '/licenses/MIT')).body;
    const inventoryModel = { name: 'MIT', inventoryType: 'LICENSE', licenseId: data.id };
    const { body } = await h.call('POST', '/inventories', { body: { projectId, inventoryModel } });
    await h.database.pool.query('update inventory_items set is_published = true where id = $1', [body.id]);
    return body.id;
  }
});

describe('a project that is locked while a change is being processed', () => {
  const LOCKED = expect.stringContaining('The project is locked');
  let itemId: number;
  let meanwhile: number;
  beforeAll(async () => {
    meanwhile = (await h.call('POST', '/projects', { body: { name: 'locked meanwhile' } })).body.id;
    const inventoryModel = { name: 'kept', inventoryType: 'WORK_IN_PROGRESS' };
    itemId = (await h.call('POST', '/inventories', { body: { projectId: meanwhile, inventoryModel } })).body.id;
    await upload();
  });

  const upload = () =>
    h.call('POST', `/project/uploadProjectCodebase?projectId=${meanwhile}`, {
      raw: tar([{ name: 'late/late.txt', content: 'too late' }]),
      headers: { 'content-type': 'application/octet-stream' },
    });

  it.each<[string, () => Promise<{ status: number; body: unknown }>]>([
    ['an upload', upload],
    ['a setting', () => h.call('PUT', `/projects/${meanwhile}`, { body: { description: 'late' } })],
    ['a role', () => assign({ userRoles: { roleId: 'OBSERVER', users: ['admin'] } })],
    ['a child', () => h.call('POST', `/projects/${meanwhile}/children?childProjectIds=${projectId}`)],
    ['a new item', () => h.call('POST', '/inventories', { body: newItem() })],
    ['a changed item', () => h.call('PUT', `/inventories/${itemId}`, { body: { description: 'late' } })],
    ['a decision', () => h.call('PUT', `/inventories/${itemId}/status?status=REJECTED`)],
    ['a task', () => h.call('POST', `/tasks?inventoryId=${itemId}`, { body: { type: 'MISCELLANEOUS' } })],
    ['a deletion', () => h.call('DELETE', `/inventories/${itemId}`)],
    ['a reviewed file', async () => h.call('PUT', `/files/${(await late()).fileId}/review?markAsReviewed=true`)],
    [
      'a reviewed folder',
      async () => h.call('PUT', `/codebasefolder/${(await late()).folderId}/review?markAsReviewed=true`),
    ],
    ['a scan', () => h.call('POST', `/scanResource/projectScan/${meanwhile}`)],
    ['the deletion of the project', () => h.call('DELETE', `/projects/${meanwhile}`)],
  ])('400 for %s that was accepted before the lock; it changes nothing', async (_what, change) => {
    const before = await everything();
    const person = await h.database.pool.connect();
    try {
      await person.query('begin');
      await person.query('select 1 from projects where id = $1 for update', [meanwhile]);
      const answer = change();
      await until(waitsForLock);
      await person.query("update projects set status = 'Project Completed' where id = $1", [meanwhile]);
      await person.query('commit');
      const { status, body } = await answer;
      expect(status).toBe(400);
      expect(JSON.stringify(body)).toEqual(LOCKED);
    } finally {
      await person.query('rollback').catch(() => undefined);
      person.release();
      await h.call('PUT', `/projects/${meanwhile}/unlock`);
    }
    expect(await everything()).toEqual(before);
  });

  const late = async () =>
    (await h.call('GET', `/projects/${meanwhile}/files?filePath=late/late.txt&folderPath=late`)).body.data;
  const assign = (body: unknown) => h.call('POST', `/projects/${meanwhile}/users`, { body });
  const newItem = () => ({ projectId: meanwhile, inventoryModel: { name: 'late', inventoryType: 'WORK_IN_PROGRESS' } });

  async function everything() {
    const counts = await Promise.all(
      ['files', 'inventory_items', 'inventory_history', 'tasks', 'jobs', 'project_members'].map(async (table) => {
        const { rows } = await h.database.pool.query(`select count(*)::int as n from ${table} where project_id = $1`, [
          meanwhile,
        ]);
        return [table, rows[0].n];
      }),
    );
    const { rows } = await h.database.pool.query(
      `select p.description, i.description as item, i.status,
         (select bool_or(f.is_reviewed) from files f where f.project_id = p.id) as is_reviewed from projects p join inventory_items i on i.project_id = p.id where i.id = $1`,
      [itemId],
    );
    const links = await h.database.pool.query('select * from project_links where parent_id = $1', [meanwhile]);
    return { counts, rows, links: links.rows };
  }
});
