// What a scan may be told. Types only.
import type { LibraryRule } from '../libraries/index.ts';
import type { LicenseIndex } from '../licenses/index.ts';
import type { AnalyzerPool } from '../pool/index.ts';
import type { SourceOptions } from './source-options.ts';

export interface ScanOptions extends Partial<SourceOptions> {
  /** Threads that analyse; 0 = in the calling thread, without deadline and memory limit. Default: one per processor. */
  threads?: number;
  /** Default: the shipped rules. */
  licenseIndex?: LicenseIndex;
  searchTerms?: readonly string[];
  /** Recognisers of copied libraries. Default: the built-in ones. */
  libraries?: readonly LibraryRule[];
  /** Whether the texts inside PDF and office files are searched too. Default false. */
  readsDocuments?: boolean;
  /** Milliseconds one file may take. Default 60,000. */
  deadlineMs?: number;
  /** Megabytes of heap one thread may use. Default 512. */
  memoryLimitMb?: number;
  /** A pool to use instead of creating one. The scan does not close it; its rules, search terms and limits apply. */
  pool?: AnalyzerPool;
}
