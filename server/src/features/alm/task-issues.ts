// Issues of tasks: assigned by their ids, asked for, shown.
//
// Decided here, because the interface only says `ids`: they are Jira's own numeric ids, of the instance that the project is tied to. The
// interface has no operation that lists issues, so the only numbers a client can know are those that Jira answered when it made the issue.
import { JiraError, type JiraIssue } from '../../alm/jira.ts';
import { jiraOf } from '../../alm/settings.ts';
import type { App } from '../../app.ts';
import { findAlmLink, getAlmInstance } from '../../db/alm/instances.ts';
import { assignIssue, findRequest, listIssuesOfTasks, requestIssue } from '../../db/alm/issues.ts';
import { getTask } from '../../db/tasks.ts';
import { issueUrl } from '../../domain/messages/alm-issue.ts';
import { wireTime } from '../../domain/wire-times.ts';
import { AppError, badRequest } from '../../errors.ts';
import type { Caller } from '../../http/call.ts';

const AT_ONCE = 5;

/** Assigns all of the issues, or none if one of them does not exist. Refreshes the issues that the task already has. */
export async function assignIssues(app: App, taskId: number, ids: number[], signal: AbortSignal): Promise<void> {
  const instance = await instanceOf(app, taskId);
  const jira = await jiraOf(app, instance, signal);
  const wanted = [...new Set(ids)];
  const issues: JiraIssue[] = [];
  try {
    for (let at = 0; at < wanted.length; at += AT_ONCE) {
      const some = wanted.slice(at, at + AT_ONCE);
      const found = await Promise.all(some.map((id) => jira.findIssue(String(id))));
      const missing = some.find((_id, index) => found[index] === undefined);
      if (missing !== undefined)
        throw badRequest(`The field "ids" names the issue ${missing}, which "${instance.name}" does not have or show.`);
      issues.push(...found.filter((issue) => issue !== undefined));
    }
  } catch (error) {
    if (!(error instanceof JiraError)) throw error;
    throw error.failure.type === 'refused'
      ? badRequest(error.message)
      : new AppError('unavailable', { message: error.message });
  }
  await app.db.transaction().execute(async (tx) => {
    for (const issue of issues) await assignIssue(tx, taskId, instance.id, { ...issue, externalId: issue.id });
  });
}

async function instanceOf(app: App, taskId: number) {
  const task = await getTask(app.db, taskId);
  const link = await findAlmLink(app.db, task.project_id);
  if (!link)
    throw badRequest(
      `The project of task ${taskId} has no ALM instance. A Project Administrator can set one with PUT /projects/${task.project_id}/alm.`,
    );
  return getAlmInstance(app.db, link.instance_id);
}

/** Only requests the issue. A job creates it in the background, so that nobody waits for a tracker that does not answer. */
export async function requestIssueOfTask(app: App, caller: Caller, taskId: number): Promise<string> {
  await instanceOf(app, taskId);
  const { state } = await requestIssue(app.db, taskId, caller.id);
  return state === 'DONE' ? 'The task has its issue already.' : 'The issue will be created in the background.';
}

export async function describeIssues(app: App, taskId: number) {
  const issues = await listIssuesOfTasks(app.db, [taskId]);
  const request = await findRequest(app.db, taskId);
  return {
    issues: issues.map((issue) => ({
      id: Number(issue.external_id),
      externalKey: issue.key,
      externalUrl: issueUrl(issue.instance_url, issue.key),
      instance: issue.instance_name,
      summary: issue.summary,
      status: issue.status,
      done: issue.is_done,
      gone: issue.is_gone,
      synchronizedOn: wireTime(issue.synced_at),
    })),
    request: request
      ? {
          state: request.state,
          attempts: request.attempts,
          error: request.error,
          nextTryOn: request.state === 'WAITING' && request.attempts > 0 ? wireTime(request.next_try_at) : '',
        }
      : null,
  };
}
