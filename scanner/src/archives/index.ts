// Archives as streams of (path, bytes): the family's public face. Nothing is ever written under a name that an archive gives.
export { archiveFormatOf, describeMismatch, KNOWN_ARCHIVES } from './formats.ts';
export { DEFAULT_ARCHIVE_LIMITS } from './limits.ts';
export type { ArchiveFormat, ArchiveItem, ArchiveLimits } from './member.ts';
export { type PathOptions, type SafePath, safePath } from './paths.ts';
export { judgeUploaded } from './uploaded.ts';
export { type ReadArchiveOptions, readArchive } from './walk.ts';
