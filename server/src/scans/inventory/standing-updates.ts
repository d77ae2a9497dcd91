// What a scan changes in the items that stand, in steps: people wait for one of them. Each writes all that belongs to its items (files, properties, history,
// evidence, lapses, decisions, counts), so that nobody sees half an item (docs/adr/0084).
import { valueFor } from '@assay/scanner/items';
import { settleProject } from '../../analysis-rules/settle.ts';
import { setVersionLicenseFacts } from '../../db/components/found.ts';
import { insertRevisions, type NewRevision } from '../../db/inventories/history.ts';
import { listOtherScopes, setFoundScopes } from '../../db/inventories/license-texts.ts';
import { refreshInventoryRollup } from '../../db/inventories/rollup.ts';
import { listCustomLicenses } from '../../db/licenses.ts';
import type { Tx } from '../../db/postgres/connection.ts';
import { shortSteps } from '../../db/postgres/short-steps.ts';
import { listOtherwiseHeld } from '../../db/scans/evidence.ts';
import { deleteItems, refreshFileCounts, type StoredItem } from '../../db/scans/inventory.ts';
import { type ItemDecision, recordItemDecisions } from '../../decisions/index.ts';
import { deletedRevision } from '../../domain/inventories/inventory-history.ts';
import { customLicensePriorities } from '../../domain/licenses/custom-license.ts';
import { type LapsedItem, listUnsettledReviews } from '../../reviews/lapses.ts';
import { reviewRewritten, settleAndApply } from '../../reviews/review-anew.ts';
import { settledDecision } from '../../reviews/settlement.ts';
import { writeEvidence } from './evidence.ts';
import { changeItems } from './inventory-changes.ts';
import { ensureLibrary, factsOfVersions, type Library } from './inventory-library.ts';
import type { InventoryOptions, InventoryPlace, MadeInventory } from './inventory-place.ts';
import { MergedInventory, readInputsOfCode, type StandingMerge } from './merged-inventory.ts';

export interface StandingCounts {
  updated: number;
  deleted: number;
  /** Items whose evidence this scan found no more, and those whose evidence is there again. */
  gone: number;
  back: number;
}

export type StandingStep = StandingCounts & { lapsed: LapsedItem[] };

const NOTHING: StandingStep = { updated: 0, deleted: 0, gone: 0, back: 0, lapsed: [] };
/** A step asks the database some forty things, however few items it has. */
const FEWEST = 50;

/** Yields what each step has done, and returns what the last one did. */
export async function* updateStanding(
  place: InventoryPlace,
  options: InventoryOptions,
  made: MadeInventory,
): AsyncGenerator<StandingStep, StandingStep> {
  const { tx, isInSteps } = place;
  const { project } = options;
  // What the first step has written of files and their ties, the merge must know.
  if (isInSteps) {
    const inputs = await readInputsOfCode(tx, project.id, made.inventory, options.remote);
    made.merged = await MergedInventory.read(tx, project, inputs);
  }
  const library = await libraryFor(tx, made.merged);
  const writing = { options, merged: made.merged, library };
  if (!isInSteps) return writePart(tx, writing, [...made.merged.byId.keys()], 'all');
  const steps = shortSteps({ fewest: FEWEST });
  for await (const ids of steps(await listToWrite(tx, project.id, made.merged))) {
    await place.hold?.();
    yield await writeAnew(place.tx, writing, ids);
  }
  for await (const ids of steps(await listUnsettledReviews(place.tx, project.id))) {
    await place.hold?.();
    const lapsed = await settleAndApply(place.tx, ids, reviewing(options));
    await refreshInventoryRollup(place.tx, project.id);
    yield { ...NOTHING, lapsed };
  }
  return NOTHING;
}

/** Items of which anything changes. */
async function listToWrite(tx: Tx, projectId: number, { merge, scopes }: MergedInventory): Promise<number[]> {
  const { updates, deletions, missing, back, heldByTies } = merge;
  const ids = new Set([
    ...[...updates, ...missing].map(({ id }) => id),
    ...[...deletions, ...back],
    ...(await listOtherwiseHeld(tx, projectId, heldByTies)),
    ...(await listOtherScopes(tx, projectId, scopes)),
  ]);
  return [...ids].sort((a, b) => a - b);
}

async function libraryFor(tx: Tx, merged: MergedInventory, ids?: ReadonlySet<number>): Promise<Library> {
  const priorityOfLicense = customLicensePriorities(await listCustomLicenses(tx));
  const changed = merged.changed(ids);
  const wanted = ids === undefined ? merged.wanted.items : [];
  const library = await ensureLibrary(tx, changed, wanted, priorityOfLicense, merged.rules);
  await setVersionLicenseFacts(tx, factsOfVersions(changed, library));
  return library;
}

interface Writing {
  options: InventoryOptions;
  merged: MergedInventory;
  library: Library;
}

/** The items as they are now; people may have changed them since the merge. */
async function writeAnew(tx: Tx, { options, merged, library }: Writing, ids: readonly number[]): Promise<StandingStep> {
  const isAnew = await merged.refresh(tx, options.project.id, ids);
  const writing = { options, merged, library: isAnew ? await libraryFor(tx, merged, new Set(ids)) : library };
  const there = ids.filter((id) => merged.byId.has(id));
  const done = await writePart(tx, writing, there, there);
  await settleProject(tx, options.project.id);
  const { updates, deletions } = merged.partOf(new Set(there));
  const paths = [
    ...updates.flatMap(({ addFiles, removeFiles }) => [...addFiles, ...removeFiles]),
    ...deletions.flatMap((id) => valueFor(merged.byId, id).files),
  ];
  if (paths.length > 0) await refreshFileCounts(tx, options.project.id, { itemIds: there, paths });
  await refreshInventoryRollup(tx, options.project.id);
  return done;
}

/** @param reviewed items whose reviews may have lapsed */
async function writePart(
  tx: Tx,
  { options, merged, library }: Writing,
  ids: readonly number[],
  reviewed: readonly number[] | 'all',
): Promise<StandingStep> {
  const part = merged.partOf(new Set(ids));
  const { project } = options;
  const { byId } = merged;
  const identities = identitiesAfter(part, byId, ids);
  await changeItems(tx, options, part.updates, byId, library);
  await setFoundScopes(
    tx,
    project.id,
    merged.scopes.filter(({ identity }) => identities.has(identity)),
  );
  await writeEvidence(tx, options, part, ids);
  const lapsed = await reviewRewritten(tx, part.updates, reviewing(options), reviewed === 'all' ? undefined : reviewed);
  await recordItemDecisions(tx, settledNow(part, byId), null);
  await deleteItems(tx, part.deletions);
  await insertRevisions(
    tx,
    part.deletions.map((id): NewRevision => {
      const revision = deletedRevision(valueFor(byId, id).name, options.isRescan ? 'Project Rescan' : 'Scan');
      return { projectId: project.id, itemId: id, user: null, ...revision };
    }),
  );
  const { updates, deletions, missing, back } = part;
  return {
    ...{ updated: updates.length, deleted: deletions.length, gone: missing.length, back: back.length },
    lapsed,
  };
}

function identitiesAfter(
  { updates }: StandingMerge,
  standing: ReadonlyMap<number, StoredItem>,
  ids: readonly number[],
) {
  const changed = new Map(updates.map(({ id, set }) => [id, set.identity]));
  return new Set(ids.map((id) => changed.get(id) ?? valueFor(standing, id).identity));
}

const reviewing = ({ project, startedBy, notices }: InventoryOptions) => ({
  projectId: project.id,
  startedBy,
  notices,
});

/** Choices that this scan settled differently than before. Decisions of people overrule them. */
function settledNow({ updates }: StandingMerge, standing: ReadonlyMap<number, StoredItem>): ItemDecision[] {
  return updates.flatMap(({ id, set: { licenseFacts } }) => {
    const before = standing.get(id);
    if (licenseFacts === undefined || licenseFacts.person !== undefined || before?.isEdited !== false) return [];
    const isSame = before.licenseFacts.choice?.expression === licenseFacts.choice?.expression;
    return isSame ? [] : settledDecision(id, licenseFacts, before.licenseFacts.choice);
  });
}
