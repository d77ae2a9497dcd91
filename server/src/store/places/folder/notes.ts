// The ends up to which an owner handed out its segments, in `<owner>.handed-out`: one line per flush and segment, synced before `flush` returns.
// Bytes after these ends belong to an unfinished upload, whatever any database says; only they may be removed.
import { type FileHandle, open, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isSegmentName } from '../../location.ts';

const SUFFIX = '.handed-out';
const HEAD = 'assay handed out v1';

export interface FolderNotes {
  /** Creates the file of this instance. Must have resolved before its first segment is created. */
  begin(): Promise<void>;
  noteHandedOut(ends: ReadonlyMap<string, number>): Promise<void>;
  handedOut(owner: string): Promise<ReadonlyMap<string, number> | undefined>;
  notedOwners(): Promise<string[]>;
  forgetNotes(owner: string): Promise<void>;
  close(): Promise<void>;
}

export function folderNotes(folder: string, owner: string): FolderNotes {
  const fileOf = (name: string) => join(folder, name + SUFFIX);
  let begun: Promise<FileHandle> | undefined;
  const begin = () => {
    begun ??= beginFile(folder, fileOf(owner));
    return begun;
  };
  return {
    async begin() {
      await begin();
    },
    async noteHandedOut(ends) {
      if (ends.size === 0) return;
      const file = await begin();
      await file.appendFile([...ends].map(([segment, end]) => `${segment} ${end}\n`).join(''));
      await file.datasync();
    },
    handedOut: (name) => readNotes(fileOf(name)),
    async notedOwners() {
      const names = await readdir(folder);
      return names.filter((name) => name.endsWith(SUFFIX)).map((name) => name.slice(0, -SUFFIX.length));
    },
    forgetNotes: (name) => rm(fileOf(name), { force: true }),
    async close() {
      const file = await begun?.catch(() => undefined);
      await file?.close();
    },
  };
}

async function beginFile(folder: string, path: string): Promise<FileHandle> {
  const file = await open(path, 'ax', 0o600);
  try {
    await file.appendFile(`${HEAD}\n`);
    await file.datasync();
    if (process.platform === 'win32') return file;
    const entries = await open(folder, 'r');
    await entries.sync().finally(() => entries.close());
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** The owner died while it wrote a last line without an end; that flush handed out nothing. Anything else unusual is not trusted. */
async function readNotes(path: string): Promise<ReadonlyMap<string, number> | undefined> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    return '';
  });
  const [head, ...lines] = text.split('\n').slice(0, -1);
  if (head !== HEAD) return undefined;
  const ends = new Map<string, number>();
  for (const line of lines) {
    const [segment, end, ...more] = line.split(' ');
    if (!segment || !isSegmentName(segment) || !/^\d{1,15}$/.test(end ?? '') || more.length > 0) return undefined;
    ends.set(segment, Math.max(ends.get(segment) ?? 0, Number(end)));
  }
  return ends;
}
