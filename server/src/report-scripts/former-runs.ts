// Ends runs of scripts of killed servers. Each run leaves a note about its server beside its workplace, where the script cannot write. A starting
// server ends the runs of dead servers on its machine. A script may have cleared its environment and left its process group, so if it had its own
// user, all processes of that user are ended.
import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endFormerRun, endMarked } from './processes.ts';

export const WORKPLACE_PREFIX = 'assay-report-';
const NOTE = 'run.json';

interface RunNote {
  /** Process id of the server. */
  pid: number;
  /**
   * Start time of the server in ticks of the system, because another program may have its process id by now. Undefined if the system does not state
   * it.
   */
  began: string | undefined;
  /** The user of the script; undefined if it runs as the server's own user. */
  user: number | undefined;
  mark: string;
}

export async function noteRun(workplace: string, run: Pick<RunNote, 'user' | 'mark'>): Promise<void> {
  const note: RunNote = { pid: process.pid, began: beginOf(process.pid), ...run };
  await writeFile(join(workplace, NOTE), JSON.stringify(note), { mode: 0o600 });
}

/** Ends the processes of runs whose server is dead, and removes their folders. Returns the number of runs. */
export async function endRunsOfDeadServers(): Promise<number> {
  const notes = notesOnThisMachine();
  const living = new Set(notes.filter(({ note }) => isAlive(note)).map(({ note }) => note.user));
  const dead = notes.filter(({ note }) => !isAlive(note));
  for (const { folder, note } of dead) {
    // Spares a user that a living server has given to one of its runs.
    if (note.user !== undefined && process.getuid?.() === 0 && !living.has(note.user)) await endFormerRun(note.user);
    await endMarked(note.mark);
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
  return dead.length;
}

/** Users of the runs of living servers on this machine. */
export function usersInUse(): Set<number> {
  return new Set(
    notesOnThisMachine().flatMap(({ note }) => (note.user !== undefined && isAlive(note) ? [note.user] : [])),
  );
}

function notesOnThisMachine(): { folder: string; note: RunNote }[] {
  return readdirSync(tmpdir()).flatMap((name) => {
    if (!name.startsWith(WORKPLACE_PREFIX)) return [];
    const folder = join(tmpdir(), name);
    const note = readNote(folder);
    return note ? [{ folder, note }] : [];
  });
}

/** Reads notes only in folders of this server's own user, because everybody may create folders there. */
function readNote(folder: string): RunNote | undefined {
  try {
    const own = process.getuid?.();
    if (lstatSync(folder).uid !== own || lstatSync(join(folder, NOTE)).uid !== own) return undefined;
    const note = JSON.parse(readFileSync(join(folder, NOTE), 'utf8')) as RunNote;
    return Number.isInteger(note.pid) && typeof note.mark === 'string' && note.mark !== '' ? note : undefined;
  } catch {
    return undefined;
  }
}

function isAlive({ pid, began }: RunNote): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // The process id belongs to a process of another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM' && began === beginOf(pid);
  }
  return began === beginOf(pid);
}

/** It is the twentieth field after the name, which may contain anything. */
function beginOf(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
  } catch {
    return undefined;
  }
}
