// Tables that compare works: the row or column of the file's own work grants, those of the others do not. Pure.
import { isOfLicenses } from './fields.ts';
import { lexicon } from './lexicon.ts';
import type { Passage, Table } from './shapes.ts';
import { OTHER_NAME, THIS_NAME } from './signs.ts';
import { beginningOf, isForOther, type Told } from './subjects.ts';

/** For the rows of one table, `own` with the name: the works stand in the first column or in the first row. */
export function tableOf(rows: readonly string[], own: number): Table | undefined {
  const cells = rows.map((row) =>
    row
      .replace(/^\s*\|/, '')
      .split('|')
      .map(plain),
  );
  const columns = cells[0] ?? [];
  const row = cells[own] ?? [];
  const column = row.findIndex((cell) => cell.includes(THIS_NAME));
  if (own === 0 || column < 0) return undefined;
  if (column === 0)
    return isTableOfLicenses(cells.slice(1), row) ? { subject: '', subjects: [], isOfLicenses: true } : undefined;
  if (isColumnOfData(columns, column, row, cells))
    return { subject: '', subjects: [], isOfLicenses: true, isWeak: true };
  if (isOfLicenses(columns[column] ?? ''))
    return { subject: row[0] ?? '', subjects: cells.slice(1).map(([first = '']) => first), isOfLicenses: false };
  return isOfLicenses(row[0] ?? '')
    ? { subject: columns[column] ?? '', subjects: columns.slice(1), isOfLicenses: false }
    : undefined;
}

const NAMED = new RegExp(`[${THIS_NAME}${OTHER_NAME}]`);
const PLACE = /[\w.*-]\/|\.\w{1,5}\b|\*/;

/** "| LGPL-2.1 | dynamic linking only |": two rows begin with names, and the cells beside the name are no parts of the work. */
function isTableOfLicenses(rows: readonly string[][], [, ...others]: readonly string[]): boolean {
  if (rows.filter(([first = '']) => NAMED.test(first)).length < 2 || others.every((cell) => cell === '')) return false;
  return !others.some((cell) => tellsOf(PARTS, cell));
}

/**
 * "| Id | Color |", "| Option | Header |": names in a column that is none of licenses, and beside it no parts of a work. Counts only in a file that
 * grants another license.
 */
function isColumnOfData(
  columns: readonly string[],
  column: number,
  row: readonly string[],
  cells: readonly string[][],
): boolean {
  if (columns.some((cell, at) => isOfLicenses(cell) && (at === column || at === 0)) || isOfLicenses(row[0] ?? ''))
    return false;
  if (columns.every((cell) => cell === '') || tellsOf(WORKS, columns[0] ?? '')) return false;
  const others = cells.slice(1).map(([first = '']) => first);
  return others.length > 1 && !others.some((first) => tellsOf(WORKS, first) || isOfLicenses(first));
}

const tellsOf = (names: readonly string[], cell: string): boolean =>
  PLACE.test(cell) ||
  lexicon()
    .itemsOf(cell)
    .some(({ classes }) => names.some((name) => classes.has(name)));

/** What a work consists of. */
const PARTS: readonly string[] = ['this', 'documentation', 'assets', 'material', 'bundle'];
const WORKS: readonly string[] = [...PARTS, 'program'];

/** The words of a cell, without marks and addresses. */
const plain = (cell: string): string =>
  cell
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[*_\x60]/g, '')
    .trim();

/** What a comparison with the file's own work says of the cell; undefined for other tables. */
export function fromTable(bytes: Uint8Array, { table, headings }: Passage): Told | undefined {
  if (
    table?.isOfLicenses === true &&
    !(table.isWeak && headings.some((one) => lexicon().headingsOf(one).has('bundled')))
  )
    return {
      role: 'tooling',
      why: 'the table is one of licenses, and tells no part of the work',
      ...(table.isWeak ? { isWeak: true } : {}),
    };
  if (!table || headings.slice(0, 1).some(isOfLicenses)) return undefined;
  const title = beginningOf(bytes).title.toLowerCase();
  const isOwn = (subject: string) => {
    const [first = ''] = subject.toLowerCase().split(/[\s(]/);
    return (
      first.length > 2 &&
      !isForOther(title, first) &&
      new RegExp(`(?<![\\p{L}\\p{N}])${first.replace(/[^\p{L}\p{N}]/gu, '.')}(?![\\p{L}\\p{N}])`, 'u').test(title)
    );
  };
  if (!table.subjects.some(isOwn)) return undefined;
  return isOwn(table.subject)
    ? { role: 'grants', why: 'its cell in a comparison is that of the work itself' }
    : { role: 'other-work', why: `“${table.subject}” is another work in a comparison` };
}
