// The clause of a name: the part of its sentence in which words concern it. Pure.
import type { Item } from './lexicon.ts';
import { OTHER_NAME, THIS_NAME } from './passage.ts';

const STOPS: ReadonlySet<string> = new Set([';', '；', '。', '.']);
const COMMAS: ReadonlySet<string> = new Set([',', '，', '、', '—', '–', '：']);

const startsClause = (item: Item | undefined): boolean =>
  item !== undefined && (item.classes.has('it') || item.classes.has('this') || item.classes.has('but'));

/** Whether a clause begins behind item `i`. */
function parts(items: readonly Item[], i: number): boolean {
  const item = items[i] as Item;
  const next = items[i + 1];
  // "You may not (a) rent it; (b) combine it with …": the entries share the verb.
  if (STOPS.has(item.word)) return !(item.word === ';' && (next?.word === '(' || next?.classes.has('or') === true));
  if (COMMAS.has(item.word)) return startsClause(next) || (next?.classes.has('and') === true && isVerb(items[i + 2]));
  return item.classes.has('and') && (startsClause(next) || isVerb(next));
}

const isVerb = (item: Item | undefined): boolean =>
  item !== undefined &&
  (item.classes.has('be') || item.classes.has('will') || item.classes.has('must_not') || item.classes.has('goes'));

const RIGHT_STOPS: ReadonlySet<string> = new Set([...STOPS, ...COMMAS, ':', '?', '？', '!', '！']);

/** "the MIT license, the ISC license or the …": the names of one row are one. */
export function withJoinedNames(items: readonly Item[]): Item[] {
  const at = items.findIndex(({ word }) => word === THIS_NAME);
  if (at < 0) return [...items];
  const isJoint = (item: Item) => item.word === ',' || item.word === '、' || item.classes.has('join_names');
  const reach = (step: 1 | -1): number => {
    let end = at;
    for (let i = at + step; items[i] !== undefined; i += step) {
      const item = items[i] as Item;
      if (item.word === OTHER_NAME) end = i;
      else if (!isJoint(item)) break;
    }
    return end;
  };
  const [from, to] = [reach(-1), reach(1)];
  return [...items.slice(0, from), items[at] as Item, ...items.slice(to + 1)];
}

/** The items of the clause around the name; the words behind it only as far as no comma comes. */
export function clauseOf(items: readonly Item[]): Item[] {
  const at = items.findIndex(({ word }) => word === THIS_NAME);
  if (at < 0) return [...items];
  let from = at;
  while (from > 0 && !parts(items, from - 1) && !(items[from - 1] as Item).classes.has('but')) from--;
  let to = at + 1;
  while (to < items.length) {
    const item = items[to] as Item;
    if (
      RIGHT_STOPS.has(item.word) ||
      item.classes.has('but') ||
      item.classes.has('which') ||
      (item.classes.has('and') && parts(items, to))
    )
      break;
    to++;
  }
  return items.slice(from, to);
}
