// Judges and signs a large SBOM beside the requests of the process.
import { parentPort, workerData } from 'node:worker_threads';
import { giveWay } from '@assay/scanner/thread-priority';
import { type SealMessage, type SealTask, sealHere } from './sbom-export-document.ts';

giveWay();

async function answer(): Promise<SealMessage> {
  try {
    return { quality: await sealHere(workerData as SealTask) };
  } catch (error) {
    return { failure: (error as Error).message };
  }
}

parentPort?.postMessage(await answer());
