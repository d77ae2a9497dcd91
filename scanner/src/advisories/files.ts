// Reads files of advisories from an archive, a folder or a single file.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { DEFAULT_ARCHIVE_LIMITS, type SourceFile, sourceFiles } from '../archives/index.ts';
import type { AdvisoryItem } from './advisory.ts';
import { MOST_DOCUMENT_BYTES, mayHoldAdvisories } from './readers.ts';

export type AdvisoryFile =
  | SourceFile
  /** Advisories from a bundle, which are already read. */
  | { type: 'items'; items: AdvisoryItem[] };

export interface FilesOptions {
  temporaryFolder: string;
  signal?: AbortSignal;
}

/** Half a million advisories of a few kilobytes each are far below these limits. */
const LIMITS = {
  ...DEFAULT_ARCHIVE_LIMITS,
  totalBytes: 40e9,
  entryBytes: MOST_DOCUMENT_BYTES,
  deadlineMs: 2 * 60 * 60_000,
};

/** Archives inside the folder are read too, because a mirror of OSV is a folder of all.zip files. */
export function advisoryFiles(path: string, { temporaryFolder, signal }: FilesOptions): AsyncGenerator<AdvisoryFile> {
  return sourceFiles(path, {
    temporaryFolder,
    signal,
    wants: mayHoldAdvisories,
    mostBytes: MOST_DOCUMENT_BYTES,
    limits: LIMITS,
    readsArchivesOfFolder: true,
  });
}

/** The version of the readers. If it changes, all records are read again. */
const READER_VERSION = 5;

/** A digest of the bytes of one document and of how it is read. */
export function documentDigest(bytes: Uint8Array): string {
  return createHash('sha256').update(`readers ${READER_VERSION}\n`).update(bytes).digest('hex');
}

/** A digest of one file and of how it is read; undefined for folders, whose files are compared one by one. */
export async function fingerprintOf(path: string): Promise<string | undefined> {
  const found = await stat(path).catch(() => undefined);
  if (!found?.isFile()) return undefined;
  const digest = createHash('sha256').update(`readers ${READER_VERSION}\n`);
  for await (const chunk of createReadStream(path)) digest.update(chunk as Buffer);
  return digest.digest('hex');
}
