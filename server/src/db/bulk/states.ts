// Reads the columns that decisions may change, and writes them back. The lists of columns are the owner of what an undo restores; the `updated_at` of items is not among them, because clients read what changed since a time.
import { type RawBuilder, sql } from 'kysely';
import type { RowState, RowStates } from '../../domain/bulk/images.ts';
import { among } from '../list-index.ts';
import type { Db } from '../postgres/connection.ts';

const ITEM_COLUMNS = [
  ...['name', 'license_id', 'license_expression', 'expression_priority', 'license_facts', 'priority'],
  ...['status', 'is_status_set_by_person', 'is_published', 'published_at', 'review_lapse'],
  ...['is_disclosed', 'distribution', 'part_of_product', 'linking', 'modified', 'encryption'],
  ...['is_edited', 'file_count', 'had_evidence', 'missing_since_scan', 'missing_why'],
];
/** With the time of the last change: so an undo sees whether somebody has changed a task since. */
const TASK_COLUMNS = [
  'owner_id',
  'priority',
  'is_closed',
  'resolution',
  'closed_at',
  'updated_by',
  'updated_at',
  'tells_of_decisions',
];
export const DECISION_COLUMNS = ['superseded_at', 'lapsed_at', 'lapse'];
const ANALYSIS_COLUMNS = ['analysis', 'author', 'decided_at', 'expires_at'];
export const ALERT_COLUMNS = ['is_open', 'closed_at', 'closed_by'];

export const readItems = (db: Db, ids: readonly number[]) =>
  read(db, sql`inventory_items`, ITEM_COLUMNS, sql`t.id = ${among([...ids])}`);

/** All tasks of these items. */
export const readTasks = (db: Db, itemIds: readonly number[]) =>
  read(db, sql`tasks`, TASK_COLUMNS, sql`t.item_id = ${among([...itemIds])}`);

export const readTasksById = (db: Db, ids: readonly number[]) =>
  read(db, sql`tasks`, TASK_COLUMNS, sql`t.id = ${among([...ids])}`);

/** The standing decisions about these items. */
export const readItemDecisions = (db: Db, itemIds: readonly number[]) =>
  read(db, sql`decisions`, DECISION_COLUMNS, sql`t.item_id = ${among([...itemIds])} and t.superseded_at is null`);

/** The standing marks of these files by their paths. */
export const readMarks = (db: Db, projectId: number, fileIds: readonly number[]) =>
  read(
    db,
    sql`decisions`,
    DECISION_COLUMNS,
    sql`t.project_id = ${projectId} and t.kind = 'file-reviewed' and t.superseded_at is null
      and t.subject ->> 'path' in (select f.path from files f where f.id = ${among([...fileIds])})`,
  );

export const readDecisions = (db: Db, ids: readonly number[]) =>
  read(db, sql`decisions`, DECISION_COLUMNS, sql`t.id = ${among([...ids])}`);

export const readFiles = (db: Db, ids: readonly number[]) =>
  read(db, sql`files`, ['is_reviewed', 'inventory_count'], sql`t.id = ${among([...ids])}`);

/** Of files and one item, by file: whether the item has the file, how, and whether scans may not add it. */
export async function readTies(db: Db, itemId: number, fileIds: readonly number[]): Promise<RowStates> {
  const { rows } = await sql<{ id: number; state: RowState }>`
    select f.id, jsonb_build_object('is_tied', x.file_id is not null, 'is_found', x.is_found, 'is_excluded', e.path is not null) as state
    from files f left join inventory_files x on x.file_id = f.id and x.item_id = ${itemId}
    left join inventory_file_exclusions e on e.item_id = ${itemId} and e.path = f.path
    where f.id = ${among([...fileIds])} order by f.id`.execute(db);
  return new Map(rows.map(({ id, state }) => [id, state]));
}

async function read(
  db: Db,
  table: RawBuilder<unknown>,
  columns: readonly string[],
  where: RawBuilder<unknown>,
): Promise<RowStates> {
  const members = sql.join(columns.flatMap((column) => [sql.lit(column), sql`t.${sql.ref(column)}`]));
  const { rows } = await sql<{ id: number; state: RowState }>`
    select t.id, jsonb_build_object(${members}) as state from ${table} t where ${where} order by t.id`.execute(db);
  return new Map(rows.map(({ id, state }) => [Number(id), state]));
}

const TABLES = {
  item: { table: sql`inventory_items`, columns: ITEM_COLUMNS, also: sql`, updated_at = now()` },
  task: { table: sql`tasks`, columns: TASK_COLUMNS, also: sql`` },
  decision: { table: sql`decisions`, columns: DECISION_COLUMNS, also: sql`` },
  file: { table: sql`files`, columns: ['is_reviewed', 'inventory_count'], also: sql`` },
  analysis: { table: sql`vulnerability_analyses`, columns: ANALYSIS_COLUMNS, also: sql`` },
  suppression: { table: sql`suppressions`, columns: ['analysis', 'updated_at'], also: sql`` },
  suppressed: { table: sql`suppressed_versions`, columns: ['lifted_by', 'lifted_remarks', 'lifted_at'], also: sql`` },
  alert: { table: sql`vulnerability_alerts`, columns: ALERT_COLUMNS, also: sql`` },
};

/** Writes columns of rows back, all with the same values. */
export async function writeBack(
  db: Db,
  kind: keyof typeof TABLES,
  ids: readonly number[],
  state: RowState,
): Promise<void> {
  const { table, columns, also } = TABLES[kind];
  const known = Object.keys(state).filter((column) => columns.includes(column));
  if (ids.length === 0 || known.length === 0) return;
  const sets = known.map((column) => sql`${sql.ref(column)} = was.${sql.ref(column)}`);
  await sql`update ${table} t set ${sql.join(sets)}${also}
    from jsonb_populate_record(null::${table}, ${JSON.stringify(state)}::jsonb) was where t.id = ${among([...ids])}`.execute(
    db,
  );
}

/** Gives files back to an item, or takes them away. */
export async function writeBackTies(
  db: Db,
  itemId: number,
  fileIds: readonly number[],
  state: RowState,
): Promise<void> {
  const files = among([...fileIds]);
  await sql`delete from inventory_files where item_id = ${itemId} and file_id = ${files}`.execute(db);
  if (state.is_tied === true)
    await sql`insert into inventory_files (item_id, file_id, is_found)
      select ${itemId}, f.id, ${state.is_found === true}::boolean from files f where f.id = ${files}`.execute(db);
  await sql`delete from inventory_file_exclusions where item_id = ${itemId}
    and path in (select f.path from files f where f.id = ${files})`.execute(db);
  if (state.is_excluded === true)
    await sql`insert into inventory_file_exclusions (item_id, path) select ${itemId}, f.path from files f where f.id = ${files}`.execute(
      db,
    );
}

/** Of a new transaction: the decisions that it wrote in a project, or in all of them. */
export async function listOwnDecisions(db: Db, projectId: number | null, after: number): Promise<number[]> {
  const isOfProject = projectId === null ? sql`true` : sql`project_id = ${projectId}`;
  const { rows } = await sql<{ id: number }>`
    select id from decisions where ${isOfProject} and id > ${after} and xmin = pg_current_xact_id()::xid order by id`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

/** Takes decisions back: those that they replaced hold again. */
export async function takeBack(db: Db, ids: readonly number[], by: string): Promise<void> {
  await sql`update decisions set superseded_at = now(), undone_by = ${by}
    where id = ${among([...ids])} and superseded_at is null`.execute(db);
}
