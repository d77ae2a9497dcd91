// Copies a project row by row inside the database: all columns of a table are copied, except ids and references to other rows, which become those of
// the copies. One list says which tables are copied, and a test compares it with the schema.
import { firstOf } from '@assay/scanner/items';
import { type RawBuilder, sql } from 'kysely';
import { noteDecidedContents } from '../decisions/checks.ts';
import type { Db, Tx } from '../postgres/connection.ts';
import { onlyRow } from '../postgres/rows.ts';

/** How a column of a copy differs from the copied row `t`; null gives it the column's default. */
type Differences = Readonly<Record<string, RawBuilder<unknown> | null>>;

interface Ids {
  project: number;
  copy: number;
  scan: number | null;
}

interface CopiedTable {
  table: string;
  /** The condition for the copied rows `t`. */
  rows: RawBuilder<unknown>;
  differences: Differences;
}

const itemOf = (column: string) => sql`(select new_id from copied_items where old_id = ${sql.ref(`t.${column}`)})`;
const fileOf = (column: string) => sql`(select new_id from copied_files where old_id = ${sql.ref(`t.${column}`)})`;
const codeBaseOf = (column: string) =>
  sql`(select new_id from copied_code_bases where old_id = ${sql.ref(`t.${column}`)})`;
const remoteFileOf = (column: string) =>
  sql`(select new_id from copied_remote_files where old_id = ${sql.ref(`t.${column}`)})`;
const folderOf = (column: string) => sql`(select new_id from copied_folders where old_id = ${sql.ref(`t.${column}`)})`;

/** Not copied, because it belongs to the original project and not to its contents. */
export const leftTables = [
  'project_links',
  'jobs',
  'report_results',
  'sbom_exports',
  // A release is of the project that it was made of.
  'releases',
  'release_files',
  'release_rules',
  // Receipts tell what an import did in its project.
  'sboms',
  'sbom_elements',
  'sbom_issues',
  // The copy synchronises its instances itself.
  'scm_states',
  // A code host knows the address and the secret of one project.
  'push_hooks',
  'push_deliveries',
  'code_requests',
  'code_schedules',
  'webhooks',
  'audit_log',
  'task_alm_issues',
  'alm_requests',
  // News are sent once, in the project in which they happened.
  'exposure_news',
  // Triggers on the items create these.
  'item_exposures',
  'item_version_spans',
  // Filled below from the copied decisions and files.
  'decision_files',
  // How the marks of the original came to be; those of the copy are what it was given.
  'carried_files',
  // Filled by the next scan of the copy.
  'review_grounds',
  'review_reaches',
  'carried_reviews',
  'refused_proposals',
  // What an agent is sending belongs to the original.
  'remote_sends',
  'remote_sent_files',
  // Each project has its own record of reports to people and of the evidence that it first saw.
  'remembered_license_grounds',
  // Rules decide about the items of the copy themselves.
  'rule_decisions',
  // A copy is mostly the next version of the product, so it says itself which product it is.
  'project_products',
  'vex_decisions',
  // What was decided at once in the original is undone there.
  'bulk_decisions',
  'bulk_steps',
  'bulk_images',
  'bulk_notices',
  // What somebody is just uploading belongs to the original.
  'resumable_uploads',
  // What the original had on each day; the copy begins to note its own.
  'project_days',
  'open_findings',
] as const;

const settings = ({ project, copy }: Ids): CopiedTable[] => {
  const ofProject = sql`t.project_id = ${project}`;
  const moved = { project_id: sql`${copy}::bigint` };
  return [
    { table: 'project_members', rows: ofProject, differences: moved },
    { table: 'project_field_values', rows: ofProject, differences: moved },
    { table: 'project_alm_links', rows: ofProject, differences: moved },
    { table: 'inventory_views', rows: ofProject, differences: { ...moved, id: null } },
    // A password is sealed for its project and cannot be opened for another one.
    { table: 'scm_instances', rows: ofProject, differences: { ...moved, id: null, password_sealed: sql`null` } },
  ];
};

const contents = ({ project, copy, scan }: Ids): CopiedTable[] => {
  const ofProject = sql`t.project_id = ${project}`;
  const moved = { project_id: sql`${copy}::bigint` };
  const ofItem = sql`t.item_id in (select old_id from copied_items)`;
  const item = { item_id: itemOf('item_id') };
  const ofCodeBase = sql`t.code_base_id in (select old_id from copied_code_bases)`;
  const scanned = sql`case when t.scan_id is null then null else ${scan}::bigint end`;
  return [
    {
      table: 'codebase_folders',
      rows: ofProject,
      differences: { ...moved, id: folderOf('id'), parent_id: folderOf('parent_id') },
    },
    { table: 'codebase_issues', rows: ofProject, differences: { ...moved, id: null } },
    { table: 'project_images', rows: ofProject, differences: moved },
    {
      table: 'files',
      rows: ofProject,
      differences: { ...moved, id: fileOf('id'), folder_id: folderOf('folder_id'), scan_id: scanned },
    },
    {
      table: 'followed_licenses',
      rows: sql`t.file_id in (select old_id from copied_files)`,
      differences: { file_id: fileOf('file_id') },
    },
    {
      table: 'inventory_items',
      rows: ofProject,
      differences: { ...moved, id: itemOf('id'), provenance_id: itemOf('provenance_id') },
    },
    { table: 'inventory_files', rows: ofItem, differences: { ...item, file_id: fileOf('file_id') } },
    {
      table: 'remote_code_bases',
      rows: ofProject,
      // The scan is a job of the original.
      differences: { ...moved, id: codeBaseOf('id'), last_scan_id: sql`null` },
    },
    { table: 'remote_facts', rows: ofCodeBase, differences: { code_base_id: codeBaseOf('code_base_id') } },
    {
      table: 'remote_files',
      rows: ofProject,
      differences: { ...moved, id: remoteFileOf('id'), code_base_id: codeBaseOf('code_base_id') },
    },
    { table: 'inventory_remote_files', rows: ofItem, differences: { ...item, file_id: remoteFileOf('file_id') } },
    {
      table: 'remote_links',
      rows: ofCodeBase,
      differences: {
        code_base_id: codeBaseOf('code_base_id'),
        parent_id: itemOf('parent_id'),
        child_id: itemOf('child_id'),
      },
    },
    { table: 'inventory_file_exclusions', rows: ofItem, differences: item },
    { table: 'inventory_field_values', rows: ofItem, differences: item },
    { table: 'inventory_workflows', rows: ofItem, differences: item },
    { table: 'item_license_texts', rows: ofItem, differences: item },
    {
      table: 'inventory_links',
      rows: sql`t.parent_id in (select old_id from copied_items) and t.child_id in (select old_id from copied_items)`,
      differences: { parent_id: itemOf('parent_id'), child_id: itemOf('child_id') },
    },
    {
      table: 'inventory_history',
      rows: sql`${ofProject} and ${ofItem}`,
      differences: { ...moved, ...item, revision: null },
    },
    { table: 'tasks', rows: ofProject, differences: { ...moved, ...item, id: null } },
    { table: 'deleted_findings', rows: ofProject, differences: moved },
    { table: 'statement_edits', rows: ofProject, differences: { ...moved, id: null } },
    { table: 'vulnerability_analyses', rows: ofProject, differences: { ...moved, id: null } },
    { table: 'vulnerability_alerts', rows: ofProject, differences: { ...moved, ...item, id: null } },
    {
      table: 'decisions',
      // Rules decide about the items of the copy anew, and are decisions of the server.
      rows: sql`${ofProject} and t.superseded_at is null and (t.item_id is null or ${ofItem}) and coalesce(t.ground ->> 'by', '') <> 'rule' and t.kind <> 'analysis-rule'`,
      differences: { ...moved, ...item, id: null, supersedes: sql`null` },
    },
    {
      table: 'suppressions',
      rows: ofProject,
      differences: { ...moved, id: sql`(select new_id from copied_suppressions where old_id = t.id)` },
    },
    {
      table: 'suppressed_versions',
      rows: sql`t.suppression_id in (select old_id from copied_suppressions)`,
      differences: {
        id: null,
        suppression_id: sql`(select new_id from copied_suppressions where old_id = t.suppression_id)`,
      },
    },
  ];
};

/** The copied tables, for the test that compares them with the schema. */
export const copiedTables = [...settings(nobody()), ...contents(nobody())].map(({ table }) => table);

function nobody(): Ids {
  return { project: 0, copy: 0, scan: null };
}

export interface NewCopy {
  name: string;
  description: string;
  folderId: number;
}

/** Copies the project's record and settings, without files and items, and notes the origin. Returns the id of the new project. */
export async function copySettings(
  tx: Tx,
  project: number,
  { id, name, description, folderId }: NewCopy & { id?: number },
): Promise<number> {
  const copy = id ?? (await reserveProjectId(tx));
  const nothingYet = { last_scan_id: sql`null`, file_count: sql`0`, codebase_bytes: sql`0`, line_count: sql`0` };
  await copyRows(tx, {
    table: 'projects',
    rows: sql`t.id = ${project}`,
    differences: {
      id: sql`${copy}::bigint`,
      name: sql`${name}`,
      description: sql`${description}`,
      folder_id: sql`${folderId}::bigint`,
      origin_ids: sql`t.origin_ids || t.id`,
      created_at: null,
      updated_at: null,
      status: null,
      search_set_id: sql`null`,
      evidence_version: sql`null`,
      primary_license: sql`null`,
      inventory_rollup: null,
      ...nothingYet,
    },
  });
  for (const one of settings({ project, copy, scan: null })) await copyRows(tx, one);
  return copy;
}

/** Copies code (the store keeps the bytes once), evidence, inventory, and decisions. `scan` stands for the scan that read the code. */
export async function copyContents(tx: Tx, project: number, copy: number, scan: number | null): Promise<void> {
  for (const [name, table] of [
    ['copied_folders', 'codebase_folders'],
    ['copied_files', 'files'],
    ['copied_items', 'inventory_items'],
    ['copied_suppressions', 'suppressions'],
    ['copied_code_bases', 'remote_code_bases'],
    ['copied_remote_files', 'remote_files'],
  ] as const) {
    await sql`create temporary table ${sql.ref(name)} on commit drop as
      select id as old_id, nextval(pg_get_serial_sequence(${table}, 'id')) as new_id from ${sql.table(table)} where project_id = ${project} order by id`.execute(
      tx,
    );
    await sql`create unique index on ${sql.ref(name)} (old_id)`.execute(tx);
    await sql`analyze ${sql.ref(name)}`.execute(tx);
  }
  for (const one of contents({ project, copy, scan })) await copyRows(tx, one);
  // Suppressions of the project were copied after its items.
  await noteDecidedContents(tx, copy);
  await sql`select refresh_exposures(array(select id from inventory_items where project_id = ${copy}))`.execute(tx);
  await sql`update projects c set status = p.status, search_set_id = p.search_set_id, evidence_version = p.evidence_version,
      primary_license = p.primary_license, inventory_rollup = p.inventory_rollup, file_count = p.file_count,
      codebase_bytes = p.codebase_bytes, line_count = p.line_count, last_scan_id = ${scan}
    from projects p where p.id = ${project} and c.id = ${copy}`.execute(tx);
}

/** An id that no other project gets, even if the transaction is rolled back. */
export async function reserveProjectId(db: Db): Promise<number> {
  const { rows } = await sql<{ id: number }>`select nextval(pg_get_serial_sequence('projects', 'id')) as id`.execute(
    db,
  );
  return Number(onlyRow(rows).id);
}

/** Copies the last scan of the project as one of the copy, because it read these files. */
export async function copyScan(tx: Tx, scan: number, copy: { id: number; name: string }): Promise<number> {
  const { rows } = await sql<{ id: number }>`select nextval(pg_get_serial_sequence('jobs', 'id')) as id`.execute(tx);
  const id = Number(onlyRow(rows).id);
  await copyRows(tx, {
    table: 'jobs',
    rows: sql`t.id = ${scan}`,
    differences: { id: sql`${id}::bigint`, project_id: sql`${copy.id}::bigint`, project_name: sql`${copy.name}` },
  });
  return id;
}

async function copyRows(tx: Tx, { table, rows, differences }: CopiedTable): Promise<void> {
  const { rows: columns } = await sql<{ name: string }>`
    select column_name as name from information_schema.columns
    where table_schema = 'public' and table_name = ${table} and is_generated = 'NEVER' order by ordinal_position`.execute(
    tx,
  );
  const copied = columns.map(({ name }) => name).filter((name) => differences[name] !== null);
  // New numbers keep the order of the old ones.
  const numbers = columns.filter(({ name }) => differences[name] === null && ['id', 'revision'].includes(name));
  const order = numbers.length > 0 ? sql`order by ${sql.ref(`t.${firstOf(numbers).name}`)}` : sql``;
  const values = copied.map((name) => differences[name] ?? sql.ref(`t.${name}`));
  await sql`insert into ${sql.table(table)} (${sql.join(copied.map((name) => sql.ref(name)))})
    select ${sql.join(values)} from ${sql.table(table)} t where ${rows} ${order}`.execute(tx);
}
