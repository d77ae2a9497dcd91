// Copies files into and out of a backup, and computes their digests.
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, type Dirent } from 'node:fs';
import { mkdir, readdir, readlink, stat, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { BackupFile } from './manifest.ts';

/** Passes bytes through; at the end it knows their number and digest. */
export function measured(): Transform & { measure(): Pick<BackupFile, 'sizeBytes' | 'sha256'> } {
  const hash = createHash('sha256');
  let sizeBytes = 0;
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      sizeBytes += chunk.length;
      done(null, chunk);
    },
  });
  return Object.assign(stream, { measure: () => ({ sizeBytes, sha256: hash.digest('hex') }) });
}

/** Creates a file that must not exist yet, and syncs it when it is complete. */
export async function newFile(path: string, mode = 0o600) {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  return createWriteStream(path, { flags: 'wx', mode, flush: true });
}

/** Copies a file, or its first `lengthBytes`, to `path` below `folder`. */
export async function copyIn(from: string, folder: string, path: string, lengthBytes?: number): Promise<BackupFile> {
  const meter = measured();
  const to = await newFile(join(folder, path));
  await pipeline(createReadStream(from, lengthBytes === undefined ? {} : { end: lengthBytes - 1 }), meter, to);
  const { mode } = await stat(from);
  const file = { path, ...meter.measure(), ...((mode & 0o100) === 0 ? {} : { isExecutable: true }) };
  if (lengthBytes !== undefined && file.sizeBytes !== lengthBytes)
    throw new Error(
      `${from} ends after ${file.sizeBytes} bytes, but files need ${lengthBytes} of it: the store has lost bytes.`,
    );
  return file;
}

/** Copies all files of a folder, at every depth. A missing folder has none. */
export async function copyFolderIn(from: string, folder: string, path: string): Promise<BackupFile[]> {
  const files: BackupFile[] = [];
  for (const name of await filesBelow(from)) files.push(await copyIn(join(from, name), folder, `${path}/${name}`));
  return files;
}

export async function filesBelow(folder: string): Promise<string[]> {
  return (await entriesBelow(folder)).filter(({ entry }) => entry.isFile()).map(({ path }) => path);
}

/** The symbolic links below a folder, with their targets. A backup keeps them as links. */
export async function linksBelow(folder: string): Promise<{ path: string; target: string }[]> {
  const links = (await entriesBelow(folder)).filter(({ entry }) => entry.isSymbolicLink());
  return Promise.all(links.map(async ({ path }) => ({ path, target: await readlink(join(folder, path)) })));
}

async function entriesBelow(folder: string): Promise<{ path: string; entry: Dirent }[]> {
  try {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    return entries
      .map((entry) => ({ path: join(entry.parentPath, entry.name).slice(folder.length + 1), entry }))
      .sort((a, b) => (a.path < b.path ? -1 : 1));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

export async function copyOut(folder: string, { path, isExecutable }: BackupFile, to: string): Promise<void> {
  const out = await newFile(to, isExecutable ? 0o700 : 0o600);
  await pipeline(createReadStream(join(folder, path)), out);
}

export async function linkOut(target: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true, mode: 0o700 });
  await symlink(target, to);
}
