// Adds the custom licenses to a license index in a thread, because hundreds of them would block all requests of the process for seconds.

import { parentPort, workerData } from 'node:worker_threads';
import { type ExtraLicense, extendLicenseIndex, loadLicenseIndex } from '@assay/scanner/licenses';
import { giveWay } from '@assay/scanner/thread-priority';
import type { IndexMessage } from './license-index.ts';

giveWay();

const { buffer, extras } = workerData as { buffer: SharedArrayBuffer; extras: ExtraLicense[] };

function answer(): IndexMessage {
  try {
    return { buffer: extendLicenseIndex(loadLicenseIndex(buffer), extras).buffer };
  } catch (error) {
    return { failure: (error as Error).message };
  }
}

parentPort?.postMessage(answer());
