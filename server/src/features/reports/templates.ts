// The template of a custom report, edited in place: its text, the versions that it had, and what it would make of a project now.
import { join } from 'node:path';
import type { App } from '../../app.ts';
import { findReport, type Report } from '../../db/reports.ts';
import { findVersion, lastVersion, listVersions } from '../../db/template-versions.ts';
import { wireTime } from '../../domain/wire-times.ts';
import { AppError, badRequest, notFound } from '../../errors.ts';
import type { Asker, Caller } from '../../http/call.ts';
import { type PageRequest, pagingOf, rangeOf } from '../../http/paging.ts';
import { keepTemplate, templateModel } from '../../jobs/report-template.ts';
import { locateScript, reportScriptsFolder, type Script } from '../../report-scripts/places.ts';
import {
  digestOf,
  formatOfTemplate,
  MOST_TEMPLATE_BYTES,
  readTemplate,
  renderTemplate,
  TemplateRefused,
  writeTemplate,
} from '../../report-scripts/template.ts';
import type { ReportOption } from './schemas.ts';

/** A preview is waited for; the job of a report has more. */
const PREVIEW_LIMITS = { seconds: 20, memoryBytes: 256 * 1024 * 1024, outputBytes: 2 * 1024 * 1024 };
const PREVIEW_MODEL_BYTES = 16 * 1024 * 1024;

interface Template {
  report: Report;
  script: Script;
  format: string;
  /** As versions name it. */
  path: string;
}

async function requireTemplate(app: App, reportId: number): Promise<Template> {
  const report = await findReport(app.db, reportId);
  if (!report) throw notFound('Report', reportId);
  const format = report.is_default ? undefined : formatOfTemplate(report.path);
  if (format === undefined)
    throw badRequest(`The report ${report.name} is not made by a template: its path does not end in .liquid.`);
  const script = await locateScript(reportScriptsFolder(app.config), report.path);
  if (typeof script === 'string') throw badRequest(`The template cannot be read: ${script}.`);
  return { report, script, format, path: `${script.name}/${script.path}` };
}

/** What stands on disk; a text that is no version yet becomes one. */
export async function describeTemplate(app: App, reportId: number) {
  const { script, format, path } = await requireTemplate(app, reportId);
  const { template } = await saying(readTemplate(join(script.folder, script.path)));
  const version = await app.db.transaction().execute((tx) => keepTemplate(tx, script, { template }));
  return { path, format, text: template, version };
}

export async function saveTemplate(
  app: App,
  caller: Caller,
  reportId: number,
  { text, comment = '', basedOn }: { text: string; comment?: string; basedOn?: number },
): Promise<number> {
  const { script, path } = await requireTemplate(app, reportId);
  if (Buffer.byteLength(text) > MOST_TEMPLATE_BYTES)
    throw badRequest(`The field "text" has more than the ${MOST_TEMPLATE_BYTES} bytes that a template may have.`);
  if (text.includes('\0')) throw badRequest('The field "text" holds a NUL character, which no text has.');
  const file = join(script.folder, script.path);
  const standing = await saying(readTemplate(file));
  return app.db.transaction().execute(async (tx) => {
    await keepTemplate(tx, script, standing);
    const last = await lastVersion(tx, path);
    if (basedOn !== undefined && last !== undefined && last.number !== basedOn)
      throw new AppError('conflict', {
        message: `The template has changed: version ${last.number} stands, and this text was made from version ${basedOn}.`,
      });
    const number = await keepTemplate(tx, script, { template: text, comment: comment.trim(), author: caller.login });
    // Last: a file that cannot be written leaves no version.
    await writeTemplate(file, text);
    return number;
  });
}

export async function templateVersions(app: App, reportId: number, page: PageRequest) {
  const { path } = await requireTemplate(app, reportId);
  const { rows, total } = await listVersions(app.db, path, rangeOf(page));
  return { rows: rows.map(versionForm), paging: pagingOf(page, total) };
}

export async function templateVersion(app: App, reportId: number, number: number) {
  const { path } = await requireTemplate(app, reportId);
  const version = await findVersion(app.db, path, number);
  if (!version) throw notFound('Version of the template', number);
  return { ...versionForm(version), text: version.text };
}

function versionForm(version: { number: number; sha256: Buffer; comment: string; author: string; createdAt: Date }) {
  const { number, sha256, comment, author, createdAt } = version;
  return { number, sha256: sha256.toString('hex'), comment, author, createdOn: wireTime(createdAt) };
}

export interface PreviewRequest {
  projectId: number;
  text?: string;
  options?: Record<string, string>;
}

/** Renders a text that need not be saved; nothing is kept. */
export async function previewTemplate(
  app: App,
  { caller, authorize }: Asker,
  reportId: number,
  { projectId, text, options = {} }: PreviewRequest,
  signal: AbortSignal,
) {
  const { report, script, format } = await requireTemplate(app, reportId);
  await authorize('GENERATE_REPORT', { projectId, missing: notFound('Project', projectId) });
  return saying(
    (async () => {
      const template = text ?? (await readTemplate(join(script.folder, script.path))).template;
      const model = await templateModel(app, {
        projectId,
        report: report.name,
        options: { ...defaultsOf(report), ...options },
        template: digestOf(template).toString('hex'),
        generatedBy: caller.login,
        mostBytes: PREVIEW_MODEL_BYTES,
      });
      const isEscaped = format === 'html' || format === 'xml';
      return { format, text: await renderTemplate({ template, model, isEscaped, limits: PREVIEW_LIMITS }, signal) };
    })(),
  );
}

const defaultsOf = ({ options }: Report) =>
  Object.fromEntries((options as ReportOption[]).map(({ name, defaultValue }) => [name, defaultValue ?? '']));

/** What a template is refused for is what somebody wrote in it. */
async function saying<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw error instanceof TemplateRefused ? badRequest(`The template was refused: ${error.message}.`) : error;
  }
}
