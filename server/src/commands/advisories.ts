// `assay advisories …`: the server's operations on advisories from the command line, with or without a running server.

import { mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { advisoryFiles, fingerprintOf, isBundle } from '@assay/scanner/advisories';
import { firstOf, itemAt } from '@assay/scanner/items';
import { importBundle, makeBundle, trustKey } from '../advisories/bundles.ts';
import { explainMatch } from '../advisories/explain.ts';
import { type ImportResult, importAdvisories } from '../advisories/import.ts';
import { updateSource } from '../advisories/update.ts';
import { machineNow } from '../clock.ts';
import type { Config } from '../config.ts';
import { freshness } from '../db/advisories/freshness.ts';
import { ensureSource, listSources, setSourceLocation } from '../db/advisories/sources.ts';
import type { JobIssue } from '../db/job-issues.ts';
import type { Db } from '../db/postgres/connection.ts';
import { countOf } from '../domain/count-text.ts';
import { wireTime } from '../domain/wire-times.ts';
import { dataFolder } from '../installation/data-folder.ts';
import { createOutgoing } from '../outgoing/index.ts';
import { bundleKey } from '../security/bundle-key.ts';
import { withDatabase } from './database.ts';

const USAGE = `Usage: assay advisories <command>

  status                            the sources, and how old their data is
  import PATH --source NAME         read a file, an archive or a folder of advisories into a source
         [--full]                   the source has nothing else: remove the records that are missing
         [--force]                  accept records that are older than the stored ones, and a source that lost most of its records
  update [--source NAME]            download and import the sources again; only those that have an address
         [--from ADDRESS]           set the address of the source first: a URL, a folder or a file
         [--force]
  bundle FILE [--since NUMBER]      write all advisories, or the changes since a bundle, into one signed file
  trust KEY                         take bundles that this key has signed; "import" reads them
  explain PURL NAME                 why a package is, or is not, affected by a vulnerability
`;

export async function advisoriesCommand(config: Config, argv: string[]): Promise<number> {
  const { positionals, values } = parseArgs({
    args: argv,
    allowPositionals: true,
    options: {
      source: { type: 'string' },
      from: { type: 'string' },
      full: { type: 'boolean', default: false },
      force: { type: 'boolean', default: false },
      since: { type: 'string' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  const [verb, ...rest] = positionals;
  if (values.help) return usage(0);
  const run = (work: (db: Db) => Promise<number>) => withDatabase(config, ({ db }) => work(db));
  if (verb === 'status' && rest.length === 0) return run((db) => status(db));
  if (verb === 'bundle' && rest.length === 1) return run((db) => bundle(config, db, firstOf(rest), values.since));
  if (verb === 'trust' && rest.length === 1)
    return run(async (db) => {
      await trustKey(db, firstOf(rest));
      return 0;
    });
  if (verb === 'import' && rest.length === 1 && (await isBundleFile(firstOf(rest))))
    return run((db) => importOneBundle(db, firstOf(rest), values.force));
  const { source } = values;
  if (verb === 'import' && rest.length === 1 && source)
    return run((db) => importPath(config, db, firstOf(rest), { ...values, source }));
  if (verb === 'update' && rest.length === 0) return run((db) => update(config, db, values));
  if (verb === 'explain' && rest.length === 2) return run((db) => explain(db, firstOf(rest), itemAt(rest, 1)));
  return usage(2);
}

function usage(code: number): number {
  (code === 0 ? process.stdout : process.stderr).write(USAGE);
  return code;
}

async function status(db: Db): Promise<number> {
  const sources = await listSources(db);
  const { dataAsOf, dataIsStale, dataByEcosystem, coverage } = await freshness(db, machineNow());
  for (const one of sources) {
    const age = one.dataAsOf === null ? 'never read' : `data of ${wireTime(one.dataAsOf)}`;
    const failed = one.lastError === '' ? '' : `; the last update failed: ${one.lastError}`;
    const signatures = one.signatures === '' ? '' : `; signatures: ${one.signatures.replace(/\.$/, '')}`;
    process.stdout.write(
      `${one.name}: ${countOf(one.recordCount, 'record')}, ${age}${one.location ? `, from ${one.location}` : ''}${signatures}${failed}\n`,
    );
  }
  process.stdout.write(
    dataAsOf === null
      ? 'There are no advisory data, so counts of vulnerabilities mean nothing.\n'
      : `All sources together: data of ${dataAsOf}${dataIsStale ? ', which are too old' : ''}.\n`,
  );
  for (const one of dataByEcosystem)
    process.stdout.write(
      `${one.ecosystem}: ${one.dataAsOf === null ? 'data without a date' : `data of ${one.dataAsOf}`}${one.dataIsStale ? ', too old' : ''}\n`,
    );
  if (coverage.words !== '') process.stdout.write(`Items of all projects: ${coverage.words}.\n`);
  return 0;
}

async function isBundleFile(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  return found?.isFile() === true && (await isBundle(path));
}

async function bundle(config: Config, db: Db, file: string, since: string | undefined): Promise<number> {
  if (since !== undefined && !/^\d{1,15}$/.test(since))
    throw new Error(`--since is "${since}", but must be the number that "assay advisories bundle" printed.`);
  const { privateKey } = await bundleKey(dataFolder(config.dataFolder).keys);
  const header = await makeBundle({ db, now: machineNow }, file, privateKey, Number(since ?? 0));
  process.stdout.write(
    `${file}: number ${header.sequence}, ${countOf(header.items, 'item')} of ${countOf(header.sources.length, 'source')}, signed by the key ${header.publicKey}\n`,
  );
  return 0;
}

async function importOneBundle(db: Db, file: string, isForced: boolean): Promise<number> {
  const results = await importBundle({ db, now: machineNow }, file, { isForced, onIssues: printIssues });
  for (const result of results) print(result);
  return 0;
}

async function importPath(
  config: Config,
  db: Db,
  path: string,
  options: { source: string; full: boolean; force: boolean },
): Promise<number> {
  return withTemporary(config, async (temporaryFolder) => {
    const result = await importAdvisories({ db, now: machineNow }, advisoryFiles(path, { temporaryFolder }), {
      source: options.source,
      isFull: options.full,
      fingerprint: await fingerprintOf(path),
      isForced: options.force,
      onIssues: printIssues,
    });
    print(result);
    return 0;
  });
}

async function update(
  config: Config,
  db: Db,
  options: { source?: string; from?: string; force: boolean },
): Promise<number> {
  if (options.from !== undefined) {
    if (options.source === undefined)
      throw new Error('--from is the address of one source. Name the source with --source.');
    const { id } = await ensureSource(db, options.source);
    await setSourceLocation(db, id, options.from, true);
  }
  const sources = (await listSources(db)).filter(
    ({ name, location, isEnabled }) =>
      location !== '' &&
      (options.source === undefined ? isEnabled : name.toLowerCase() === options.source.toLowerCase()),
  );
  if (sources.length === 0)
    throw new Error('No source has an address to update from. Give one with --source NAME --from ADDRESS.');
  const outgoing = createOutgoing(config.outgoingAllow);
  let failed = 0;
  try {
    for (const source of sources) {
      await withTemporary(config, async (temporaryFolder) => {
        try {
          const place = { db, now: machineNow, outgoing, temporaryFolder };
          const result = await updateSource(place, source, { isForced: options.force, onIssues: printIssues });
          if (result) print(result);
          else process.stdout.write(`${source.name}: nothing has changed.\n`);
        } catch (error) {
          failed++;
          process.stderr.write(`${source.name}: ${(error as Error).message}\n`);
        }
      });
    }
  } finally {
    await outgoing.close();
  }
  return failed === 0 ? 0 : 1;
}

/** Exit code 1 if it is affected, 3 if that cannot be decided. */
async function explain(db: Db, purl: string, name: string): Promise<number> {
  const { verdict, records, outcome } = await explainMatch(db, purl, name);
  process.stdout.write(`${verdict}\n`);
  for (const one of records) {
    process.stdout.write(`\n${one.id} (${one.source}): ${one.outcome}\n`);
    for (const step of one.why) process.stdout.write(`  ${step}\n`);
    if (one.fixedIn.length > 0) process.stdout.write(`  Fixed in ${one.fixedIn.join(', ')}.\n`);
  }
  return outcome === 'affected' ? 1 : outcome === 'undetermined' ? 3 : 0;
}

function printIssues(issues: readonly JobIssue[]): void {
  for (const { path, message } of issues) process.stderr.write(`${path}: ${message}\n`);
}

function print(result: ImportResult): void {
  if (result.isUnchanged) {
    process.stdout.write(`${result.source}: nothing has changed.\n`);
    return;
  }
  process.stdout.write(
    `${result.source}: ${countOf(result.records, 'record')}, ${result.added} new, ${result.changed} changed, ${result.removed} removed, ${result.older} older than known, ${countOf(result.signals, 'remark')} on exploitation; ${countOf(result.newMatches, 'new match', 'new matches')}, ${result.endedMatches} ended; ${countOf(result.issues, 'issue')}.\n`,
  );
}

async function withTemporary<T>(config: Config, work: (folder: string) => Promise<T>): Promise<T> {
  const folder = join(dataFolder(config.dataFolder).temporary, `advisories-${process.pid}`);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
