// What a thread of the pool runs. Piscina calls the default export with one batch at a time.
import { workerData } from 'node:worker_threads';
import { readHint } from '../analyze/hint.ts';
import { createAnalyzer } from '../analyze/index.ts';
import type { AnalysisItem, AnalysisResult } from '../analyze/item.ts';
import { itemAnalysis } from '../documents/index.ts';
import { loadLicenseIndex } from '../licenses/index.ts';
import { loadReader } from '../manifests/index.ts';
import type { ThreadData } from './messages.ts';
import { createBatchRunner } from './thread.ts';
import { giveWay } from './thread-priority.ts';

const { licenseIndexBuffer, searchTerms, libraries, readsDocuments, digestsEvidence, timeLimitMs, givesWay } =
  workerData as ThreadData;
if (givesWay) giveWay();
const analyzer = createAnalyzer({
  licenseIndex: loadLicenseIndex(licenseIndexBuffer),
  searchTerms,
  libraries,
  timeLimitMs,
  digestsEvidence,
});

const analyze = itemAnalysis(analyzer, readsDocuments);

/**
 * Loads the reader of a manifest by import(): the analyser would require() it, and Node 26 ends the whole process when a thread is ended meanwhile.
 */
function analyzeWithReader(item: AnalysisItem): AnalysisResult | Promise<AnalysisResult> {
  const loading = loadReader(readHint(item.hint).manifest);
  return loading === undefined ? analyze(item) : loading.then(() => analyze(item));
}

export default createBatchRunner(analyzeWithReader, readsDocuments);
