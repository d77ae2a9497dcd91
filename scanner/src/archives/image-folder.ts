// A container image that lies in a folder as an OCI layout (skopeo, umoci, buildah and docker buildx write them): read as the tar that `tar c` would make of it,
// without writing one.
// Format: OCI Image Layout 1.1.
import { lstatSync, readdirSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { present } from '../items.ts';
import { tarHeader } from './image-tar-header.ts';
import type { ArchiveSource } from './source.ts';
import { aligned, BLOCK_BYTES } from './tar/header.ts';

const MARKS = ['oci-layout', 'index.json'] as const;
const BLOBS = ['blobs', 'sha256'] as const;
/** What such folders have besides; a folder with anything else is an ordinary one, of which every file counts. */
const BESIDE: ReadonlySet<string> = new Set([...MARKS, 'blobs', 'manifest.json', 'repositories', 'ingest']);

/** Links are never followed. */
export function isImageFolder(folder: string): boolean {
  try {
    const isFile = (name: string) => lstatSync(join(folder, name)).isFile();
    return (
      lstatSync(join(folder, ...BLOBS)).isDirectory() &&
      MARKS.every(isFile) &&
      readdirSync(folder).every((name) => BESIDE.has(name))
    );
  } catch {
    return false;
  }
}

/** A piece of the tar: a block of memory, or a file. */
interface Part {
  start: number;
  sizeBytes: number;
  block: Uint8Array | undefined;
  file: string;
}

export async function sourceOfImageFolder(folder: string, name: string): Promise<ArchiveSource> {
  const parts = partsOf(resolve(folder));
  const last = present(parts.at(-1), 'part of an image in a folder');
  const sizeBytes = last.start + last.sizeBytes;
  let opened: { file: string; handle: FileHandle } | undefined;
  const handleOf = async (file: string): Promise<FileHandle> => {
    if (opened?.file === file) return opened.handle;
    await opened?.handle.close();
    opened = undefined;
    const handle = await open(file, 'r');
    opened = { file, handle };
    return handle;
  };
  let reading: Promise<unknown> = Promise.resolve();
  const readAt = async (position: number, length: number): Promise<Uint8Array> => {
    const bytes = new Uint8Array(Math.max(0, Math.min(length, sizeBytes - position)));
    for (let index = partAt(parts, position), filled = 0; filled < bytes.length; index++) {
      const part = present(parts[index], 'part of an image in a folder');
      const from = position + filled - part.start;
      const count = Math.min(bytes.length - filled, part.sizeBytes - from);
      if (part.block) bytes.set(part.block.subarray(from, from + count), filled);
      else if (part.file !== '')
        await readFully(await handleOf(part.file), bytes.subarray(filled, filled + count), from);
      filled += count;
    }
    return bytes;
  };
  return {
    name,
    file: '',
    sizeBytes,
    bytes: undefined,
    // One file is open at a time.
    readAt(position, length) {
      const next = reading.then(() => readAt(position, length));
      reading = next.catch(() => undefined);
      return next;
    },
    close: async () => opened?.handle.close(),
  };
}

/** The plain files that belong to a layout, the marks first. */
function partsOf(folder: string): Part[] {
  const blobs = readdirSync(join(folder, ...BLOBS)).filter((name) => /^[0-9a-f]{64}$/.test(name));
  const paths = [...MARKS, ...blobs.sort().map((name) => [...BLOBS, name].join('/'))];
  const parts: Part[] = [];
  let start = 0;
  const add = (part: Omit<Part, 'start'>): void => {
    if (part.sizeBytes === 0) return;
    parts.push({ start, ...part });
    start += part.sizeBytes;
  };
  for (const path of paths) {
    const file = join(folder, path);
    const facts = lstatSync(file);
    if (!facts.isFile()) continue;
    add({ block: tarHeader(path, facts.size), sizeBytes: BLOCK_BYTES, file: '' });
    add({ block: undefined, sizeBytes: facts.size, file });
    add({ block: undefined, sizeBytes: aligned(facts.size) - facts.size, file: '' });
  }
  add({ block: new Uint8Array(2 * BLOCK_BYTES), sizeBytes: 2 * BLOCK_BYTES, file: '' });
  return parts;
}

/** The last part that begins at the position or before it. */
function partAt(parts: readonly Part[], position: number): number {
  let [low, high] = [0, parts.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (present(parts[middle], 'part of an image in a folder').start <= position) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** A file that became shorter leaves zeros, which the digest of its blob tells. */
async function readFully(handle: FileHandle, bytes: Uint8Array, position: number): Promise<void> {
  for (let filled = 0; filled < bytes.length; ) {
    const { bytesRead } = await handle.read(bytes, filled, bytes.length - filled, position + filled);
    if (bytesRead === 0) return;
    filled += bytesRead;
  }
}
