// The one way in which a decision becomes a row: in the transaction that changes what is shown. Columns such as the status of an item are what
// pages read; they are the result of these rows.
import { insertDecisions, type NewDecision } from '../db/decisions.ts';
import { type DetailedItem, findItems } from '../db/inventories/items.ts';
import type { Tx } from '../db/postgres/connection.ts';
import {
  type Decision,
  type DecisionGround,
  type DecisionKind,
  type DecisionSubject,
  refuseSubject,
} from '../domain/decision.ts';
import { knownVersionName, UNKNOWN_VERSION } from '../domain/inventory.ts';
import { findingOf } from '../domain/inventory-merge.ts';
import { licenseFactsOf } from '../domain/license-facts.ts';

export type { NewDecision } from '../db/decisions.ts';

/** A person by login; null is the system. */
export type Decider = { login: string } | null;

/** Subjects are those of domain/decision.ts; a wrong one is a fault of the caller. */
export async function recordDecisions(tx: Tx, decisions: readonly NewDecision[]): Promise<void> {
  for (const { kind, subject } of decisions) {
    const refusal = refuseSubject(kind, subject);
    if (refusal) throw new Error(refusal.refusal.message);
  }
  await insertDecisions(tx, decisions);
}

/** What is decided about an item: of kinds whose subject is a finding, or a component in a version. */
export interface ItemDecision {
  itemId: number;
  kind: Extract<
    DecisionKind,
    'review' | 'notice-text' | 'usage' | 'note' | 'item-removed' | 'license-choice' | 'concluded-license'
  >;
  value: Decision['value'];
  ground: DecisionGround;
}

/** Records what was decided about items as they stand now, with their licenses as part of the ground. Items that are gone are left out. */
export async function recordItemDecisions(tx: Tx, decisions: readonly ItemDecision[], decider: Decider): Promise<void> {
  if (decisions.length === 0) return;
  const items = await findItems(tx, [...new Set(decisions.map(({ itemId }) => itemId))]);
  const rows = decisions.flatMap(({ itemId, kind, value, ground }): NewDecision[] => {
    const item = items.get(itemId);
    if (item === undefined) return [];
    const isOfComponent = kind === 'license-choice' || kind === 'concluded-license';
    const ofFinding =
      isOfComponent && !(kind === 'license-choice' && item.type === 'LICENSE') ? undefined : findingSubject(item);
    const subject = ofFinding ?? componentSubject(item);
    if (subject === undefined) return [];
    return [
      {
        kind,
        subject,
        // The item itself goes: what was decided is remembered for its project.
        scope: kind === 'item-removed' ? 'project' : 'item',
        projectId: item.project_id,
        itemId: kind === 'item-removed' ? null : itemId,
        value,
        ground: { licenseExpression: item.license_expression, ...ground },
        author: decider?.login ?? 'System',
      },
    ];
  });
  await recordDecisions(tx, rows);
}

/** All subjects under which something may have been decided about an item. */
export function subjectsOf(item: DetailedItem): DecisionSubject[] {
  return [findingSubject(item), componentSubject(item)].filter((subject) => subject !== undefined);
}

export function findingSubject(item: DetailedItem): { finding: string } {
  return {
    finding: findingOf({
      type: item.type,
      componentPurl: item.component_purl ?? '',
      componentName: item.component_name ?? '',
      versionName: knownVersionName(item.version_name),
      licenseExpression: item.license_expression,
      licenseFacts: licenseFactsOf(item.license_facts),
    }),
  };
}

/** What decisions for all projects on the license of a version are about. */
export function versionSubject({
  version,
  component,
}: {
  version: { name: string };
  component: { name: string; purl: string | null };
}): DecisionSubject {
  return { component: component.purl ?? component.name.toLowerCase(), version: version.name };
}

/** The pattern of all files below a folder; '' is the root. */
export function patternBelow(folder: string): string {
  return folder === '' ? '**' : `${folder}/**`;
}

/** undefined for items without a component. */
function componentSubject(item: DetailedItem): DecisionSubject | undefined {
  const component = item.component_purl ?? item.component_name?.toLowerCase();
  return component === undefined ? undefined : { component, version: item.version_name ?? UNKNOWN_VERSION };
}
