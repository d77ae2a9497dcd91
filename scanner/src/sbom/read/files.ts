// Reads the SBOMs in a file that people send: the document itself, one that is packed, several in an archive, or attestations line by line.
import { createReadStream } from 'node:fs';
import { open, readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { type ArchiveLimits, archiveFormatOf } from '../../archives/index.ts';
import { readSbomBytes, readSbomStream, SbomRefused } from './index.ts';
import { linked } from './linked-documents.ts';
import { attachedBytes, collected, damaged, documentsIn, type FoundDocuments, LARGEST_DOCUMENT, LIMITS, readPacked, take, tooLarge, withLinks, withoutSbom } from './packed.ts'; // biome-ignore format: one claim
import { refusalOf, refusalOfFormat } from './refusals.ts';
import type { FileOptions, SentSboms } from './sent.ts';

export type { FileOptions, SentSbom, SentSboms } from './sent.ts';

const LARGEST_LINES = 64 * 1024 * 1024;
const HEAD_BYTES = 65_536;

/** Throws SbomRefused with a sentence if the file has no SBOM that can be read or, if strict, one that is invalid. */
export async function readSbomFile(file: string, options: FileOptions): Promise<SentSboms> {
  const head = await headOf(file);
  if (head.length === 0) throw new SbomRefused('The file is empty.');
  if (isArchive(options.name, head)) return readPacked(file, options);
  const lines = await ofLines(file, head, options);
  if (lines !== undefined) return lines;
  const reading = withLinks(options);
  const sbom = await readSbomStream(() => createReadStream(file), reading);
  if (sbom === undefined)
    throw new SbomRefused(`The file ${refusalOfFormat(await sample(file)) ?? refusalOf(await sample(file))}`);
  const path = basename(options.name);
  return linked([{ path, sbom, sha1: '', links: reading.links }], [], path);
}

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

/** Why a packed file can be no SBOM, as a sentence; undefined for one that may be. Reads no more than its beginning. */
export async function faultOfPackedFile(file: string, options: FileOptions): Promise<string | undefined> {
  const found: FoundDocuments = { documents: [], leftOut: [] };
  for await (const item of documentsIn(file, LOOK, options)) {
    if (item.type === 'stream' || (item.type === 'file' && item.bytes.length > LARGEST_LOOKED_AT)) return undefined;
    if (item.type === 'file') take(found, item.path, item.bytes, { ...options, isStrict: false });
    else if (item.type === 'issue' && item.issue.code === 'limit-exceeded') return undefined;
    else if (item.type === 'issue') found.leftOut.push({ path: item.issue.path, why: item.issue.message });
    else if (!item.isComplete) return damaged(item.reason);
    if (found.documents.length > 0) return undefined;
  }
  return withoutSbom(found);
}

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
  const found: FoundDocuments = { documents: [], leftOut: [] };
  for (const [at, line] of (await readFile(file, 'utf8')).split('\n').entries()) {
    if (line.trim() === '') continue;
    take(found, `${basename(options.name)}, line ${at + 1}`, Buffer.from(line), options);
  }
  if (found.documents.length === 0)
    throw new SbomRefused(
      `The file has one document in each line, and none is an SBOM. ${found.leftOut[0]?.why ?? ''}`.trim(),
    );
  const { sboms } = linked(found.documents, [], basename(options.name));
  return { sboms, leftOut: found.leftOut };
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
  const attached = await attachedBytes(file, path, options);
  if (attached !== undefined) return jsonFormOf(attached);
  // Earlier versions called a file that is only packed after the spool that it lay in.
  const others: Readonly<Record<string, unknown>>[] = [];
  for await (const item of documentsIn(file, LIMITS, options)) {
    if (item.type !== 'file' && item.type !== 'stream') continue;
    const bytes = item.type === 'file' ? item.bytes : await collected(item.stream);
    if (item.path === path) return jsonFormOf(bytes);
    const other = others.length > 1 ? undefined : formIfReadable(bytes);
    if (other !== undefined) others.push(other);
  }
  if (others.length > 1)
    throw new SbomRefused('This SBOM was put together of several documents of an archive. Send the one that you mean by itself.'); // biome-ignore format: one claim
  return others[0];
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
