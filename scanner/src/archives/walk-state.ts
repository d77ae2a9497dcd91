// What is known while an archive is walked, and what its caller asked for.
import type { DescribedImage } from './images/described.ts';
import type { Budget, Level } from './limits.ts';
import type { ArchiveFormat, ArchiveLimits } from './member.ts';
import type { SeenPaths } from './seen-paths.ts';
import type { ArchiveSource } from './source.ts';

export interface ReadArchiveOptions {
  limits: ArchiveLimits;
  /** How archives inside the uploaded one are treated: kept as files, expanded when they lie directly in it, or expanded at every depth. */
  expansion: 'none' | 'first-level' | 'recursive';
  /** An inner archive `a/b.zip` is expanded into the folder `a/b.zip` + this. */
  archiveDirSuffix: string;
  /** True when an inner archive that was expanded without loss is not delivered as a file too. */
  deleteArchiveAfterExpand: boolean;
  /** What the archive is called, where its file has another name: a file that is only packed gets its name from it. */
  name?: string;
  /** A folder for the spools of large inner archives. Must exist. */
  temporaryFolder: string;
  /**
   * Told of each container image that is read as the files it has, not as the layers that make them. `folder` is the folder of its files in the code
   * base; '' for the root.
   */
  onImage?(folder: string, image: DescribedImage): void;
  /** Container images are read as the archives that they are, for readers that look for documents beside the layers. */
  keepsImages?: boolean;
  signal?: AbortSignal;
}

export interface ArchiveWalk {
  options: ReadArchiveOptions;
  /** The source for sentences: "The uploaded archive". */
  what: string;
  budget: Budget;
  seen: SeenPaths;
  signal: AbortSignal;
}

/** How the reading of one archive ended. */
export interface Outcome {
  /** Read to the end with every entry sound. */
  isComplete: boolean;
  reason: string;
  /** True when some of its content was not delivered. */
  hasLoss: boolean;
}

export interface OpenArchive {
  /** Undefined for entries that no archive holds. */
  source: ArchiveSource | undefined;
  format: ArchiveFormat;
  /** Folder that receives its entries; '' for the uploaded archive. */
  folder: string;
  /** Its own path in the code base; '' for the uploaded archive. */
  path: string;
  level: Level;
  /** How the name contradicts the bytes. Used in the message if the archive cannot be read. */
  mismatch: string | undefined;
  /** True for the archive that holds the files of a Linux package: see `isLayerOfPackage`. */
  isLayer: boolean;
}
