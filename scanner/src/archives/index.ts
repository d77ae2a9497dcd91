// Archives as streams of (path, bytes): the public face of the family. Nothing is ever written under a name from an archive.
export { type Entries, readEntries } from './entries.ts';
export { archiveFormatOf, describeMismatch, KNOWN_ARCHIVES } from './formats.ts';
export { DEFAULT_ARCHIVE_LIMITS } from './limits.ts';
export {
  type ArchiveFormat,
  type ArchiveItem,
  type ArchiveLimits,
  EntryFault,
  type RawItem,
  type ReadContext,
  type StoredItem,
} from './member.ts';
export { type PathOptions, type SafePath, safePath } from './paths.ts';
export { type SourceFile, sourceFiles } from './source-files.ts';
export { judgeUploaded } from './uploaded.ts';
export { type ReadArchiveOptions, readArchive } from './walk.ts';
