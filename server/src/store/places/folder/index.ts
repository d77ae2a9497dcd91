// A folder as the place of the store: `segments/<name>.pack`, `owners/<id>.json` (the leases) with the owners' notes beside them, `trash/`, and
// `installation` with the id of the installation. Several processes may share it. It does not interpret segments: it appends, reads, cuts and moves.

import { randomBytes } from 'node:crypto';
import { type FileHandle, mkdir, open, readdir, readFile, rename, rm, stat, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { machineNow } from '../../../clock.ts';
import { ignoreMissing } from '../../../missing-files.ts';
import { CorruptBlob } from '../../corruption.ts';
import { isSegmentName } from '../../location.ts';
import type { PlaceFacts, PlaceMember, SegmentListing, SegmentSink, StorePlace } from '../place.ts';
import { folderLeases } from './leases.ts';
import { folderNotes } from './notes.ts';
import { OpenFiles } from './open-files.ts';
import { folderTrash } from './trash.ts';

const SUFFIX = '.pack';

export const folder = {
  name: 'folder',
  accepts: (address: string) => address.startsWith('file:') || !/^[a-z][a-z0-9+.-]+:/i.test(address),
  open: (address: string, options?: { isReadOnly?: boolean }) => openFolder(pathOf(address), options),
  inspect: (address: string) => inspectFolder(pathOf(address)),
} as const satisfies PlaceMember;

const pathOf = (address: string) => (address.startsWith('file:') ? fileURLToPath(address) : address);

async function openFolder(root: string, { isReadOnly = false } = {}): Promise<StorePlace> {
  const segments = join(root, 'segments');
  if (!isReadOnly) await makeFolders(root, ['segments', 'owners', 'trash']);
  const owner = newOwner();
  const leases = folderLeases(join(root, 'owners'), owner);
  const notes = folderNotes(join(root, 'owners'), owner);
  const files = new OpenFiles();
  const fileOf = (segment: string) => {
    if (!isSegmentName(segment)) throw new TypeError(`"${segment}" is not the name of a segment.`);
    return join(segments, segment + SUFFIX);
  };
  const trash = folderTrash({ folder: join(root, 'trash'), fileOf, now: leases.now, syncFolder });
  return {
    owner,
    ...leases,
    ...notes,
    async takeLease() {
      // Creates the notes first: an owner without notes counts as one of an older version, about which nothing is known.
      await notes.begin();
      await leases.takeLease();
    },
    create: async (segment) => createSink(await open(fileOf(segment), 'wx', 0o600), segments),
    read: (segment, offset, length) =>
      files.read(fileOf(segment), offset, length).catch((error) => {
        throw unreadable(error, segment, offset);
      }),
    list: () => listSegments(segments),
    cut: (segment, sizeBytes) => cutSynced(fileOf(segment), sizeBytes),
    async remove(segment) {
      await files.forget(fileOf(segment));
      await rm(fileOf(segment), { force: true });
    },
    async discard(segment, fromBytes) {
      await files.forget(fileOf(segment));
      return trash.discard(segment, fromBytes);
    },
    trash: trash.list,
    putBack: trash.putBack,
    deleteTrash: trash.remove,
    installation: () => readInstallation(root),
    setInstallation: (id) => writeInstallation(root, id),
    async close() {
      await files.close();
      await notes.close();
      await leases.close();
    },
  };
}

/** Bytes that the disk can no longer read are as damaged as wrong ones. */
function unreadable(error: NodeJS.ErrnoException, segment: string, offset: number): Error {
  return error.code === 'EIO' ? new CorruptBlob('', segment, offset, 'the disk cannot read it (EIO)') : error;
}

const INSTALLATION = 'installation';

async function inspectFolder(root: string): Promise<PlaceFacts> {
  const segments = await listSegments(join(root, 'segments')).catch(ignoreMissing);
  return {
    where: root,
    installation: await readInstallation(root),
    segments: (segments ?? []).map(({ segment }) => segment),
  };
}

async function readInstallation(root: string): Promise<string | undefined> {
  const text = await readFile(join(root, INSTALLATION), 'utf8').catch(ignoreMissing);
  return text?.trim() || undefined;
}

/** Writes beside it and renames, so that the file is complete or absent. */
async function writeInstallation(root: string, id: string): Promise<void> {
  const aside = join(root, `${INSTALLATION}.${randomBytes(4).toString('hex')}`);
  const handle = await open(aside, 'wx', 0o600);
  try {
    await handle.writeFile(`${id}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(aside, join(root, INSTALLATION));
  await syncFolder(root);
}

/** Sorts by time, so that segments are roughly in the order of the uploads; the random part makes it unique. */
function newOwner(): string {
  return machineNow().getTime().toString(36).padStart(9, '0') + randomBytes(8).toString('hex');
}

async function makeFolders(root: string, names: readonly string[]): Promise<void> {
  for (const name of names) await mkdir(join(root, name), { recursive: true, mode: 0o700 });
  await syncFolder(root);
}

/** Makes created entries durable. Windows cannot open a folder and does not need this. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function createSink(handle: FileHandle, segments: string): SegmentSink {
  let position = 0;
  let isFolderSynced = false;
  return {
    async append(pieces) {
      position += await writeFully(handle, pieces, position);
    },
    async sync() {
      await handle.datasync();
      if (!isFolderSynced) await syncFolder(segments);
      isFolderSynced = true;
      return { isSealed: false };
    },
    async rewind(sizeBytes) {
      await handle.truncate(sizeBytes);
      position = sizeBytes;
      return true;
    },
    close: () => handle.close(),
  };
}

/** One writev, and plain writes for the rest if the system accepts only a part. Returns the number of written bytes, which is all. */
async function writeFully(handle: FileHandle, pieces: readonly Uint8Array[], position: number): Promise<number> {
  let { bytesWritten: done } = await handle.writev(pieces as Uint8Array[], position);
  let start = 0;
  for (const piece of pieces) {
    const end = start + piece.length;
    while (done < end) {
      const { bytesWritten } = await handle.write(piece, done - start, end - done, position + done);
      if (bytesWritten === 0) throw new Error('The file system accepted no more bytes of a segment.');
      done += bytesWritten;
    }
    start = end;
  }
  return done;
}

async function listSegments(segments: string): Promise<SegmentListing[]> {
  const listings: SegmentListing[] = [];
  for (const name of await readdir(segments)) {
    const segment = name.slice(0, -SUFFIX.length);
    if (!name.endsWith(SUFFIX) || !isSegmentName(segment)) continue;
    // Another process may remove it at this moment.
    const facts = await stat(join(segments, name)).catch(ignoreMissing);
    if (facts) listings.push({ segment, sizeBytes: facts.size, modifiedAtMs: facts.mtimeMs });
  }
  return listings;
}

async function cutSynced(file: string, sizeBytes: number): Promise<void> {
  const facts = await stat(file).catch(ignoreMissing);
  if (facts && facts.size > sizeBytes) await truncate(file, sizeBytes);
}
