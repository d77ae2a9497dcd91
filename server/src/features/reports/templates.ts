// Reads, saves and previews report templates. Reports use the file in the folder of report scripts; every text that the file ever had is stored as a
// version.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { App } from '../../app.ts';
import { forbidden, rightOf } from '../../authorize/index.ts';
import type { Db } from '../../db/postgres/connection.ts';
import {
  countTemplateVersions,
  findPathOfFolder,
  findTemplateVersion,
  keepTemplateVersion,
  listTemplateVersions,
} from '../../db/reports/templates.ts';
import { wireTime } from '../../domain/wire-times.ts';
import { badRequest, notFound } from '../../errors.ts';
import type { Requester } from '../../http/call.ts';
import { type PageRequest, pagingOf, rowsBefore } from '../../http/paging.ts';
import { templateModel } from '../../project-data/template-model.ts';
import { isPlainName } from '../../report-scripts/install.ts';
import { reportScriptsFolder } from '../../report-scripts/places.ts';
import {
  formatOfTemplate,
  readTemplate,
  renderTemplate,
  type TemplateFormat,
  TemplateRefused,
  type TemplateText,
  templateText,
} from '../../report-scripts/template.ts';
import { pathOfReport, putTemplate, templatePathOf } from '../../report-scripts/templates.ts';
import type { ReportTemplateInput, TemplateTrial } from './template-schemas.ts';

/** A preview gets less time and memory than a report, because somebody waits for it. */
const TRIAL = { seconds: 20, memoryBytes: 512 * 1024 * 1024, outputBytes: 8 * 1024 * 1024 };
const MOST_TRIAL_MODEL_BYTES = 64 * 1024 * 1024;

export async function describeTemplate(app: App, folder: string) {
  const path = await requirePath(app, folder);
  const { content, sha256 } = await readStanding(app, path);
  const [youngest] = await listTemplateVersions(app.db, path, { limit: 1, offset: 0 });
  return {
    folder,
    path,
    format: requireFormat(path),
    text: content.toString('utf8'),
    sha256: sha256.toString('hex'),
    // A text that somebody put into the folder by hand becomes a version when it is first used or replaced.
    version: youngest?.sha256.equals(sha256) ? youngest.version : 0,
    versions: await countTemplateVersions(app.db, path),
  };
}

export async function listVersions(app: App, folder: string, page: PageRequest) {
  const path = await requireKnownPath(app, folder);
  const rows = await listTemplateVersions(app.db, path, { limit: page.pageSize, offset: rowsBefore(page) });
  return { rows: rows.map(versionModel), paging: pagingOf(page, await countTemplateVersions(app.db, path)) };
}

export async function describeVersion(app: App, folder: string, version: number) {
  const found = await requireVersion(app.db, await requireKnownPath(app, folder), version);
  return { ...versionModel({ ...found, sizeBytes: found.content.length }), text: found.content.toString('utf8') };
}

type VersionRow = Awaited<ReturnType<typeof listTemplateVersions>>[number];

function versionModel({ version, sha256, sizeBytes, note, restoredFrom, userName, createdAt }: VersionRow) {
  return {
    version,
    sha256: sha256.toString('hex'),
    sizeBytes,
    note,
    ...(restoredFrom === null ? {} : { restoredFrom }),
    savedBy: userName,
    savedOn: wireTime(createdAt),
  };
}

/** Saves a text as the newest version and writes it to the folder. Returns the number of the version. */
export async function saveTemplate(
  app: App,
  user: Requester['caller'],
  folder: string,
  { text, format, note = '' }: ReportTemplateInput,
): Promise<number> {
  const path = await pathForSaving(app, folder, format);
  return put(app, path, { ...textOf(Buffer.from(text)), note, user });
}

export async function restoreVersion(
  app: App,
  user: Requester['caller'],
  folder: string,
  version: number,
): Promise<number> {
  const path = await requireKnownPath(app, folder);
  const { content, sha256 } = await requireVersion(app.db, path, version);
  return put(app, path, { content, sha256, note: '', restoredFrom: version, user });
}

interface Put extends TemplateText {
  note: string;
  restoredFrom?: number;
  user: { id: number; login: string };
}

/** First saves the old text as a version, if it is not one yet. */
async function put(app: App, path: string, fresh: Put): Promise<number> {
  const folder = reportScriptsFolder(app.config);
  return app.db.transaction().execute(async (tx) => {
    const standing = await readStanding(app, path).catch(() => undefined);
    if (standing) await keepTemplateVersion(tx, { path, ...standing, note: '' });
    const version = await keepTemplateVersion(tx, { path, ...fresh });
    await mkdir(folder, { recursive: true, mode: 0o755 });
    await putTemplate(folder, path, fresh.content);
    return version;
  });
}

/** The current texts of those paths that are templates. */
export async function keepInstalled(
  app: App,
  paths: string[],
  { user, note = '' }: { user?: { id: number; login: string }; note?: string } = {},
): Promise<void> {
  for (const path of paths.filter((one) => formatOfTemplate(one) !== undefined)) {
    const text = await readStanding(app, path);
    await app.db.transaction().execute((tx) => keepTemplateVersion(tx, { path, ...text, note, user }));
  }
}

/** Renders a given text, a version, or the file in the folder with the data of a project. Stores nothing. */
export async function tryTemplate(
  app: App,
  { caller }: Requester,
  folder: string,
  trial: TemplateTrial,
  signal: AbortSignal,
) {
  const right = await rightOf(app.db, caller, 'GENERATE_REPORT', trial.projectId);
  if (right === 'unseen') throw notFound('Project', trial.projectId);
  if (right === 'forbidden') throw forbidden('you may not generate reports of the project.');
  const { path, content, sha256, version } = await textForTrial(app, folder, trial);
  const format = requireFormat(path);
  const template = sha256.toString('hex');
  try {
    const head = {
      report: { name: folder, template, templateVersion: version },
      generatedBy: caller.login,
      options: trial.options ?? {},
    };
    const model = await templateModel(app, trial.projectId, head, MOST_TRIAL_MODEL_BYTES);
    const task = { template: content.toString('utf8'), model, format, limits: TRIAL };
    return { format, sha256: template, text: await renderTemplate(task, signal) };
  } catch (error) {
    throw error instanceof TemplateRefused ? badRequest(`The template cannot be rendered: ${error.message}.`) : error;
  }
}

async function textForTrial(app: App, folder: string, { text, version, format }: TemplateTrial) {
  if (text !== undefined && version !== undefined)
    throw badRequest('The body must have "text" or "version", not both: a preview renders one text.');
  if (version !== undefined) {
    const path = await requireKnownPath(app, folder);
    const { content, sha256 } = await requireVersion(app.db, path, version);
    return { path, content, sha256, version };
  }
  if (text !== undefined)
    return { path: await pathForSaving(app, folder, format), ...textOf(Buffer.from(text)), version: 0 };
  const path = await requirePath(app, folder);
  return { path, ...(await readStanding(app, path)), version: 0 };
}

/** The path of the existing template, else the path for the given format. */
async function pathForSaving(app: App, folder: string, format: TemplateFormat | undefined): Promise<string> {
  if (!isPlainName(folder) || folder.startsWith('.'))
    throw badRequest(
      `"${folder}" cannot be the name of a report's folder: use letters, digits, blanks and _ . , + @ = ~ ( ) -`,
    );
  const standing = await pathOfReport(reportScriptsFolder(app.config), folder);
  if (standing === undefined) {
    if (format === undefined)
      throw badRequest(`The field "format" is required: there is no template in ${folder} yet that has a format.`);
    return `${folder}/report.${format}.liquid`;
  }
  const own = formatOfTemplate(standing);
  if (own === undefined)
    throw badRequest(`The report in ${folder} comes from the script ${standing}, not from a template.`);
  if (format !== undefined && format !== own)
    throw badRequest(`The template ${standing} makes ${own}: leave out the field "format", or name another folder.`);
  return standing;
}

async function requirePath(app: App, folder: string): Promise<string> {
  const path = await templatePathOf(reportScriptsFolder(app.config), folder);
  if (path === undefined) throw notFound('Report template', folder);
  return path;
}

/** Works for removed templates too: their versions stay. */
async function requireKnownPath(app: App, folder: string): Promise<string> {
  const standing = await templatePathOf(reportScriptsFolder(app.config), folder);
  if (standing !== undefined) return standing;
  const path = isPlainName(folder) ? await findPathOfFolder(app.db, folder) : undefined;
  if (path === undefined) throw notFound('Report template', folder);
  return path;
}

async function requireVersion(db: Db, path: string, version: number) {
  const found = await findTemplateVersion(db, path, version);
  if (!found) throw notFound(`Version of the template ${path}`, version);
  return found;
}

const readStanding = (app: App, path: string) => readTemplate(join(reportScriptsFolder(app.config), path));

function requireFormat(path: string): TemplateFormat {
  const format = formatOfTemplate(path);
  if (format === undefined) throw new Error(`${path} is not a template`);
  return format;
}

function textOf(content: Buffer): TemplateText {
  try {
    return templateText(content);
  } catch (error) {
    throw error instanceof TemplateRefused ? badRequest(`Nothing was saved: ${error.message}.`) : error;
  }
}
