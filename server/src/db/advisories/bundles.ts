// The content of a bundle of advisories, read in pieces, and the record of imported bundles.
import type { Advisory, AdvisoryItem, AffectedPackage, BundleItem } from '@assay/scanner/advisories';
import { sql } from 'kysely';
import type { Db } from '../postgres/connection.ts';
import { batchesById } from '../postgres/rows.ts';
import { readSetting, type SettingKey, writeSetting } from '../site-settings.ts';

const KEY = 'advisoryBundles' satisfies SettingKey;
const RECORDS_AT_ONCE = 500;

export interface BundleMemory {
  /** Keys that bundles may be signed with. */
  trusted: string[];
  /** The number of the last imported bundle, by installation. */
  imported: Record<string, number>;
}

export async function bundleMemory(db: Db): Promise<BundleMemory> {
  return { trusted: [], imported: {}, ...(await readSetting<BundleMemory>(db, KEY)) };
}

export async function setBundleMemory(db: Db, memory: BundleMemory): Promise<void> {
  await writeSetting(db, KEY, memory);
}

interface RecordRow {
  id: number;
  source: string;
  record: Omit<Advisory, 'affected'>;
  affected: AffectedPackage[];
}

/** All advisories, or those that changed since a time; records ordered by id. */
export async function* bundleItems(db: Db, since: Date | undefined): AsyncGenerator<BundleItem> {
  const isNew = since === undefined ? sql`true` : sql`a.changed_at > ${since}`;
  for await (const rows of batchesById(RECORDS_AT_ONCE, (after) =>
    sql<RecordRow>`select a.id, s.name as source, a.record,
        coalesce((select jsonb_agg(p.affected order by p.position) from advisory_packages p where p.advisory_id = a.id), '[]') as affected
      from advisories a join advisory_sources s on s.id = a.source_id
      where a.id > ${after} and ${isNew} order by a.id limit ${RECORDS_AT_ONCE}`.execute(db),
  ))
    for (const { source, record, affected } of rows)
      yield { source, item: { type: 'advisory', advisory: { ...record, affected } } };
  if (since !== undefined) {
    const { rows } = await sql<{ source: string; removed: string }>`
      select s.name as source, r.name as removed from removed_advisories r join advisory_sources s on s.id = r.source_id
      where r.removed_at > ${since} and not exists (select from advisories a where a.source_id = r.source_id and a.name = r.name)`.execute(
      db,
    );
    yield* rows;
  }
  yield* signals(db);
}

/** Catalogues and predictions are small, so every bundle has all of them. */
async function* signals(db: Db): AsyncGenerator<BundleItem> {
  const { rows: notes } = await sql<{ source: string; item: AdvisoryItem }>`
    select s.name as source, jsonb_build_object('type', 'exploitation', 'exploitation', jsonb_build_object('asserter', e.asserter,
      'id', upper(e.name_key), 'aliases', '[]'::jsonb, 'since', e.since, 'due', e.due, 'isRansomware', e.is_ransomware, 'note', e.note)) as item
    from exploitations e join advisory_sources s on s.id = e.source_id order by e.asserter, e.name_key`.execute(db);
  yield* notes;
  for (let after = ''; ; ) {
    const { rows } = await sql<{ source: string; key: string; item: AdvisoryItem }>`
      select s.name as source, p.name_key as key, jsonb_build_object('type', 'prediction', 'prediction', jsonb_build_object(
        'id', upper(p.name_key), 'score', p.score, 'percentile', p.percentile)) as item
      from exploit_predictions p join advisory_sources s on s.id = p.source_id where p.name_key > ${after} order by p.name_key limit 5000`.execute(
      db,
    );
    for (const { source, item } of rows) yield { source, item };
    const last = rows.at(-1);
    if (last === undefined) break;
    after = last.key;
  }
  const { rows: points } = await sql<{ source: string; item: AdvisoryItem }>`
    select s.name as source, jsonb_build_object('type', 'decision-points', 'points', jsonb_build_object('id', upper(d.name_key),
      'exploitation', d.exploitation, 'automatable', d.automatable, 'technicalImpact', d.technical_impact)) as item
    from decision_points d join advisory_sources s on s.id = d.source_id order by d.name_key`.execute(db);
  yield* points;
}

export async function findRecordIds(db: Db, source: string, names: readonly string[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select a.id from advisories a join advisory_sources s on s.id = a.source_id
    where lower(s.name) = lower(${source}) and a.name = any(${names}::text[])`.execute(db);
  return rows.map(({ id }) => id);
}
