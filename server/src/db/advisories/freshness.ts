// The age of the advisory data that items were compared with, by ecosystem and release, and how many items were compared at all.
import { ageOfRecords, heldName, isFreshAge } from '@assay/scanner/advisories';
import { firstOf } from '@assay/scanner/items';
import { type RawBuilder, sql } from 'kysely';
import { coverageSummary, type NotComparedReason } from '../../domain/vulnerabilities/coverage.ts';
import type { DataAge, EcosystemAge } from '../../domain/vulnerabilities/data-age.ts';
import { wireTime } from '../../domain/wire-times.ts';
import { present } from '../inventories/present.ts';
import type { Db } from '../postgres/connection.ts';
import { type Viewer, visibleTo } from '../projects/standing.ts';
import { siteSettings } from '../site-settings.ts';
import { DATES_OF_HOLDING, type DatesOfHolding, datedHolding } from './holdings.ts';
import { ageOfSources } from './sources.ts';

const DAY_MS = 86_400_000;

/** The items whose data are meant: of a project, one item, the versions of a component, or all that a user may see. Without one of them, all items. */
export interface FreshnessScope {
  projectId?: number;
  itemId?: number;
  /** Only these items of the project. */
  itemIds?: readonly number[];
  componentId?: number;
  versionId?: number;
  viewer?: Viewer;
}

export async function freshness(db: Db, now: Date, scope: FreshnessScope = {}): Promise<DataAge> {
  const { advisoryMostDays } = await siteSettings(db);
  const isStale = (at: Date | null) =>
    at === null || (advisoryMostDays > 0 && now.getTime() - at.getTime() > advisoryMostDays * DAY_MS);
  const groups = await coverageGroups(db, scope);
  const used = await agesOf(db, [...new Set(groups.flatMap(({ holdingIds }) => holdingIds))]);
  const dataByEcosystem = [...Map.groupBy(used, ({ name }) => name)].map(([ecosystem, all]): EcosystemAge => {
    const at = oldestOf(all.map(({ age }) => age));
    return { ecosystem, dataAsOf: at === null ? null : wireTime(at), dataIsStale: isStale(at) };
  });
  const at = oldestOf([...(await ageOfSources(db, used.length > 0)), ...used.map(({ age }) => age)]);
  return {
    dataAsOf: at === null ? null : wireTime(at),
    dataIsStale: isStale(at),
    dataByEcosystem: dataByEcosystem.sort((a, b) => (a.ecosystem < b.ecosystem ? -1 : 1)),
    coverage: coverageSummary(groups),
  };
}

/**
 * The same for figures that are kept by project: counting the items of a thousand projects again would take longer than all the rest. The ages are
 * those of all advisories that are here, because those in use would tell of projects that the viewer may not see.
 */
export async function freshnessOfFigures(
  db: Db,
  now: Date,
  { compared, notCompared }: { compared: number; notCompared: number },
): Promise<DataAge> {
  const { advisoryMostDays } = await siteSettings(db);
  const at = oldestOf(await ageOfSources(db, false));
  const items = compared + notCompared;
  return {
    dataAsOf: at === null ? null : wireTime(at),
    dataIsStale: at === null || (advisoryMostDays > 0 && now.getTime() - at.getTime() > advisoryMostDays * DAY_MS),
    dataByEcosystem: [],
    coverage: {
      ...{ items, compared, notCompared, reasons: [] },
      words: notCompared === 0 ? '' : `${notCompared} of ${items} not compared`,
    },
  };
}

/** null if there is no time, or if one is not known. */
function oldestOf(times: readonly (Date | null)[]): Date | null {
  return times.reduce<Date | null>(
    (oldest, one, place) =>
      one === null || (place > 0 && oldest === null) ? null : oldest && oldest < one ? oldest : one,
    null,
  );
}

interface CoverageGroup {
  reason: NotComparedReason | '';
  inShort: string;
  holdingIds: number[];
  count: number;
}

/** Items, by what they were compared with or why they were not. */
async function coverageGroups(db: Db, scope: FreshnessScope): Promise<CoverageGroup[]> {
  const { rows } = await sql<CoverageGroup>`
    select reason, in_short as "inShort", holding_ids as "holdingIds", count(*)::int as count
    from ${coveredBy(scope)} group by 1, 2, 3`.execute(db);
  const all = Map.groupBy(rows, ({ reason, inShort }) => `${reason} ${inShort}`);
  return [...all.values()].map((same) => ({
    ...firstOf(same),
    holdingIds: same.flatMap(({ holdingIds }) => holdingIds),
    count: same.reduce((sum, { count }) => sum + count, 0),
  }));
}

function coveredBy({
  projectId,
  itemId,
  itemIds,
  componentId,
  versionId,
  viewer,
}: FreshnessScope): RawBuilder<unknown> {
  if (componentId !== undefined)
    return sql`version_coverage where version_id in (select id from component_versions where component_id = ${componentId})`;
  if (versionId !== undefined) return sql`version_coverage where version_id = ${versionId}`;
  if (itemId !== undefined) return sql`item_coverage where item_id = ${itemId}`;
  const ofProject = projectId === undefined ? sql`true` : sql`project_id = ${projectId}`;
  const isVisible = viewer
    ? sql`project_id in (select projects.id from projects where ${visibleTo(viewer)})`
    : sql`true`;
  const among = itemIds === undefined ? sql`true` : sql`item_id = any(${[...itemIds]}::bigint[])`;
  return sql`item_coverage where ${present('item_coverage')} and ${ofProject} and ${among} and ${isVisible}`;
}

async function agesOf(db: Db, holdingIds: readonly number[]): Promise<{ name: string; age: Date | null }[]> {
  if (holdingIds.length === 0) return [];
  const { rows } = await sql<{ type: string; distribution: string; release: string; records: number } & DatesOfHolding>`
    select h.type, h.distribution, h.release, h.records, ${DATES_OF_HOLDING}
    from advisory_holdings h join advisory_sources s on s.id = h.source_id where h.id = any(${holdingIds}::int[])`.execute(
    db,
  );
  return rows.map((row) => {
    const age = ageOfRecords({ ...row, ...datedHolding(row) });
    return { name: heldName(row), age: age === null ? null : new Date(age) };
  });
}

/** The rows of the held data that are older than the site allows, and whether a source in use was never read or is too old itself. */
export async function listStaleHoldings(
  db: Db,
  now: Date,
): Promise<{ staleHoldings: Set<number>; isDataMissing: boolean }> {
  const { advisoryMostDays } = await siteSettings(db);
  const oldest = advisoryMostDays === 0 ? null : new Date(now.getTime() - advisoryMostDays * DAY_MS);
  const { rows } = await sql<{ id: number; records: number } & DatesOfHolding>`
    select h.id, h.records, ${DATES_OF_HOLDING} from advisory_holdings h join advisory_sources s on s.id = h.source_id`.execute(
    db,
  );
  const stale = rows.filter(
    (row) => !isFreshAge(ageOfRecords({ ...row, ...datedHolding(row) }), now, advisoryMostDays),
  );
  const others = await ageOfSources(db, true);
  return {
    staleHoldings: new Set(stale.map(({ id }) => id)),
    isDataMissing: others.some((at) => at === null || (oldest !== null && at < oldest)),
  };
}
