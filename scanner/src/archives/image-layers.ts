// The files of an image: its layers laid over each other. A layer is a tar, plain or compressed, that may be opened, or the list of its entries if it was
// read before and its contents are known by their digests.
import { createHash } from 'node:crypto';
import { archiveFormatOf, HEAD_BYTES, memberFor } from './formats.ts';
import { layerName, Overlay } from './images/overlay.ts';
import { ArchiveFault, corrupt, type RawEntry, type RawItem, type ReadContext } from './member.ts';
import { safePath } from './paths.ts';
import type { ArchiveSource } from './source.ts';
import { wrapsTar } from './tar/index.ts';

/** An entry of a layer as it is remembered. Folders, links and whiteouts have no digest. */
export interface LayerEntry {
  kind: 'file' | 'link' | 'folder';
  path: string;
  sizeBytes: number;
  sha256: string;
}

export interface ImageLayer {
  /** Names the layer for people and programs: `sha256:…`. */
  digest: string;
  /** The layer's tar, whose digest was checked. */
  open(context: ReadContext): Promise<ArchiveSource>;
  /** Its entries, if they are known and their contents need not be read. */
  known?: () => Promise<LayerEntry[] | undefined>;
  /** Receives the entries of a layer that was read to its end. */
  learn?: (entries: LayerEntry[]) => Promise<void>;
}

/** Layers with more entries are read again each time. */
const MOST_REMEMBERED = 200_000;

/** @param layers from the lowest to the uppermost */
export async function* imageEntries(
  layers: readonly ImageLayer[],
  context: ReadContext,
): AsyncGenerator<RawItem, void> {
  const overlay = new Overlay();
  const aside = new Map<string, number>();
  for (const [index, layer] of [...layers.entries()].reverse()) {
    if (overlay.isClosed()) break;
    const where = `layer ${index + 1} of ${layers.length} (${layer.digest.slice(0, 19)}…)`;
    try {
      const known = await layer.known?.();
      if (known !== undefined) yield* knownEntries(layer, known, overlay, context);
      else yield* readLayer(layer, overlay, context, aside);
    } catch (error) {
      throw inLayer(error, where);
    }
    overlay.endLayer();
  }
  for (const [kind, count] of aside)
    context.remark(
      'skipped-entry',
      `has entries of its layers that are no files and were left out: ${count} × ${kind}`,
    );
}

/** The same fault, with the layer in its sentence. Limits of the reading keep their own. */
function inLayer(error: unknown, where: string): unknown {
  if (!(error instanceof ArchiveFault) || error.name !== 'ArchiveFault' || error.code === 'limit-exceeded')
    return error;
  return new ArchiveFault(error.code, `${where}: ${error.message}`);
}

async function* knownEntries(
  layer: ImageLayer,
  entries: readonly LayerEntry[],
  overlay: Overlay,
  context: ReadContext,
): AsyncGenerator<RawItem, void> {
  for (const { kind, path, sizeBytes, sha256 } of entries) {
    context.countEntry();
    const isSeen = laid(path, kind, overlay);
    if (kind !== 'file' || !isSeen) continue;
    context.checkEntrySize(sizeBytes);
    context.charge(sizeBytes);
    yield {
      ...entryNamed(path, sizeBytes),
      sha256,
      layer: layer.digest,
      body: againFrom(layer, path, sha256, context),
    };
  }
}

function entryNamed(name: string, sizeBytes: number) {
  return { type: 'entry', name, legacyEncoding: 'latin1', isBackslashFolder: false, sizeBytes } as const;
}

/** Puts an entry into the overlay; true if it is a file or link that is seen. */
function laid(path: string, kind: LayerEntry['kind'], overlay: Overlay): boolean {
  const named = layerName(path);
  if (named.type === 'removed') overlay.remove(named.path);
  else if (named.type === 'emptied') overlay.empty(named.folder);
  else if (named.type === 'file' && kind === 'folder') overlay.addFolder(path);
  else if (named.type === 'file') return overlay.addLeaf(path);
  return false;
}

async function* readLayer(
  layer: ImageLayer,
  overlay: Overlay,
  context: ReadContext,
  aside: Map<string, number>,
): AsyncGenerator<RawItem, void> {
  const entries: LayerEntry[] = [];
  const remember = (entry: LayerEntry): void => {
    if (layer.learn !== undefined && entries.length <= MOST_REMEMBERED) entries.push(entry);
  };
  let isWhole = true;
  const noteEntry: ReadContext['noteEntry'] = ({ kind, name }) => {
    const path = pathOf(name);
    if (path === undefined || kind === 'hard-link') return;
    // Overlay file systems write a whiteout as a device; in a layer it is a file with a name.
    const noted = kind === 'folder' ? 'folder' : 'link';
    if (laid(path, noted, overlay) && noted === 'link') aside.set(kind, (aside.get(kind) ?? 0) + 1);
    remember({ kind: noted, path, sizeBytes: 0, sha256: '' });
  };
  const source = await layer.open(context);
  try {
    for await (const item of tarItems(source, { ...context, noteEntry })) {
      if (item.type === 'refusal') {
        isWhole &&= !item.isLoss;
        if (!isAside(item.reason)) yield item;
        continue;
      }
      const path = pathOf(item.name);
      // The walker refuses the name, and says why.
      if (path === undefined) {
        yield item;
        continue;
      }
      const isSeen = laid(path, 'file', overlay);
      const told = layer.learn === undefined ? item : digested(item, (sizeBytes, sha256) => remember({ kind: 'file', path, sizeBytes, sha256 })); // biome-ignore format: one claim
      if (isSeen) yield { ...told, name: rootless(item.name), layer: layer.digest };
      else if (layer.learn !== undefined) await drain(told);
    }
  } finally {
    await source.close();
  }
  if (isWhole && entries.length <= MOST_REMEMBERED) await layer.learn?.(entries);
}

/** Links and devices are counted instead: each image has thousands of links. */
const isAside = (reason: string): boolean => /^is (a symbolic link|a device|a named pipe); /.test(reason);

/** Names that begin at the root mean the root of the image. */
function pathOf(name: string | Uint8Array): string | undefined {
  const safe = safePath(rootless(name));
  return 'path' in safe ? safe.path : undefined;
}

function rootless(name: string | Uint8Array): string | Uint8Array {
  if (typeof name === 'string') return name.replace(/^\/+/, '');
  let from = 0;
  while (name[from] === 47) from++;
  return from === 0 ? name : name.subarray(from);
}

async function* tarItems(source: ArchiveSource, context: ReadContext): AsyncGenerator<RawItem, void> {
  // An empty layer is a tar of zeros, which only its name tells from a file of zeros.
  const head = await source.readAt(0, HEAD_BYTES);
  const format = archiveFormatOf('layer.tar', head) ?? 'tar';
  if (format !== 'tar' && format !== 'gzip' && format !== 'zstd' && format !== 'xz' && format !== 'bzip2')
    throw corrupt('it is not a tar');
  const named = { ...source, name: format === 'tar' ? 'layer.tar' : 'layer.tar.gz' };
  if (format !== 'tar' && (await wrapsTar(named, format, context.signal)) === false) throw corrupt('it is not a tar');
  yield* memberFor(format).read(named, format, context);
}

/** The entry, whose digest is told when its body has been read. */
function digested(entry: RawEntry, told: (sizeBytes: number, sha256: string) => void): RawEntry {
  const { body } = entry;
  const hash = createHash('sha256');
  if (body instanceof Uint8Array) {
    told(body.length, hash.update(body).digest('hex'));
    return entry;
  }
  const read = async function* () {
    let sizeBytes = 0;
    for await (const piece of body) {
      hash.update(piece);
      sizeBytes += piece.length;
      yield piece;
    }
    told(sizeBytes, hash.digest('hex'));
  };
  return { ...entry, body: read() };
}

async function drain({ body }: RawEntry): Promise<void> {
  if (body instanceof Uint8Array) return;
  for await (const _ of body);
}

/** Reads one file of a layer again, because the store has lost its content. */
async function* againFrom(
  layer: ImageLayer,
  path: string,
  sha256: string,
  context: ReadContext,
): AsyncGenerator<Uint8Array, void> {
  const source = await layer.open(context);
  try {
    for await (const item of tarItems(source, { ...context, countEntry() {}, charge() {} })) {
      if (item.type !== 'entry' || pathOf(item.name) !== path) continue;
      const { body } = item;
      if (!(body instanceof Uint8Array)) return yield* body;
      if (createHash('sha256').update(body).digest('hex') !== sha256) continue;
      return yield body;
    }
  } finally {
    await source.close();
  }
  throw corrupt(`"${path}" is not in the layer any more`);
}
