// How a scan reads its source, and what it gets from it.
import type { ArchiveItem, ArchiveLimits, DescribedImage } from '../archives/index.ts';
import type { FindKnownFacts, FolderItem, ListedItem } from '../walk/index.ts';

export interface SourceOptions {
  /** Called before a file is read. If it returns facts, the file is not read. Not called for manifests that other manifests name. */
  known: FindKnownFacts;
  /** How archives inside the source are treated. Default `none`: they are ordinary files. */
  expansion: 'none' | 'first-level' | 'recursive';
  /** An archive `a/b.zip` is expanded into the folder `a/b.zip` + this. Default ''. */
  archiveDirSuffix: string;
  /** True: an archive inside the source that was expanded without loss does not appear as a file. Default false. */
  deleteArchiveAfterExpand: boolean;
  archiveLimits: ArchiveLimits;
  /** Told of each container image of the source, with the folder of its files; '' if they are at the top. */
  onImage: (folder: string, image: DescribedImage) => void;
  /** A folder for the scan's own temporary files. Default: the system's. */
  temporaryFolder: string;
  signal: AbortSignal;
}

export type SourceItem = ListedItem | FolderItem | ArchiveItem;
