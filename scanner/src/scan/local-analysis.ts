// The pool's face without threads: the analysis in the calling thread. For measuring and for small tools; nothing guards it but the matchers'
// own time limits.
import { type AnalyzerOptions, createAnalyzer } from '../analyze/index.ts';
import { analyzeStream } from '../analyze/stream.ts';
import { analyzeWithDocuments } from '../documents/index.ts';
import type { AnalyzerPool, PoolResult } from '../pool/index.ts';

/** An analysis that does its work when it is asked, file by file. */
export function createLocalAnalysis(options: AnalyzerOptions, readsDocuments = false): AnalyzerPool {
  const analyzer = createAnalyzer(options);
  return {
    threads: 0,
    readsDocuments,
    run: async (batch) => {
      if (!readsDocuments) return batch.map(({ bytes, hint, known }) => analyzer.analyze(bytes, hint, known));
      const results: PoolResult[] = [];
      for (const item of batch) results.push(await analyzeWithDocuments(analyzer, item));
      return results;
    },
    runStream: (chunks, hint) => analyzeStream(chunks, hint, analyzer.analyzeWindow),
    close: async () => {},
  };
}
