// What a comparison needs of the items of a project: those of now, and the history by which those of a former scan are found.
import { sql } from 'kysely';
import type { HistoryChange } from '../../domain/inventories/inventory-history.ts';
import type { Db } from '../postgres/connection.ts';
import { batchesById } from '../postgres/rows.ts';
import { present } from './present.ts';

export interface ComparedItemRow {
  id: number;
  name: string;
  type: string;
  componentName: string;
  versionName: string;
  /** Of the item, else of its version; '' if unknown. */
  purl: string;
  cpe: string;
  license: string;
  declared: string;
  status: string;
  isPublished: boolean;
  isPresent: boolean;
  /** Its version was compared with advisories. */
  isCompared: boolean;
}

const AT_ONCE = 5000;

/** In batches by id; also items that are gone. */
export function eachComparedItem(db: Db, projectId: number): AsyncGenerator<ComparedItemRow[]> {
  return batchesById(AT_ONCE, (after) =>
    sql<ComparedItemRow>`
      select i.id, i.name, i.type, coalesce(c.name, '') as "componentName", coalesce(v.name, '') as "versionName",
        coalesce(nullif(i.purl, ''), v.purl, '') as purl, coalesce(v.cpe, '') as cpe, i.license_expression as license,
        coalesce(i.license_facts -> 'declared' ->> 'expression', '') as declared, i.status, i.is_published as "isPublished",
        ${present()} as "isPresent", coalesce(k.reason = '', false) as "isCompared"
      from inventory_items i left join components c on c.id = i.component_id left join component_versions v on v.id = i.version_id
      left join version_coverage k on k.version_id = i.version_id
      where i.project_id = ${projectId} and i.id > ${after} order by i.id limit ${AT_ONCE}`.execute(db),
  );
}

export async function countComparedItems(db: Db, projectId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from inventory_items where project_id = ${projectId}`.execute(db);
  return rows[0]?.count ?? 0;
}

export interface ComparedRevisionRow {
  id: number;
  itemId: number;
  event: string;
  changes: HistoryChange[];
}

/** Lines of the history after this time, the newest first. What an import brought from elsewhere happened in another installation. */
export async function listRevisionsAfter(db: Db, projectId: number, at: Date): Promise<ComparedRevisionRow[]> {
  const { rows } = await sql<ComparedRevisionRow>`
    select revision as id, item_id as "itemId", event, changes from inventory_history
    where project_id = ${projectId} and happened_at > ${at} and not (action = 'Project Import' and user_id is null)
    order by revision desc`.execute(db);
  return rows;
}

/** The history of these items until this time, the oldest first. */
export async function listRevisionsUntil(db: Db, itemIds: readonly number[], at: Date): Promise<ComparedRevisionRow[]> {
  const { rows } = await sql<ComparedRevisionRow>`
    select revision as id, item_id as "itemId", event, changes from inventory_history
    where item_id = any(${[...itemIds]}::bigint[]) and happened_at <= ${at} order by revision`.execute(db);
  return rows;
}

/** The package URLs of components whose name no other component has. */
export async function purlsOfComponents(db: Db, names: readonly string[]): Promise<Map<string, string>> {
  if (names.length === 0) return new Map();
  const { rows } = await sql<{ name: string; purl: string }>`
    select name, min(purl) as purl from components where name = any(${[...new Set(names)]}::text[])
    group by name having count(*) = 1 and min(purl) is not null`.execute(db);
  return new Map(rows.map(({ name, purl }) => [name, purl]));
}
