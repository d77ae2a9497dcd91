// Reads a file, an archive or a folder of curated facts into a source, in one transaction. The new facts replace all old ones of the source.

import type { SourceFile } from '@assay/scanner/archives';
import { changeCurationSource, ensureCurationSource, replaceCurations } from '../db/curations.ts';
import type { Db } from '../db/postgres/connection.ts';
import type { CuratedFact } from '../domain/curations.ts';
import { badRequest } from '../errors.ts';
import { curatedFiles } from './files.ts';
import { type CurationIssue, readCurations } from './read.ts';

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
  const { facts, files, issues } = await readAll(curatedFiles(path, options), options.onFiles);
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
  const packages = new Set(facts.map(({ purl }) => purl)).size;
  return { source: options.source, files, facts: facts.length, packages, issues };
}

const FILES_BETWEEN_CALLS = 200;

async function readAll(all: AsyncIterable<SourceFile>, onFiles: CurationImportOptions['onFiles']) {
  const facts: CuratedFact[] = [];
  const issues: CurationIssue[] = [];
  const places = new Map<string, CuratedFact>();
  let files = 0;
  for await (const file of all) {
    if (file.type === 'end' && file.problem !== '') throw badRequest(`${file.problem} Nothing was imported.`);
    if (file.type === 'issue') issues.push({ path: file.issue.path, message: file.issue.message });
    if (file.type !== 'file') continue;
    files++;
    if (files % FILES_BETWEEN_CALLS === 0) await onFiles?.(files);
    const read = readCurations(file.path, file.bytes);
    issues.push(...read.issues);
    for (const fact of read.facts) {
      facts.push(fact);
      const key = `${fact.purl}\n${fact.versions}`;
      const before = places.get(key);
      if (before !== undefined && before.license !== '' && fact.license !== '' && before.license !== fact.license)
        issues.push({
          path: fact.file,
          message: `${fact.purl} ${fact.versions || '(all versions)'} is ${fact.license} here and ${before.license} in ${before.file}; the later one counts.`,
        });
      if (fact.license !== '') places.set(key, fact);
    }
  }
  return { facts, files, issues };
}
