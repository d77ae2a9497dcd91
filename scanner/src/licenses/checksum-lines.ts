// Lists of checksums name files, and some of these are called by a license (`COPYING.gplv3`, `licenses/MIT.txt`): that says what lies there, not what
// is granted. Pure.

/** Longer paths stand in no list. */
const REACH_BYTES = 400;

/** What stands before a path on its line: `d41d8c…  docs/`, `SHA256 (docs/`. */
const CHECKSUM_BEFORE = /(?:(?:^|\s)[0-9a-f]{32,128}\s+\*?|\b(?:md5|sha-?\d+|rmd160|blake2\w*|size)\s?\()\S*$/i;
/** What stands behind it: `.txt,sha256=…`, or `.pyc,,` without, as Python lists what it installs, and the next line of a Java manifest. */
const CHECKSUM_BEHIND = /^[^\s,]*(?:,(?:md5|sha\d+)=|,,\r?\n|\r?\n(?:md5|sha-?\d+)-digest\b)/i;

/** Whether what stands at [startByte, endByte) is part of a path whose checksum stands beside it. */
export function isBesideChecksum(bytes: Uint8Array, startByte: number, endByte: number): boolean {
  const textOf = (from: number, to: number) =>
    Buffer.from(bytes.buffer, bytes.byteOffset + from, Math.max(0, to - from)).toString('latin1');
  const before = textOf(Math.max(0, startByte - REACH_BYTES), startByte);
  if (CHECKSUM_BEFORE.test(before.slice(before.lastIndexOf('\n') + 1))) return true;
  return CHECKSUM_BEHIND.test(textOf(endByte, Math.min(bytes.length, endByte + REACH_BYTES)));
}
