// The files of systems that name each file by a path and a version: entries with names, in the given order. What is in the store by that name is not
// read again.
import type { RawItem, ReadContext } from '@assay/scanner/archives';
import type { Db } from '../db/postgres/connection.ts';
import { findScmContents } from '../db/scm/states.ts';
import { bodyOf, digested } from './bodies.ts';
import { isUsable, type Learnt, storedEntry } from './learnt.ts';

const GROUP_FILES = 1000;

export interface VersionedFile {
  /** In the code base. */
  name: string | Buffer;
  /** What names this content and no other one: hexadecimal digits. */
  id: string;
  /** Why it is not taken: ends the sentence `"<name>" …`. */
  refusal?: string;
}

export interface ReadFile {
  /** -1 if it is not known. */
  sizeBytes: number;
  pieces: AsyncIterable<Buffer>;
}

export interface VersionedFiles<F extends VersionedFile> {
  db: Db;
  learnt: Learnt;
  /** Names in it are unique to it. */
  repository: Buffer;
  /** Whether archives among the files are expanded, so that their bytes are needed. */
  expands: boolean;
  files: AsyncIterable<F>;
  /** Reads files in the given order. The pieces of one are read before the next is asked for. */
  read(files: readonly F[]): AsyncGenerator<ReadFile, void>;
  /** Reads one out of turn, because its bytes in the store are damaged or gone: that may be known only after the last entry was given. */
  readAgain(file: F): AsyncGenerator<Buffer, void>;
}

export async function* versionedEntries<F extends VersionedFile>(
  context: ReadContext,
  given: VersionedFiles<F>,
): AsyncGenerator<RawItem, void> {
  const { db, learnt, repository, expands, files, read, readAgain } = given;
  for await (const group of groups(files)) {
    const known = await findScmContents(db, repository, [...new Set(group.map(({ id }) => id))]);
    const storedOf = ({ id, name }: F) => {
      const content = known.get(id);
      return isUsable(content, name.toString(), expands) ? content : undefined;
    };
    const reading = read(group.filter((file) => file.refusal === undefined && !storedOf(file)));
    try {
      for (const file of group) {
        context.countEntry();
        const stored = storedOf(file);
        if (file.refusal !== undefined) yield refused(file.name, file.refusal);
        else if (stored) yield storedEntry(context, file.name, stored, () => readAgain(file));
        else yield* freshEntry(context, learnt, repository, file, await nextOf(reading));
      }
    } finally {
      await reading.return();
    }
    await learnt.settleOld();
  }
}

async function nextOf(reading: AsyncGenerator<ReadFile, void>): Promise<ReadFile> {
  const next = await reading.next();
  if (next.done) throw new Error('A file was asked for and not read.');
  return next.value;
}

async function* freshEntry(
  context: ReadContext,
  learnt: Learnt,
  repository: Buffer,
  { name, id }: VersionedFile,
  { sizeBytes, pieces }: ReadFile,
): AsyncGenerator<RawItem, void> {
  if (sizeBytes >= 0) context.checkEntrySize(sizeBytes);
  const counted = digested(context, pieces, (found) => learnt.addFile(repository, id, found));
  yield { type: 'entry', name, legacyEncoding: 'latin1', isBackslashFolder: false, ...(await bodyOf(counted)) };
  // What nobody wanted is passed over, so that the next file begins where it should.
  for await (const _ of counted);
}

/** The first of a reading that was begun for it alone. */
export async function* onlyFile(reading: AsyncGenerator<ReadFile, void>): AsyncGenerator<Buffer, void> {
  try {
    yield* (await nextOf(reading)).pieces;
  } finally {
    await reading.return();
  }
}

function refused(name: string | Buffer, reason: string): RawItem {
  return { type: 'refusal', code: 'skipped-entry', name, legacyEncoding: 'latin1', reason, isLoss: false };
}

async function* groups<F>(files: AsyncIterable<F>): AsyncGenerator<F[], void> {
  let group: F[] = [];
  for await (const file of files) {
    if (group.push(file) < GROUP_FILES) continue;
    yield group;
    group = [];
  }
  if (group.length > 0) yield group;
}
