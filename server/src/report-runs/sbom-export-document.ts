// Judges and signs a written SBOM. A large one is parsed and encoded in a thread, because it would stop every request of the process for seconds.
import type { KeyObject } from 'node:crypto';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import { checkDocument, checkedDocument, type QualityReport, signDsse, signJsf } from '@assay/scanner/sbom';

export interface SealTask {
  /** The document. */
  plain: string;
  /** The same facts in JSON, if the document has another form. */
  judged?: string;
  mediaType: string;
  /** Where the signed document goes; undefined for none. */
  signed?: { file: string; signature: 'jsf' | 'dsse'; key: KeyObject };
}

export type SealMessage = { quality: QualityReport } | { failure: string };

/** Parsing this much takes a few milliseconds; a thread takes longer to start. */
const LARGEST_HERE_BYTES = 128 * 1024;

export async function sealDocument(task: SealTask): Promise<QualityReport> {
  return (await stat(task.plain)).size > LARGEST_HERE_BYTES ? sealInThread(task) : sealHere(task);
}

export async function sealHere({ plain, judged, mediaType, signed }: SealTask): Promise<QualityReport> {
  const bytes = await readFile(plain);
  const json = judged === undefined ? bytes : await readFile(judged);
  const document: Record<string, unknown> = JSON.parse(json.toString());
  const read = checkedDocument(document);
  if (read === undefined) throw new Error('Our own document is not understood.');
  if (signed !== undefined) {
    const { file, signature, key } = signed;
    const [payloadType = mediaType] = mediaType.split(';');
    const content = signature === 'jsf' ? signJsf(document, key) : signDsse(bytes, payloadType, key);
    await writeFile(file, JSON.stringify(content), { mode: 0o600 });
  }
  return checkDocument(read);
}

export function sealInThread(task: SealTask): Promise<QualityReport> {
  const thread = new Worker(new URL('./sbom-export.thread.ts', import.meta.url), { workerData: task });
  return new Promise((resolve, reject) => {
    thread.once('error', reject);
    thread.once('exit', (code) => reject(new Error(`The thread that signs an SBOM ended with code ${code}.`)));
    thread.once('message', (message: SealMessage) => {
      if ('quality' in message) resolve(message.quality);
      else reject(new Error(message.failure));
    });
  });
}
