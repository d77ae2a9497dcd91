// What a kind of report is given and what it makes. Kinds know neither database nor HTTP: plain values in, a document and files out.
import type { Brand, FileOut, ReportDocument } from '../documents/document.ts';
import type { ReportHead, ReportListName, ReportRow } from './data.ts';

/** A file of an item that is shipped as it is. */
export interface SourceFile {
  itemId: number;
  path: string;
  sizeBytes: number;
  content: AsyncIterable<Uint8Array>;
}

export interface ReportSource {
  head: ReportHead;
  /** When the data is read. */
  at: Date;
  brand: Brand;
  /** The options of the report as they were given, else their defaults. */
  options: Readonly<Record<string, string>>;
  /** A list of the data; can be walked several times, and one row at a time is held in memory. Filters of the options hold for items. */
  list<N extends ReportListName>(name: N): AsyncIterable<ReportRow<N>>;
  /** Files of these items, as they are stored. */
  sourceFiles(itemIds: readonly number[]): AsyncIterable<SourceFile>;
  /** When the last report of this kind was made; undefined for the first. */
  lastOn?: string;
  /** The project to compare with. */
  other?: ReportSource;
  toolVersion: string;
}

export interface ReportWriter {
  /** Without it the kind has files only. */
  document?(source: ReportSource): ReportDocument;
  /** What people print and sign, where the whole document has hundreds of pages: for the option `form`. */
  short?(source: ReportSource): ReportDocument;
  /** Lists that the JSON file holds, in order; without it there is no JSON file. */
  data?: readonly ReportListName[];
  /** Files beside the document, or instead of it. */
  files?(source: ReportSource): AsyncIterable<FileOut> | Iterable<FileOut>;
}

/** A value that the dialog asks for before the report is made. */
export interface ReportOption {
  name: string;
  label: string;
  description: string;
  type: 'string';
  defaultValue?: string;
  required?: boolean;
  order: number;
}

/** What the server knows of a standard report before it writes one. Stands in `<kind>/kind.ts`, which imports plain data alone. */
export interface ReportKind {
  /** `path` of its row, and `reportType` of the deprecated operation. */
  kind: Uppercase<string>;
  /** For people; unique among all reports. */
  name: string;
  /** Beginning of the names of its files. */
  file: string;
  /** Jobs that make it. */
  jobType: `${string} Report`;
  /** Place in the list of reports. */
  position: number;
  /** Asks for a second project. */
  hasProjectPicker?: boolean;
  options: readonly ReportOption[];
  /** The writer is loaded when the first report of its kind is made. */
  load(): Promise<ReportWriter>;
}
