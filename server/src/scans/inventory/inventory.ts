// The second half of a scan: from facts to inventory. Reads packages and licensed files, lets the domain derive the wanted items and merge them into
// the existing ones, and writes the result in one transaction.

import { valueFor } from '@assay/scanner/items';
import { lockRules } from '../../analysis-rules/settle.ts';
import { setVersionLicenseFacts } from '../../db/components/found.ts';
import { listDeletedFindings } from '../../db/files/deleted-findings.ts';
import { insertRevisions, type NewRevision } from '../../db/inventories/history.ts';
import { setFoundScopes } from '../../db/inventories/license-texts.ts';
import { refreshInventoryRollup } from '../../db/inventories/rollup.ts';
import type { JobIssue } from '../../db/job-issues.ts';
import { listCustomLicenses } from '../../db/licenses.ts';
import type { Tx } from '../../db/postgres/connection.ts';
import { type Project, updateProject } from '../../db/projects/projects.ts';
import { replaceRemoteLinks } from '../../db/remote-code/inventory.ts';
import {
  deleteItems,
  listStandingItems,
  refreshFileCounts,
  replaceDependencyLinks,
  type StoredItem,
  setFoundTexts,
} from '../../db/scans/inventory.ts';
import { listKeptPaths, listUnreadPaths } from '../../db/scans/plan.ts';
import { type ItemDecision, recordItemDecisions } from '../../decisions/index.ts';
import { applyRules, type MatchedDetectionRule } from '../../domain/derivation/detection-rules.ts';
import { underStandingIdentities } from '../../domain/derivation/inventory-builds.ts';
import type { WantedItem } from '../../domain/derivation/inventory-findings.ts';
import { type InventoryMerge, type ItemReference, mergeInventory } from '../../domain/derivation/inventory-merge.ts';
import { deletedRevision } from '../../domain/inventories/inventory-history.ts';
import { customLicensePriorities } from '../../domain/licenses/custom-license.ts';
import type { Notice } from '../../domain/messages/mail-notices.ts';
import type { LapsedItem } from '../../reviews/lapses.ts';
import { reviewRewritten } from '../../reviews/review-anew.ts';
import { settledDecision } from '../../reviews/settlement.ts';
import { writeEvidence } from './evidence.ts';
import { changeItems } from './inventory-changes.ts';
import { ensureLibrary, factsOfVersions } from './inventory-library.ts';
import { createItems, judgedByRules, publishNew } from './new-items.ts';
import { findRemoteInventory, type RemoteCode, remoteMergeSettings } from './remote-inventory.ts';
import { matchDetectionRules } from './rules.ts';
import { type FoundInventory, findInventory, type ScannedProject } from './wanted-inventory.ts';

export interface InventoryOutcome {
  created: number;
  updated: number;
  deleted: number;
  /** Items whose evidence this scan found no more, and those whose evidence is there again. */
  gone: number;
  back: number;
  total: number;
  /** Items whose review no longer holds. */
  lapsed: LapsedItem[];
  /** For the log: items that were found again although a person deleted them, and entries of lists whose folder is not there. */
  leftOut: JobIssue[];
}

export interface InventoryOptions extends ScannedProject {
  /** The scan's job. */
  jobId: number;
  isRescan: boolean;
  isForced: boolean;
  /** Who started the scan and becomes the creator of automatic tasks. */
  startedBy: number;
  /** Receives the notices for people; the caller writes them. */
  notices: Notice[];
  /** What was found before the project was locked, if it still holds. */
  found?: FoundInventory | undefined;
  /** The remote code base that was scanned, if it was not the server's own. */
  remote?: RemoteCode;
}

export async function updateInventory(tx: Tx, options: InventoryOptions): Promise<InventoryOutcome> {
  const projectId = options.project.id;
  await lockRules(tx);
  const customLicenses = await listCustomLicenses(tx);
  const priorityOfLicense = customLicensePriorities(customLicenses);
  const { remote } = options;
  const inventory = options.found ?? (await foundIn(tx, options, customLicenses));
  const { issues } = inventory;
  if (!remote) await updateProject(tx, projectId, { primary_license: JSON.stringify(inventory.primaryLicense) });
  const { merge, byId, standing, wanted, rules, found } = await mergeFound(tx, options.project, inventory, remote);
  const library = await ensureLibrary(tx, found, wanted.items, priorityOfLicense, rules);
  await setVersionLicenseFacts(tx, factsOfVersions(found, library));
  const { ids, judged } = await createItems(tx, options, merge.creations, library);
  await setFoundTexts(tx, textsOfRules(rules, ids));
  await changeItems(tx, options, merge, byId, library);
  await setFoundScopes(tx, projectId, scopesOf(wanted.items));
  await writeEvidence(tx, options, merge);
  const { startedBy, notices } = options;
  const lapsed = await reviewRewritten(tx, merge.updates, { projectId, startedBy, notices });
  await recordItemDecisions(tx, settledNow(merge, byId, ids), null);
  await deleteItems(tx, merge.deletions);
  await insertRevisions(
    tx,
    merge.deletions.map((id): NewRevision => {
      const revision = deletedRevision(valueFor(byId, id).name, options.isRescan ? 'Project Rescan' : 'Scan');
      return { projectId, itemId: id, user: null, ...revision };
    }),
  );
  const links = resolveLinks(merge, ids);
  if (remote) await replaceRemoteLinks(tx, projectId, remote.id, links);
  else await replaceDependencyLinks(tx, projectId, links);
  await publishNew(tx, options, await judgedByRules(tx, options.project, judged, priorityOfLicense));
  await refreshFileCounts(tx, projectId);
  await refreshInventoryRollup(tx, projectId);
  const total = standing.length - merge.deletions.length + merge.creations.length;
  const { creations, updates, deletions, leftOut } = merge;
  return {
    created: creations.length,
    updated: updates.length,
    deleted: deletions.length,
    gone: merge.missing.length,
    back: merge.back.length,
    total,
    lapsed,
    leftOut: [...issues, ...leftOut.map(leftOutIssue)],
  };
}

function foundIn(
  tx: Tx,
  options: InventoryOptions,
  customLicenses: Awaited<ReturnType<typeof listCustomLicenses>>,
): Promise<FoundInventory> {
  return options.remote
    ? findRemoteInventory(tx, options, options.remote, customLicenses)
    : findInventory(tx, options, customLicenses);
}

/** Merges what was found into the items that stand. Only reads. */
async function mergeFound(tx: Tx, project: Project, { wanted: unruled }: FoundInventory, remote?: RemoteCode) {
  const standing = await listStandingItems(tx, project.id);
  const ruled = applyRules(unruled, await matchDetectionRules(tx, project.id, remote));
  const wanted = underStandingIdentities(ruled.wanted, standing);
  const merge = mergeInventory(wanted, standing, {
    deleteEmptyInventory: project.delete_empty_inventory,
    deleted: await listDeletedFindings(tx, project.id),
    ...(remote ? remoteMergeSettings(remote, standing) : await serverMergeSettings(tx, project.id, standing)),
  });
  const byId = new Map(standing.map((item) => [item.id, item]));
  const found = [...merge.creations, ...merge.updates.map(({ id, set }) => ({ ...valueFor(byId, id), ...set }))];
  return { merge, byId, standing, wanted, rules: ruled.rules, found };
}

/** What the library must have for the inventory. Under the project's lock, `updateInventory` only finds it there, if nobody changed an item. */
export async function libraryNeeds(tx: Tx, project: Project, inventory: FoundInventory) {
  const { found, wanted, rules } = await mergeFound(tx, project, inventory);
  return { found, wanted: wanted.items, rules };
}

/** To the server's scan, remote files are files that it skips. */
async function serverMergeSettings(tx: Tx, projectId: number, standing: readonly StoredItem[]) {
  const kept = await listKeptPaths(tx, projectId);
  const remote = new Set(standing.flatMap(({ remoteFiles }) => remoteFiles));
  return {
    skipped: { has: (path: string) => kept.has(path) || remote.has(path) },
    unread: await listUnreadPaths(tx, projectId),
  };
}

function leftOutIssue({ item, because }: InventoryMerge['leftOut'][number]): JobIssue {
  const day = because.deletedAt.toISOString().slice(0, 10);
  return {
    code: 'deleted-by-person',
    path: item.files[0] ?? '',
    message: `${item.name} was found again and left out, because ${because.deletedBy} deleted it on ${day}. Create it by hand to bring it back.`,
  };
}

/** Choices that this scan settled for the first time or differently than before. Decisions of people overrule them. */
function settledNow(
  merge: InventoryMerge,
  standing: ReadonlyMap<number, StoredItem>,
  ids: ReadonlyMap<string, number>,
): ItemDecision[] {
  const made = merge.creations.flatMap(({ identity, licenseFacts }) => {
    const id = ids.get(identity);
    return id === undefined ? [] : settledDecision(id, licenseFacts);
  });
  const changed = merge.updates.flatMap(({ id, set: { licenseFacts } }) => {
    const before = standing.get(id);
    if (licenseFacts === undefined || licenseFacts.person !== undefined || before?.isEdited !== false) return [];
    const isSame = before.licenseFacts.choice?.expression === licenseFacts.choice?.expression;
    return isSame ? [] : settledDecision(id, licenseFacts, before?.licenseFacts.choice);
  });
  return [...made, ...changed];
}

const scopesOf = (items: readonly WantedItem[]) =>
  items.map(({ identity, foundScope = '' }) => ({ identity, scope: foundScope }));

/** New items get the texts of their rule; on existing items, the texts belong to people. */
function textsOfRules(rules: Map<string, MatchedDetectionRule>, ids: Map<string, number>) {
  return [...rules].flatMap(([identity, { noticesText, auditNotes, asFoundLicenseText }]) =>
    ids.has(identity) ? [{ id: valueFor(ids, identity), noticesText, auditNotes, asFoundLicenseText }] : [],
  );
}

function resolveLinks(merge: InventoryMerge, ids: Map<string, number>): { parent: number; child: number }[] {
  const idOf = (reference: ItemReference) => ('id' in reference ? reference.id : valueFor(ids, reference.identity));
  return merge.links
    .map(({ parent, child }) => ({ parent: idOf(parent), child: idOf(child) }))
    .filter(({ parent, child }) => parent !== child);
}
