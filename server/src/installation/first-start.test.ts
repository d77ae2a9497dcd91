import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Harness, startHarness } from '../../test/harness.ts';
import { createFirstUser } from './first-start.ts';

let h: Harness;
beforeAll(async () => {
  h = await startHarness({ ASSAY_ADMIN_PASSWORD: 'Engine1843' });
});
afterAll(() => h.close());

const lines = async () =>
  (await h.database.pool.query("select via, login, ids, details from audit_log where operation = 'createFirstUser'"))
    .rows;

it('creates no user and no audit line if there are users', async () => {
  expect(await createFirstUser(h.app)).toBeUndefined();
  expect(await lines()).toEqual([]);
});

it('creates the administrator on behalf of the system', async () => {
  await h.database.pool.query('delete from users');
  expect(await createFirstUser(h.app)).toBeUndefined();
  const { rows } = await h.database.pool.query('select id, login from users');
  expect(rows).toEqual([{ id: expect.any(Number), login: 'admin' }]);
  expect(await lines()).toEqual([
    {
      via: 'system',
      login: 'System',
      ids: { madeId: rows[0].id },
      details: { newLogin: 'admin', permissions: expect.arrayContaining(['system_admin']) },
    },
  ]);
});
