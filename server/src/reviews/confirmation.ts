// Confirms decisions that no longer hold: they hold still, on what their subjects have now. Each becomes a new decision with the same value, so that it
// lapses again when its subject changes once more. The item's history says what the person had before their eyes.
import { valueFor } from '@assay/scanner/items';
import { noteDecidedContents } from '../db/decisions/checks.ts';
import { endDecisions } from '../db/decisions/decisions.ts';
import { noteGrounds } from '../db/decisions/remembered-grounds.ts';
import type { DecisionToConfirm } from '../db/decisions/to-decide.ts';
import { setFilesReviewed } from '../db/files/files.ts';
import { findFilesByPaths, refreshCountsOf, tieFiles } from '../db/inventories/files.ts';
import { insertRevisions } from '../db/inventories/history.ts';
import { type DetailedItem, findItems, lockItems, updateItem } from '../db/inventories/items.ts';
import { refreshInventoryRollup } from '../db/inventories/rollup.ts';
import type { Tx } from '../db/postgres/connection.ts';
import type { Project } from '../db/projects/projects.ts';
import {
  findingSubject,
  type ItemDecision,
  recordDecisions,
  recordItemDecisions,
  recordMarks,
} from '../decisions/index.ts';
import type { DecisionKind } from '../domain/decisions/decision.ts';
import { licenseFactsOf } from '../domain/licenses/license-facts.ts';
import type { ProjectAction } from '../domain/users/permissions.ts';
import { settleReviews } from './lapses.ts';
import { type Actor, applyReviews } from './review.ts';

/** The right that the first decision needed. Kinds that are not listed never lapse. */
const RIGHTS: Partial<Record<DecisionKind, ProjectAction>> = {
  review: 'REVIEW_INVENTORY',
  'license-choice': 'EDIT_INVENTORY',
  'concluded-license': 'EDIT_INVENTORY',
  'notice-text': 'EDIT_NOTICES',
  'file-reviewed': 'REVIEW_FILES',
  'file-tied': 'EDIT_INVENTORY',
};
export const confirmationRights: readonly ProjectAction[] = [...new Set(Object.values(RIGHTS))];

export function rightToConfirm(kind: DecisionKind): ProjectAction {
  const right = RIGHTS[kind];
  if (right === undefined) throw new Error(`Decisions of the kind ${kind} never lapse.`);
  return right;
}

interface Confirming {
  project: Project;
  actor: Actor;
  /** Why, as the person wrote it; may be blank. */
  words: string;
}

/** The caller has locked the project. */
export async function confirmDecisions(
  tx: Tx,
  decisions: readonly DecisionToConfirm[],
  { project, actor, words }: Confirming,
): Promise<void> {
  const ids = decisions.flatMap(({ itemId }) => itemId ?? []);
  const locked = await lockItems(tx, [...new Set(ids)]);
  const items = await findItems(tx, [...new Set(ids)]);
  const ofKind = (...kinds: DecisionKind[]) => decisions.filter(({ kind }) => kinds.includes(kind));
  const isSite = ({ scope }: DecisionToConfirm) => scope === 'site';

  const statuses = new Map(
    ofKind('review').flatMap(({ itemId, lapse }) => (itemId && lapse ? [[itemId, lapse.status]] : [])),
  );
  await applyReviews(
    tx,
    project,
    locked.flatMap((item) => {
      const status = statuses.get(item.id);
      return status === undefined ? [] : [{ item, event: { type: 'reviewer-sets' as const, status, words } }];
    }),
    actor,
  );
  await recordItemDecisions(
    tx,
    ofKind('license-choice', 'concluded-license', 'notice-text')
      .filter((one) => !isSite(one))
      .flatMap((one) => decidedAnew(one, items, words)),
    actor,
  );
  await noteGrounds(
    tx,
    project.id,
    decisions.filter(isSite).map(({ decisionId, itemId }) => ({
      id: decisionId,
      concluded: concludedOf(valueFor(items, itemId ?? 0)) ?? '',
      lapse: '',
    })),
  );
  await markFiles(tx, ofKind('file-reviewed'), project.id, actor);
  for (const one of ofKind('file-tied')) await tieAgain(tx, one, project.id, { actor, words });
  await noteDecidedContents(tx, project.id);
  await endDecisions(
    tx,
    decisions.filter((one) => !isSite(one)).map(({ decisionId }) => decisionId),
  );
  const tied = ofKind('file-tied').flatMap(({ itemId }) => itemId ?? []);
  await settleReviews(tx, { projectId: project.id, ids: [...new Set(tied)], actor, action: 'User Action' });
  await insertRevisions(
    tx,
    decisions.flatMap(({ itemId, why }) =>
      itemId === null
        ? []
        : [
            {
              projectId: project.id,
              itemId,
              user: actor,
              event: 'Inventory Reviewed' as const,
              action: 'User Action' as const,
              changes: [
                {
                  field: 'Confirmed decision',
                  oldValue: why,
                  newValue: `Still holds${words === '' ? '' : `: ${words}`}`,
                },
              ],
            },
          ],
    ),
  );
  await refreshInventoryRollup(tx, project.id);
}

const wordsIn = (words: string) => (words === '' ? {} : { words });

function concludedOf(item: DetailedItem): string | undefined {
  const { concluded } = licenseFactsOf(item.license_facts);
  return concluded.source === 'none' ? undefined : concluded.expression;
}

function decidedAnew(
  { itemId, kind, value }: DecisionToConfirm,
  items: ReadonlyMap<number, DetailedItem>,
  words: string,
): ItemDecision[] {
  const item = itemId === null ? undefined : items.get(itemId);
  if (item === undefined) return [];
  const concluded = concludedOf(item);
  const ground = {
    by: 'person' as const,
    ...wordsIn(words),
    ...(kind !== 'notice-text' && concluded !== undefined && { concluded }),
  };
  return [{ itemId: item.id, kind: kind as ItemDecision['kind'], value, ground }];
}

async function markFiles(
  tx: Tx,
  marks: readonly DecisionToConfirm[],
  projectId: number,
  { login }: Actor,
): Promise<void> {
  if (marks.length === 0) return;
  const files = await findFilesByPaths(
    tx,
    projectId,
    marks.flatMap(({ path }) => path ?? []),
  );
  await setFilesReviewed(
    tx,
    files.map(({ id }) => id),
    true,
  );
  const subjects = files.map(({ path, sha256 }) => ({ path, sha256: sha256.toString('hex') }));
  await recordMarks(tx, projectId, subjects, true, login);
}

async function tieAgain(
  tx: Tx,
  { itemId, path }: DecisionToConfirm,
  projectId: number,
  { actor, words }: Pick<Confirming, 'actor' | 'words'>,
): Promise<void> {
  if (itemId === null || path === null) throw new Error('A decision on a file of an item names both.');
  const files = await findFilesByPaths(tx, projectId, [path]);
  await tieFiles(tx, itemId, files);
  await refreshCountsOf(
    tx,
    itemId,
    files.map(({ id }) => id),
  );
  await updateItem(tx, itemId, { is_edited: true });
  const { finding } = findingSubject(valueFor(await findItems(tx, [itemId]), itemId));
  await recordDecisions(tx, [
    {
      kind: 'file-tied',
      subject: { finding, path },
      scope: 'item',
      projectId,
      itemId,
      value: { isTied: true },
      ground: { by: 'person', ...wordsIn(words) },
      author: actor.login,
    },
  ]);
}
