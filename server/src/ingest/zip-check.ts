// Checks a zip from a caller before it is used: whether it is a zip, whether it can be read to its end, and what it contains.
import { createReadStream } from 'node:fs';
import { archiveFormatOf, DEFAULT_ARCHIVE_LIMITS, readArchive } from '@assay/scanner/archives';
import { badRequest } from '../errors.ts';

const HEAD_BYTES = 512;
const LIMITS = { ...DEFAULT_ARCHIVE_LIMITS, entries: 100_000, totalBytes: 20e9 };

/** Paths of the files in the zip. `what` is its name in refusals: `The form field "file"`. */
export async function listZip(
  file: string,
  what: string,
  temporaryFolder: string,
  signal: AbortSignal,
): Promise<string[]> {
  const format = archiveFormatOf('', await headOf(file));
  if (format !== 'zip') throw badRequest(`${what} must be a zip archive${format ? `; this is a ${format} file` : ''}.`);
  const options = { limits: LIMITS, expansion: 'none', archiveDirSuffix: '', deleteArchiveAfterExpand: false } as const;
  const paths: string[] = [];
  let fault: string | undefined;
  for await (const item of readArchive(file, { ...options, temporaryFolder, signal })) {
    if (item.type === 'file') paths.push(item.path);
    if (item.type === 'stream') {
      fault ??= await faultIn(item.stream, signal);
      paths.push(item.path);
    }
    if (item.type === 'end' && (fault !== undefined || !item.isComplete))
      throw badRequest(`${what} cannot be read to its end: ${item.reason ?? fault}`);
  }
  if (paths.length === 0) throw badRequest(`${what} is a zip archive without files.`);
  return paths;
}

/** Reads the content to its end. Returns why it is broken or too large, which is a fault of the archive and not ours. */
async function faultIn(content: AsyncIterable<unknown>, signal: AbortSignal): Promise<string | undefined> {
  try {
    for await (const _chunk of content) signal.throwIfAborted();
  } catch (error) {
    if (error instanceof Error && error.name === 'ArchiveFault') return error.message;
    throw error;
  }
}

async function headOf(file: string): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  for await (const chunk of createReadStream(file, { end: HEAD_BYTES - 1 })) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
