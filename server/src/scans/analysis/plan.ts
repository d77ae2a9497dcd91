// Before the analysis: decides by the scan profile which files a scan analyses, excludes or skips.
import type { App } from '../../app.ts';
import type { Tx } from '../../db/postgres/connection.ts';
import { lockProject } from '../../db/projects/projects.ts';
import {
  createExclusionList,
  eachFilePath,
  excludeFiles,
  excludeFilesOfFolders,
  listCodebaseFolders,
  writeScanPlan,
} from '../../db/scans/plan.ts';
import type { ScanProfileSettings } from '../../domain/derivation/scan-profile.ts';
import { compileExclusions, type Exclusions } from '../../domain/projects/exclusions.ts';
import { isRefusal } from '../../domain/refusal.ts';
import { giveWay } from '../../turns.ts';

export interface ScanPlanOptions {
  projectId: number;
  settings: Pick<ScanProfileSettings, 'exclusions' | 'rescanSkips'>;
  /** A forced full rescan skips nothing, but still excludes files. */
  isForced: boolean;
  signal: AbortSignal;
}

export async function planScan(app: App, options: ScanPlanOptions): Promise<void> {
  await app.lockingDb.transaction().execute(async (tx) => {
    await gatherExclusions(tx, options);
    await lockProject(tx, options.projectId);
    await writePlan(tx, options);
  });
}

/** Call it before the project is locked: it compares all paths with the patterns, and people who change the project need not wait for that. */
export async function gatherExclusions(
  tx: Tx,
  { projectId, settings, signal }: Omit<ScanPlanOptions, 'isForced'>,
): Promise<void> {
  const exclusions = compileExclusions(settings.exclusions);
  // The patterns were checked when the profile was stored.
  if (isRefusal(exclusions)) throw new Error(exclusions.refusal.message);
  await createExclusionList(tx);
  if (!exclusions.isEmpty) await gatherExcluded(tx, projectId, exclusions, signal);
}

/** In the same transaction, under the project's lock. */
export function writePlan(
  tx: Tx,
  { projectId, settings, isForced }: Pick<ScanPlanOptions, 'projectId' | 'settings' | 'isForced'>,
): Promise<void> {
  return writeScanPlan(tx, projectId, isForced ? 'NONE' : settings.rescanSkips);
}

async function gatherExcluded(tx: Tx, projectId: number, exclusions: Exclusions, signal: AbortSignal): Promise<void> {
  const excludedFolders = new Set<number>();
  for (const { id, parent_id, path } of await listCodebaseFolders(tx, projectId)) {
    signal.throwIfAborted();
    await giveWay();
    const isBelowExcluded = parent_id !== null && excludedFolders.has(parent_id);
    if (isBelowExcluded || (path !== '' && exclusions.exclude(path, true))) excludedFolders.add(id);
  }
  await excludeFilesOfFolders(tx, [...excludedFolders]);
  if (!exclusions.concernFiles) return;
  for await (const files of eachFilePath(tx, projectId)) {
    const excluded: number[] = [];
    for (const { id, folder_id, path } of files) {
      signal.throwIfAborted();
      await giveWay();
      if (!excludedFolders.has(folder_id) && exclusions.exclude(path, false)) excluded.push(id);
    }
    await excludeFiles(tx, excluded);
  }
}
