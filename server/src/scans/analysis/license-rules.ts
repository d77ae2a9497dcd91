// The imported license rules that replace the built-in ones. The settings name them and the store has their bytes, so that all servers and workers of
// an installation use the same rules on every machine.
import type { Stats } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { type LicenseIndex, readLicenseIndex } from '@assay/scanner/licenses';
import type { App } from '../../app.ts';
import { SYSTEM } from '../../audit/system.ts';
import { keepFile, openKept } from '../../contents/kept-file.ts';
import { insertAuditLines } from '../../db/audit-log/entries.ts';
import { findImportedRules, type ImportedRules, setImportedRules } from '../../db/license-rules.ts';

/** The imported rules in force; undefined while the built-in ones are. */
export async function importedRules(app: App): Promise<ImportedRules | undefined> {
  await takeUpLeftRules(app);
  return findImportedRules(app.db);
}

/** Rejects with CorruptBlob or LicenseIndexFault if they can no longer be used. */
export async function readImportedIndex(app: App, { sha256 }: ImportedRules): Promise<LicenseIndex> {
  const { stream, sizeBytes } = await openKept(app, Buffer.from(sha256, 'hex'));
  return readLicenseIndex(stream, sizeBytes, 'The imported index');
}

/** One at a time in a process. Several processes that do it at once write the same. */
let takingUp: Promise<unknown> = Promise.resolve();

/** `assay licenses import` does not use the database: it leaves the compiled rules in the data folder, and the next caller puts them in force. */
function takeUpLeftRules(app: App): Promise<void> {
  const taken = takingUp.then(() => takeUp(app, app.folder.licenseRules));
  takingUp = taken.catch(() => undefined);
  return taken;
}

async function takeUp(app: App, file: string): Promise<void> {
  const left = await statsOf(file);
  if (!left?.isFile()) return;
  const { sha256, sizeBytes } = await keepFile(app, file);
  const rules = { sha256: sha256.toString('hex'), sizeBytes, importedOn: left.mtime.toISOString() };
  await app.db.transaction().execute(async (tx) => {
    await setImportedRules(tx, rules);
    await insertAuditLines(tx, [
      { ...SYSTEM, operation: 'importLicenseRules', details: { ...rules }, status: 'Completed' },
    ]);
  });
  app.log.info(rules, 'license rules imported on the command line are now in force');
  // Other rules may have replaced them meanwhile; the next caller puts those in force.
  const now = await statsOf(file);
  if (now?.ino === left.ino && now.mtimeMs === left.mtimeMs) await rm(file, { force: true });
}

async function statsOf(file: string): Promise<Stats | undefined> {
  try {
    return await stat(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
