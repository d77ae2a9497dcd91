// The license index of the current rules and the library's custom licenses. Extending an index takes half a second and more, so a thread does it, and
// the last index is cached. The version of facts and the threads of the analysis use the same index.

import { Worker } from 'node:worker_threads';
import { firstOf } from '@assay/scanner/items';
import {
  detectLicenses,
  type ExtraLicense,
  type LicenseIndex,
  LicenseIndexFault,
  loadLicenseIndex,
} from '@assay/scanner/licenses';
import { AppError } from '../../errors.ts';
import { CorruptBlob } from '../../store/index.ts';

export interface IndexSource {
  /** Reads the imported index; undefined for the built-in one. */
  readImported: (() => Promise<LicenseIndex>) | undefined;
  extras: ExtraLicense[];
  /** A text that changes whenever any of this changes. */
  digest: string;
}

export type IndexMessage = { buffer: SharedArrayBuffer } | { failure: string };

/** A license text may begin with title and copyright lines. */
const LINES_ABOVE = 8;
/** Years and names differ between copies. */
const LEAST_COVERAGE = 97;

let last: { digest: string; index: Promise<LicenseIndex> } | undefined;

export function indexOf(source: IndexSource): Promise<LicenseIndex> {
  if (last?.digest !== source.digest) {
    const entry = { digest: source.digest, index: makeIndex(source) };
    last = entry;
    // After a failure, the next caller tries again.
    entry.index.catch(() => {
      if (last === entry) last = undefined;
    });
  }
  return last.index;
}

async function makeIndex({ readImported, extras }: IndexSource): Promise<LicenseIndex> {
  const index = readImported ? await loadImported(readImported) : loadLicenseIndex();
  return extras.length === 0 ? index : loadLicenseIndex(await extended(index.buffer, extras));
}

async function loadImported(read: () => Promise<LicenseIndex>): Promise<LicenseIndex> {
  try {
    return await read();
  } catch (error) {
    throw error instanceof CorruptBlob || error instanceof LicenseIndexFault ? unusable(error) : error;
  }
}

/** Another version of the program may have compiled them, and not every archive is stored. */
const unusable = (cause: unknown): AppError =>
  new AppError('conflict', {
    message:
      'The imported license rules cannot be used: they were compiled by another version of this program, or their file is damaged. Import them again (POST /licenseRules/import), or return to the built-in ones (DELETE /licenseRules/import).',
    cause,
  });

function extended(buffer: SharedArrayBuffer, extras: ExtraLicense[]): Promise<SharedArrayBuffer> {
  const thread = new Worker(new URL('./license-index.thread.ts', import.meta.url), { workerData: { buffer, extras } });
  return new Promise((resolve, reject) => {
    thread.once('error', reject);
    thread.once('exit', (code) =>
      reject(new Error(`The thread that extends the license index ended with code ${code}.`)),
    );
    thread.once('message', (message: IndexMessage) => {
      if ('buffer' in message) resolve(message.buffer);
      else reject(new Error(message.failure));
    });
  });
}

/** The standard license with this text, without title and copyright lines; undefined if there is none, or if the text says more. */
export function standardLicenseOf(text: string): string | undefined {
  const { matches, spdx } = detectLicenses(loadLicenseIndex(), Buffer.from(text));
  const match = matches.at(-1);
  if (spdx.length !== 1 || match?.kind !== 'text' || match.coverage < LEAST_COVERAGE) return undefined;
  const lines = text.split('\n').flatMap((line, at) => (/[\p{L}\p{N}]/u.test(line) ? [at + 1] : []));
  const isWhole = match.endLine === lines.at(-1) && match.startLine <= firstOf(lines) + LINES_ABOVE;
  return isWhole ? match.expression : undefined;
}
