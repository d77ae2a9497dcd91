// The second half of a scan: from facts to inventory. Reads packages and licensed files, lets the domain derive the wanted items and merge them into
// the existing ones, and writes the result: new items first, which nobody waits for, then those that stand, in steps (docs/adr/0084).

import { valueFor } from '@assay/scanner/items';
import { lockRules, settleProject } from '../../analysis-rules/settle.ts';
import { setVersionLicenseFacts } from '../../db/components/found.ts';
import { setFoundScopes } from '../../db/inventories/license-texts.ts';
import { refreshInventoryRollup } from '../../db/inventories/rollup.ts';
import type { JobIssue } from '../../db/job-issues.ts';
import { listCustomLicenses } from '../../db/licenses.ts';
import type { Tx } from '../../db/postgres/connection.ts';
import { type Project, updateProject } from '../../db/projects/projects.ts';
import { replaceRemoteLinks } from '../../db/remote-code/inventory.ts';
import { setHeldByTies } from '../../db/scans/evidence.ts';
import {
  addDependencyLinks,
  markItemFilesReviewed,
  refreshFileCounts,
  replaceDependencyLinks,
  setFoundTexts,
} from '../../db/scans/inventory.ts';
import { recordItemDecisions } from '../../decisions/index.ts';
import type { MatchedDetectionRule } from '../../domain/derivation/detection-rules.ts';
import type { InventoryMerge, ItemReference } from '../../domain/derivation/inventory-merge.ts';
import { customLicensePriorities } from '../../domain/licenses/custom-license.ts';
import type { LapsedItem } from '../../reviews/lapses.ts';
import { settledDecision } from '../../reviews/settlement.ts';
import { ensureLibrary, factsOfVersions } from './inventory-library.ts';
import type { InventoryOptions, InventoryPlace, MadeInventory } from './inventory-place.ts';
import { type InputsOfCode, MergedInventory, readInputsOfCode } from './merged-inventory.ts';
import { createItems, judgedByRules, publishNew } from './new-items.ts';
import { findRemoteInventory } from './remote-inventory.ts';
import { type StandingCounts, updateStanding } from './standing-updates.ts';
import { type FoundInventory, findInventory } from './wanted-inventory.ts';

export interface InventoryOutcome extends StandingCounts {
  created: number;
  total: number;
  /** Items whose review no longer holds. */
  lapsed: LapsedItem[];
  /** For the log: items that were found again although a person deleted them, and entries of lists whose folder is not there. */
  leftOut: JobIssue[];
}

/** The whole in one transaction, in which the caller has locked the project. */
export async function updateInventory(tx: Tx, options: InventoryOptions): Promise<InventoryOutcome> {
  const place = { tx, isInSteps: false };
  const inventory = await foundIn(tx, options);
  const inputs = await readInputsOfCode(tx, options.project.id, inventory, options.remote);
  const made = await makeNew(place, options, { inventory, inputs });
  await showNew(tx, options, made);
  const steps = updateStanding(place, options, made);
  const ended = await steps.next();
  if (!ended.done) throw new Error('An inventory without steps has ended one.');
  await finishInventory(place, options, made);
  return outcomeOf(made, { ...ended.value, created: made.ids.size });
}

export async function foundIn(tx: Tx, options: InventoryOptions): Promise<FoundInventory> {
  const customLicenses = await listCustomLicenses(tx);
  return options.remote
    ? findRemoteInventory(tx, options, options.remote, customLicenses)
    : findInventory(tx, options, customLicenses);
}

/** Makes new items with everything that belongs to them. Needs no lock of the project: nobody sees them before the transaction ends. */
export async function makeNew(
  place: InventoryPlace,
  options: InventoryOptions,
  { inventory, inputs }: { inventory: FoundInventory; inputs: InputsOfCode },
): Promise<MadeInventory> {
  const { tx } = place;
  await lockRules(tx);
  const priorityOfLicense = customLicensePriorities(await listCustomLicenses(tx));
  const merged = await MergedInventory.read(tx, options.project, inputs);
  const { merge, rules, scopes } = merged;
  const isNew = new Set(merge.creations.map(({ identity }) => identity));
  const library = await ensureLibrary(tx, merge.creations, [], priorityOfLicense, rules);
  await setVersionLicenseFacts(tx, factsOfVersions(merge.creations, library));
  const { ids, judged } = await createItems(tx, options, merge.creations, library);
  await setFoundTexts(tx, textsOfRules(rules, ids));
  await setFoundScopes(
    tx,
    options.project.id,
    scopes.filter(({ identity }) => isNew.has(identity)),
  );
  await setHeldByTies(tx, [...ids.values()], []);
  await recordItemDecisions(tx, settledInNew(merge, ids), null);
  await linkNew(place, options, merge, ids);
  const published = await judgedByRules(tx, options.project, judged, priorityOfLicense);
  return { inventory, merged, ids, withReviewedFiles: await publishNew(tx, options, published) };
}

/** Under the project's lock: what the new items change in the project. */
export async function showNew(tx: Tx, { project }: InventoryOptions, made: MadeInventory): Promise<void> {
  await markItemFilesReviewed(tx, [...made.withReviewedFiles]);
  if (made.ids.size === 0) return;
  const paths = made.merged.merge.creations.flatMap(({ files }) => files);
  await refreshFileCounts(tx, project.id, { itemIds: [...made.ids.values()], paths });
  await refreshInventoryRollup(tx, project.id);
}

/** The end, under the project's lock: what belongs to the whole of the inventory. */
export async function finishInventory(
  { tx, isInSteps }: InventoryPlace,
  { project, remote }: InventoryOptions,
  { inventory, merged, ids }: MadeInventory,
): Promise<void> {
  if (!remote) await updateProject(tx, project.id, { primary_license: JSON.stringify(inventory.primaryLicense) });
  if (!isInSteps) {
    await refreshFileCounts(tx, project.id);
    await refreshInventoryRollup(tx, project.id);
    return;
  }
  await replaceDependencyLinks(tx, project.id, resolveLinks(merged.merge, ids));
  await settleProject(tx, project.id);
}

export function outcomeOf(
  { inventory, merged, ids }: MadeInventory,
  counted: StandingCounts & { created: number; lapsed: LapsedItem[] },
): InventoryOutcome {
  const { merge, byId } = merged;
  const isMadeBefore = [...ids.values()].some((id) => byId.has(id));
  return {
    ...counted,
    total: byId.size - merge.deletions.length + (isMadeBefore ? 0 : ids.size),
    leftOut: [...inventory.issues, ...merge.leftOut.map(leftOutIssue)],
  };
}

/** What the library must have for the inventory, which then is only found there. */
export async function libraryNeeds(tx: Tx, project: Project, inventory: FoundInventory) {
  const inputs = await readInputsOfCode(tx, project.id, inventory);
  const merged = await MergedInventory.read(tx, project, inputs);
  const { merge, wanted, rules } = merged;
  return { inputs, found: [...merge.creations, ...merged.changed()], wanted: wanted.items, rules };
}

async function linkNew(
  { tx, isInSteps }: InventoryPlace,
  { project, remote }: InventoryOptions,
  merge: InventoryMerge,
  ids: ReadonlyMap<string, number>,
): Promise<void> {
  const links = resolveLinks(merge, ids);
  if (remote) return replaceRemoteLinks(tx, project.id, remote.id, links);
  if (!isInSteps) return replaceDependencyLinks(tx, project.id, links);
  const isNew = new Set(ids.values());
  await addDependencyLinks(
    tx,
    links.filter(({ parent, child }) => isNew.has(parent) || isNew.has(child)),
  );
}

function leftOutIssue({ item, because }: InventoryMerge['leftOut'][number]): JobIssue {
  const day = because.deletedAt.toISOString().slice(0, 10);
  return {
    code: 'deleted-by-person',
    path: item.files[0] ?? '',
    message: `${item.name} was found again and left out, because ${because.deletedBy} deleted it on ${day}. Create it by hand to bring it back.`,
  };
}

/** Choices that this scan settled in the items that it made. Decisions of people overrule them. */
function settledInNew(merge: InventoryMerge, ids: ReadonlyMap<string, number>) {
  return merge.creations.flatMap(({ identity, licenseFacts }) =>
    settledDecision(valueFor(ids, identity), licenseFacts),
  );
}

/** New items get the texts of their rule; on existing items, the texts belong to people. */
function textsOfRules(rules: Map<string, MatchedDetectionRule>, ids: Map<string, number>) {
  return [...rules].flatMap(([identity, { noticesText, auditNotes, asFoundLicenseText }]) =>
    ids.has(identity) ? [{ id: valueFor(ids, identity), noticesText, auditNotes, asFoundLicenseText }] : [],
  );
}

/** Without links of items that a later merge would make: what was found is that of the first one. */
function resolveLinks(merge: InventoryMerge, ids: ReadonlyMap<string, number>): { parent: number; child: number }[] {
  const idOf = (reference: ItemReference) => ('id' in reference ? reference.id : ids.get(reference.identity));
  return merge.links.flatMap(({ parent, child }) => {
    const [from, to] = [idOf(parent), idOf(child)];
    return from === undefined || to === undefined || from === to ? [] : [{ parent: from, child: to }];
  });
}
