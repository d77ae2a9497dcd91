// Makes a backup with or without a running server: first the rows, as they were at one moment, then the bytes that these rows name. While
// a backup runs, nothing removes such bytes, so a later copy of the store has all of them.
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import { auditHeadsFolder } from '../audit/heads.ts';
import { machineNow } from '../clock.ts';
import type { Config } from '../config.ts';
import { COLLECTION_LOCK, withSharedLock } from '../db/postgres/advisory-locks.ts';
import { storeAddress } from '../installation/binding.ts';
import { dataFolder } from '../installation/data-folder.ts';
import { reportScriptsFolder, SCRIPTS_FOLDER } from '../report-scripts/places.ts';
import { dumpDatabase } from './database.ts';
import { copyFolderIn, copyIn, linksBelow } from './files.ts';
import { BACKUP_FORMAT, type BackupFile, type BackupLink, type Manifest, writeManifest } from './manifest.ts';

/** Other parts of the data folder, by their names in the backup. The heads of the audit log are copied separately, at their own time. */
export function folderParts(config: Config): Record<string, string> {
  const folder = dataFolder(config.dataFolder);
  return {
    keys: folder.keys,
    emailTemplates: folder.emailTemplates,
    rules: join(folder.licenseRules, '..'),
    [SCRIPTS_FOLDER]: reportScriptsFolder(config),
  };
}

/** The folder of the store's segments. */
export function segmentsFolder(config: Config): string {
  const address = storeAddress(config);
  return join(address.startsWith('file:') ? fileURLToPath(address) : address, 'segments');
}

export async function makeBackup(config: Config, pool: pg.Pool, target: string): Promise<Manifest> {
  await requireEmpty(target);
  const folder = dataFolder(config.dataFolder);
  const createdOn = machineNow().toISOString();
  // Before the rows: a head that is exported later would name lines that the backup does not have.
  const files: BackupFile[] = await copyFolderIn(auditHeadsFolder(folder.root), target, 'audit-heads');
  // While the lock is held, the collection of deleted contents moves and removes no bytes that these rows name.
  const database = await withSharedLock(pool, COLLECTION_LOCK, async () => {
    const { segmentEnds, ...dumped } = await dumpDatabase(pool, target);
    files.push(...dumped.files);
    for (const [segment, end] of segmentEnds)
      files.push(await copyIn(join(segmentsFolder(config), `${segment}.pack`), target, `store/${segment}.pack`, end));
    return dumped;
  });
  const links: BackupLink[] = [];
  for (const [name, from] of Object.entries(folderParts(config))) {
    files.push(...(await copyFolderIn(from, target, name)));
    links.push(...(await linksBelow(from)).map(({ path, target: to }) => ({ path: `${name}/${path}`, target: to })));
  }
  const manifest = { format: BACKUP_FORMAT, createdOn, ...database, files, links };
  await writeManifest(target, manifest);
  return manifest;
}

async function requireEmpty(target: string): Promise<void> {
  await mkdir(target, { recursive: true, mode: 0o700 });
  if ((await readdir(target)).length > 0)
    throw new Error(`${target} is not empty. Name a folder for this backup that does not exist yet.`);
}
