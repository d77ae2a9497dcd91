// Which products projects are.
import { sql } from 'kysely';
import type { Db } from '../postgres/connection.ts';
import { onlyRow } from '../postgres/rows.ts';

export interface ProjectProduct {
  written: string;
  type: string;
  name: string;
}

/** As somebody wrote them, by project. */
export async function listProducts(db: Db, projectIds: readonly number[]): Promise<Map<number, string[]>> {
  if (projectIds.length === 0) return new Map();
  const { rows } = await sql<{ projectId: number; written: string[] }>`
    select project_id as "projectId", array_agg(written order by position) as written from project_products
    where project_id = any(${projectIds}::bigint[]) group by 1`.execute(db);
  return new Map(rows.map(({ projectId, written }) => [Number(projectId), written]));
}

/** Whether any project says which product it is. */
export async function hasProducts(db: Db): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`select exists (select from project_products) as has`.execute(db);
  return onlyRow(rows).has;
}

export async function replaceProducts(db: Db, projectId: number, products: readonly ProjectProduct[]): Promise<void> {
  await sql`delete from project_products where project_id = ${projectId}`.execute(db);
  await sql`insert into project_products (project_id, position, written, type, name)
    select ${projectId}, t.position, t.value ->> 'written', t.value ->> 'type', t.value ->> 'name'
    from jsonb_array_elements(${JSON.stringify(products)}::jsonb) with ordinality as t(value, position)`.execute(db);
}

/** Of projects, some of whose items these are. */
export async function listVersionsInProducts(
  db: Db,
  itemIds: readonly number[],
): Promise<{ projectId: number; versionIds: number[] }[]> {
  const { rows } = await sql<{ projectId: number; versionIds: string[] }>`
    select i.project_id as "projectId", array_agg(distinct i.version_id) as "versionIds" from inventory_items i
    where i.id = any(${itemIds}::bigint[]) and i.version_id is not null and i.type = 'COMPONENT'
      and exists (select from project_products p where p.project_id = i.project_id)
    group by 1 order by 1`.execute(db);
  return rows.map((row) => ({ projectId: Number(row.projectId), versionIds: row.versionIds.map(Number) }));
}

/** Versions of the inventory with vulnerabilities, and those about which a source has decided in this project. */
export async function listVersionsToSettle(db: Db, projectId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct i.version_id as id from inventory_items i where i.project_id = ${projectId} and i.type = 'COMPONENT'
      and exists (select from version_vulnerabilities m where m.version_id = i.version_id)
    union select version_id from vex_decisions where project_id = ${projectId}`.execute(db);
  return rows.map(({ id }) => Number(id));
}

/** The subjects of SBOMs that the project imported, as a proposal. */
export async function listSubjectsOfSboms(db: Db, projectId: number): Promise<{ subject: string; version: string }[]> {
  const { rows } = await sql<{ subject: string; version: string }>`
    select distinct subject, subject_version as version from sboms where project_id = ${projectId} and is_current and subject <> ''
    order by 1, 2 limit 20`.execute(db);
  return rows;
}
