// A real PostgreSQL for tests: one temporary server per run, one migrated template, and one clone of it per test
// file.
import { mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbeddedDatabase } from '../src/db/embedded/index.ts';
import { type Connection, connect } from '../src/db/postgres/connection.ts';
import { migrate } from '../src/db/postgres/migrate.ts';
import { fillLicenseLibrary } from '../src/library/licenses.ts';

const TEMPLATE = 'assay_template';

/** The memory as a file system, on Linux. */
const MEMORY_FOLDER = '/dev/shm';
/** Linux' number of that file system (`TMPFS_MAGIC`). */
const TMPFS = 0x01021994;
/** Bytes that the clones, their log and the tests may need at once, with a margin. */
const ROOM = 6 * 2 ** 30;

export interface TestServer {
  host: string;
  user: string;
  stop(): Promise<void>;
}

/** Starts the server and makes the template. */
export async function startTestServer(): Promise<TestServer> {
  const root = mkdtempSync(join(folderForDatabases(), 'assay-test-pg-'));
  const database = await startEmbeddedDatabase({ folder: join(root, 'postgres'), isThrowaway: true });
  const { host, user } = database.connection;
  await administer({ host, user }, `create database ${TEMPLATE}`);
  const template = connect({ host, user, database: TEMPLATE });
  await migrate(template.pool);
  await fillLicenseLibrary(template.db);
  await template.close();
  return {
    host,
    user,
    async stop() {
      await database.stop();
      rmSync(root, { recursive: true, force: true });
    },
  };
}

export interface TestDatabase extends Connection {
  drop(): Promise<void>;
  target: { host: string; user: string; database: string };
}

/**
 * The memory if it has room, because each clone is a thousand files that are soon deleted, and ext4 takes the longer to find a place for a
 * file the more were deleted in the last seconds: a clone took six times the processor time there.
 */
function folderForDatabases(): string {
  try {
    const { type, bavail, bsize } = statfsSync(MEMORY_FOLDER);
    if (type === TMPFS && Math.min(bavail * bsize, freemem()) >= ROOM) return MEMORY_FOLDER;
  } catch {
    // There is none on this system.
  }
  return tmpdir();
}

/** A database without tables, for tests of migrations. */
export async function emptyDatabase(server: { host: string; user: string }): Promise<TestDatabase> {
  return createDatabase(server, '');
}

/** A fresh clone of the template. To copy its files takes a third of the time of writing all of their pages into the log. */
export async function cloneDatabase(server: { host: string; user: string }): Promise<TestDatabase> {
  return createDatabase(server, ` template ${TEMPLATE} strategy file_copy`);
}

async function createDatabase(server: { host: string; user: string }, like: string): Promise<TestDatabase> {
  const name = `test_${process.pid}_${Math.random().toString(36).slice(2)}`;
  await administer(server, `create database ${name}${like}`);
  const target = { ...server, database: name };
  const connection = connect(target, { maxConnections: 10 });
  return {
    ...connection,
    target,
    async drop() {
      await connection.close();
      await administer(server, `drop database ${name} with (force)`);
    },
  };
}

async function administer(server: { host: string; user: string }, statement: string): Promise<void> {
  const client = new pg.Client({ host: server.host, user: server.user, database: 'postgres' });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
