// An OCI layout that was packed as a zip: written as the tar that holds the same, because layers are read from where they lie.
import { tarHeader } from './image-tar-header.ts';
import { corrupt, type ReadContext } from './member.ts';
import { safePath } from './paths.ts';
import type { ArchiveSource } from './source.ts';
import { spool } from './spool.ts';
import { aligned, BLOCK_BYTES } from './tar/header.ts';
import { listEntries, locateZip } from './zip/directory.ts';
import { zip } from './zip/index.ts';

const MARK = /^(\.\/)?([^/]+\/)?oci-layout$/;
/** A layout has only these names; one level of folders may be around them. */
const NAME =
  /^(\.\/)?([^/]+\/)?(oci-layout|index\.json|manifest\.json|repositories|blobs\/(sha256\/([0-9a-f]{64})?)?)?$/;

/** Undefined if it is no layout, which the first other name tells. A broken zip is left to its reader. */
export async function tarOfZippedLayout(
  source: ArchiveSource,
  context: ReadContext,
): Promise<ArchiveSource | undefined> {
  if (!(await isLayout(source).catch(() => false))) return undefined;
  return spool(asTar(source, context), context.temporaryFolder, 'image.tar');
}

async function isLayout(source: ArchiveSource): Promise<boolean> {
  let hasMark = false;
  for await (const { fileNameRaw } of listEntries((await locateZip(source)).archive)) {
    const name = fileNameRaw.toString('latin1');
    if (!NAME.test(name)) return false;
    hasMark ||= MARK.test(name);
  }
  return hasMark;
}

async function* asTar(source: ArchiveSource, context: ReadContext): AsyncGenerator<Uint8Array, void> {
  for await (const item of zip.read(source, 'zip', context)) {
    const named = safePath(item.name);
    // What is left out is missed by its digest.
    if (item.type !== 'entry' || !('path' in named)) continue;
    yield tarHeader(named.path, item.sizeBytes);
    let left = item.sizeBytes;
    for await (const piece of item.body instanceof Uint8Array ? [item.body] : item.body) {
      left -= piece.length;
      yield piece;
    }
    if (left !== 0) throw corrupt(`"${named.path}" does not have the size that the archive gives`);
    const padding = aligned(item.sizeBytes) - item.sizeBytes;
    if (padding > 0) yield new Uint8Array(padding);
  }
  yield new Uint8Array(2 * BLOCK_BYTES);
}
