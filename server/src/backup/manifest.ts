// The manifest of a backup: a folder with `manifest.json`, which is written last and names every other file with its size and digest. A folder
// without it is an unfinished backup.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';

export const BACKUP_FORMAT = 1;
const NAME = 'manifest.json';

/**
 * A path below the folder of the backup, with slashes. People choose names of scripts and pictures freely, so only paths that leave the folder are
 * refused.
 */
const BackupPath = Type.String({ pattern: '^(?!(.*/)?\\.{1,2}(/|$))[^/\\u0000]+(/[^/\\u0000]+)*$' });

const BackupFile = Type.Object({
  path: BackupPath,
  sizeBytes: Type.Integer({ minimum: 0 }),
  sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }),
  isExecutable: Type.Optional(Type.Boolean()),
});
export type BackupFile = Static<typeof BackupFile>;

const BackupLink = Type.Object({ path: BackupPath, target: Type.String({ minLength: 1 }) });
export type BackupLink = Static<typeof BackupLink>;

const BackupTable = Type.Object({
  name: Type.String(),
  columns: Type.Array(Type.String()),
  rows: Type.Integer({ minimum: 0 }),
  file: Type.String(),
});
export type BackupTable = Static<typeof BackupTable>;

export const Manifest = Type.Object({
  format: Type.Integer(),
  createdOn: Type.String(),
  /** The migrations of the schema, ordered by name. */
  migrations: Type.Array(Type.Object({ name: Type.String(), sha256: Type.String() })),
  tables: Type.Array(BackupTable),
  sequences: Type.Array(Type.Object({ name: Type.String(), lastValue: Type.Integer() })),
  /** All other files. */
  files: Type.Array(BackupFile),
  /** Symbolic links among report scripts and templates. Backups of earlier versions have none. */
  links: Type.Optional(Type.Array(BackupLink)),
});
export type Manifest = Static<typeof Manifest>;

export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  const fresh = join(folder, `${NAME}.new`);
  const file = await open(fresh, 'wx', 0o600);
  try {
    await file.writeFile(`${JSON.stringify(manifest, null, 1)}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(fresh, join(folder, NAME));
}

/** Throws a sentence for people if the folder is not a backup, or has another format. */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, NAME), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error;
    throw new Error(`${folder} is no complete backup: it has no ${NAME}, which "assay backup" writes last.`);
  });
  let manifest: unknown;
  try {
    manifest = JSON.parse(text);
  } catch (error) {
    throw new Error(`${join(folder, NAME)} is damaged: ${(error as Error).message}`);
  }
  const { format } = manifest as { format?: number };
  if (typeof format === 'number' && format > BACKUP_FORMAT)
    throw new Error(`${folder} was made by a newer Assay (format ${format}): restore it with that version.`);
  if (!Value.Check(Manifest, manifest))
    throw new Error(`${join(folder, NAME)} is damaged: it is not what "assay backup" writes.`);
  return manifest;
}

/** Compares each file with the manifest. Throws a sentence that names the first changed file. */
export async function checkFiles(folder: string, { files }: Manifest): Promise<void> {
  for (const { path, sizeBytes, sha256 } of files) {
    const hash = createHash('sha256');
    let size = 0;
    try {
      for await (const chunk of createReadStream(join(folder, path))) {
        hash.update(chunk as Buffer);
        size += (chunk as Buffer).length;
      }
    } catch (error) {
      throw new Error(`The backup is damaged: ${path} cannot be read (${(error as Error).message}).`);
    }
    if (size !== sizeBytes || hash.digest('hex') !== sha256)
      throw new Error(`The backup is damaged: ${path} is not what was written.`);
  }
}
