// Reads tables of Markdown that list third-party code: a row for each library, with its name, version, license, origin or folder.
import { numberedLines } from '../../shared/held.ts';

export interface TableRow {
  /** The 1-based line of the row. */
  line: number;
  cells: ReadonlyMap<Column, string>;
}

export type Column = 'name' | 'version' | 'license' | 'url' | 'folder';

/** The words of authors for each column. */
const COLUMNS: Readonly<Record<string, Column>> = {
  name: 'name',
  library: 'name',
  project: 'name',
  package: 'name',
  component: 'name',
  dependency: 'name',
  software: 'name',
  module: 'name',
  version: 'version',
  release: 'version',
  tag: 'version',
  revision: 'version',
  license: 'license',
  licence: 'license',
  licenses: 'license',
  url: 'url',
  source: 'url',
  homepage: 'url',
  'home page': 'url',
  website: 'url',
  repository: 'url',
  upstream: 'url',
  origin: 'url',
  link: 'url',
  folder: 'folder',
  directory: 'folder',
  path: 'folder',
  location: 'folder',
};

/** `|---|:-:|`: only bars, hyphens, colons and blanks, and at least one hyphen. */
const isDivider = (content: string): boolean => /^[|:\s-]+$/.test(content) && content.includes('-');

/** Rows of tables that have a column for the name and one for version, license or origin. */
export function tableRows(text: string): TableRow[] {
  const rows: TableRow[] = [];
  let columns: (Column | undefined)[] | undefined;
  let before = '';
  for (const { text: content, line } of numberedLines(text)) {
    if (!content.includes('|')) columns = undefined;
    else if (isDivider(content)) columns = columnsOf(cellsOf(before));
    else if (columns !== undefined) rows.push({ line, cells: rowOf(columns, cellsOf(content)) });
    before = content;
  }
  return rows;
}

function columnsOf(titles: readonly string[]): (Column | undefined)[] | undefined {
  const found = titles.map((title) => {
    const key = title
      .toLowerCase()
      .replace(/[*_`:]/g, '')
      .trim();
    return Object.hasOwn(COLUMNS, key) ? COLUMNS[key] : undefined;
  });
  const known = new Set(found);
  return known.has('name') && (known.has('version') || known.has('license') || known.has('url')) ? found : undefined;
}

/** Of two columns with one meaning (`Source`, `Website`), the first counts. */
function rowOf(columns: readonly (Column | undefined)[], cells: readonly string[]): Map<Column, string> {
  const row = new Map<Column, string>();
  for (const [at, column] of columns.entries()) {
    const cell = cells[at] ?? '';
    if (column !== undefined && cell !== '' && !row.has(column)) row.set(column, cell);
  }
  return row;
}

function cellsOf(content: string): string[] {
  const inner = content.trim().replace(/^\|/, '').replace(/\|$/, '');
  return inner.split('|').map((cell) => cell.trim());
}
