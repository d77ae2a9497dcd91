// How a command with commands of its own ends.
import type { CommandIo } from './command-io.ts';
import { UsageError } from './options.ts';
import { ReaderGone } from './output.ts';
import { printable } from './printable.ts';

/**
 * Runs a command and says why it failed. Returns the exit code: that of `run`; 0 when nobody reads any more, 130 when it was interrupted, 2 for wrong
 * arguments, else 1.
 * @param name as people type it: "assay scm list"
 */
export async function endingOf(name: string, io: CommandIo, run: () => Promise<number>): Promise<number> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof ReaderGone) return 0;
    if (io.signal?.aborted) {
      io.stderr.write(`${printable(name)}: interrupted.\n`);
      return 130;
    }
    io.stderr.write(`${printable(name)}: ${error instanceof Error ? error.message : String(error)}\n`);
    return error instanceof UsageError ? 2 : 1;
  }
}
