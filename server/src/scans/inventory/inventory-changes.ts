// What a scan writes to items that exist: files, properties, and a line of history for each item.
import { valueFor } from '@assay/scanner/items';
import { insertRevisions, type NewRevision } from '../../db/inventories/history.ts';
import type { Tx } from '../../db/postgres/connection.ts';
import { addRemoteItemFiles, removeRemoteItemFiles } from '../../db/remote-code/inventory.ts';
import {
  addItemFiles,
  type ItemPath,
  type ItemRewrite,
  removeItemFiles,
  rewriteItems,
  type StoredItem,
} from '../../db/scans/inventory.ts';
import type { InventoryMerge } from '../../domain/derivation/inventory-merge.ts';
import { fullRescanRevision, type HistoryState, historyOf } from '../../domain/inventories/inventory-history.ts';
import { NO_LICENSE_ID } from '../../domain/licenses/license-choice.ts';
import { expressionPriority, type Library, libraryIds } from './inventory-library.ts';

/** The code base that was scanned: the server's, or a remote one. */
export interface CodeBaseOfScan {
  project: { id: number };
  remote?: { id: number; alias: string };
}

/** Gives items the files in which the scan found them. */
export async function tieFoundFiles(tx: Tx, { project, remote }: CodeBaseOfScan, rows: ItemPath[]): Promise<void> {
  if (remote) await addRemoteItemFiles(tx, remote, rows);
  else await addItemFiles(tx, project.id, rows, true);
}

export async function changeItems(
  tx: Tx,
  { project, isForced, remote }: CodeBaseOfScan & { isForced: boolean },
  updates: InventoryMerge['updates'],
  standing: ReadonlyMap<number, StoredItem>,
  library: Library,
): Promise<void> {
  const projectId = project.id;
  await tieFoundFiles(
    tx,
    { project, ...(remote && { remote }) },
    updates.flatMap(({ id, addFiles }) => addFiles.map((path) => ({ itemId: id, path }))),
  );
  const removed = updates.flatMap(({ id, removeFiles }) => removeFiles.map((path) => ({ itemId: id, path })));
  if (remote) await removeRemoteItemFiles(tx, remote, removed);
  else await removeItemFiles(tx, projectId, removed);
  const rewritten = updates.filter(({ set }) => Object.keys(set).length > 0);
  const rewrites = new Map(rewritten.map(({ id, set }) => [id, rewriteOf(valueFor(standing, id), set, library)]));
  await rewriteItems(tx, [...rewrites.values()]);
  await insertRevisions(
    tx,
    updates.flatMap((update): NewRevision[] => {
      const before = valueFor(standing, update.id);
      const licenseId = rewrites.get(update.id)?.set.licenseId;
      const isRemoved = new Set(update.removeFiles);
      const after = {
        ...update.set,
        ...(licenseId === undefined ? {} : { licenseId: licenseText(licenseId) }),
        ...choiceAfter(before, update.set),
        files: [...before.files.filter((path) => !isRemoved.has(path)), ...update.addFiles],
      };
      const revision = isForced ? fullRescanRevision() : historyOf(stateOf(before), after, 'Project Rescan');
      return revision ? [{ projectId, itemId: update.id, user: null, ...revision }] : [];
    }),
  );
}

/** A scan settles no choice of an edited item. */
function choiceAfter({ isEdited }: StoredItem, { licenseFacts }: InventoryMerge['updates'][number]['set']) {
  return licenseFacts === undefined || isEdited ? {} : { licenseChoice: licenseFacts.choice?.words ?? '' };
}

function stateOf(item: StoredItem): HistoryState {
  return {
    ...item,
    licenseId: licenseText(item.licenseId),
    licenseChoice: item.licenseFacts.choice?.words ?? '',
  };
}

/** Licenses in the form of the history. */
function licenseText(licenseId: number | null): string {
  return String(licenseId ?? NO_LICENSE_ID);
}

function rewriteOf(before: StoredItem, set: InventoryMerge['updates'][number]['set'], library: Library): ItemRewrite {
  const { componentPurl, versionName, possibleLicenses, ...same } = set;
  const whole = { ...before, ...set };
  const touchesComponent = componentPurl !== undefined || versionName !== undefined;
  const touchesLicense = set.licenseExpression !== undefined;
  const { componentId, versionId, licenseId } = libraryIds(whole, library);
  return {
    id: before.id,
    set: {
      ...same,
      ...(possibleLicenses ? { possibleLicenses: [...possibleLicenses] } : {}),
      ...(touchesComponent ? { componentId, versionId } : {}),
      ...(touchesLicense ? { licenseId, expressionPriority: expressionPriority(whole, library) } : {}),
    },
  };
}
