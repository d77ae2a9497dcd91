// The database for commands that run beside a server or without one: the one DATABASE_URL names, the embedded one of a running
// server, or the embedded one started for the length of the command.
import type { Config } from '../config.ts';
import { embeddedConnection, isEmbeddedRunning, startEmbeddedDatabase } from '../db/embedded/index.ts';
import { type Connection, connect } from '../db/postgres/connection.ts';
import { migrate } from '../db/postgres/migrate.ts';
import { refuseNewDatabaseBesideStore } from '../installation/binding.ts';
import { dataFolder, lockDataFolder } from '../installation/data-folder.ts';

export interface DatabaseOptions {
  /** Asked before the database is migrated. */
  check?: (pool: Connection['pool']) => Promise<unknown>;
  /** Makes an embedded database beside a store that has one somewhere else. */
  mayBeNew?: boolean;
}

export async function withDatabase<T>(
  config: Config,
  work: (connection: Connection) => Promise<T>,
  options: DatabaseOptions = {},
): Promise<T> {
  const folder = dataFolder(config.dataFolder);
  if (config.databaseUrl !== '') return withConnection(connect(config.databaseUrl), work, options);
  if (isEmbeddedRunning(folder.postgres))
    return withConnection(connect(embeddedConnection(folder.postgres)), work, options);
  if (!options.mayBeNew) await refuseNewDatabaseBesideStore(config);
  const lock = await lockDataFolder(folder);
  try {
    const database = await startEmbeddedDatabase({ folder: folder.postgres });
    try {
      return await withConnection(connect(database.connection), work, options);
    } finally {
      await database.stop();
    }
  } finally {
    await lock.release();
  }
}

async function withConnection<T>(
  connection: Connection,
  work: (connection: Connection) => Promise<T>,
  { check }: DatabaseOptions,
): Promise<T> {
  try {
    await check?.(connection.pool);
    await migrate(connection.pool);
    return await work(connection);
  } finally {
    await connection.close();
  }
}
