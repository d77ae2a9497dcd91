// Counts what one upload expands to, over all archives inside it, and enforces the limits. Reads nothing itself.
import { ArchiveFault, type ArchiveLimits } from './member.ts';
import { displayName } from './paths.ts';
import { createSeenPaths } from './seen-paths.ts';

export const DEFAULT_ARCHIVE_LIMITS: Readonly<ArchiveLimits> = {
  nestingDepth: 8,
  entries: 5_000_000,
  folders: 500_000,
  folderDepth: 200,
  totalBytes: 200e9,
  entryBytes: 20e9,
  expansionRatio: 1000,
  ratioFloorBytes: 100e6,
  deadlineMs: 4 * 60 * 60 * 1000,
};

/** A limit that ends this archive. If `isGlobal`, it also ends every archive around it. */
export class LimitFault extends ArchiveFault {
  /** The archive that passed its own limit; undefined for a limit of the whole reading. */
  readonly level: Level | undefined;
  constructor(message: string, level: Level | undefined) {
    super('limit-exceeded', message);
    this.level = level;
  }
}

/** An open archive, and the one that contains it. */
export interface Level {
  parent: Level | undefined;
  depth: number;
  archiveBytes: number;
  expandedBytes: number;
}

export interface Budget {
  openLevel(parent: Level | undefined, archiveBytes: number): Level;
  countEntry(): void;
  /** Call it with the path of every delivered file, because it counts the folders of the path. */
  countFolders(level: Level, path: string): void;
  charge(level: Level, sizeBytes: number): void;
  checkEntrySize(level: Level, sizeBytes: number): void;
  remainingMs(): number;
}

/** `now` gives milliseconds of a steady clock. */
export function createBudget(limits: ArchiveLimits, now: () => number): Budget {
  const start = now();
  let entries = 0;
  let totalBytes = 0;
  const countFolders = createFolderCount(limits);

  const checkDeadline = () => {
    if (now() - start > limits.deadlineMs) {
      throw new LimitFault(`reading took longer than the deadline of ${limits.deadlineMs} ms`, undefined);
    }
  };
  return {
    openLevel: (parent, archiveBytes) => ({
      parent,
      archiveBytes,
      expandedBytes: 0,
      depth: parent === undefined ? 0 : parent.depth + 1,
    }),
    countEntry() {
      entries += 1;
      if (entries > limits.entries)
        throw new LimitFault(`there are more than ${limits.entries} entries (limit: entries)`, undefined);
      if ((entries & 255) === 0) checkDeadline();
    },
    countFolders,
    charge(level, sizeBytes) {
      checkDeadline();
      totalBytes += sizeBytes;
      if (totalBytes > limits.totalBytes) {
        throw new LimitFault(`the content is larger than ${limits.totalBytes} bytes (limit: total size)`, undefined);
      }
      chargeLevels(level, sizeBytes, limits);
    },
    checkEntrySize(level, sizeBytes) {
      if (sizeBytes <= limits.entryBytes) return;
      throw new LimitFault(
        `an entry of ${sizeBytes} bytes is larger than ${limits.entryBytes} bytes (limit: size of an entry)`,
        level,
      );
    },
    remainingMs: () => Math.max(1, limits.deadlineMs - (now() - start)),
  };
}

function createFolderCount(limits: ArchiveLimits): Budget['countFolders'] {
  const seen = createSeenPaths();
  let folders = 0;
  let last = '';
  return (level, path) => {
    const folder = path.slice(0, Math.max(0, path.lastIndexOf('/')));
    // Archives usually list the files of one folder in sequence.
    if (folder === last) return;
    last = folder;
    const depth = folder === '' ? 0 : folder.split('/').length;
    if (depth > limits.folderDepth) {
      throw new LimitFault(
        `"${displayName(path, 'latin1')}" lies ${depth} folders deep, more than ${limits.folderDepth} (limit: depth of folders)`,
        level,
      );
    }
    // A known folder was counted with all folders above it.
    for (let around = folder; around !== '' && seen.add(around); ) {
      folders += 1;
      if (folders > limits.folders)
        throw new LimitFault(`its files lie in more than ${limits.folders} folders (limit: folders)`, undefined);
      around = around.slice(0, Math.max(0, around.lastIndexOf('/')));
    }
  };
}

/** Ends the outermost archive beyond the ratio, because everything inside it is part of the bomb. */
function chargeLevels(from: Level, sizeBytes: number, limits: ArchiveLimits): void {
  let exceeded: Level | undefined;
  for (let level: Level | undefined = from; level !== undefined; level = level.parent) {
    level.expandedBytes += sizeBytes;
    if (level.expandedBytes <= limits.ratioFloorBytes) continue;
    if (level.expandedBytes > limits.expansionRatio * level.archiveBytes) exceeded = level;
  }
  if (exceeded === undefined) return;
  const { archiveBytes, expandedBytes } = exceeded;
  throw new LimitFault(
    `${archiveBytes} bytes of archive expand to more than ${expandedBytes - 1} bytes, over ${limits.expansionRatio} : 1 (limit: expansion ratio)`,
    exceeded,
  );
}
