// Writes server/src/db/schema.sql: what all migrations together make of an empty database, read back from one. `npm run schema`. Empty databases are
// created from this file (docs/adr/0066); a test compares it with a fresh one and with the migrations. It is also the place to read the schema.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { startEmbeddedDatabase } from '../server/src/db/embedded/index.ts';
import { connect } from '../server/src/db/postgres/connection.ts';
import { knownMigrations, migrate, SCHEMA_FILE, SCHEMA_SEPARATOR } from '../server/src/db/postgres/migrate.ts';

/** The public schema of a freshly migrated database and its first rows, as statements that create them; sorted by name within each section. */
export async function dumpSchema(pool: pg.Pool): Promise<string> {
  const parts = [
    '-- Written by `npm run schema` from the migrations; do not edit.',
    // Functions name tables that come later.
    'set local check_function_bodies = off;',
    ...(await extensions(pool)),
    ...(await enums(pool)),
    ...(await sequences(pool)),
    ...(await functions(pool, 'without rows of tables')),
    ...(await tables(pool)),
    ...(await functions(pool, 'with rows of tables')),
    ...(await views(pool)),
    ...(await firstRows(pool)),
    ...(await positions(pool)),
    // After the rows, which must not set off any of them.
    ...(await foreignKeys(pool)),
    ...(await triggers(pool)),
  ];
  return `${parts.join(SCHEMA_SEPARATOR)}\n`;
}

/** Statements that the catalog writes down itself. */
async function listStatements(pool: pg.Pool, query: string): Promise<string[]> {
  const { rows } = await pool.query<{ statement: string }>(query);
  return rows.map((row) => row.statement);
}

const extensions = (pool: pg.Pool) =>
  listStatements(
    pool,
    `select 'create extension if not exists ' || extname || ';' as statement from pg_extension where extname <> 'plpgsql' order by extname`,
  );

async function enums(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ name: string; labels: string[] }>(
    `select t.typname as name, array_agg(e.enumlabel::text order by e.enumsortorder) as labels
     from pg_type t join pg_enum e on e.enumtypid = t.oid join pg_namespace n on n.oid = t.typnamespace
     where n.nspname = 'public' group by t.typname order by t.typname`,
  );
  return rows.map(
    ({ name, labels }) => `create type ${name} as enum (${labels.map((label) => `'${label}'`).join(', ')});`,
  );
}

/** Those that belong to no column. */
const sequences = (pool: pg.Pool) =>
  listStatements(
    pool,
    `select format('create sequence %s as %s%s;', sequencename, data_type, ${SEQUENCE_OPTIONS}) as statement
     from pg_sequences q where schemaname = 'public'
       and not exists (select from pg_depend where objid = ('public.' || quote_ident(sequencename))::regclass and deptype = 'i')
     order by sequencename`,
  );

async function tables(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ name: string; unlogged: boolean; options: string | null }>(
    `select c.relname as name, c.relpersistence = 'u' as unlogged, array_to_string(c.reloptions, ', ') as options
     from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' order by c.relname`,
  );
  return Promise.all(rows.map((row) => table(pool, row)));
}

async function table(
  pool: pg.Pool,
  { name, unlogged, options }: { name: string; unlogged: boolean; options: string | null },
): Promise<string> {
  const lines = [...(await columns(pool, name)), ...(await constraints(pool, name))];
  const head = `create ${unlogged ? 'unlogged ' : ''}table ${name} (\n${lines.map((line) => `  ${line}`).join(',\n')}\n)`;
  return [`${head}${options ? ` with (${options})` : ''};`, ...(await indexes(pool, name))].join('\n');
}

/** Where a sequence begins and by how much it grows, if that is unusual; `q` is its row of pg_sequences. */
const SEQUENCE_OPTIONS = `concat_ws('',
  case when q.start_value <> 1 then ' start with ' || q.start_value end, case when q.increment_by <> 1 then ' increment by ' || q.increment_by end,
  case when q.min_value <> 1 then ' minvalue ' || q.min_value end, case when q.cycle then ' cycle' end,
  case when q.cache_size <> 1 then ' cache ' || q.cache_size end)`;

async function columns(pool: pg.Pool, name: string): Promise<string[]> {
  const { rows } = await pool.query<{ line: string }>(
    `select quote_ident(a.attname) || ' ' || format_type(a.atttypid, a.atttypmod)
       || case a.attidentity when '' then '' else
         format(' generated %s as identity', case a.attidentity when 'd' then 'by default' else 'always' end)
         || coalesce(' (' || nullif(trim(${SEQUENCE_OPTIONS}), '') || ')', '') end
       || case when a.attnotnull then ' not null' else '' end
       || case when a.attgenerated = 's' then format(' generated always as (%s) stored', pg_get_expr(d.adbin, d.adrelid))
          else coalesce(' default ' || pg_get_expr(d.adbin, d.adrelid), '') end as line
     from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
       left join pg_sequences q on a.attidentity <> '' and schemaname = 'public'
         and 'public.' || quote_ident(sequencename) = pg_get_serial_sequence('public.' || quote_ident($1), a.attname)
     where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped order by a.attnum`,
    [name],
  );
  return rows.map((row) => row.line);
}

/** Without not-null constraints, which are written with their columns, and foreign keys, which need all tables. */
async function constraints(pool: pg.Pool, name: string): Promise<string[]> {
  const { rows } = await pool.query<{ line: string }>(
    `select 'constraint ' || conname || ' ' || pg_get_constraintdef(oid) as line from pg_constraint
     where conrelid = $1::regclass and contype not in ('n', 'f') order by contype desc, conname`,
    [name],
  );
  return rows.map((row) => row.line);
}

async function indexes(pool: pg.Pool, name: string): Promise<string[]> {
  const { rows } = await pool.query<{ line: string }>(
    `select pg_get_indexdef(i.indexrelid) || ';' as line from pg_index i join pg_class c on c.oid = i.indexrelid
     where i.indrelid = $1::regclass and not exists (select 1 from pg_constraint k where k.conindid = i.indexrelid and k.contype <> 'f')
     order by c.relname`,
    [name],
  );
  return rows.map((row) => row.line.replace(' ON public.', ' ON '));
}

/** A section with one line for each. */
const asSection = (lines: readonly string[]) => (lines.length > 0 ? [lines.join('\n')] : []);

async function foreignKeys(pool: pg.Pool): Promise<string[]> {
  return asSection(
    await listStatements(
      pool,
      `select format('alter table %s add constraint %s %s;', conrelid::regclass, conname, pg_get_constraintdef(oid)) as statement
       from pg_constraint where connamespace = 'public'::regnamespace and contype = 'f' order by conrelid::regclass::text, conname`,
    ),
  );
}

async function triggers(pool: pg.Pool): Promise<string[]> {
  const statements = await listStatements(
    pool,
    `select pg_get_triggerdef(t.oid) || ';' || case tgenabled when 'O' then '' else
       format(E'\\nalter table %s enable %s trigger %s;', c.relname, case tgenabled when 'A' then 'always' else 'replica' end, tgname) end as statement
     from pg_trigger t join pg_class c on c.oid = tgrelid
     where c.relnamespace = 'public'::regnamespace and not tgisinternal order by c.relname, tgname`,
  );
  return asSection(statements.map((statement) => statement.replace(' ON public.', ' ON ')));
}

/** In the order in which they were created: a view may read an earlier one. */
const views = (pool: pg.Pool) =>
  listStatements(
    pool,
    `select format(E'create view %s as\\n%s', relname, pg_get_viewdef(oid)) as statement
     from pg_class where relnamespace = 'public'::regnamespace and relkind = 'v' order by oid`,
  );

/** Functions that receive a row of a table can only be created after the table; others are created before it, as its columns may need them. */
async function functions(pool: pg.Pool, which: 'with rows of tables' | 'without rows of tables'): Promise<string[]> {
  const statements = await listStatements(
    pool,
    `select pg_get_functiondef(p.oid) as statement from pg_proc p
     where p.pronamespace = 'public'::regnamespace
       and not exists (select from pg_depend d where d.objid = p.oid and d.classid = 'pg_proc'::regclass and d.deptype = 'e')
       and ${which === 'with rows of tables' ? '' : 'not '}exists (select from unnest(p.proargtypes) t(oid) join pg_type using (oid) where typrelid <> 0)
     order by p.proname`,
  );
  return statements.map((text) => `${text.replace('FUNCTION public.', 'FUNCTION ').trimEnd()};`);
}

/** `list_changes` says which lists changed in which transaction: nothing that a new database has to know. */
const WITHOUT_FIRST_ROWS = ['migrations', 'list_changes'];

/** The rows that migrations insert, without the times of their creation, which are defaults. */
async function firstRows(pool: pg.Pool): Promise<string[]> {
  const { rows: all } = await pool.query<{ name: string; columns: string[] }>(
    `select c.relname as name, array_agg(quote_ident(a.attname) order by a.attnum) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> all($1) and a.attgenerated = ''
       and not (a.atttypid = 'timestamptz'::regtype and a.atthasdef)
     group by c.relname order by c.relname`,
    [WITHOUT_FIRST_ROWS],
  );
  return (await Promise.all(all.map(({ name, columns: some }) => rowsOf(pool, name, some)))).flat();
}

async function rowsOf(pool: pg.Pool, name: string, some: readonly string[]): Promise<string[]> {
  const values = some.map((column) => `coalesce(quote_literal(${column}), 'null')`).join(`, `);
  const lines = await listStatements(pool, `select '  (' || concat_ws(', ', ${values}) || ')' as statement from ${name} order by 1`); // biome-ignore format: one statement
  return lines.length === 0 ? [] : [`insert into ${name} (${some.join(', ')}) values\n${lines.join(',\n')};`];
}

/** The next numbers of sequences that migrations used or moved. */
async function positions(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ name: string; start: string }>(
    `select quote_ident(sequencename) as name, start_value::text as start from pg_sequences where schemaname = 'public' order by 1`,
  );
  const lines: string[] = [];
  for (const { name, start } of rows)
    lines.push(
      ...(await listStatements(
        pool,
        `select format('select setval(%L, %s, %L);', '${name}', last_value, is_called) as statement from ${name}
         where is_called or last_value <> ${start}`,
      )),
    );
  return asSection(lines);
}

/** The migrations that the schema contains, as `migrate` notes them. */
export async function noteMigrations(): Promise<string> {
  const lines = [...(await knownMigrations())].map(([name, sha256]) => `  ('${name}', '${sha256}')`).sort();
  return `insert into migrations (name, sha256) values\n${lines.join(',\n')};\n`;
}

/** The whole file, from a database that all migrations have made. */
export async function schemaFile(pool: pg.Pool): Promise<string> {
  return `${(await dumpSchema(pool)).trimEnd()}${SCHEMA_SEPARATOR}${await noteMigrations()}`;
}

if (import.meta.main) {
  const root = mkdtempSync(join(tmpdir(), 'assay-schema-'));
  const database = await startEmbeddedDatabase({ folder: join(root, 'postgres'), isThrowaway: true });
  const connection = connect(database.connection);
  await migrate(connection.pool, { only: [...(await knownMigrations()).keys()].sort() });
  writeFileSync(SCHEMA_FILE, await schemaFile(connection.pool));
  await connection.close();
  await database.stop();
  rmSync(root, { recursive: true, force: true });
}
