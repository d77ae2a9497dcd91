// The analysis of a scan: loads rules and starts threads with the first file whose facts are not known. A scan of unchanged files needs neither, and one
// of a few files needs one thread, because each thread loads the analyser.
import { availableParallelism } from 'node:os';
import type { AnalyzerPool } from '../pool/index.ts';
import type { ScanOptions } from './options.ts';

/** A thread takes as long to start as these files take to be analysed. */
const FILES_WORTH_A_THREAD = 50;

/**
 * 0 only if no threads are wanted: only threads have a deadline and a memory limit. A source that is one file has no folder to count in, and so counts as
 * 0 files.
 */
export function threadsFor(threads: number, files: number): number {
  return Math.min(threads, Math.max(1, Math.ceil(files / FILES_WORTH_A_THREAD)));
}

/** @param files how many the source has; called when the first one is to be analysed */
export function openedWhenNeeded(options: ScanOptions, files: () => number): AnalyzerPool {
  const { threads = availableParallelism(), readsDocuments = false } = options;
  let opened: Promise<AnalyzerPool> | undefined;
  const open = () => {
    opened ??= openAnalysis(options, threadsFor(threads, files()), readsDocuments);
    return opened;
  };
  return {
    threads,
    readsDocuments,
    run: async (batch) => (await open()).run(batch),
    runFiles: async (places, isLong) => (await open()).runFiles(places, isLong),
    runStream: async (chunks, hint) => (await open()).runStream(chunks, hint),
    close: async () => (await opened?.catch(() => undefined))?.close(),
  };
}

async function openAnalysis(options: ScanOptions, threads: number, readsDocuments: boolean): Promise<AnalyzerPool> {
  const { searchTerms, libraries, deadlineMs = 60_000, memoryLimitMb = 512 } = options;
  const { loadLicenseIndex } = await import('../licenses/load-index.ts');
  const licenseIndex = options.licenseIndex ?? loadLicenseIndex();
  if (threads === 0) {
    const { createLocalAnalysis } = await import('./local-analysis.ts');
    return createLocalAnalysis({ licenseIndex, searchTerms, libraries, timeLimitMs: deadlineMs / 4 }, readsDocuments);
  }
  const { createAnalyzerPool } = await import('../pool/index.ts');
  return createAnalyzerPool({
    threads,
    licenseIndexBuffer: licenseIndex.buffer,
    searchTerms,
    libraries,
    readsDocuments,
    deadlineMs,
    memoryLimitMb,
  });
}
