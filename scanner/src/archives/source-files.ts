// Reads the files of a source that a user names: a folder, an archive, or one file. For readers of collections, such as
// advisories and curations. Nothing is written to disk under a name from an archive.
import { open, readdir, readFile, stat } from 'node:fs/promises';
import { basename, join, relative, sep } from 'node:path';
import type { Issue } from '../findings.ts';
import { archiveFormatOf } from './formats.ts';
import type { ArchiveItem, ArchiveLimits } from './member.ts';
import { readArchive } from './walk.ts';

/** `end` is always the last item; its `problem` is '' if everything was read. */
export type SourceFile =
  | { type: 'file'; path: string; bytes: Uint8Array }
  | { type: 'issue'; issue: Issue }
  | { type: 'end'; problem: string };

interface SourceFilesOptions {
  temporaryFolder: string;
  signal?: AbortSignal | undefined;
  /** Which files of a folder or archive are read. If the source is a single file, it is always read. */
  wants(path: string): boolean;
  /** Larger files are reported and left out. */
  mostBytes: number;
  limits: ArchiveLimits;
  /** Whether archives inside the folder are read too. */
  readsArchivesOfFolder: boolean;
}

export async function* sourceFiles(path: string, options: SourceFilesOptions): AsyncGenerator<SourceFile> {
  const found = await stat(path).catch(() => undefined);
  if (found === undefined) return yield { type: 'end', problem: `There is no file or folder ${path}.` };
  if (found.isDirectory()) yield* filesOfFolder(path, options);
  else if (await isArchive(path)) yield* filesOfArchive(path, options);
  else if (found.size > options.mostBytes)
    yield { type: 'end', problem: `The file has ${found.size} bytes; at most ${options.mostBytes} are read.` };
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

async function* filesOfFolder(root: string, options: SourceFilesOptions): AsyncGenerator<SourceFile> {
  const problems: string[] = [];
  const waiting = [root];
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    const entries = (await readdir(folder, { withFileTypes: true })).sort((a, b) => (a.name < b.name ? 1 : -1));
    for (const entry of entries) {
      options.signal?.throwIfAborted();
      const path = join(folder, entry.name);
      const shown = relative(root, path).split(sep).join('/');
      if (entry.isDirectory() && !entry.name.startsWith('.')) waiting.push(path);
      // Links are skipped, because they may lead to any place.
      if (!entry.isFile()) continue;
      if (options.readsArchivesOfFolder && /\.(zip|tgz|gz|xz|bz2|zst|tar)$/i.test(entry.name)) {
        for await (const file of filesOfArchive(path, options)) {
          if (file.type === 'end' && file.problem !== '') problems.push(`${shown}: ${file.problem}`);
          if (file.type !== 'end') yield file;
        }
      } else if (options.wants(shown)) {
        const { size } = await stat(path);
        if (size > options.mostBytes) yield tooLarge(shown, size, options);
        else yield { type: 'file', path: shown, bytes: await readFile(path) };
      }
    }
  }
  yield { type: 'end', problem: problems.join(' ') };
}

async function* filesOfArchive(path: string, options: SourceFilesOptions): AsyncGenerator<SourceFile> {
  const items = readArchive(path, {
    limits: options.limits,
    expansion: 'none',
    archiveDirSuffix: '',
    deleteArchiveAfterExpand: true,
    temporaryFolder: options.temporaryFolder,
    ...(options.signal ? { signal: options.signal } : {}),
  });
  for await (const item of items) {
    if (item.type === 'issue') yield { type: 'issue', issue: item.issue };
    else if (item.type === 'end')
      yield { type: 'end', problem: item.isComplete ? '' : (item.reason ?? 'The archive is damaged.') };
    else if (item.type === 'file') {
      if (!options.wants(item.path)) continue;
      if (item.bytes.length > options.mostBytes) yield tooLarge(item.path, item.bytes.length, options);
      else yield { type: 'file', path: item.path, bytes: item.bytes };
    } else yield* fileOfStream(item, options);
  }
}

/** The stream is always read to its end, because the next entry of the archive follows it. */
async function* fileOfStream(
  { path, stream }: Extract<ArchiveItem, { type: 'stream' }>,
  options: SourceFilesOptions,
): AsyncGenerator<SourceFile> {
  const isWanted = options.wants(path);
  let chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    options.signal?.throwIfAborted();
    size += (chunk as Buffer).length;
    if (!isWanted || size > options.mostBytes) chunks = [];
    else chunks.push(chunk as Buffer);
  }
  if (!isWanted) return;
  if (size > options.mostBytes) yield tooLarge(path, size, options);
  else yield { type: 'file', path, bytes: Buffer.concat(chunks) };
}

function tooLarge(path: string, size: number, { mostBytes }: SourceFilesOptions): SourceFile {
  const message = `The file has ${size} bytes; at most ${mostBytes} are read, so it was left out.`;
  return { type: 'issue', issue: { code: 'limit-exceeded', path, message } };
}
