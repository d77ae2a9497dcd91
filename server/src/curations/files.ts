// Yields the YAML files of a path, which is a file, an archive or a folder.
import { open, readdir, readFile, stat } from 'node:fs/promises';
import { basename, join, relative, sep } from 'node:path';
import { archiveFormatOf, DEFAULT_ARCHIVE_LIMITS, readArchive } from '@assay/scanner/archives';
import { type CurationIssue, MOST_FILE_BYTES } from './read.ts';

export type CuratedFile =
  | { type: 'file'; path: string; bytes: Uint8Array }
  | { type: 'issue'; issue: CurationIssue }
  | { type: 'problem'; message: string };

interface FilesOptions {
  temporaryFolder: string;
  signal?: AbortSignal;
}

const LIMITS = { ...DEFAULT_ARCHIVE_LIMITS, entryBytes: MOST_FILE_BYTES };
const YAML = /\.ya?ml$/i;

export async function* curatedFiles(path: string, options: FilesOptions): AsyncGenerator<CuratedFile> {
  const found = await stat(path).catch(() => undefined);
  if (found === undefined) yield { type: 'problem', message: `There is no file or folder ${path}.` };
  else if (found.isDirectory()) yield* filesOfFolder(path, options);
  else if (await isArchive(path)) yield* filesOfArchive(path, options);
  else if (found.size > MOST_FILE_BYTES)
    yield { type: 'problem', message: `The file has ${found.size} bytes; at most ${MOST_FILE_BYTES} are read.` };
  else yield { type: 'file', path: basename(path), bytes: await readFile(path) };
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

async function* filesOfFolder(root: string, { signal }: FilesOptions): AsyncGenerator<CuratedFile> {
  const waiting = [root];
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    const entries = (await readdir(folder, { withFileTypes: true })).sort((a, b) => (a.name < b.name ? 1 : -1));
    for (const entry of entries) {
      signal?.throwIfAborted();
      const path = join(folder, entry.name);
      if (entry.isDirectory() && !entry.name.startsWith('.')) waiting.push(path);
      // Skip links: they may lead anywhere.
      if (!entry.isFile() || !YAML.test(entry.name)) continue;
      yield { type: 'file', path: relative(root, path).split(sep).join('/'), bytes: await readFile(path) };
    }
  }
}

async function* filesOfArchive(path: string, { temporaryFolder, signal }: FilesOptions): AsyncGenerator<CuratedFile> {
  const items = readArchive(path, {
    limits: LIMITS,
    expansion: 'none',
    archiveDirSuffix: '',
    deleteArchiveAfterExpand: true,
    temporaryFolder,
    ...(signal ? { signal } : {}),
  });
  for await (const item of items) {
    if (item.type === 'issue') yield { type: 'issue', issue: { path: item.issue.path, message: item.issue.message } };
    else if (item.type === 'end') {
      if (!item.isComplete) yield { type: 'problem', message: item.reason ?? 'The archive is damaged.' };
    } else if (item.type === 'file') {
      if (YAML.test(item.path)) yield { type: 'file', path: item.path, bytes: item.bytes };
    } else {
      // The archive reader streams it, so it is larger than any file of curations.
      for await (const _ of item.stream) signal?.throwIfAborted();
      if (YAML.test(item.path))
        yield {
          type: 'issue',
          issue: { path: item.path, message: `The file has ${item.sizeBytes ?? 'too many'} bytes; it was left out.` },
        };
    }
  }
}
