// Whether versions and items were compared with advisories, and with which data. Written by matching, in its transaction.
import { DERIVATIVES, NAMELESS_TYPES, type NotComparedReason } from '@assay/scanner/advisories';
import { sql } from 'kysely';
import type { CoverageColumns } from '../../domain/vulnerabilities/coverage.ts';
import { present } from '../inventories/present.ts';
import type { Db } from '../postgres/connection.ts';
import { type Viewer, visibleTo } from '../projects/standing.ts';
import type { HoldingKey } from './holdings.ts';

export interface CoverageRow {
  versionId: number;
  /** '' if it was compared. */
  reason: NotComparedReason | '';
  inShort: string;
  sentence: string;
  note: string;
  holdingIds: number[];
}

/** Writes the rows that have changed. */
export async function writeCoverage(db: Db, rows: readonly CoverageRow[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`insert into version_coverage (version_id, reason, in_short, sentence, note, holding_ids)
    select "versionId", reason, "inShort", sentence, note, "holdingIds" from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as t("versionId" bigint, reason text, "inShort" text, sentence text, note text, "holdingIds" integer[])
    on conflict (version_id) do update set reason = excluded.reason, in_short = excluded.in_short, sentence = excluded.sentence,
        note = excluded.note, holding_ids = excluded.holding_ids
      where (version_coverage.reason, version_coverage.in_short, version_coverage.sentence, version_coverage.note, version_coverage.holding_ids)
        is distinct from (excluded.reason, excluded.in_short, excluded.sentence, excluded.note, excluded.holding_ids)`.execute(
    db,
  );
}

/**
 * Versions of packages of these ecosystems and distributions, with those of distributions that are made of one of them, by the table or by their own
 * statement.
 */
export async function listVersionsOfHoldings(db: Db, keys: readonly HoldingKey[]): Promise<number[]> {
  const wanted = new Map<string, { type: string; prefix: string }>();
  const want = (type: string, distribution: string) => {
    const prefix = distribution === '' ? '' : `${distribution}/`;
    wanted.set(`${type} ${prefix}`, { type, prefix });
  };
  for (const { type, distribution } of keys) {
    want(type, distribution);
    for (const [id, { of }] of DERIVATIVES) if (of === distribution) want(type, id);
    // Packages without an ecosystem are found by a CPE or a repository.
    if (type === 'cpe' || type === 'git') for (const nameless of NAMELESS_TYPES) want(nameless, '');
  }
  if (wanted.size === 0) return [];
  const all = [...wanted.values()];
  const { rows } = await sql<{ id: number }>`
    select distinct s.version_id as id from version_subjects s
    join unnest(${all.map(({ type }) => type)}::text[], ${all.map(({ prefix }) => prefix)}::text[]) as t(type, prefix)
      on s.type = t.type and starts_with(s.name, t.prefix)
    union
    select s.version_id from version_subjects s join component_versions v on v.id = s.version_id
    where v.distribution_like is not null and s.type = any(${all.map(({ type }) => type)}::text[])`.execute(db);
  return rows.map(({ id }) => id);
}

/** Versions that wait for their comparison have no row. */
export async function listVersionCoverage(
  db: Db,
  versionIds: readonly number[],
): Promise<Map<number, CoverageColumns>> {
  if (versionIds.length === 0) return new Map();
  const { rows } = await sql<CoverageColumns & { id: number }>`
    select version_id as id, reason as not_compared_reason, in_short as not_compared_in_short, sentence as not_compared_sentence,
      note as coverage_note
    from version_coverage where version_id = any(${versionIds}::bigint[])`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

/** The items that were not compared, of the projects that the viewer may see. */
export async function countNotCompared(
  db: Db,
  viewer: Viewer,
): Promise<{ items: number; projects: number; words: string }> {
  const { rows } = await sql<{ inShort: string; count: number; projects: number[] }>`
    select in_short as "inShort", count(*)::int as count, array_agg(distinct project_id) as projects
    from item_coverage join projects on projects.id = item_coverage.project_id
    where reason <> '' and ${present('item_coverage')} and ${visibleTo(viewer)} group by 1`.execute(db);
  const items = rows.reduce((sum, { count }) => sum + count, 0);
  const projects = new Set(rows.flatMap((row) => row.projects.map(Number)));
  const words = rows.sort((a, b) => b.count - a.count).map(({ inShort, count }) => `${inShort}: ${count}`);
  return { items, projects: projects.size, words: words.slice(0, MOST_REASONS).join(', ') };
}

const MOST_REASONS = 8;
