// What one call of the analysis gets and answers: plain data, because it may go to another thread. Types only.
import type { FileFacts, Issue } from '../findings.ts';
import type { Digests } from './digests.ts';
import type { WindowState } from './text.ts';

/** One file, or one window of a large file, to be analysed. */
export interface AnalysisItem {
  /** Must not change until run() has settled, because a batch may be sent again. */
  bytes: Uint8Array;
  /** Of analysisHint(path). */
  hint: string;
  /** Digests of the bytes, if the caller has them already. */
  known?: Digests;
  /** Present when the bytes are one window of a large file (see stream.ts). */
  window?: WindowState;
}

export interface AnalysisResult {
  findings: FileFacts;
  issues: Issue[];
  /** For a window: the state for the next one. */
  state?: WindowState;
}
