// Reads a file of decisions that an option names.
import { readFile, stat } from 'node:fs/promises';
import { UsageError } from '../options.ts';
import { printable } from '../printable.ts';

const LARGEST_BYTES = 256 * 1024 * 1024;

/** Throws a UsageError with a sentence if there is no such file, or it is too large. */
export async function readDecisionFile(option: string, path: string): Promise<Buffer> {
  const found = await stat(path).catch(() => undefined);
  if (!found?.isFile()) throw new UsageError(`${option} must name a file; there is none at ${printable(path)}.`);
  if (found.size > LARGEST_BYTES)
    throw new UsageError(`${option}: ${printable(path)} has ${found.size} bytes; it may have ${LARGEST_BYTES}.`);
  return readFile(path);
}
