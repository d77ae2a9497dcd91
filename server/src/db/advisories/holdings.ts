// What the sources of advisories hold for each ecosystem and release. Imports add the differences of each batch, so that no request counts records.
import {
  distributionOf,
  type HeldData,
  type HeldPart,
  isDistributed,
  packageOfEcosystem,
} from '@assay/scanner/advisories';
import { sql } from 'kysely';
import type { Db } from '../postgres/connection.ts';

/** A part of the held data, with its row. */
export interface Holding extends HeldPart {
  id: number;
}

export interface HoldingKey {
  sourceId: number;
  type: string;
  distribution: string;
  release: string;
}

export interface HoldingCount extends HoldingKey {
  records: number;
  newest: Date | null;
}

const OF_RECORDS = sql`select a.source_id as "sourceId", p.type,
    case when p.type in ('deb', 'rpm', 'apk') then split_part(p.name, '/', 1) else '' end as distribution,
    coalesce(p.affected ->> 'release', '') as release, count(distinct a.id)::int as records,
    max(coalesce(a.modified_at, a.published_at)) filter (where coalesce(a.modified_at, a.published_at) <= now()) as newest
  from advisories a join advisory_packages p on p.advisory_id = a.id
  where a.kind = 'vulnerability' and a.withdrawn_at is null`;

/** Counts the records with these ids, by source, ecosystem and release. */
export async function countHoldings(db: Db, recordIds: readonly number[]): Promise<HoldingCount[]> {
  if (recordIds.length === 0) return [];
  const { rows } =
    await sql<HoldingCount>`${OF_RECORDS} and a.id = any(${recordIds}::bigint[]) group by 1, 2, 3, 4`.execute(db);
  return rows;
}

/**
 * Adds the differences of a change of records. Returns the ecosystems and releases for which the first record has come or the last one has gone:
 * their packages turn from not compared to compared, or back.
 */
export async function addToHoldings(
  db: Db,
  before: readonly HoldingCount[],
  after: readonly HoldingCount[],
): Promise<HoldingKey[]> {
  const changes = new Map<string, HoldingCount>();
  const add = (one: HoldingCount, sign: 1 | -1) => {
    const key = [one.sourceId, one.type, one.distribution, one.release].join('\n');
    const sum = changes.get(key) ?? { ...one, records: 0, newest: null };
    const newest = sign === 1 && one.newest !== null && (sum.newest === null || one.newest > sum.newest);
    changes.set(key, { ...sum, records: sum.records + sign * one.records, newest: newest ? one.newest : sum.newest });
  };
  for (const one of before) add(one, -1);
  for (const one of after) add(one, 1);
  return writeDifferences(db, [...changes.values()]);
}

async function writeDifferences(db: Db, changes: readonly HoldingCount[]): Promise<HoldingKey[]> {
  if (changes.length === 0) return [];
  const { rows } = await sql<HoldingKey>`
    with t as (select * from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb)
        as t("sourceId" bigint, type text, distribution text, release text, records integer, newest timestamptz)),
      kept as (select t.*, coalesce(h.records, 0) as former, h.newest_at, h.id
        from t left join advisory_holdings h on h.source_id = t."sourceId" and h.type = t.type and h.distribution = t.distribution
          and h.release = t.release),
      gone as (delete from advisory_holdings h using kept k where h.id = k.id and k.former + k.records <= 0),
      changed as (update advisory_holdings h set records = k.former + k.records, newest_at = greatest(k.newest_at, k.newest)
        from kept k where h.id = k.id and k.former + k.records > 0),
      added as (insert into advisory_holdings (source_id, type, distribution, release, records, newest_at)
        select "sourceId", type, distribution, release, records, newest from kept where id is null and records > 0)
    select "sourceId", type, distribution, release from kept where (former > 0) <> (former + records > 0)`.execute(db);
  return rows;
}

/** Counts all records of a source again, at the end of an import: dates of records may also have gone back. */
export async function recountHoldings(db: Db, sourceId: number): Promise<HoldingKey[]> {
  const { rows } = await sql<HoldingCount>`${OF_RECORDS} and a.source_id = ${sourceId} group by 1, 2, 3, 4`.execute(db);
  const { rows: stored } = await sql<HoldingCount>`
    select source_id as "sourceId", type, distribution, release, records, newest_at as newest
    from advisory_holdings where source_id = ${sourceId}`.execute(db);
  const turned = await addToHoldings(db, stored, rows);
  await sql`update advisory_holdings h set newest_at = t.newest
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as t(type text, distribution text, release text, newest timestamptz)
    where h.source_id = ${sourceId} and h.type = t.type and h.distribution = t.distribution and h.release = t.release
      and h.newest_at is distinct from t.newest`.execute(db);
  return turned;
}

export async function listHoldingKeys(db: Db, sourceId: number): Promise<HoldingKey[]> {
  const { rows } = await sql<HoldingKey>`
    select source_id as "sourceId", type, distribution, release from advisory_holdings where source_id = ${sourceId}`.execute(
    db,
  );
  return rows;
}

/** The ecosystem that an address of OSV's layout is for, with the keys of the source. */
export function holdingOfLocation(sourceId: number, location: string): HoldingKey[] {
  const [, ecosystem] = /(?:^|[/\\])([^/\\]+)[/\\]all\.zip$/.exec(location) ?? [];
  if (ecosystem === undefined) return [];
  const named = packageOfEcosystem(decoded(ecosystem), 'a:b');
  if (named === undefined) return [];
  const distribution = isDistributed(named.type) ? distributionOf(named.name) : '';
  return [{ sourceId, type: named.type, distribution, release: '' }];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** What the sources in use hold. A source that was switched off is not updated, so what it holds says nothing of today. */
export async function readHeldParts(db: Db): Promise<{ parts: Holding[]; lacking: HeldData['lacking'] }> {
  const { rows: parts } = await sql<Omit<Holding, 'newest' | 'fetched'> & DatesOfHolding>`
    select h.id, s.name as source, h.type, h.distribution, h.release, h.records, ${DATES_OF_HOLDING}
    from advisory_holdings h join advisory_sources s on s.id = h.source_id where s.is_enabled`.execute(db);
  const { rows: sources } = await sql<{ id: number; name: string; location: string }>`
    select id, name, location from advisory_sources where is_enabled and location <> ''`.execute(db);
  const lacking = sources.flatMap(({ id, name, location }) =>
    holdingOfLocation(id, location)
      .filter(
        ({ type, distribution }) =>
          !parts.some((one) => one.source === name && one.type === type && one.distribution === distribution),
      )
      .map(({ type, distribution }) => ({ source: name, type, distribution })),
  );
  return { parts: parts.map((one) => ({ ...one, ...datedHolding(one) })), lacking };
}

/** Only of a source that is downloaded is it known when it was fetched; a file is as old as its records. */
export const DATES_OF_HOLDING = sql`case when s.is_age_stated then s.data_as_of end as fetched,
  case when s.is_age_stated then h.newest_at else least(h.newest_at, s.data_as_of) end as newest`;

export interface DatesOfHolding {
  fetched: Date | null;
  newest: Date | null;
}

export function datedHolding({ fetched, newest }: DatesOfHolding) {
  return { fetched: fetched?.toISOString() ?? null, newest: newest?.toISOString() ?? null };
}
