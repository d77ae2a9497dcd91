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
  /** Password for a source control system, from ASSAY_SCM_PASSWORD. */
  scmPassword?: string | undefined;
}
