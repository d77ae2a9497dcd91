// Reads zip entries in rare compressions (Deflate64 of Windows' Explorer, bzip2, LZMA, xz, PPMd, and those of the eighties) with the 7-Zip
// program. It gets each one as a zip of a single entry under a generated name.
// Format: APPNOTE.TXT 6.3.10, sections 4.3.7 to 4.5.3.
import { resolve } from 'node:path';
import type { Entry } from 'yauzl';
import { EntryFault, type ReadContext } from '../member.ts';
import { runSevenZip } from '../seven-zip-process.ts';
import type { ArchiveSource } from '../source.ts';
import { spool } from '../spool.ts';

export const ODD_METHODS: ReadonlySet<number> = new Set([1, 2, 3, 4, 5, 6, 9, 12, 14, 95, 98]);

const NAME = Buffer.from('content');
const IS_ENCRYPTED = 1;
const HAS_DESCRIPTOR = 8;
const PIECE_BYTES = 1 << 18;

/** `start` is the offset of the entry's data in the archive. The caller checks size and checksum. */
export async function* oddContent(
  entry: Entry,
  start: number,
  archive: ArchiveSource,
  context: ReadContext,
): AsyncGenerator<Uint8Array, void> {
  const single = await spool(singleEntryZip(entry, start, archive), context.temporaryFolder, 'content.zip');
  try {
    const run = runSevenZip(
      ['x', '-tzip', '-so', '-spd', '-pnone', '-mmt2', '--', resolve(single.file)],
      undefined,
      context.signal,
    );
    for (;;) {
      const next = await run.next();
      if (next.done) {
        context.signal.throwIfAborted();
        if (next.value.exitCode !== 0)
          throw new EntryFault(
            'corrupt-archive',
            `has data that is broken or of an unknown kind (method ${entry.compressionMethod})`,
          );
        return;
      }
      context.charge(next.value.length);
      yield next.value;
    }
  } finally {
    await single.close();
  }
}

/** Sizes are always written as zip64, so that one form suffices. */
async function* singleEntryZip(entry: Entry, start: number, archive: ArchiveSource): AsyncGenerator<Uint8Array, void> {
  const sizes = Buffer.alloc(20);
  sizes.writeUInt16LE(1, 0);
  sizes.writeUInt16LE(16, 2);
  sizes.writeBigUInt64LE(BigInt(entry.uncompressedSize), 4);
  sizes.writeBigUInt64LE(BigInt(entry.compressedSize), 12);
  const shared = Buffer.alloc(26);
  shared.writeUInt16LE(45, 0);
  shared.writeUInt16LE(entry.generalPurposeBitFlag & ~(IS_ENCRYPTED | HAS_DESCRIPTOR), 2);
  shared.writeUInt16LE(entry.compressionMethod, 4);
  shared.writeUInt32LE(entry.crc32, 10);
  shared.writeUInt32LE(0xffffffff, 14);
  shared.writeUInt32LE(0xffffffff, 18);
  shared.writeUInt16LE(NAME.length, 22);
  shared.writeUInt16LE(sizes.length, 24);
  const local = Buffer.concat([signature(0x04034b50), shared, NAME, sizes]);
  yield local;
  for (let at = 0; at < entry.compressedSize; ) {
    const piece = await archive.readAt(start + at, Math.min(PIECE_BYTES, entry.compressedSize - at));
    if (piece.length === 0) throw new EntryFault('corrupt-archive', 'reaches past the end of the archive');
    at += piece.length;
    yield piece;
  }
  const central = Buffer.concat([signature(0x02014b50), Buffer.from([45, 0]), shared, Buffer.alloc(14), NAME, sizes]);
  yield central;
  yield directoryEnd(local.length + entry.compressedSize, central.length);
}

function directoryEnd(offset: number, sizeBytes: number): Uint8Array {
  const zip64 = Buffer.alloc(56);
  zip64.writeUInt32LE(0x06064b50, 0);
  zip64.writeBigUInt64LE(44n, 4);
  zip64.writeUInt16LE(45, 12);
  zip64.writeUInt16LE(45, 14);
  zip64.writeBigUInt64LE(1n, 24);
  zip64.writeBigUInt64LE(1n, 32);
  zip64.writeBigUInt64LE(BigInt(sizeBytes), 40);
  zip64.writeBigUInt64LE(BigInt(offset), 48);
  const locator = Buffer.alloc(20);
  locator.writeUInt32LE(0x07064b50, 0);
  locator.writeBigUInt64LE(BigInt(offset + sizeBytes), 8);
  locator.writeUInt32LE(1, 16);
  const end = Buffer.alloc(22, 0xff);
  end.writeUInt32LE(0x06054b50, 0);
  end.fill(0, 4, 8);
  end.fill(0, 20, 22);
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  return Buffer.concat([zip64, locator, end]);
}

function signature(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value, 0);
  return bytes;
}
