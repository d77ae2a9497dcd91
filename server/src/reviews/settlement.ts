// Settles choices of licenses that no person has settled: by the policy of each project, else by the site's order of preference. Scans settle the
// choices that they find (scans/inventory/inventory.ts). This file settles existing choices again when the order, a policy or the policy of a project
// changes, in the transaction of the change.

import { lockOpenChoices, type OpenChoice, setSettledLicenses } from '../db/inventories/choices.ts';
import { insertRevisions, type NewRevision } from '../db/inventories/history.ts';
import { refreshInventoryRollup } from '../db/inventories/rollup.ts';
import { findLicenseIds, listCustomLicenses } from '../db/licenses.ts';
import type { Db, Tx } from '../db/postgres/connection.ts';
import { siteSettings } from '../db/site-settings.ts';
import { type ItemDecision, recordItemDecisions } from '../decisions/index.ts';
import { nameAfter } from '../domain/inventories/inventory.ts';
import { type HistoryAction, historyOf } from '../domain/inventories/inventory-history.ts';
import { customLicensePriorities } from '../domain/licenses/custom-license.ts';
import { NO_LICENSE_ID } from '../domain/licenses/license-choice.ts';
import type { SettleChoice } from '../domain/licenses/license-facts.ts';
import { type LicenseFact, type LicenseFacts, selectedBy } from '../domain/licenses/license-facts.ts';
import { expressionPriorityOf } from '../domain/licenses/license-priority.ts';
import { choiceSettler } from '../domain/reviews/license-settlement.ts';
import { loadPolicy } from './policy.ts';
import { reviewAnew } from './review-anew.ts';

const ITEMS_PER_BATCH = 1000;

export async function projectSettler(db: Db, projectId: number): Promise<SettleChoice> {
  const { licensePreferences } = await siteSettings(db);
  return choiceSettler({ policy: await loadPolicy(db, projectId), order: licensePreferences });
}

/** The decision for a settled choice. An open choice is none, unless it was settled before: then that decision no longer holds. */
export function settledDecision(
  itemId: number,
  { concluded, choice }: LicenseFacts,
  before?: LicenseFact,
): ItemDecision[] {
  const said = choice ?? before;
  if (said === undefined) return [];
  const by = said.source === 'policy' ? ('policy' as const) : ('order' as const);
  const words = choice === undefined ? 'No rule selects a license of the choice any more.' : choice.words;
  const ground = { by, words, concluded: concluded.expression };
  const licenseExpression = choice?.expression ?? concluded.expression;
  return [{ itemId, kind: 'license-choice', value: { licenseExpression }, ground }];
}

interface Settled {
  item: OpenChoice;
  facts: LicenseFacts;
  license: string;
}

/**
 * Settles existing choices again by the current order, in all projects. Items of locked projects stay unchanged. Returns the number of changed ones.
 */
export function settleChoicesAnew(tx: Tx, startedBy: number): Promise<number> {
  return settleAll(tx, { startedBy, action: 'Library Change' });
}

/** The same for the projects with a policy, by its current rules. */
export async function settleChoicesByPolicy(tx: Tx, projectIds: readonly number[], startedBy: number): Promise<number> {
  return projectIds.length === 0 ? 0 : settleAll(tx, { projectIds, startedBy, action: 'Apply Policy' });
}

interface Settlement {
  projectIds?: readonly number[];
  startedBy: number;
  action: HistoryAction;
}

async function settleAll(tx: Tx, { projectIds, startedBy, action }: Settlement): Promise<number> {
  const priorityOfLicense = customLicensePriorities(await listCustomLicenses(tx));
  const settlers = new Map<number, SettleChoice>();
  let count = 0;
  for (let after = 0; ; ) {
    const items = await lockOpenChoices(tx, { projectIds, after, limit: ITEMS_PER_BATCH });
    const settled: Settled[] = [];
    for (const item of items) {
      const settle = settlers.get(item.projectId) ?? (await projectSettler(tx, item.projectId));
      settlers.set(item.projectId, settle);
      settled.push(...settledAnew(item, settle));
    }
    await write(tx, settled, priorityOfLicense, action);
    for (const [projectId, ofProject] of Map.groupBy(settled, ({ item }) => item.projectId)) {
      const ids = ofProject.map(({ item }) => item.id);
      await reviewAnew(tx, ids, { projectId, startedBy, action });
    }
    count += settled.length;
    if (items.length < ITEMS_PER_BATCH) break;
    after = items.at(-1)?.id ?? after;
  }
  for (const projectId of settlers.keys()) await refreshInventoryRollup(tx, projectId);
  return count;
}

function settledAnew(item: OpenChoice, settle: SettleChoice): Settled[] {
  const { choice: before, ...facts } = item.facts;
  const choice = settle(facts.concluded.expression);
  // Leaves items alone if somebody has changed their license since the scan.
  if (item.licenseExpression !== selectedBy(item.facts)) return [];
  if (isSameChoice(before, choice)) return [];
  const now = { ...facts, ...(choice && { choice }) };
  return [{ item, facts: now, license: selectedBy(now) }];
}

function isSameChoice(a: LicenseFact | undefined, b: LicenseFact | undefined): boolean {
  return a?.expression === b?.expression && a?.source === b?.source;
}

async function write(
  tx: Tx,
  settled: readonly Settled[],
  priorityOfLicense: ReturnType<typeof customLicensePriorities>,
  action: HistoryAction,
) {
  if (settled.length === 0) return;
  const ids = await findLicenseIds(tx, [...new Set(settled.map(({ license }) => license))]);
  const rows = settled.map(({ item, facts, license }) => {
    const licenseId = ids.get(license) ?? null;
    const parts = { type: item.type, component: item.componentName, version: item.versionName };
    return {
      id: item.id,
      facts,
      license,
      licenseId,
      expressionPriority: licenseId === null ? (expressionPriorityOf(license, priorityOfLicense) ?? null) : null,
      name: nameAfter(item.name, { ...parts, license: item.licenseExpression }, { ...parts, license }),
    };
  });
  await setSettledLicenses(tx, rows);
  await insertRevisions(
    tx,
    settled.flatMap(({ item, facts, license }, at): NewRevision[] => {
      const revision = historyOf(
        {
          name: item.name,
          licenseId: String(item.licenseId ?? NO_LICENSE_ID),
          licenseExpression: item.licenseExpression,
          licenseChoice: item.facts.choice?.words ?? '',
        },
        {
          name: rows[at]?.name ?? item.name,
          licenseId: String(ids.get(license) ?? NO_LICENSE_ID),
          licenseExpression: license,
          licenseChoice: facts.choice?.words ?? '',
        },
        action,
      );
      return revision ? [{ projectId: item.projectId, itemId: item.id, user: null, ...revision }] : [];
    }),
  );
  await recordItemDecisions(
    tx,
    settled.flatMap(({ item, facts }) => settledDecision(item.id, facts, item.facts.choice)),
    null,
  );
}
