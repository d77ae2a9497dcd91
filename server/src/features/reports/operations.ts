// Reports: definitions, generation, and download of results.

import type { App } from '../../app.ts';
import { openStored } from '../../contents/stored-bytes.ts';
import { findJob } from '../../db/jobs.ts';
import type { Tx } from '../../db/postgres/connection.ts';
import {
  deleteReport,
  findReport,
  findReportByKindOrName,
  findReportByName,
  findReportResult,
  findReportView,
  insertReport,
  listReports,
  lockReport,
  type Report,
  type ReportFilter,
  updateReport,
} from '../../db/reports/reports.ts';
import { isOpen, type JobStatus, statusForDownloads } from '../../domain/jobs/job.ts';
import { wireTimeWithTenths } from '../../domain/wire-times.ts';
import { AppError, badRequest, notFound } from '../../errors.ts';
import type { Requester } from '../../http/call.ts';
import { type PageRequest, pagingOf, rowsBefore } from '../../http/paging.ts';
import { reportOfJob } from '../../jobs/report/payload.ts';
import { submitProjectJob } from '../../queue/submit.ts';
import { findReportKind, REPORT_KIND_NAMES } from '../../reports/kinds.ts';
import type { ReportInput, ReportOption } from './schemas.ts';

const GENERATE_AGAIN = 'Generate the report again.';
const POLL_MS = 250;
/** The deprecated operation answers only when the report is ready. It holds a connection no longer than this. */
const LONGEST_WAIT_MS = 10 * 60_000;

export async function findReports(app: App, filter: ReportFilter, page: PageRequest) {
  const { rows, total } = await listReports(app.db, filter, { limit: page.pageSize, offset: rowsBefore(page) });
  return { reports: rows.map(reportModel), paging: pagingOf(page, total, { refuseEmpty: true }) };
}

export async function describeReport(app: App, reportId: number) {
  return reportModel(await requireReport(app, reportId));
}

function reportModel(report: Report) {
  return {
    id: report.id,
    name: report.name,
    path: report.path,
    about: (report.is_default && findReportKind(report.path)?.about) || '',
    default: report.is_default,
    enabled: report.is_enabled,
    enableProjectPicker: report.has_project_picker,
    order: report.position,
    createdDateTime: wireTimeWithTenths(report.created_at),
    updatedDateTime: wireTimeWithTenths(report.updated_at),
    reportOptions: report.options as ReportOption[],
  };
}

export async function createReport(app: App, input: ReportInput): Promise<number> {
  const values = definitionOf(input);
  const row = {
    ...values,
    is_enabled: input.enabled ?? true,
    has_project_picker: input.enableProjectPicker ?? false,
    options: JSON.stringify(input.reportOptions ?? []),
  };
  const id = await app.db.transaction().execute((tx) => insertReport(tx, row));
  if (id === undefined) throw duplicate(values.name);
  return id;
}

/** Omitted members stay unchanged. */
export async function changeReport(app: App, reportId: number, input: ReportInput): Promise<void> {
  const values = definitionOf(input);
  await app.db.transaction().execute(async (tx) => {
    await requireCustom(tx, reportId, 'changed');
    const twin = await findReportByName(tx, values.name);
    if (twin && twin.id !== reportId) throw duplicate(values.name);
    await updateReport(tx, reportId, {
      ...values,
      ...(input.enabled === undefined ? {} : { is_enabled: input.enabled }),
      ...(input.enableProjectPicker === undefined ? {} : { has_project_picker: input.enableProjectPicker }),
      ...(input.reportOptions === undefined ? {} : { options: JSON.stringify(input.reportOptions) }),
    });
  });
}

/** Finds a report by id. Older clients give its name instead. */
export async function removeReport(app: App, idOrName: string): Promise<void> {
  await app.db.transaction().execute(async (tx) => {
    const isId = /^\d{1,15}$/.test(idOrName.trim());
    const id = isId ? Number(idOrName) : (await findReportByName(tx, idOrName.trim()))?.id;
    if (id === undefined) throw notFound('Report', idOrName);
    await requireCustom(tx, id, 'deleted');
    await deleteReport(tx, id);
  });
}

async function requireCustom(tx: Tx, reportId: number, deed: string): Promise<Report> {
  const report = await lockReport(tx, reportId);
  if (!report) throw notFound('Report', reportId);
  if (report.is_default) throw badRequest(`The standard report ${report.name} cannot be ${deed}.`);
  return report;
}

function definitionOf(input: ReportInput): { name: string; path: string; position: number } {
  const name = input.name.trim();
  const path = input.path.trim();
  if (name === '') throw badRequest('The field "name" must not be blank.');
  const segments = path.split(/[\\/]/);
  // Looks for the script in the server's folder of report scripts only.
  if (segments.some((one) => one === '' || one === '.' || one === '..') || /^[a-z]:/i.test(path))
    throw badRequest(
      'The field "path" must be a path below the folder of report scripts, such as my_report/create_report.sh.',
    );
  const names = (input.reportOptions ?? []).map((option) => option.name);
  const twice = names.find((one, index) => names.indexOf(one) !== index);
  if (twice !== undefined) throw badRequest(`The field "reportOptions" names the option "${twice}" twice.`);
  return { name, path, position: input.order };
}

/** Clients look for these words. */
function duplicate(name: string): AppError {
  return badRequest(`A report with the name ${name} already exists. Enter a different name`);
}

/** `otherProjectId` is the project to compare with. Reports with a definition that asks for it need it. */
export async function generateReport(
  app: App,
  { caller, authorize }: Requester,
  projectId: number,
  reportId: number,
  { otherProjectId, options }: { otherProjectId?: number; options?: Record<string, string> },
): Promise<number> {
  const report = await requireReport(app, reportId);
  if (!report.is_enabled) throw badRequest(`The report ${report.name} is disabled.`);
  if (report.has_project_picker && otherProjectId === undefined)
    throw badRequest(`The field "otherProjectId" is required: the report ${report.name} compares two projects.`);
  if (otherProjectId !== undefined)
    await authorize('GENERATE_REPORT', { projectId: otherProjectId, missing: notFound('Project', otherProjectId) });
  // Clients repeat the request at once for any answer but 200. A report that cannot run therefore becomes a job that fails with the reason.
  const type = (report.is_default ? findReportKind(report.path)?.jobType : undefined) ?? 'Custom Report';
  const payload = { reportId, ...(options ? { options } : {}), ...(otherProjectId ? { otherProjectId } : {}) };
  return app.db
    .transaction()
    .execute((tx) => submitProjectJob(app, tx, { type, projectId, triggeredBy: caller.id, payload }));
}

export type ReportDownload =
  | { state: 'running'; status: string }
  | { state: 'ready'; stream: ReturnType<App['store']['stream']>; fileName: string; sizeBytes: number };

/** Returns the result of a generation, or the status of its job while the job is open. */
export async function downloadReport(
  app: App,
  projectId: number,
  reportId: number,
  taskId: number,
): Promise<ReportDownload> {
  const report = await requireReport(app, reportId);
  const job = await requireTask(app, projectId, report, taskId);
  if (isOpen(job.status)) return { state: 'running', status: statusForDownloads(job.status as JobStatus) };
  if (job.status !== 'Completed')
    throw badRequest(`There is no report: its job ${taskId} is ${job.status}${job.error ? ` (${job.error})` : ''}.`);
  const result = await findReportResult(app.db, projectId, reportId);
  if (!result) throw new AppError('notFound', { what: `Result of the report ${report.name}`, id: taskId });
  return {
    state: 'ready',
    stream: await openStored(app, result.location, `The report "${result.fileName}"`, GENERATE_AGAIN),
    fileName: result.fileName,
    sizeBytes: result.sizeBytes,
  };
}

async function requireTask(app: App, projectId: number, report: { id: number; name: string }, taskId: number) {
  const job = await findJob(app.db, taskId);
  const isOurs = job?.project_id === projectId && reportOfJob(job) === report.id;
  if (!job || !isOurs) throw new AppError('notFound', { what: `Task of the report ${report.name}`, id: taskId });
  return job;
}

/** The page of the latest result. A task that is named must be one of the report. */
export async function viewReport(app: App, projectId: number, reportId: number, taskId?: number) {
  const report = await requireReport(app, reportId);
  if (taskId !== undefined) await requireTask(app, projectId, report, taskId);
  const view = await findReportView(app.db, projectId, reportId);
  if (!view) throw notFound('Page of the report', report.name);
  const stream = await openStored(app, view.location, `The page of the report "${report.name}"`, GENERATE_AGAIN);
  return { stream, sizeBytes: view.sizeBytes };
}

/** Clients give the name of a custom report in the place of its type, or beside the type. */
export function reportAsked({ reportType, reportName = '' }: { reportType: string; reportName?: string }): string {
  if (reportType.trim() !== 'CUSTOM_REPORT') return reportType;
  if (reportName.trim() === '')
    throw badRequest('Give the name of the custom report as the query parameter "reportName", or as "reportType".');
  return reportName;
}

/** Deprecated: generates, waits, and answers the zip. `reportType` is a kind of standard report or a report's name. */
export async function generateAndWait(
  app: App,
  requester: Requester,
  projectId: number,
  reportType: string,
  otherProjectId: number | undefined,
  signal: AbortSignal,
): Promise<ReportDownload & { state: 'ready' }> {
  const report = await findReportByKindOrName(app.db, reportType.trim());
  if (!report)
    throw badRequest(
      `The query parameter "reportType" is "${reportType}"; it must be ${REPORT_KIND_NAMES} or the name of a report.`,
    );
  const taskId = await generateReport(app, requester, projectId, report.id, { otherProjectId });
  for (let waitedMs = 0; waitedMs < LONGEST_WAIT_MS; waitedMs += POLL_MS) {
    const answer = await downloadReport(app, projectId, report.id, taskId);
    if (answer.state === 'ready') return answer;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    signal.throwIfAborted();
  }
  throw new AppError('unavailable', {
    message: `The report is not ready yet; fetch it later as the result of task ID: ${taskId}`,
  });
}

async function requireReport(app: App, reportId: number): Promise<Report> {
  const report = await findReport(app.db, reportId);
  if (!report) throw notFound('Report', reportId);
  return report;
}
