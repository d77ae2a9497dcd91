// What a file that people send holds: its SBOMs, and what else was in it.
import type { ReadSbom } from './model.ts';

export interface SentSbom {
  /** Path in the archive, or the name of the file. */
  path: string;
  sbom: ReadSbom;
}

export interface SentSboms {
  sboms: SentSbom[];
  /** Other files of an archive, each with a sentence. */
  leftOut: { path: string; why: string }[];
}

export interface FileOptions {
  /** Refuses documents that the published schema of their version does not allow. */
  isStrict?: boolean;
  /** The name under which the file was sent. */
  name: string;
  /** A folder for the parts of archives; must exist. */
  temporaryFolder: string;
  signal?: AbortSignal;
}
