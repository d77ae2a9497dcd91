// What is known of the text around a license name.
import type { PlaceInHistory } from './years.ts';

export interface Passage {
  /** With the signs for names. */
  sentence: string;
  /** As written, white space folded. */
  written: string;
  previous: string;
  next: string;
  /** The words that introduce the list or table of the name; '' outside of lists. */
  introduction: string;
  /** Of the file. */
  language: string;
  /** The name is in an entry of a list or a row of a table. */
  isListed: boolean;
  /** The headings above the name, the nearest first. */
  headings: string[];
  /** Of which work a table tells the name. */
  table: Table | undefined;
  /** The line holds nothing but the name, and so do its neighbours. */
  isAmongNames: boolean;
  /** The line of the name, with the signs, as written. */
  line: string;
  /** Its place among entries with years: what was before, or what is so. */
  history: PlaceInHistory | undefined;
}

/** Of what a cell tells its license. */
export interface Table {
  /** The work of the name's cell. */
  subject: string;
  /** The works of the whole table. */
  subjects: string[];
  /** The table tells of licenses: they are its first column, and the other cells of the row say what is with them. */
  isOfLicenses: boolean;
  /** Only its form says so, and it counts beside another license. */
  isWeak?: boolean;
}
