// Remembers, changes or forgets the license of a component version in all projects. The decision is recorded. Items of
// the version change too if no person has decided about them, and each gets a history row.
//
//   Item of the version                          | License is set in the library | License is forgotten
//   ---------------------------------------------+-------------------------------+------------------------------------------
//   without a decision of a person               | gets the license              | if it has the remembered license: gets
//                                                |                               | the license that the evidence shows
//   a scan made it for the remembered license,   | is deleted; the other item    | is deleted; the other item stays
//   beside an existing item                      | stays                         |
//   a person has edited or reviewed it or set    | stays unchanged               | stays unchanged
//   its license, or a detection rule made it, or |                               |
//   its project is locked                        |                               |
import { licensesOf } from '@assay/scanner/expressions';
import type { Component, ComponentVersion } from '../db/components/components.ts';
import { forgetLicense, rememberLicense } from '../db/decisions/remembered-licenses.ts';
import { insertRevisions, type NewRevision } from '../db/inventories/history.ts';
import { refreshInventoryRollup } from '../db/inventories/rollup.ts';
import {
  countLeftItems,
  lockProjectsOfVersion,
  lockUndecidedItems,
  type RelicensedItem,
  setItemLicenses,
  type VersionItem,
} from '../db/inventories/version-licenses.ts';
import { findLicenseIds, listCustomLicenses } from '../db/licenses.ts';
import type { Tx } from '../db/postgres/connection.ts';
import { deleteItems, refreshFileCounts } from '../db/scans/inventory.ts';
import { recordDecisions, recordItemDecisions, versionSubject } from '../decisions/index.ts';
import { nameAfter } from '../domain/inventories/inventory.ts';
import { deletedRevision, historyOf } from '../domain/inventories/inventory-history.ts';
import { customLicensePriorities } from '../domain/licenses/custom-license.ts';
import { NO_LICENSE_ID, rememberedLicense } from '../domain/licenses/license-choice.ts';
import { type LicenseFacts, type SettleChoice, selectedBy } from '../domain/licenses/license-facts.ts';
import { expressionPriorityOf, type LicensePriorityLookUp } from '../domain/licenses/license-priority.ts';
import { priorityOf, raisePriority } from '../domain/reviews/priority.ts';
import type { Actor } from './review.ts';
import { reviewAnew } from './review-anew.ts';
import { projectSettler, settledDecision } from './settlement.ts';

const ITEMS_PER_BATCH = 1000;
const ACTION = 'Library Change';

export interface OwnedVersion {
  version: Pick<ComponentVersion, 'id' | 'name'>;
  component: Pick<Component, 'name' | 'purl'>;
}

interface Conclusion {
  license: { id: number; short_name: string };
  /** The license that the evidence shows today. It is stored to notice later changes. */
  evidence: string | undefined;
  words?: string | undefined;
}

/** Remembers a license for items that scans of all projects find from now on. Existing items stay unchanged. */
export async function rememberVersionLicense(
  tx: Tx,
  of: OwnedVersion,
  { license, evidence, words }: Conclusion,
  actor: Actor,
): Promise<void> {
  await rememberLicense(tx, { versionId: of.version.id, licenseId: license.id, userId: actor.id });
  const ground = { ...(words && { words }), ...(evidence !== undefined && { concluded: evidence }) };
  await record(tx, of, { license: license.short_name, ground }, actor);
}

/** Remembers the license too, and sets it on existing items that no person has decided about. */
export async function changeVersionLicense(
  tx: Tx,
  of: OwnedVersion,
  said: Conclusion,
  actor: Actor,
): Promise<LicenseEffects> {
  // Projects are locked before the remembered license. Edits of items lock in the same order, so that no deadlock occurs.
  await lockProjectsOfVersion(tx, of.version.id);
  await rememberVersionLicense(tx, of, said, actor);
  return followVersionLicense(tx, of.version.id, said.license.short_name, actor);
}

/** Undefined if no license was remembered. A new decision records who forgot it. The earlier decision stays as history. */
export async function forgetVersionLicense(
  tx: Tx,
  of: OwnedVersion,
  words: string | undefined,
  actor: Actor,
): Promise<LicenseEffects | undefined> {
  await lockProjectsOfVersion(tx, of.version.id);
  if (!(await forgetLicense(tx, of.version.id))) return undefined;
  await record(tx, of, { license: '', ground: words ? { words } : {} }, actor);
  return followVersionLicense(tx, of.version.id, '', actor);
}

function record(
  tx: Tx,
  of: OwnedVersion,
  { license, ground }: { license: string; ground: Record<string, string> },
  actor: Actor,
): Promise<void> {
  const kind = 'concluded-license' as const;
  const subject = versionSubject(of);
  const everywhere = { scope: 'site', projectId: null, itemId: null } as const;
  const value = { licenseExpression: license };
  return recordDecisions(tx, [
    { kind, subject, ...everywhere, value, ground: { by: 'person', ...ground }, author: actor.login },
  ]);
}

export interface LicenseEffects {
  changed: number;
  removed: number;
  /** Items that stayed unchanged, because a person has decided about them. */
  decided: number;
  /** Items that stayed unchanged, because their project is locked. */
  locked: number;
}

/** @param remembered the license; '' if it was forgotten */
async function followVersionLicense(
  tx: Tx,
  versionId: number,
  remembered: string,
  actor: Actor,
): Promise<LicenseEffects> {
  const left = await countLeftItems(tx, versionId);
  const followed: LicenseEffects = { changed: 0, removed: 0, ...left };
  const priorityOfLicense = customLicensePriorities(await listCustomLicenses(tx));
  const settlers = new Map<number, SettleChoice>();
  const touched = new Map<number, { hasLostItems: boolean }>();
  for (let after = 0; ; ) {
    const items = await lockUndecidedItems(tx, { versionId, after, limit: ITEMS_PER_BATCH });
    const beside = items.filter(({ isBeside }) => isBeside);
    const changes: Change[] = [];
    for (const item of items) {
      if (item.isBeside) continue;
      const settle = settlers.get(item.projectId) ?? (await projectSettler(tx, item.projectId));
      settlers.set(item.projectId, settle);
      const facts = factsAfter(item.facts, remembered, settle);
      if (facts !== undefined) changes.push({ item, facts, license: facts.person?.expression ?? selectedBy(facts) });
    }
    await removeItems(tx, beside, actor);
    await relicense(tx, changes, priorityOfLicense, actor);
    followed.changed += changes.length;
    followed.removed += beside.length;
    for (const { item } of changes)
      if (!touched.has(item.projectId)) touched.set(item.projectId, { hasLostItems: false });
    for (const { projectId } of beside) touched.set(projectId, { hasLostItems: true });
    if (items.length < ITEMS_PER_BATCH) break;
    after = items.at(-1)?.id ?? after;
  }
  for (const [projectId, { hasLostItems }] of [...touched].sort(([a], [b]) => a - b)) {
    if (hasLostItems) await refreshFileCounts(tx, projectId);
    await refreshInventoryRollup(tx, projectId);
  }
  return followed;
}

interface Change {
  item: VersionItem;
  facts: LicenseFacts;
  license: string;
}

/** Undefined if nothing changes. */
function factsAfter(before: LicenseFacts, remembered: string, settle: SettleChoice): LicenseFacts | undefined {
  const { person, choice: _, ...evidence } = before;
  const said = rememberedLicense(remembered, evidence.concluded.expression);
  if (said !== undefined) return person?.expression === said.expression ? undefined : { ...evidence, person: said };
  if (person === undefined) return undefined;
  const choice = settle(evidence.concluded.expression);
  return { ...evidence, ...(choice && { choice }) };
}

async function removeItems(tx: Tx, items: readonly VersionItem[], actor: Actor): Promise<void> {
  await deleteItems(
    tx,
    items.map(({ id }) => id),
  );
  await insertRevisions(
    tx,
    items.map(({ id, projectId, name }) => ({ projectId, itemId: id, user: actor, ...deletedRevision(name, ACTION) })),
  );
}

async function relicense(
  tx: Tx,
  changes: readonly Change[],
  priorityOfLicense: LicensePriorityLookUp,
  actor: Actor,
): Promise<void> {
  if (changes.length === 0) return;
  const ids = await findLicenseIds(tx, [...new Set(changes.map(({ license }) => license))]);
  const rows = changes.map((change) => rowAfter(change, ids.get(change.license) ?? null, priorityOfLicense));
  await setItemLicenses(tx, rows);
  await insertRevisions(
    tx,
    changes.flatMap(({ item }, at): NewRevision[] => {
      const row = rows[at];
      const revision = row && historyOf(stateOf(item), stateOf({ ...row, licenseExpression: row.license }), ACTION);
      return revision ? [{ projectId: item.projectId, itemId: item.id, user: actor, ...revision }] : [];
    }),
  );
  await recordItemDecisions(
    tx,
    changes.flatMap(({ item, facts }) => settledDecision(item.id, facts)),
    null,
  );
  for (const [projectId, ofProject] of Map.groupBy(changes, ({ item }) => item.projectId)) {
    const changed = ofProject.map(({ item }) => item.id);
    await reviewAnew(tx, changed, { projectId, startedBy: actor.id, action: ACTION });
  }
}

function rowAfter(
  { item, facts, license }: Change,
  licenseId: number | null,
  priorityOfLicense: LicensePriorityLookUp,
): RelicensedItem {
  const parts = { type: 'COMPONENT', component: item.componentName, version: item.versionName } as const;
  const subject = { type: 'COMPONENT', licenseExpression: license, severities: [] } as const;
  const computed = priorityOf({ ...subject, foundLicenses: item.possibleLicenses }, 'V3', priorityOfLicense);
  return {
    id: item.id,
    facts,
    license,
    licenseId,
    expressionPriority: licenseId === null ? (expressionPriorityOf(license, priorityOfLicense) ?? null) : null,
    possibleLicenses: [...new Set([...licensesOf(license), ...item.possibleLicenses])],
    priority: raisePriority(item.priority, computed),
    name: nameAfter(item.name, { ...parts, license: item.licenseExpression }, { ...parts, license }),
  };
}

function stateOf(of: {
  name: string;
  priority: string;
  licenseId: number | null;
  licenseExpression: string;
  facts: LicenseFacts;
}) {
  const { name, priority, licenseId, licenseExpression, facts } = of;
  const licenseChoice = facts.choice?.words ?? '';
  return { name, priority, licenseId: String(licenseId ?? NO_LICENSE_ID), licenseExpression, licenseChoice };
}
