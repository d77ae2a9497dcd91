// The streams and the signal of a command.
import type { Readable, Writable } from 'node:stream';

export interface CommandIo {
  stdout: Writable;
  stderr: Writable;
  /** For commands that read a password. */
  stdin?: Readable;
  /** Interrupts the command; it cleans up and answers 130. */
  signal?: AbortSignal;
  /** Seconds since 1970 as text, from SOURCE_DATE_EPOCH: the time that documents state, so that the same input gives the same bytes. */
  sourceDate?: string | undefined;
  /** API token for a server, from ASSAY_TOKEN. */
  apiToken?: string | undefined;
  /** Fetches a package of a registry, if the program can. Throws a UsageError for what cannot be fetched. */
  fetchPackage?: FetchPackage;
  /** Password for a source control system, from ASSAY_SCM_PASSWORD. */
  scmPassword?: string | undefined;
}

export interface PackageRequest {
  purl: string;
  /** '' for the public one. */
  registry: string;
}

/** The archive of a package, whose digest is that which the registry states. */
export interface FetchedPackage {
  file: string;
  /** In canonical form. */
  purl: string;
  /** For people: where it came from, with its digest. */
  lines: string[];
  /** The sources lie in an archive inside the archive. */
  isNested: boolean;
  remove(): Promise<void>;
}

export type FetchPackage = (request: PackageRequest, signal: AbortSignal) => Promise<FetchedPackage>;
