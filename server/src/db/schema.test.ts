// The committed schema is what the migrations make, and the TypeScript tables name its columns.
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { dumpSchema, SCHEMA_FILE } from '../../../tools/dump-schema.ts';
import { cloneDatabase, type TestDatabase } from '../../test/postgres.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await cloneDatabase(inject('postgres'));
});
afterAll(() => database.drop());

test('schema.sql is fresh (npm run schema)', async () => {
  expect(readFileSync(SCHEMA_FILE, 'utf8')).toBe(await dumpSchema(database.pool));
});

test('tables.ts names exactly the columns of the database', async () => {
  const { rows } = await database.pool.query<{ table: string; column: string }>(
    `select table_name as table, column_name as column from information_schema.columns where table_schema = 'public' and table_name <> 'migrations'`,
  );
  const inDatabase = rows.map((row) => `${row.table}.${row.column}`).sort();
  expect(columnsOfTypes().sort()).toEqual(inDatabase);
});

/** The interfaces of tables.ts, read as text: types are gone at run time. */
function columnsOfTypes(): string[] {
  const source = readFileSync(new URL('./tables.ts', import.meta.url), 'utf8');
  const tables = [...source.matchAll(/\n {2}(\w+): (\w+Table);/g)];
  return tables.flatMap(([, table, type]) => {
    const body = new RegExp(`export interface ${type} \\{\\n([\\s\\S]*?)\\n\\}`).exec(source)?.[1] ?? '';
    return [...body.matchAll(/^ {2}(\w+): /gm)].map((member) => `${table}.${member[1]}`);
  });
}
