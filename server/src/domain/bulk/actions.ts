// Decisions about many items, files, vulnerabilities or tasks at once: the actions, the right that each needs, and which rows an action leaves alone, with
// the reason. Pure. What vulnerabilities and tasks need besides is in vulnerabilities.ts and tasks.ts.
//
//   Action          | on    | right             | leaves alone, besides what is so already
//   ----------------+-------+-------------------+--------------------------------------------------------------------
//   APPROVE         | items | REVIEW_INVENTORY  | gone; rejected by the policy, unless asked to overrule it
//   REJECT          | items | REVIEW_INVENTORY  | gone
//   TO_DRAFT        | items | REVIEW_INVENTORY  | gone
//   PUBLISH         | items | PUBLISH_INVENTORY | gone
//   RECALL          | items | RECALL_INVENTORY  |
//   CHANGE          | items | as the single one | of a type that cannot have this license
//   ASSIGN          | items | HANDLE_TASK       | without an open task; tasks that the caller may not reassign
//   MARK_REVIEWED   | files | REVIEW_FILES      |
//   MARK_UNREVIEWED | files | REVIEW_FILES      |
//   TIE, UNTIE      | files | EDIT_INVENTORY    |
//   SUPPRESS        | vuln. | ANALYZE_VULN...   | suppressed in all projects by an administrator
//   ANALYZE         | vuln. | ANALYZE_VULN...   | suppressed in all projects by an administrator
//   WITHDRAW        | vuln. | ANALYZE_VULN...   | suppressed in all projects by an administrator
//   …_TASKS         | tasks | as the single one | see tasks.ts
//
// A status that the policy set becomes a person's by the same decision of a person, as with the single action: it is not "so already".
import {
  type InventoryStatus,
  type InventoryType,
  inventoryPriorityNames,
  inventoryStatusNames,
} from '../inventories/inventory.ts';
import { triadAfter } from '../inventories/inventory-edit.ts';
import { type itemFields, type SentItemFields, sentItemFields, storedFields } from '../inventories/inventory-fields.ts';
import { isRefusal } from '../refusal.ts';
import type { TaskPriority } from '../task-priority.ts';
import { actionsForInventoryEdit, type ProjectAction } from '../users/permissions.ts';
import type { AnalysisWords } from '../vulnerabilities/suppression.ts';

export const bulkItemActions = ['APPROVE', 'REJECT', 'TO_DRAFT', 'PUBLISH', 'RECALL', 'CHANGE', 'ASSIGN'] as const;
export type BulkItemAction = (typeof bulkItemActions)[number];
export const bulkFileActions = ['MARK_REVIEWED', 'MARK_UNREVIEWED', 'TIE', 'UNTIE'] as const;
export type BulkFileAction = (typeof bulkFileActions)[number];
export const bulkVulnerabilityActions = ['SUPPRESS', 'ANALYZE', 'WITHDRAW'] as const;
export type BulkVulnerabilityAction = (typeof bulkVulnerabilityActions)[number];
export const bulkTaskActions = ['CLOSE_TASKS', 'REOPEN_TASKS', 'REASSIGN_TASKS', 'PRIORITIZE_TASKS'] as const;
export type BulkTaskAction = (typeof bulkTaskActions)[number];
export const bulkActions = [
  ...bulkItemActions,
  ...bulkFileActions,
  ...bulkVulnerabilityActions,
  ...bulkTaskActions,
] as const;
export type BulkAction = (typeof bulkActions)[number];

/** The fields that CHANGE may set, by their names in requests. */
export const bulkFields = [
  'priority',
  'disclosed',
  'distribution',
  'partOfProduct',
  'linking',
  'modified',
  'encryption',
] as const satisfies readonly (keyof typeof itemFields)[];
type BulkField = (typeof bulkFields)[number];

/** Sent fields of CHANGE. The license id -1 means "I don't know". */
export type BulkChange = Partial<Pick<SentItemFields, BulkField>> & { licenseId?: number };

/** What an action needs beside its name. */
export interface BulkDetails {
  change?: BulkChange;
  /** The license of `change`, in words. */
  licenseName?: string;
  overrulesPolicy?: boolean;
  /** The item of TIE and UNTIE. */
  inventoryId?: number;
  inventoryName?: string;
  /** The user to whom ASSIGN and REASSIGN_TASKS give the tasks. */
  ownerId?: number;
  ownerLogin?: string;
  /** For PRIORITIZE_TASKS. */
  taskPriority?: TaskPriority;
  /** For SUPPRESS and ANALYZE. Its words are the reason of the decision. */
  analysis?: Omit<AnalysisWords, 'detail'>;
  /** When such a decision ends, as ISO text; absent for never. */
  expiresAt?: string;
}

export const skipReasons = [
  'SAME',
  'GONE',
  'REJECTED_BY_POLICY',
  'LICENSE_NOT_POSSIBLE',
  'NO_OPEN_TASK',
  'SUPPRESSED_EVERYWHERE',
  'REVIEW_TASK',
  'CLOSED_TASK',
  'NOT_ALLOWED',
  'NOT_FOUND',
] as const;
export type SkipReason = (typeof skipReasons)[number];
export type SkipCounts = Partial<Record<SkipReason, number>>;

/** The tables whose rows decisions change. */
export const rowKinds = [
  'item',
  'task',
  'decision',
  'file',
  'tie',
  // Of vulnerabilities: analyses, suppressions of components with their versions, and alerts.
  'analysis',
  'suppression',
  'suppressed',
  'alert',
] as const;
export type RowKind = (typeof rowKinds)[number];

/** A row that an undo left alone. */
export interface KeptRow {
  id: number;
  name: string;
  /** Completes the name, as "changed since by anna". */
  why: string;
}

/** From this number of rows on, a job does the work in short steps. */
export const MOST_ROWS_AT_ONCE = 1000;
/** One bulk decision is about at most this many rows. */
export const MOST_ROWS = 100_000;
const DAY_MS = 86_400_000;

export function undoUntil(decidedAt: Date): Date {
  return new Date(decidedAt.getTime() + DAY_MS);
}

/** The rights that the caller needs in the project; all of them. */
export function rightsFor(action: BulkAction, { change = {} }: BulkDetails): ProjectAction[] {
  if (action === 'CHANGE') return actionsForInventoryEdit(Object.keys(change));
  return [RIGHTS[action]];
}

const RIGHTS = {
  APPROVE: 'REVIEW_INVENTORY',
  REJECT: 'REVIEW_INVENTORY',
  TO_DRAFT: 'REVIEW_INVENTORY',
  PUBLISH: 'PUBLISH_INVENTORY',
  RECALL: 'RECALL_INVENTORY',
  ASSIGN: 'HANDLE_TASK',
  MARK_REVIEWED: 'REVIEW_FILES',
  MARK_UNREVIEWED: 'REVIEW_FILES',
  TIE: 'EDIT_INVENTORY',
  UNTIE: 'EDIT_INVENTORY',
  SUPPRESS: 'ANALYZE_VULNERABILITIES',
  ANALYZE: 'ANALYZE_VULNERABILITIES',
  WITHDRAW: 'ANALYZE_VULNERABILITIES',
  // Each task is asked for its own right besides.
  CLOSE_TASKS: 'HANDLE_TASK',
  REOPEN_TASKS: 'HANDLE_TASK',
  REASSIGN_TASKS: 'HANDLE_TASK',
  PRIORITIZE_TASKS: 'EDIT_TASK',
} as const satisfies Record<Exclude<BulkAction, 'CHANGE'>, ProjectAction>;

/** All rights that some bulk decision about items, or files, needs. */
export const bulkItemRights: readonly ProjectAction[] = [
  'REVIEW_INVENTORY',
  'PUBLISH_INVENTORY',
  'RECALL_INVENTORY',
  'EDIT_INVENTORY',
  'SET_PRIORITY',
  'HANDLE_TASK',
  'REASSIGN_TASK',
];
export const bulkFileRights: readonly ProjectAction[] = ['REVIEW_FILES', 'EDIT_INVENTORY'];
export const bulkVulnerabilityRights: readonly ProjectAction[] = ['ANALYZE_VULNERABILITIES'];
export const bulkTaskRights: readonly ProjectAction[] = ['HANDLE_TASK', 'EDIT_TASK'];

/** The facts about an item on which an action depends. */
export interface BulkItem {
  id: number;
  name: string;
  type: InventoryType;
  status: InventoryStatus;
  isStatusSetByPerson: boolean;
  isPublished: boolean;
  hasLapse: boolean;
  isGone: boolean;
  componentId: number | null;
  versionId: number | null;
  licenseId: number | null;
  licenseExpression: string;
  /** Columns of the fields in `bulkFields`. */
  fields: Readonly<Record<string, unknown>>;
  /** Open tasks, and whether the caller may reassign them. Only for ASSIGN. */
  openTasks?: readonly { ownerId: number; mayReassign: boolean }[];
}

export interface BulkFile {
  id: number;
  path: string;
  isReviewed: boolean;
  /** Whether the item of TIE and UNTIE has the file. */
  isTied: boolean;
}

const STATUS_OF = { APPROVE: 'APPROVED', REJECT: 'REJECTED', TO_DRAFT: 'DRAFT' } as const;
export const statusOfAction = (action: 'APPROVE' | 'REJECT' | 'TO_DRAFT'): InventoryStatus => STATUS_OF[action];
export const isReviewAction = (action: BulkAction): action is keyof typeof STATUS_OF => action in STATUS_OF;

/** Why the action leaves the item alone; undefined if it changes the item. */
export function skipOfItem(item: BulkItem, action: BulkItemAction, details: BulkDetails): SkipReason | undefined {
  switch (action) {
    case 'APPROVE':
    case 'REJECT':
    case 'TO_DRAFT':
      return skipOfReview(item, action, details);
    case 'PUBLISH':
      if (item.isPublished) return 'SAME';
      return item.isGone ? 'GONE' : undefined;
    case 'RECALL':
      return item.isPublished ? undefined : 'SAME';
    case 'CHANGE':
      return skipOfChange(item, details.change ?? {});
    case 'ASSIGN':
      return skipOfAssignment(item, details.ownerId);
  }
}

function skipOfReview(item: BulkItem, action: keyof typeof STATUS_OF, details: BulkDetails): SkipReason | undefined {
  if (item.isGone) return 'GONE';
  if (item.status === STATUS_OF[action] && item.isStatusSetByPerson && !item.hasLapse) return 'SAME';
  const isPolicys = item.status === 'REJECTED' && !item.isStatusSetByPerson;
  return action === 'APPROVE' && isPolicys && !details.overrulesPolicy ? 'REJECTED_BY_POLICY' : undefined;
}

function skipOfChange(item: BulkItem, change: BulkChange): SkipReason | undefined {
  const license = change.licenseId === undefined ? undefined : licenseIdAfter(item, change.licenseId);
  if (license === 'impossible') return 'LICENSE_NOT_POSSIBLE';
  const changesLicense = license !== undefined && license !== item.licenseId;
  const columns = storedFields(change);
  const changesField = Object.entries(columns).some(([column, value]) => item.fields[column] !== value);
  return changesLicense || changesField ? undefined : 'SAME';
}

function licenseIdAfter(item: BulkItem, licenseId: number): number | null | 'impossible' {
  const { type, componentId, versionId } = item;
  const hasExpression = item.licenseId === null && item.licenseExpression !== '';
  const triad = triadAfter({ type, componentId, versionId, licenseId: item.licenseId, hasExpression }, { licenseId });
  if (isRefusal(triad)) return 'impossible';
  // An expression of several licenses has no id either: "I don't know" takes it away only where a license was chosen.
  return triad.licenseId;
}

function skipOfAssignment({ openTasks = [] }: BulkItem, ownerId: number | undefined): SkipReason | undefined {
  if (openTasks.length === 0) return 'NO_OPEN_TASK';
  const others = openTasks.filter((task) => task.ownerId !== ownerId);
  if (others.length === 0) return 'SAME';
  return others.some(({ mayReassign }) => mayReassign) ? undefined : 'NOT_ALLOWED';
}

export function skipOfFile(file: BulkFile, action: BulkFileAction): SkipReason | undefined {
  const isSo = {
    MARK_REVIEWED: file.isReviewed,
    MARK_UNREVIEWED: !file.isReviewed,
    TIE: file.isTied,
    UNTIE: !file.isTied,
  };
  return isSo[action] ? 'SAME' : undefined;
}

/** What is changed about an item, in words: from and to. The decision of the policy counts at publication. */
export function changeOfItem(
  item: BulkItem,
  action: BulkItemAction,
  details: BulkDetails,
  policy?: InventoryStatus | 'UNDECIDED',
): { from: string; to: string } {
  if (isReviewAction(action))
    return { from: inventoryStatusNames[item.status], to: inventoryStatusNames[STATUS_OF[action]] };
  switch (action) {
    case 'PUBLISH': {
      const decided = policy === undefined || policy === 'UNDECIDED' ? undefined : inventoryStatusNames[policy];
      return { from: 'Not published', to: decided ? `Published, ${decided} by the policy` : 'Published' };
    }
    case 'RECALL':
      return { from: 'Published', to: 'Not published' };
    case 'CHANGE':
      return changedFields(item, details);
    case 'ASSIGN':
      return { from: 'Other assignee', to: details.ownerLogin ?? '' };
  }
}

function changedFields(item: BulkItem, { change = {}, licenseName = '' }: BulkDetails): { from: string; to: string } {
  const from: string[] = [];
  const to: string[] = [];
  if (change.licenseId !== undefined) {
    from.push(item.licenseExpression || 'No license');
    to.push(licenseName);
  }
  for (const { name, label, column, store } of sentItemFields) {
    const sent = change[name as BulkField];
    if (sent === undefined) continue;
    from.push(`${label} ${valueText(item.fields[column])}`);
    to.push(`${label} ${valueText(store ? store(sent as never) : sent)}`);
  }
  return { from: from.join(', '), to: to.join(', ') };
}

function valueText(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'YES' : 'NO';
  const text = String(value);
  return text in inventoryPriorityNames
    ? inventoryPriorityNames[text as keyof typeof inventoryPriorityNames]
    : text.replaceAll('_', ' ').toLowerCase();
}

const PAST: Record<BulkAction, string> = {
  APPROVE: 'approved',
  REJECT: 'rejected',
  TO_DRAFT: 'set to draft',
  PUBLISH: 'published',
  RECALL: 'recalled',
  CHANGE: 'changed',
  ASSIGN: 'assigned',
  MARK_REVIEWED: 'marked as reviewed',
  MARK_UNREVIEWED: 'marked as not reviewed',
  TIE: 'added to the item',
  UNTIE: 'taken from the item',
  SUPPRESS: 'suppressed',
  ANALYZE: 'decided about',
  WITHDRAW: 'set to undecided',
  CLOSE_TASKS: 'closed',
  REOPEN_TASKS: 'opened again',
  REASSIGN_TASKS: 'assigned',
  PRIORITIZE_TASKS: 'given another priority',
};

/** For example "approved". */
export const deedOf = (action: BulkAction): string => PAST[action];

const SAME_WORDS: Partial<Record<BulkAction, string>> = {
  CHANGE: 'already so',
  ANALYZE: 'already decided so',
  WITHDRAW: 'without a decision of people',
  REOPEN_TASKS: 'open',
  PRIORITIZE_TASKS: 'already of this priority',
};

/** Completes "3 skipped: …". */
export function skipWords(reason: SkipReason, action: BulkAction): string {
  const isOfVulnerability = isVulnerabilityAction(action);
  const words: Record<SkipReason, string> = {
    SAME: SAME_WORDS[action] ?? `already ${PAST[action]}`,
    GONE: 'gone: the last scan no longer found them',
    REJECTED_BY_POLICY: 'rejected by the policy',
    LICENSE_NOT_POSSIBLE: 'of a type that cannot have this license',
    NO_OPEN_TASK: 'without an open task',
    SUPPRESSED_EVERYWHERE: 'suppressed in all projects by an administrator',
    REVIEW_TASK: 'review tasks, which are closed by approving or rejecting their item',
    CLOSED_TASK: 'closed',
    NOT_ALLOWED: isOfVulnerability
      ? 'in projects that are locked or where you may not decide'
      : isTaskAction(action)
        ? 'tasks that are for others to change'
        : 'tasks that you may not reassign',
    NOT_FOUND: isOfVulnerability ? 'in no item' : 'not in this project',
  };
  return words[reason];
}

export const isFileAction = (action: BulkAction): action is BulkFileAction =>
  bulkFileActions.some((one) => one === action);

export const isVulnerabilityAction = (action: BulkAction): action is BulkVulnerabilityAction =>
  bulkVulnerabilityActions.some((one) => one === action);

export const isTaskAction = (action: BulkAction): action is BulkTaskAction =>
  bulkTaskActions.some((one) => one === action);

export const isItemAction = (action: BulkAction): action is BulkItemAction =>
  bulkItemActions.some((one) => one === action);

/** What the rows of an action are, for texts with their number. */
export function nounsOf(action: BulkAction): [one: string, many: string] {
  if (isVulnerabilityAction(action)) return ['vulnerability', 'vulnerabilities'];
  if (isTaskAction(action)) return ['task', 'tasks'];
  return isFileAction(action) ? ['file', 'files'] : ['item', 'items'];
}
