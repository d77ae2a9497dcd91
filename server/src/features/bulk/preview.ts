// What a bulk decision would do, without locks: counts, examples, and a digest of the set.
import { createHash } from 'node:crypto';
import { valueFor } from '@assay/scanner/items';
import { findItems } from '../../db/inventories/items.ts';
import type { Db } from '../../db/postgres/connection.ts';
import {
  type BulkAction,
  type BulkDetails,
  changeOfItem,
  deedOf,
  isItemAction,
  isTaskAction,
  isVulnerabilityAction,
  nounsOf,
  type SkipCounts,
  type SkipReason,
  skipReasons,
  skipWords,
} from '../../domain/bulk/actions.ts';
import { changeOfTask, priorityText } from '../../domain/bulk/tasks.ts';
import { changeOfVulnerability, stateText } from '../../domain/bulk/vulnerabilities.ts';
import { countOf, numberText } from '../../domain/count-text.ts';
import type { PolicyDecision } from '../../domain/reviews/policy.ts';
import { type ChosenRow, chosenRows } from '../../reviews/bulk/chosen.ts';
import { type BulkOrder, projectOf } from '../../reviews/bulk/order.ts';
import { skippedOf } from '../../reviews/bulk/run.ts';
import { decide, itemVulnerabilities, loadPolicy } from '../../reviews/policy.ts';
import { giveWay } from '../../turns.ts';

const ROWS_AT_ONCE = 1000;
const MOST_EXAMPLES = 10;
const MOST_OUTCOMES = 20;

interface Change {
  from: string;
  to: string;
}

export interface Preview {
  rows: { id: number; skip: SkipReason | undefined }[];
  changed: number;
  skipped: SkipCounts;
  outcomes: (Change & { count: number })[];
  moreOutcomes: number;
  examples: (Change & { id: number; name: string })[];
  skippedExamples: { id: number; name: string; reason: SkipReason }[];
  /** Of vulnerabilities: the items in which they are decided about, and their projects. */
  items: number;
  projects: ReadonlySet<number>;
  setVersion: string;
}

export async function previewOf(db: Db, order: BulkOrder, ids: readonly number[]): Promise<Preview> {
  const digest = createHash('sha256').update(JSON.stringify([order.action, order.details]));
  const outcomes = new Map<string, Change & { count: number }>();
  const projects = new Set<number>();
  const preview: Preview = {
    rows: [],
    changed: 0,
    skipped: {},
    outcomes: [],
    moreOutcomes: 0,
    examples: [],
    skippedExamples: [],
    items: 0,
    projects,
    setVersion: '',
  };
  for (let from = 0; from < ids.length; from += ROWS_AT_ONCE) {
    const rows = await chosenRows(db, order, ids.slice(from, from + ROWS_AT_ONCE));
    const changeOf = await changesOf(db, order, rows);
    for (const row of rows) {
      const { id, name, skip } = row;
      digest.update(`${id}:${skip ?? ''}${placesOf(row)}\n`);
      preview.rows.push({ id, skip });
      if (skip !== undefined) {
        if (preview.skippedExamples.length < MOST_EXAMPLES) preview.skippedExamples.push({ id, name, reason: skip });
        continue;
      }
      preview.changed++;
      for (const { projectId } of pairsOf(row)) projects.add(projectId);
      preview.items += pairsOf(row).length;
      const change = changeOf(row);
      if (preview.examples.length < MOST_EXAMPLES) preview.examples.push({ id, name, ...change });
      const key = JSON.stringify(change);
      outcomes.set(key, { ...change, count: (outcomes.get(key)?.count ?? 0) + 1 });
    }
    for (const [reason, count] of Object.entries(skippedOf(rows)))
      preview.skipped[reason as SkipReason] = (preview.skipped[reason as SkipReason] ?? 0) + count;
    await giveWay();
  }
  const sorted = [...outcomes.values()].sort((a, b) => b.count - a.count);
  const listed = sorted.slice(0, MOST_OUTCOMES);
  return {
    ...preview,
    outcomes: listed,
    moreOutcomes: preview.changed - listed.reduce((sum, { count }) => sum + count, 0),
    setVersion: digest.digest('hex').slice(0, 32),
  };
}

const pairsOf = (row: ChosenRow) => ('vulnerability' in row ? row.vulnerability.changing : []);

/** The items in which a vulnerability is decided about are a part of the set. */
const placesOf = (row: ChosenRow) =>
  pairsOf(row)
    .map(({ itemId }) => ` ${itemId}`)
    .join('');

/** What each row becomes. At publication the policy decides. */
async function changesOf(db: Db, order: BulkOrder, rows: readonly ChosenRow[]): Promise<(row: ChosenRow) => Change> {
  const { action, details } = order;
  const policyOf = action === 'PUBLISH' ? await policyDecisions(db, projectOf(order), rows) : () => undefined;
  return (row) => {
    if ('vulnerability' in row && isVulnerabilityAction(action))
      return changeOfVulnerability(row.vulnerability.changing, action, details);
    if ('item' in row && isItemAction(action)) return changeOfItem(row.item, action, details, policyOf(row.id));
    if ('task' in row && isTaskAction(action)) return changeOfTask(row.task, action, details);
    return { from: '', to: deedOf(action) };
  };
}

async function policyDecisions(
  db: Db,
  projectId: number,
  rows: readonly ChosenRow[],
): Promise<(id: number) => PolicyDecision | undefined> {
  const ids = rows.filter(({ skip }) => skip === undefined).map(({ id }) => id);
  const policy = await loadPolicy(db, projectId);
  const items = await findItems(db, ids);
  const vulnerabilities = await itemVulnerabilities(db, ids);
  return (id) => {
    const item = valueFor(items, id);
    return item.type === 'WORK_IN_PROGRESS' ? 'UNDECIDED' : decide(policy, item, vulnerabilities(id));
  };
}

function deedWith(action: BulkAction, details: BulkDetails): string {
  const { inventoryName, ownerLogin, taskPriority, analysis, expiresAt } = details;
  const until = expiresAt === undefined ? '' : ` until ${expiresAt.slice(0, 10)}`;
  switch (action) {
    case 'TIE':
      return `added to ${inventoryName}`;
    case 'UNTIE':
      return `taken from ${inventoryName}`;
    case 'PRIORITIZE_TASKS':
      return taskPriority === undefined ? deedOf(action) : `given the priority ${priorityText(taskPriority)}`;
    case 'ASSIGN':
    case 'REASSIGN_TASKS':
      return `${deedOf(action)} to ${ownerLogin}`;
    case 'SUPPRESS':
      return `${deedOf(action)} as ${stateText(analysis?.state ?? '')}${until}`;
    case 'ANALYZE':
      return `marked as ${stateText(analysis?.state ?? '')}${until}`;
    default:
      return deedOf(action);
  }
}

/** "147 items would be approved; 3 skipped: 2 rejected by the policy, 1 already approved" */
export function summaryOf(
  { action, details }: { action: BulkAction; details: BulkDetails },
  { changed, skipped }: { changed: number; skipped: SkipCounts },
  tense: 'would' | 'will' | 'did',
): string {
  const verb = { would: 'would be', will: 'will be', did: changed === 1 ? 'was' : 'were' }[tense];
  const what = `${countOf(changed, ...nounsOf(action))} ${verb} ${deedWith(action, details)}`;
  const reasons = skipReasons.filter((reason) => skipped[reason]);
  if (reasons.length === 0) return what;
  const total = reasons.reduce((sum, reason) => sum + (skipped[reason] ?? 0), 0);
  const each = reasons.map((reason) =>
    reasons.length === 1
      ? skipWords(reason, action)
      : `${numberText(skipped[reason] ?? 0)} ${skipWords(reason, action)}`,
  );
  return `${what}; ${numberText(total)} skipped: ${each.join(', ')}`;
}
