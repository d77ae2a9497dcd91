// Adds files to an item and removes them, for a person: ties, counts, history and decisions. Used for the paths that a person names
// (features/inventories/associated-files.ts) and for files that a filter finds (reviews/bulk/).
import { noteDecidedContents } from '../db/decisions/checks.ts';
import {
  type FoundFile,
  forgetUntiedEvidence,
  refreshCountsOf,
  tieFiles,
  untieFiles,
} from '../db/inventories/files.ts';
import { insertRevisions, withReason } from '../db/inventories/history.ts';
import { getItem, type Item, updateItem } from '../db/inventories/items.ts';
import { refreshInventoryRollup } from '../db/inventories/rollup.ts';
import type { Tx } from '../db/postgres/connection.ts';
import { findingSubject, recordDecisions } from '../decisions/index.ts';
import { type HistoryState, historyOf } from '../domain/inventories/inventory-history.ts';
import { settleReviews } from './lapses.ts';
import type { Actor } from './review.ts';

/** What the person named: a file, or all files below a folder. Each is one decision. */
export type NamedPath = { path: string } | { pathPattern: string };

interface Tying {
  actor: Actor;
  named: readonly NamedPath[];
  /** Why; may be blank. */
  reason?: string;
}

/** The caller has locked the item. Returns the files that are new to it. */
export async function addToItem(tx: Tx, item: Item, files: FoundFile[], tying: Tying): Promise<FoundFile[]> {
  const tied = await tieFiles(tx, item.id, files);
  await record(tx, item, tied, { before: { files: [] }, after: { files: pathsOf(tied) } }, tying);
  if (tied.length === 0) return tied;
  await recordTies(tx, item, true, tying);
  const { project_id: projectId } = item;
  // What is tied now may prove what was in doubt.
  await settleReviews(tx, { projectId, ids: [item.id], actor: tying.actor, action: 'User Action' });
  await refreshInventoryRollup(tx, projectId);
  return tied;
}

/** The files stay in the code base, but no later scan adds them to the item again. Returns those that the item had. */
export async function removeFromItem(tx: Tx, item: Item, files: FoundFile[], tying: Tying): Promise<FoundFile[]> {
  const untied = await untieFiles(tx, item.id, files);
  await record(tx, item, untied, { before: { files: pathsOf(untied) }, after: { files: [] } }, tying);
  if (untied.length === 0) return untied;
  await recordTies(tx, item, false, tying);
  await forgetUntiedEvidence(tx, item.id);
  return untied;
}

async function record(
  tx: Tx,
  item: Item,
  files: FoundFile[],
  states: { before: HistoryState; after: HistoryState },
  { actor, reason = '' }: Tying,
): Promise<void> {
  if (files.length === 0) return;
  await refreshCountsOf(
    tx,
    item.id,
    files.map((file) => file.id),
  );
  await updateItem(tx, item.id, { is_edited: true });
  const revision = historyOf(states.before, states.after, 'User Action');
  if (revision)
    await insertRevisions(tx, [
      withReason(reason)({ projectId: item.project_id, itemId: item.id, user: actor, ...revision }),
    ]);
}

async function recordTies(tx: Tx, item: Item, isTied: boolean, { actor, named, reason = '' }: Tying): Promise<void> {
  const { finding } = findingSubject(await getItem(tx, item.id));
  await recordDecisions(
    tx,
    named.map((one) => ({
      kind: 'file-tied',
      subject: { finding, ...one },
      scope: 'item',
      projectId: item.project_id,
      itemId: item.id,
      value: { isTied },
      ground: { by: 'person', ...(reason === '' ? {} : { words: reason }) },
      author: actor.login,
    })),
  );
  await noteDecidedContents(tx, item.project_id);
}

function pathsOf(files: FoundFile[]): string[] {
  return files.map((file) => file.path);
}
