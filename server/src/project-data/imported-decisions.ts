// Imported data have decisions of people on another server. They are recorded as decisions with the import as reason, so that later scans and
// releases know why they hold.

import type { DetailedItem } from '../db/inventories/items.ts';
import type { Tx } from '../db/postgres/connection.ts';
import { type ItemDecision, type NewDecision, recordDecisions } from '../decisions/index.ts';
import type { DecisionGround } from '../domain/decisions/decision.ts';
import { decidedChanges } from '../domain/inventories/inventory-fields.ts';
import { licenseFactsOf } from '../domain/licenses/license-facts.ts';

export interface ImportSource {
  /** The file or system, for people: `project data of "shop" of 2026-11-24`. */
  source: string;
  login: string;
}

const groundOf = ({ source }: ImportSource): DecisionGround => ({ by: 'import', source });

/** Who had set the status on the other server; false if it brings none. */
export type ImportedReview = 'person' | 'policy' | false;

/** `before` is the existing item, or an empty one. */
export function importedItemDecisions(
  before: Partial<DetailedItem>,
  after: DetailedItem,
  from: ImportSource,
  { isReviewed, keptWhy }: { isReviewed: ImportedReview; keptWhy?: string },
): ItemDecision[] {
  const ground = groundOf(from);
  const itemId = after.id;
  const decisions = decidedChanges(before, after).map((changes): ItemDecision => ({ itemId, ...changes, ground }));
  decisions.push(...licenseDecisions(before, after, ground));
  if (after.is_kept && before.is_kept !== true)
    decisions.push({
      itemId,
      kind: 'item-kept',
      value: { isKept: true },
      ground: { ...ground, ...(keptWhy && { words: keptWhy }) },
    });
  if (isReviewed !== false) {
    const by = isReviewed === 'policy' ? ('policy' as const) : ground.by;
    decisions.push({ itemId, kind: 'review', value: { status: after.status }, ground: { ...ground, by } });
  }
  return decisions;
}

/** A person's decision on the license, with the evidence at that time: scans here report if their evidence differs. */
function licenseDecisions(before: Partial<DetailedItem>, after: DetailedItem, ground: DecisionGround): ItemDecision[] {
  const { person, concluded } = licenseFactsOf(after.license_facts);
  if (person === undefined || licenseFactsOf(before.license_facts ?? {}).person !== undefined) return [];
  const kind = person.kind === 'choice' ? ('license-choice' as const) : ('concluded-license' as const);
  const evidence = concluded.source === 'none' ? {} : { concluded: concluded.expression };
  const value = { licenseExpression: person.expression };
  return [{ itemId: after.id, kind, value, ground: { ...ground, ...evidence } }];
}

/** Files that an import marks as reviewed. */
export async function recordImportedMarks(
  tx: Tx,
  projectId: number,
  files: readonly { path: string; sha256: string }[],
  from: ImportSource,
): Promise<void> {
  const decisions = files.map(
    ({ path, sha256 }): NewDecision => ({
      kind: 'file-reviewed',
      subject: { sha256, path },
      scope: 'project',
      projectId,
      itemId: null,
      value: { isReviewed: true },
      ground: { ...groundOf(from), sha256 },
      author: from.login,
    }),
  );
  await recordDecisions(tx, decisions);
}

/** Files that a person added to an item or removed from it on the other server. */
export function importedTies(
  item: { id: number; project_id: number; finding: string },
  paths: readonly string[],
  isTied: boolean,
  from: ImportSource,
): NewDecision[] {
  return paths.map(
    (path): NewDecision => ({
      kind: 'file-tied',
      subject: { finding: item.finding, path },
      scope: 'item',
      projectId: item.project_id,
      itemId: item.id,
      value: { isTied },
      ground: groundOf(from),
      author: from.login,
    }),
  );
}
