// Restores a backup into an empty data folder and an empty database only. Checks the digest of every file before it creates anything. If a restore
// fails later, remove what it created and begin again.

import { join } from 'node:path';
import { firstOf } from '@assay/scanner/items';
import { auditHeadsFolder, readAuditHeads } from '../audit/heads.ts';
import { verifySealedLog } from '../audit/verify.ts';
import type { Config } from '../config.ts';
import { insertAuditLines } from '../db/audit-log/entries.ts';
import { hasCluster, startEmbeddedDatabase } from '../db/embedded/index.ts';
import { listAllOpenJobs, rescheduleJob } from '../db/jobs.ts';
import { type Connection, connect } from '../db/postgres/connection.ts';
import { isEmptyDatabase, knownMigrations, migrate } from '../db/postgres/migrate.ts';
import { installationId } from '../db/site-settings.ts';
import { discardAllUploads } from '../db/uploads.ts';
import { storeAddress } from '../installation/binding.ts';
import { dataFolder, lockDataFolder } from '../installation/data-folder.ts';
import { JOB_HANDLERS } from '../jobs/kinds.ts';
import { enqueue } from '../queue/queue.ts';
import { loadAuditKey } from '../security/audit-key.ts';
import { openStore } from '../store/index.ts';
import { folderParts, segmentsFolder } from './backup.ts';
import { loadDatabase } from './database.ts';
import { copyOut, filesBelow, linkOut } from './files.ts';
import { checkFiles, type Manifest, readManifest } from './manifest.ts';

export interface RestoreReport {
  createdOn: string;
  rows: number;
  files: number;
  /** Number of open jobs, which continue after the next start. */
  jobs: number;
  auditLines: number;
}

export async function restoreBackup(config: Config, source: string): Promise<RestoreReport> {
  const manifest = await readManifest(source);
  await requireKnownSchema(manifest);
  await requireEmptyFolders(config);
  await checkFiles(source, manifest);
  const folder = dataFolder(config.dataFolder);
  const lock = await lockDataFolder(folder);
  try {
    return await withEmptyDatabase(config, async (connection) => {
      await restoreFiles(config, source, manifest);
      return restoreRows(config, connection, source, manifest);
    });
  } finally {
    await lock.release();
  }
}

async function requireKnownSchema({ migrations }: Manifest): Promise<void> {
  const known = await knownMigrations();
  for (const { name, sha256 } of migrations)
    if (known.get(name) !== sha256)
      throw new Error(
        `The backup was made by another version of Assay, newer or changed: this one does not know its schema ${name}.`,
      );
}

async function requireEmptyFolders(config: Config): Promise<void> {
  const folder = dataFolder(config.dataFolder);
  const full = [segmentsFolder(config), auditHeadsFolder(folder.root), ...Object.values(folderParts(config))];
  for (const path of full)
    if ((await filesBelow(path)).length > 0)
      throw new Error(
        `${path} is not empty, and a restore overwrites nothing. Name an empty data folder with ASSAY_DATA_DIR, or move this one away.`,
      );
  if (config.databaseUrl === '' && (await hasCluster(folder.postgres)))
    throw new Error(
      `${folder.postgres} holds a database, and a restore overwrites nothing. Name an empty data folder with ASSAY_DATA_DIR, or move this one away.`,
    );
}

async function withEmptyDatabase<T>(config: Config, work: (connection: Connection) => Promise<T>): Promise<T> {
  const embedded =
    config.databaseUrl === ''
      ? await startEmbeddedDatabase({ folder: dataFolder(config.dataFolder).postgres })
      : undefined;
  const connection = connect(embedded?.connection ?? config.databaseUrl);
  try {
    if (!(await isEmptyDatabase(connection.pool)))
      throw new Error(
        'The database that DATABASE_URL names is not empty, and a restore overwrites nothing: make a new one with "create database".',
      );
    return await work(connection);
  } finally {
    await connection.close();
    await embedded?.stop();
  }
}

async function restoreFiles(config: Config, source: string, { files, links = [] }: Manifest): Promise<void> {
  const parts: Record<string, string> = {
    ...folderParts(config),
    store: segmentsFolder(config),
    'audit-heads': auditHeadsFolder(dataFolder(config.dataFolder).root),
  };
  const placeOf = (path: string): string => {
    const [part = '', ...rest] = path.split('/');
    const to = Object.hasOwn(parts, part) ? parts[part] : undefined;
    if (!to || rest.includes('..')) throw new Error(`The backup names a file that belongs nowhere: ${path}.`);
    return join(to, ...rest);
  };
  for (const file of files) if (!file.path.startsWith('database/')) await copyOut(source, file, placeOf(file.path));
  // Links come last, so that no file is written through one.
  for (const { path, target } of links) await linkOut(target, placeOf(path));
}

async function restoreRows(
  config: Config,
  { db, pool }: Connection,
  source: string,
  manifest: Manifest,
): Promise<RestoreReport> {
  await migrate(pool, { only: manifest.migrations.map(({ name }) => name) });
  await loadDatabase(pool, source, manifest);
  await migrate(pool);
  const report = await db.transaction().execute(async (tx) => {
    await discardAllUploads(tx);
    // Jobs of agents are in no queue.
    const jobs = (await listAllOpenJobs(tx)).filter(({ type }) => type in JOB_HANDLERS);
    for (const { id } of jobs) {
      await rescheduleJob(tx, id);
      await enqueue(tx, id);
    }
    const details = { backupOf: manifest.createdOn };
    const [auditLines = 0] = await insertAuditLines(tx, [
      {
        userId: null,
        login: '',
        tokenId: null,
        via: 'command line',
        operation: 'restore',
        details,
        status: 'Completed',
      },
    ]);
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
    return {
      createdOn: manifest.createdOn,
      rows,
      files: manifest.files.length,
      jobs: jobs.length,
      auditLines,
    };
  });
  await bindStore(config, await installationId(db));
  await requireWholeLog(config, db);
  return report;
}

async function bindStore(config: Config, installation: string): Promise<void> {
  const store = await openStore(storeAddress(config), { packThreads: 0 });
  try {
    await store.setInstallation(installation);
  } finally {
    await store.close();
  }
}

async function requireWholeLog(config: Config, db: Connection['db']): Promise<void> {
  const folder = dataFolder(config.dataFolder);
  const key = await loadAuditKey(folder.keys);
  const exported = await readAuditHeads(auditHeadsFolder(folder.root));
  const { problems } = await verifySealedLog(db, { key, exported });
  if (problems.length > 0)
    throw new Error(
      `All was restored, but the audit log is not whole: line ${firstOf(problems).id}: ${firstOf(problems).problem} "assay audit verify" tells all.`,
    );
}
