// The plan for items by their ids, as PostgreSQL makes it while it takes the tables for empty: an import of an SBOM into a new installation.
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { cloneDatabase, type TestDatabase } from '../../../test/postgres.ts';
import { detailed } from './items.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await cloneDatabase(inject('postgres'));
});
afterAll(() => database.drop());

it('looks up the coverage of each item by its id, and does not compare all items with all versions', async () => {
  const query = detailed(database.db, { isOfFew: true }).where('i.id', '=', sql<number>`any('{1,2}'::bigint[])`);
  const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${query}`.execute(database.db);
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  expect(plan).toContain('Index Cond: (id = i.id)');
  expect(plan).not.toContain('Join Filter: (i_1.id = i.id)');
});
