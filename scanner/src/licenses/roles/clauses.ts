// The clause of a name: the part of its sentence in which words concern it. Pure.
import type { Item } from './lexicon.ts';
import { OTHER_NAME, THIS_NAME } from './signs.ts';

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
  // "It is not free software: it is under …"
  if (item.word === ':') return startsClause(next) || isNamedClause(items, i + 1);
  if (COMMAS.has(item.word) && isOfSubject(items, i)) return true;
  if (COMMAS.has(item.word) && isNamedClause(items, i + 1)) return true;
  if (COMMAS.has(item.word)) return startsClause(next) || (next?.classes.has('and') === true && isVerb(items[i + 2]));
  return item.classes.has('and') && (startsClause(next) || isVerb(next));
}

/** "Foo is a client of Bar, | licensed under …" tells of Foo, "Foo needs Bar, licensed under …" of Bar. */
const isOfSubject = (items: readonly Item[], comma: number): boolean =>
  items[comma + 1]?.classes.has('grant') === true &&
  items.slice(0, comma).some(({ classes }) => classes.has('explains')) &&
  !items.slice(0, comma).some(({ classes }) => classes.has('which') || classes.has('whose'));

const LONGEST_NAME = 3;

/** "…, Knot is under …": a name that no class knows, and a verb. */
function isNamedClause(items: readonly Item[], from: number): boolean {
  let at = from;
  while (at < from + LONGEST_NAME && items[at]?.classes.size === 0 && /^[\p{L}\p{N}]/u.test(items[at]?.word ?? ''))
    at++;
  const isNamed = at > from && (items[from]?.isCapital === true || at - from > 1 || items[at + 1]?.word === THIS_NAME);
  return isNamed && items[at]?.classes.has('be') === true;
}

const isVerb = (item: Item | undefined): boolean =>
  item !== undefined &&
  (item.classes.has('be') ||
    item.classes.has('stays') ||
    item.classes.has('will') ||
    item.classes.has('must_not') ||
    item.classes.has('goes'));

const RIGHT_STOPS: ReadonlySet<string> = new Set([...STOPS, ...COMMAS, ':', '?', '？', '!', '！']);

/** "the MIT license, the ISC license or the …": the names of one row are one. */
export function withJoinedNames(items: readonly Item[]): Item[] {
  const at = items.findIndex(({ word }) => word === THIS_NAME);
  if (at < 0) return [...items];
  const isLink = (item: Item) =>
    /^[,、/&]$/.test(item.word) || item.classes.has('and') || item.classes.has('or') || item.classes.has('link');
  const isJoint = (item: Item) => item.word === ',' || item.word === '、' || item.classes.has('join_names');
  const reach = (step: 1 | -1): number => {
    let end = at;
    let isJoined = false;
    // "to the MIT license and to the ISC license": behind the link, in either direction of reading.
    const isRepeated = (i: number) =>
      items[i]?.classes.has('join_behind_and') === true &&
      (items[i - 1]?.classes.has('and') === true || items[i - 1]?.classes.has('or') === true);
    for (let i = at + step; items[i] !== undefined; i += step) {
      const item = items[i] as Item;
      if (item.word === OTHER_NAME) {
        if (!isJoined) break;
        end = i;
        isJoined = false;
      } else if (isJoint(item)) isJoined ||= isLink(item);
      else if (isRepeated(i)) isJoined = true;
      else break;
    }
    return end;
  };
  const [from, to] = [reach(-1), reach(1)];
  if (from === to) return [...items];
  // The row counts as one word.
  const first = (items[from] as Item).at;
  const behind = items.slice(to + 1).map((item) => ({ ...item, at: item.at - (items[to] as Item).at + first }));
  return [...items.slice(0, from), { ...(items[at] as Item), at: first }, ...behind];
}

/** The items of the clause around the name; the words behind it only as far as no comma comes. */
export function clauseOf(all: readonly Item[]): Item[] {
  const items = withoutAnswer(all);
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
  return [...subjectBefore(items, from), ...items.slice(from, to)];
}

/** "Foo needs Bar, which is slow and | has its own license": the words before the first verb of the clause before, which this one shares. */
function subjectBefore(items: readonly Item[], from: number): Item[] {
  if (!items[from - 1]?.classes.has('and') || !isVerb(items[from])) return [];
  let first = from - 1;
  while (first > 0 && !parts(items, first - 1)) first--;
  const end = items.findIndex((item, i) => i >= first && i < from - 1 && (isVerb(item) || COMMAS.has(item.word)));
  return end < 0 ? [] : items.slice(first, end);
}

const ANSWER_ENDS: ReadonlySet<string> = new Set([...COMMAS, ':', '!', '！', '.', '。']);

/** "No, under the MIT license.": the answer denies what was asked, not what follows. */
function withoutAnswer(items: readonly Item[]): readonly Item[] {
  const at = items.findIndex(({ classes }) => !classes.has('answer_mark'));
  const start = items[at]?.word === ':' ? at + 1 : at;
  const { classes } = items[start] ?? {};
  const isAnswer = classes?.has('answer_no') === true || classes?.has('answer_yes') === true;
  return isAnswer && ANSWER_ENDS.has(items[start + 1]?.word ?? '') ? items.slice(start + 2) : items;
}
