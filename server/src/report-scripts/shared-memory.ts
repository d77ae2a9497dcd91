// SysV shared memory, queues and semaphores that a run of a script left behind. They belong to no process, so they stay after the last one has ended. A
// run with its own namespace leaves none; this is for systems without namespaces, and for runs of killed servers.
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

const KINDS = [
  { file: 'shm', option: '-m', id: 'shmid', size: 'size' },
  { file: 'msg', option: '-q', id: 'msqid', size: 'cbytes' },
  { file: 'sem', option: '-s', id: 'semid', size: '' },
] as const;

export interface LeftBehind {
  objects: number;
  bytes: number;
}

interface SharedObject {
  option: string;
  id: string;
  bytes: number;
}

/** Those that the user owns or made. */
async function listOf(user: number): Promise<SharedObject[]> {
  const objects: SharedObject[] = [];
  for (const { file, option, id, size } of KINDS) {
    const text = await readFile(`/proc/sysvipc/${file}`, 'utf8').catch(() => '');
    const [head = '', ...lines] = text.trim().split('\n');
    const columns = head.trim().split(/\s+/);
    for (const line of lines) {
      const values = line.trim().split(/\s+/);
      const value = (name: string) => values[columns.indexOf(name)] ?? '';
      if (![value('uid'), value('cuid')].includes(String(user))) continue;
      objects.push({ option, id: value(id), bytes: size === '' ? 0 : Number(value(size)) });
    }
  }
  return objects;
}

export async function sharedBytesOf(user: number): Promise<number> {
  return (await listOf(user)).reduce((sum, { bytes }) => sum + bytes, 0);
}

/** Removes them. What cannot be removed is not counted. */
export async function removeSharedMemoryOf(user: number): Promise<LeftBehind> {
  const left: LeftBehind = { objects: 0, bytes: 0 };
  for (const { option, id, bytes } of await listOf(user)) {
    const isGone = await run('ipcrm', [option, id]).then(
      () => true,
      () => false,
    );
    if (!isGone) continue;
    left.objects++;
    left.bytes += bytes;
  }
  return left;
}
