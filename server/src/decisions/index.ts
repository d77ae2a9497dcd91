// The only place that writes decisions as rows, in the transaction that changes what people see. Pages read columns such as the status of an item;
// these columns follow from the decisions.
import { noteDecidedContents } from '../db/decisions/checks.ts';
import { insertDecisions, type NewDecision } from '../db/decisions/decisions.ts';
import { noteReviewGrounds } from '../db/decisions/review-grounds.ts';
import { listDoubts } from '../db/decisions/ties.ts';
import { type DetailedItem, findItems } from '../db/inventories/items.ts';
import type { Tx } from '../db/postgres/connection.ts';
import {
  type Decision,
  type DecisionGround,
  type DecisionKind,
  type DecisionSubject,
  refuseSubject,
} from '../domain/decisions/decision.ts';
import { findingOf } from '../domain/derivation/inventory-keys.ts';
import { knownVersionName, UNKNOWN_VERSION } from '../domain/inventories/inventory.ts';
import type { StatementEdit } from '../domain/inventories/notice-texts.ts';
import { licenseFactsOf } from '../domain/licenses/license-facts.ts';
import type { TieDoubt } from '../domain/reviews/review-lapse.ts';

export type { NewDecision } from '../db/decisions/decisions.ts';

/** A person by login; null for the system. */
export type Decider = { login: string } | null;

/** An edit of a copyright statement, of one item or of the whole project. */
export function statementDecision(
  { projectId, itemId }: { projectId: number; itemId: number | null },
  { statement, action, value, reason }: Pick<StatementEdit, 'statement' | 'action' | 'value' | 'reason'>,
  ground: DecisionGround,
  author: string,
): NewDecision {
  return {
    kind: 'copyright-edit',
    subject: { text: statement },
    scope: itemId === null ? 'project' : 'item',
    projectId,
    itemId,
    value: { action, replacement: value },
    ground: { ...ground, ...(reason === '' ? {} : { words: reason }) },
    author,
  };
}

/** Subjects as in domain/decisions/decision.ts; a wrong one is an error of the caller. */
export async function recordDecisions(tx: Tx, decisions: readonly NewDecision[]): Promise<void> {
  for (const { kind, subject } of decisions) {
    const refusal = refuseSubject(kind, subject);
    if (refusal) throw new Error(refusal.refusal.message);
  }
  await insertDecisions(tx, decisions);
}

/** A decision about an item: of a kind with a finding, or a component and version, as its subject. */
export interface ItemDecision {
  itemId: number;
  kind: Extract<
    DecisionKind,
    'review' | 'notice-text' | 'usage' | 'note' | 'item-removed' | 'item-kept' | 'license-choice' | 'concluded-license'
  >;
  value: Decision['value'];
  ground: DecisionGround;
}

/** Records decisions about items in their current state, with their licenses as part of the reason. Leaves out deleted items. */
export async function recordItemDecisions(tx: Tx, decisions: readonly ItemDecision[], decider: Decider): Promise<void> {
  if (decisions.length === 0) return;
  const items = await findItems(tx, [...new Set(decisions.map(({ itemId }) => itemId))]);
  const doubts = await listDoubts(
    tx,
    decisions.flatMap(({ itemId, kind }) => (kind === 'review' ? itemId : [])),
  );
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
        // The item is about to be deleted, so the decision is recorded for its project.
        scope: kind === 'item-removed' ? 'project' : 'item',
        projectId: item.project_id,
        itemId: kind === 'item-removed' ? null : itemId,
        value,
        ground: {
          licenseExpression: item.license_expression,
          ...(kind === 'review' && reviewedFacts(item, doubts.get(itemId))),
          ...ground,
        },
        author: decider?.login ?? 'System',
      },
    ];
  });
  await recordDecisions(tx, rows);
  const reviewed = rows.filter(({ kind }) => kind === 'review');
  for (const [projectId, ofProject] of Map.groupBy(reviewed, (one) => one.projectId))
    if (projectId !== null)
      await noteReviewGrounds(
        tx,
        projectId,
        ofProject.flatMap(({ itemId }) => itemId ?? []),
      );
}

/** What a review rests on besides the license: see domain/reviews/review-lapse.ts. */
function reviewedFacts(item: DetailedItem, doubt: TieDoubt | undefined) {
  const { concluded } = licenseFactsOf(item.license_facts);
  return {
    componentId: item.component_id,
    versionId: item.version_id,
    possibleLicenses: item.possible_licenses,
    ...(concluded.source === 'none' ? {} : { concluded: concluded.expression }),
    ...(doubt && { doubtedContents: doubt.contents }),
  };
}

/** All subjects of possible decisions about an item. */
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

/** The subject of decisions for all projects on the license of a version. */
export function versionSubject({
  version,
  component,
}: {
  version: { name: string };
  component: { name: string; purl: string | null };
}): DecisionSubject {
  return { component: component.purl ?? component.name.toLowerCase(), version: version.name };
}

/** Records that a person marked files, or all files below folders, as reviewed or as not reviewed. `words` say why. */
export async function recordMarks(
  tx: Tx,
  projectId: number,
  subjects: readonly DecisionSubject[],
  isReviewed: boolean,
  author: string,
  words = '',
): Promise<void> {
  await recordDecisions(
    tx,
    subjects.map((subject) => ({
      kind: 'file-reviewed',
      subject,
      scope: 'project',
      projectId,
      itemId: null,
      value: { isReviewed },
      ground: {
        by: 'person',
        ...(subject.sha256 === undefined ? {} : { sha256: subject.sha256 }),
        ...(words === '' ? {} : { words }),
      },
      author,
    })),
  );
  await noteDecidedContents(tx, projectId);
}

/** The pattern of all files below a folder; '' is the root. */
export function patternBelow(folder: string): string {
  return folder === '' ? '**' : `${folder}/**`;
}

/** Undefined for items without a component. */
function componentSubject(item: DetailedItem): DecisionSubject | undefined {
  const component = item.component_purl ?? item.component_name?.toLowerCase();
  return component === undefined ? undefined : { component, version: item.version_name ?? UNKNOWN_VERSION };
}
