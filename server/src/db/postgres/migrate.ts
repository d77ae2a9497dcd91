// Brings a database to the newest schema with plain SQL files, forward only, each in one transaction. A lock lets several starting servers run one
// after the other. An applied migration must never change: its digest is stored and compared. An empty database is created from schema.sql, which
// is what the migrations together make, and which notes them as applied (docs/adr/0066).
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { firstOf } from '@assay/scanner/items';
import { runMigrations } from 'graphile-worker';
import type pg from 'pg';

const MIGRATIONS = new URL('../migrations/', import.meta.url);
export const SCHEMA_FILE = new URL('../schema.sql', import.meta.url);
/** Between the parts of that file, which are sent one by one: PostgreSQL takes twice as long for all of them in one message. */
export const SCHEMA_SEPARATOR = '\n\n--\n\n';
/** Any number works if no other program uses the same advisory lock in this database. */
const LOCK = 7_220_811;

export interface MigrateOptions {
  /** These migrations alone, one after the other: those of an older schema, such as that of a backup. */
  only?: readonly string[];
}

/** Names and digests of the migrations that this version knows. */
export async function knownMigrations(): Promise<Map<string, string>> {
  const known = new Map<string, string>();
  for (const name of await readdir(MIGRATIONS))
    if (name.endsWith('.sql')) known.set(name, digestOf(await readFile(new URL(name, MIGRATIONS), 'utf8')));
  return known;
}

const digestOf = (sql: string) => createHash('sha256').update(sql).digest('hex');

/** Applies missing migrations and returns their names. */
export async function migrate(pool: pg.Pool, { only }: MigrateOptions = {}): Promise<string[]> {
  const client = await pool.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    try {
      const applied = await applyMissing(client, only);
      await runMigrations({ pgPool: pool });
      return applied;
    } finally {
      await client.query('select pg_advisory_unlock($1)', [LOCK]);
    }
  } finally {
    client.release();
  }
}

async function applyMissing(client: pg.PoolClient, only: readonly string[] | undefined): Promise<string[]> {
  const created = only === undefined && (await isEmptyDatabase(client)) ? await createSchema(client) : [];
  await client.query(
    'create table if not exists migrations (name text primary key, sha256 text not null, applied_at timestamptz not null default now())',
  );
  const { rows } = await client.query<{ name: string; sha256: string }>('select name, sha256 from migrations');
  const known = new Map(rows.map((row) => [row.name, row.sha256]));
  const names = (await readdir(MIGRATIONS)).filter((name) => name.endsWith('.sql')).sort();
  const newer = [...known.keys()].filter((name) => !names.includes(name));
  if (newer.length > 0) {
    throw new Error(
      `A newer version of Assay has changed the database: this version does not know the migration ${newer.join(', ')}. Start the newer version.`,
    );
  }
  const applied: string[] = [];
  for (const name of only ?? names) {
    const sql = await readFile(new URL(name, MIGRATIONS), 'utf8');
    const sha256 = digestOf(sql);
    const earlier = known.get(name);
    if (earlier === sha256) continue;
    if (earlier) throw new Error(`The migration ${name} was changed after it had been applied to this database.`);
    await applyOne(client, name, sha256, sql);
    applied.push(name);
  }
  return [...created, ...applied];
}

/** True if nothing was created in this database, apart from extensions of its owner. */
export async function isEmptyDatabase(client: pg.Pool | pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ isEmpty: boolean }>(
    `select not exists (
       select from pg_class c where relnamespace = 'public'::regnamespace and relkind in ('r', 'v', 'm', 'p', 'f', 'S')
         and not exists (select from pg_depend d where d.objid = c.oid and d.classid = 'pg_class'::regclass and d.deptype = 'e')
     ) as "isEmpty"`,
  );
  return firstOf(rows).isEmpty;
}

/** Creates everything at once and returns the names of the migrations that it contains. */
async function createSchema(client: pg.PoolClient): Promise<string[]> {
  await inTransaction(client, 'The schema could not be created', async () => {
    for (const part of (await readFile(SCHEMA_FILE, 'utf8')).split(SCHEMA_SEPARATOR)) await client.query(part);
  });
  const { rows } = await client.query<{ name: string }>('select name from migrations order by name');
  return rows.map(({ name }) => name);
}

async function applyOne(client: pg.PoolClient, name: string, sha256: string, sql: string): Promise<void> {
  await inTransaction(client, `The migration ${name} failed`, async () => {
    await client.query(sql);
    await client.query('insert into migrations (name, sha256) values ($1, $2)', [name, sha256]);
  });
}

async function inTransaction(client: pg.PoolClient, failure: string, work: () => Promise<void>): Promise<void> {
  await client.query('begin');
  try {
    await work();
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw new Error(`${failure}: ${(error as Error).message}`, { cause: error });
  }
}
