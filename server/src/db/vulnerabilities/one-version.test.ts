// A thousand vulnerabilities of one version: what decisions about them read grows with their number, and not with its square.
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Harness, startHarness } from '../../../test/harness.ts';
import { closeAlertsOfSuppressed } from '../advisories/news.ts';
import type { Tx } from '../postgres/connection.ts';
import { listDecidablePairs } from './analyses.ts';

let h: Harness;
beforeAll(async () => {
  h = await startHarness();
});
afterAll(() => h.close());

const MANY = 200;

/** An item with so many vulnerabilities, all of them suppressed in its project, and their alerts still open. */
async function itemWith(many: number) {
  const { id } = (await h.call('POST', '/projects', { body: { name: 'Of one version' } })).body;
  const { rows } = await h.database.pool.query(
    `with v as (insert into vulnerabilities (name, is_recorded) select 'CVE-2026-7' || n, true from generate_series(1, $2::int) n returning id, name),
      n as (insert into vulnerability_names (name_key, vulnerability_id) select lower(name), id from v),
      c as (insert into components (name) values ('of one version') returning id),
      cv as (insert into component_versions (component_id, name) select id, '1.0.0' from c returning id, component_id),
      m as (insert into version_vulnerabilities (version_id, vulnerability_id, outcome, advisory_ids) select cv.id, v.id, 'affected', '{}' from v, cv),
      i as (insert into inventory_items (project_id, type, identity, name, component_id, version_id, created_by)
        select $1, 'COMPONENT', 'one', 'one', component_id, id, 'System' from cv returning id, version_id),
      a as (insert into vulnerability_alerts (item_id, project_id, vulnerability_id, priority) select i.id, $1, v.id, 'HIGH' from i, v),
      s as (insert into suppressions (vulnerability_id, component_id, project_id) select v.id, c.id, $1 from v, c returning id),
      x as (insert into suppressed_versions (suppression_id, version_id, reason, remarks, suppressed_by)
        select s.id, cv.id, 'OTHER', '', 'System' from s, cv)
     select version_id from i`,
    [id, many],
  );
  return { projectId: Number(id), versionId: Number(rows[0].version_id) };
}

/** The rows of suppressions that a transaction has read so far. */
async function rowsRead(tx: Tx): Promise<number> {
  const { rows } = await sql<{ read: number }>`
    select sum(seq_tup_read + idx_tup_fetch)::int as read from pg_stat_xact_user_tables where relname = 'suppressed_versions'`.execute(
    tx,
  );
  return rows[0]?.read ?? Number.NaN;
}

it('reads the suppressions of a version once, and not for each of its vulnerabilities', async () => {
  const { projectId, versionId } = await itemWith(MANY);
  await h.database.db.transaction().execute(async (tx) => {
    const pairs = await listDecidablePairs(tx, projectId, {});
    expect(pairs.filter(({ isSuppressed }) => isSuppressed)).toHaveLength(MANY);
    await closeAlertsOfSuppressed(tx, [versionId], 'System');
    expect(await rowsRead(tx)).toBeGreaterThanOrEqual(MANY);
    expect(await rowsRead(tx)).toBeLessThanOrEqual(6 * MANY);
  });
  const { rows } = await h.database.pool.query('select from vulnerability_alerts where project_id = $1 and is_open', [
    projectId,
  ]);
  expect(rows).toHaveLength(0);
});
