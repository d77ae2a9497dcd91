// Describes one entry of a tar from its header and the extension headers before it. Reads no content except sparse maps.
import type { ByteQueue } from '../byte-queue.ts';
import { corrupt } from '../member.ts';
import { aligned, BLOCK_BYTES, isZeroBlock, type PaxRecords, parseHeader, parsePax, type TarHeader } from './header.ts';
import { checkSparse, paxSparse, readFrontMap, readGnuSparse, type SparseMap } from './sparse.ts';

/** Larger pax records and GNU long names are broken: no accepted path is that long. */
const MAX_META_BYTES = 1 << 20;

/** What earlier headers say about the next entry. */
export interface Meta {
  pax: PaxRecords;
  sparseList: string[];
  longName: Uint8Array | undefined;
  longLink: Uint8Array | undefined;
}

export function freshMeta(): Meta {
  return { pax: new Map(), sparseList: [], longName: undefined, longLink: undefined };
}

/** True when the header only describes the next entry. */
export async function readMeta(header: TarHeader, queue: ByteQueue, meta: Meta): Promise<boolean> {
  if (header.typeFlag === 'L' || header.typeFlag === 'K') {
    const text = withoutNul(await metaBody(header, queue));
    if (header.typeFlag === 'L') meta.longName = text;
    else meta.longLink = text;
    return true;
  }
  if (header.typeFlag === 'x' || header.typeFlag === 'X') {
    const records = parsePax(await metaBody(header, queue));
    if (records === undefined) throw corrupt('a pax header is broken');
    for (const { key, value } of records) {
      meta.pax.set(key, value);
      if (key === 'GNU.sparse.offset' || key === 'GNU.sparse.numbytes') meta.sparseList.push(value);
    }
    return true;
  }
  // Global records (such as the commit of a `git archive`) describe no single file. `V` is the name of the volume.
  if (header.typeFlag !== 'g' && header.typeFlag !== 'V') return false;
  await skipBody(queue, header.sizeBytes);
  return true;
}

async function metaBody(header: TarHeader, queue: ByteQueue): Promise<Uint8Array> {
  if (header.sizeBytes > MAX_META_BYTES) throw corrupt(`a header extension claims ${header.sizeBytes} bytes`);
  const body = await queue.take(aligned(header.sizeBytes));
  if (body.length < header.sizeBytes) throw corrupt('it ends in the middle of a header extension');
  return body.subarray(0, header.sizeBytes);
}

export interface DescribedEntry {
  /** For a kind other than the first three, the value is the text for messages. */
  kind: 'file' | 'folder' | 'hard-link' | string;
  isLoss: boolean;
  name: Uint8Array;
  linkName: Uint8Array;
  /** Size of the file when it is written out. */
  sizeBytes: number;
  /** Size in the archive, without padding and bytes already read. */
  dataBytes: number;
  sparse: SparseMap | undefined;
}

export async function describe(header: TarHeader, meta: Meta, queue: ByteQueue): Promise<DescribedEntry> {
  const { pax } = meta;
  const paxSize = pax.get('size');
  if (paxSize !== undefined && !/^\d{1,16}$/.test(paxSize))
    throw corrupt('a pax header gives a size that is no number');
  const dataBytes = paxSize === undefined ? header.sizeBytes : Number(paxSize);
  const paxName = pax.get('GNU.sparse.name') ?? pax.get('path');
  const paxLink = pax.get('linkpath');
  const entry: DescribedEntry = {
    kind: kindOf(header.typeFlag),
    isLoss: header.typeFlag === 'M',
    name: paxName !== undefined ? Buffer.from(paxName) : (meta.longName ?? header.name),
    linkName: paxLink !== undefined ? Buffer.from(paxLink) : (meta.longLink ?? header.linkName),
    sizeBytes: dataBytes,
    dataBytes,
    sparse: undefined,
  };
  if (entry.kind === 'file' && entry.name.at(-1) === 47) entry.kind = 'folder';
  if (entry.kind === 'hard-link' && dataBytes > 0) await hardLinkData(entry, queue);
  if (header.typeFlag === 'S') entry.sparse = await readGnuSparse(header.block, queue);
  else if (pax.size > 0 && entry.kind === 'file') await describePaxSparse(entry, meta, queue);
  if (entry.sparse !== undefined) {
    checkSparse(entry.sparse, entry.dataBytes);
    entry.sizeBytes = entry.sparse.realSizeBytes;
  }
  return entry;
}

async function describePaxSparse(entry: DescribedEntry, meta: Meta, queue: ByteQueue): Promise<void> {
  if (meta.pax.get('GNU.sparse.major') !== '1') {
    entry.sparse = paxSparse(meta.pax, meta.sparseList);
    return;
  }
  const { map, mapBytes } = await readFrontMap(
    queue,
    Number(meta.pax.get('GNU.sparse.realsize') ?? Number.NaN),
    entry.dataBytes,
  );
  entry.sparse = map;
  entry.dataBytes -= mapBytes;
}

/** Some writers repeat the target's size in a hard link without the data, some include the data: only the next bytes decide. */
async function hardLinkData(entry: DescribedEntry, queue: ByteQueue): Promise<void> {
  const next = await queue.peek(BLOCK_BYTES);
  if (next.length === 0 || isZeroBlock(next) || parseHeader(next) !== undefined) entry.dataBytes = 0;
  else entry.kind = 'file';
}

function kindOf(typeFlag: string): string {
  switch (typeFlag) {
    case '1':
      return 'hard-link';
    case '2':
      return 'a symbolic link';
    case '3':
    case '4':
      return 'a device';
    case '5':
    case 'D':
      return 'folder';
    case '6':
      return 'a named pipe';
    case 'M':
      return 'the continuation of a file from another volume';
    case 'N':
      return 'a list of names for an old tar';
    default:
      // POSIX: an unknown type is read as an ordinary file.
      return 'file';
  }
}

/** Skips `left` bytes of a body of `dataBytes`, and its padding. */
export async function skipBody(queue: ByteQueue, left: number, dataBytes = left): Promise<void> {
  if (left === 0 && dataBytes % BLOCK_BYTES === 0) return;
  const isThere = await queue.skip(left);
  // Missing padding at the very end is reported through the missing end marker.
  if (isThere) await queue.skip(aligned(dataBytes) - dataBytes);
  else throw corrupt('it ends in the middle of an entry');
}

function withoutNul(bytes: Uint8Array): Uint8Array {
  const end = bytes.indexOf(0);
  return end < 0 ? bytes : bytes.subarray(0, end);
}
