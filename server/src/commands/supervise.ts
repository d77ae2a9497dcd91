// `assay serve`: runs the server in a process of its own, and starts it again when a fault has ended it. The server and this process end together: it
// gets the signals of a terminal from here only, and ends by itself when this process is killed. A wrong setting is not a fault: a server that never
// ran ends this process with its sentence and its exit status.
import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';

/** What the server reports to this process. `refused`: it cannot start with these settings. */
type ServerReport = 'running' | 'refused';

const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 60_000;
/** After this time without a fault, the next fault counts as the first. */
const SOUND_MS = 5 * 60_000;
const MOST_FAULTS = 10;

interface Supervision {
  /** Program and arguments of the server. */
  command: readonly string[];
  /** The first pause before a new start; each further one is twice as long. */
  pauseMs?: number;
}

interface End {
  code: number | null;
  signal: NodeJS.Signals | null;
  hasRun: boolean;
  isRefused: boolean;
}

/** Returns the exit status of the server. */
export async function superviseCommand({ command, pauseMs = FIRST_PAUSE_MS }: Supervision): Promise<number> {
  const stopping = new AbortController();
  let server: ChildProcess | undefined;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      stopping.abort();
      // A terminal that was closed is no reason for haste.
      server?.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal);
    });
  }
  let hasEverRun = false;
  for (let faults = 0; ; ) {
    const startedAt = performance.now();
    server = startServer(command);
    const end = await endOf(server);
    hasEverRun ||= end.hasRun;
    if (stopping.signal.aborted || end.code === 0 || end.isRefused) return end.code ?? 1;
    // The first start has said why it failed. A signal is no answer of the server, so it is tried again.
    if (!hasEverRun && end.signal === null) return end.code ?? 1;
    faults = performance.now() - startedAt > SOUND_MS ? 1 : faults + 1;
    const how = end.signal === null ? `with status ${end.code}` : `by ${end.signal}`;
    if (faults > MOST_FAULTS) {
      tell(`The server ended by itself (${how}), ${faults} times in a row. It is not started again.`);
      return end.code ?? 1;
    }
    const waitMs = Math.min(LONGEST_PAUSE_MS, pauseMs * 2 ** (faults - 1));
    tell(`The server ended by itself (${how}). It is started again in ${waitMs / 1000} s; its last lines say why.`);
    await pause(waitMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    if (stopping.signal.aborted) return 0;
  }
}

/** In a session of its own: Ctrl-C in a terminal would reach it a second time. */
function startServer([program = '', ...args]: readonly string[]): ChildProcess {
  return spawn(program, args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'], detached: true });
}

function endOf(server: ChildProcess): Promise<End> {
  let [hasRun, isRefused] = [false, false];
  server.on('message', (report: ServerReport) => {
    if (report === 'running') hasRun = true;
    if (report === 'refused') isRefused = true;
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.once('exit', (code, signal) => resolve({ code, signal, hasRun, isRefused }));
  });
}

function tell(sentence: string): void {
  process.stderr.write(`assay: ${sentence}\n`);
}

/** For the server: tells the supervisor, if there is one. */
export function reportToSupervisor(report: ServerReport): void {
  if (process.connected) process.send?.(report);
}

/** For the server: ends at once when its supervisor was killed, as if it had been killed itself. */
export function endWithSupervisor(): void {
  if (!process.connected) return;
  process.once('disconnect', () => process.exit(1));
  // The listener alone must not keep a stopped server alive.
  process.channel?.unref();
}
