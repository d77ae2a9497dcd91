// The sources of advisories, and the age of their data.
import { present } from '@assay/scanner/items';
import { sql } from 'kysely';
import type { Db } from '../postgres/connection.ts';

export interface AdvisorySource {
  id: number;
  name: string;
  location: string;
  isEnabled: boolean;
  dataAsOf: Date | null;
  updatedAt: Date | null;
  lastError: string;
  failedAt: Date | null;
  recordCount: number;
  etag: string;
  fingerprint: string;
  /** A sentence that says whether signatures of its documents were checked. '' if the documents have no signatures. */
  signatures: string;
  /** The state of a crawl that was killed. */
  crawl: InterruptedCrawl | null;
}

export interface InterruptedCrawl {
  location: string;
  /** The crawl fetched only documents that had changed since this time. '' for all documents. */
  since: string;
  begunAt: string;
  /** Identifies the last imported document. The next crawl continues after it. */
  position: string;
}

const COLUMNS = sql`id, name, location, is_enabled as "isEnabled", data_as_of as "dataAsOf", updated_at as "updatedAt",
  last_error as "lastError", failed_at as "failedAt", record_count as "recordCount", etag, fingerprint, signatures, crawl`;

export async function listSources(db: Db): Promise<AdvisorySource[]> {
  const { rows } = await sql<AdvisorySource>`select ${COLUMNS} from advisory_sources order by lower(name)`.execute(db);
  return rows;
}

export async function findSource(db: Db, name: string): Promise<AdvisorySource | undefined> {
  const { rows } =
    await sql<AdvisorySource>`select ${COLUMNS} from advisory_sources where lower(name) = lower(${name})`.execute(db);
  return rows[0];
}

/** The source with this name; created if it does not exist. */
export async function ensureSource(db: Db, name: string): Promise<AdvisorySource> {
  await sql`insert into advisory_sources (name) values (${name}) on conflict do nothing`.execute(db);
  return present(await findSource(db, name), `source of advisories "${name}"`);
}

export async function setSourceLocation(db: Db, id: number, location: string, isEnabled: boolean): Promise<void> {
  await sql`update advisory_sources set location = ${location}, is_enabled = ${isEnabled},
    etag = case when location = ${location} then etag else '' end,
    signatures = case when location = ${location} then signatures else '' end where id = ${id}`.execute(db);
}

export async function deleteSourceRow(db: Db, id: number): Promise<void> {
  await sql`delete from advisory_sources where id = ${id}`.execute(db);
}

/** Called after a successful update. `dataAsOf` never goes back. */
export async function noteSuccess(
  db: Db,
  id: number,
  news: { at: Date; dataAsOf: Date; isAgeStated?: boolean; etag?: string; fingerprint?: string },
): Promise<void> {
  await sql`update advisory_sources set updated_at = ${news.at}, data_as_of = greatest(data_as_of, ${news.dataAsOf}::timestamptz),
      is_age_stated = coalesce(${news.isAgeStated ?? null}::boolean, is_age_stated), last_error = '', failed_at = null, etag = coalesce(${news.etag ?? null}, etag),
      fingerprint = coalesce(${news.fingerprint ?? null}, fingerprint),
      record_count = (select count(*) from advisories where source_id = ${id})
        + (select count(*) from exploitations where source_id = ${id}) + (select count(*) from exploit_predictions where source_id = ${id})
    where id = ${id}`.execute(db);
}

export async function noteCrawl(db: Db, id: number, crawl: InterruptedCrawl | null): Promise<void> {
  await sql`update advisory_sources set crawl = ${crawl === null ? null : JSON.stringify(crawl)}::jsonb where id = ${id}`.execute(
    db,
  );
}

export async function noteSignatures(db: Db, id: number, signatures: string): Promise<void> {
  await sql`update advisory_sources set signatures = ${signatures.slice(0, 2000)} where id = ${id}`.execute(db);
}

export async function noteFailure(db: Db, id: number, at: Date, error: string): Promise<void> {
  await sql`update advisory_sources set last_error = ${error.slice(0, 2000)}, failed_at = ${at} where id = ${id}`.execute(
    db,
  );
}

/** A mistyped import must not leave a source behind that was never read: the age of all data would be unknown because of it. */
export async function forgetEmptySource(db: Db, id: number): Promise<void> {
  await sql`delete from advisory_sources s where id = ${id} and location = '' and data_as_of is null
      and not exists (select from advisories where source_id = s.id)
      and not exists (select from exploitations where source_id = s.id)
      and not exists (select from exploit_predictions where source_id = s.id)
      and not exists (select from end_of_life_dates where source_id = s.id)`.execute(db);
}

/**
 * The ages of the sources in use: null for one that has never been read, and for no source at all. If the data that items were compared with are known,
 * other advisories do not count: those of another ecosystem may be old. Sources without advisories, such as lists of exploited vulnerabilities, do.
 */
export async function ageOfSources(db: Db, leavesOutAdvisories: boolean): Promise<(Date | null)[]> {
  const { rows } = await sql<{ at: Date | null; hasAdvisories: boolean }>`
    select data_as_of as at, exists (select from advisory_holdings h where h.source_id = s.id) as "hasAdvisories"
    from advisory_sources s where is_enabled`.execute(db);
  if (rows.length === 0) return [null];
  return rows.filter(({ hasAdvisories }) => !(leavesOutAdvisories && hasAdvisories)).map(({ at }) => at);
}
