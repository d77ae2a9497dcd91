// The input and output of one call of the analysis. Both are plain data, because they may go to another thread. Types only.
import type { EvidenceDigests } from '../evidence-digests/index.ts';
import type { FileFacts, Issue } from '../findings.ts';
import type { Digests } from './digests.ts';
import type { WindowState } from './text.ts';

/** One file to analyse, or one window of a large file. */
export interface AnalysisItem {
  /** Must not change until run() has settled, because a batch may be sent again. */
  bytes: Uint8Array;
  /** The result of analysisHint(path). */
  hint: string;
  /** Digests of the bytes, if the caller already has them. */
  known?: Digests;
  /** Present when the bytes are one window of a large file (see stream.ts). */
  window?: WindowState;
}

export interface AnalysisResult {
  findings: FileFacts;
  issues: Issue[];
  /** Present for a whole text in memory that was analysed to its end. */
  evidence?: EvidenceDigests;
  /** For a window: the state for the next one. */
  state?: WindowState;
}
