// The types and faults that the members of the archive family and the walker share. Reads nothing.
import type { Readable } from 'node:stream';
import type { Issue, IssueCode } from '../findings.ts';
import type { ArchiveSource } from './source.ts';

/** Formats by their bytes. A compressed tar counts as its compression; its reader examines the decompressed bytes. */
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
  /** Nesting depth of archives, not counting the uploaded one. */
  nestingDepth: number;
  /** Entries of all kinds, of the uploaded archive and everything expanded inside it. */
  entries: number;
  /** Folders that contain files, in the uploaded archive and everything expanded inside it. */
  folders: number;
  /** Depth of folders around a file. */
  folderDepth: number;
  /** Bytes that all archives together may expand to. */
  totalBytes: number;
  entryBytes: number;
  /** Expanded bytes per byte of archive; checked only for archives that expand to more than `ratioFloorBytes`. */
  expansionRatio: number;
  ratioFloorBytes: number;
  /** Wall time of the whole reading, the consumer's own time included. */
  deadlineMs: number;
}

export interface ArchiveFormatSpec {
  format: ArchiveFormat;
  /** Only the last part of an extension, with the dot, in lower case: `.gz` for `.tar.gz` too. */
  extensions: readonly string[];
  /** True when the first bytes (512 are enough) are those of the format. */
  matches(head: Uint8Array): boolean;
}

/** A file as the archive describes it, before its name is checked. */
export interface RawEntry {
  type: 'entry';
  /** As stored; text when the format itself defines the encoding. */
  name: string | Uint8Array;
  /** The encoding of name bytes that are not UTF-8. */
  legacyEncoding: 'cp437' | 'latin1';
  /** True when a backslash separates folders in this entry's name. */
  isBackslashFolder: boolean;
  /** -1 when unknown before reading. */
  sizeBytes: number;
  body: Uint8Array | AsyncIterable<Uint8Array>;
  /** Only in entries that no archive holds (`readEntries`): the digest of a content that the consumer may have already. It is no archive. */
  sha256?: string;
  /** The digest of the layer that has it, if it comes from a container image. */
  layer?: string;
}

/** An entry that is not delivered, and why. */
export interface RawRefusal {
  type: 'refusal';
  code: IssueCode;
  name: string | Uint8Array;
  legacyEncoding: 'cp437' | 'latin1';
  /** Ends the sentence `"<path>" …`, without the full stop. */
  reason: string;
  /** True when content is lost: an inner archive then stays in the code base as a file. */
  isLoss: boolean;
}

export type RawItem = RawEntry | RawRefusal;

/** `kind` is `folder`, `hard-link`, or words for people. */
interface NotedEntry {
  kind: string;
  name: Uint8Array;
}

/** Services of the walker for a member that reads. Each call may throw an `ArchiveFault`, which the member must not catch. */
export interface ReadContext {
  limits: ArchiveLimits;
  /** Call it for every entry of any kind before its content is read. */
  countEntry(): void;
  /** Call it for every byte that comes out of the archive, before or while it is delivered. */
  charge(sizeBytes: number): void;
  /** Call it before an entry of this size is read. */
  checkEntrySize(sizeBytes: number): void;
  /**
   * Reports a fault of the archive as a whole that costs no entry; `reason` ends the sentence `The archive …`, without the full stop.
   * Repeated reports are one issue.
   */
  remark(code: IssueCode, reason: string): void;
  /** Told of each entry of a tar that is no file with content of its own: whoever lays layers over each other needs them. */
  noteEntry?(entry: NotedEntry): void;
  temporaryFolder: string;
  /** Fires when the reading must stop: by the caller, or at the deadline. */
  signal: AbortSignal;
}

/** One archive format, or several that are read the same way. */
export interface ArchiveMember {
  name: string;
  formats: readonly ArchiveFormatSpec[];
  /** Yields the entries in archive order. A fault that ends the reading is thrown as an `ArchiveFault`, and only here in this family. */
  read(source: ArchiveSource, format: ArchiveFormat, context: ReadContext): AsyncGenerator<RawItem, void>;
}

/** The items of an archive reader. `end` is always the last one. */
export type ArchiveItem =
  | { type: 'file'; path: string; sizeBytes: number; bytes: Uint8Array; layer?: string }
  /**
   * A file of more than 8 MB; sizeBytes is -1 when unknown. Drain it before you request the next item. If its content is broken or too
   * large the stream fails: drop the file; the next item is the issue with the reason.
   */
  | { type: 'stream'; path: string; sizeBytes: number; stream: Readable; layer?: string }
  | { type: 'issue'; issue: Issue }
  /**
   * `isComplete` is false when the uploaded archive itself could not be read to its end or has broken entries; `reason` is then a sentence.
   * Entries skipped on purpose and faults of archives inside it have issues, but leave it true.
   */
  | { type: 'end'; isComplete: boolean; reason?: string };

/** A file whose content the consumer may have already; `open` delivers it if not. Only `readEntries` delivers such items. */
export interface StoredItem {
  type: 'stored';
  path: string;
  sizeBytes: number;
  /** In lower-case hexadecimal digits. */
  sha256: string;
  layer?: string;
  open(): AsyncIterable<ArchiveItem>;
}

/** A fault that ends the reading of one archive. It stays inside this family: the walker turns it into an issue. */
export class ArchiveFault extends Error {
  readonly code: IssueCode;
  constructor(code: IssueCode, message: string) {
    super(message);
    this.name = 'ArchiveFault';
    this.code = code;
  }
}

/** A fault in the content of one entry; the reading continues with the next. */
export class EntryFault extends ArchiveFault {}

/** The machine could not store a spool. This is no fault of the archive, so it is thrown and never becomes an issue. */
export class SpoolFault extends Error {
  constructor(cause: unknown) {
    super(`A temporary file could not be written: ${(cause as Error).message}`, { cause });
    this.name = 'SpoolFault';
  }
}

/** Reports bytes after the end of an archive. */
export function remarkTrailingBytes(context: Pick<ReadContext, 'remark'>, count: number): void {
  context.remark(
    'trailing-bytes',
    `is followed by ${count > 0 ? `${count} bytes` : 'bytes'} that are no part of it; they were left aside`,
  );
}

export function corrupt(message: string): ArchiveFault {
  return new ArchiveFault('corrupt-archive', message);
}
