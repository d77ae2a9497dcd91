// Turns events in a project into notices to people, and notices into mails. Notices have ids; the writer of the mails replaces them by names of
// people and projects.
import { countOf } from '../count-text.ts';
import { type TaskResolution, type TaskType, taskTypeNames } from '../reviews/review-task.ts';
import { type DataAge, dataAgeInWords } from '../vulnerabilities/data-age.ts';
import type { MailListLine, MailTemplate, MailValues } from './mail-events.ts';

/** One event of an object in a project, with its recipients. */
export interface Notice {
  template: Exclude<MailTemplate, 'new_account' | 'forgot_password'>;
  recipientIds: number[];
  projectId: number;
  texts: Record<string, string>;
  /** Variables for the name of a user, by user id; null is the system. */
  people: Record<string, number | null>;
  pages: Record<string, string>;
  /** Its line in a mail about several events. */
  line: MailListLine;
  /** A person gets at most one notice with this key. */
  onceKey?: string;
}

export interface ProjectMail {
  template: MailTemplate;
  recipientId: number;
  projectId: number;
  onceKey: string | null;
  values: MailValues;
}

export interface NoticedItem {
  id: number;
  name: string;
  projectId: number;
}

export interface NoticedTask {
  id: number;
  type: TaskType;
  summary: string;
  details: string;
  priority: string;
  resolution: TaskResolution | null;
  ownerId: number;
  createdBy: number;
}

type TaskTemplate = 'task_created' | 'task_closed' | 'task_reopened' | 'task_reassigned';
type ItemTemplate = 'inventory_remediation_notification' | 'inventory_review_notification';

/** `task`: its state after the change. */
export function taskNotice(template: TaskTemplate, task: NoticedTask, item: NoticedItem, changedBy: number): Notice {
  return {
    template,
    recipientIds: template === 'task_closed' ? [task.createdBy, task.ownerId] : [task.ownerId],
    projectId: item.projectId,
    texts: {
      TASK_ID: String(task.id),
      TASK_TYPE: taskTypeNames[task.type],
      TASK_SUMMARY: task.summary,
      TASK_DETAILS: task.details,
      TASK_PRIORITY: capitalized(task.priority),
      TASK_RESOLUTION: capitalized(task.resolution ?? ''),
      INVENTORY_NAME: item.name,
    },
    people: { TASK_OWNER: task.ownerId, TASK_CREATOR: task.createdBy, CHANGED_BY: changedBy },
    pages: { TASK_URL: tasksPage(item.projectId), INVENTORY_URL: itemPage(item) },
    line: { text: `${task.summary} (${item.name})`, page: itemPage(item) },
  };
}

/** `changedBy` null: the system, during a scan. */
export function itemNotice(
  template: ItemTemplate,
  item: NoticedItem,
  projectContactId: number,
  changedBy: number | null,
): Notice {
  return {
    template,
    recipientIds: [projectContactId],
    projectId: item.projectId,
    texts: { INVENTORY_NAME: item.name },
    people: { CHANGED_BY: changedBy },
    pages: { INVENTORY_URL: itemPage(item) },
    line: { text: item.name, page: itemPage(item) },
  };
}

export interface NoticedScan {
  id: number;
  type: string;
  projectId: number;
  /** Null if no person started it: a schedule, or a deleted user. */
  startedBy: number | null;
  projectContactId: number;
}

/** At most one notice per scan and outcome, even if another worker ends the scan of a killed one again. */
export function scanNotice(scan: NoticedScan, status: 'Completed' | 'Failed', details: string): Notice {
  const page = `${projectPage(scan.projectId)}/jobs?job=${scan.id}`;
  return {
    template: 'scan_task',
    recipientIds: scan.startedBy === null ? [scan.projectContactId] : [scan.startedBy, scan.projectContactId],
    projectId: scan.projectId,
    texts: { SCAN_ID: String(scan.id), SCAN_TYPE: scan.type, SCAN_STATUS: status, SCAN_DETAILS: details },
    people: { STARTED_BY: scan.startedBy },
    pages: { SCAN_URL: page },
    line: { text: `${scan.type} ${scan.id}: ${status}`, page },
    onceKey: `scan ${scan.id} ${status}`,
  };
}

/** A new vulnerability of an item. */
export function vulnerabilityNotice(
  item: NoticedItem,
  vulnerability: string,
  projectContactId: number,
  age: DataAge,
): Notice {
  return {
    template: 'update_vulnerability_project',
    recipientIds: [projectContactId],
    projectId: item.projectId,
    texts: { DATA_AGE: dataAgeInWords(age) },
    people: {},
    pages: {},
    line: { text: `${vulnerability}: ${item.name}`, page: itemPage(item) },
  };
}

/** Files with a digest that a record of malware names; `path` is the first of them. */
export function maliciousFileNotice(
  projectId: number,
  { name, path, fileCount }: { name: string; path: string; fileCount: number },
  projectContactId: number,
  age: DataAge,
): Notice {
  const more = fileCount > 1 ? ` and ${countOf(fileCount - 1, 'more file')}` : '';
  return {
    template: 'update_vulnerability_project',
    recipientIds: [projectContactId],
    projectId,
    texts: { DATA_AGE: dataAgeInWords(age) },
    people: {},
    pages: {},
    line: { text: `${name}: malicious file ${path}${more}`, page: `${projectPage(projectId)}/alerts` },
  };
}

const LONGEST_LIST = 100;
const NAMES_IN_A_ROW = 3;

/** The notices of one transaction as mails: one for each event, project and person. */
export function mailsOf(notices: readonly Notice[]): ProjectMail[] {
  const groups = new Map<string, { recipientId: number; first: Notice; others: Notice[] }>();
  for (const notice of notices) {
    for (const recipientId of new Set(notice.recipientIds)) {
      const key = [notice.template, notice.projectId, recipientId, notice.onceKey ?? ''].join('\n');
      const group = groups.get(key);
      if (group) group.others.push(notice);
      else groups.set(key, { recipientId, first: notice, others: [] });
    }
  }
  return [...groups.values()].map(({ recipientId, first, others }) => ({
    template: first.template,
    recipientId,
    projectId: first.projectId,
    onceKey: first.onceKey === undefined ? null : `${first.onceKey} to ${recipientId}`,
    values: combined(first, [first, ...others]),
  }));
}

/** Combines several notices into one mail: texts are listed, and if addresses differ, the project's address is used. */
function combined(first: Notice, notices: readonly Notice[]): MailValues {
  const texts = Object.keys(first.texts).map((name) => [name, inARow(notices.map((one) => one.texts[name] ?? ''))]);
  const pages = Object.entries(first.pages).map(([name, page]) => [
    name,
    notices.every((one) => one.pages[name] === page) ? page : projectPage(first.projectId),
  ]);
  return {
    texts: { ...Object.fromEntries(texts), COUNT: String(notices.length) },
    pages: Object.fromEntries(pages),
    lists: { LIST: listOf(notices.map(({ line }) => line)) },
  };
}

function inARow(values: string[]): string {
  const distinct = [...new Set(values.filter((value) => value !== ''))];
  const shown = distinct.slice(0, NAMES_IN_A_ROW).join(', ');
  const rest = distinct.length - NAMES_IN_A_ROW;
  return rest > 0 ? `${shown} and ${rest} more` : shown;
}

/** A shortened list says how many lines are missing. */
function listOf(lines: MailListLine[]): MailListLine[] {
  if (lines.length <= LONGEST_LIST) return lines;
  return [...lines.slice(0, LONGEST_LIST), { text: `and ${lines.length - LONGEST_LIST} more` }];
}

function capitalized(word: string): string {
  return word.slice(0, 1) + word.slice(1).toLowerCase();
}

export function projectPage(projectId: number): string {
  return `/projects/${projectId}`;
}

function itemPage({ projectId, id }: NoticedItem): string {
  return `${projectPage(projectId)}/inventory?item=${id}`;
}

function tasksPage(projectId: number): string {
  return `${projectPage(projectId)}/tasks`;
}
