// What a document consists of, whatever format it is written in: sections of blocks. Plain values; long tables are walked row by row.
// A kind of report makes a document of its data; each format (html/, docx/, xlsx/, …) writes it in its own way.

/** How a value is to be taken: colours in HTML, nothing elsewhere. */
export type Tone = 'good' | 'bad' | 'warn' | 'soft';

/** Text that leads somewhere or has a tone. */
export interface Marked {
  text: string;
  /** A web address; others stay text. */
  url?: string;
  /** The id of a heading of the same document. */
  to?: string;
  tone?: Tone;
}

/** `null` is a value that nobody knows. A list stands one value a line. */
export type Cell = string | number | boolean | null | Date | Marked | readonly string[];

type ColumnType = 'text' | 'number' | 'boolean' | 'date';

export interface Column {
  title: string;
  /** What cells of the column are; absent: text. */
  type?: ColumnType;
  /** In characters; for sheets. */
  width?: number;
  /** Stands in sheets and CSV only: a page has no room for everything. */
  isSheetOnly?: boolean;
}

export type Row = readonly Cell[];

export interface Table {
  type: 'table';
  /** Names the sheet and the CSV file; a table without stands on pages only. */
  sheet?: string;
  columns: readonly Column[];
  rows: AsyncIterable<Row> | Iterable<Row>;
  /** More rows than this stand in sheets and CSV only, and the page says so; of 0 it says nothing. */
  mostOnPage?: number;
  /** Stands where there are no rows. */
  none?: string;
  /** `none` stands in sheets and CSV too: there, an empty table would be taken for an answer. */
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
  /** Text as it was written. With a summary, pages may fold it. */
  | { type: 'verbatim'; text: string; summary?: string }
  /** Two texts side by side. */
  | { type: 'beside'; left: { title: string; text: string }; right: { title: string; text: string } }
  | { type: 'bars'; title: string; bars: readonly Bar[] }
  | { type: 'graph'; title: string; nodes: readonly GraphNode[]; edges: readonly (readonly [string, string])[] }
  /** Places that a person fills in by hand. */
  | { type: 'blanks'; labels: readonly string[] }
  | Table;

export interface Section {
  /** Unique in the document; small letters and hyphens. */
  id: string;
  title: string;
  blocks(): AsyncIterable<Block> | Iterable<Block>;
}

/** Logo and words of the site, on top of each document. */
export interface Brand {
  name: string;
  /** A data address of an image, or ''. */
  logo: string;
  footer: string;
}

export interface ReportDocument {
  title: string;
  subtitle: string;
  brand: Brand;
  /** When the data was read. Stands for the time in every format, so that the same data gives the same bytes. */
  at: Date;
  facts: readonly (readonly [string, Cell])[];
  sections: readonly Section[];
}

/** A file of the archive that a report is handed out as. */
export interface FileOut {
  name: string;
  content: AsyncIterable<string | Uint8Array>;
  /** Its bytes are compressed already. */
  isPacked?: boolean;
}

/** One way to write a document. `name` is the file's, without its ending. */
export interface DocumentFormat {
  format: string;
  /** For people. */
  label: string;
  extension: string;
  mediaType: string;
  /** The content of each file is read before the next file is asked for. */
  write(document: ReportDocument, name: string): AsyncIterable<FileOut> | Iterable<FileOut>;
}

export function isMarked(cell: Cell): cell is Marked {
  return typeof cell === 'object' && cell !== null && !(cell instanceof Date) && !Array.isArray(cell);
}
