// Pages of a Word document: portrait, and landscape for tables with many columns. A section of Word has one orientation, so each change ends a section.
import type { PaperSize } from '../../domain/inventories/paper.ts';
import type { Column, Table } from '../document.ts';
import { isWide } from '../shown-rows.ts';

/** Short and long side in twentieths of a point. */
const SIDES: Record<PaperSize, readonly [number, number]> = { A4: [11_906, 16_838], Letter: [12_240, 15_840] };
const MARGIN = 1000;
type Orientation = 'upright' | 'lying';

export interface Paper {
  size: PaperSize;
  orientation: Orientation;
}

export function widthOf({ size, orientation }: Paper): number {
  const [short, long] = SIDES[size];
  return (orientation === 'upright' ? short : long) - 2 * MARGIN;
}

export const orientationOf = (table: Table): Orientation => (isWide(table) ? 'lying' : 'upright');

export function sectionProperties({ size: name, orientation }: Paper): string {
  const [short, long] = SIDES[name];
  const size =
    orientation === 'upright' ? `w:w="${short}" w:h="${long}"` : `w:w="${long}" w:h="${short}" w:orient="landscape"`;
  return `<w:sectPr><w:headerReference w:type="default" r:id="rIdHeader"/><w:footerReference w:type="default" r:id="rIdFooter"/><w:pgSz ${size}/><w:pgMar w:top="1300" w:right="${MARGIN}" w:bottom="1100" w:left="${MARGIN}" w:header="500" w:footer="500" w:gutter="0"/></w:sectPr>`;
}

/** A date is written in two lines. */
const BY_TYPE = { text: 18, number: 8, boolean: 8, date: 13 } as const;
/** A column with so many characters holds the words of most cells; with less, words would be cut. */
const NARROW = 12;
/** In twentieths of a point, for a character with its share of the margins. */
const CHARACTER = 85;

/** Divides the width among the columns by the needs of their cells. If it is short, columns of long texts give way. */
export function columnWidths(columns: readonly Pick<Column, 'title' | 'type' | 'width'>[], width: number): number[] {
  const wanted = columns.map(({ title, type = 'text', width: own }) => {
    const longestWord = Math.max(...title.split(/\s/).map((word) => word.length));
    // Titles are bold, so they need more width.
    return Math.max(Math.ceil(longestWord * 1.25) + 2, Math.min(own ?? BY_TYPE[type], 40));
  });
  const least = wanted.map(
    (one, at) => Math.min(one, columns[at]?.type === 'date' ? BY_TYPE.date : NARROW) * CHARACTER,
  );
  const rest = width - least.reduce((all, one) => all + one, 0);
  const wishes = wanted.map((one, at) => one * CHARACTER - (least[at] ?? 0));
  if (rest < 0 || wishes.every((one) => one === 0)) return shares(wanted, width);
  return shares(wishes, rest).map((one, at) => one + (least[at] ?? 0));
}

export function shares(wanted: readonly number[], width: number): number[] {
  const sum = wanted.reduce((all, one) => all + one, 0);
  return wanted.map((one) => Math.round((one / sum) * width));
}
