// Reads the SBOMs of an archive: those that its index names, or all that are in it.
import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type ArchiveLimits, DEFAULT_ARCHIVE_LIMITS, readArchive } from '../../archives/index.ts';
import { type ReadOptions, readSbomBytes, readSbomStream } from './index.ts';
import { type Listed, linked, listedDocuments, type ReadDocument } from './linked-documents.ts';
import { SbomRefused } from './model.ts';
import { documentsOfIndex, type IndexedDocument, mayBeOfIndex } from './oci-index.ts';
import { refusalOfFormat } from './refusals.ts';
import type { FileOptions, SentSboms } from './sent.ts';
import { STRICT_READING } from './strict/index.ts';

/** What was read of a file, before documents that belong together are one. */
export interface FoundDocuments {
  documents: ReadDocument[];
  leftOut: SentSboms['leftOut'];
}

/** A document of 250 MB packs to a hundredth. A build of Yocto writes some thousands of documents. */
export const LIMITS: ArchiveLimits = {
  ...DEFAULT_ARCHIVE_LIMITS,
  nestingDepth: 3,
  entries: 20_000,
  totalBytes: 2e9,
  entryBytes: 1e9,
  expansionRatio: 200,
  ratioFloorBytes: 50e6,
  deadlineMs: 10 * 60 * 1000,
};
const MOST_SBOMS = 200;
/** More does not fit into memory some times over. */
export const LARGEST_DOCUMENT = 256 * 1024 * 1024;
/** Before those that belong together are one. */
const MOST_DOCUMENTS = 20_000;

/** Documents that an index names, if the archive has one; else all that are in it. */
export async function readPacked(file: string, options: FileOptions): Promise<SentSboms> {
  const attached = await attachedIn(file, options);
  if (attached.size > 0) {
    const found = await ofAttached(file, attached, options);
    if (found.documents.length > 0)
      return { sboms: found.documents.map(({ path, sbom }) => ({ path, sbom })), leftOut: found.leftOut };
  }
  const found: FoundDocuments = { documents: [], leftOut: [] };
  const index: Listed[] = [];
  for await (const item of documentsIn(file, LIMITS, options)) {
    if (item.type === 'file') {
      const listed = listedDocuments(item.path, item.bytes);
      if (listed === undefined) take(found, item.path, item.bytes, options);
      else index.push(...listed);
    } else if (item.type === 'stream') await takeStream(found, item, options);
    else if (item.type === 'issue') found.leftOut.push({ path: item.issue.path, why: item.issue.message });
    else if (!item.isComplete) throw new SbomRefused(damaged(item.reason));
  }
  if (found.documents.length === 0) throw new SbomRefused(withoutSbom(found));
  const { sboms, leftOut } = linked(found.documents, index, basename(options.name));
  if (sboms.length > MOST_SBOMS)
    throw new SbomRefused(`The file holds ${sboms.length} SBOMs, and ${MOST_SBOMS} is the limit. Send them in several files.`); // biome-ignore format: one claim
  return { sboms, leftOut: [...found.leftOut, ...leftOut] };
}

/** Of indexes and manifests together. */
const MOST_INDEX_BYTES = 64 * 1024 * 1024;

/** What the index of an OCI layout names beside its images, by the paths of its blobs. Empty for other archives. */
async function attachedIn(file: string, options: FileOptions): Promise<Map<string, IndexedDocument>> {
  const files = new Map<string, Uint8Array>();
  let size = 0;
  for await (const item of flatIn(file, options)) {
    if (item.type === 'stream') item.stream.resume();
    else if (item.type === 'end' && !item.isComplete) return new Map();
    else if (item.type !== 'file' || !mayBeOfIndex(item.path, item.bytes.length)) continue;
    else {
      size += item.bytes.length;
      if (size > MOST_INDEX_BYTES)
        throw new SbomRefused(`The manifests of the archive have more than ${MOST_INDEX_BYTES} bytes.`);
      files.set(item.path, item.bytes);
    }
  }
  return new Map(documentsOfIndex(files).map((one) => [one.blob, one]));
}

async function ofAttached(
  file: string,
  attached: ReadonlyMap<string, IndexedDocument>,
  options: FileOptions,
): Promise<FoundDocuments> {
  const found: FoundDocuments = { documents: [], leftOut: [] };
  const seen = new Set<string>();
  for await (const item of flatIn(file, options)) {
    const one = item.type === 'file' || item.type === 'stream' ? attached.get(item.path) : undefined;
    if (item.type === 'stream' && one === undefined) item.stream.resume();
    if (one === undefined) continue;
    seen.add(one.blob);
    if (item.type === 'file') takeBlob(found, one, item.bytes, options);
    else if (item.type === 'stream') takeBlob(found, one, await collected(item.stream), options);
  }
  for (const { blob, path, digest } of attached.values())
    if (!seen.has(blob)) found.leftOut.push({ path, why: `The archive does not have the document ${digest}.` });
  return found;
}

/** The bytes of a document that the index of a layout names by this path; undefined for other paths and archives. */
export async function attachedBytes(file: string, path: string, options: FileOptions): Promise<Uint8Array | undefined> {
  const attached = [...(await attachedIn(file, options)).values()].find((one) => one.path === path);
  if (attached === undefined) return undefined;
  let bytes: Uint8Array | undefined;
  for await (const item of flatIn(file, options)) {
    const isIt = (item.type === 'file' || item.type === 'stream') && item.path === attached.blob;
    if (item.type === 'stream' && !isIt) item.stream.resume();
    else if (item.type === 'file' && isIt) bytes = item.bytes;
    else if (item.type === 'stream') bytes = await collected(item.stream);
  }
  return bytes;
}

function takeBlob(
  found: FoundDocuments,
  { path, digest }: IndexedDocument,
  bytes: Uint8Array,
  options: FileOptions,
): void {
  const stated = `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
  if (stated === digest) take(found, path, bytes, options);
  else found.leftOut.push({ path, why: `It is named ${digest} and has the digest ${stated}.` });
}

const flatIn = (file: string, { name, temporaryFolder, signal }: FileOptions) =>
  readArchive(file, {
    ...{
      name,
      limits: LIMITS,
      temporaryFolder,
      expansion: 'none',
      archiveDirSuffix: '',
      deleteArchiveAfterExpand: true,
    },
    keepsImages: true,
    ...(signal && { signal }),
  });

/** All files of an archive and of the archives in it, also those beside the layers of an image. */
export const documentsIn = (file: string, limits: ArchiveLimits, { name, temporaryFolder, signal }: FileOptions) =>
  readArchive(file, {
    ...{ name, limits, temporaryFolder, expansion: 'recursive', archiveDirSuffix: '', deleteArchiveAfterExpand: true },
    keepsImages: true,
    ...(signal && { signal }),
  });

export const damaged = (reason = 'it is damaged.') => `The archive cannot be read completely: ${reason}`;

export const withoutSbom = ({ leftOut }: Pick<FoundDocuments, 'leftOut'>) =>
  `The archive holds no SBOM that can be read. ${leftOut
    .slice(0, 3)
    .map(({ path, why }) => `${path}: ${why}`)
    .join(' ')}`.trim();

export async function collected(stream: Readable): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    size += (chunk as Buffer).length;
    if (size > LARGEST_DOCUMENT) throw tooLarge();
    parts.push(chunk as Buffer);
  }
  return Buffer.concat(parts);
}

export const tooLarge = () =>
  new SbomRefused(`The document has more than ${LARGEST_DOCUMENT} bytes, which is too much for a copy of it.`);

const readingOf = ({ isStrict }: FileOptions): ReadOptions => (isStrict ? STRICT_READING : {});

/** What a document says of others comes with it. */
export function withLinks(options: FileOptions) {
  const reading: ReadOptions & { links?: ReadDocument['links'] } = {
    ...readingOf(options),
    onLinks(links) {
      reading.links = links;
    },
  };
  return reading;
}

async function takeStream(
  found: FoundDocuments,
  { path, stream }: { path: string; stream: Readable },
  options: FileOptions,
): Promise<void> {
  const spool = join(options.temporaryFolder, `sbom-${randomUUID()}`);
  const hash = createHash('sha1');
  const reading = withLinks(options);
  try {
    stream.on('data', (chunk: Buffer) => hash.update(chunk));
    await pipeline(stream, createWriteStream(spool, { mode: 0o600 }));
    const sbom = await readSbomStream(() => createReadStream(spool), reading);
    if (sbom === undefined) found.leftOut.push({ path, why: 'It is no SBOM.' });
    else add(found, { path, sbom, sha1: hash.digest('hex'), links: reading.links });
  } catch (error) {
    // A content that is broken or too large fails its stream; the next item of the archive says why.
    if (error === stream.errored) return;
    if (!(error instanceof SbomRefused) || options.isStrict) throw error;
    found.leftOut.push({ path, why: error.message });
  } finally {
    await rm(spool, { force: true });
  }
}

/** Of several documents, one that cannot be read does not keep the others out, unless the reading is strict. */
export function take(found: FoundDocuments, path: string, bytes: Uint8Array, options: FileOptions): void {
  const reading = withLinks(options);
  try {
    const sbom = readSbomBytes(bytes, reading);
    const sha1 = createHash('sha1').update(bytes).digest('hex');
    if (sbom !== undefined) add(found, { path, sbom, sha1, links: reading.links });
    else found.leftOut.push({ path, why: `It ${refusalOfFormat(bytes) ?? 'is no SBOM.'}` });
  } catch (error) {
    if (!(error instanceof SbomRefused) || options.isStrict) throw error;
    found.leftOut.push({ path, why: error.message });
  }
}

function add({ documents }: FoundDocuments, document: ReadDocument): void {
  if (documents.length >= MOST_DOCUMENTS)
    throw new SbomRefused(`The file holds more than ${MOST_DOCUMENTS} documents. Send them in several files.`);
  documents.push(document);
}
