// The patterns of the grammar: rules/roles/patterns.yaml. A pattern is a row of classes around the name. Pure, except for reading them once.
import type { LicenseRole } from '../../findings.ts';
import { type Item, readRoleFile } from './lexicon.ts';
import { THIS_NAME } from './signs.ts';

/** Where a pattern looks. The clause is the part of the sentence that the name is in. */
export type PatternPlace = 'clause' | 'sentence' | 'introduction' | 'previous' | 'next' | 'question' | 'answer';

export interface WrittenPattern {
  role: LicenseRole;
  /** Why a match has the role: a sentence without a capital and without a full stop. `assay licenses explain` prints it. */
  why: string;
  in?: PatternPlace[];
  /** Rows of classes; @ is the name. See README.md there. */
  when: string[];
  /** Classes that must not occur between the first and the last element. */
  without?: string[];
  /** Classes that must not occur in the place at all. */
  unless?: string[];
  /** Classes of which the next sentence must have one. */
  next?: string[];
  /** Counts only in a file that grants another license. */
  isWeak?: boolean;
  /** Counts only if the subject of the sentence is not another work. */
  asksSubject?: boolean;
  languages?: string[];
  finds: string[];
  spares?: string[];
}

interface Element {
  classes: string[];
  /** Most words from the element before; Infinity if any number may be between. */
  reach: number;
  isFirst: boolean;
}

export interface Pattern extends WrittenPattern {
  rows: Element[][];
  places: readonly PatternPlace[];
}

/** Most words from one element to the next, by the sign before the latter. */
const REACH: Record<string, number> = { '~': 4, '+': 2 };

function compileRow(row: string): Element[] {
  return row.split(' ').map((written) => {
    const sign = written.slice(0, 1);
    const classes = written.replace(/^[~+^]/, '').split('|');
    return { classes, reach: REACH[sign] ?? Number.POSITIVE_INFINITY, isFirst: sign === '^' };
  });
}

export const readPatterns = (): WrittenPattern[] =>
  (readRoleFile('patterns.yaml') as { patterns: WrittenPattern[] }).patterns;

let known: Pattern[] | undefined;
export function patterns(): readonly Pattern[] {
  known ??= readPatterns().map((written) => ({
    ...written,
    rows: written.when.map(compileRow),
    places: written.in ?? ['clause'],
  }));
  return known;
}

/** Items with what an element may ask of one of them: most patterns ask for something that no item has. */
export interface View {
  items: readonly Item[];
  present: ReadonlySet<string>;
}

export function viewOf(items: readonly Item[]): View {
  const present = new Set<string>();
  for (const { word, classes } of items) {
    for (const name of classes) present.add(name);
    if (word === THIS_NAME) present.add('@');
    else if (SIGNS.has(word)) present.add(word);
  }
  return { items, present };
}

/** Whether one of the rows occurs among the items. */
export function occurs({ rows, without = [], unless = [] }: Pattern, { items, present }: View): boolean {
  if (unless.some((name) => present.has(name))) return false;
  return rows.some(
    (row) =>
      row.every(({ classes }) => classes.some((name) => present.has(name))) &&
      occursFrom(row, 0, items, 0, without, -1),
  );
}

function occursFrom(
  row: readonly Element[],
  part: number,
  items: readonly Item[],
  from: number,
  without: readonly string[],
  last: number,
): boolean {
  const element = row[part];
  if (!element) return true;
  for (let i = from; i < items.length; i++) {
    const item = items[i] as Item;
    if (last >= 0 && item.at - last > element.reach) return false;
    if (
      isOf(item, element) &&
      (!element.isFirst || i === 0) &&
      occursFrom(row, part + 1, items, i + 1, without, lastWord(item))
    )
      return true;
    if (element.isFirst) return false;
    if (part > 0 && without.some((name) => item.classes.has(name) || item.word === name)) return false;
  }
  return false;
}

/** Elements that are a sign of the text itself. */
const SIGNS: ReadonlySet<string> = new Set([':', '(', ')']);

const lastWord = ({ at, word }: Item): number => at + (word.match(/ /g)?.length ?? 0);

const isOf = (item: Item, { classes }: Element): boolean =>
  classes.some((name) =>
    name === '@' ? item.word === THIS_NAME : (item.word === name && SIGNS.has(name)) || item.classes.has(name),
  );
