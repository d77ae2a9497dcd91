// What the thread can read: for each kind of document its reader, and the lists of the result that cross in parts. Readers are loaded when a document
// needs them.
import { createHash } from 'node:crypto';
import type { ReadAdvisories } from '@assay/scanner/advisories';
import type { ReadVex } from '@assay/scanner/vex';
import type { CuratedFact } from '../../domain/derivation/curations.ts';
import { DataRefused, type IssueList } from '../document.ts';
import type { ForeignData } from '../foreign/model.ts';
import type { FillingTask, SentFilling } from '../sbom/filling.ts';
import type { SbomTask, SentSbomData } from '../sbom/read.ts';
import type { ProjectDataTask, SpooledFacts } from './project-data.ts';

interface VexTask {
  kind: 'vex';
  bytes: ArrayBuffer;
}

interface ForeignTask {
  kind: 'foreign';
  file: string;
  /** The name of the format, if the sender gave it. */
  format: string | undefined;
}

interface AdvisoriesTask {
  kind: 'advisories';
  /** Name of the file, by which some formats are known. */
  path: string;
  bytes: ArrayBuffer;
}

interface CurationsTask {
  kind: 'curations';
  /** A file, an archive or a folder. */
  file: string;
  temporaryFolder: string;
  /** Address of the module that reads them: its room asks for the reading, and rooms do not import each other in a circle. */
  reader: string;
}

export interface ReadCurationFiles {
  facts: CuratedFact[];
  files: number;
  issues: { path: string; message: string }[];
  /** Why the archive could not be read to its end; '' if it was. */
  problem: string;
}

interface CurationReader {
  /** @param onFiles receives the number of files read, now and then */
  readCurationFiles(path: string, temporaryFolder: string, onFiles: OnProgress): Promise<ReadCurationFiles>;
}

/** The digest is that of the bytes as they were sent. */
export type SentVex = ReadVex & { sha256: string };

/** Receives the number of files read, now and then. */
export type OnProgress = (done: number) => void;

export const READINGS = {
  vex: {
    lists: ['statements'],
    read: async ({ bytes }: VexTask, issues: IssueList): Promise<SentVex> => ({
      ...(await readVexOrRefuse(new Uint8Array(bytes), issues)),
      sha256: createHash('sha256').update(new Uint8Array(bytes)).digest('hex'),
    }),
  },
  foreign: {
    lists: ['items', 'files', 'analyses'],
    read: async ({ file, format }: ForeignTask, issues: IssueList): Promise<ForeignData> =>
      (await import('../foreign/read.ts')).readForeign(file, format, issues),
  },
  advisories: {
    // The issues are those of an advisory source, not of a document, and all of them count.
    lists: ['findings', 'issues'],
    read: async ({ path, bytes }: AdvisoriesTask): Promise<ReadAdvisories> =>
      (await import('@assay/scanner/advisories')).readAdvisories(path, new Uint8Array(bytes)),
  },
  curations: {
    lists: ['facts', 'issues'],
    read: async (task: CurationsTask, _issues: IssueList, onProgress: OnProgress): Promise<ReadCurationFiles> =>
      ((await import(task.reader)) as CurationReader).readCurationFiles(task.file, task.temporaryFolder, onProgress),
  },
  projectData: {
    lists: ['tasks', 'relations', 'statements', 'removed', 'analyses'],
    read: async (task: ProjectDataTask, issues: IssueList): Promise<SpooledFacts> =>
      (await import('./project-data.ts')).readProjectData(task, issues),
  },
  sbom: {
    lists: ['parts', 'edges', 'services', 'analyses', 'findings', 'issues'],
    read: async (task: SbomTask): Promise<SentSbomData> => (await import('../sbom/read.ts')).readSentSboms(task),
  },
  filling: {
    lists: ['filled', 'scores'],
    read: async (task: FillingTask): Promise<SentFilling> => (await import('../sbom/filling.ts')).fillSent(task),
  },
} as const;

export type ReadingTask =
  | VexTask
  | ForeignTask
  | AdvisoriesTask
  | CurationsTask
  | ProjectDataTask
  | SbomTask
  | FillingTask;
export type ReadingOf<Task extends ReadingTask> = Awaited<ReturnType<(typeof READINGS)[Task['kind']]['read']>>;

async function readVexOrRefuse(bytes: Uint8Array, issues: IssueList): Promise<ReadVex> {
  const { readVex, VexRefused } = await import('@assay/scanner/vex');
  try {
    return readVex(bytes, issues);
  } catch (error) {
    throw error instanceof VexRefused ? new DataRefused(error.message) : error;
  }
}
