// The decisions about many rows as the page offers them: their words, the right that each needs, and what is sent.
import type { BulkFileOrder, BulkItemOrder, BulkTaskOrder, BulkVulnerabilityOrder } from '../api/models.ts';
import type { BulkOrder } from './queries.ts';

type ItemAction = BulkItemOrder['action'];
type FileAction = BulkFileOrder['action'];
type VulnerabilityAction = BulkVulnerabilityOrder['action'];
type TaskAction = BulkTaskOrder['action'];
export type BulkAction = ItemAction | FileAction | VulnerabilityAction | TaskAction;

/** What the rows of a list are. */
export type BulkNoun = 'item' | 'file' | 'vulnerability' | 'task';
export const PLURALS = { item: 'items', file: 'files', vulnerability: 'vulnerabilities', task: 'tasks' } as const;

export interface ActionWords {
  /** The button in the bar. It names the marked rows, because the pane of an item has buttons for one item. */
  label: string;
  title: string;
  verb: string;
  noun: BulkNoun;
  /** One of them is enough. */
  rights: string[];
  needsReason?: true;
  isDangerous?: true;
}

const WORDS: Record<BulkAction, ActionWords> = {
  APPROVE: {
    label: 'Approve marked',
    title: 'Approve the marked items',
    verb: 'Approve',
    noun: 'item',
    rights: ['REVIEW_INVENTORY'],
  },
  REJECT: {
    label: 'Reject marked',
    title: 'Reject the marked items',
    verb: 'Reject',
    noun: 'item',
    rights: ['REVIEW_INVENTORY'],
    needsReason: true,
    isDangerous: true,
  },
  TO_DRAFT: {
    label: 'Set marked to draft',
    title: 'Set the marked items to draft',
    verb: 'Set to draft:',
    noun: 'item',
    rights: ['REVIEW_INVENTORY'],
  },
  PUBLISH: {
    label: 'Publish marked',
    title: 'Publish the marked items',
    verb: 'Publish',
    noun: 'item',
    rights: ['PUBLISH_INVENTORY'],
  },
  RECALL: {
    label: 'Recall marked',
    title: 'Recall the marked items',
    verb: 'Recall',
    noun: 'item',
    rights: ['RECALL_INVENTORY'],
  },
  CHANGE: {
    label: 'Change fields of marked',
    title: 'Change fields of the marked items',
    verb: 'Change',
    noun: 'item',
    rights: ['EDIT_INVENTORY', 'SET_PRIORITY'],
  },
  ASSIGN: {
    label: 'Assign tasks of marked',
    title: 'Assign the open tasks of the marked items',
    verb: 'Assign tasks of',
    noun: 'item',
    rights: ['HANDLE_TASK'],
  },
  MARK_REVIEWED: {
    label: 'Mark as reviewed',
    title: 'Mark files as reviewed',
    verb: 'Mark',
    noun: 'file',
    rights: ['REVIEW_FILES'],
  },
  MARK_UNREVIEWED: {
    label: 'Mark as not reviewed',
    title: 'Mark files as not reviewed',
    verb: 'Mark',
    noun: 'file',
    rights: ['REVIEW_FILES'],
  },
  TIE: {
    label: 'Add to an item',
    title: 'Add files to an item',
    verb: 'Add',
    noun: 'file',
    rights: ['EDIT_INVENTORY'],
  },
  UNTIE: {
    label: 'Take from an item',
    title: 'Take files from an item',
    verb: 'Take away',
    noun: 'file',
    rights: ['EDIT_INVENTORY'],
  },
  SUPPRESS: {
    label: 'Suppress marked',
    title: 'Suppress the marked vulnerabilities',
    verb: 'Suppress',
    noun: 'vulnerability',
    rights: ['ANALYZE_VULNERABILITIES'],
    needsReason: true,
  },
  ANALYZE: {
    label: 'Set state of marked',
    title: 'Set the state of the marked vulnerabilities',
    verb: 'Set state of',
    noun: 'vulnerability',
    rights: ['ANALYZE_VULNERABILITIES'],
    needsReason: true,
  },
  WITHDRAW: {
    label: 'Withdraw decisions',
    title: 'Withdraw the decisions about the marked vulnerabilities',
    verb: 'Withdraw decisions about',
    noun: 'vulnerability',
    rights: ['ANALYZE_VULNERABILITIES'],
    needsReason: true,
  },
  CLOSE_TASKS: {
    label: 'Close marked',
    title: 'Close the marked tasks',
    verb: 'Close',
    noun: 'task',
    rights: ['HANDLE_TASK'],
  },
  REOPEN_TASKS: {
    label: 'Open marked again',
    title: 'Open the marked tasks again',
    verb: 'Open again',
    noun: 'task',
    rights: ['HANDLE_TASK'],
  },
  REASSIGN_TASKS: {
    label: 'Assign marked',
    title: 'Assign the marked tasks',
    verb: 'Assign',
    noun: 'task',
    rights: ['HANDLE_TASK'],
  },
  PRIORITIZE_TASKS: {
    label: 'Set priority of marked',
    title: 'Set the priority of the marked tasks',
    verb: 'Set priority of',
    noun: 'task',
    rights: ['EDIT_TASK'],
  },
};

export const wordsOfAction = (action: BulkAction): ActionWords => WORDS[action];

export interface OrderParts {
  rows:
    | { ids: number[] }
    | {
        filter:
          | BulkItemOrder['filter']
          | BulkFileOrder['filter']
          | BulkVulnerabilityOrder['filter']
          | BulkTaskOrder['filter'];
        exceptIds: number[];
        /** Of files: only those of these groups. */
        groups?: BulkFileOrder['groups'];
      };
  reason: string;
  change?: BulkItemOrder['change'];
  owner?: string;
  taskPriority?: BulkTaskOrder['priority'];
  overrulePolicy?: boolean;
  /** The item of TIE and UNTIE. */
  item?: { id: number; name: string };
  /** What SUPPRESS and ANALYZE say. */
  analysis?: AnalysisParts;
  /** The last day of such a decision; absent for no end. */
  expiresOn?: string;
}

/** Without a state until the user has chosen one. */
export type AnalysisParts = Partial<NonNullable<BulkVulnerabilityOrder['analysis']>>;

/** Whether the user has chosen what the action needs. */
export function isReady(action: BulkAction, parts: Omit<OrderParts, 'rows' | 'reason'>): boolean {
  const { change, owner, item, analysis, taskPriority } = parts;
  if (action === 'SUPPRESS' || action === 'ANALYZE') return analysis?.state !== undefined;
  if (action === 'CHANGE') return change !== undefined && Object.values(change).some((one) => one !== undefined);
  if (action === 'PRIORITIZE_TASKS') return taskPriority !== undefined;
  if (action === 'ASSIGN' || action === 'REASSIGN_TASKS') return owner !== undefined && owner !== '';
  return (action !== 'TIE' && action !== 'UNTIE') || item !== undefined;
}

export function orderOf(action: BulkAction, parts: OrderParts): BulkOrder {
  const { rows, reason, change, owner, overrulePolicy, item } = parts;
  const { noun } = wordsOfAction(action);
  if (noun === 'vulnerability') return vulnerabilityOrderOf(action as VulnerabilityAction, parts);
  if (noun === 'task') return taskOrderOf(action as TaskAction, parts);
  if (noun === 'file') {
    const chosen =
      'ids' in rows ? { fileIds: rows.ids } : (rows as Pick<BulkFileOrder, 'filter' | 'exceptIds' | 'groups'>);
    return {
      of: 'files',
      body: { action: action as FileAction, ...chosen, reason, ...(item && { inventoryId: item.id }) },
    };
  }
  const chosen = 'ids' in rows ? { inventoryIds: rows.ids } : (rows as Pick<BulkItemOrder, 'filter' | 'exceptIds'>);
  return {
    of: 'items',
    body: {
      action: action as ItemAction,
      ...chosen,
      reason,
      ...(action === 'CHANGE' && { change }),
      ...(action === 'ASSIGN' && { owner }),
      ...(action === 'APPROVE' && overrulePolicy && { overrulePolicy }),
    },
  };
}

function taskOrderOf(action: TaskAction, { rows, reason, owner, taskPriority }: OrderParts): BulkOrder {
  const chosen = 'ids' in rows ? { taskIds: rows.ids } : (rows as Pick<BulkTaskOrder, 'filter' | 'exceptIds'>);
  const body = {
    action,
    ...chosen,
    reason,
    ...(action === 'REASSIGN_TASKS' && { owner }),
    ...(action === 'PRIORITIZE_TASKS' && { priority: taskPriority }),
  };
  return { of: 'tasks', body: body as BulkTaskOrder };
}

function vulnerabilityOrderOf(action: VulnerabilityAction, parts: OrderParts): BulkOrder {
  const { rows, reason, analysis, expiresOn } = parts;
  const chosen =
    'ids' in rows ? { vulnerabilityIds: rows.ids } : (rows as Pick<BulkVulnerabilityOrder, 'filter' | 'exceptIds'>);
  const said = action === 'WITHDRAW' ? {} : { analysis, ...(expiresOn && { expiresOn }) };
  return { of: 'vulnerabilities', body: { action, ...chosen, reason, ...said } as BulkVulnerabilityOrder };
}
