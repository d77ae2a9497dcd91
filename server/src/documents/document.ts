// The parts of a document, whatever its format: sections of blocks. Plain values; long tables are read row by row. A kind of report turns its data
// into a document; each format (html/, docx/, xlsx/, …) writes it.

import type { PaperSize } from '../domain/inventories/paper.ts';

/** The meaning of a value: a colour in HTML, nothing elsewhere. */
export type Tone = 'good' | 'bad' | 'warn' | 'soft';

/** Text with a link or a tone. */
export interface Marked {
  text: string;
  /** A web address; other texts are not linked. */
  url?: string;
  /** The id of a heading in the same document. */
  to?: string;
  tone?: Tone;
}

/** `null` means unknown. A list has one value per line. */
export type Cell = string | number | boolean | null | Date | Marked | readonly string[];

type ColumnType = 'text' | 'number' | 'boolean' | 'date';

export interface Column {
  title: string;
  /** Type of the cells in the column; text if absent. */
  type?: ColumnType;
  /** In characters; for sheets. */
  width?: number;
  /** Only in sheets and CSV, because a page has no room for everything. */
  isSheetOnly?: boolean;
}

export type Row = readonly Cell[];

export interface Table {
  type: 'table';
  /** Name of the sheet and the CSV file. A table without it is on pages only. */
  sheet?: string;
  columns: readonly Column[];
  rows: AsyncIterable<Row> | Iterable<Row>;
  /** Further rows are only in sheets and CSV, and the page says so; for 0 it says nothing. */
  mostOnPage?: number;
  /** Text for a table without rows. */
  none?: string;
  /** `none` is shown in sheets and CSV too, where an empty table would be taken for an answer. */
  isNoneInSheets?: boolean;
}

export interface Bar {
  label: string;
  value: number;
  tone?: Tone;
}

export interface GraphNode {
  id: string;
  label: string;
  tone?: Tone;
}

export type Block =
  | { type: 'heading'; text: string; id?: string; level?: 3 | 4 }
  | { type: 'paragraph'; text: string; tone?: Tone }
  | { type: 'facts'; rows: readonly (readonly [string, Cell])[] }
  | { type: 'list'; items: readonly Cell[] }
  /** Text as it was written. If it has a summary, pages may fold it. */
  | { type: 'verbatim'; text: string; summary?: string }
  /** Two texts side by side. */
  | { type: 'beside'; left: { title: string; text: string }; right: { title: string; text: string } }
  | { type: 'bars'; title: string; bars: readonly Bar[] }
  | { type: 'graph'; title: string; nodes: readonly GraphNode[]; edges: readonly (readonly [string, string])[] }
  /** Fields that a person fills in by hand. */
  | { type: 'blanks'; labels: readonly string[] }
  | Table;

export interface Section {
  /** Unique in the document; lower-case letters and hyphens. */
  id: string;
  title: string;
  blocks(): AsyncIterable<Block> | Iterable<Block>;
}

/** Logo and texts of the site, at the top of each document, and the paper that it uses. */
export interface Brand {
  name: string;
  /** A data URL of an image, or ''. */
  logo: string;
  footer: string;
  paper: PaperSize;
}

export interface ReportDocument {
  title: string;
  subtitle: string;
  brand: Brand;
  /** Time at which the data were read. Every format uses it as its time, so that the same data give the same bytes. */
  at: Date;
  facts: readonly (readonly [string, Cell])[];
  sections: readonly Section[];
}

/** A file in the archive of a report. */
export interface FileOut {
  name: string;
  content: AsyncIterable<string | Uint8Array>;
  /** True if its bytes are already compressed. */
  isPacked?: boolean;
}

/** A format of documents. `name` is that of the file, without its ending. */
export interface DocumentFormat {
  format: string;
  /** For people. */
  label: string;
  extension: string;
  mediaType: string;
  /** Read the content of each file before asking for the next one. */
  write(document: ReportDocument, name: string): AsyncIterable<FileOut> | Iterable<FileOut>;
}

export function isMarked(cell: Cell): cell is Marked {
  return typeof cell === 'object' && cell !== null && !(cell instanceof Date) && !Array.isArray(cell);
}
