// Empty databases are created from schema.sql, others by migrations: both must give the same database.
import { readFileSync } from 'node:fs';
import type pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { dumpSchema, schemaFile } from '../../../tools/dump-schema.ts';
import { emptyDatabase, type TestDatabase } from '../../test/postgres.ts';
import { knownMigrations, migrate, SCHEMA_FILE } from './postgres/migrate.ts';

let created: TestDatabase;
let migrated: TestDatabase;
let all: string[];
beforeAll(async () => {
  created = await emptyDatabase(inject('postgres'));
  migrated = await emptyDatabase(inject('postgres'));
  all = [...(await knownMigrations()).keys()].sort();
  await migrate(migrated.pool, { only: all });
});
afterAll(async () => {
  await created.drop();
  await migrated.drop();
});

test('schema.sql is what all migrations make of an empty database (npm run schema)', async () => {
  expect(readFileSync(SCHEMA_FILE, 'utf8')).toBe(await schemaFile(migrated.pool));
});

test('an empty database is created from schema.sql, with all migrations noted, and a second start changes nothing', async () => {
  expect(await migrate(created.pool)).toEqual(all);
  expect(await migrate(created.pool)).toEqual([]);
  const noted = `select name, sha256 from migrations order by name`;
  expect((await created.pool.query(noted)).rows).toEqual((await migrated.pool.query(noted)).rows);
});

test('what schema.sql creates is written down as schema.sql again', async () => {
  expect(await dumpSchema(created.pool)).toBe(await dumpSchema(migrated.pool));
});

/** What the catalog says beyond what schema.sql is made of, so that nothing is lost that its writer does not know. */
const CATALOG: Record<string, string> = {
  relations: `select relname, relkind, relpersistence, relreplident, relrowsecurity, relispartition, reloptions, relacl,
      (select reloptions from pg_class t where t.oid = c.reltoastrelid) as toast_options, obj_description(oid, 'pg_class') as comment
    from pg_class c where relnamespace = 'public'::regnamespace order by relname`,
  columns: `select attrelid::regclass::text as name, attname, format_type(atttypid, atttypmod), attnotnull, attidentity, attgenerated, attstorage,
      attcompression, attcollation, attstattarget, attoptions, attacl, pg_get_expr(adbin, adrelid) as value
    from pg_attribute a join pg_class c on c.oid = attrelid left join pg_attrdef d on d.adrelid = attrelid and d.adnum = attnum
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'v') and attnum > 0 and not attisdropped
    order by 1, row_number() over (partition by attrelid order by attnum)`,
  constraints: `select conrelid::regclass::text as name, conname, contype, condeferrable, condeferred, convalidated, pg_get_constraintdef(oid)
    from pg_constraint where connamespace = 'public'::regnamespace order by 1, 2`,
  indexes: `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid), indisvalid, indisclustered, indisreplident, indnullsnotdistinct
    from pg_index join pg_class c on c.oid = indexrelid where relnamespace = 'public'::regnamespace order by 1`,
  triggers: `select tgrelid::regclass::text as name, tgname, tgenabled, tgdeferrable, pg_get_triggerdef(t.oid)
    from pg_trigger t join pg_class c on c.oid = tgrelid where relnamespace = 'public'::regnamespace and not tgisinternal order by 1, 2`,
  functions: `select oid::regprocedure::text as name, prosrc, pg_get_functiondef(oid), proacl
    from pg_proc where pronamespace = 'public'::regnamespace and prokind = 'f' order by 1`,
  types: `select typname, typtype, typcategory from pg_type where typnamespace = 'public'::regnamespace order by 1`,
  sequences: `select sequencename, data_type::text, start_value::text, min_value::text, max_value::text, increment_by::text, cycle, cache_size::text,
      last_value::text from pg_sequences where schemaname = 'public' order by 1`,
  views: `select viewname, definition from pg_views where schemaname = 'public' order by 1`,
  extensions: `select extname, extversion, extnamespace::regnamespace::text from pg_extension order by 1`,
  others: `select (select count(*) from pg_policy) + (select count(*) from pg_statistic_ext) + (select count(*) from pg_event_trigger)
    + (select count(*) from pg_publication) as count, (select array_agg(rulename order by rulename) from pg_rewrite where rulename <> '_RETURN'
      and ev_class in (select oid from pg_class where relnamespace = 'public'::regnamespace)) as rules`,
};

test.each(Object.entries(CATALOG))('both have the same %s', async (_, query) => {
  const read = async ({ pool }: { pool: pg.Pool }) => (await pool.query(query)).rows;
  const rows = await read(migrated);
  expect(rows.length).toBeGreaterThan(0);
  expect(await read(created)).toEqual(rows);
});

test('both have the same rows, apart from the time of their creation', async () => {
  const { rows: tables } = await migrated.pool.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> all('{migrations,list_changes}')`,
  );
  const timeless = (name: string) =>
    `select to_jsonb(t) - 'created_at' - 'updated_at' as row from ${name} t order by 1`;
  const filled: string[] = [];
  for (const { name } of tables) {
    const { rows } = await migrated.pool.query(timeless(name));
    if (rows.length > 0) filled.push(name);
    expect((await created.pool.query(timeless(name))).rows, name).toEqual(rows);
  }
  expect(filled.sort()).toEqual(['folders', 'policy_profiles', 'registries', 'reports', 'scan_profiles']);
});

test('a database that already has a table of somebody is not taken for an empty one', async () => {
  const used = await emptyDatabase(inject('postgres'));
  try {
    await used.pool.query('create table folders (id integer)');
    await expect(migrate(used.pool)).rejects.toThrow(
      /^The migration 0001-house\.sql failed: relation "folders" already exists/,
    );
  } finally {
    await used.drop();
  }
});
