// Records of advisories: written in batches, found by name.

import type { Advisory, AffectedPackage } from '@assay/scanner/advisories';
import { valueFor } from '@assay/scanner/items';
import { sql } from 'kysely';
import type { Db } from '../postgres/connection.ts';
import { onlyRow } from '../postgres/rows.ts';

export interface NewRecord {
  advisory: Advisory;
  digest: string;
}

/** Digest and id of the stored records of a source, by name. */
export async function findDigests(
  db: Db,
  sourceId: number,
  names: readonly string[],
): Promise<Map<string, { id: number; digest: string; modified: Date | null }>> {
  const { rows } = await sql<{ id: number; name: string; digest: string; modified: Date | null }>`
    select id, name, encode(digest, 'hex') as digest, modified_at as modified from advisories where source_id = ${sourceId} and name = any(${names}::text[])`.execute(
    db,
  );
  return new Map(rows.map(({ name, ...row }) => [name, row]));
}

/** Returns the records of a source that were read from files with these digests, by digest. */
export async function findRecordsOfFiles(
  db: Db,
  sourceId: number,
  digests: readonly string[],
): Promise<Map<string, { id: number; name: string; modified: Date | null }>> {
  const { rows } = await sql<{ digest: string; id: number; name: string; modified: Date | null }>`
    select encode(f.digest, 'hex') as digest, a.id, a.name, coalesce(a.modified_at, a.published_at) as modified
    from advisory_files f join advisories a on a.id = f.advisory_id
    where f.digest in (select decode(t.hex, 'hex') from unnest(${digests}::text[]) as t(hex)) and a.source_id = ${sourceId}`.execute(
    db,
  );
  return new Map(rows.map(({ digest, ...row }) => [digest, row]));
}

/** Stores the digest of the file that each record was read from. An empty digest removes the stored one. */
export async function writeFilesOfRecords(
  db: Db,
  sourceId: number,
  files: readonly { name: string; digest: string }[],
): Promise<void> {
  const [names, digests] = [files.map(({ name }) => name), files.map(({ digest }) => digest)];
  await sql`with read as (
      select a.id, t.digest from unnest(${names}::text[], ${digests}::text[]) as t(name, digest)
      join advisories a on a.source_id = ${sourceId} and a.name = t.name),
    unknown as (delete from advisory_files f using read where f.advisory_id = read.id and read.digest = '')
    insert into advisory_files (advisory_id, digest) select id, decode(digest, 'hex') from read where digest <> ''
    on conflict (advisory_id) do update set digest = excluded.digest where advisory_files.digest <> excluded.digest`.execute(
    db,
  );
}

/** Writes records that are new or have changed, with names and packages. Returns their ids. */
export async function writeRecords(db: Db, sourceId: number, records: readonly NewRecord[]): Promise<number[]> {
  const heads = records.map(({ advisory: { affected: _, ...record }, digest }) => ({
    name: record.id,
    digest,
    kind: record.kind,
    withdrawn_at: record.withdrawn,
    published_at: record.published,
    modified_at: record.modified,
    record,
  }));
  const { rows } = await sql<{ id: number; name: string }>`
    insert into advisories (source_id, name, digest, kind, withdrawn_at, published_at, modified_at, record)
    select ${sourceId}, name, decode(digest, 'hex'), kind, withdrawn_at, published_at, modified_at, record
    from jsonb_to_recordset(${JSON.stringify(heads)}::jsonb) as t(name text, digest text, kind text, withdrawn_at timestamptz,
      published_at timestamptz, modified_at timestamptz, record jsonb)
    on conflict (source_id, name) do update set digest = excluded.digest, kind = excluded.kind, withdrawn_at = excluded.withdrawn_at,
      published_at = excluded.published_at, modified_at = excluded.modified_at, record = excluded.record,
      changed_at = clock_timestamp()
    returning id, name`.execute(db);
  const ids = new Map(rows.map(({ id, name }) => [name, id]));
  const all = [...ids.values()];
  await sql`delete from advisory_names where advisory_id = any(${all}::bigint[])`.execute(db);
  await sql`delete from advisory_packages where advisory_id = any(${all}::bigint[])`.execute(db);
  await sql`delete from advisory_digests where advisory_id = any(${all}::bigint[])`.execute(db);
  await writeNames(db, records, ids);
  await writePackages(db, records, ids);
  return all;
}

async function writeNames(db: Db, records: readonly NewRecord[], ids: ReadonlyMap<string, number>): Promise<void> {
  const pairs = records.flatMap(({ advisory: { id, aliases } }) =>
    [...new Set([id, ...aliases].map((name) => name.toLowerCase()))].map((key) => [valueFor(ids, id), key] as const),
  );
  await sql`insert into advisory_names (advisory_id, name_key)
    select * from unnest(${pairs.map(([id]) => id)}::bigint[], ${pairs.map(([, key]) => key)}::text[])`.execute(db);
}

async function writePackages(db: Db, records: readonly NewRecord[], ids: ReadonlyMap<string, number>): Promise<void> {
  const packages = records.flatMap(({ advisory: { id, affected } }) =>
    affected.map((one, position) => ({
      advisory_id: valueFor(ids, id),
      position,
      type: one.type,
      name: one.name,
      affected: one,
    })),
  );
  await sql`insert into advisory_packages (advisory_id, position, type, name, affected)
    select * from jsonb_to_recordset(${JSON.stringify(packages)}::jsonb)
      as t(advisory_id bigint, position integer, type text, name text, affected jsonb)`.execute(db);
  const digests = packages.flatMap(({ advisory_id, affected }) =>
    affected.digests.map((digest) => [advisory_id, digest] as const),
  );
  await sql`insert into advisory_digests (advisory_id, digest)
    select distinct id, decode(digest, 'hex') from unnest(${digests.map(([id]) => id)}::bigint[], ${digests.map(([, digest]) => digest)}::text[])
      as t(id, digest)`.execute(db);
}

/** Removes records that their source no longer has, up to a limit. Returns the names in them. */
export async function deleteRecords(db: Db, ids: readonly number[]): Promise<void> {
  await sql`with gone as (delete from advisories where id = any(${ids}::bigint[]) returning source_id, name)
    insert into removed_advisories (source_id, name) select source_id, name from gone
    on conflict (source_id, name) do update set removed_at = clock_timestamp()`.execute(db);
}

export async function listRecordIds(db: Db, sourceId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select id from advisories where source_id = ${sourceId}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Times in the future are errors of records and do not count. */
export async function findNewestModification(db: Db, sourceId: number, now: Date): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select max(modified_at) as at from advisories where source_id = ${sourceId} and modified_at <= ${now}`.execute(db);
  return rows[0]?.at ?? null;
}

export interface PackageNameRow {
  type: string;
  name: string;
}

export async function listPackageNames(db: Db, advisoryIds: readonly number[]): Promise<PackageNameRow[]> {
  const { rows } = await sql<PackageNameRow>`
    select distinct type, name from advisory_packages where advisory_id = any(${advisoryIds}::bigint[])`.execute(db);
  return rows;
}

export async function listNameKeys(db: Db, advisoryIds: readonly number[]): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select distinct name_key as key from advisory_names where advisory_id = any(${advisoryIds}::bigint[])`.execute(db);
  return rows.map(({ key }) => key);
}

export interface StoredRecord {
  id: number;
  source: string;
  record: Omit<Advisory, 'affected'>;
  vulnerabilityId: number | null;
}

/** Records with one of these keys as name or alias. */
export async function findRecordsByKeys(db: Db, keys: readonly string[]): Promise<StoredRecord[]> {
  const { rows } = await sql<StoredRecord>`
    select a.id, s.name as source, a.record, a.vulnerability_id as "vulnerabilityId"
    from advisories a join advisory_sources s on s.id = a.source_id
    where a.id in (select advisory_id from advisory_names where name_key = any(${keys}::text[])) order by a.id`.execute(
    db,
  );
  return rows;
}

/** Whether any source has given a record. */
export async function hasRecords(db: Db): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`select exists (select from advisories) as has`.execute(db);
  return onlyRow(rows).has;
}

/** Whole records of a vulnerability, each with its packages. */
export async function listRecordsOf(
  db: Db,
  vulnerabilityId: number,
): Promise<{ id: number; source: string; advisory: Advisory; dataAsOf: Date | null }[]> {
  const { rows } = await sql<{
    id: number;
    source: string;
    record: Omit<Advisory, 'affected'>;
    affected: AffectedPackage[];
    dataAsOf: Date | null;
  }>`
    select a.id, s.name as source, a.record, s.data_as_of as "dataAsOf",
      coalesce((select jsonb_agg(p.affected order by p.position) from advisory_packages p where p.advisory_id = a.id), '[]') as affected
    from advisories a join advisory_sources s on s.id = a.source_id where a.vulnerability_id = ${vulnerabilityId} order by a.id`.execute(
    db,
  );
  return rows.map(({ record, affected, ...row }) => ({ ...row, advisory: { ...record, affected } }));
}
