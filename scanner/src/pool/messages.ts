// The messages between the pool and its threads: plain data and shared memory only. Both sides import this; it does no work.
import type { Digests } from '../analyze/digests.ts';
import type { AnalysisResult } from '../analyze/item.ts';
import type { WindowState } from '../analyze/text.ts';
import type { Issue } from '../findings.ts';
import type { LibraryRule } from '../libraries/index.ts';
import type { FileLocation } from '../walk/index.ts';

/** The result of a file, or the reason why it could not be read. */
export type FileResult = AnalysisResult | { unread: Issue };

/** A batch on its way to a thread: bytes in shared memory, or files that the thread reads itself. */
export type BatchMessage = BytesMessage | FilesMessage;

export interface BytesMessage {
  progress: BatchProgress;
  /** Requests the results as a WrittenAnswer. */
  isWritten?: boolean;
  /** The position of each file's bytes. */
  memory: SharedArrayBuffer;
  items: { offset: number; length: number; hint: string; known?: Digests; window?: WindowState }[];
}

export interface FilesMessage {
  progress: BatchProgress;
  places: readonly FileLocation[];
}

/** A thread's progress in shared memory, so that the other side knows the current file of a dead thread: four ints, see PROGRESS. */
export type BatchProgress = SharedArrayBuffer;

export const PROGRESS = {
  /** 0 before a thread takes the batch, n while it is at the n-th file (from 1), FINISHED after the last. */
  file: 0,
  /** Changes with every step: a file, or a piece of a large one. */
  step: 1,
  /** The id of the thread that has taken the batch. */
  thread: 2,
  /** Milliseconds of the processor that the thread had used at its last step. */
  processorMs: 3,
} as const;

export const newProgress = (): BatchProgress => new SharedArrayBuffer(4 * Int32Array.BYTES_PER_ELEMENT);

/** The results of a batch, or of its first files: AnalysisResult[] or FileResult[] as JSON. A text crosses threads faster than an object. */
export type TextAnswer = string;

/** The results of a batch between threads: all facts in one buffer, everything else as one text. */
export interface WrittenAnswer {
  /** JSON of the heads of results, see written.ts. */
  heads: string;
  facts: Uint8Array<ArrayBuffer>;
}

export type BatchAnswer = TextAnswer | WrittenAnswer;

/** Given to every thread when it starts. */
export interface ThreadData {
  /** Address of the module that works in the thread. */
  workerFile: string;
  /** The compact license index; undefined = the shipped one. */
  licenseIndexBuffer?: SharedArrayBuffer;
  searchTerms: readonly string[];
  /** undefined = the built-in recognisers. */
  libraries?: readonly LibraryRule[];
  /** Whether the texts of PDF and office files are searched too. */
  readsDocuments: boolean;
  digestsEvidence: boolean;
  timeLimitMs: number;
  givesWay: boolean;
}

export const FINISHED = -1;
