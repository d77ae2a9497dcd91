// Creates requested issues in Jira. A request is claimed for some minutes before Jira is called, and settled afterwards. If the server is
// killed in between, the claim expires, and the next attempt finds an issue that was already created by its label.

import type { App } from '../app.ts';
import { findAlmLink, getAlmInstance } from '../db/alm/instances.ts';
import { type AlmRequest, assignIssue, claimRequest, settleRequest } from '../db/alm/issues.ts';
import { getItem } from '../db/inventories/items.ts';
import { sharedNow } from '../db/postgres/shared-clock.ts';
import { getProject } from '../db/projects/projects.ts';
import { installationId } from '../db/site-settings.ts';
import { getTask, type Task } from '../db/tasks.ts';
import { knownVersionName } from '../domain/inventories/inventory.ts';
import {
  afterFailure,
  issueDescription,
  issueLabel,
  issueSummary,
  type TemplateValues,
} from '../domain/messages/alm-issue.ts';
import { taskTypeNames } from '../domain/reviews/review-task.ts';
import { type Jira, JiraError, type JiraIssue, type NewJiraIssue } from './jira.ts';
import { jiraOf } from './settings.ts';

/**
 * Longer than all calls of one attempt. Also long enough for Jira's search index, which lags by seconds, to list an issue that was created
 * just before its server was killed.
 */
const CLAIM_MS = 5 * 60_000;
/** A lost answer does not prove that no issue was created, so the retry waits as long as after a kill. */
const LEAST_WAIT_SECONDS = 60;

/** Creates all due issues and returns the number of attempts. */
export async function makeDueIssues(app: App, signal?: AbortSignal): Promise<number> {
  for (let tried = 0; ; tried++) {
    if (signal?.aborted) return tried;
    const now = await sharedNow(app);
    const request = await claimRequest(app.db, now, new Date(now.getTime() + CLAIM_MS));
    if (!request) return tried;
    await makeOne(app, request, signal);
  }
}

async function makeOne(app: App, request: AlmRequest, signal: AbortSignal | undefined): Promise<void> {
  const { task_id: taskId, attempts } = request;
  const log = app.log.child({ taskId, attempts });
  try {
    const issue = await makeIssue(app, taskId, signal);
    log.info({ key: issue.key }, 'issue of a task created');
  } catch (error) {
    if (signal?.aborted) {
      // This is not the tracker's failure. Let the claim expire, so that the next attempt finds an issue created meanwhile.
      await settleRequest(app.db, taskId, { state: 'WAITING', error: '', attempts: attempts - 1 });
      return;
    }
    const isTheirs = error instanceof JiraError;
    if (!isTheirs) log.error({ err: error }, 'an issue could not be created');
    const message = isTheirs ? error.message : `Internal error: ${(error as Error).message}`;
    const fate = afterFailure(isTheirs ? error.failure : { type: 'away', message }, attempts);
    log.warn({ reason: message, state: fate.state }, 'no issue made');
    await settleRequest(app.db, taskId, {
      state: fate.state,
      error: fate.error,
      ...(fate.state === 'WAITING'
        ? { nextTryAt: await later(app, Math.max(fate.waitSeconds, LEAST_WAIT_SECONDS)) }
        : {}),
    });
  }
}

async function later(app: App, seconds: number): Promise<Date> {
  return new Date((await sharedNow(app)).getTime() + seconds * 1000);
}

async function makeIssue(app: App, taskId: number, signal: AbortSignal | undefined): Promise<JiraIssue> {
  const task = await getTask(app.db, taskId);
  const link = await findAlmLink(app.db, task.project_id);
  if (!link) throw new JiraError({ type: 'refused', message: 'The project no longer has an ALM instance.' }, 0);
  const instance = await getAlmInstance(app.db, link.instance_id);
  const jira = await jiraOf(app, instance, signal);
  const label = issueLabel(await installationId(app.db), taskId);
  const values = await templateValues(app, task);
  const issue = await findOrCreate(jira, {
    projectKey: link.project_key || instance.project_key,
    issueType: link.issue_type || instance.issue_type,
    priority: link.priority || instance.priority,
    summary: issueSummary(instance.summary_template, values) || values.TASK_TYPE,
    description: issueDescription(instance.description_template, values),
    label,
  });
  await app.db.transaction().execute(async (tx) => {
    await assignIssue(tx, taskId, instance.id, { ...issue, externalId: issue.id });
    await settleRequest(tx, taskId, { state: 'DONE', error: '' });
  });
  return issue;
}

async function findOrCreate(jira: Jira, issue: NewJiraIssue): Promise<JiraIssue> {
  const [known] = await jira.issuesWithLabel(issue.label);
  if (known) return known;
  const made = await jira.createIssue(issue);
  // A workflow may have changed the state. If the issue is not visible yet, the next synchronisation reads it.
  const seen = await jira.findIssue(made.id).catch((error) => {
    if (error instanceof JiraError) return undefined;
    throw error;
  });
  return seen ?? { ...made, summary: issue.summary, status: '', isDone: false };
}

async function templateValues(app: App, task: Task): Promise<TemplateValues> {
  const item = await getItem(app.db, task.item_id);
  const project = await getProject(app.db, task.project_id);
  return {
    PROJECT_NAME: project.name,
    PROJECT_ID: String(project.id),
    INVENTORY_NAME: item.name,
    INVENTORY_ID: String(item.id),
    INVENTORY_PRIORITY: item.priority,
    COMPONENT_NAME: item.component_name ?? '',
    VERSION_NAME: knownVersionName(item.version_name),
    LICENSE_NAME: item.license_name ?? (item.license_expression || 'license unknown'),
    TASK_ID: String(task.id),
    TASK_TYPE: taskTypeNames[task.type],
    TASK_SUMMARY: task.summary,
    TASK_DETAILS: task.details,
    TASK_PRIORITY: task.priority,
  };
}
