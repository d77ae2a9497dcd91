// The mails of a decision about more items than one request decides: one to each person at the end of the job, not one for each step or item.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Harness, startHarness } from '../../../test/harness.ts';
import { tellOfBulk } from '../../reviews/bulk/run.ts';

let h: Harness;
let projectId: number;
const ITEMS = 1100;

beforeAll(async () => {
  h = await startHarness();
  await h.work();
  await h.call('PUT', '/emailSettings', {
    body: {
      ...{ host: '127.0.0.1', port: 2525, security: 'NONE', fromAddress: 'assay@example.org', fromName: 'Assay' },
      baseUrl: 'https://assay.example.org/',
    },
  });
  projectId = (await h.call('POST', '/projects', { body: { name: 'mailed' } })).body.id;
  const reviewer = await h.person('reviewer');
  await h.call('POST', `/projects/${projectId}/users`, {
    body: { userRoles: { roleId: 'REVIEWER', users: [h.admin.login, reviewer.login] } },
  });
  await h.database.pool.query(
    `insert into inventory_items (project_id, type, identity, name, created_by)
     select $1, 'WORK_IN_PROGRESS', 'item ' || n, 'Item ' || n, 'test' from generate_series(1, $2::int) n`,
    [projectId, ITEMS],
  );
}, 60_000);
afterAll(() => h.close());

it('one mail to each person about all items, and none of it is left to be told', async () => {
  await h.database.pool.query('delete from mails');
  const { body } = await h.call('POST', `/projects/${projectId}/bulkDecisions/items`, {
    body: { action: 'REJECT', filter: {}, reason: 'None of it is delivered.', dryRun: false },
  });
  expect(await h.jobOver(body.data.jobId)).toMatchObject({ status: 'Completed' });
  const { rows: steps } = await h.database.pool.query('select count(*)::int as steps from bulk_steps');
  expect(steps[0].steps).toBeGreaterThan(1);
  const { rows } = await h.database.pool.query(
    `select template, recipient_id, count(*)::int as mails, max(variables -> 'texts' ->> 'COUNT')::int as told from mails group by 1, 2`,
  );
  expect(rows.length).toBeGreaterThan(0);
  for (const row of rows) expect(row).toMatchObject({ mails: 1, told: ITEMS });
  expect((await h.database.pool.query('select from bulk_notices')).rowCount).toBe(0);
}, 120_000);

it('what a killed job has not told is told once, by the job that goes on', async () => {
  const { rows } = await h.database.pool.query('select max(id)::int as id from bulk_decisions');
  const notice = {
    ...{ template: 'task_created', recipientIds: [h.admin.id], projectId, texts: {}, people: {}, pages: {} },
    line: { text: 'Item 1', page: '/' },
  };
  for (const step of [7000, 8000])
    await h.database.pool.query('insert into bulk_notices values ($1, $2, $3)', [
      rows[0].id,
      step,
      JSON.stringify([notice]),
    ]);
  await h.database.pool.query('delete from mails');
  for (let times = 0; times < 2; times++) await h.app.db.transaction().execute((tx) => tellOfBulk(tx, rows[0].id));
  expect((await h.database.pool.query('select from mails')).rowCount).toBe(1);
});
