// The streams and the signal of a command.
import type { Writable } from 'node:stream';

export interface CommandIo {
  stdout: Writable;
  stderr: Writable;
  /** Interrupts the command; it cleans up and answers 130. */
  signal?: AbortSignal;
}
