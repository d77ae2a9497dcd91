// What a project's policy says of its items.

import { type DetailedItem, getItem, type Item } from '../db/inventories/items.ts';
import type { Db } from '../db/postgres/connection.ts';
import { findProjectPolicy } from '../db/projects/projects.ts';
import { knownVersionName } from '../domain/inventory.ts';
import {
  decideByPolicy,
  type Policy,
  type PolicyAnswer,
  type PolicyDecision,
  type PolicyRules,
  policyRulesOf,
  preparePolicy,
} from '../domain/policy.ts';

export async function loadPolicy(db: Db, projectId: number): Promise<Policy> {
  const profile = await findProjectPolicy(db, projectId);
  return preparePolicy(policyRulesOf((profile?.rules ?? {}) as Partial<PolicyRules>));
}

export async function policyDecision(db: Db, item: Item): Promise<PolicyDecision> {
  return decide(await loadPolicy(db, item.project_id), await getItem(db, item.id));
}

export function decide(policy: Policy, item: DetailedItem): PolicyDecision {
  return explain(policy, item).decision;
}

/** The decision and a sentence for each rule that spoke. */
export function explain(policy: Policy, item: DetailedItem): PolicyAnswer {
  return decideByPolicy(policy, {
    type: item.type,
    componentPurl: item.component_purl ?? '',
    componentName: item.component_name ?? '',
    versionName: knownVersionName(item.version_name),
    licenseExpression: item.license_expression,
    possibleLicenses: item.possible_licenses,
    vulnerabilities: [],
  });
}
