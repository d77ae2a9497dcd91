// What a source control system gives the family: its folder in code bases, and (in another file, loaded when it is needed) its work.
import type { RawItem, ReadContext } from '@assay/scanner/archives';
import type { App } from '../app.ts';
import type { ProjectImage } from '../db/scm/images.ts';
import type { SourceType } from '../domain/scm/scm-address.ts';
import type { ScmRevision } from '../domain/scm/scm-revision.ts';

export interface ScmMember {
  type: SourceType;
  /** For people. */
  name: string;
  /** The first part of the name of an instance's folder: `git` of `git.0`. */
  folder: string;
  load: () => Promise<ScmSystem>;
}

/** An instance with its password. */
export interface ScmTarget {
  projectId: number;
  instanceId: number;
  /** The folder of its code in the code base: `git.0`. */
  folder: string;
  url: string;
  userName: string;
  password: string;
  settings: Record<string, unknown>;
}

export interface ScmWork {
  app: App;
  target: ScmTarget;
  signal: AbortSignal;
  /** Revisions of the last good synchronisation. */
  before: readonly ScmRevision[];
  /** A line of the log. */
  say(code: string, message: string): void;
  progress(phase: string): Promise<void>;
}

/** What an instance asks for, brought to this server. It is not read before it is known to be new. */
export interface Brought {
  revisions: ScmRevision[];
  /** The entries, with names inside the instance's folder. */
  read(context: ReadContext): AsyncIterable<RawItem>;
  /** The container images that were read, with the folders of their files. */
  images?: readonly ProjectImage[];
  /** After reading: false if something was left out that another try may bring. */
  isComplete(): boolean;
  /** After the contents are in the store. */
  settle(): Promise<void>;
}

export interface ScmSystem {
  /** A round trip to the other server. Returns what was found, or throws an ScmError. */
  test(work: Omit<ScmWork, 'say' | 'progress' | 'before'>): Promise<string>;
  bring(work: ScmWork): Promise<Brought>;
}

/**
 * refused: not allowed by the rules of this server; unreachable: no connection; credentials: user, password or key not accepted; missing: the
 * repository is not there; revision: its branch, tag or commit is not; tooLarge: beyond a limit; program: the client program is absent or failed otherwise.
 */
export type ScmErrorCode = 'refused' | 'unreachable' | 'credentials' | 'missing' | 'revision' | 'tooLarge' | 'program';

/** Why a system could not be asked, in a sentence for people without passwords. */
export class ScmError extends Error {
  readonly code: ScmErrorCode;
  constructor(code: ScmErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'ScmError';
    this.code = code;
  }
}
