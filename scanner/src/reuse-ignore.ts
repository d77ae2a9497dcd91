// Parts of a file that its author took out of the search for licenses and copyrights: from REUSE-IgnoreStart to REUSE-IgnoreEnd,
// or to the end of the file. Pure. Specification: https://reuse.software/spec-3.3/ (ignoring parts of a file)

const START = Buffer.from('REUSE-IgnoreStart');
const END = Buffer.from('REUSE-IgnoreEnd');
const BLANK = 0x20;
const LINE_FEED = 0x0a;

/** The same bytes, or a copy in which such parts are blank. Offsets and lines stay. */
export function withoutIgnoredParts(bytes: Uint8Array): Uint8Array {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  let from = text.indexOf(START);
  if (from < 0) return bytes;
  const open = Uint8Array.from(bytes);
  while (from >= 0) {
    const end = text.indexOf(END, from);
    const to = end < 0 ? bytes.length : end + END.length;
    for (let at = from; at < to; at++) if (open[at] !== LINE_FEED) open[at] = BLANK;
    from = end < 0 ? -1 : text.indexOf(START, to);
  }
  return open;
}
