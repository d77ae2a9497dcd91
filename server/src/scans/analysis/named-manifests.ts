// The step of a scan that reads manifests which other manifests name, whatever their own names are. Contents are analysed under their new hints before
// a file gets such a hint, so that people see facts all the time, and a killed scan has lost nothing.
import { createNamedManifests, hintInTree, NAMING_MEMBERS } from '@assay/scanner/analyze';
import { valueFor } from '@assay/scanner/items';
import {
  type FileContent,
  listFilesAt,
  listNamedFiles,
  listNames,
  listNamingFiles,
  setHints,
} from '../../db/files/named-manifests.ts';
import type { JobIssue } from '../../db/job-issues.ts';
import type { JobContext } from '../../queue/job-context.ts';
import { type AnalysisOptions, analyzeCodebase } from './analysis.ts';

const ROWS_PER_STATEMENT = 2000;

/** Returns issues of damaged and of absent files. */
export async function analyzeNamedManifests(context: JobContext, options: AnalysisOptions): Promise<JobIssue[]> {
  const { db } = context.app;
  const { projectId } = options;
  const before = await listNamedFiles(db, projectId);
  const named = createNamedManifests();
  for (const { path, names } of await listNamingFiles(db, projectId, NAMING_MEMBERS)) named.add(path, names);
  const issues: JobIssue[] = [];
  const files = new Map<string, FileContent>();
  const analyzed = async (some: readonly FileContent[]) => {
    for (const batch of batchesOf(some.map((file) => ({ ...file, hint: hintInTree(file.path, named.namedAs) })))) {
      const given = columnsOf(batch);
      issues.push(...(await analyzeCodebase(context, { ...options, given })));
      for (const { path, names } of await listNames(db, given)) named.add(path, names);
    }
  };
  while (named.isOpen()) {
    for (const paths of batchesOf(named.wanted()))
      for (const file of await listFilesAt(db, projectId, paths)) files.set(file.path, file);
    const fresh = named.settle(new Set(files.keys()));
    await analyzed(fresh.map((path) => valueFor(files, path)));
  }
  const noLonger = before.filter(({ path }) => !named.namedAs.has(path));
  await analyzed(noLonger);
  const changed = [...noLonger, ...[...named.namedAs.keys()].map((path) => valueFor(files, path))];
  for (const batch of batchesOf(changed.map((file) => ({ ...file, hint: hintInTree(file.path, named.namedAs) }))))
    await context.app.db.transaction().execute((tx) => setHints(tx, batch));
  return [...issues, ...named.issues()];
}

function batchesOf<T>(rows: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(rows.length / ROWS_PER_STATEMENT) }, (_, index) =>
    rows.slice(index * ROWS_PER_STATEMENT, (index + 1) * ROWS_PER_STATEMENT),
  );
}

function columnsOf(files: readonly (FileContent & { hint: string })[]) {
  return {
    sha256: files.map(({ sha256 }) => sha256),
    hints: files.map(({ hint }) => hint),
    paths: files.map(({ path }) => path),
  };
}
