// Recognises the parts of a split archive by name or by bytes. A single part cannot be read, and the message "corrupt"
// would not tell users what to do.
import { byteAt } from '../items.ts';
import type { ArchiveFormat } from './member.ts';
import type { ArchiveSource } from './source.ts';

const NAMES: [RegExp, (name: string) => string][] = [
  [/\.(7z|zip|rar|tar|gz|tgz|bz2|xz|zst)\.\d{3}$/i, (name) => `cat ${name.slice(0, -3)}* > ${name.slice(0, -4)}`],
  [/\.(tar|tgz|tar\.\w+|zip|7z)\.[a-z]{2}$/, (name) => `cat ${name.slice(0, -2)}?? > ${name.slice(0, -3)}`],
  [/\.part\d+\.rar$|\.r\d\d$/i, () => 'unpack it and pack the files anew, or repack it as a single volume'],
  [/\.z\d\d$/i, (name) => `zip -s 0 ${name.slice(0, -4)}.zip --out whole.zip`],
];

/** How to join a file of this name with the other parts; undefined when the name is not that of a part. */
export function partByName(name: string): string | undefined {
  // "a.tar.gz" and "a.tar.xz" look like parts numbered by letters.
  if (/\.(gz|xz|7z)$/i.test(name)) return undefined;
  return NAMES.find(([pattern]) => pattern.test(name))?.[1](name);
}

/** Whether the bytes show that this is only a part of the archive. */
export async function isPartByBytes(source: ArchiveSource, format: ArchiveFormat): Promise<boolean> {
  const head = Buffer.from(await source.readAt(0, 64));
  if (format === '7z') return endOfSevenZip(head) > source.sizeBytes;
  if (format === 'rar') return isRarVolume(head);
  return head.subarray(0, 4).equals(Buffer.from('PK\x07\x08'));
}

/** The end of the file list according to the start header. */
function endOfSevenZip(head: Buffer): number {
  if (head.length < 32) return 0;
  return 32 + Number(head.readBigUInt64LE(12)) + Number(head.readBigUInt64LE(20));
}

/** The volume flag of the archive header, in both versions of the format. */
function isRarVolume(head: Buffer): boolean {
  if (head.length < 20) return false;
  if (head[6] === 0) return head[9] === 0x73 && (head.readUInt16LE(10) & 1) !== 0;
  // Checksum, size, type 1, flags, size of the extra area where flagged, archive flags: all below 0x80 here.
  if (head[13] !== 1) return false;
  const archiveFlags = (byteAt(head, 14) & 1) === 0 ? byteAt(head, 15) : byteAt(head, 16);
  return (archiveFlags & 1) !== 0;
}
