// Reads 7z archives and rarer formats with the 7-Zip program: one run lists the entries, another writes all contents in sequence to its
// output, which is split by the listed sizes and checked against the listed checksums. No file is extracted, so no name can do harm.

import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { crc32 } from 'node:zlib';
import { byteAt, present } from '../../items.ts';
import { type ByteQueue, createByteQueue } from '../byte-queue.ts';
import {
  ArchiveFault,
  type ArchiveFormat,
  type ArchiveMember,
  corrupt,
  type RawItem,
  type ReadContext,
  remarkTrailingBytes,
  SpoolFault,
} from '../member.ts';
import { displayName } from '../paths.ts';
import { rarVersionIn } from '../rar-mark.ts';
import { runSevenZip, type SevenZipEnd } from '../seven-zip-process.ts';
import type { ArchiveSource } from '../source.ts';
import { spool } from '../spool.ts';
import { type ListedEntry, parseListing } from './listing.ts';

const PIECE_BYTES = 1 << 18;
const MAX_PROGRAM_BYTES = 4 << 20;
const TYPE_OF: Partial<Record<ArchiveFormat, string>> = {
  '7z': '7z',
  cab: 'cab',
  cpio: 'cpio',
  ar: 'ar',
  rpm: 'rpm',
};

export const sevenzip: ArchiveMember = {
  name: 'sevenzip',
  formats: [
    { format: '7z', extensions: ['.7z'], matches: (head) => startsWith(head, [0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c]) },
    { format: 'rar', extensions: ['.rar'], matches: (head) => startsWith(head, [0x52, 0x61, 0x72, 0x21, 0x1a, 0x07]) },
    { format: 'cab', extensions: ['.cab'], matches: (head) => startsWith(head, [0x4d, 0x53, 0x43, 0x46, 0, 0, 0, 0]) },
    {
      format: 'cpio',
      extensions: ['.cpio'],
      matches: (head) =>
        startsWith(head, [0x30, 0x37, 0x30, 0x37, 0x30]) && byteAt(head, 5) >= 0x31 && byteAt(head, 5) <= 0x37,
    },
    // Only Debian packages: the members of a static library are object files.
    {
      format: 'ar',
      extensions: ['.deb', '.udeb'],
      matches: (head) => Buffer.from(head.subarray(0, 21)).toString('latin1') === '!<arch>\ndebian-binary',
    },
    { format: 'rpm', extensions: ['.rpm'], matches: (head) => startsWith(head, [0xed, 0xab, 0xee, 0xdb]) },
  ],
  read: readBySevenZip,
};

/** Version 5 of RAR is a separate format to 7-Zip. In a self-extracting archive, the mark after the program is searched. */
async function rarType(source: ArchiveSource): Promise<string> {
  const start = Buffer.from(await source.readAt(0, MAX_PROGRAM_BYTES));
  return rarVersionIn(start) === 5 ? 'rar5' : 'rar';
}

async function* readBySevenZip(
  source: ArchiveSource,
  format: ArchiveFormat,
  context: ReadContext,
): AsyncGenerator<RawItem, void> {
  if (source.sizeBytes === 0) throw corrupt('the file is empty');
  const { bytes } = source;
  const isSpooled = bytes !== undefined;
  const onDisk = isSpooled ? await spool(singly(bytes), context.temporaryFolder, source.name) : source;
  const type = format === 'rar' ? await rarType(onDisk) : (TYPE_OF[format] ?? format);
  const listFile = join(context.temporaryFolder, `archive-${randomUUID()}.list`);
  try {
    const only = await plainEntriesOf(onDisk, type, context);
    if (only?.length === 0) {
      yield* encryptedEntries(onDisk, type, context);
      return;
    }
    if (only !== undefined)
      await writeFile(listFile, only.join('\n'), { mode: 0o600, flag: 'wx' }).catch((cause) => {
        throw new SpoolFault(cause);
      });
    yield* entries(onDisk, type, context, only === undefined ? undefined : listFile);
  } finally {
    await rm(listFile, { force: true });
    if (isSpooled) await onDisk.close();
  }
}

/** The unencrypted entries if some are encrypted, because the program stops at an entry without a password. Else undefined. */
async function plainEntriesOf(
  source: ArchiveSource,
  type: string,
  context: ReadContext,
): Promise<string[] | undefined> {
  let hasEncrypted = false;
  for await (const entry of list(source, type, context)) {
    hasEncrypted ||= entry.isEncrypted;
    if (hasEncrypted) break;
  }
  if (!hasEncrypted) return undefined;
  const plain: string[] = [];
  for await (const entry of list(source, type, context)) {
    if (!entry.isEncrypted && !entry.isFolder) plain.push(entry.path);
  }
  return plain;
}

/** An archive with encrypted entries only: they are named, their content is not requested. */
async function* encryptedEntries(
  source: ArchiveSource,
  type: string,
  context: ReadContext,
): AsyncGenerator<RawItem, void> {
  for await (const entry of list(source, type, context)) {
    context.countEntry();
    if (!entry.isFolder) yield refusal(entry, 'encrypted-archive', 'is encrypted; it was skipped', true);
  }
}

async function* entries(
  source: ArchiveSource,
  type: string,
  context: ReadContext,
  listFile: string | undefined,
): AsyncGenerator<RawItem, void> {
  const selection = listFile === undefined ? [] : ['-scsUTF-8', `-i@${listFile}`];
  const output = remembered(
    runSevenZip(
      [...argumentsFor('x', type), '-so', ...selection, '--', resolve(source.file)],
      undefined,
      context.signal,
    ),
  );
  const queue = createByteQueue(charged(output.chunks, context));
  try {
    for await (const entry of list(source, type, context)) {
      context.countEntry();
      if (entry.isFolder) continue;
      if (entry.isEncrypted) {
        yield refusal(entry, 'encrypted-archive', 'is encrypted; it was skipped', true);
      } else if (entry.specialKind !== undefined) {
        yield refusal(entry, 'skipped-entry', `is ${entry.specialKind}; it was skipped`, false);
        await queue.skip(Math.max(0, entry.sizeBytes));
      } else {
        context.checkEntrySize(entry.sizeBytes);
        const body = content(entry, queue, output);
        yield {
          type: 'entry',
          name: entry.path,
          legacyEncoding: 'latin1',
          isBackslashFolder: false,
          sizeBytes: entry.sizeBytes,
          body,
        };
        // The consumer may not have read everything. The rest must be read to reach the next entry.
        for await (const _ of body);
      }
    }
    await expectEnd(queue, output, context);
  } finally {
    await queue.close();
  }
}

async function* list(source: ArchiveSource, type: string, context: ReadContext): AsyncGenerator<ListedEntry, void> {
  const output = remembered(
    runSevenZip(
      [...argumentsFor('l', type), '-slt', '-sccUTF-8', '--', resolve(source.file)],
      undefined,
      context.signal,
    ),
  );
  yield* parseListing(output.chunks, (sizeBytes) => remarkTrailingBytes(context, sizeBytes));
  context.signal.throwIfAborted();
  const { exitCode, message } = present(output.end(), 'end of 7-Zip');
  if (exitCode === 0 || exitCode === 1) return;
  if (/encrypted|password/i.test(message))
    throw new ArchiveFault('encrypted-archive', 'its list of files is encrypted');
  throw corrupt(faultText(message));
}

/** A password for every archive: without one the program would ask for it. */
function argumentsFor(command: 'l' | 'x', type: string): string[] {
  return [command, `-t${type}`, '-spd', '-pnone', '-mmt2', '-bd'];
}

interface RememberedRun {
  chunks: AsyncIterable<Uint8Array>;
  end(): SevenZipEnd | undefined;
}

function remembered(run: AsyncGenerator<Uint8Array, SevenZipEnd>): RememberedRun {
  let end: SevenZipEnd | undefined;
  const chunks = (async function* () {
    end = yield* run;
  })();
  return { chunks, end: () => end };
}

async function* charged(chunks: AsyncIterable<Uint8Array>, context: ReadContext): AsyncGenerator<Uint8Array, void> {
  for await (const chunk of chunks) {
    context.charge(chunk.length);
    yield chunk;
  }
}

/**
 * The next `sizeBytes` of the output, or all of it if the format does not state the size (it then has a single entry). If bytes are missing or have
 * a wrong checksum, later entries can no longer be separated, so reading ends.
 */
async function* content(entry: ListedEntry, queue: ByteQueue, output: RememberedRun): AsyncGenerator<Uint8Array, void> {
  let checksum = 0;
  for (let left = entry.sizeBytes < 0 ? Number.POSITIVE_INFINITY : entry.sizeBytes; left > 0; ) {
    const piece = await queue.some(Math.min(left, PIECE_BYTES));
    if (piece === undefined && entry.sizeBytes < 0) break;
    if (piece === undefined)
      throw corrupt(
        `it ends in the middle of "${displayName(entry.path, 'latin1')}" (${faultText(output.end()?.message ?? '')})`,
      );
    checksum = crc32(piece, checksum);
    left -= piece.length;
    yield piece;
  }
  if (entry.crc32 === undefined || checksum === entry.crc32 || entry.sizeBytes === 0) return;
  throw corrupt(`"${displayName(entry.path, 'latin1')}" does not have the checksum that the archive gives`);
}

async function expectEnd(queue: ByteQueue, output: RememberedRun, context: ReadContext): Promise<void> {
  const surplus = await queue.some(1);
  context.signal.throwIfAborted();
  if (surplus !== undefined) throw corrupt('it holds more than its list of files says');
  const { exitCode, message } = present(output.end(), 'end of 7-Zip');
  if (exitCode !== 0 && exitCode !== 1) throw corrupt(faultText(message));
}

function faultText(message: string): string {
  if (message === '') return 'the 7-Zip program gave no reason';
  if (/unexpected end/i.test(message))
    return 'it is cut short, or one of several parts that have to be put together first';
  if (/cannot open the file as/i.test(message)) return 'it does not have the structure of its format';
  if (/data error|crc failed/i.test(message)) return 'its compressed data is broken';
  if (/headers? error/i.test(message)) return 'its headers are broken';
  if (/memory/i.test(message)) return 'unpacking it needs more memory than is allowed';
  return 'the 7-Zip program could not read it';
}

function refusal(
  entry: ListedEntry,
  code: 'encrypted-archive' | 'skipped-entry',
  reason: string,
  isLoss: boolean,
): RawItem {
  return { type: 'refusal', code, name: entry.path, legacyEncoding: 'latin1', reason, isLoss };
}

async function* singly(bytes: Uint8Array): AsyncGenerator<Uint8Array, void> {
  yield bytes;
}

function startsWith(head: Uint8Array, magic: readonly number[]): boolean {
  return head.length >= magic.length && magic.every((byte, i) => head[i] === byte);
}
