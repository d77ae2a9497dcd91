// The files of one commit as entries with names, in the order of git. Contents that the store had at the last time are named by their digest and not
// read. Nothing is checked out: names and links are only values.
import { archiveFormatOf, type RawItem, type ReadContext } from '@assay/scanner/archives';
import { findScmContents } from '../../db/scm/states.ts';
import { bodyOf, digested, IN_MEMORY_BYTES } from '../bodies.ts';
import { isUsable, type Learnt, storedEntry } from '../learnt.ts';
import { ScmError } from '../member.ts';
import { startGit } from './command.ts';
import { type LfsFiles, type LfsPointer, readPointer } from './lfs.ts';
import { type Mirror, unreadable } from './mirror.ts';
import { isRepositoryFolder } from './names.ts';
import { ObjectReader } from './objects.ts';
import { Unfolded } from './unfolded.ts';

const LIST_MS = 4 * 60 * 60_000;
const GROUP_ENTRIES = 1000;
const HEAD_BYTES = 512;
const LONGEST_ENTRY = 1 << 20;

interface TreeEntry {
  mode: string;
  id: string;
  sizeBytes: number;
  /** Bytes as they stand in the tree. */
  name: Buffer;
}

export interface Submodule {
  name: Buffer;
  commit: string;
}

export interface TreeOptions {
  commit: string;
  /** '' for the whole tree. */
  folder: string;
  /** Before all names, with its slash. */
  prefix: Buffer;
  /** Whether archives among the files are expanded, so that their bytes are needed. */
  expands: boolean;
  /** Fetches the files that pointers of Git LFS stand for; absent if nobody asked for them. */
  lfs: LfsFiles | undefined;
  /** A file that was asked for is not there; another try may bring it. */
  onMissing(): void;
  onSubmodule(submodule: Submodule): void;
}

export async function* treeEntries(
  context: ReadContext,
  mirror: Mirror,
  learnt: Learnt,
  options: TreeOptions,
): AsyncGenerator<RawItem, void> {
  const unfolded = await Unfolded.of(mirror, options.prefix.toString('utf8').replace(/\/$/, ''));
  const reader = await ObjectReader.open(mirror, context.signal);
  try {
    for await (const group of groups(listTree(mirror, context.signal, options))) {
      const files = group.filter(({ mode }) => mode.startsWith('100'));
      const known = await findScmContents(mirror.app.db, mirror.key, [...new Set(files.map(({ id }) => id))]);
      // What a pointer stands for is not known by the pointer's own digest.
      const isFollowed = (id: string) => options.lfs !== undefined && (known.get(id)?.lfsBytes ?? null) !== null;
      const isStored = ({ id, name }: TreeEntry) =>
        !isFollowed(id) && isUsable(known.get(id), name.toString('latin1'), options.expands);
      await reader.ask(files.filter((entry) => !isStored(entry)).map(({ id }) => id));
      for (const entry of group) {
        context.countEntry();
        const name = Buffer.concat([options.prefix, entry.name]);
        const refusal = refusalOf(entry, name, options);
        const content = known.get(entry.id);
        if (refusal) yield* refusal;
        if (!entry.mode.startsWith('100') || (refusal && isStored(entry))) continue;
        if (content && isStored(entry)) {
          const stored = storedEntry(context, name, content, () => reread(mirror, entry.id));
          if (content.lfsBytes !== null) yield pointerOf(name, content.lfsBytes);
          yield stored;
        } else {
          unfolded.count(entry.sizeBytes);
          yield* readEntry(context, { mirror, reader, learnt, options }, entry, name, refusal !== undefined);
        }
      }
      await learnt.settleOld();
    }
  } finally {
    await reader.close();
  }
}

/**
 * Reads a content out of turn, because its bytes in the store are damaged or gone. That is known only when the store is asked, which may be after the
 * last entry was given: so it has a program and an end of its own.
 */
async function* reread(mirror: Mirror, id: string): AsyncGenerator<Buffer, void> {
  const reader = await ObjectReader.open(mirror, mirror.signal);
  try {
    await reader.ask([id]);
    yield* (await reader.next(id)).pieces;
  } finally {
    await reader.close();
  }
}

/** Undefined for files that are taken. */
function refusalOf(entry: TreeEntry, name: Buffer, options: TreeOptions): RawItem[] | undefined {
  const refused = (reason: string, code: 'skipped-entry' | 'unsafe-path' = 'skipped-entry'): RawItem[] => [
    { type: 'refusal', code, name, legacyEncoding: 'latin1', reason, isLoss: false },
  ];
  if (isRepositoryFolder(entry.name))
    return refused('has the name of a repository’s own folder; it was skipped', 'unsafe-path');
  if (entry.mode === '120000') return refused('is a symbolic link; it was skipped');
  if (entry.mode === '160000') {
    options.onSubmodule({ name, commit: entry.id });
    return [];
  }
  return entry.mode.startsWith('100') ? undefined : refused(`has the unknown mode ${entry.mode}; it was skipped`);
}

interface BlobReading {
  mirror: Mirror;
  reader: ObjectReader;
  learnt: Learnt;
  options: TreeOptions;
}

async function* readEntry(
  context: ReadContext,
  { mirror, reader, learnt, options }: BlobReading,
  entry: TreeEntry,
  name: Buffer,
  isRefused: boolean,
): AsyncGenerator<RawItem, void> {
  context.checkEntrySize(entry.sizeBytes);
  const { sizeBytes, pieces } = await reader.next(entry.id);
  let pointer: LfsPointer | undefined;
  const body = digested(context, pieces, ({ sha256, head }) => {
    const isArchive = archiveFormatOf('', head.subarray(0, HEAD_BYTES)) !== undefined;
    pointer = readPointer(head, sizeBytes);
    learnt.add(mirror.key, { objectId: entry.id, sha256, sizeBytes, lfsBytes: pointer?.sizeBytes ?? null, isArchive });
  });
  const rest = { type: 'entry', name, legacyEncoding: 'latin1', isBackslashFolder: false, sizeBytes } as const;
  if (sizeBytes > IN_MEMORY_BYTES) {
    if (!isRefused) yield { ...rest, body };
    return;
  }
  const whole = await bodyOf(body);
  if (isRefused) return;
  if (pointer !== undefined) {
    const { lfs, expands, onMissing } = options;
    const found = await lfs?.entryOf(context, learnt, pointer, { name, expands });
    if (found !== undefined && !('reason' in found && !('type' in found))) return yield found;
    if (found !== undefined) onMissing();
    yield pointerOf(name, pointer.sizeBytes, found?.reason);
  }
  yield { ...rest, body: whole.body };
}

function pointerOf(name: Buffer, bytes: number, why = ''): RawItem {
  const reason = `is only a pointer of Git LFS to a file of ${bytes} bytes; that file was not fetched${why === '' ? '' : `: ${why}`}`;
  return { type: 'refusal', code: 'lfs-pointer', name, legacyEncoding: 'latin1', reason, isLoss: false };
}

async function* groups(entries: AsyncIterable<TreeEntry>): AsyncGenerator<TreeEntry[], void> {
  let group: TreeEntry[] = [];
  for await (const entry of entries) {
    if (group.push(entry) < GROUP_ENTRIES) continue;
    yield group;
    group = [];
  }
  if (group.length > 0) yield group;
}

/** `<mode> <type> <id> <size>\t<name>\0` for each entry, as bytes. */
async function* listTree(
  mirror: Mirror,
  signal: AbortSignal,
  { commit, folder }: TreeOptions,
): AsyncGenerator<TreeEntry, void> {
  const args = ['ls-tree', '-r', '-z', '-l', '--full-tree', commit, ...(folder === '' ? [] : ['--', `${folder}/`])];
  const program = await startGit({ app: mirror.app, folder: mirror.folder, args, signal, timeoutMs: LIST_MS });
  program.stdin.end();
  let rest: Buffer = Buffer.alloc(0);
  try {
    for await (const chunk of program.stdout as AsyncIterable<Buffer>) {
      rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
      let from = 0;
      for (let end = rest.indexOf(0); end >= 0; end = rest.indexOf(0, from)) {
        yield entryOf(rest.subarray(from, end));
        from = end + 1;
      }
      rest = rest.subarray(from);
      if (rest.length > LONGEST_ENTRY) throw new ScmError('tooLarge', 'The repository has a name of more than 1 MB.');
    }
    const { exitCode, complaints } = await program.end;
    if (exitCode !== 0) throw await unreadable(mirror, `The files of the commit ${commit} could not be listed (${complaints.trim() || `status ${exitCode}`}).`); // biome-ignore format: one claim
  } finally {
    program.stop();
  }
}

function entryOf(line: Buffer): TreeEntry {
  const tab = line.indexOf(9);
  const [mode = '', , id = '', size = ''] = line.subarray(0, tab).toString('latin1').split(/ +/);
  return { mode, id, sizeBytes: Number(size) || 0, name: Buffer.from(line.subarray(tab + 1)) };
}
