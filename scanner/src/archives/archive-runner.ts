// Reads an archive from bytes for tests, in a folder of its own, and returns the result in a form that is easily compared.
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Issue } from '../findings.ts';
import { DEFAULT_ARCHIVE_LIMITS, type ReadArchiveOptions, readArchive } from './index.ts';
import type { ArchiveLimits } from './member.ts';

export interface ReadResult {
  /** Content as Latin-1 text by path, later duplicates over earlier ones; of long content only the length. */
  files: Record<string, string>;
  /** Every delivered path in order. */
  paths: string[];
  issues: Issue[];
  codes: string[];
  isComplete: boolean | undefined;
  reason: string | undefined;
  /** Streams that failed. */
  failed: string[];
  /** Items after `end`, and files left in the temporary folder: both must be none. */
  leftOver: string[];
}

export interface RunOptions extends Partial<Omit<ReadArchiveOptions, 'limits'>> {
  limits?: Partial<ArchiveLimits>;
  /** False to request the next item without having read a stream. */
  isDraining?: boolean;
}

const MAX_SHOWN = 200;

export async function readBytes(name: string, bytes: Uint8Array, options: RunOptions = {}): Promise<ReadResult> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-archive-'));
  const temporaryFolder = mkdtempSync(join(tmpdir(), 'assay-spool-'));
  try {
    const file = join(folder, name);
    writeFileSync(file, bytes);
    return await collect(file, temporaryFolder, options);
  } finally {
    rmSync(folder, { recursive: true });
    rmSync(temporaryFolder, { recursive: true });
  }
}

async function collect(
  file: string,
  temporaryFolder: string,
  { isDraining = true, limits, ...options }: RunOptions,
): Promise<ReadResult> {
  const result: ReadResult = {
    files: {},
    paths: [],
    issues: [],
    codes: [],
    isComplete: undefined,
    reason: undefined,
    failed: [],
    leftOver: [],
  };
  const items = readArchive(file, {
    expansion: 'none',
    archiveDirSuffix: '_',
    deleteArchiveAfterExpand: false,
    temporaryFolder,
    limits: { ...DEFAULT_ARCHIVE_LIMITS, ...limits },
    ...options,
  });
  for await (const item of items) {
    if (result.isComplete !== undefined) result.leftOver.push(item.type);
    if (item.type === 'end') {
      result.isComplete = item.isComplete;
      result.reason = item.reason;
    } else if (item.type === 'issue') {
      result.issues.push(item.issue);
      result.codes.push(item.issue.code);
    } else {
      result.paths.push(item.path);
      if (item.type === 'file') result.files[item.path] = shown(item.bytes);
      else if (isDraining) await drain(item.path, item.stream, result);
    }
  }
  result.leftOver.push(...readdirSync(temporaryFolder));
  return result;
}

async function drain(path: string, stream: AsyncIterable<Uint8Array>, result: ReadResult): Promise<void> {
  try {
    let length = 0;
    for await (const chunk of stream) length += chunk.length;
    result.files[path] = `(${length} bytes)`;
  } catch {
    result.failed.push(path);
  }
}

function shown(bytes: Uint8Array): string {
  return bytes.length > MAX_SHOWN ? `(${bytes.length} bytes)` : Buffer.from(bytes).toString('latin1');
}
