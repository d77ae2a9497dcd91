// Compiles license rules in a thread, because tens of thousands of rules would block all requests of the process for seconds.

import { parentPort, workerData } from 'node:worker_threads';
import { importLicenseRules } from '@assay/scanner/licenses';
import { giveWay } from '@assay/scanner/thread-priority';

giveWay();

const { source, out } = workerData as { source: string; out: string };

try {
  const result = await importLicenseRules(source, out, (progress) => parentPort?.postMessage({ progress }));
  parentPort?.postMessage({ result });
} catch (error) {
  const { message, cause } = error as Error;
  const { code, path } = (cause ?? error) as NodeJS.ErrnoException;
  // Code and path distinguish a disk that cannot be written from rules that cannot be read.
  parentPort?.postMessage({ failure: { message, code, path } });
}
