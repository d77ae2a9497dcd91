// The mails that the server sends: ten events with fixed names, their recipients, and the variables of their templates.
//
//   Event                               | When                                        | Recipient
//   ------------------------------------+---------------------------------------------+------------------------------------------
//   new_account                         | an administrator creates a user             | the user
//   forgot_password                     | somebody asks for a new password            | the user
//   scan_task                           | a scan ended or failed, not when canceled   | who started it, and the Project Contact
//   update_vulnerability_project        | items of a project get new vulnerabilities  | the Project Contact
//   task_created                        | a person or the system creates a task       | its owner
//   task_closed                         | a task is closed, also by a decision        | its creator and its owner
//   task_reopened                       | a task is open again                        | its owner
//   task_reassigned                     | a task has another owner                    | the new owner
//   inventory_remediation_notification  | a published item is rejected *              | the Project Contact
//   inventory_review_notification       | a published item is left unreviewed *       | the Project Contact
//
//   * only in projects whose settings say "mail about rejected or unreviewed inventory"; `inventory-review.ts` decides.
//
// Decided here, because the interface is silent:
// - People also get mails about their own actions: a task that I assign to myself sends me a mail.
// - One transaction sends one mail for each project, person and event, with a list of all that it changed: a scan that leaves
//   20,000 items unreviewed sends one mail, not 20,000.
// - Nobody gets mails about a project that they may not see, even if they own a task in it.
// - Scans of agents send no mails.
import type { JobType } from '../jobs/job.ts';

export const mailTemplates = [
  'new_account',
  'forgot_password',
  'scan_task',
  'update_vulnerability_project',
  'task_created',
  'task_closed',
  'task_reopened',
  'task_reassigned',
  'inventory_remediation_notification',
  'inventory_review_notification',
] as const;
export type MailTemplate = (typeof mailTemplates)[number];

const COMMON = ['RECIPIENT_NAME', 'RECIPIENT_FIRST_NAME', 'RECIPIENT_LAST_NAME', 'LOGIN_NAME', 'SERVER_URL'];
const PROJECT = ['PROJECT_ID', 'PROJECT_NAME', 'PROJECT_URL'];
const INVENTORY = [...PROJECT, 'INVENTORY_NAME', 'INVENTORY_URL', 'CHANGED_BY', 'COUNT', 'LIST'];
const TASK = [
  ...INVENTORY,
  'TASK_ID',
  'TASK_URL',
  'TASK_TYPE',
  'TASK_SUMMARY',
  'TASK_DETAILS',
  'TASK_PRIORITY',
  'TASK_RESOLUTION',
  'TASK_OWNER',
  'TASK_CREATOR',
];

/** The names that may stand in `${…}` in a template. */
export const mailVariables: Record<MailTemplate, readonly string[]> = {
  new_account: [...COMMON, 'USER_PASSWORD', 'LOGIN_URL'],
  forgot_password: [...COMMON, 'RESET_URL', 'VALID_MINUTES'],
  scan_task: [...COMMON, ...PROJECT, 'SCAN_ID', 'SCAN_URL', 'SCAN_TYPE', 'SCAN_STATUS', 'SCAN_DETAILS', 'STARTED_BY'],
  update_vulnerability_project: [...COMMON, ...PROJECT, 'COUNT', 'LIST', 'DATA_AGE'],
  task_created: [...COMMON, ...TASK],
  task_closed: [...COMMON, ...TASK],
  task_reopened: [...COMMON, ...TASK],
  task_reassigned: [...COMMON, ...TASK],
  inventory_remediation_notification: [...COMMON, ...INVENTORY],
  inventory_review_notification: [...COMMON, ...INVENTORY],
};

/** Values of a mail by the names of its variables, in a form that can be stored as JSON. */
export interface MailValues {
  texts: Record<string, string>;
  /** Paths of pages, without the server: `/projects/7/tasks`. */
  pages: Record<string, string>;
  lists: Record<string, MailListLine[]>;
}

export interface MailListLine {
  text: string;
  /** Path of its page, without the server. */
  page?: string;
}

/** Agents on build machines send results many times a day, and nobody waits for them. */
export function scanSendsMail(jobType: JobType): boolean {
  return jobType === 'Project Scan' || jobType === 'Project Re-Scan';
}
