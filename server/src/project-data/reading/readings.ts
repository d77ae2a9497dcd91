// What the thread can read: for each kind of document its reader, and the lists of the result that cross in parts.
import { createHash } from 'node:crypto';
import type { IssueList } from '../document.ts';
import type { ForeignData } from '../foreign/model.ts';
import { readForeign } from '../foreign/read.ts';
import { readSentSboms, type SbomTask, type SentSbomData } from '../sbom/read.ts';
import { type ReadVex, readVex } from '../vex/read.ts';

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

/** The digest is that of the bytes as they were sent. */
export type SentVex = ReadVex & { sha256: string };

export const READINGS = {
  vex: {
    lists: ['statements'],
    read: async ({ bytes }: VexTask, issues: IssueList): Promise<SentVex> => ({
      ...readVex(new Uint8Array(bytes), issues),
      sha256: createHash('sha256').update(new Uint8Array(bytes)).digest('hex'),
    }),
  },
  foreign: {
    lists: ['items', 'files', 'analyses'],
    read: ({ file, format }: ForeignTask, issues: IssueList): Promise<ForeignData> => readForeign(file, format, issues),
  },
  sbom: {
    lists: ['parts', 'edges', 'analyses', 'issues'],
    read: (task: SbomTask): Promise<SentSbomData> => readSentSboms(task),
  },
} as const;

export type ReadingTask = VexTask | ForeignTask | SbomTask;
export type ReadingOf<Task extends ReadingTask> = Awaited<ReturnType<(typeof READINGS)[Task['kind']]['read']>>;
