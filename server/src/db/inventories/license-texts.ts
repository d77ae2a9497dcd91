// License texts that scans found in the files of items: each text once by its digest, with the items that have it. Only scans write them.
import { wordsDigest } from '@assay/scanner/evidence-digests';
import { type RawBuilder, sql } from 'kysely';
import type { FoundTextRole } from '../../domain/licenses/license-texts.ts';
import { GROUND_OF } from '../decisions/review-grounds.ts';
import type { Db } from '../postgres/connection.ts';
import { partsOf, TEXT_ROWS_PER_STATEMENT } from '../postgres/parts.ts';
import { present } from './present.ts';

/** The license of the item itself, in all texts that a scan found; '' if it found none. `item` is an expression for its id. */
const mainTextOf = (item: RawBuilder<unknown>): RawBuilder<string> => sql<string>`coalesce((
  select string_agg(m.text, E'\n\n' order by m.place) from (
    select t.text, min(x.place) as place from item_license_texts x join found_texts t on t.sha256 = x.sha256
    where x.item_id = ${item} and x.role = 'main' group by t.sha256, t.text) m), '')`;

/** The text of people and rules comes before that of scans. */
export const asFoundTextOf = (column: RawBuilder<unknown>, item: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`case when ${column} <> '' then ${column} else ${mainTextOf(item)} end`;

/** The license texts of these items as found, by item; items without one are absent. */
export async function listMainTexts(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  const { rows } = await sql<{ id: number; text: string }>`
    select id, ${asFoundTextOf(sql`as_found_license_text`, sql`inventory_items.id`)} as text from inventory_items
    where id = any(${ids}::bigint[])`.execute(db);
  return new Map(rows.filter(({ text }) => text !== '').map(({ id, text }) => [id, text]));
}

export interface FoundText {
  sha256: Buffer;
  text: string;
}

/** Says that these texts are in use, and stores the new ones. */
export async function saveFoundTexts(db: Db, texts: readonly FoundText[]): Promise<void> {
  if (texts.length === 0) return;
  // In one order, so that two scans never wait for each other.
  const ordered = texts.toSorted((a, b) => Buffer.compare(a.sha256, b.sha256));
  const words = ordered.map(({ text }) => Buffer.from(wordsDigest(text), 'hex'));
  await sql`insert into found_texts (sha256, text, words_digest)
    select * from unnest(${ordered.map(({ sha256 }) => sha256)}::bytea[], ${ordered.map(({ text }) => text)}::text[], ${words}::bytea[])
    on conflict (sha256) do update set seen_at = now(), words_digest = excluded.words_digest`.execute(db);
}

export interface ItemText {
  itemId: number;
  place: number;
  role: FoundTextRole;
  path: string;
  startLine: number | null;
  endLine: number | null;
  isComplete: boolean;
  expressions: string[];
  sha256: Buffer | null;
  problem: string;
}

/** Replaces what scans have found for all items of a project. Items that are gone meanwhile are left out. */
export async function replaceItemTexts(db: Db, projectId: number, rows: readonly ItemText[]): Promise<void> {
  await sql`delete from item_license_texts x using inventory_items i where i.id = x.item_id and i.project_id = ${projectId}`.execute(
    db,
  );
  for (const part of partsOf(rows, TEXT_ROWS_PER_STATEMENT)) {
    const sent = JSON.stringify(part.map((row) => ({ ...row, sha256: row.sha256?.toString('hex') ?? null })));
    await sql`insert into item_license_texts (item_id, place, role, path, start_line, end_line, is_complete, expressions, sha256, problem)
      select t."itemId", t.place, t.role, t.path, t."startLine", t."endLine", t."isComplete",
        array(select jsonb_array_elements_text(t.expressions)), decode(t.sha256, 'hex'), t.problem
      from jsonb_to_recordset(${sent}::jsonb) as t("itemId" bigint, place int, role text, path text, "startLine" int, "endLine" int,
        "isComplete" boolean, expressions jsonb, sha256 text, problem text)
      join inventory_items i on i.id = t."itemId" and i.project_id = ${projectId}`.execute(db);
  }
}

const columns = sql`x.item_id as "itemId", x.place, x.role, x.path, x.start_line as "startLine", x.end_line as "endLine",
  x.is_complete as "isComplete", x.expressions, x.sha256, x.problem`;

/** The texts of one item with their words; `text` is '' for one that could not be stored. */
export async function listTextsOfItem(db: Db, itemId: number): Promise<(ItemText & { text: string })[]> {
  const { rows } = await sql<ItemText & { text: string }>`
    select ${columns}, coalesce(t.text, '') as text from item_license_texts x left join found_texts t on t.sha256 = x.sha256
    where x.item_id = ${itemId} order by x.place`.execute(db);
  return rows;
}

/** The places of the texts of published items, in the order of the items. */
export async function* eachItemText(db: Db, projectId: number, batchSize = 2000): AsyncGenerator<ItemText> {
  let after = { itemId: 0, place: -1 };
  for (;;) {
    const { rows } = await sql<ItemText>`
      select ${columns} from item_license_texts x join inventory_items i on i.id = x.item_id
      where i.project_id = ${projectId} and i.is_published and ${present()} and (x.item_id, x.place) > (${after.itemId}::bigint, ${after.place}::integer)
      order by x.item_id, x.place limit ${batchSize}`.execute(db);
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < batchSize) return;
    after = last;
  }
}

export interface NoticeFileRow {
  itemId: number;
  path: string;
  /** Blank if it could not be stored. */
  text: string;
  problem: string;
}

/** The NOTICE files of published items with their words, in the order of the items. */
export async function* eachNoticeFile(db: Db, projectId: number, batchSize = 200): AsyncGenerator<NoticeFileRow> {
  let after = { itemId: 0, place: -1 };
  for (;;) {
    const { rows } = await sql<NoticeFileRow & { place: number }>`
      select x.item_id as "itemId", x.place, x.path, coalesce(t.text, '') as text, x.problem
      from item_license_texts x join inventory_items i on i.id = x.item_id left join found_texts t on t.sha256 = x.sha256
      where x.role = 'notice' and i.project_id = ${projectId} and i.is_published and ${present()}
        and (x.item_id, x.place) > (${after.itemId}::bigint, ${after.place}::integer)
      order by x.item_id, x.place limit ${batchSize}`.execute(db);
    for (const { place: _, ...row } of rows) yield row;
    const last = rows.at(-1);
    if (last === undefined || rows.length < batchSize) return;
    after = last;
  }
}

/** The texts of published items, each once, ordered by digest. */
export async function* eachFoundText(db: Db, projectId: number, batchSize = 200): AsyncGenerator<FoundText> {
  let after: Buffer = Buffer.alloc(0);
  for (;;) {
    const { rows } = await sql<FoundText>`
      select t.sha256, t.text from found_texts t where t.sha256 > ${after} and exists (
        select from item_license_texts x join inventory_items i on i.id = x.item_id
        where x.sha256 = t.sha256 and i.project_id = ${projectId} and i.is_published and ${present()})
      order by t.sha256 limit ${batchSize}`.execute(db);
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < batchSize) return;
    after = last.sha256;
  }
}

/** A text that a scan is about to use has been seen a moment ago. */
const KEPT_UNUSED = sql`interval '1 day'`;

const WORDS_OF_LAPSED = sql`
  select decode(w, 'hex') from inventory_items i join decisions d on d.item_id = i.id and d.kind = 'review' and d.superseded_at is null
  join review_grounds g on g.decision_id = ${GROUND_OF} cross join jsonb_array_elements_text(g.facts -> 'texts') w where i.review_lapse is not null`;

export async function deleteUnusedTexts(db: Db, most: number): Promise<number> {
  const { numAffectedRows } = await sql`delete from found_texts where sha256 in (
    select sha256 from found_texts t where seen_at < now() - ${KEPT_UNUSED}
      and not exists (select from item_license_texts x where x.sha256 = t.sha256)
      -- What a lapsed review rested on, so that people see which words are others.
      and coalesce(t.words_digest not in (${WORDS_OF_LAPSED}), true) limit ${most})`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** The scope of a component as manifests name it, by the identity of its item. */
export interface FoundScope {
  identity: string;
  scope: string;
}

const otherScopes = (projectId: number, rows: readonly FoundScope[]) =>
  sql`unnest(${rows.map(({ identity }) => identity)}::text[], ${rows.map(({ scope }) => scope)}::text[]) as t(identity, scope)
    where i.project_id = ${projectId} and i.identity = t.identity and i.found_scope <> t.scope`;

export async function setFoundScopes(db: Db, projectId: number, rows: readonly FoundScope[]): Promise<void> {
  for (const part of partsOf(rows))
    await sql`update inventory_items i set found_scope = t.scope from ${otherScopes(projectId, part)}`.execute(db);
}

/** The items to which `setFoundScopes` would give another scope. */
export async function listOtherScopes(db: Db, projectId: number, rows: readonly FoundScope[]): Promise<number[]> {
  const ids: number[] = [];
  for (const part of partsOf(rows)) {
    const { rows: found } = await sql<{
      id: number;
    }>`select i.id from inventory_items i, ${otherScopes(projectId, part)}`.execute(db);
    ids.push(...found.map(({ id }) => Number(id)));
  }
  return ids;
}
