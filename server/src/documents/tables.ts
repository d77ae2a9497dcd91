// The tables of a document for sheets and CSV files, in order. Tables with the same name get a number.
import type { ReportDocument, Row, Table } from './document.ts';

export interface NamedTable extends Table {
  sheet: string;
  section: string;
  /** Known after its rows have been read: true if the only row is the sentence that there are none. */
  isWithoutRows(): boolean;
}

/** Names that no table can have: the first sheet of each workbook is "About", and Excel keeps "History" for itself. */
const RESERVED = ['about', 'history'];

export async function* tablesOf(document: ReportDocument): AsyncGenerator<NamedTable> {
  const taken = new Set(RESERVED);
  for (const section of document.sections)
    for await (const block of section.blocks())
      if (block.type === 'table' && block.sheet !== undefined)
        yield { ...block, ...withSentence(block), sheet: free(block.sheet, taken), section: section.title };
}

/** The rows, or as the only row the sentence that there are none. */
function withSentence({ rows, none = 'None.', isNoneInSheets }: Table): Pick<NamedTable, 'rows' | 'isWithoutRows'> {
  let isEmpty = isNoneInSheets === true;
  if (!isEmpty) return { rows, isWithoutRows: () => false };
  async function* read(): AsyncGenerator<Row> {
    for await (const row of rows) {
      isEmpty = false;
      yield row;
    }
    if (isEmpty) yield [none];
  }
  return { rows: read(), isWithoutRows: () => isEmpty };
}

/** Spreadsheets allow 31 characters, no brackets and no slashes. */
const LONGEST = 31;
/** Room for a number after the name: of a second table, or of the next sheet of the same table. */
const SUFFIX = 5;

function free(wanted: string, taken: Set<string>): string {
  const name =
    wanted
      .replace(/[[\]:*?/\\']/g, ' ')
      .trim()
      .slice(0, LONGEST - SUFFIX) || 'Table';
  for (let number = 1; ; number++) {
    const candidate = number === 1 ? name : `${name.slice(0, LONGEST - 2 * SUFFIX)} ${number}`;
    if (taken.has(candidate.toLowerCase())) continue;
    taken.add(candidate.toLowerCase());
    return candidate;
  }
}
