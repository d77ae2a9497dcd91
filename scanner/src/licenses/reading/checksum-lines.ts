// Lists of checksums contain file names with license names (`COPYING.gplv3`, `licenses/MIT.txt`). They say which files exist, not what is
// granted. Pure.
import { stretchOf } from './stretch.ts';

/** Lists contain no longer paths. */
const REACH_BYTES = 400;

/** The text before a name on its line, `d41d8c…  `, and the start of the path that contains the name. */
const CHECKSUM_BEFORE = /(?:^|\s)[0-9a-f]{32,128}\s+\*?(\S*)$/i;
/** The same as BSD writes it: `SHA256 (docs/`. */
const NAMED_CHECKSUM_BEFORE = /\b(?:md5|sha-?\d+|rmd160|blake2\w*|size)\s?\(\S*$/i;
/**
 * The text after it: `.txt,sha256=…`, or `.pyc,,` without a checksum, in Python's lists of installed files, and the next line of a Java
 * manifest.
 */
const CHECKSUM_BEHIND = /^[^\s,]*(?:,(?:md5|sha\d+)=|\.pyc,,|\r?\n(?:md5|sha-?\d+)-digest\b)/i;
/** A bare name is a file if it has a file extension; `MIT` in a table of packages is a license. */
const FILE_ENDING = /^\S*\.[a-z]{1,5}\b/i;

/** Whether [startByte, endByte) is part of a path with a checksum beside it. */
export function isBesideChecksum(bytes: Uint8Array, startByte: number, endByte: number): boolean {
  const before = stretchOf(bytes, startByte - REACH_BYTES, startByte);
  const line = before.slice(before.lastIndexOf('\n') + 1);
  const behind = stretchOf(bytes, endByte, endByte + REACH_BYTES);
  if (NAMED_CHECKSUM_BEFORE.test(line) || CHECKSUM_BEHIND.test(behind)) return true;
  const beginning = CHECKSUM_BEFORE.exec(line)?.[1];
  return beginning !== undefined && (beginning !== '' || FILE_ENDING.test(behind));
}
