// Finds copyright statements and authors in one text. This file is the entry; triggers.ts finds candidate places, walk.ts goes through them,
// lines.ts prepares the text of lines, and statements.ts and authors.ts parse it. Reads no file and knows no path.
import type { CopyrightStatement, TextAtLine } from '../findings.ts';
import { processorLimit } from '../processor-time.ts';
import { readBareLists, readNamesAlone } from './bare-lists.ts';
import { walkTriggers } from './walk.ts';

export { cleanHolder } from './holders.ts';

/** Authors of one file in lists without a heading or label. */
const MOST_BARE = 20_000;

export interface Copyrights {
  copyrights: CopyrightStatement[];
  authors: TextAtLine[];
  /** True when the time limit, or the limit of places or findings, ended the search early. */
  isTruncated: boolean;
  /** True if the time limit ended the search: another try may find more. */
  isOutOfTime: boolean;
}

/**
 * Finds copyright statements and authors in UTF-8 or latin1 text, in the order of the text, repeats included.
 * Linear in the bytes; never throws. Without `timeLimitMs` the result depends on the bytes alone.
 */
export function findCopyrights(bytes: Uint8Array, options: { timeLimitMs?: number } = {}): Copyrights {
  const { timeLimitMs = Number.POSITIVE_INFINITY } = options;
  const { copyrights, authors, isTruncated, isOutOfTime } = walkTriggers(bytes, processorLimit(timeLimitMs));
  const introduced = new Set(authors.map(({ line }) => line));
  const bare = readBareLists(bytes).filter(({ line }) => !introduced.has(line));
  if (bare.length > 0) authors.push(...bare.slice(0, MOST_BARE));
  return {
    copyrights,
    authors: bare.length > 0 ? authors.sort((a, b) => a.line - b.line) : authors,
    isTruncated,
    isOutOfTime,
  };
}

/** The authors of a file whose name says that it lists people, where names need neither label nor address. */
export function withNamesAlone(bytes: Uint8Array, authors: TextAtLine[]): TextAtLine[] {
  const known = new Set(authors.map(({ line }) => line));
  const alone = readNamesAlone(bytes).filter(({ line }) => !known.has(line));
  return [...authors, ...alone.slice(0, MOST_BARE)].sort((a, b) => a.line - b.line);
}
