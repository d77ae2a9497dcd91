// Facts about vulnerabilities outside advisories: known exploitation, its probability, decision points; and ends of life.
import type { DecisionPoints, EndOfLife, ExploitationNote, ExploitPrediction } from '@assay/scanner/advisories';
import { sql } from 'kysely';
import type { Db } from '../postgres/connection.ts';

/** Returns the vulnerabilities that are newly exploited. */
export async function writeExploitations(
  db: Db,
  sourceId: number,
  notes: readonly ExploitationNote[],
): Promise<number[]> {
  const rows = notes.flatMap(({ asserter, id, aliases, since, due, isRansomware, note }) =>
    [id, ...aliases].map((name) => ({
      asserter,
      name_key: name.toLowerCase(),
      since,
      due,
      is_ransomware: isRansomware,
      note,
    })),
  );
  const distinct = [...new Map(rows.map((row) => [`${row.asserter} ${row.name_key}`, row])).values()];
  await sql`insert into exploitations (asserter, name_key, source_id, since, due, is_ransomware, note)
    select asserter, name_key, ${sourceId}, since, due, is_ransomware, note from jsonb_to_recordset(${JSON.stringify(distinct)}::jsonb)
      as t(asserter text, name_key text, since text, due text, is_ransomware boolean, note text)
    on conflict (asserter, name_key, source_id) do update set since = excluded.since, due = excluded.due,
      is_ransomware = excluded.is_ransomware, note = excluded.note`.execute(db);
  return refreshExploited(
    db,
    distinct.map(({ name_key }) => name_key),
  );
}

/** Lower-case names that this source calls exploited. */
export async function listExploitedNames(db: Db, sourceId: number): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select distinct name_key as key from exploitations where source_id = ${sourceId}`.execute(db);
  return rows.map(({ key }) => key);
}

/** Deletes rows of this source that its newest catalogue does not have. */
export async function keepExploitations(db: Db, sourceId: number, keys: readonly string[]): Promise<number[]> {
  const { rows } = await sql<{ key: string }>`
    delete from exploitations where source_id = ${sourceId} and not name_key = any(${keys}::text[]) returning name_key as key`.execute(
    db,
  );
  return refreshExploited(
    db,
    rows.map(({ key }) => key),
  );
}

async function refreshExploited(db: Db, keys: readonly string[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update vulnerabilities v set is_exploited = not v.is_exploited
    from (select distinct n.vulnerability_id as id from vulnerability_names n where n.name_key = any(${keys}::text[])) t
    where v.id = t.id and v.is_exploited <> exists (
      select from vulnerability_names n join exploitations e using (name_key) where n.vulnerability_id = v.id)
    returning v.id`.execute(db);
  return rows.map(({ id }) => id);
}

export async function writePredictions(
  db: Db,
  sourceId: number,
  predictions: readonly ExploitPrediction[],
): Promise<void> {
  const distinct = [...new Map(predictions.map((one) => [one.id.toLowerCase(), one])).entries()];
  await sql`insert into exploit_predictions (name_key, source_id, score, percentile)
    select name_key, ${sourceId}, score, percentile from unnest(${distinct.map(([key]) => key)}::text[],
      ${distinct.map(([, one]) => one.score)}::real[], ${distinct.map(([, one]) => one.percentile)}::real[]) as t(name_key, score, percentile)
    on conflict (name_key) do update set source_id = excluded.source_id, score = excluded.score, percentile = excluded.percentile
      where (exploit_predictions.score, exploit_predictions.percentile) is distinct from (excluded.score, excluded.percentile)`.execute(
    db,
  );
  await refreshSignals(
    db,
    distinct.map(([key]) => key),
  );
}

/** Copies the signals of these names to their vulnerabilities. */
async function refreshSignals(db: Db, keys: readonly string[]): Promise<void> {
  await sql`select refresh_signals(array(select distinct vulnerability_id from vulnerability_names where name_key = any(${keys}::text[])))`.execute(
    db,
  );
}

export async function writeDecisionPoints(db: Db, sourceId: number, points: readonly DecisionPoints[]): Promise<void> {
  const distinct = [...new Map(points.map((one) => [one.id.toLowerCase(), one])).entries()].map(([name_key, one]) => ({
    name_key,
    exploitation: one.exploitation,
    automatable: one.automatable,
    technical_impact: one.technicalImpact,
  }));
  await sql`insert into decision_points (name_key, source_id, exploitation, automatable, technical_impact)
    select name_key, ${sourceId}, exploitation, automatable, technical_impact from jsonb_to_recordset(${JSON.stringify(distinct)}::jsonb)
      as t(name_key text, exploitation text, automatable text, technical_impact text)
    on conflict (name_key) do update set source_id = excluded.source_id, exploitation = excluded.exploitation,
      automatable = excluded.automatable, technical_impact = excluded.technical_impact`.execute(db);
  await refreshSignals(
    db,
    distinct.map(({ name_key }) => name_key),
  );
}

export async function writeEndsOfLife(
  db: Db,
  sourceId: number,
  dates: readonly (EndOfLife & { product: string })[],
): Promise<void> {
  const distinct = [...new Map(dates.map((one) => [`${one.product} ${one.cycle}`, one])).values()].map((one) => ({
    product: one.product,
    cycle: one.cycle,
    ends_on: one.endsOn,
    is_over: one.isOver,
  }));
  await sql`insert into end_of_life_dates (source_id, product, cycle, ends_on, is_over)
    select ${sourceId}, product, cycle, ends_on, is_over from jsonb_to_recordset(${JSON.stringify(distinct)}::jsonb)
      as t(product text, cycle text, ends_on text, is_over boolean)
    on conflict (source_id, product, cycle) do update set ends_on = excluded.ends_on, is_over = excluded.is_over`.execute(
    db,
  );
}

export interface EndOfLifeRow {
  product: string;
  cycle: string;
  endsOn: string;
  isOver: boolean;
  source: string;
}

/** The release cycles of these products, from all sources. */
export async function listEndsOfLife(db: Db, products: readonly string[]): Promise<Map<string, EndOfLifeRow[]>> {
  const { rows } = await sql<EndOfLifeRow>`
    select e.product, e.cycle, e.ends_on as "endsOn", e.is_over as "isOver", s.name as source
    from end_of_life_dates e join advisory_sources s on s.id = e.source_id where e.product = any(${products}::text[])`.execute(
    db,
  );
  return Map.groupBy(rows, ({ product }) => product);
}

export async function listAllEndsOfLife(db: Db): Promise<Map<string, EndOfLifeRow[]>> {
  const { rows } = await sql<{ product: string }>`select distinct product from end_of_life_dates`.execute(db);
  return listEndsOfLife(
    db,
    rows.map(({ product }) => product),
  );
}
