// The pool's interface without threads: analyses in the calling thread. For measuring and small tools; only the matchers' own time limits
// apply.
import { type AnalyzerOptions, createAnalyzer } from '../analyze/index.ts';
import { itemAnalysis } from '../documents/index.ts';
import { analysisOf, analyzePlace, reusedMemory } from '../pool/files.ts';
import type { AnalyzerPool, FileResult } from '../pool/index.ts';

/** An analysis that works synchronously, file by file. */
export function createLocalAnalysis(options: AnalyzerOptions, readsDocuments = false): AnalyzerPool {
  const analysis = analysisOf(itemAnalysis(createAnalyzer(options), readsDocuments), readsDocuments);
  const allocate = reusedMemory();
  return {
    ...analysis,
    threads: 0,
    async runFiles(places) {
      const results: FileResult[] = [];
      for (const place of places) results.push(await analyzePlace(place, analysis, allocate));
      return results;
    },
    close: async () => {},
  };
}
