// Processor time of other processes, in seconds: on a machine that others load it says more than the clock. Linux only, in hundredths of a second.
import { readFileSync } from 'node:fs';

/** Of all threads of a process, without its children. */
export function processorSeconds(pid: number): number {
  const [user = 0, system = 0] = times(pid);
  return user + system;
}

/** User and system time of the process, and the same of its children that are over. */
function times(pid: number | 'self'): number[] {
  // The name of the program, in brackets, may hold spaces.
  const afterName = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1) ?? '';
  return afterName
    .split(' ')
    .slice(11, 15)
    .map((ticks) => Number(ticks) / 100);
}
