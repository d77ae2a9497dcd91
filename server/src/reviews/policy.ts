// The decisions of a project's policy on its items.

import { machineNow } from '../clock.ts';
import { listStaleHoldings } from '../db/advisories/freshness.ts';
import { listAllEndsOfLife } from '../db/advisories/signals.ts';
import { type DetailedItem, getItem, type Item } from '../db/inventories/items.ts';
import type { Db } from '../db/postgres/connection.ts';
import { findProjectPolicy } from '../db/projects/projects.ts';
import { siteSettings } from '../db/site-settings.ts';
import { listItemSeverities } from '../db/vulnerabilities/vulnerabilities.ts';
import { knownVersionName } from '../domain/inventories/inventory.ts';
import {
  decideByPolicy,
  type Policy,
  type PolicyAnswer,
  type PolicyDecision,
  type PolicyRules,
  type PolicySubject,
  policyRulesOf,
  preparePolicy,
  type Rejection,
  rejectionsByPolicy,
} from '../domain/reviews/policy.ts';
import { policyVulnerabilities } from '../domain/vulnerabilities/vulnerability.ts';

/** A policy, with the facts that it needs of the advisory data. */
export interface LoadedPolicy extends Policy {
  /** The held data that are older than the site allows, and true if a source in use was never read. */
  staleHoldings: ReadonlySet<number>;
  isDataMissing: boolean;
}

export async function loadPolicy(db: Db, projectId: number): Promise<LoadedPolicy> {
  const profile = await findProjectPolicy(db, projectId);
  return loadRules(db, policyRulesOf((profile?.rules ?? {}) as Partial<PolicyRules>));
}

/** Rules that need not be stored. */
export async function loadRules(db: Db, rules: PolicyRules): Promise<LoadedPolicy> {
  const now = machineNow();
  // Read only if a rule needs them.
  const stale = rules.vulnerabilities.approveOnlyWithFreshData
    ? await listStaleHoldings(db, now)
    : { staleHoldings: new Set<number>(), isDataMissing: false };
  const endsOfLife = rules.vulnerabilities.rejectEndOfLifeWithinDays === null ? new Map() : await listAllEndsOfLife(db);
  return { ...preparePolicy(rules, { endsOfLife, today: now.toISOString().slice(0, 10) }), ...stale };
}

/** What the policy has to know of the comparison of an item with advisories. */
export function coverageFacts(
  { staleHoldings, isDataMissing }: LoadedPolicy,
  item: Pick<DetailedItem, 'not_compared_in_short' | 'holding_ids' | 'undetermined'>,
): Pick<PolicySubject, 'notCompared' | 'isDataStale' | 'undetermined'> {
  return {
    notCompared: item.not_compared_in_short,
    isDataStale: isDataMissing || item.holding_ids.some((id) => staleHoldings.has(id)),
    undetermined: item.undetermined,
  };
}

export async function policyDecision(db: Db, item: Item): Promise<PolicyDecision> {
  const vulnerabilities = await itemVulnerabilities(db, [item.id]);
  return decide(await loadPolicy(db, item.project_id), await getItem(db, item.id), vulnerabilities(item.id));
}

/** The vulnerabilities of these items that are not suppressed, in the form for policies. */
export async function itemVulnerabilities(
  db: Db,
  itemIds: readonly number[],
): Promise<(itemId: number) => PolicySubject['vulnerabilities']> {
  const { cvssVersion } = await siteSettings(db);
  const all = await listItemSeverities(db, itemIds);
  return (itemId) => policyVulnerabilities(all.get(itemId) ?? [], cvssVersion);
}

export function decide(
  policy: LoadedPolicy,
  item: DetailedItem,
  vulnerabilities: PolicySubject['vulnerabilities'],
): PolicyDecision {
  return explain(policy, item, vulnerabilities).decision;
}

/** The rules of the project's policy by which it decides as the status says now, as sentences; undefined if it no longer decides so. */
export async function rulesBehind(
  db: Db,
  item: Pick<Item, 'id' | 'project_id' | 'status'>,
): Promise<{ policy: string; reasons: string[] } | undefined> {
  const profile = await findProjectPolicy(db, item.project_id);
  if (!profile) return undefined;
  const vulnerabilities = await itemVulnerabilities(db, [item.id]);
  const policy = await loadPolicy(db, item.project_id);
  const { decision, reasons } = explain(policy, await getItem(db, item.id), vulnerabilities(item.id));
  return decision === item.status ? { policy: profile.name, reasons } : undefined;
}

/** The decision, and a sentence for each rule that matched. */
export function explain(
  policy: LoadedPolicy,
  item: DetailedItem,
  vulnerabilities: PolicySubject['vulnerabilities'],
): PolicyAnswer {
  return decideByPolicy(policy, subjectOf(policy, item, vulnerabilities));
}

/** The rules that reject the item. */
export function rejections(
  policy: LoadedPolicy,
  item: DetailedItem,
  vulnerabilities: PolicySubject['vulnerabilities'],
): Rejection[] {
  return rejectionsByPolicy(policy, subjectOf(policy, item, vulnerabilities));
}

function subjectOf(
  policy: LoadedPolicy,
  item: DetailedItem,
  vulnerabilities: PolicySubject['vulnerabilities'],
): PolicySubject {
  return {
    type: item.type,
    componentPurl: item.component_purl ?? '',
    componentName: item.component_name ?? '',
    versionName: knownVersionName(item.version_name),
    licenseExpression: item.license_expression,
    possibleLicenses: item.possible_licenses,
    vulnerabilities,
    ...coverageFacts(policy, item),
  };
}
