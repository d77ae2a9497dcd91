// Package registries: their settings and answers. Secrets are sealed before they come here.

import { storableText } from '@assay/scanner/foreign-text';
import { type Selectable, sql } from 'kysely';
import type { Lookup, LookupOutcome, PackageFacts, RegistryName } from '../domain/derivation/registries.ts';
import { notFound } from '../errors.ts';
import type { Db } from './postgres/connection.ts';
import type { RegistriesTable } from './tables.ts';

export type RegistrySettings = Selectable<RegistriesTable>;

export function listRegistries(db: Db): Promise<RegistrySettings[]> {
  return db.selectFrom('registries').selectAll().orderBy('name').execute();
}

/** Locks the row. */
export async function lockRegistry(db: Db, name: string): Promise<RegistrySettings> {
  const row = await db
    .selectFrom('registries')
    .selectAll()
    .where('name', '=', name as RegistryName)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw notFound('Registry', name);
  return row;
}

export async function updateRegistry(
  db: Db,
  name: RegistryName,
  values: Pick<RegistrySettings, 'is_asked' | 'base_address' | 'user_name' | 'secret_sealed'>,
): Promise<void> {
  await db
    .updateTable('registries')
    .set({ ...values, updated_at: sql`now()` })
    .where('name', '=', name)
    .execute();
}

export async function listLookups(db: Db, purls: readonly string[]): Promise<Map<string, Lookup>> {
  const { rows } = await sql<Lookup>`
    select purl, registry, host, asked_at as "askedAt", outcome, facts, problem
    from registry_lookups where purl = any(${purls}::text[])`.execute(db);
  return new Map(rows.map((row) => [row.purl, row]));
}

/** Without the requirements of versions, which are most of an answer. */
export async function listLookupSummaries(db: Db, purls: readonly string[]): Promise<Map<string, Lookup>> {
  const { rows } = await sql<Lookup>`
    select purl, registry, host, asked_at as "askedAt", outcome, problem, jsonb_set(facts, '{versions}', coalesce(
      (select jsonb_agg(version || '{"requirements": []}') from jsonb_array_elements(facts -> 'versions') as version), '[]')) as facts
    from registry_lookups where purl = any(${purls}::text[])`.execute(db);
  return new Map(rows.map((row) => [row.purl, row]));
}

/** After a failed request, an older answer stays, because it is the best known one. */
export async function putLookup(
  db: Db,
  { purl, registry, host, askedAt, outcome, facts, problem }: Lookup,
): Promise<void> {
  await sql`
    insert into registry_lookups as l (purl, registry, host, asked_at, outcome, facts, problem)
    values (${purl}, ${registry}, ${host}, ${askedAt}, ${outcome}, ${storableJson(facts)}, ${problem})
    on conflict (purl) do update set
      registry = excluded.registry, host = excluded.host, problem = excluded.problem,
      asked_at = case when excluded.outcome = 'FAILED' and l.outcome = 'FOUND' then l.asked_at else excluded.asked_at end,
      outcome = case when excluded.outcome = 'FAILED' and l.outcome = 'FOUND' then l.outcome else excluded.outcome end,
      facts = case when excluded.outcome = 'FAILED' and l.outcome = 'FOUND' then l.facts else excluded.facts end`.execute(
    db,
  );
}

/** A registry may send texts that the database cannot store. */
function storableJson(facts: PackageFacts): string {
  return JSON.stringify(facts, (_, value: unknown) => (typeof value === 'string' ? storableText(value) : value));
}

/** The number of packages with an answer of each registry, by outcome. */
export async function countLookups(
  db: Db,
): Promise<{ registry: RegistryName; outcome: LookupOutcome; count: number }[]> {
  const { rows } = await sql<{ registry: RegistryName; outcome: LookupOutcome; count: number }>`
    select registry, outcome, count(*)::int as count from registry_lookups group by registry, outcome`.execute(db);
  return rows;
}

/** Deletes the answers of a registry, so that the next scan asks again. */
export async function deleteLookups(db: Db, registry: RegistryName): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('registry_lookups')
    .where('registry', '=', registry)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
