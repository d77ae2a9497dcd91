// Finds package URLs in all tables, to repair those that older versions wrote.

import { sql } from 'kysely';
import type { Tx } from '../postgres/connection.ts';
import { batchesById } from '../postgres/rows.ts';

export type PurlTable = 'components' | 'component_versions' | 'inventory_items';

export interface StoredPurl {
  id: number;
  purl: string;
}

const ROWS_PER_BATCH = 10_000;

/** All rows of a table with a purl, in batches by id. */
export async function* eachStoredPurl(tx: Tx, table: PurlTable): AsyncGenerator<StoredPurl[]> {
  yield* batchesById(ROWS_PER_BATCH, (after) =>
    sql<StoredPurl>`select id, purl from ${sql.table(table)}
      where id > ${after} and purl is not null and purl <> '' order by id limit ${ROWS_PER_BATCH}`.execute(tx),
  );
}

export async function movePurls(tx: Tx, table: PurlTable, rows: readonly StoredPurl[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`update ${sql.table(table)} set purl = t.purl from unnest(${rows.map((row) => row.id)}::bigint[], ${rows.map((row) => row.purl)}::text[])
    as t(id, purl) where ${sql.table(table)}.id = t.id`.execute(tx);
}

/** Also changes the identities of its items and deleted findings. False if another component has that purl. */
export async function moveComponent(
  tx: Tx,
  { id, from, to }: { id: number; from: string; to: string },
): Promise<boolean> {
  const { rows } = await sql<{ id: number }>`update components set purl = ${to} where id = ${id}
    and not exists (select from components other where other.purl = ${to}) returning id`.execute(tx);
  if (rows.length === 0) return false;
  const [oldIdentity, newIdentity] = [`component:${from}`, `component:${to}`];
  const rest = sql`substr(identity, ${oldIdentity.length + 1}::int)`;
  const isOfIt = sql`(identity = ${oldIdentity} or starts_with(identity, ${`${oldIdentity}@`}) or starts_with(identity, ${`${oldIdentity} `}))`;
  await sql`update inventory_items set identity = ${newIdentity} || ${rest} where component_id = ${id} and ${isOfIt}`.execute(
    tx,
  );
  await sql`update deleted_findings set identity = ${newIdentity} || ${rest} where ${isOfIt}`.execute(tx);
  const [oldFinding, newFinding] = [`component\n${from}\n`, `component\n${to}\n`];
  await sql`update deleted_findings set finding = ${newFinding} || substr(finding, ${oldFinding.length + 1}::int)
    where starts_with(finding, ${oldFinding})`.execute(tx);
  return true;
}
