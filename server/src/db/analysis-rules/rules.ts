// Rules about vulnerabilities as rows. What they decide is in decisions.ts.
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import {
  ANY_CONDITION,
  type MatchedRule,
  type RuleContent,
  type RuleKind,
  type RuleState,
} from '../../domain/analysis-rules/rule.ts';
import type { Db } from '../postgres/connection.ts';
import { anywhere } from '../postgres/like.ts';
import { onlyRow } from '../postgres/rows.ts';
import { isAllowedTo, type Viewer } from '../projects/standing.ts';

export interface StoredRule extends RuleContent, MatchedRule {
  kind: RuleKind;
  isEnabled: boolean;
  endedAt: Date | null;
  author: string;
  createdAt: Date;
  changedBy: string;
}

export interface ListedRule extends StoredRule {
  /** Vulnerabilities of items that it decides about. */
  decided: number;
}

const COLUMNS = sql`r.id, r.name, r.kind, r.condition, r.analysis, r.words, r.suppresses, r.is_enabled as "isEnabled", r.expires_at as "expiresAt",
  r.ended_at as "endedAt", r.author, r.created_at as "createdAt", r.changed_by as "changedBy", r.changed_at as "changedAt"`;

const DECIDED = sql`(select count(*)::int from rule_decisions d where d.rule_id = r.id) as decided`;

const IS_ON = sql<SqlBool>`(r.is_enabled and r.ended_at is null and r.deleted_at is null)`;

const asRule = <T extends StoredRule>(row: T): T => ({
  ...row,
  id: Number(row.id),
  condition: { ...ANY_CONDITION, ...row.condition },
});

/** Those that decide now, in the order of their ids. */
export async function listRulesInForce(db: Db): Promise<MatchedRule[]> {
  const { rows } = await sql<StoredRule>`select ${COLUMNS} from analysis_rules r where ${IS_ON} order by r.id`.execute(
    db,
  );
  return rows.map(asRule);
}

/** Changes with the rules in force: two equal texts mean the same rules. */
export async function stampOfRules(db: Db): Promise<string> {
  const { rows } = await sql<{ stamp: string }>`
    select count(*) || ' ' || coalesce(max(r.changed_at)::text, '') || ' ' || coalesce(sum(r.id)::text, '') as stamp
    from analysis_rules r where ${IS_ON}`.execute(db);
  return onlyRow(rows).stamp;
}

export async function findRule(db: Db, id: number): Promise<StoredRule | undefined> {
  const { rows } =
    await sql<StoredRule>`select ${COLUMNS} from analysis_rules r where r.id = ${id} and r.deleted_at is null`.execute(
      db,
    );
  return rows[0] && asRule(rows[0]);
}

export async function findRuleNamed(db: Db, name: string): Promise<number | undefined> {
  const { rows } = await sql<{
    id: number;
  }>`select id from analysis_rules where lower(name) = lower(${name}) and deleted_at is null`.execute(db);
  return rows[0] && Number(rows[0].id);
}

/** All names that begin with this, in lower case. */
export async function listRuleNames(db: Db, beginning: string): Promise<Set<string>> {
  const { rows } = await sql<{ name: string }>`
    select lower(name) as name from analysis_rules where starts_with(lower(name), lower(${beginning})) and deleted_at is null`.execute(
    db,
  );
  return new Set(rows.map(({ name }) => name));
}

export interface RuleFilter {
  state?: RuleState;
  kind?: RuleKind;
  /** Part of the name or of the ground, or any name of a vulnerability in the condition. */
  search?: string;
  projectId?: number;
}

/** A rule for certain projects is shown to those who may see all of them. */
const isShownTo = (viewer: Viewer): RawBuilder<SqlBool> => sql<SqlBool>`not exists (
  select from jsonb_array_elements_text(r.condition -> 'projectIds') as p(id) join projects on projects.id = p.id::bigint
  where not ${isAllowedTo('VIEW_INVENTORY', viewer)})`;

export async function mayViewerSee(db: Db, id: number, viewer: Viewer): Promise<boolean> {
  const { rows } = await sql<{ id: number }>`
    select r.id from analysis_rules r where r.id = ${id} and r.deleted_at is null and ${isShownTo(viewer)}`.execute(db);
  return rows.length > 0;
}

function conditionsOf({ state, kind, search, projectId }: RuleFilter, viewer: Viewer): RawBuilder<SqlBool>[] {
  const conditions = [sql<SqlBool>`r.deleted_at is null`, isShownTo(viewer)];
  if (state === 'ENDED') conditions.push(sql<SqlBool>`r.ended_at is not null`);
  if (state === 'ON') conditions.push(IS_ON);
  if (state === 'OFF') conditions.push(sql<SqlBool>`(r.ended_at is null and not r.is_enabled)`);
  if (kind !== undefined) conditions.push(sql<SqlBool>`r.kind = ${kind}`);
  if (projectId !== undefined)
    conditions.push(sql<SqlBool>`r.condition -> 'projectIds' @> ${JSON.stringify([projectId])}::jsonb`);
  if (search) {
    const pattern = sql`lower(${anywhere(search)})`;
    conditions.push(sql<SqlBool>`(lower(r.name) like ${pattern} or lower(r.words) like ${pattern}
      or lower((r.condition -> 'vulnerabilities')::text) like ${pattern})`);
  }
  return conditions;
}

/** In the order of their names. */
export async function pageOfRules(
  db: Db,
  filter: RuleFilter,
  viewer: Viewer,
  page: { limit: number; offset: number },
): Promise<{ rows: ListedRule[]; total: number }> {
  const from = sql`from analysis_rules r where ${sql.join(conditionsOf(filter, viewer), sql` and `)}`;
  const { rows } = await sql<ListedRule>`
    select ${COLUMNS}, ${DECIDED} ${from} order by lower(r.name), r.id limit ${page.limit} offset ${page.offset}`.execute(
    db,
  );
  const counted = await sql<{ total: number }>`select count(*)::int as total ${from}`.execute(db);
  return { rows: rows.map(asRule), total: onlyRow(counted.rows).total };
}

export async function findListedRule(db: Db, id: number): Promise<ListedRule | undefined> {
  const { rows } = await sql<ListedRule>`
    select ${COLUMNS}, ${DECIDED} from analysis_rules r where r.id = ${id} and r.deleted_at is null`.execute(db);
  return rows[0] && asRule(rows[0]);
}

export interface NewRule extends RuleContent {
  kind: RuleKind;
  isEnabled: boolean;
}

const json = (value: unknown) => sql`${JSON.stringify(value)}::jsonb`;

/** Returns its id. */
export async function insertRule(db: Db, rule: NewRule, by: { login: string; at: Date }): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into analysis_rules (name, kind, condition, analysis, words, suppresses, is_enabled, expires_at, author, created_at, changed_by, changed_at)
    values (${rule.name}, ${rule.kind}, ${json(rule.condition)}, ${json(rule.analysis)}, ${rule.words}, ${rule.suppresses}, ${rule.isEnabled},
      ${rule.expiresAt}, ${by.login}, ${by.at}, ${by.login}, ${by.at})
    returning id`.execute(db);
  return Number(onlyRow(rows).id);
}

/** An ended rule begins again, as its new end is in the future. */
export async function updateRule(
  db: Db,
  id: number,
  rule: RuleContent & { isEnabled: boolean },
  by: { login: string; at: Date },
): Promise<void> {
  await sql`update analysis_rules set name = ${rule.name}, condition = ${json(rule.condition)}, analysis = ${json(rule.analysis)},
      words = ${rule.words}, suppresses = ${rule.suppresses}, is_enabled = ${rule.isEnabled}, expires_at = ${rule.expiresAt}, ended_at = null,
      changed_by = ${by.login}, changed_at = ${by.at} where id = ${id}`.execute(db);
}

export async function switchRule(
  db: Db,
  id: number,
  isEnabled: boolean,
  by: { login: string; at: Date },
): Promise<void> {
  await sql`update analysis_rules set is_enabled = ${isEnabled}, changed_by = ${by.login}, changed_at = ${by.at} where id = ${id}`.execute(
    db,
  );
}

/** It decides nothing any more, and goes with the last thing that it decided. */
export async function deleteRule(db: Db, id: number, now: Date): Promise<void> {
  await sql`update analysis_rules set is_enabled = false, deleted_at = ${now} where id = ${id}`.execute(db);
}

export async function purgeRules(db: Db): Promise<void> {
  await sql`delete from analysis_rules r where r.deleted_at is not null and not exists (select from rule_decisions d where d.rule_id = r.id)`.execute(
    db,
  );
}

/** Also of a deleted one; '' if there is none. */
export async function findRuleName(db: Db, id: number): Promise<string> {
  const { rows } = await sql<{ name: string }>`select name from analysis_rules where id = ${id}`.execute(db);
  return rows[0]?.name ?? '';
}

/** Ends those whose last day is over. */
export async function endExpiredRules(db: Db, now: Date): Promise<StoredRule[]> {
  const { rows } = await sql<StoredRule>`
    update analysis_rules r set ended_at = ${now} where r.ended_at is null and r.deleted_at is null and r.expires_at <= ${now} returning ${COLUMNS}`.execute(
    db,
  );
  return rows.map(asRule);
}

export async function hasExpiredRules(db: Db, now: Date): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    select exists (select from analysis_rules where ended_at is null and deleted_at is null and expires_at <= ${now}) as has`.execute(
    db,
  );
  return onlyRow(rows).has;
}
