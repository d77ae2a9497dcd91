// A thousand vulnerabilities of one version: what decisions about them read grows with their number, and not with its square.
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Harness, startHarness } from '../../../test/harness.ts';
import { closeAlertsOfSuppressed } from '../advisories/news.ts';
import {
  closeAlertsByRules,
  listDecidedByPeople,
  noteOpened,
  type RulePair,
  reopenAlertsOfRules,
  writeRuleDecisions,
} from '../analysis-rules/decisions.ts';
import type { Tx } from '../postgres/connection.ts';
import { listDecidablePairs } from './analyses.ts';
import { closeAlertsByVex, reopenByVex, writeVexDecisions } from './vex-decisions.ts';

let h: Harness;
beforeAll(async () => {
  h = await startHarness();
});
afterAll(() => h.close());

const MANY = 200;

/** An item with so many vulnerabilities, all of them suppressed in its project, and their alerts still open. */
async function itemWith(many: number, project: string) {
  const { id } = (await h.call('POST', '/projects', { body: { name: project } })).body;
  const { rows } = await h.database.pool.query(
    `with v as (insert into vulnerabilities (name, is_recorded) select 'CVE-2026-' || $1::bigint || n, true from generate_series(1, $2::int) n returning id, name),
      n as (insert into vulnerability_names (name_key, vulnerability_id) select lower(name), id from v),
      c as (insert into components (name) values ('of one version ' || $1::bigint) returning id),
      cv as (insert into component_versions (component_id, name) select id, '1.0.0' from c returning id, component_id),
      m as (insert into version_vulnerabilities (version_id, vulnerability_id, outcome, advisory_ids) select cv.id, v.id, 'affected', '{}' from v, cv),
      i as (insert into inventory_items (project_id, type, identity, name, component_id, version_id, created_by)
        select $1, 'COMPONENT', 'one', 'one', component_id, id, 'System' from cv returning id, version_id),
      a as (insert into vulnerability_alerts (item_id, project_id, vulnerability_id, priority) select i.id, $1, v.id, 'HIGH' from i, v),
      s as (insert into suppressions (vulnerability_id, component_id, project_id) select v.id, c.id, $1 from v, c returning id),
      x as (insert into suppressed_versions (suppression_id, version_id, reason, remarks, suppressed_by)
        select s.id, cv.id, 'OTHER', '', 'System' from s, cv)
     select i.id, version_id, array(select id from v) as vulnerabilities from i`,
    [id, many],
  );
  const [{ id: itemId, version_id: versionId, vulnerabilities }] = rows;
  const pairs = (vulnerabilities as string[]).map((one) => ({
    ...{ itemId: Number(itemId), versionId: Number(versionId), vulnerabilityId: Number(one), projectId: Number(id) },
  }));
  return { projectId: Number(id), versionId: Number(versionId), itemId: Number(itemId), pairs };
}

/** A rule, and a source of VEX, that decide about all of them. */
async function decideByOthers(pairs: readonly (RulePair & { versionId: number; projectId: number })[]) {
  const { rows } = await h.database.pool.query(
    `with r as (insert into analysis_rules (name, kind, condition, analysis, words, suppresses, author, created_at, changed_by, changed_at)
        values ('of one version', 'RULE', '{}', '{}', '', true, 'System', now(), 'System', now()) returning id),
      o as (insert into vex_sources (name) values ('of one version') returning id),
      c as (insert into vex_documents (source_id, name, format, supplier, revision, sha256, statement_count, left_out_count, issue_count, received_by, received_at)
        select id, 'one', 'OPENVEX', '', '', '', 1, 0, 0, 'System', now() from o returning id),
      s as (insert into vex_statements (document_id, place, written, analysis) select id, '', '', '{}' from c returning id)
     select r.id as rule_id, s.id as statement_id from r, s`,
  );
  const [{ rule_id: ruleId, statement_id: statementId }] = rows;
  const said = { analysis: {}, isSuppressed: true };
  const now = new Date();
  const { db } = h.database;
  await writeRuleDecisions(
    db,
    pairs.map((pair) => ({ ...pair, ...said, ruleId: Number(ruleId), otherRuleIds: [] })),
    now,
  );
  await writeVexDecisions(
    db,
    pairs.map((pair) => ({ ...pair, ...said, projectId: null, statementId: Number(statementId) })),
    now,
  );
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
  const { projectId, versionId } = await itemWith(MANY, 'Decided by people');
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

it('reads them once for what rules and sources of VEX decide', async () => {
  const { projectId, itemId, pairs } = await itemWith(MANY, 'Decided by others');
  await decideByOthers(pairs);
  await h.database.db.transaction().execute(async (tx) => {
    const now = new Date();
    const everywhere = pairs.map((pair) => ({ ...pair, projectId: null }));
    const steps: [string, () => Promise<unknown>][] = [
      ['decided by people', () => listDecidedByPeople(tx, pairs)],
      ['alerts closed by rules', () => closeAlertsByRules(tx, pairs, now)],
      ['alerts opened after rules', () => reopenAlertsOfRules(tx, [itemId], now)],
      ['news after rules', () => noteOpened(tx, pairs)],
      ['alerts closed by VEX', () => closeAlertsByVex(tx, everywhere, now)],
      ['alerts opened after VEX', () => reopenByVex(tx, everywhere, now)],
    ];
    for (const [name, step] of steps) {
      const before = await rowsRead(tx);
      await step();
      expect((await rowsRead(tx)) - before, name).toBeLessThanOrEqual(3 * MANY);
    }
    expect((await listDecidedByPeople(tx, pairs)).size).toBe(MANY);
  });
  const { rows } = await h.database.pool.query(
    'select closed_by, count(*)::int from vulnerability_alerts where project_id = $1 and not is_open group by 1',
    [projectId],
  );
  expect(rows).toEqual([{ closed_by: 'Rule "of one version"', count: MANY }]);
});
