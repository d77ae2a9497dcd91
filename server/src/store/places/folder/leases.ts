// Who is alive among the processes that share a store folder: one lease file per store instance, `<owner>.json`.
// On the same machine the process table answers, at once and for certain, also after kill -9. Of another machine or container, whose
// process ids mean nothing here, only the heartbeat tells: the lease's modification time, by the clock of the file system.

import { readFileSync, readlinkSync } from 'node:fs';
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { ignoreMissing } from '../../../missing-files.ts';
import { processStart } from '../../process-start.ts';
import type { OwnerState } from '../place.ts';

const HEARTBEAT_MS = 5 * 60_000;
/** A day without a heartbeat, though one is due every five minutes. Waiting costs only the space of the garbage. */
const STALE_MS = 24 * 60 * 60_000;
const SUFFIX = '.json';

interface Lease {
  /** Where process ids of this lease have a meaning: a machine since its last start, and there a process namespace. */
  processTable: string;
  pid: number;
  /** '' where the system does not tell. */
  startedAt: string;
}

export interface Leases {
  takeLease(): Promise<void>;
  confirmLease(): Promise<void>;
  ownerState(owner: string): Promise<OwnerState>;
  endLease(owner: string): Promise<void>;
  owners(): Promise<string[]>;
  now(): Promise<number>;
  close(): Promise<void>;
}

export function folderLeases(folder: string, owner: string): Leases {
  const fileOf = (name: string) => join(folder, name + SUFFIX);
  const mine = fileOf(owner);
  const content = JSON.stringify(leaseOfThisProcess());
  let isLost = false;
  let taken: Promise<void> | undefined;
  let heartbeat: NodeJS.Timeout | undefined;

  /** Renews the lease and answers the file system's time. Who finds its lease gone or long out of date has lost it for good. */
  const renew = async () => {
    const before = await stat(mine).catch(ignoreMissing);
    // A write, not utimes: the time must be the file system's, not that of this machine. `r+` does not bring back a file that is gone.
    if (before && !isLost) await writeFile(mine, content, { flag: 'r+' }).catch(ignoreMissing);
    const after = before && (await stat(mine).catch(ignoreMissing));
    if (isLost || !before || !after || after.mtimeMs - before.mtimeMs > STALE_MS / 2) {
      isLost = true;
      throw new Error(`The lease ${mine} of this process is lost: it was suspended, and may have been taken for dead.`);
    }
    return after.mtimeMs;
  };
  const take = async () => {
    await writeFile(mine, content, { flag: 'wx', mode: 0o600 });
    // A lost lease is told by the next confirmLease; the heartbeat has nobody to tell.
    heartbeat = setInterval(() => renew().catch(() => undefined), HEARTBEAT_MS).unref();
  };
  const takeLease = () => {
    taken ??= take();
    return taken;
  };
  const now = async () => {
    await takeLease();
    return renew();
  };

  return {
    takeLease,
    async confirmLease() {
      await renew();
    },
    async ownerState(name) {
      if (name === owner) return 'alive';
      const state = stateOf(await readLease(fileOf(name)));
      if (state !== 'unknown') return state;
      const facts = await stat(fileOf(name)).catch(ignoreMissing);
      if (!facts) return 'dead';
      return (await now()) - facts.mtimeMs > STALE_MS ? 'dead' : 'unknown';
    },
    endLease: (name) => rm(fileOf(name), { force: true }),
    async owners() {
      const names = await readdir(folder);
      return names.filter((name) => name.endsWith(SUFFIX)).map((name) => name.slice(0, -SUFFIX.length));
    },
    now,
    async close() {
      clearInterval(heartbeat);
      await taken?.catch(() => undefined);
      if (taken) await rm(mine, { force: true });
    },
  };
}

/** undefined when there is no lease; a lease that cannot be read (its owner is just writing it) says nothing and so is `unknown`. */
async function readLease(file: string): Promise<Lease | 'unreadable' | undefined> {
  try {
    const lease = JSON.parse(await readFile(file, 'utf8')) as Lease;
    return Number.isSafeInteger(lease?.pid) && typeof lease.processTable === 'string' ? lease : 'unreadable';
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? undefined : 'unreadable';
  }
}

function stateOf(lease: Lease | 'unreadable' | undefined): OwnerState {
  if (lease === undefined) return 'dead';
  if (lease === 'unreadable' || lease.processTable !== processTable()) return 'unknown';
  if (!isProcess(lease.pid)) return 'dead';
  const startedAt = processStart(lease.pid);
  // A process whose start is hidden may be it, or another with its id: not certain.
  if (startedAt === undefined || lease.startedAt === '') return 'unknown';
  return startedAt === lease.startedAt ? 'alive' : 'dead';
}

function isProcess(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

function leaseOfThisProcess(): Lease {
  return { processTable: processTable(), pid: process.pid, startedAt: processStart(process.pid) ?? '' };
}

let knownTable: string | undefined;

function processTable(): string {
  knownTable ??= [hostname(), quietly(bootId), quietly(() => readlinkSync('/proc/self/ns/pid'))].join(' ');
  return knownTable;
}

function bootId(): string {
  return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
}

/** '' on systems without /proc, where the host name must do. */
function quietly(read: () => string): string {
  try {
    return read();
  } catch {
    return '';
  }
}
