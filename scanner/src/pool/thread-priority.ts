// Lowers the priority of background threads, so that the thread that answers requests runs first. On Linux every thread has its own
// priority.
import { readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';
import { basename } from 'node:path';
import { isMainThread } from 'node:worker_threads';

/** Competing for one processor, such a thread gets about a tenth of it. Without competition it runs at full speed. */
const NICENESS = 10;

/** Lowers the priority of the calling thread. Does nothing except on Linux, where a priority is not the whole process's. */
export function giveWay(): void {
  if (isMainThread || process.platform !== 'linux') return;
  try {
    setPriority(Number(basename(readlinkSync('/proc/thread-self'))), NICENESS);
  } catch {
    // Some containers have no /proc or forbid changing priorities; the thread works anyway.
  }
}
