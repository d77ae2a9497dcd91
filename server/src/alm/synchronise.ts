// Synchronises the state and summary of all tracked issues. Instances are handled independently: an unreachable one delays no other.
// A database lock prevents two synchronisations at the same time.
import type { App } from '../app.ts';
import { asSystem } from '../audit/system.ts';
import { type AlmInstance, listAlmInstances } from '../db/alm/instances.ts';
import {
  type AlmIssue,
  type AlmSync,
  findLastAlmSync,
  finishAlmSync,
  insertAlmSync,
  listIssuesOfInstance,
  markGone,
  refreshIssue,
} from '../db/alm/issues.ts';
import { ALM_SYNC_LOCK } from '../db/postgres/advisory-locks.ts';
import { isDue } from '../domain/scm/schedule.ts';
import { AppError } from '../errors.ts';
import { ISSUES_AT_ONCE, type Jira, JiraError, type JiraIssue } from './jira.ts';
import { jiraOf, readAlmSettings } from './settings.ts';

/** Synchronises when the schedule says so. A background step calls this regularly. */
export async function synchroniseIssuesWhenDue(app: App, signal?: AbortSignal): Promise<void> {
  const { schedule, changedAt } = await readAlmSettings(app.db);
  if (changedAt === '') return;
  const setAt = new Date(changedAt);
  const startedAt = (await findLastAlmSync(app.db))?.started_at ?? setAt;
  if (!isDue(schedule, startedAt > setAt ? startedAt : setAt, app.now())) return;
  const work = () => synchroniseIssues(app, 'SCHEDULE', signal);
  await asSystem(app, 'syncAlmIssues', work, detailsOfAlmSync).catch((error) => {
    // Another server is synchronising.
    if (!(error instanceof AppError)) throw error;
  });
}

/** Audit log entry. It leaves out the trackers' own messages, which may contain anything; the synchronisation record has them. */
function detailsOfAlmSync({ id, refreshed, changed, gone, errors }: AlmSync): Record<string, unknown> {
  return { syncId: id, refreshed, changed, gone, failedInstances: (errors as string[]).length };
}

/** Returns the synchronisation record, or throws 503 while another one runs. An unreachable instance is an error in the record. */
export async function synchroniseIssues(app: App, trigger: AlmSync['trigger'], signal?: AbortSignal): Promise<AlmSync> {
  const locked = await app.pool.connect();
  let isHeld = false;
  try {
    const { rows } = await locked.query<{ held: boolean }>('select pg_try_advisory_lock($1) as held', [ALM_SYNC_LOCK]);
    isHeld = rows[0]?.held === true;
    if (!isHeld) throw new AppError('unavailable', { message: 'A synchronisation of ALM issues is running.' });
    const id = await insertAlmSync(app.db, trigger);
    const total = { refreshed: 0, changed: 0, gone: 0, errors: [] as string[] };
    for (const instance of await listAlmInstances(app.db))
      await synchroniseInstance(app, instance, total, signal).catch((error) => {
        if (!(error instanceof JiraError))
          app.log.error({ err: error, instanceId: instance.id }, 'synchronisation failed');
        total.errors.push(`${instance.name}: ${(error as Error).message}`);
      });
    app.log.info({ syncId: id, ...total }, 'ALM issues synchronised');
    return await finishAlmSync(app.db, id, total);
  } finally {
    // Unlock explicitly: the database notices a closed connection late and would refuse the next synchronisation until then.
    if (isHeld) await locked.query('select pg_advisory_unlock($1)', [ALM_SYNC_LOCK]).catch(() => undefined);
    // Close the connection instead of returning it to the pool, so that the lock ends in any case.
    locked.release(true);
  }
}

async function synchroniseInstance(
  app: App,
  instance: AlmInstance,
  total: { refreshed: number; changed: number; gone: number },
  signal: AbortSignal | undefined,
): Promise<void> {
  let jira: Jira | undefined;
  for (let after = 0; ; ) {
    const issues = await listIssuesOfInstance(app.db, instance.id, after, ISSUES_AT_ONCE);
    const last = issues.at(-1);
    if (last === undefined) return;
    signal?.throwIfAborted();
    jira ??= await jiraOf(app, instance, signal);
    const found = await readIssues(jira, issues);
    for (const issue of issues) {
      const now = found.get(issue.external_id);
      if (!now) {
        await markGone(app.db, issue.id);
        total.gone++;
      } else if (await refreshIssue(app.db, issue.id, { ...now, externalId: now.id })) total.changed++;
      total.refreshed++;
    }
    after = last.id;
  }
}

/** Reads all issues at once. If Jira refuses because one is gone, reads them one by one. */
async function readIssues(jira: Jira, issues: AlmIssue[]): Promise<Map<string, JiraIssue>> {
  const ids = issues.map((issue) => issue.external_id);
  const found = new Map<string, JiraIssue>();
  try {
    for (const issue of await jira.issuesWithIds(ids)) found.set(issue.id, issue);
  } catch (error) {
    if (!(error instanceof JiraError) || error.status !== 400) throw error;
  }
  // The search index may lag, so ask for each missing issue before it counts as gone.
  for (const id of ids.filter((one) => !found.has(one))) {
    const issue = await jira.findIssue(id);
    if (issue) found.set(id, issue);
  }
  return found;
}
