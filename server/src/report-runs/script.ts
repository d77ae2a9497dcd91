// Runs the script of a custom report with a token that has the caller's rights. The job ends when the result has been uploaded. The output of the
// script is the log of the job.
import type { App } from '../app.ts';
import type { JobIssue } from '../db/job-issues.ts';
import { findJob } from '../db/jobs.ts';
import { listLinksFrom } from '../db/projects/links.ts';
import type { Report } from '../db/reports/reports.ts';
import { deleteTokensOfJob, insertToken } from '../db/users/tokens.ts';
import { findUser } from '../db/users/users.ts';
import { countOf } from '../domain/count-text.ts';
import { badRequest } from '../errors.ts';
import { type JobContext, type JobOutcome, projectOf } from '../queue/job-context.ts';
import { ScriptOutput } from '../report-scripts/output.ts';
import { locateScript, readServerProperties, reportScriptsFolder, serverUrlOf } from '../report-scripts/places.ts';
import type { LeftOver, Limits } from '../report-scripts/processes.ts';
import { runScript, type ScriptEnd } from '../report-scripts/run.ts';
import { formatOfTemplate, TemplateRefused } from '../report-scripts/template.ts';
import { WorkplaceRefused } from '../report-scripts/workplace.ts';
import { hashToken, signToken } from '../security/tokens.ts';
import { runReportTemplate } from './template.ts';

/** Time for which a token is still valid after the longest run, because clocks differ. */
const TOKEN_SPARE_MS = 60_000;
const LAST_LINES = 10;

/** What the person who asked for a report chose. */
export interface ReportWish {
  /** By name; the report's defaults stand for the others. */
  options?: Record<string, string>;
  /** A second project, for reports that compare. */
  otherProjectId?: number;
}

export async function runReportScript(
  context: JobContext,
  report: Report,
  { options, otherProjectId }: ReportWish,
): Promise<JobOutcome> {
  const { app, job } = context;
  const before = await deliveredFile(context);
  if (before !== undefined) return { details: before, result: { fileName: before } };
  const fail = (why: string) => badRequest(`The report ${report.name} could not be made: ${why}`);
  const scriptsFolder = reportScriptsFolder(app.config);
  const script = await locateScript(scriptsFolder, report.path);
  if (typeof script === 'string') throw fail(`${script}.`);
  const allOptions = { ...defaultsOf(report), ...options };
  const format = formatOfTemplate(script.path);
  if (format !== undefined)
    return runReportTemplate(context, report, { script, format, options: allOptions }).catch((error) => {
      throw error instanceof TemplateRefused ? fail(`${error.message}.`) : error;
    });
  const properties = await readServerProperties(scriptsFolder);
  if (typeof properties === 'string') throw fail(properties);
  if (serverUrlOf(properties) === undefined)
    throw fail('no server has written its address for scripts yet. Start "assay serve" on this data folder first.');
  // An interrupted run may have left a script, which must not continue.
  await deleteTokensOfJob(app.db, job.id);
  const limits = limitsOf(app);
  const token = await scriptToken(context, limits, otherProjectId);
  const output = new ScriptOutput(token);
  const projectId = projectOf(job);
  let end: ScriptEnd;
  let left: LeftOver | undefined;
  try {
    end = await runScript({
      script,
      call: { projectId, reportId: report.id, token, options: allOptions, otherProjectId },
      jobId: job.id,
      limits,
      properties,
      output,
      signal: context.signal,
      look: () => look(context, output),
      onLeftBehind: (told) => {
        left = told;
      },
    });
  } catch (error) {
    if (error instanceof WorkplaceRefused) throw fail(`${error.message}.`);
    throw error;
  } finally {
    output.end();
    await context.issues([...output.takeRest(), ...(left === undefined ? [] : leftBehindIssues(left))]);
    await deleteTokensOfJob(app.db, job.id);
  }
  const fileName = await deliveredFile(context);
  if (fileName === undefined) throw fail(`${endText(end)} without having uploaded a result.${lastWords(output)}`);
  return { details: fileName, result: { fileName, exitCode: end.exitCode } };
}

function limitsOf({ config }: App): Limits {
  return {
    seconds: config.reportMinutes * 60,
    memoryBytes: config.reportMemoryMb * 1024 * 1024,
    diskBytes: config.reportDiskMb * 1024 * 1024,
    processes: config.reportProcesses,
  };
}

function defaultsOf({ options }: Report): Record<string, string> {
  const named = options as { name: string; defaultValue?: string }[];
  return Object.fromEntries(named.map(({ name, defaultValue }) => [name, defaultValue ?? '']));
}

/** Valid while the job is open, and no longer than the script may take. */
async function scriptToken(
  { app, job }: JobContext,
  { seconds }: Limits,
  otherProjectId: number | undefined,
): Promise<string> {
  const user = job.triggered_by === null ? undefined : await findUser(app.db, job.triggered_by);
  if (!user) throw badRequest('The report was not made: the user who asked for it no longer exists.');
  const expiresAt = new Date(app.now().getTime() + seconds * 1000 + TOKEN_SPARE_MS);
  const token = await signToken(app.tokenKey, { login: user.login, userId: user.id }, app.now(), expiresAt);
  await insertToken(app.db, {
    userId: user.id,
    name: `report job ${job.id}`,
    tokenHash: hashToken(token),
    isSession: false,
    expiresAt,
    jobId: job.id,
    access: 'REPORT',
    projectIds: await projectsOf(app, projectOf(job), otherProjectId),
  });
  return token;
}

/** The projects of the report: its own, the second one that the user chose, and the projects below them, which reports include. */
async function projectsOf({ db }: App, projectId: number, otherProjectId: number | undefined): Promise<number[]> {
  const ids = new Set<number>();
  for (const id of [projectId, ...(otherProjectId === undefined ? [] : [otherProjectId])]) {
    ids.add(id);
    for (const { childId } of await listLinksFrom(db, id, 'children')) ids.add(childId);
  }
  return [...ids];
}

/** What a script left outside of its folder, which was removed: lines of the job's log, where its author reads them. */
export function leftBehindIssues({ files, sharedObjects, sharedBytes }: LeftOver): JobIssue[] {
  const parts = [
    ...(files > 0 ? [countOf(files, 'file')] : []),
    ...(sharedObjects > 0
      ? [`${countOf(sharedObjects, 'object')} of shared memory (${countOf(sharedBytes, 'byte')})`]
      : []),
  ];
  if (parts.length === 0) return [];
  const isOne = files + sharedObjects === 1;
  const message = `The script left ${parts.join(' and ')} outside of its folder, which ${isOne ? 'was' : 'were'} removed.`;
  return [{ code: 'script-left-behind', path: '', message }];
}

async function look(context: JobContext, output: ScriptOutput): Promise<{ hasResult: boolean }> {
  await context.checkpoint({ phase: 'Running the script', done: 0, total: 0 });
  await context.issues(output.take());
  return { hasResult: (await deliveredFile(context)) !== undefined };
}

/** The upload writes it. The stored result itself may already be that of a newer job. */
async function deliveredFile({ app, job }: JobContext): Promise<string | undefined> {
  const { fileName } = ((await findJob(app.db, job.id))?.result ?? {}) as { fileName?: string };
  return fileName;
}

function endText({ exitCode, signal, stopped }: ScriptEnd): string {
  if (stopped !== undefined) return `its script was ended, because ${stopped},`;
  if (signal !== null)
    return `its script was ended by the system (${signal}, which limits of time, files or memory may cause)`;
  return `its script ended with the code ${exitCode}`;
}

function lastWords(output: ScriptOutput): string {
  const text = output.lastLines(LAST_LINES);
  return text === '' ? ' It printed nothing.' : ` It printed at last:\n${text}`;
}
