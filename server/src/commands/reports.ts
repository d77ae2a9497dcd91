// `assay reports`: installs and lists the scripts of custom reports, and prepares a folder in which other installers find Assay's folder.
import { lstat, mkdir, rm, symlink } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { App } from '../app.ts';
import type { Config } from '../config.ts';
import { insertAuditLines } from '../db/audit-log/entries.ts';
import { listReports as listDefinitions } from '../db/reports/reports.ts';
import { createReport } from '../features/reports/operations.ts';
import { ReportInput } from '../features/reports/schemas.ts';
import { inputReader } from '../http/input.ts';
import {
  type Installation,
  type InstalledReport,
  InstallRefused,
  installReports,
  listReports,
} from '../report-scripts/install.ts';
import { reportScriptsFolder, SCRIPTS_FOLDER } from '../report-scripts/places.ts';
import { withDatabase } from './database.ts';

const USAGE = `Usage: assay reports <command>

  install DIR|ZIP    install the reports of a folder or zip: each folder with a create_report.sh
                     (--replace: put them in the place of installed ones; --register: make their definitions, as their report.json says)
  list               the reports that are installed
  place DIR          make DIR look like the folder that installers of public reports ask for, leading here
`;
/** Files that such installers look for before they accept a folder. */
const LOOKED_FOR = ['tomcat', 'jre', 'logs', '7-zip', 'dbScripts'];

export async function reportsCommand(config: Config, argv: string[]): Promise<number> {
  const [verb, ...rest] = argv;
  const options = {
    replace: { type: 'boolean', default: false },
    register: { type: 'boolean', default: false },
  } as const;
  const { values, positionals } = parseArgs({ args: rest, allowPositionals: true, options });
  const [place, ...more] = positionals;
  const scriptsFolder = reportScriptsFolder(config);
  if (verb === 'list' && place === undefined) return list(scriptsFolder);
  if (verb === 'place' && place !== undefined && more.length === 0) return makePlace(resolve(place), scriptsFolder);
  if (verb !== 'install' || place === undefined || more.length > 0) throw new Error(USAGE);
  const { reports: installed, leftOut } = await install(place, scriptsFolder, values.replace);
  for (const sentence of leftOut) process.stdout.write(`Left out: ${sentence}\n`);
  for (const { path } of installed) process.stdout.write(`Installed ${join(scriptsFolder, path)}\n`);
  if (values.register) await register(config, installed);
  return 0;
}

async function install(source: string, scriptsFolder: string, replace: boolean): Promise<Installation> {
  await mkdir(scriptsFolder, { recursive: true, mode: 0o755 });
  try {
    return await installReports(resolve(source), basename(source), { scriptsFolder, replace });
  } catch (error) {
    if (error instanceof InstallRefused) throw new Error(`${source} was not installed. ${error.message}`);
    throw error;
  }
}

async function list(scriptsFolder: string): Promise<number> {
  const reports = await listReports(scriptsFolder);
  if (reports.length === 0) process.stdout.write(`No reports are installed in ${scriptsFolder}\n`);
  for (const { path } of reports) process.stdout.write(`${path}\n`);
  return 0;
}

const readInput = inputReader(ReportInput, 'body') as (raw: unknown) => ReportInput;

/** After the existing ones, unless the report states its place. */
async function register(config: Config, installed: InstalledReport[]): Promise<void> {
  await withDatabase(config, async ({ db }) => {
    const app = { db } as App;
    for (const { folder, path, definition } of installed) {
      const { rows } = await listDefinitions(db, {}, { limit: 1_000_000, offset: 0 });
      const order = Math.max(0, ...rows.map((one) => one.position)) + 1;
      const input = readInput({ order, ...definition, name: definition?.name ?? folder, path });
      const madeId = await createReport(app, input);
      await insertAuditLines(db, [
        {
          userId: null,
          login: '',
          tokenId: null,
          via: 'command line',
          operation: 'reports register',
          ids: { madeId },
          details: { name: input.name, path },
          status: 'Completed',
        },
      ]);
      process.stdout.write(`Registered "${input.name}" with the id ${madeId}\n`);
    }
  });
}

async function makePlace(place: string, scriptsFolder: string): Promise<number> {
  await mkdir(scriptsFolder, { recursive: true, mode: 0o755 });
  for (const name of LOOKED_FOR) await mkdir(join(place, name), { recursive: true });
  const link = join(place, SCRIPTS_FOLDER);
  const standing = await lstat(link).catch(() => undefined);
  if (standing && !standing.isSymbolicLink()) throw new Error(`${link} already exists. Name another folder.`);
  await rm(link, { force: true });
  await symlink(scriptsFolder, link, 'dir');
  process.stdout.write(`People who install reports need write access to the folder ${place}\n`);
  return 0;
}
