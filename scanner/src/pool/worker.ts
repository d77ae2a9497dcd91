// What a thread of the pool runs. Piscina calls the default export with one batch at a time.
import { workerData } from 'node:worker_threads';
import { createAnalyzer } from '../analyze/index.ts';
import { itemAnalysis } from '../documents/index.ts';
import { loadLicenseIndex } from '../licenses/index.ts';
import type { ThreadData } from './messages.ts';
import { createBatchRunner } from './thread.ts';
import { giveWay } from './thread-priority.ts';

const { licenseIndexBuffer, searchTerms, libraries, readsDocuments, timeLimitMs, givesWay } = workerData as ThreadData;
if (givesWay) giveWay();
const analyzer = createAnalyzer({
  licenseIndex: loadLicenseIndex(licenseIndexBuffer),
  searchTerms,
  libraries,
  timeLimitMs,
});

export default createBatchRunner(itemAnalysis(analyzer, readsDocuments), readsDocuments);
