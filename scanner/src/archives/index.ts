// Archives as streams of (path, bytes): the public face of the family. Nothing is ever written under a name from an archive.
export { type Entries, readEntries } from './entries.ts';
export { archiveFormatOf, describeMismatch, KNOWN_ARCHIVES } from './formats.ts';
export { type ImageLayer, imageEntries, type LayerEntry } from './image-layers.ts';
export { tarHeader } from './image-tar-header.ts';
export { type AttachedDocument, attachedChecks, attachedKinds, attachedPlaces } from './images/attached.ts';
export { BASE_DIGEST, BASE_NAME, type Base, type BaseGround, baseGrounds, layersOfBase } from './images/base.ts';
export { type DescribedImage, type DescribedLayer, describedImage } from './images/described.ts';
export {
  chosenManifest,
  type Descriptor,
  isDigest,
  isLayerOfImage,
  MANIFEST_TYPES,
  type Manifest,
  MOST_CONFIG_BYTES,
  MOST_MANIFEST_BYTES,
  namedBlobs,
  type Platform,
  platformsText,
  platformText,
  readConfig,
  readIndexEntries,
  readManifest,
  readPlatform,
} from './images/manifest.ts';
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
export { type ArchiveSource, sourceOfFile } from './source.ts';
export { type SourceFile, sourceFiles } from './source-files.ts';
export { spool } from './spool.ts';
export { judgeUploaded } from './uploaded.ts';
export { readArchive } from './walk.ts';
export type { ReadArchiveOptions } from './walk-state.ts';
