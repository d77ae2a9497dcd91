// The start time of a process on this machine, which distinguishes it from a later one with the same id.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** The start time of a process, or undefined if no process has that id. */
export function processStart(pid: number): string | undefined {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return undefined;
  }
  try {
    // Field 22 of /proc/<pid>/stat, counted after the command name, which may contain blanks and brackets.
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' ? undefined : fields[19];
  } catch {
    return startFromPs(pid);
  }
}

function startFromPs(pid: number): string | undefined {
  try {
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim();
  } catch {
    return undefined;
  }
}
