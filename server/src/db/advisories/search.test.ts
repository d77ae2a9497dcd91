// The list of all vulnerabilities is read in the order of an index. The migration repeats that order, because it cannot take it from the domain.
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { cloneDatabase, type TestDatabase } from '../../../test/postgres.ts';
import { GRAVITY } from '../../domain/vulnerability.ts';
import { GRAVEST_FIRST } from '../vulnerabilities/vulnerabilities.ts';
import { pageOfVulnerabilities } from './search.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await cloneDatabase(inject('postgres'));
  await database.pool.query(
    `insert into vulnerabilities (name, is_recorded, severity_v3, cvss_v3_score)
     select 'CVE-' || n || '-' || s, true, s, n from unnest($1::text[]) s cross join generate_series(1, 2) n`,
    [GRAVITY],
  );
});
afterAll(() => database.drop());

const admin = { id: 1, permissions: ['system_admin'] };

it('sorts by severity, then by the higher of two scores', async () => {
  const { rows, total } = await pageOfVulnerabilities(database.db, {}, admin, { limit: 100, offset: 0 });
  expect(total).toBe(GRAVITY.length * 2);
  expect(rows.map(({ name }) => name)).toEqual(GRAVITY.flatMap((one) => [`CVE-2-${one}`, `CVE-1-${one}`]));
});

it('the order is that of the index, so no page sorts all rows', async () => {
  const plan = await database.db.transaction().execute(async (tx) => {
    await sql`set local enable_seqscan = off`.execute(tx);
    const { rows } = await sql<Record<string, string>>`explain select v.id from vulnerabilities v where v.is_recorded
      order by ${GRAVEST_FIRST} limit 1`.execute(tx);
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  });
  expect(plan).toContain('using vulnerabilities_gravest');
  expect(plan).not.toContain('Sort');
});
