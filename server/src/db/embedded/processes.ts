// The processes of an embedded database that a killed server left: finds them by their working folder, and ends them before a new database starts.
// Nothing here starts a database.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';

const STOP_TIMEOUT_MS = 20_000;
const POLL_MS = 20;

/** The process id in postmaster.pid, if that process lives and is the database of this folder. */
export function livingPostmaster(folder: string): number | undefined {
  const pid = writtenPid(folder);
  return pid !== undefined && isProcess(pid) && servesFolder(pid, folder) ? pid : undefined;
}

/** A killed server leaves its database running without a parent. Stops it, cleanly if it still answers. */
export async function stopOrphans(folder: string): Promise<void> {
  const pid = livingPostmaster(folder);
  if (pid !== undefined) await stop(pid, ['SIGINT', 'SIGQUIT', 'SIGKILL'], folder);
  // A killed database leaves sessions that end at their next step. They must not overlap with the next database.
  for (const session of processesOf(folder)) await stop(session, ['SIGQUIT', 'SIGKILL'], folder);
  await removeStaleLock(folder);
}

/**
 * PostgreSQL refuses to start if any living process has the id in postmaster.pid, even an unrelated one or an ended one that its parent has not
 * collected. If all processes can be inspected, the file is known to be stale and is removed.
 */
async function removeStaleLock(folder: string): Promise<void> {
  const pid = writtenPid(folder);
  if (pid === undefined || process.platform !== 'linux' || !isProcess(pid)) return;
  await rm(join(folder, 'postmaster.pid'), { force: true });
}

async function stop(pid: number, signals: NodeJS.Signals[], folder: string): Promise<void> {
  for (const signal of signals) {
    if (!servesFolder(pid, folder)) return;
    send(pid, signal);
    const deadline = performance.now() + STOP_TIMEOUT_MS;
    while (performance.now() < deadline) {
      if (!isProcess(pid) || !servesFolder(pid, folder)) return;
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
  }
  throw new Error(
    `A database process (${pid}) of an earlier server still runs on ${folder} and cannot be stopped. End it by hand.`,
  );
}

/** The process may just have ended by itself, which is fine. */
function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** All processes of the database, including sessions; none if the system does not list processes. */
function processesOf(folder: string): number[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => Number.isSafeInteger(pid) && servesFolder(pid, folder));
}

function writtenPid(folder: string): number | undefined {
  try {
    const pid = Number(readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')[0]);
    return Number.isSafeInteger(pid) && pid > 0 ? pid : undefined;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Also true for an ended process that its parent has not collected. */
function isProcess(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** A living process of PostgreSQL with this working folder. */
function servesFolder(pid: number, folder: string): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    if (!stat.includes('(postgres) ') || stat.includes(') Z ')) return false;
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(folder);
  } catch {
    if (process.platform === 'linux') return false;
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).includes(folder);
  }
}
