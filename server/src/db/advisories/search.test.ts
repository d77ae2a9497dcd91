// The list of all vulnerabilities is read in the order of an index. The migration repeats that order, because it cannot take it from the domain.
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { cloneDatabase, type TestDatabase } from '../../../test/postgres.ts';
import { GRAVITY } from '../../domain/vulnerabilities/vulnerability.ts';
import { GRAVEST_FIRST } from '../vulnerabilities/vulnerabilities.ts';
import { FOUND, pageOfVulnerabilities } from './search.ts';

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

it('a search finds parts of names and summaries, in any case and once each', async () => {
  await database.pool.query(
    `with added as (insert into vulnerabilities (name, is_recorded, summary) values ('GHSA-abcd', true, 'A 100% Sure Thing'), ('GHSA-efgh', true, 'Thing')
       returning id, name)
     insert into vulnerability_names (name_key, vulnerability_id) select lower(name), id from added
       union all select 'thing-' || id, id from added where name = 'GHSA-abcd'`,
  );
  const found = async (search: string) => {
    const { rows, total } = await pageOfVulnerabilities(database.db, { search }, admin, { limit: 1, offset: 0 });
    return [total, rows[0]?.name];
  };
  expect(await found('THING')).toEqual([2, 'GHSA-abcd']);
  expect(await found('00% s')).toEqual([1, 'GHSA-abcd']);
  expect(await found('hsa-E')).toEqual([1, 'GHSA-efgh']);
  expect(await found('a_b')).toEqual([0, undefined]);
  await database.pool.query(`delete from vulnerability_names`);
  await database.pool.query(`delete from vulnerabilities where name like 'GHSA%'`);
});

it('a search reads the indexes of parts and not all rows', async () => {
  const plan = await database.db.transaction().execute(async (tx) => {
    await sql`set local enable_seqscan = off`.execute(tx);
    const { rows } = await sql<Record<string, string>>`explain select from ${FOUND('thing')} found`.execute(tx);
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  });
  expect(plan).toContain('vulnerabilities_summary_parts');
  expect(plan).toContain('vulnerability_names_parts');
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
