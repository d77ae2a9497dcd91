// `assay curations …`: imports and lists curated facts from the command line, with or without a running server.
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { machineNow } from '../clock.ts';
import type { Config } from '../config.ts';
import { importCurations } from '../curations/import.ts';
import {
  changeCurationSource,
  deleteCurationSource,
  findCurationSource,
  listCurationSources,
} from '../db/curations.ts';
import type { Db } from '../db/postgres/connection.ts';
import { countOf } from '../domain/count-text.ts';
import { wireTime } from '../domain/wire-times.ts';
import { dataFolder } from '../installation/data-folder.ts';
import { withDatabase } from './database.ts';

const USAGE = `Usage: assay curations <command>

  status                        the sources, and which of them are switched on
  import PATH --source NAME     read a file, an archive or a folder of ClearlyDefined's or ORT's form; it takes the place of what the
         [--enable]             source had. A new source concludes nothing until it is switched on
  enable NAME, disable NAME     switch a source on or off; the next scans follow
  remove NAME                   remove a source with its facts
`;

export async function curationsCommand(config: Config, argv: string[]): Promise<number> {
  const { positionals, values } = parseArgs({
    args: argv,
    allowPositionals: true,
    options: {
      source: { type: 'string' },
      enable: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  const [verb, subject, ...rest] = positionals;
  if (values.help) return usage(0);
  const run = (work: (db: Db) => Promise<number>) => withDatabase(config, ({ db }) => work(db));
  if (rest.length > 0) return usage(2);
  if (verb === 'status' && subject === undefined) return run(status);
  if (verb === 'import' && subject !== undefined && values.source !== undefined)
    return run((db) => importPath(config, db, subject, { source: sourceName(values.source), enable: values.enable }));
  if ((verb === 'enable' || verb === 'disable') && subject !== undefined)
    return run((db) => onSource(db, subject, (id) => changeCurationSource(db, id, { isEnabled: verb === 'enable' })));
  if (verb === 'remove' && subject !== undefined)
    return run((db) => onSource(db, subject, (id) => deleteCurationSource(db, id)));
  return usage(2);
}

function usage(code: number): number {
  (code === 0 ? process.stdout : process.stderr).write(USAGE);
  return code;
}

function sourceName(name = ''): string {
  if (/^[\w.-]{1,100}$/.test(name)) return name;
  throw new Error(`--source is "${name}", but it must be a name of letters, digits, dots, hyphens and underscores.`);
}

async function status(db: Db): Promise<number> {
  const sources = await listCurationSources(db);
  for (const { name, isEnabled, facts, packages, issues, importedAt } of sources)
    process.stdout.write(
      `${name}: ${isEnabled ? 'on' : 'off'}, ${countOf(facts, 'fact')} on ${countOf(packages, 'package')}, read ${importedAt === null ? 'never' : `on ${wireTime(importedAt)}`} with ${countOf(issues, 'issue')}\n`,
    );
  if (sources.length === 0) process.stdout.write('There are no curated facts.\n');
  return 0;
}

async function onSource(db: Db, name: string, change: (id: number) => Promise<void>): Promise<number> {
  const id = await findCurationSource(db, name);
  if (id === undefined) throw new Error(`There is no source of curated facts named "${name}".`);
  await change(id);
  return 0;
}

async function importPath(config: Config, db: Db, path: string, options: { source: string; enable: boolean }) {
  const temporaryFolder = join(dataFolder(config.dataFolder).temporary, `curations-${process.pid}`);
  await mkdir(temporaryFolder, { recursive: true, mode: 0o700 });
  try {
    const place = { db, now: machineNow };
    const result = await importCurations(place, path, { ...options, importedBy: 'System', temporaryFolder });
    for (const issue of result.issues) process.stderr.write(`${issue.path}: ${issue.message}\n`);
    process.stdout.write(
      `${result.source}: ${countOf(result.facts, 'fact')} on ${countOf(result.packages, 'package')} of ${countOf(result.files, 'file')}; ${countOf(result.issues.length, 'issue')}.\n`,
    );
    return 0;
  } finally {
    await rm(temporaryFolder, { recursive: true, force: true });
  }
}
