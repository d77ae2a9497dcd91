// Reads a file of advisories in the thread. Apart from the import of advisories, because rooms do not import each other in a circle.
import type { ReadAdvisories } from '@assay/scanner/advisories';
import { DataRefused, IssueList } from '../document.ts';
import { readSent } from './index.ts';

/** A file that cannot be read because it has too many values is left out, like one of no known format. */
export async function readAdvisoryFile(path: string, bytes: Uint8Array, signal: AbortSignal): Promise<ReadAdvisories> {
  try {
    const task = { kind: 'advisories', path, bytes: new Uint8Array(bytes).buffer } as const;
    return await readSent(task, new IssueList(), { signal });
  } catch (error) {
    if (!(error instanceof DataRefused)) throw error;
    return { member: '', findings: [], issues: [{ code: 'bad-advisory', path, message: error.message }] };
  }
}
