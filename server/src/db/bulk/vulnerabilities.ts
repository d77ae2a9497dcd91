// What decisions about vulnerabilities change in the database: before, after, and back. Every row is read with the vulnerability of the project that it
// is about.
import { type RawBuilder, sql } from 'kysely';
import type { RowState, RowStates, VulnerabilityOfProject } from '../../domain/bulk/images.ts';
import { among } from '../list-index.ts';
import type { Db } from '../postgres/connection.ts';
import { mayAnalyze, type Viewer } from '../projects/standing.ts';
import { ALERT_COLUMNS, DECISION_COLUMNS } from './states.ts';

export interface DecidedPair extends VulnerabilityOfProject {
  versionId: number;
  componentId: number;
}

/** Rows by the vulnerability of the project (`keyOf`), and within it by their ids. */
export type StatesOf = ReadonlyMap<string, RowStates>;

export const keyOf = ({ projectId, vulnerabilityId }: VulnerabilityOfProject): string =>
  `${projectId} ${vulnerabilityId}`;

export const kindsOfVulnerability = ['analysis', 'suppression', 'suppressed', 'alert'] as const;
export type KindOfVulnerability = (typeof kindsOfVulnerability)[number];

/** Rows of these pairs that decisions change. */
export async function readOfPairs(
  db: Db,
  pairs: readonly DecidedPair[],
): Promise<Record<KindOfVulnerability, StatesOf>> {
  const given = sql`(select distinct * from unnest(${pairs.map((one) => one.projectId)}::bigint[], ${pairs.map((one) => one.versionId)}::bigint[],
    ${pairs.map((one) => one.vulnerabilityId)}::bigint[], ${pairs.map((one) => one.componentId)}::bigint[])
    as t(project_id, version_id, vulnerability_id, component_id)) g`;
  const standing = sql`standing_suppressions s join ${given}
    on s.version_id = g.version_id and s.vulnerability_id = g.vulnerability_id and s.project_id = g.project_id`;
  return {
    analysis: await read(
      db,
      sql`select g.project_id, g.vulnerability_id, t.id, to_jsonb(t) - 'id' as state from vulnerability_analyses t join ${given}
        on t.project_id = g.project_id and t.version_id = g.version_id and t.vulnerability_id = g.vulnerability_id`,
    ),
    // Also those that were made under another name of the vulnerability.
    suppression: await read(
      db,
      sql`select g.project_id, g.vulnerability_id, t.id, ${SUPPRESSION_STATE} as state from suppressions t join ${given}
          on t.project_id = g.project_id and t.vulnerability_id = g.vulnerability_id and t.component_id = g.component_id
        union select g.project_id, g.vulnerability_id, t.id, ${SUPPRESSION_STATE} from suppressions t join ${standing} on s.suppression_id = t.id`,
    ),
    suppressed: await read(
      db,
      sql`select g.project_id, g.vulnerability_id, t.id, to_jsonb(t) - 'id' as state
        from suppressed_versions t join ${standing} on s.suppressed_version_id = t.id`,
    ),
    alert: await read(
      db,
      sql`select g.project_id, g.vulnerability_id, t.id, ${ALERT_STATE} as state from vulnerability_alerts t
        join inventory_items i on i.id = t.item_id join ${given}
        on i.project_id = g.project_id and i.version_id = g.version_id and t.vulnerability_id = g.vulnerability_id`,
    ),
  };
}

const SUPPRESSION_STATE = sql`jsonb_build_object('analysis', t.analysis, 'updated_at', t.updated_at)`;
const ALERT_STATE = stateOf(ALERT_COLUMNS);
const DECISION_STATE = stateOf(DECISION_COLUMNS);

function stateOf(columns: readonly string[]): RawBuilder<unknown> {
  return sql`jsonb_build_object(${sql.join(columns.flatMap((column) => [sql.lit(column), sql`t.${sql.ref(column)}`]))})`;
}

interface Read extends VulnerabilityOfProject {
  id: number;
  state: RowState;
}

async function read(db: Db, query: RawBuilder<unknown>): Promise<StatesOf> {
  const { rows } = await sql<Read>`
    select t.project_id as "projectId", t.vulnerability_id as "vulnerabilityId", t.id, t.state from (${query}) t order by t.id`.execute(
    db,
  );
  const byKey = Map.groupBy(rows, keyOf);
  return new Map([...byKey].map(([key, own]) => [key, new Map(own.map(({ id, state }) => [Number(id), state]))]));
}

const ROWS: Record<KindOfVulnerability, RawBuilder<unknown>> = {
  analysis: sql`select t.id, to_jsonb(t) - 'id' as state from vulnerability_analyses t`,
  suppression: sql`select t.id, ${SUPPRESSION_STATE} as state from suppressions t`,
  suppressed: sql`select t.id, to_jsonb(t) - 'id' as state from suppressed_versions t`,
  alert: sql`select t.id, ${ALERT_STATE} as state from vulnerability_alerts t`,
};

/** The rows with these ids as they are now. */
export async function readById(db: Db, kind: KindOfVulnerability, ids: readonly number[]): Promise<RowStates> {
  const { rows } = await sql<{ id: number; state: RowState }>`${ROWS[kind]} where t.id = ${among([...ids])}`.execute(
    db,
  );
  return new Map(rows.map(({ id, state }) => [Number(id), state]));
}

export interface WrittenDecision extends VulnerabilityOfProject {
  id: number;
  state: RowState;
  /** The decision that it replaced, and since when that no longer holds. */
  supersedes: number | null;
  supersededAt: string | null;
}

/** Decisions that were just written about these vulnerabilities, with those that they replaced. */
export async function readWrittenDecisions(
  db: Db,
  ids: readonly number[],
  vulnerabilityIds: readonly number[],
): Promise<WrittenDecision[]> {
  const { rows } = await sql<WrittenDecision>`
    select t.id, t.project_id as "projectId", ${DECISION_STATE} as state, t.supersedes, to_jsonb(o.superseded_at) as "supersededAt",
      coalesce((select v.id from vulnerabilities v where lower(v.name) = lower(t.subject ->> 'advisory') and v.id = ${among([...vulnerabilityIds])}),
        (select n.vulnerability_id from vulnerability_names n where n.name_key = lower(t.subject ->> 'advisory'))) as "vulnerabilityId"
    from decisions t left join decisions o on o.id = t.supersedes where t.id = ${among([...ids])} order by t.id`.execute(
    db,
  );
  return rows;
}

/** Decisions as they are now, and who has replaced them. */
export async function readDecisionsNow(
  db: Db,
  ids: readonly number[],
): Promise<Map<number, { state: RowState; replacedBy: string | null }>> {
  const { rows } = await sql<{ id: number; state: RowState; replacedBy: string | null }>`
    select t.id, ${DECISION_STATE} as state,
      case when t.superseded_at is not null then coalesce((select n.author from decisions n where n.supersedes = t.id limit 1), 'somebody') end
        as "replacedBy"
    from decisions t where t.id = ${among([...ids])}`.execute(db);
  return new Map(rows.map(({ id, ...now }) => [Number(id), now]));
}

/** Whether there is an analysis again where one was deleted, by the id of the deleted one. */
export async function listAnalysedAgain(
  db: Db,
  deleted: readonly (readonly [number, RowState])[],
): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    select g.id from jsonb_to_recordset(${rowsText(deleted)}::jsonb)
      as g(id bigint, project_id bigint, version_id bigint, vulnerability_id bigint)
    join vulnerability_analyses a using (project_id, version_id, vulnerability_id)`.execute(db);
  return new Set(rows.map(({ id }) => Number(id)));
}

/** Of these projects, those in which the viewer may decide about vulnerabilities. */
export async function listDecidable(db: Db, viewer: Viewer, projectIds: readonly number[]): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    select projects.id from projects where projects.id = ${among([...projectIds])} and ${mayAnalyze(viewer)}`.execute(
    db,
  );
  return new Set(rows.map(({ id }) => Number(id)));
}

/** The versions that these rows are about. */
export async function listVersions(db: Db, of: { analyses: readonly number[]; suppressed: readonly number[] }) {
  const { rows } = await sql<{ id: number }>`
    select version_id as id from vulnerability_analyses where id = ${among([...of.analyses])}
    union select version_id from suppressed_versions where id = ${among([...of.suppressed])}`.execute(db);
  return rows.map(({ id }) => Number(id));
}

export async function insertDeletedAnalyses(db: Db, deleted: readonly (readonly [number, RowState])[]): Promise<void> {
  if (deleted.length === 0) return;
  await sql`insert into vulnerability_analyses
    select * from jsonb_populate_recordset(null::vulnerability_analyses, ${rowsText(deleted)}::jsonb)`.execute(db);
}

const rowsText = (rows: readonly (readonly [number, RowState])[]) =>
  JSON.stringify(rows.map(([id, state]) => ({ ...state, id })));

/** Deletes rows that a decision made. A suppression stays if somebody uses it meanwhile. */
export async function deleteMade(
  db: Db,
  kind: Exclude<KindOfVulnerability, 'alert'>,
  ids: readonly number[],
): Promise<void> {
  if (ids.length === 0) return;
  const isMade = sql`id = ${among([...ids])}`;
  if (kind === 'analysis') await sql`delete from vulnerability_analyses where ${isMade}`.execute(db);
  else if (kind === 'suppressed') await sql`delete from suppressed_versions where ${isMade}`.execute(db);
  else
    await sql`delete from suppressions where ${isMade}
      and not exists (select from suppressed_versions x where x.suppression_id = suppressions.id)`.execute(db);
}

/** The names of vulnerabilities and their projects, by `keyOf`. */
export async function namesOfUnits(db: Db, units: readonly VulnerabilityOfProject[]) {
  const { rows } = await sql<VulnerabilityOfProject & { vulnerability: string; project: string }>`
    select p.id as "projectId", v.id as "vulnerabilityId", v.name as vulnerability, p.name as project
    from unnest(${units.map((one) => one.projectId)}::bigint[], ${units.map((one) => one.vulnerabilityId)}::bigint[]) as g(project_id, vulnerability_id)
    join vulnerabilities v on v.id = g.vulnerability_id join projects p on p.id = g.project_id`.execute(db);
  return new Map(rows.map((row) => [keyOf(row), row]));
}
