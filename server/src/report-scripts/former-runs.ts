// Runs whose server was killed: nobody has ended what they started. Each run leaves a note of its server beside its workplace, where the script cannot
// write; whoever starts on the machine ends the runs of servers that live no more. A script may have cleared its environment and left its group, so that where
// it had a user of its own, all of that user's processes are ended.
import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endFormerRun, endMarked } from './processes.ts';

export const WORKPLACE_PREFIX = 'assay-report-';
const NOTE = 'run.json';

interface RunNote {
  /** Of the server. */
  pid: number;
  /** When the server began, in the system's ticks: its number may be another program's by now. Undefined where the system does not tell. */
  began: string | undefined;
  /** Whom the script runs as; undefined: the server's own user. */
  user: number | undefined;
  mark: string;
}

export async function noteRun(workplace: string, run: Pick<RunNote, 'user' | 'mark'>): Promise<void> {
  const note: RunNote = { pid: process.pid, began: beginOf(process.pid), ...run };
  await writeFile(join(workplace, NOTE), JSON.stringify(note), { mode: 0o600 });
}

/** Ends the processes of dead servers' runs and removes what lies there. Returns how many runs there were. */
export async function endRunsOfDeadServers(): Promise<number> {
  const notes = notesOnThisMachine();
  const living = new Set(notes.filter(({ note }) => isAlive(note)).map(({ note }) => note.user));
  const dead = notes.filter(({ note }) => !isAlive(note));
  for (const { folder, note } of dead) {
    // A living server may have given the same user to a run of its own.
    if (note.user !== undefined && process.getuid?.() === 0 && !living.has(note.user)) await endFormerRun(note.user);
    await endMarked(note.mark);
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
  return dead.length;
}

/** Users that runs of living servers have now, on this machine. */
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

/** Only of folders of this server's own user: everybody may make folders there. */
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
    // Somebody else's process has the number.
    return (error as NodeJS.ErrnoException).code === 'EPERM' && began === beginOf(pid);
  }
  return began === beginOf(pid);
}

/** Behind the name, which may hold anything, the twentieth. */
function beginOf(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
  } catch {
    return undefined;
  }
}
