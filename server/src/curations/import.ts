// Reads a file, an archive or a folder of curated facts into a source, in one transaction. The new facts replace all old ones of the source.
import { changeCurationSource, ensureCurationSource, replaceCurations } from '../db/curations.ts';
import type { Db } from '../db/postgres/connection.ts';
import { badRequest } from '../errors.ts';
import { IssueList } from '../project-data/document.ts';
import { readInThread, readSent } from '../project-data/reading/index.ts';
import { giveWay } from '../turns.ts';
import type { CurationIssue } from './read.ts';

export interface CurationImport {
  source: string;
  files: number;
  facts: number;
  packages: number;
  issues: CurationIssue[];
}

export interface CurationImportOptions {
  source: string;
  importedBy: string;
  temporaryFolder: string;
  /** Switches the source on. */
  enable: boolean;
  signal?: AbortSignal;
  /** Receives the number of files read, now and then. */
  onFiles?: (done: number) => Promise<void>;
}

/** Changes nothing if the archive is damaged, or if no file in it holds a fact. */
export async function importCurations(
  { db, now }: { db: Db; now: () => Date },
  path: string,
  options: CurationImportOptions,
): Promise<CurationImport> {
  const { facts, files, issues, problem } = await read(path, options);
  if (problem !== '') throw badRequest(`${problem} Nothing was imported.`);
  if (facts.length === 0) {
    const [first] = issues;
    const why = first === undefined ? 'there is no YAML file in it' : `${first.path}: ${first.message}`;
    throw badRequest(`No curated facts were found; ${why} The source ${options.source} is unchanged.`);
  }
  await db.transaction().execute(async (tx) => {
    const id = await ensureCurationSource(tx, options.source);
    await replaceCurations(tx, id, facts, { at: now(), by: options.importedBy, files, issues: issues.length });
    if (options.enable) await changeCurationSource(tx, id, { isEnabled: true });
  });
  const packages = new Set<string>();
  for (const { purl } of facts) {
    await giveWay();
    packages.add(purl);
  }
  return { source: options.source, files, facts: facts.length, packages: packages.size, issues };
}

/** The parser of YAML takes seconds for a large file, and an archive has many: all of it happens in the thread. */
async function read(file: string, { temporaryFolder, signal, onFiles }: CurationImportOptions) {
  // Notes are written one after the other, so that none is written after the job's last one.
  let noted = Promise.resolve();
  const onProgress = (done: number) => {
    noted = noted.then(() => onFiles?.(done));
    noted.catch(() => undefined);
  };
  // A small archive may hold large files.
  const readIt = /\.ya?ml$/i.test(file) ? readSent : readInThread;
  const reader = new URL('./read-files.ts', import.meta.url).href;
  const task = { kind: 'curations', file, temporaryFolder, reader } as const;
  const result = await readIt(task, new IssueList(), { signal, onProgress });
  await noted;
  return result;
}
