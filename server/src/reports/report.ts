// The input and output of a kind of report. Kinds know neither database nor HTTP: they get plain values and return a document and files.

import type { Brand, FileOut, ReportDocument } from '../documents/document.ts';
import type { ReportJobType } from '../domain/jobs/job.ts';
import type { ReportHead, ReportListName, ReportRow } from './data.ts';

/** A file of an item that is shipped unchanged. */
export interface SourceFile {
  itemId: number;
  path: string;
  sizeBytes: number;
  content: AsyncIterable<Uint8Array>;
}

export interface ReportSource {
  head: ReportHead;
  /** Time at which the data are read. */
  at: Date;
  brand: Brand;
  /** The given options of the report, with defaults for the others. */
  options: Readonly<Record<string, string>>;
  /** A list of the data. It can be read several times, and only one row is in memory. The filters of the options apply to items and to rows about items. */
  list<N extends ReportListName>(name: N): AsyncIterable<ReportRow<N>>;
  /** The stored files of these items. */
  sourceFiles(itemIds: readonly number[]): AsyncIterable<SourceFile>;
  /** Time of the last report of this kind; undefined for the first. */
  lastOn?: string;
  /** The project to compare with. */
  other?: ReportSource;
  toolVersion: string;
}

export interface ReportWriter {
  /** Without it, the kind has only files. */
  document?(source: ReportSource): ReportDocument;
  /** A short document for the option `form`. It can be printed and signed; the whole one may have hundreds of pages. */
  short?(source: ReportSource): ReportDocument;
  /** The lists in the JSON file, in order; without it, there is no JSON file. */
  data?: readonly ReportListName[];
  /** Files in addition to the document, or instead of it. */
  files?(source: ReportSource): AsyncIterable<FileOut> | Iterable<FileOut>;
}

/** A value that the dialog asks for. */
export interface ReportOption {
  name: string;
  label: string;
  description: string;
  type: 'string';
  defaultValue?: string;
  required?: boolean;
  order: number;
}

/** The definition of a standard report, which is loaded without its writer. It is in `<kind>/kind.ts`, which imports only plain data. */
export interface ReportKind {
  /** The `path` of its row, and the `reportType` of the deprecated operation. */
  kind: Uppercase<string>;
  /** For people; unique among all reports. */
  name: string;
  /** What it contains, as a sentence for people. */
  about: string;
  /** The beginning of its file names. */
  file: string;
  /** The type of its jobs. */
  jobType: ReportJobType;
  /** Place in the list of reports. */
  position: number;
  /** True if it needs a second project. */
  hasProjectPicker?: boolean;
  options: readonly ReportOption[];
  /** The writer is loaded with the first report of its kind. */
  load(): Promise<ReportWriter>;
}
