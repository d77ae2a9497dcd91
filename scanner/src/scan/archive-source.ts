// Archives of a scan's source: the source itself, or files of its folder. Apart from source.ts, so that the readers of archives are loaded only for them.
import { closeSync, openSync, readSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { type ArchiveItem, archiveFormatOf, DEFAULT_ARCHIVE_LIMITS, readArchive } from '../archives/index.ts';
import type { FolderItem } from '../walk/index.ts';
import type { SourceItem, SourceOptions } from './source-options.ts';

const HEAD_BYTES = 512;

export function isArchive(file: string): boolean {
  const head = Buffer.alloc(HEAD_BYTES);
  let descriptor: number | undefined;
  try {
    descriptor = openSync(file, 'r');
    return archiveFormatOf(basename(file), head.subarray(0, readSync(descriptor, head))) !== undefined;
  } catch {
    // If it cannot be opened, reading its content gives the issue.
    return false;
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

function archiveOptions(options: Partial<SourceOptions>) {
  return {
    limits: options.archiveLimits ?? DEFAULT_ARCHIVE_LIMITS,
    expansion: options.expansion ?? 'none',
    archiveDirSuffix: options.archiveDirSuffix ?? '',
    deleteArchiveAfterExpand: options.deleteArchiveAfterExpand ?? false,
    temporaryFolder: options.temporaryFolder ?? tmpdir(),
    onImage: options.onImage,
    signal: options.signal,
  };
}

/** The contents of an archive. */
export const archiveItems = (source: string, options: Partial<SourceOptions>): AsyncIterable<SourceItem> =>
  readArchive(source, archiveOptions(options));

/** Expands archives of a folder in place; their contents appear below their own path. */
export async function* expandArchives(
  files: Iterable<FolderItem>,
  root: string,
  options: Partial<SourceOptions>,
): AsyncGenerator<SourceItem, void> {
  for (const item of files) {
    const isFile = item.type === 'file' || item.type === 'stream';
    const onDisk = isFile ? join(root, item.path) : '';
    if (!isFile || !isArchive(onDisk)) {
      yield item;
      continue;
    }
    let isSound = false;
    for await (const inner of readArchive(onDisk, innerOptions(options))) {
      if (inner.type === 'end') isSound = inner.isComplete;
      else yield below(item.path + (options.archiveDirSuffix ?? ''), inner);
    }
    if (!options.deleteArchiveAfterExpand || !isSound) yield item;
    else if (item.type === 'stream') item.stream.destroy();
  }
}

/** An archive in a folder is already the first level. */
function innerOptions(options: Partial<SourceOptions>) {
  return archiveOptions({ ...options, expansion: options.expansion === 'recursive' ? 'recursive' : 'none' });
}

function below(folder: string, item: Exclude<ArchiveItem, { type: 'end' }>): SourceItem {
  if (item.type !== 'issue') return { ...item, path: `${folder}/${item.path}` };
  const { issue } = item;
  return { type: 'issue', issue: { ...issue, path: issue.path === '' ? folder : `${folder}/${issue.path}` } };
}
