// What stands around a license name, as features of the model that weighs its role: the classes of the words on both sides, the subject of the
// sentence, headings, the place in a list. A feature is a short name: `before:grant`, `heading:thanks`. Pure.
import { clauseOf, withJoinedNames } from './clauses.ts';
import { type Item, lexicon } from './lexicon.ts';
import type { Passage } from './shapes.ts';
import { OTHER_NAME, THIS_NAME } from './signs.ts';
import { beginningOf } from './subjects.ts';

/** Words that mean the work of a file: those of its title. */
export type OwnNames = ReadonlySet<string>;

/** What the beginning of a file tells of all of it. */
export interface Whole {
  own: OwnNames;
  /** Classes of the words of its title. */
  title: ReadonlySet<string>;
}

export function wholeOf(bytes: Uint8Array): Whole {
  const { title } = beginningOf(bytes);
  return { own: namesIn(title), title: lexicon().headingsOf(title) };
}

function namesIn(title: string): OwnNames {
  if (title === '' || lexicon().isHeadingAlone(title)) return new Set();
  return new Set(
    lexicon()
      .itemsOf(title)
      .filter(
        ({ word, classes }) =>
          classes.size === 0 && /\p{L}/u.test(word) && (word.length > 2 || /[^\0-\x7f]/.test(word)),
      )
      .map(({ word }) => word),
  );
}

/** Signs that say where in a sentence a name stands. */
const SIGN = /^[.,;:!?()–—"«»。，；：、「」？！→]$/;
const NUMBER = /^v?\d/;

/** The classes of a word; for a word without one, what kind of word it is. */
function kindsOf({ word, classes, isCapital }: Item, own: OwnNames): string[] {
  if (word === THIS_NAME) return ['@'];
  if (own.has(word)) return ['own'];
  if (word === OTHER_NAME) return ['license'];
  if (classes.size > 0) return [...classes];
  if (SIGN.test(word)) return [word];
  if (NUMBER.test(word)) return ['number'];
  return [isCapital ? 'Name' : 'word'];
}

/** Classes with one meaning for the model, the more telling first. */
const GROUPS: readonly [string, readonly string[]][] = [
  ['OWN', ['own', 'this', 'itself']],
  [
    'NEGATION',
    [
      'not',
      'must_not',
      'denial',
      'wrongly',
      'answer_no',
      'why_not',
      'none_of_these',
      'claim',
      'forbidden_behind',
      'not_behind',
      'fails',
    ],
  ],
  [
    'PAST',
    [
      'formerly',
      'was',
      'until',
      'old_versions',
      'once_adverb',
      'past_behind',
      'ended',
      'moved_from',
      'from_behind',
      'until_behind',
      'had',
    ],
  ],
  ['FUTURE', ['someday', 'someday_weak', 'future_behind', 'considered', 'will', 'becomes']],
  ['CHANGE', ['changed', 'arrow']],
  ['THANKS', ['thank', 'thank_behind']],
  [
    'COMPATIBLE',
    ['compatible', 'compatible_with', 'compatible_behind', 'goes', 'their_work', 'welcome', 'result', 'any_license'],
  ],
  ['CONTRIBUTION', ['contribution', 'others_code', 'must_be']],
  ['TOOL', ['tool', 'tool_behind']],
  ['COMPARISON', ['unlike', 'unlike_behind']],
  ['OTHER', ['other_work', 'elsewhere', 'other_behind', 'not_shipped', 'original']],
  ['NEED', ['need']],
  ['PART', ['bundle', 'part_of', 'part_of_some', 'assets']],
  ['DOCUMENTATION', ['documentation']],
  ['CHOICE', ['choose']],
  ['NOW', ['now', 'stays']],
  ['GRANT', ['grant', 'granted_behind', 'under_which']],
  ['USE', ['combine']],
  ['ONLY', ['only']],
  ['RELATIVE', ['which', 'whose', 'whose_of', 'that']],
  ['BE', ['be', 'stands', 'explains']],
  ['IF', ['if', 'but', 'why']],
  ['AND', ['and', 'or', 'link']],
  ['PROGRAM', ['program', 'material']],
  ['IT', ['it']],
];
const GROUP_OF = new Map(GROUPS.flatMap(([group, names]) => names.map((name) => [name, group] as const)));
const RANK = new Map(GROUPS.map(([group], at) => [group, at]));

/** The group of a word: the most telling one of its classes. */
function groupOf(item: Item, own: OwnNames): string {
  let best = '';
  let first = '';
  for (const kind of kindsOf(item, own)) {
    first ||= kind;
    const group = GROUP_OF.get(kind);
    if (group !== undefined && (best === '' || (RANK.get(group) ?? 0) < (RANK.get(best) ?? 0))) best = group;
  }
  return best || (/^(?:word|Name|number|license|@)$/.test(first) || SIGN.test(first) ? first : 'little');
}

const ROW = 5;

/** Rows of groups on the left and on the right of the name, without little words, plain words as one. */
function addRows(found: Set<string>, items: readonly Item[], own: OwnNames): void {
  const at = items.findIndex(({ word }) => word === THIS_NAME);
  const row = (part: readonly Item[]) => {
    const groups: string[] = [];
    for (const item of part) {
      if (item.classes.has('article')) continue;
      const group = groupOf(item, own);
      if (group !== 'little' && group !== groups.at(-1)) groups.push(group);
      if (groups.length === ROW) break;
    }
    return groups;
  };
  const left = row(items.slice(0, Math.max(0, at)).toReversed());
  const right = row(items.slice(at + 1));
  for (let length = 1; length <= 4; length++) {
    if (left.length + 1 >= length) found.add(`row-left:${[...left, '^'].slice(0, length).join('<')}`);
    if (length < 3 && right.length + 1 >= length) found.add(`row-right:${[...right, '$'].slice(0, length).join('>')}`);
  }
}

const NEAR_WORDS = 4;
/** What a word of a place says of it; plain words and signs say nothing far from the name. */
const isTelling = (kind: string): boolean => kind !== 'word' && !SIGN.test(kind) && kind !== '@';

export interface Surroundings {
  passage: Passage;
  sentence: readonly Item[];
  previous: readonly Item[];
  next: readonly Item[];
  introduction: readonly Item[];
}

/** The features of one name. */
export function featuresOf(
  { passage, sentence, previous, next, introduction }: Surroundings,
  { own, title }: Whole,
): string[] {
  const found = new Set<string>();
  const add = (place: string, items: readonly Item[]) => {
    for (const item of items) {
      for (const kind of kindsOf(item, own)) if (isTelling(kind)) found.add(`${place}:${kind}`);
      const group = groupOf(item, own);
      if (/^[A-Z]/.test(group)) found.add(`${place}=${group}`);
    }
  };
  const joined = withJoinedNames(sentence);
  const clause = clauseOf(joined);
  const at = clause.findIndex(({ word }) => word === THIS_NAME);
  const [left, right] = at < 0 ? [clause, []] : [clause.slice(0, at), clause.slice(at + 1)];
  const inClause = new Set(clause.map((one) => one.at));
  const position = joined.find(({ word }) => word === THIS_NAME)?.at ?? 0;
  const outside = joined.filter((one) => !inClause.has(one.at));
  add('before', left);
  add('behind', right);
  add(
    'far-before',
    outside.filter((one) => one.at < position),
  );
  add(
    'far-behind',
    outside.filter((one) => one.at > position),
  );
  add('near-before', left.slice(-NEAR_WORDS));
  add('near-behind', right.slice(0, NEAR_WORDS));
  add('previous', previous);
  add('next', next);
  add('introduction', introduction);
  addNeighbours(found, joined, own);
  addRows(found, joined, own);
  addShape(
    found,
    left,
    outside.filter((one) => one.at < position),
    joined,
    own,
  );
  addPlace(found, title, passage);
  return [...found];
}

/** The words right beside the name. */
function addNeighbours(found: Set<string>, items: readonly Item[], own: OwnNames): void {
  const at = items.findIndex(({ word }) => word === THIS_NAME);
  const beside = (name: string, item: Item | undefined) => {
    if (!item) found.add(`${name}:nothing`);
    else for (const kind of kindsOf(item, own)) found.add(`${name}:${kind}`);
  };
  const isFiller = ({ word, classes }: Item) => classes.has('article') || /^["«»“”]$/.test(word);
  beside(
    'left',
    items.slice(0, Math.max(0, at)).findLast((one) => !isFiller(one)),
  );
  beside(
    'right',
    items.slice(at + 1).find((one) => !isFiller(one)),
  );
  const open = items.findLastIndex(({ word }, i) => i < at && /^[()]$/.test(word));
  if (open >= 0 && items[open]?.word === '(') {
    found.add('in-brackets');
    beside('brackets-behind', items[open - 1]);
  }
  const words = items.filter(({ word }) => !SIGN.test(word));
  found.add(words.length === 1 ? 'alone' : words.length < 4 ? 'short-sentence' : 'sentence');
  found.add(`starts-with:${items[0] ? (kindsOf(items[0], own)[0] ?? '') : ''}`);
  if (items.some(({ word }) => word === OTHER_NAME)) found.add('other-license-in-sentence');
}

/** Whom the sentence is about and what it says of it. */
function addShape(
  found: Set<string>,
  left: readonly Item[],
  before: readonly Item[],
  all: readonly Item[],
  own: OwnNames,
): void {
  const about = subjectIn(left, own) ?? subjectIn(before, own) ?? 'nobody';
  const verb = verbIn(left) ?? 'none';
  const at = all.findIndex(({ word }) => word === THIS_NAME);
  const isBehind = all.slice(at + 1).some(({ classes }) => classes.has('grant') || classes.has('granted_behind'));
  found.add(`about:${about}`);
  found.add(`verb:${verb}`);
  found.add(`shape:${about}-${verb}${isBehind ? '-behind' : ''}`);
}

function subjectIn(items: readonly Item[], own: OwnNames): string | undefined {
  for (const item of items.toReversed()) {
    if (own.has(item.word)) return 'own';
    if (item.classes.has('this') || item.classes.has('itself')) return 'this';
  }
  if (items.some(({ classes }) => classes.has('it'))) return 'it';
  if (items.some(({ classes, isCapital, word }) => classes.size === 0 && isCapital && /\p{L}/u.test(word)))
    return 'Name';
  return items.some(({ classes, word }) => classes.size === 0 && /\p{L}/u.test(word)) ? 'word' : undefined;
}

function verbIn(items: readonly Item[]): string | undefined {
  const near = items.slice(-NEAR_WORDS);
  if (near.some(({ classes }) => classes.has('grant'))) return 'grant';
  if (near.some(({ classes }) => classes.has('be') || classes.has('stays'))) return 'be';
  return items.some(({ classes }) => classes.has('grant')) ? 'far-grant' : undefined;
}

function addPlace(
  found: Set<string>,
  titleClasses: Iterable<string>,
  { headings, isListed, table, language, introduction, line }: Passage,
): void {
  for (const [i, heading] of headings.entries()) {
    if (i > 1) break;
    for (const name of lexicon().headingsOf(heading)) found.add(`${i === 0 ? 'heading' : 'upper-heading'}:${name}`);
  }
  for (const name of titleClasses) found.add(`title:${name}`);
  if (headings.length === 0) found.add('no-heading');
  if (isListed) found.add('listed');
  if (table) found.add('in-table');
  if (introduction !== '') found.add('introduced');
  if (/[?？]/u.test(line)) found.add('question');
  found.add(`language:${language}`);
}
