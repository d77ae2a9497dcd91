// Reviews are read with as many rows as there are items, also before the database has counted the table that has just grown.
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { cloneDatabase, type TestDatabase } from '../../../test/postgres.ts';
import { onlyRow } from '../postgres/rows.ts';
import { insertProject } from '../projects/projects.ts';
import { insertUser } from '../users/users.ts';
import { listReviewedItems } from './reviews.ts';

let database: TestDatabase;
let projectId: number;
/** With fewer rows, the wrong way costs less than the right one. */
const COUNT = 3000;

beforeAll(async () => {
  database = await cloneDatabase(inject('postgres'));
  const userId = await insertUser(database.db, {
    ...{ login: 'owner', firstName: '', lastName: '', email: '', passwordHash: null, permissions: [] },
  });
  projectId = await insertProject(database.db, {
    ...{ name: 'reviewed', folder_id: 1, contact_id: userId, scan_profile_id: 1 },
  });
  const params = [projectId, COUNT];
  await database.pool.query(
    `insert into inventory_items (project_id, type, identity, name, created_by, status)
     select $1, 'COMPONENT', 'item ' || n, 'item ' || n, 'test', 'APPROVED' from generate_series(1, $2::int) n`,
    params,
  );
  await database.pool.query(
    `insert into decisions (kind, subject, subject_key, scope, project_id, item_id, value, ground, author)
     select 'review', '{}', i.identity, 'item', $1, i.id, '{"status": "APPROVED"}', '{"by": "person"}', 'owner'
     from inventory_items i where i.project_id = $1 limit $2::int`,
    params,
  );
});
afterAll(() => database.drop());

it('reads one decision for each reviewed item', async () => {
  const read = await database.db.transaction().execute(async (tx) => {
    expect(await listReviewedItems(tx, projectId)).toHaveLength(COUNT);
    const { rows } = await sql<{ read: number }>`
      select (idx_tup_fetch + seq_tup_read)::int as read from pg_stat_xact_user_tables where relname = 'decisions'`.execute(
      tx,
    );
    return onlyRow(rows).read;
  });
  expect(read).toBeLessThan(4 * COUNT);
});
