// Installed scripts of custom reports, with the definitions that name them.
import { mkdir } from 'node:fs/promises';
import type { App } from '../../app.ts';
import { listReports as listDefinitions } from '../../db/reports/reports.ts';
import { badRequest, notFound } from '../../errors.ts';
import type { FormFile } from '../../http/forms.ts';
import { listZip } from '../../ingest/zip-check.ts';
import {
  type InstalledReport,
  InstallRefused,
  installReports,
  listReports,
  removeReport,
} from '../../report-scripts/install.ts';
import { reportScriptsFolder } from '../../report-scripts/places.ts';
import { keepInstalled } from './templates.ts';

const ALL = { limit: 1_000_000, offset: 0 };

export async function listScripts(app: App) {
  return withDefinitions(app, await listReports(reportScriptsFolder(app.config)));
}

async function withDefinitions(app: App, installed: InstalledReport[]) {
  const { rows } = await listDefinitions(app.db, {}, ALL);
  return installed.map(({ folder, path, definition }) => ({
    folder,
    path,
    ...(definition ? { definition } : {}),
    reportIds: rows.filter((one) => one.path.replaceAll('\\', '/').startsWith(`${folder}/`)).map((one) => one.id),
  }));
}

export async function installScripts(
  app: App,
  user: { id: number; login: string },
  file: FormFile,
  replace: boolean,
  signal: AbortSignal,
) {
  await listZip(file.path, 'The form field "file"', app.folder.temporary, signal);
  const scriptsFolder = reportScriptsFolder(app.config);
  await mkdir(scriptsFolder, { recursive: true, mode: 0o755 });
  try {
    const title = file.name.split(/[\\/]/).at(-1) || 'report';
    // Keep the replaced text as a version, so that it can be restored.
    if (replace)
      await keepInstalled(
        app,
        (await listReports(scriptsFolder)).map(({ path }) => path),
      );
    const { reports, leftOut } = await installReports(file.path, title, { scriptsFolder, replace, signal });
    const paths = reports.map(({ path }) => path);
    await keepInstalled(app, paths, { user, note: `Installed from ${file.name || 'a zip'}` });
    return { data: await withDefinitions(app, reports), leftOut };
  } catch (error) {
    if (error instanceof InstallRefused) throw badRequest(error.message);
    throw error;
  }
}

export async function removeScript(app: App, folder: string): Promise<void> {
  if (!(await removeReport(reportScriptsFolder(app.config), folder))) throw notFound('Report script', folder);
}
