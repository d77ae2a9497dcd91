// What a thread of the pool runs. Piscina calls the default export with one batch at a time.
import { workerData } from 'node:worker_threads';
import { createAnalyzer } from '../analyze/index.ts';
import { analyzeWithDocuments } from '../documents/index.ts';
import { loadLicenseIndex } from '../licenses/index.ts';
import type { BatchAnswer, BatchMessage, ThreadData } from './messages.ts';
import { analyzeBatch, analyzeBatchInTurns } from './thread.ts';

const { licenseIndexBuffer, searchTerms, readsDocuments, timeLimitMs } = workerData as ThreadData;
const analyzer = createAnalyzer({ licenseIndex: loadLicenseIndex(licenseIndexBuffer), searchTerms, timeLimitMs });

export default function runBatch(batch: BatchMessage): BatchAnswer | Promise<BatchAnswer> {
  if (readsDocuments) return analyzeBatchInTurns(batch, (item) => analyzeWithDocuments(analyzer, item));
  return analyzeBatch(batch, ({ bytes, hint, known, window }) =>
    window ? analyzer.analyzeWindow(bytes, window) : analyzer.analyze(bytes, hint, known),
  );
}
