// Files of advisories from wherever they lie: an archive, a folder, one file. Names from archives never become names on disk.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, readdir, readFile, stat } from 'node:fs/promises';
import { basename, join, relative, sep } from 'node:path';
import { archiveFormatOf, DEFAULT_ARCHIVE_LIMITS, readArchive } from '../archives/index.ts';
import type { Issue } from '../findings.ts';
import type { AdvisoryItem } from './advisory.ts';
import { MOST_DOCUMENT_BYTES, mayHoldAdvisories } from './readers.ts';

/** `end` is always the last one; `problem` is '' when all was read. */
export type AdvisoryFile =
  | { type: 'file'; path: string; bytes: Uint8Array }
  | { type: 'issue'; issue: Issue }
  /** What was read already, out of a bundle. */
  | { type: 'items'; items: AdvisoryItem[] }
  | { type: 'end'; problem: string };

export interface FilesOptions {
  temporaryFolder: string;
  signal?: AbortSignal;
}

/** Half a million advisories of a few kilobytes each lie far within these. */
const LIMITS = {
  ...DEFAULT_ARCHIVE_LIMITS,
  totalBytes: 40e9,
  entryBytes: MOST_DOCUMENT_BYTES,
  deadlineMs: 2 * 60 * 60_000,
};

export async function* advisoryFiles(path: string, options: FilesOptions): AsyncGenerator<AdvisoryFile> {
  const found = await stat(path).catch(() => undefined);
  if (found === undefined) return yield { type: 'end', problem: `There is no file or folder ${path}.` };
  if (found.isDirectory()) yield* filesOfFolder(path, options);
  else if (await isArchive(path)) yield* filesOfArchive(path, options);
  else if (found.size > MOST_DOCUMENT_BYTES)
    yield { type: 'end', problem: `The file has ${found.size} bytes, more than ${MOST_DOCUMENT_BYTES}.` };
  else {
    yield { type: 'file', path: basename(path), bytes: await readFile(path) };
    yield { type: 'end', problem: '' };
  }
}

async function isArchive(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const head = new Uint8Array(512);
    const { bytesRead } = await file.read(head, 0, 512, 0);
    return archiveFormatOf(basename(path), head.subarray(0, bytesRead)) !== undefined;
  } finally {
    await file.close();
  }
}

/** Archives that lie in the folder are read too: a mirror of OSV is a folder of all.zip files. */
async function* filesOfFolder(root: string, options: FilesOptions): AsyncGenerator<AdvisoryFile> {
  const problems: string[] = [];
  const waiting = [root];
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    const entries = (await readdir(folder, { withFileTypes: true })).sort((a, b) => (a.name < b.name ? 1 : -1));
    for (const entry of entries) {
      options.signal?.throwIfAborted();
      const path = join(folder, entry.name);
      const shown = relative(root, path).split(sep).join('/');
      if (entry.isDirectory() && !entry.name.startsWith('.')) waiting.push(path);
      // Links are passed over: they may lead anywhere.
      if (!entry.isFile()) continue;
      if (/\.(zip|tgz|gz|xz|bz2|zst|tar)$/i.test(entry.name)) {
        for await (const file of filesOfArchive(path, options)) {
          if (file.type === 'end' && file.problem !== '') problems.push(`${shown}: ${file.problem}`);
          if (file.type !== 'end') yield file;
        }
      } else if (mayHoldAdvisories(shown)) {
        if ((await stat(path)).size > MOST_DOCUMENT_BYTES)
          yield {
            type: 'issue',
            issue: {
              code: 'limit-exceeded',
              path: shown,
              message: 'The file is too large for advisories; it was left out.',
            },
          };
        else yield { type: 'file', path: shown, bytes: await readFile(path) };
      }
    }
  }
  yield { type: 'end', problem: problems.join(' ') };
}

async function* filesOfArchive(path: string, { temporaryFolder, signal }: FilesOptions): AsyncGenerator<AdvisoryFile> {
  const items = readArchive(path, {
    limits: LIMITS,
    expansion: 'none',
    archiveDirSuffix: '',
    deleteArchiveAfterExpand: true,
    temporaryFolder,
    ...(signal ? { signal } : {}),
  });
  for await (const item of items) {
    if (item.type === 'issue') yield { type: 'issue', issue: item.issue };
    else if (item.type === 'end')
      yield { type: 'end', problem: item.isComplete ? '' : (item.reason ?? 'The archive is damaged.') };
    else if (item.type === 'file') {
      if (mayHoldAdvisories(item.path)) yield { type: 'file', path: item.path, bytes: item.bytes };
    } else {
      const chunks: Buffer[] = [];
      for await (const chunk of item.stream) chunks.push(chunk as Buffer);
      if (mayHoldAdvisories(item.path)) yield { type: 'file', path: item.path, bytes: Buffer.concat(chunks) };
    }
  }
}

/** Of the way records are read: another one reads everything anew. */
const READER_VERSION = 2;

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
