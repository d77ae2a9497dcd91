// The living processes that share a store folder: one lease file per store instance, `<owner>.json`. On the same machine, the process table shows at
// once and reliably whether a process lives, even after kill -9. For another machine or container, whose process ids mean nothing here, only the
// heartbeat shows it: the modification time of the lease, by the clock of the file system.

import { readFileSync, readlinkSync } from 'node:fs';
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { ignoreMissing } from '../../../missing-files.ts';
import { processStart } from '../../process-start.ts';
import type { OwnerState } from '../place.ts';

const HEARTBEAT_MS = 5 * 60_000;
/** A day without a heartbeat, which is due every five minutes. Waiting costs only the space of the garbage. */
const STALE_MS = 24 * 60 * 60_000;
const SUFFIX = '.json';

interface Lease {
  /** The scope of this lease's process ids: a machine since its last start, and a process namespace in it. */
  processTable: string;
  pid: number;
  /** '' if the system does not state it. */
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

  /** Renews the lease and returns the file system's time. An owner with a missing or very old lease has lost it for good. */
  const renew = async () => {
    const before = await stat(mine).catch(ignoreMissing);
    // Writes instead of calling utimes, because the time must be the file system's, not that of this machine. `r+` does not create a missing file.
    if (before && !isLost) await writeFile(mine, content, { flag: 'r+' }).catch(ignoreMissing);
    const after = before && (await stat(mine).catch(ignoreMissing));
    if (isLost || !before || !after || after.mtimeMs - before.mtimeMs > STALE_MS / 2) {
      isLost = true;
      throw new Error(
        `The lease ${mine} of this process is lost: it was suspended, and another process may have declared it dead.`,
      );
    }
    return after.mtimeMs;
  };
  const take = async () => {
    await writeFile(mine, content, { flag: 'wx', mode: 0o600 });
    // The next confirmLease reports a lost lease; the heartbeat has nobody to report to.
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

/** Undefined if there is no lease. A lease that cannot be read (its owner may be writing it) is `unknown`. */
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
  // A process with a hidden start time may be the owner, or another one with the same id: uncertain.
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

/** '' on systems without /proc, where the host name must suffice. */
function quietly(read: () => string): string {
  try {
    return read();
  } catch {
    return '';
  }
}
