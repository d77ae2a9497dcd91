// `assay migrate`: brings the database to the newest schema and reports the migrations.
import type { Config } from '../config.ts';
import { withDatabase } from './database.ts';

export async function migrateCommand(config: Config): Promise<number> {
  await withDatabase(config, async ({ pool }) => {
    const { rows } = await pool.query<{ name: string }>('select name from migrations order by name');
    process.stdout.write(`The database is up to date: ${rows.map((row) => row.name).join(', ')}\n`);
  });
  return 0;
}
