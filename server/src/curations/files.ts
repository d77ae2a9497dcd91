// Yields the YAML files of a path, which is a file, an archive or a folder.
import { DEFAULT_ARCHIVE_LIMITS, type SourceFile, sourceFiles } from '@assay/scanner/archives';
import { MOST_FILE_BYTES } from './read.ts';

const LIMITS = { ...DEFAULT_ARCHIVE_LIMITS, entryBytes: MOST_FILE_BYTES };

export function curatedFiles(
  path: string,
  { temporaryFolder, signal }: { temporaryFolder: string; signal?: AbortSignal },
): AsyncGenerator<SourceFile> {
  return sourceFiles(path, {
    temporaryFolder,
    signal,
    wants: (file) => /\.ya?ml$/i.test(file),
    mostBytes: MOST_FILE_BYTES,
    limits: LIMITS,
    readsArchivesOfFolder: false,
  });
}
