// Compares decisions with the current facts, in sets, as rescans do.
import { sql } from 'kysely';
import type { StoredDecision } from '../../domain/decisions/decision.ts';
import { type LicenseFacts, licenseFactsOf } from '../../domain/licenses/license-facts.ts';
import { present } from '../inventories/present.ts';
import type { Db } from '../postgres/connection.ts';
import { partsOf } from '../postgres/parts.ts';
import { SAID } from './carried-files.ts';

/** Fills `decision_files` for decisions on files that it lacks. Call it when decisions are made, copied or imported. */
export async function noteDecidedContents(db: Db, projectId: number): Promise<void> {
  // Two selects, because one with OR would compare every decision with every file.
  await sql`with open as materialized (
      select d.id, d.subject ->> 'path' as path, left(d.subject ->> 'pathPattern', -2) as folder from decisions d
      where d.project_id = ${projectId} and d.kind in ('file-reviewed', 'file-tied') and d.superseded_at is null
        and not exists (select from decision_files x where x.decision_id = d.id)),
    places as (
      select d.id, f.sha256, f.hint, place_key(f.path) as place_key from open d join files f on f.project_id = ${projectId} and f.path = d.path
      union
      select d.id, f.sha256, f.hint, place_key(f.path) from open d join files f on f.project_id = ${projectId} and starts_with(f.path, d.folder)
      where d.folder is not null)
    insert into decision_files (decision_id, project_id, sha256, place_key, text_digest, evidence_digest, sketch, said)
    select p.id, ${projectId}, p.sha256, p.place_key, x.text_digest, x.evidence_digest, x.sketch, ${SAID} from places p
    left join facts x on x.sha256 = p.sha256 and x.hint = p.hint on conflict do nothing`.execute(db);
}

export interface MovedTie {
  itemId: number;
  fileId: number;
  path: string;
  isTied: boolean;
}

/**
 * Contents that a person added to an item or removed from it, and that are in exactly one other place now. Of several decisions on the same content,
 * the last one wins. Empty files are left out, because they are all alike.
 */
export async function listMovedTies(db: Db, projectId: number): Promise<MovedTie[]> {
  const { rows } = await sql<MovedTie>`
    with last as (
      select distinct on (d.item_id, x.sha256) d.item_id, x.sha256, d.subject, d.value @> '{"isTied": true}' as is_tied
      from decision_files x join decisions d on d.id = x.decision_id join inventory_items i on i.id = d.item_id
      where d.project_id = ${projectId} and d.kind = 'file-tied' and d.superseded_at is null
      order by d.item_id, x.sha256, d.id desc),
    places as (
      select f.sha256, min(f.id) as id, min(f.path) as path from files f
      where f.project_id = ${projectId} and f.size_bytes > 0 and f.sha256 in (select sha256 from last)
      group by f.sha256 having count(*) = 1)
    select l.item_id as "itemId", p.id as "fileId", p.path, l.is_tied as "isTied" from last l join places p using (sha256)
    where p.path is distinct from l.subject ->> 'path'
      and not coalesce(starts_with(p.path, left(l.subject ->> 'pathPattern', -2)), false)
      and case when l.is_tied then not exists (select from inventory_files x where x.item_id = l.item_id and x.file_id = p.id)
        else not exists (select from inventory_file_exclusions x where x.item_id = l.item_id and x.path = p.path) end
    order by l.item_id, p.path`.execute(db);
  return rows;
}

/** `reportedAt` is set if an earlier scan has reported that the decision no longer holds. */
export interface CheckedDecision extends StoredDecision {
  reportedAt: Date | null;
  /** What that scan said. */
  reported: string;
  itemName: string | null;
  itemLicense: string | null;
  facts: LicenseFacts | null;
}

/**
 * Decisions of people on licenses and notices of the items of a project, including decisions for all projects.
 * Decisions that forget a license are left out: nobody is asked to confirm them.
 */
export async function listDecisionsToCheck(db: Db, projectId: number): Promise<CheckedDecision[]> {
  const { rows } = await sql<CheckedDecision>`
    select d.id, d.kind, d.subject, d.scope, d.project_id as "projectId", d.item_id as "itemId", d.value, d.ground, d.author,
      d.decided_at as "decidedAt", d.expires_at as "expiresAt", d.superseded_at as "supersededAt", d.lapsed_at as "reportedAt", d.lapse as reported,
      i.name as "itemName", i.license_expression as "itemLicense", i.license_facts as facts
    from decisions d left join inventory_items i on i.id = d.item_id
    where d.superseded_at is null and ${present()} and d.kind in ('notice-text', 'license-choice', 'concluded-license')
      and d.ground ->> 'by' in ('person', 'import', 'migration')
      and ((d.project_id = ${projectId} and d.item_id is not null)
        or (d.project_id is null and d.value ->> 'licenseExpression' is distinct from '' and md5(d.subject_key) in (
          select md5(o.subject_key) from decisions o where o.project_id = ${projectId} and o.superseded_at is null)))
    order by d.id`.execute(db);
  return rows.map((row) => ({ ...row, facts: row.facts === null ? null : licenseFactsOf(row.facts) }));
}

/** A condition on the decision `d`: it counts for other contents, which say the same. */
const IS_CARRIED = sql`exists (select from carried_files c join files f on f.id = c.file_id and f.sha256 = c.sha256
  where c.decision_id = d.id and c.way <> 'component')`;

/** What is in the place of a decided file now. */
export interface ChangedPlace {
  path: string;
  /** What is different, without a full stop. */
  words: string;
}

export interface LapsedMark {
  id: number;
  path: string;
  author: string;
  /** The item to which the file was added; null for a mark. */
  itemId: number | null;
  itemName: string | null;
}

/**
 * Reviewed files with contents that the code base no longer has, or that have others in their place, about which nothing is decided: then the former ones
 * count for their copies alone. Each is reported once.
 * @param changes what this scan found in their places, which may lie in a folder of another version
 */
export async function listLapsedMarks(
  db: Db,
  projectId: number,
  changes: ReadonlyMap<number, ChangedPlace> = new Map(),
): Promise<LapsedMark[]> {
  const { rows } = await sql<LapsedMark>`
    select d.id, d.subject ->> 'path' as path, d.author, null as "itemId", null as "itemName" from decisions d
    where d.project_id = ${projectId} and d.kind = 'file-reviewed' and d.superseded_at is null and d.lapsed_at is null
      and d.subject ? 'path' and d.value @> '{"isReviewed": true}'
      and (not exists (select from decision_files x join files f on f.sha256 = x.sha256 and f.project_id = ${projectId}
          where x.decision_id = d.id) and not ${IS_CARRIED}
        or d.id = any(${[...changes.keys()]}::bigint[])
        or exists (select from files f where f.project_id = ${projectId} and f.path = d.subject ->> 'path' and not f.is_reviewed and not f.is_excluded
          and exists (select from decision_files x where x.decision_id = d.id)
          and not exists (select from decision_files x where x.decision_id = d.id and x.sha256 = f.sha256)))
    order by d.id`.execute(db);
  return rows;
}

/** Single files that a person added to an item that no longer has any file with their content. Each is reported once. */
export async function listLapsedTies(db: Db, projectId: number): Promise<LapsedMark[]> {
  const { rows } = await sql<LapsedMark>`
    select d.id, d.subject ->> 'path' as path, d.author, i.id as "itemId", i.name as "itemName"
    from decisions d join inventory_items i on i.id = d.item_id
    where d.project_id = ${projectId} and d.kind = 'file-tied' and d.superseded_at is null and d.lapsed_at is null
      and d.subject ? 'path' and d.value @> '{"isTied": true}'
      and exists (select from decision_files x where x.decision_id = d.id)
      and not exists (select from decision_files x join files f on f.sha256 = x.sha256 and f.project_id = ${projectId}
        join inventory_files t on t.file_id = f.id and t.item_id = d.item_id where x.decision_id = d.id) and not ${IS_CARRIED}
      -- A later decision on the same contents replaces this one.
      and not exists (select from decision_files x join decision_files y on y.sha256 = x.sha256 and y.decision_id > x.decision_id
        join decisions e on e.id = y.decision_id and e.item_id = d.item_id and e.kind = 'file-tied' and e.superseded_at is null
        where x.decision_id = d.id)
    order by d.id`.execute(db);
  return rows;
}

/** Where a decision `d` that lapsed is to be taken again: the folder of the next release may have another name. */
export const LAPSED_PATH = sql<string>`coalesce(d.lapsed_path, d.subject ->> 'path')`;

/** Decisions that lapsed before, whose file lies elsewhere now. */
export async function followLapsed(db: Db, changes: ReadonlyMap<number, ChangedPlace>): Promise<void> {
  const places = [...changes].map(([id, { path }]) => ({ id, path }));
  for (const part of partsOf(places))
    await sql`update decisions d set lapsed_path = t.path from jsonb_to_recordset(${JSON.stringify(part)}::jsonb) as t(id bigint, path text)
      where d.id = t.id and d.lapsed_at is not null and ${LAPSED_PATH} <> t.path`.execute(db);
}

export async function markReported(
  db: Db,
  lapsed: readonly { id: number; why: string }[],
  holding: readonly number[],
): Promise<void> {
  if (holding.length > 0)
    await sql`update decisions set lapsed_at = null, lapse = '' where id = any(${[...holding]}::bigint[])`.execute(db);
  if (lapsed.length > 0)
    await sql`update decisions d set lapsed_at = now(), lapse = t.why
      from jsonb_to_recordset(${JSON.stringify(lapsed)}::jsonb) as t(id bigint, why text) where d.id = t.id`.execute(
      db,
    );
}

/** Any item of the project, because every task needs one. */
export async function findAnyItem(db: Db, projectId: number): Promise<{ id: number; name: string } | undefined> {
  const { rows } = await sql<{ id: number; name: string }>`
    select i.id, i.name from inventory_items i where i.project_id = ${projectId} and ${present()} order by i.id limit 1`.execute(
    db,
  );
  return rows[0];
}
