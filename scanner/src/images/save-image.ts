// Writes an image of a registry as a tar with an OCI layout, which every reader of archives takes for the image. The manifest says how long each part is,
// so that the places of all parts are known before one is fetched, and several are fetched at once.
import { type FileHandle, open } from 'node:fs/promises';
import { type Descriptor, tarHeader } from '../archives/index.ts';
import { firstOf } from '../items.ts';
import { referenceText } from './reference.ts';
import type { RegistryClient } from './registry-client.ts';
import type { FoundImage } from './registry-image.ts';

const BLOCK_BYTES = 512;
const AT_ONCE = 3;

interface Part {
  name: string;
  offset: number;
  content: Uint8Array | Descriptor;
}

/** Throws an ImageError if a part cannot be fetched or is not what its digest says; the file is then of no use. */
export async function saveImage(client: RegistryClient, found: FoundImage, file: string): Promise<void> {
  const { manifest, manifestBytes } = found;
  const contents = new Map<string, Uint8Array | Descriptor>([
    ['oci-layout', Buffer.from('{"imageLayoutVersion":"1.0.0"}')],
    ['index.json', Buffer.from(indexOf(found))],
    [blobName(found.digest), manifestBytes],
    ...[manifest.config, ...manifest.layers].map((part) => [blobName(part.digest), part] as const),
  ]);
  let end = 0;
  const parts = [...contents].map(([name, content]): Part => {
    const part = { name, content, offset: end };
    end += BLOCK_BYTES + aligned(sizeOf(content));
    return part;
  });
  const handle = await open(file, 'wx', 0o600);
  try {
    // What is not written is zeros: the padding, and the two blocks at the end.
    await handle.truncate(end + 2 * BLOCK_BYTES);
    const waiting = [...parts];
    const failed = new AbortController();
    const work = async () => {
      for (let part = waiting.shift(); part !== undefined && !failed.signal.aborted; part = waiting.shift())
        await writePart(client, handle, part, failed.signal);
    };
    const ended = await Promise.allSettled(
      Array.from({ length: AT_ONCE }, () => work().catch((error: unknown) => stopped(failed, error))),
    );
    const faults = ended.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []));
    if (faults.length > 0) throw failed.signal.reason ?? firstOf(faults);
  } finally {
    await handle.close();
  }
}

function stopped(failed: AbortController, error: unknown): never {
  failed.abort(error);
  throw error;
}

async function writePart(
  client: RegistryClient,
  handle: FileHandle,
  { name, offset, content }: Part,
  signal: AbortSignal,
): Promise<void> {
  await handle.write(tarHeader(name, sizeOf(content)), 0, BLOCK_BYTES, offset);
  let at = offset + BLOCK_BYTES;
  for await (const piece of content instanceof Uint8Array
    ? [content]
    : client.blob(content.digest, content.sizeBytes)) {
    signal.throwIfAborted();
    for (let from = 0; from < piece.length; ) {
      const { bytesWritten } = await handle.write(piece, from, piece.length - from, at);
      from += bytesWritten;
      at += bytesWritten;
    }
  }
}

function indexOf({ digest, manifestBytes, manifestType, reference }: FoundImage): string {
  const annotations = { 'org.opencontainers.image.ref.name': referenceText(reference) };
  const manifests = [{ mediaType: manifestType, digest, size: manifestBytes.length, annotations }];
  return JSON.stringify({ schemaVersion: 2, manifests });
}

const blobName = (digest: string): string => `blobs/sha256/${digest.slice('sha256:'.length)}`;
const sizeOf = (content: Uint8Array | Descriptor) =>
  content instanceof Uint8Array ? content.length : content.sizeBytes;
const aligned = (sizeBytes: number): number => Math.ceil(sizeBytes / BLOCK_BYTES) * BLOCK_BYTES;
