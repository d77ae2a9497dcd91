// Lists of checksums name files, and some of these are called by a license (`COPYING.gplv3`, `licenses/MIT.txt`): that says what lies there, not what
// is granted. Pure.
import { stretchOf } from './stretch.ts';

/** Longer paths stand in no list. */
const REACH_BYTES = 400;

/** What stands before a name on its line: `d41d8c…  `, and how the path begins that it is part of. */
const CHECKSUM_BEFORE = /(?:^|\s)[0-9a-f]{32,128}\s+\*?(\S*)$/i;
/** The same as BSD writes it: `SHA256 (docs/`. */
const NAMED_CHECKSUM_BEFORE = /\b(?:md5|sha-?\d+|rmd160|blake2\w*|size)\s?\(\S*$/i;
/** What stands behind it: `.txt,sha256=…`, or `.pyc,,` without, as Python lists what it installs, and the next line of a Java manifest. */
const CHECKSUM_BEHIND = /^[^\s,]*(?:,(?:md5|sha\d+)=|\.pyc,,|\r?\n(?:md5|sha-?\d+)-digest\b)/i;
/** A name alone is a file when it ends like one; `MIT` in a table of packages is a license. */
const FILE_ENDING = /^\S*\.[a-z]{1,5}\b/i;

/** Whether what stands at [startByte, endByte) is part of a path whose checksum stands beside it. */
export function isBesideChecksum(bytes: Uint8Array, startByte: number, endByte: number): boolean {
  const before = stretchOf(bytes, startByte - REACH_BYTES, startByte);
  const line = before.slice(before.lastIndexOf('\n') + 1);
  const behind = stretchOf(bytes, endByte, endByte + REACH_BYTES);
  if (NAMED_CHECKSUM_BEFORE.test(line) || CHECKSUM_BEHIND.test(behind)) return true;
  const beginning = CHECKSUM_BEFORE.exec(line)?.[1];
  return beginning !== undefined && (beginning !== '' || FILE_ENDING.test(behind));
}
