// The database for commands that run with or without a server: the one in DATABASE_URL, the embedded one of a running server, or the embedded one
// started for the time of the command.
import type { Config } from '../config.ts';
import { embeddedConnection, isEmbeddedRunning, startEmbeddedDatabase } from '../db/embedded/index.ts';
import { type Connection, connect } from '../db/postgres/connection.ts';
import { migrate } from '../db/postgres/migrate.ts';
import { checkDatabase, checkInstallation, refuseNewDatabaseBesideStore } from '../installation/binding.ts';
import { dataFolder, lockDataFolder } from '../installation/data-folder.ts';

export interface DatabaseOptions {
  /**
   * The condition for the command's access to the database. `database`: if there is a store, the database belongs to it. `whole`: both exist and
   * belong together. `any`: none, for commands that join a pair on purpose.
   */
  needs?: 'database' | 'whole' | 'any';
}

export async function withDatabase<T>(
  config: Config,
  work: (connection: Connection) => Promise<T>,
  options: DatabaseOptions = {},
): Promise<T> {
  const folder = dataFolder(config.dataFolder);
  if (config.databaseUrl !== '') return withConnection(config, connect(config.databaseUrl), work, options);
  if (isEmbeddedRunning(folder.postgres))
    return withConnection(config, connect(embeddedConnection(folder.postgres)), work, options);
  if (options.needs !== 'any') await refuseNewDatabaseBesideStore(config);
  const lock = await lockDataFolder(folder);
  try {
    const database = await startEmbeddedDatabase({ folder: folder.postgres });
    try {
      return await withConnection(config, connect(database.connection), work, options);
    } finally {
      await database.stop();
    }
  } finally {
    await lock.release();
  }
}

async function withConnection<T>(
  config: Config,
  connection: Connection,
  work: (connection: Connection) => Promise<T>,
  { needs = 'database' }: DatabaseOptions,
): Promise<T> {
  try {
    if (needs === 'whole') await checkInstallation(config, connection.pool);
    else if (needs === 'database') await checkDatabase(config, connection.pool);
    await migrate(connection.pool);
    return await work(connection);
  } finally {
    await connection.close();
  }
}
