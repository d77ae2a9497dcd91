// Lowers the priority of database sessions that work for jobs, where the database runs on this machine and is Assay's own (Linux only).
// Each session is a process. Without this, several jobs at once take the processors from the thread that answers requests.
import { writeFile } from 'node:fs/promises';
import { setPriority } from 'node:os';
import { setTimeout } from 'node:timers/promises';

/** Competing for one processor, such a session gets about a tenth of it. Without competition it runs at full speed. */
const NICENESS = 10;
const ATTEMPTS = 10;
const AGAIN_AFTER_MS = 200;

export async function lowerPriority(processId: number): Promise<void> {
  if (process.platform !== 'linux') return;
  try {
    setPriority(processId, NICENESS);
    await lowerGroup(processId);
  } catch {
    // The session may have ended, and some containers forbid changing priorities; the session works anyway.
  }
}

/**
 * A session of PostgreSQL is a session of the operating system too. Kernels with automatic groups (`sched_autogroup_enabled`) share processors between
 * such groups first and look at priorities only inside of one, so the group's own priority counts. It can be changed about ten times a second.
 */
async function lowerGroup(processId: number): Promise<void> {
  for (let attempt = 1; ; attempt++)
    try {
      return await writeFile(`/proc/${processId}/autogroup`, String(NICENESS), { flag: 'r+' });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN' || attempt === ATTEMPTS) throw error;
      await setTimeout(AGAIN_AFTER_MS, undefined, { ref: false });
    }
}
