// Reads project data in a thread. What an import takes one by one (items, files, history) goes to files; the rest crosses to the thread that asked.
import { join } from 'node:path';
import { serialize } from 'node:v8';
import { DEFAULT_ARCHIVE_LIMITS, readArchive } from '@assay/scanner/archives';
import { DataRefused, type DocumentFacts, type IssueList, projectData } from '../document.ts';
import { shortHistoryRow } from '../imported-history.ts';
import type { IncomingTask } from '../incoming.ts';
import { SpoolWriter } from './spool.ts';

const LIMITS = { ...DEFAULT_ARCHIVE_LIMITS, entries: 1000, totalBytes: 20e9 };

/** It crosses to the other thread as a whole. */
const MOST_SETTINGS_BYTES = 8 * 1024 * 1024;

export interface ProjectDataTask {
  kind: 'projectData';
  /** A zip with one JSON file. */
  file: string;
  /** An own folder of the import; gets the files that `spoolsIn` names. */
  folder: string;
}

export type SpooledFacts = Omit<DocumentFacts, 'tasks' | 'relations' | 'statements' | 'removed' | 'analyses'> & {
  tasks: { item: string; task: IncomingTask }[];
  relations: DocumentFacts['relations'];
  statements: DocumentFacts['statements'];
  removed: DocumentFacts['removed'];
  analyses: DocumentFacts['analyses'];
};

export const spoolsIn = (folder: string) => ({
  items: join(folder, 'items'),
  files: join(folder, 'files'),
  history: join(folder, 'history'),
});

export async function readProjectData({ file, folder }: ProjectDataTask, issues: IssueList): Promise<SpooledFacts> {
  const paths = spoolsIn(folder);
  const data = projectData(() => documentOf(file, folder));
  using files = new SpoolWriter(paths.files);
  const facts = await data.facts(issues, (one) => files.add(one));
  if (serialize(facts.settings).length > MOST_SETTINGS_BYTES)
    throw new DataRefused(`The member "project" is larger than the ${MOST_SETTINGS_BYTES} bytes that an import takes.`);
  using items = new SpoolWriter(paths.items);
  for await (const item of data.items(issues)) items.add(item);
  using history = new SpoolWriter(paths.history);
  if (facts.historyCount > 0) for await (const row of data.history?.() ?? []) history.add(shortHistoryRow(row));
  const tasks = [...facts.tasks].flatMap(([item, some]) => some.map((task) => ({ item, task })));
  return { ...facts, tasks };
}

/** The bytes of the one JSON file in the zip. */
async function* documentOf(file: string, temporaryFolder: string): AsyncGenerator<Uint8Array> {
  const options = { limits: LIMITS, expansion: 'none', archiveDirSuffix: '', deleteArchiveAfterExpand: false } as const;
  for await (const item of readArchive(file, { ...options, temporaryFolder })) {
    if (item.type === 'end' && !item.isComplete)
      throw new DataRefused(`The archive cannot be read completely: ${item.reason}`);
    const isDocument = (item.type === 'file' || item.type === 'stream') && item.path.toLowerCase().endsWith('.json');
    if (item.type === 'file' && isDocument) yield item.bytes;
    if (item.type !== 'stream') continue;
    for await (const chunk of item.stream) if (isDocument) yield chunk as Uint8Array;
  }
}
