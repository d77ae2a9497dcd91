// Reads the SBOMs in a file that people send: the document itself, one that is packed, several in an archive, or attestations line by line.
import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { open, readFile, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type ArchiveLimits, archiveFormatOf, DEFAULT_ARCHIVE_LIMITS, readArchive } from '../../archives/index.ts';
import { type ReadSbom, readSbomBytes, readSbomStream, SbomRefused } from './index.ts';
import { refusalOf, refusalOfFormat } from './refusals.ts';
import { STRICT_READING } from './strict/index.ts';

export interface SentSbom {
  /** Path in the archive, or the name of the file. */
  path: string;
  sbom: ReadSbom;
}

export interface SentSboms {
  sboms: SentSbom[];
  /** Other files of an archive, each with a sentence. */
  leftOut: { path: string; why: string }[];
}

export interface FileOptions {
  /** Refuses documents that the published schema of their version does not allow. */
  isStrict?: boolean;
  /** The name under which the file was sent. */
  name: string;
  /** A folder for the parts of archives; must exist. */
  temporaryFolder: string;
  signal?: AbortSignal;
}

/** A document of 250 MB packs to a hundredth. */
const LIMITS: ArchiveLimits = {
  ...DEFAULT_ARCHIVE_LIMITS,
  nestingDepth: 3,
  entries: 2000,
  totalBytes: 2e9,
  entryBytes: 1e9,
  expansionRatio: 200,
  ratioFloorBytes: 50e6,
  deadlineMs: 10 * 60 * 1000,
};
const MOST_SBOMS = 200;
const LARGEST_LINES = 64 * 1024 * 1024;
const HEAD_BYTES = 65_536;
/** More does not fit into memory some times over. */
const LARGEST_DOCUMENT = 256 * 1024 * 1024;

/** Throws SbomRefused with a sentence if the file has no SBOM that can be read or, if strict, one that is invalid. */
export async function readSbomFile(file: string, options: FileOptions): Promise<SentSboms> {
  const head = await headOf(file);
  if (head.length === 0) throw new SbomRefused('The file is empty.');
  if (isArchive(options.name, head)) return ofArchive(file, options);
  const lines = await ofLines(file, head, options);
  if (lines !== undefined) return lines;
  const sbom = await readSbomStream(() => createReadStream(file), readingOf(options));
  if (sbom === undefined)
    throw new SbomRefused(`The file ${refusalOfFormat(await sample(file)) ?? refusalOf(await sample(file))}`);
  return { sboms: [{ path: basename(options.name), sbom }], leftOut: [] };
}

const readingOf = ({ isStrict }: FileOptions) => (isStrict ? STRICT_READING : {});

const isDocument = (head: Uint8Array) => /^(?:\ufeff)?\s*[{<]/.test(new TextDecoder().decode(head.subarray(0, 100)));

async function headOf(file: string): Promise<Buffer> {
  const handle = await open(file);
  try {
    const head = Buffer.alloc(HEAD_BYTES);
    const { bytesRead } = await handle.read(head, 0, HEAD_BYTES, 0);
    return head.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

/** Whether the file must be unpacked, which may take long. */
export async function isPackedFile(file: string, name: string): Promise<boolean> {
  return isArchive(name, await headOf(file));
}

/** A quick look: what is larger is for the whole reading to judge. */
const LOOK: ArchiveLimits = { ...LIMITS, entries: 100, totalBytes: 4e6, entryBytes: 4e6, deadlineMs: 2000 };
const LARGEST_LOOKED_AT = 128 * 1024;

/** All files of an archive and of the archives in it, also those beside the layers of an image. */
const documentsIn = (file: string, limits: ArchiveLimits, { name, temporaryFolder, signal }: FileOptions) =>
  readArchive(file, {
    ...{ name, limits, temporaryFolder, expansion: 'recursive', archiveDirSuffix: '', deleteArchiveAfterExpand: true },
    keepsImages: true,
    ...(signal && { signal }),
  });

/** Why a packed file can be no SBOM, as a sentence; undefined for one that may be. Reads no more than its beginning. */
export async function faultOfPackedFile(file: string, options: FileOptions): Promise<string | undefined> {
  const found: SentSboms = { sboms: [], leftOut: [] };
  for await (const item of documentsIn(file, LOOK, options)) {
    if (item.type === 'stream' || (item.type === 'file' && item.bytes.length > LARGEST_LOOKED_AT)) return undefined;
    if (item.type === 'file') take(found, item.path, item.bytes, { ...options, isStrict: false });
    else if (item.type === 'issue' && item.issue.code === 'limit-exceeded') return undefined;
    else if (item.type === 'issue') found.leftOut.push({ path: item.issue.path, why: item.issue.message });
    else if (!item.isComplete) return damaged(item.reason);
    if (found.sboms.length > 0) return undefined;
  }
  return withoutSbom(found);
}

const damaged = (reason = 'it is damaged.') => `The archive cannot be read completely: ${reason}`;

const withoutSbom = ({ leftOut }: SentSboms) =>
  `The archive holds no SBOM that can be read. ${leftOut
    .slice(0, 3)
    .map(({ path, why }) => `${path}: ${why}`)
    .join(' ')}`.trim();

const isArchive = (name: string, head: Uint8Array) => archiveFormatOf(name, head) !== undefined && !isDocument(head);

/** As much as says what a file is that is no SBOM. */
async function sample(file: string): Promise<Uint8Array> {
  const { size } = await stat(file);
  return size <= LARGEST_LINES ? readFile(file) : headOf(file);
}

/** `.intoto.jsonl` has one envelope in each line. Undefined for other files. */
async function ofLines(file: string, head: Uint8Array, options: FileOptions): Promise<SentSboms | undefined> {
  const text = new TextDecoder().decode(head);
  if (!/\.jsonl$/i.test(options.name) && !/^\s*\{[^\n]*\}\r?\n\{/.test(text)) return undefined;
  const { size } = await stat(file);
  if (size > LARGEST_LINES)
    throw new SbomRefused(
      `The file has one document in each line and ${size} bytes. It may have up to ${LARGEST_LINES} bytes.`,
    );
  const found: SentSboms = { sboms: [], leftOut: [] };
  for (const [at, line] of (await readFile(file, 'utf8')).split('\n').entries()) {
    if (line.trim() === '') continue;
    take(found, `${basename(options.name)}, line ${at + 1}`, Buffer.from(line), options);
  }
  if (found.sboms.length === 0)
    throw new SbomRefused(
      `The file has one document in each line, and none is an SBOM. ${found.leftOut[0]?.why ?? ''}`.trim(),
    );
  return found;
}

async function ofArchive(file: string, options: FileOptions): Promise<SentSboms> {
  const found: SentSboms = { sboms: [], leftOut: [] };
  for await (const item of documentsIn(file, LIMITS, options)) {
    if (item.type === 'file') take(found, item.path, item.bytes, options);
    else if (item.type === 'stream') await takeStream(found, item, options);
    else if (item.type === 'issue') found.leftOut.push({ path: item.issue.path, why: item.issue.message });
    else if (!item.isComplete) throw new SbomRefused(damaged(item.reason));
  }
  if (found.sboms.length === 0) throw new SbomRefused(withoutSbom(found));
  return found;
}

/**
 * The JSON form of one document of a file, whatever is around it; undefined if the file has no SBOM of this path. `path` is that of `readSbomFile`.
 * The document is in memory as a whole. Throws SbomRefused if it cannot be read.
 */
export async function documentInFile(
  file: string,
  path: string,
  options: FileOptions,
): Promise<Readonly<Record<string, unknown>> | undefined> {
  const head = await headOf(file);
  if (!isArchive(options.name, head)) return jsonFormOf(await documentAt(file, path));
  // Earlier versions called a file that is only packed after the spool that it lay in.
  const others: Readonly<Record<string, unknown>>[] = [];
  for await (const item of documentsIn(file, LIMITS, options)) {
    if (item.type !== 'file' && item.type !== 'stream') continue;
    const bytes = item.type === 'file' ? item.bytes : await collected(item.stream);
    if (item.path === path) return jsonFormOf(bytes);
    const other = others.length > 1 ? undefined : formIfReadable(bytes);
    if (other !== undefined) others.push(other);
  }
  return others.length === 1 ? others[0] : undefined;
}

function formIfReadable(bytes: Uint8Array): Readonly<Record<string, unknown>> | undefined {
  try {
    return jsonFormOf(bytes);
  } catch (error) {
    if (error instanceof SbomRefused) return undefined;
    throw error;
  }
}

/** Of a file with one document in each line, the line that the path names. */
async function documentAt(file: string, path: string): Promise<Uint8Array> {
  const { size } = await stat(file);
  if (size > LARGEST_DOCUMENT) throw tooLarge();
  const bytes = await readFile(file);
  const line = /, line (\d{1,9})$/.exec(path)?.[1];
  return line === undefined ? bytes : Buffer.from(bytes.toString('utf8').split('\n')[Number(line) - 1] ?? '');
}

function jsonFormOf(bytes: Uint8Array): Readonly<Record<string, unknown>> | undefined {
  let document: Readonly<Record<string, unknown>> | undefined;
  readSbomBytes(bytes, {
    onDocument(form) {
      document = form;
    },
  });
  return document;
}

async function collected(stream: Readable): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    size += (chunk as Buffer).length;
    if (size > LARGEST_DOCUMENT) throw tooLarge();
    parts.push(chunk as Buffer);
  }
  return Buffer.concat(parts);
}

const tooLarge = () =>
  new SbomRefused(`The document has more than ${LARGEST_DOCUMENT} bytes, which is too much for a copy of it.`);

async function takeStream(
  found: SentSboms,
  { path, stream }: { path: string; stream: Readable },
  options: FileOptions,
): Promise<void> {
  const spool = join(options.temporaryFolder, `sbom-${randomUUID()}`);
  try {
    await pipeline(stream, createWriteStream(spool, { mode: 0o600 }));
    const sbom = await readSbomStream(() => createReadStream(spool), readingOf(options));
    if (sbom === undefined) found.leftOut.push({ path, why: 'It is no SBOM.' });
    else add(found, path, sbom);
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
function take(found: SentSboms, path: string, bytes: Uint8Array, options: FileOptions): void {
  try {
    const sbom = readSbomBytes(bytes, readingOf(options));
    if (sbom !== undefined) add(found, path, sbom);
    else found.leftOut.push({ path, why: `It ${refusalOfFormat(bytes) ?? 'is no SBOM.'}` });
  } catch (error) {
    if (!(error instanceof SbomRefused) || options.isStrict) throw error;
    found.leftOut.push({ path, why: error.message });
  }
}

function add(found: SentSboms, path: string, sbom: ReadSbom): void {
  if (found.sboms.length >= MOST_SBOMS)
    throw new SbomRefused(`The file holds more than ${MOST_SBOMS} SBOMs. Send them in several files.`);
  found.sboms.push({ path, sbom });
}
