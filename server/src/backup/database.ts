// Writes the rows of the database to files, and reads them back: each table by COPY, all at one moment. pg_dump is not part of the embedded database,
// and an external database may have another version than the pg_dump of this machine.

import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { firstOf } from '@assay/scanner/items';
import type pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { measured, newFile } from './files.ts';
import type { BackupFile, BackupTable, Manifest } from './manifest.ts';

/** Fast, because compression takes most of the time of a backup. */
const GZIP_LEVEL = 3;
/** `migrate` writes these in every database. */
const MIGRATIONS = 'migrations';

type DatabasePart = Pick<Manifest, 'migrations' | 'tables' | 'sequences' | 'files'> & {
  /** The end of the last block in each segment that these rows name. */
  segmentEnds: Map<string, number>;
};

export async function dumpDatabase(pool: pg.Pool, folder: string): Promise<DatabasePart> {
  const client = await pool.connect();
  try {
    await client.query('begin isolation level repeatable read read only');
    const { rows: migrations } = await client.query(`select name, sha256 from ${MIGRATIONS} order by name`);
    const tables: BackupTable[] = [];
    const files: BackupFile[] = [];
    for (const { name, columns } of await listTables(client)) {
      const { rows, file } = await dumpTable(client, folder, name, columns);
      tables.push({ name, columns, rows, file: file.path });
      files.push(file);
    }
    const segmentEnds = await listSegmentEnds(client);
    // Snapshots do not include sequences. Read last, they are at least as high as in the rows.
    const { rows: sequences } = await client.query(
      `select sequencename as name, last_value as "lastValue" from pg_sequences where schemaname = 'public' and last_value is not null order by 1`,
    );
    await client.query('commit');
    return { migrations, tables, sequences, files, segmentEnds };
  } finally {
    // A connection in an unknown state does not return to the pool.
    client.release(true);
  }
}

/** Without the columns that the database computes. */
async function listTables(client: pg.ClientBase): Promise<{ name: string; columns: string[] }[]> {
  const { rows } = await client.query(
    `select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> $1
     group by c.relname order by c.relname`,
    [MIGRATIONS],
  );
  return rows;
}

async function dumpTable(client: pg.ClientBase, folder: string, name: string, columns: string[]) {
  const path = `database/${name}.copy.gz`;
  const rows = client.query(copyTo(`copy ${quoted(name)} (${columns.map(quoted).join(', ')}) to stdout`));
  const meter = measured();
  await pipeline(rows, createGzip({ level: GZIP_LEVEL }), meter, await newFile(join(folder, path)));
  return { rows: rows.rowCount, file: { path, ...meter.measure() } };
}

async function listSegmentEnds(client: pg.ClientBase): Promise<Map<string, number>> {
  const { rows } = await client.query<{ segment: string; end: number }>(
    `select segment, max("end")::bigint as "end" from (
       select segment, block_offset + (location ->> 'blockLength')::bigint as "end" from blobs where segment <> ''
       union all
       select c ->> 'segment', (c ->> 'blockOffset')::bigint + (c ->> 'blockLength')::bigint
       from blobs, jsonb_array_elements(location -> 'continuations') c where location ? 'continuations'
     ) ends group by segment order by segment`,
  );
  return new Map(rows.map(({ segment, end }) => [segment, end]));
}

/**
 * Fills a database with exactly the schema of the backup, in one transaction. Triggers are off meanwhile, because the rows were checked before and
 * are restored unchanged. Foreign keys are created again, so that the database itself checks all of them.
 */
export async function loadDatabase(pool: pg.Pool, folder: string, manifest: Manifest): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const here = await listTables(client);
    const missing = here.filter(({ name }) => !manifest.tables.some((table) => table.name === name));
    if (missing.length > 0 || here.length !== manifest.tables.length)
      throw new Error('The tables of the backup are not those of its schema: it cannot be restored.');
    const resting = await restTables(client);
    await client.query(`truncate ${here.map(({ name }) => quoted(name)).join(', ')}`);
    for (const table of manifest.tables) await loadTable(client, folder, table);
    for (const { name, lastValue } of manifest.sequences) await client.query('select setval($1::regclass, $2)', [quoted(name), lastValue]); // biome-ignore format: one step
    for (const statement of resting) await client.query(statement);
    await client.query('commit');
    await client.query('analyze');
  } finally {
    client.release(true);
  }
}

async function loadTable(client: pg.ClientBase, folder: string, table: BackupTable): Promise<void> {
  const columns = table.columns.map(quoted).join(', ');
  const into = client.query(copyFrom(`copy ${quoted(table.name)} (${columns}) from stdin`));
  await pipeline(createReadStream(join(folder, table.file)), createGunzip(), into);
  const { rows } = await client.query<{ count: number }>(`select count(*) as count from ${quoted(table.name)}`);
  if (firstOf(rows).count !== table.rows)
    throw new Error(
      `The table ${table.name} has ${firstOf(rows).count} rows after the restore, but the backup has ${table.rows}.`,
    );
}

/** Removes foreign keys and switches triggers off. Returns a function that restores both. */
async function restTables(client: pg.ClientBase): Promise<string[]> {
  const { rows: keys } = await client.query<{ table: string; name: string; definition: string }>(
    `select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`,
  );
  const { rows: triggers } = await client.query<{ table: string; name: string; state: string }>(
    `select t.tgrelid::regclass::text as table, t.tgname as name, t.tgenabled as state from pg_trigger t join pg_class c on c.oid = t.tgrelid
     where not t.tgisinternal and t.tgenabled <> 'D' and c.relnamespace = 'public'::regnamespace`,
  );
  for (const { table, name } of keys) await client.query(`alter table ${table} drop constraint ${quoted(name)}`);
  for (const { table, name } of triggers) await client.query(`alter table ${table} disable trigger ${quoted(name)}`);
  const enable: Record<string, string> = { O: 'enable', A: 'enable always', R: 'enable replica' };
  return [
    ...keys.map(({ table, name, definition }) => `alter table ${table} add constraint ${quoted(name)} ${definition}`),
    ...triggers.map(({ table, name, state }) => `alter table ${table} ${enable[state]} trigger ${quoted(name)}`),
  ];
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
