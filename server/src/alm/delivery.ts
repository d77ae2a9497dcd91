// Makes the issues that were asked for. A request is claimed for some minutes before Jira is asked, and settled after; a server killed
// in between leaves a claim that runs out, and whoever takes the request up then finds the issue by its label.

import type { App } from '../app.ts';
import { findAlmLink, getAlmInstance } from '../db/alm/instances.ts';
import { type AlmRequest, assignIssue, claimRequest, settleRequest } from '../db/alm/issues.ts';
import { getItem } from '../db/inventories/items.ts';
import { sharedNow } from '../db/postgres/shared-clock.ts';
import { getProject } from '../db/projects/projects.ts';
import { installationId } from '../db/site-settings.ts';
import { getTask, type Task } from '../db/tasks.ts';
import { afterFailure, issueDescription, issueLabel, issueSummary, type TemplateValues } from '../domain/alm-issue.ts';
import { knownVersionName } from '../domain/inventory.ts';
import { taskTypeNames } from '../domain/review-task.ts';
import { type Jira, JiraError, type JiraIssue, type NewJiraIssue } from './jira.ts';
import { jiraOf } from './settings.ts';

/**
 * Longer than all calls of one attempt may take, and long enough for Jira's search to know an issue that was made at the end of a claim
 * whose server was killed: its index follows some seconds behind.
 */
const CLAIM_MS = 5 * 60_000;
/** An answer that is lost is no proof that nothing was made; the same holds for it. */
const LEAST_WAIT_SECONDS = 60;

/** Makes all issues that are due and returns how many were tried. */
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
    log.info({ key: issue.key }, 'issue of a task made');
  } catch (error) {
    if (signal?.aborted) {
      // Not the tracker's failure. The claim runs out, so that an issue made meanwhile can be found.
      await settleRequest(app.db, taskId, { state: 'WAITING', error: '', attempts: attempts - 1 });
      return;
    }
    const isTheirs = error instanceof JiraError;
    if (!isTheirs) log.error({ err: error }, 'an issue could not be made');
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
  if (!link) throw new JiraError({ type: 'refused', message: 'The project is tied to no ALM instance any more.' }, 0);
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
  // What a workflow made of it; if it cannot be seen yet, the next synchronisation brings it.
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
