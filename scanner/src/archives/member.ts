// The words that the members of the archive family and the walker over them share. Types and faults only; nothing here reads anything.
import type { Readable } from 'node:stream';
import type { Issue, IssueCode } from '../findings.ts';
import type { ArchiveSource } from './source.ts';

/** Formats by what their bytes say. A compressed tar is its compression here; the reader looks at what comes out. */
export type ArchiveFormat =
  | 'zip'
  | 'tar'
  | 'gzip'
  | 'bzip2'
  | 'xz'
  | 'zstd'
  | '7z'
  | 'rar'
  | 'cab'
  | 'cpio'
  | 'ar'
  | 'rpm';

/** Sizes in bytes, times in milliseconds. Every limit is inclusive: reaching it is allowed, passing it is not. */
export interface ArchiveLimits {
  /** How many archives may lie inside one another, the uploaded one not counted. */
  nestingDepth: number;
  /** Entries of all kinds, of the uploaded archive and everything expanded inside it. */
  entries: number;
  /** Folders that files lie in, of the uploaded archive and everything expanded inside it. */
  folders: number;
  /** How many folders may lie inside one another around a file. */
  folderDepth: number;
  /** Bytes that all archives together may expand to. */
  totalBytes: number;
  entryBytes: number;
  /** Expanded bytes per byte of archive, asked only of archives that expand to more than `ratioFloorBytes`. */
  expansionRatio: number;
  ratioFloorBytes: number;
  /** Wall time of the whole reading, the consumer's own time included. */
  deadlineMs: number;
}

export interface ArchiveFormatSpec {
  format: ArchiveFormat;
  /** The last one of a name, with the dot, in lower case: `.gz` for `.tar.gz` too. */
  extensions: readonly string[];
  /** True when the first bytes (512 are enough) are those of the format. */
  matches(head: Uint8Array): boolean;
}

/** A file as the archive tells of it, before anyone has looked at its name. */
export interface RawEntry {
  type: 'entry';
  /** As the archive holds it; text when the format itself says how it is encoded. */
  name: string | Uint8Array;
  /** How bytes of the name that are not UTF-8 are to be read. */
  legacyEncoding: 'cp437' | 'latin1';
  /** True when a backslash parts folders in this entry's name. */
  isBackslashFolder: boolean;
  /** -1 when only reading will tell. */
  sizeBytes: number;
  body: Uint8Array | AsyncIterable<Uint8Array>;
}

/** An entry that is not delivered, and why. */
export interface RawRefusal {
  type: 'refusal';
  code: IssueCode;
  name: string | Uint8Array;
  legacyEncoding: 'cp437' | 'latin1';
  /** Ends the sentence `"<path>" …`, without the full stop. */
  reason: string;
  /** True when the archive has content here that is not delivered: an inner archive then stays in the code base as a file. */
  isLoss: boolean;
}

export type RawItem = RawEntry | RawRefusal;

/** What a member may ask of the walker while it reads. Each call may throw an `ArchiveFault`, which the member lets pass. */
export interface ReadContext {
  limits: ArchiveLimits;
  /** To be told of every entry of any kind before its content is read. */
  countEntry(): void;
  /** To be told of every byte that comes out of the archive, before or as it is handed on. */
  charge(sizeBytes: number): void;
  /** To be asked before an entry of this size is read. */
  checkEntrySize(sizeBytes: number): void;
  /**
   * Tells of something that concerns the archive as a whole and costs none of its entries; `reason` ends the sentence `The archive …`, without the
   * full stop. What is told twice is one issue.
   */
  remark(code: IssueCode, reason: string): void;
  temporaryFolder: string;
  /** Fires when the reading has to stop: by the caller, or at the deadline. */
  signal: AbortSignal;
}

/** One archive format, or several that are read by the same means. */
export interface ArchiveMember {
  name: string;
  formats: readonly ArchiveFormatSpec[];
  /** Gives the entries in archive order. Trouble that ends the reading is thrown as an `ArchiveFault`, and only here in this family. */
  read(source: ArchiveSource, format: ArchiveFormat, context: ReadContext): AsyncGenerator<RawItem, void>;
}

/** What a reader of an archive hands out. `end` is always the last item. */
export type ArchiveItem =
  | { type: 'file'; path: string; sizeBytes: number; bytes: Uint8Array }
  /**
   * A file of more than 8 MB; sizeBytes is -1 when unknown. Drain it before asking for the next item. When its content turns out to be
   * broken or too large the stream fails: drop the file, the next item is the issue that says why.
   */
  | { type: 'stream'; path: string; sizeBytes: number; stream: Readable }
  | { type: 'issue'; issue: Issue }
  /**
   * `isComplete` is false when the uploaded archive itself could not be read to its end or has broken entries; `reason` is then a sentence.
   * Entries that were skipped on purpose, and trouble of archives inside it, have their issues and leave it true.
   */
  | { type: 'end'; isComplete: boolean; reason?: string };

/** Trouble that ends the reading of one archive. It stays inside this family: the walker turns it into an issue. */
export class ArchiveFault extends Error {
  readonly code: IssueCode;
  constructor(code: IssueCode, message: string) {
    super(message);
    this.name = 'ArchiveFault';
    this.code = code;
  }
}

/** Trouble with the content of one entry; the reading goes on with the next. */
export class EntryFault extends ArchiveFault {}

/** Told where bytes that are no part of an archive follow it. */
export function tellTrailingBytes(context: Pick<ReadContext, 'remark'>, count: number): void {
  context.remark(
    'trailing-bytes',
    `is followed by ${count > 0 ? `${count} bytes` : 'bytes'} that are no part of it; they were left aside`,
  );
}

export function corrupt(message: string): ArchiveFault {
  return new ArchiveFault('corrupt-archive', message);
}
