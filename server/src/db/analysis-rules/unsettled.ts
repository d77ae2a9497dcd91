// Items that have to be compared with rules again. Triggers add those that have changed.
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { asPattern } from '../../domain/analysis-rules/patterns.ts';
import type { RuleCondition } from '../../domain/analysis-rules/rule.ts';
import { present } from '../inventories/present.ts';
import type { Db } from '../postgres/connection.ts';
import { beginning } from '../postgres/like.ts';
import { onlyRow } from '../postgres/rows.ts';

/** The items with a vulnerability about which a rule with this condition may decide; more than those about which it does. */
function mayConcern(condition: RuleCondition): RawBuilder<SqlBool> {
  const all: RawBuilder<SqlBool>[] = [sql<SqlBool>`i.type = 'COMPONENT'`, present()];
  const { vulnerabilities, weaknesses, severities, projectIds, includeCopies, folderIds, packages } = condition;
  if (vulnerabilities.length > 0)
    all.push(sql<SqlBool>`v.id in (select vulnerability_id from vulnerability_names
      where name_key = any(${vulnerabilities.map((name) => name.toLowerCase())}::text[]))`);
  if (weaknesses.length > 0) all.push(sql<SqlBool>`v.cwes && ${weaknesses}::text[]`);
  if (severities.length > 0) all.push(sql<SqlBool>`v.severity_v3 = any(${severities}::text[])`);
  if (projectIds.length > 0)
    all.push(
      sql<SqlBool>`(p.id = any(${projectIds}::bigint[]) or (${includeCopies}::boolean and p.origin_ids && ${projectIds}::bigint[]))`,
    );
  if (folderIds.length > 0)
    all.push(sql<SqlBool>`p.folder_id in (with recursive tree as (
      select id from folders where id = any(${folderIds}::bigint[])
      union select f.id from folders f join tree on f.parent_id = tree.id) select id from tree)`);
  const types = packages.map((one) => asPattern(one.package)?.type ?? '');
  if (types.length > 0)
    all.push(
      sql<SqlBool>`coalesce(nullif(i.purl, ''), cv.purl, b.purl) like any(${types.map((type) => beginning(`pkg:${type}/`))}::text[])`,
    );
  return sql<SqlBool>`${sql.join(all, sql` and `)}`;
}

const CONCERNED = sql`inventory_items i join projects p on p.id = i.project_id join component_versions cv on cv.id = i.version_id
  left join version_subjects b on b.version_id = i.version_id
  join version_vulnerabilities m on m.version_id = i.version_id join vulnerabilities v on v.id = m.vulnerability_id`;

export async function queueConcerned(db: Db, condition: RuleCondition): Promise<void> {
  await sql`insert into unsettled_by_rules (kind, id)
    select distinct 'item', i.id from ${CONCERNED} where ${mayConcern(condition)}`.execute(db);
}

/** Ids above one, for a preview of the condition. */
export async function listConcerned(db: Db, condition: RuleCondition, after: number, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct i.id from ${CONCERNED} where ${mayConcern(condition)} and i.id > ${after} order by i.id limit ${limit}`.execute(
    db,
  );
  return rows.map(({ id }) => Number(id));
}

/** The items about which the rule decides, or would decide if another one did not. */
export async function queueDecided(db: Db, ruleId: number): Promise<void> {
  await sql`insert into unsettled_by_rules (kind, id)
    select distinct 'item', item_id from rule_decisions where rule_id = ${ruleId} or other_rule_ids @> array[${ruleId}]::bigint[]`.execute(
    db,
  );
}

export async function queueProject(db: Db, projectId: number): Promise<void> {
  await sql`insert into unsettled_by_rules (kind, id) values ('project', ${projectId})`.execute(db);
}

export async function hasUnsettled(db: Db): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`select exists (select from unsettled_by_rules) as has`.execute(db);
  return onlyRow(rows).has;
}

/** What waits; items of projects and vulnerabilities count when they are told apart. */
export async function countUnsettled(db: Db): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*)::int as total from unsettled_by_rules`.execute(db);
  return onlyRow(rows).total;
}

/** Without any rule or decision of one, nothing needs to be compared. */
export async function forgetUnsettled(db: Db): Promise<void> {
  await sql`delete from unsettled_by_rules`.execute(db);
}

/** Whether there is a rule in force, or a decision of a former one. */
export async function hasRulesOrDecisions(db: Db): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    select exists (select from analysis_rules where is_enabled and ended_at is null) or exists (select from rule_decisions) as has`.execute(
    db,
  );
  return onlyRow(rows).has;
}

const WITH_MATCHES = sql`inventory_items i where exists (select from version_vulnerabilities m where m.version_id = i.version_id)`;

/** Replaces waiting projects and vulnerabilities by their items. */
async function tellApart(db: Db): Promise<void> {
  await sql`with taken as (delete from unsettled_by_rules where kind <> 'item' returning kind, id)
    insert into unsettled_by_rules (kind, id)
    select 'item', i.id from ${WITH_MATCHES} and i.project_id in (select id from taken where kind = 'project')
    union select 'item', i.id from taken t join version_vulnerabilities m on t.kind = 'vulnerability' and m.vulnerability_id = t.id
      join inventory_items i on i.version_id = m.version_id`.execute(db);
}

/** Takes waiting items; each caller gets different ones. */
export async function takeUnsettled(db: Db, limit: number): Promise<number[]> {
  await tellApart(db);
  const { rows } = await sql<{ id: number }>`
    with chosen as materialized (select ctid, id from unsettled_by_rules where kind = 'item' order by id limit ${limit} for update skip locked),
      taken as (delete from unsettled_by_rules u using chosen where u.ctid = chosen.ctid returning u.id)
    select distinct id from taken order by id`.execute(db);
  return rows.map(({ id }) => Number(id));
}

/** Takes what waits in one project, in the transaction that changes it. */
export async function takeUnsettledOf(db: Db, projectId: number): Promise<number[]> {
  const { rows } = await sql<{ kind: string; id: number }>`
    delete from unsettled_by_rules u where (u.kind = 'project' and u.id = ${projectId})
      or (u.kind = 'item' and exists (select from inventory_items i where i.id = u.id and i.project_id = ${projectId}))
    returning u.kind, u.id`.execute(db);
  if (!rows.some(({ kind }) => kind === 'project')) return [...new Set(rows.map(({ id }) => Number(id)))];
  const { rows: all } = await sql<{
    id: number;
  }>`select i.id from ${WITH_MATCHES} and i.project_id = ${projectId}`.execute(db);
  return all.map(({ id }) => Number(id));
}
