// Binds the database and the store of an installation, and refuses a pair that does not belong together (domain/installation.ts). The check comes
// before anything is created, migrated or written.

import { pathToFileURL } from 'node:url';
import { firstOf } from '@assay/scanner/items';
import type pg from 'pg';
import type { Config } from '../config.ts';
import { hasCluster } from '../db/embedded/index.ts';
import { findNamedSegments } from '../db/files/blobs.ts';
import type { Db } from '../db/postgres/connection.ts';
import { installationId, setInstallationId } from '../db/site-settings.ts';
import { type Binding, bindingOf, type DatabaseSide, databaseToBeMade } from '../domain/installation.ts';
import { inspectStore, type PackStore } from '../store/index.ts';
import { dataFolder } from './data-folder.ts';

/** The database and the store belong to two installations. The message is for people. */
class InstallationMismatch extends Error {}

export function storeAddress(config: Config): string {
  return config.storeUrl || pathToFileURL(dataFolder(config.dataFolder).store).href;
}

/** Throws InstallationMismatch if an embedded database would be created for a store that belongs to another database. */
export async function refuseNewDatabaseBesideStore(config: Config): Promise<void> {
  const { postgres } = dataFolder(config.dataFolder);
  if (config.databaseUrl !== '' || (await hasCluster(postgres))) return;
  accepted(bindingOf(await inspectStore(storeAddress(config)), databaseToBeMade(postgres)));
}

/** Call it before the database is migrated. Throws InstallationMismatch. */
export async function checkInstallation(config: Config, pool: pg.Pool): Promise<Binding> {
  return accepted(bindingOf(await inspectStore(storeAddress(config)), await databaseSide(config, pool)));
}

/**
 * The same for commands that need only the database: a store that is missing, or on another machine, is no contradiction. Throws
 * InstallationMismatch.
 */
export async function checkDatabase(config: Config, pool: pg.Pool): Promise<void> {
  const store = await inspectStore(storeAddress(config));
  if (store.installation === undefined && store.segments.length === 0) return;
  accepted(bindingOf(store, await databaseSide(config, pool)));
}

/** Writes a missing id after the database is migrated and the store is open. If several processes do so at once, one decides. */
export async function bindInstallation(db: Db, store: PackStore, binding: Binding): Promise<void> {
  if (binding.type === 'nameDatabase') await setInstallationId(db, binding.installation);
  const id = await installationId(db);
  if (binding.type === 'nameStore') await store.setInstallation(id);
}

function accepted(binding: Binding): Binding {
  if (binding.type === 'refused') throw new InstallationMismatch(binding.message);
  return binding;
}

/** Works with the schema of every earlier version. */
async function databaseSide(config: Config, pool: pg.Pool): Promise<DatabaseSide> {
  const where = databaseText(config);
  const { rows } = await pool.query<{ isMade: boolean }>(
    `select to_regclass('settings') is not null and to_regclass('blobs') is not null as "isMade"`,
  );
  if (!rows[0]?.isMade) return { where, installation: undefined, namedSegments: [], hasProjects: false };
  const facts = await pool.query<{ installation: string | null; hasProjects: boolean }>(
    `select (select value ->> 'id' from settings where key = 'installation') as installation,
       exists (select 1 from projects) as "hasProjects"`,
  );
  const { installation, hasProjects } = firstOf(facts.rows);
  const namedSegments = [...(await findNamedSegments(pool)).keys()];
  return { where, installation: installation ?? undefined, namedSegments, hasProjects };
}

/** Without user and password. */
function databaseText({ databaseUrl, dataFolder: root }: Config): string {
  if (databaseUrl === '') return `the embedded database in ${dataFolder(root).postgres}`;
  const { host, pathname, searchParams } = new URL(databaseUrl);
  return `the database ${host || searchParams.get('host') || 'localhost'}${pathname} of DATABASE_URL`;
}
