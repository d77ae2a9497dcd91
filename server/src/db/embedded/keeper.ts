// Starts a program of PostgreSQL so that it does not outlive this process and does not get the signals of its terminal. Ctrl-C reaches every process of
// a terminal's group: the database would end before the server that uses it. So the program gets a session of its own, and signals only through a shell
// that reads their names from a pipe. The pipe ends with this process, however it ends, and then the shell stops the program.
import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';

/** The name of the shell in lists of processes. */
export const KEEPER = 'assay-database-keeper';

/** After the end of the pipe: a fast shutdown; after 20 seconds the program ends at once and the next start recovers. */
const SCRIPT = `
exec 3<&0 </dev/null
"$@" 3<&- & child=$!
{
  while read -r signal; do kill -s "$signal" $child; done
  kill -s INT $child
  for second in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do sleep 1; kill -0 $child || exit; done
  kill -s QUIT $child
} <&3 3<&- >/dev/null 2>&1 & keeper=$!
exec 3<&-
wait $child; status=$?
kill -s KILL $keeper 2>/dev/null
exit $status`;

export interface KeptProgram {
  /** The shell: it ends after the program, with its status. */
  child: ChildProcess;
  signal(name: 'INT' | 'QUIT'): void;
}

export function startKept(program: string, args: readonly string[], options: SpawnOptions): KeptProgram {
  const child = spawn('/bin/sh', ['-c', SCRIPT, KEEPER, program, ...args], {
    ...options,
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: true,
  });
  // The program has ended, and its shell with it; the caller learns that from `exit`.
  child.stdin?.on('error', () => undefined);
  return { child, signal: (name) => void child.stdin?.write(`${name}\n`) };
}
