// Imported SBOMs and their receipts.
import { type Selectable, sql } from 'kysely';
import type { SbomChange, SbomFate } from '../../domain/vulnerabilities/sbom.ts';
import { notFound } from '../../errors.ts';
import type { Db } from '../postgres/connection.ts';
import { partsOf } from '../postgres/parts.ts';
import type { SbomTables } from './tables.ts';

export type SbomRow = Selectable<SbomTables['sboms']>;

export interface NewSbom extends Omit<SbomRow, 'id' | 'is_current' | 'imported_at' | 'previous_id'> {}

export interface ElementRow {
  place: string;
  name: string;
  version: string;
  purl: string;
  key: string;
  fate: SbomFate;
  why: string;
  change: SbomChange;
  itemId: number | null;
  stated: Record<string, unknown>;
}

/** The document that a new one of the series replaces. */
export async function findCurrentSbom(db: Db, projectId: number, series: string): Promise<SbomRow | undefined> {
  return db
    .selectFrom('sboms')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('series', '=', series)
    .where('is_current', '=', true)
    .executeTakeFirst();
}

/** Ends the current documents about a subject but those that are kept, and returns their ids. `besides`: with what the other series about it begin. */
export async function retireSboms(
  db: Db,
  projectId: number,
  { subject, besides, kept }: { subject: string; besides: string; kept: readonly number[] },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update sboms set is_current = false
    where project_id = ${projectId} and is_current and (series = ${subject} or starts_with(series, ${besides}))
      and not id = any(${[...kept]}::bigint[]) returning id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Elements that became items or joined some, with the license that the document gave them. */
export async function listNamedElements(
  db: Db,
  sbomId: number,
): Promise<{ name: string; version: string; purl: string; key: string; itemId: number | null; license: string }[]> {
  const { rows } = await sql<{
    name: string;
    version: string;
    purl: string;
    key: string;
    itemId: number | null;
    license: string;
  }>`
    select name, version, purl, key, item_id as "itemId", coalesce(stated ->> 'license', '') as license from sbom_elements
    where sbom_id = ${sbomId} and fate in ('MADE', 'JOINED', 'SAME') order by position`.execute(db);
  return rows;
}

/** The newest documents that stand in a project. */
export async function listCurrentSboms(db: Db, projectId: number, limit: number): Promise<SbomRow[]> {
  return db
    .selectFrom('sboms')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('is_current', '=', true)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** Items that other current documents of the project name. */
export async function listItemsNamedBesides(
  db: Db,
  projectId: number,
  sbomIds: readonly number[],
): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    select distinct e.item_id as id from sbom_elements e join sboms s on s.id = e.sbom_id
    where s.project_id = ${projectId} and s.is_current and e.fate in ('MADE', 'JOINED', 'SAME') and e.item_id is not null
      and not s.id = any(${[...sbomIds]}::bigint[])`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** Of these, those that only SBOMs prove: nobody kept them, and they have no files. */
export async function listProvenBySboms(
  db: Db,
  ids: readonly number[],
): Promise<{ id: number; name: string; isMissing: boolean }[]> {
  const { rows } = await sql<{ id: number; name: string; isMissing: boolean }>`
    select i.id, i.name, i.missing_since_scan is not null as "isMissing" from inventory_items i
    where i.id = any(${[...ids]}::bigint[]) and i.identity like 'sbom:%'
      and not exists (select 1 from inventory_files f where f.item_id = i.id)`.execute(db);
  return rows;
}

export async function insertSbom(db: Db, row: NewSbom, previousId: number | null): Promise<number> {
  await db
    .updateTable('sboms')
    .set({ is_current: false })
    .where('project_id', '=', row.project_id)
    .where('series', '=', row.series)
    .where('is_current', '=', true)
    .execute();
  const { id } = await db
    .insertInto('sboms')
    .values({
      ...row,
      previous_id: previousId,
      counts: JSON.stringify(row.counts),
      others: JSON.stringify(row.others),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function insertElements(db: Db, sbomId: number, rows: readonly ElementRow[]): Promise<void> {
  let position = 0;
  for (const part of partsOf(rows)) {
    const numbered = part.map((row) => ({ ...row, position: position++ }));
    await sql`insert into sbom_elements (sbom_id, position, place, name, version, purl, key, fate, why, change, item_id, stated)
      select ${sbomId}, t.position, t.place, t.name, t.version, t.purl, t.key, t.fate, t.why, t.change, t."itemId", t.stated
      from jsonb_to_recordset(${JSON.stringify(numbered)}::jsonb) as t(position int, place text, name text, version text, purl text, key text,
        fate text, why text, change text, "itemId" bigint, stated jsonb)`.execute(db);
  }
}

export async function insertIssues(
  db: Db,
  sbomId: number,
  rows: readonly { code: string; place: string; message: string }[],
): Promise<void> {
  let position = 0;
  for (const part of partsOf(rows)) {
    const numbered = part.map((row) => ({ ...row, position: position++ }));
    await sql`insert into sbom_issues (sbom_id, position, code, place, message)
      select ${sbomId}, t.* from jsonb_to_recordset(${JSON.stringify(numbered)}::jsonb) as t(position int, code text, place text, message text)`.execute(
      db,
    );
  }
}

interface PageWanted {
  limit: number;
  offset: number;
}

export async function pageOfSboms(
  db: Db,
  projectId: number,
  page: PageWanted,
): Promise<{ rows: SbomRow[]; total: number }> {
  const base = db.selectFrom('sboms').where('project_id', '=', projectId);
  const rows = await base.selectAll().orderBy('id', 'desc').limit(page.limit).offset(page.offset).execute();
  const { total } = await base.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  return { rows, total: Number(total) };
}

/** In the order of their documents in the file. */
export function sbomsOfJob(db: Db, jobId: number): Promise<SbomRow[]> {
  return db.selectFrom('sboms').selectAll().where('job_id', '=', jobId).orderBy('id').execute();
}

export function findSbom(db: Db, sbomId: number): Promise<SbomRow | undefined> {
  return db.selectFrom('sboms').selectAll().where('id', '=', sbomId).executeTakeFirst();
}

export async function getSbom(db: Db, projectId: number, sbomId: number): Promise<SbomRow> {
  const row = await db
    .selectFrom('sboms')
    .selectAll()
    .where('id', '=', sbomId)
    .where('project_id', '=', projectId)
    .executeTakeFirst();
  if (!row) throw notFound('SBOM', sbomId);
  return row;
}

export async function pageOfElements(
  db: Db,
  sbomId: number,
  { limit, offset, fate, change }: PageWanted & { fate?: SbomFate; change?: SbomChange },
) {
  let base = db.selectFrom('sbom_elements').where('sbom_id', '=', sbomId);
  if (fate !== undefined) base = base.where('fate', '=', fate);
  if (change !== undefined) base = base.where('change', '=', change);
  const rows = await base.selectAll().orderBy('position').limit(limit).offset(offset).execute();
  const { total } = await base.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  return { rows, total: Number(total) };
}

export async function pageOfIssues(db: Db, sbomId: number, { limit, offset }: PageWanted) {
  const base = db.selectFrom('sbom_issues').where('sbom_id', '=', sbomId);
  const rows = await base.selectAll().orderBy('position').limit(limit).offset(offset).execute();
  const { total } = await base.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  return { rows, total: Number(total) };
}
