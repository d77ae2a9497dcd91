// What stands around a license name, as features of the model that weighs its role: the groups of the words on both sides, the subject of the
// sentence, headings, the place in a list. A feature is a short name: `before=GRANT`, `heading:thanks`. Pure.
import { stretchOf } from '../reading/stretch.ts';
import { clauseOf, withJoinedNames } from './clauses.ts';
import { groupsOf, mainGroup } from './groups.ts';
import { hintsIn } from './hints.ts';
import { type Item, lexicon } from './lexicon.ts';
import type { View } from './patterns.ts';
import type { Passage } from './shapes.ts';
import { OTHER_NAME, THIS_NAME } from './signs.ts';
import { beginningOf } from './subjects.ts';

/** What stands around one name; the items of a place are made when they are first asked for. */
export interface Surroundings {
  passage: Passage;
  views: (place: 'sentence' | 'previous' | 'next' | 'introduction') => View | undefined;
}

/** What the beginning of a file tells of all of it. */
export interface Whole {
  /** Words that mean the work of a file: those of its title. */
  own: ReadonlySet<string>;
  /** Classes of the words of its title. */
  title: ReadonlySet<string>;
  titleHints: ReadonlySet<string>;
  /** Groups at which several words of the beginning hint. */
  hints: ReadonlySet<string>;
}

const BEGINNING_BYTES = 1200;
const SEVERAL = 3;

export function wholeOf(bytes: Uint8Array): Whole {
  const { head, title: first } = beginningOf(bytes);
  // The only line of a file is no title.
  const title = head.trim() === first.trim() ? '' : first;
  const items = lexicon().itemsOf(title);
  return {
    own: namesIn(title, items),
    title: lexicon().headingsOf(title),
    hints: severalIn(decoded(stretchOf(bytes, 0, BEGINNING_BYTES))),
    titleHints: new Set(hintsIn(items, lexicon().languageOf(title)).flatMap((one) => [...one])),
  };
}

const decoded = (latin1: string): string => Buffer.from(latin1, 'latin1').toString('utf8');

function severalIn(text: string): ReadonlySet<string> {
  const counts = new Map<string, number>();
  for (const hinted of hintsIn(lexicon().itemsOf(text), lexicon().languageOf(text)))
    for (const group of hinted) counts.set(group, (counts.get(group) ?? 0) + 1);
  return new Set([...counts].filter(([, count]) => count >= SEVERAL).map(([group]) => group));
}

const LONGEST_NAMING = 9;

/** A longer first line without a mark of headings is a sentence. */
const isSentence = (title: string, items: readonly Item[]): boolean =>
  items.length > LONGEST_NAMING && !/^\s*(?:#|=|<h\d)/.test(title);

function namesIn(title: string, items: readonly Item[]): ReadonlySet<string> {
  if (title === '' || lexicon().isHeadingAlone(title) || isSentence(title, items)) return new Set();
  const isName = ({ word, classes }: Item) =>
    classes.size === 0 && /\p{L}/u.test(word) && (word.length > 2 || /[^\0-\x7f]/.test(word));
  return new Set(items.filter(isName).map(({ word }) => word));
}

/** An item with the groups of its words. */
interface Told extends Item {
  /** Of the grammar's classes. */
  groups: readonly string[];
  /** Of the words that only hint at a role. */
  hints: ReadonlySet<string>;
  isOwn: boolean;
  /** The most telling group, or what kind of word it is. */
  main: string;
}

const SIGN = /^[.,;:!?()–—"«»。，；：、「」？！→]$/;
const NUMBER = /^v?\d/;

function told(items: readonly Item[], own: ReadonlySet<string>, language: string): Told[] {
  const hints = hintsIn(items, language);
  return items.map((item, i) => {
    const groups = groupsOf(item.classes);
    const hinted = hints[i] ?? new Set();
    const isOwn = own.has(item.word);
    const main = isOwn ? 'OWN' : (mainGroup(groups, hinted) ?? kindOf(item));
    return { ...item, groups, hints: hinted, isOwn, main };
  });
}

function kindOf({ word, classes, isCapital }: Item): string {
  if (word === THIS_NAME) return '@';
  if (word === OTHER_NAME) return 'license';
  if (SIGN.test(word)) return word;
  if (NUMBER.test(word)) return 'number';
  if (classes.size > 0) return 'little';
  return isCapital ? 'Name' : 'word';
}

const NEAR_WORDS = 4;
const WORD_STEM = 6;

/** The features of one name. */
export function featuresOf({ passage, views }: Surroundings, whole: Whole): string[] {
  const found = new Set<string>();
  const language = lexicon().languageOf(passage.sentence, passage.language);
  const read = (items: readonly Item[]) => told(items, whole.own, language);
  const all = read(withJoinedNames(views('sentence')?.items ?? []));
  const at = all.findIndex(({ word }) => word === THIS_NAME);
  const inClause = new Set(clauseOf(all).map((one) => one.at));
  const clause = all.filter((one) => inClause.has(one.at));
  const middle = clause.findIndex(({ word }) => word === THIS_NAME);
  const [left, right] = middle < 0 ? [clause, []] : [clause.slice(0, middle), clause.slice(middle + 1)];
  const outside = all.filter((one) => !inClause.has(one.at));
  const position = all[at]?.at ?? 0;
  const farLeft = outside.filter((one) => one.at < position);
  addGroups(found, 'before', left);
  addGroups(found, 'behind', right);
  addGroups(found, 'far-before', farLeft);
  addGroups(
    found,
    'far-behind',
    outside.filter((one) => one.at > position),
  );
  addGroups(found, 'near-before', all.slice(Math.max(0, at - NEAR_WORDS), Math.max(0, at)));
  addGroups(found, 'near-behind', all.slice(at + 1, at + 1 + NEAR_WORDS));
  for (const place of ['previous', 'next', 'introduction'] as const)
    addGroups(found, place, read(views(place)?.items ?? []));
  addPairs(found, [...left, ...right]);
  addWords(found, all, at);
  addNeighbours(found, all, at);
  addRows(found, all, at);
  addShape(found, left, farLeft, all.slice(at + 1));
  for (const group of whole.hints) found.add(`file~${group}`);
  addPlace(found, whole, passage);
  return [...found];
}

function addGroups(found: Set<string>, place: string, items: readonly Told[]): void {
  for (const { groups, hints, isOwn, main } of items) {
    if (isOwn) found.add(`${place}=own`);
    for (const group of groups) found.add(`${place}=${group}`);
    for (const group of hints) found.add(`${place}~${group}`);
    if (main === 'Name' || main === 'license' || main === 'number') found.add(`${place}:${main}`);
  }
}

/** Two groups in one clause: "not" with "licensed". */
function addPairs(found: Set<string>, items: readonly Told[]): void {
  const groups = [...new Set(items.map(({ main }) => main).filter((one) => /^[A-Z]{2}/.test(one)))].sort();
  for (const [i, first] of groups.entries())
    for (const second of groups.slice(i + 1)) found.add(`pair:${first}+${second}`);
}

/** The beginnings of the words themselves; of scripts without spaces, pairs of signs. */
function addWords(found: Set<string>, items: readonly Told[], at: number): void {
  for (const [i, { word }] of items.entries()) {
    if (!/\p{L}/u.test(word) || word === THIS_NAME || word === OTHER_NAME) continue;
    const next = items[i + 1]?.word ?? '';
    found.add(`word:${word.length === 1 && /^\p{L}/u.test(next) ? word + next.slice(0, 1) : stemOf(word)}`);
    if (i === at - 1 || i === at + 1) found.add(`${i < at ? 'left' : 'right'}:${stemOf(word)}`);
  }
}

const stemOf = (word: string): string => word.slice(0, WORD_STEM);

/** The words right beside the name. */
function addNeighbours(found: Set<string>, items: readonly Told[], at: number): void {
  const isFiller = ({ word, classes }: Told) => classes.has('article') || /^["«»“”]$/.test(word);
  const left = items.slice(0, Math.max(0, at)).findLast((one) => !isFiller(one));
  const right = items.slice(at + 1).find((one) => !isFiller(one));
  found.add(`left=${left?.main ?? 'nothing'}`);
  found.add(`right=${right?.main ?? 'nothing'}`);
  found.add(`beside=${left?.main ?? 'nothing'}@${right?.main ?? 'nothing'}`);
  const open = items.findLastIndex(({ word }, i) => i < at && /^[()]$/.test(word));
  if (open >= 0 && items[open]?.word === '(') {
    found.add('in-brackets');
    found.add(`brackets-behind=${items[open - 1]?.main ?? 'nothing'}`);
  }
  const words = items.filter(({ word }) => !SIGN.test(word));
  found.add(words.length === 1 ? 'alone' : words.length < 4 ? 'short-sentence' : words.length < 25 ? 'sentence' : 'long-sentence'); // biome-ignore format: one choice
  found.add(`starts-with=${items[0]?.main ?? ''}`);
  if (items.some(({ word }) => word === OTHER_NAME)) found.add('other-license-in-sentence');
}

const ROW = 5;
const LONGEST_ROW = 4;

/** Rows of groups on the left and on the right of the name, without little words, plain words as one. */
function addRows(found: Set<string>, items: readonly Told[], at: number): void {
  const row = (part: readonly Told[]) => {
    const mains: string[] = [];
    for (const { main, classes } of part) {
      if (classes.has('article') || main === 'little' || main === mains.at(-1)) continue;
      mains.push(main);
      if (mains.length === ROW) break;
    }
    return mains;
  };
  const left = row(items.slice(0, Math.max(0, at)).toReversed());
  const right = row(items.slice(at + 1));
  for (let length = 2; length <= LONGEST_ROW; length++) {
    if (left.length + 1 >= length) found.add(`row-left:${[...left, '^'].slice(0, length).join('<')}`);
    if (length < LONGEST_ROW && right.length + 1 >= length)
      found.add(`row-right:${[...right, '$'].slice(0, length).join('>')}`);
  }
}

/** Whom the sentence is about and what it says of it. */
function addShape(found: Set<string>, left: readonly Told[], before: readonly Told[], behind: readonly Told[]): void {
  const about = subjectIn(left) ?? subjectIn(before) ?? 'nobody';
  const verb = verbIn(left) ?? (behind.some(isGrant) ? 'grant-behind' : 'none');
  found.add(`about:${about}`);
  found.add(`verb:${verb}`);
  found.add(`shape:${about}-${verb}`);
  const isDenied = [...left, ...behind.slice(0, NEAR_WORDS)].some(
    ({ groups, hints }) => groups.includes('NEGATION') || hints.has('NEGATION'),
  );
  found.add(`shape:${about}-${verb}${isDenied ? '-not' : ''}`);
}

const isGrant = ({ classes }: Told): boolean => classes.has('grant') || classes.has('granted_behind');

function subjectIn(items: readonly Told[]): string | undefined {
  for (const item of items.toReversed()) {
    if (item.isOwn) return 'own';
    if (item.classes.has('this') || item.classes.has('itself')) return 'this';
  }
  if (items.some(({ classes }) => classes.has('it'))) return 'it';
  if (items.some(({ main, isCapital, word }) => main === 'Name' && isCapital && /\p{L}/u.test(word))) return 'Name';
  return items.some(({ main }) => main === 'word') ? 'word' : undefined;
}

function verbIn(items: readonly Told[]): string | undefined {
  const near = items.slice(-NEAR_WORDS);
  if (near.some(({ classes }) => classes.has('grant'))) return 'grant';
  if (near.some(({ classes }) => classes.has('be') || classes.has('stays'))) return 'be';
  return items.some(({ classes }) => classes.has('grant')) ? 'far-grant' : undefined;
}

const FURTHER_HEADINGS = 2;

function addPlace(found: Set<string>, { title, titleHints }: Whole, passage: Passage): void {
  const { headings, isListed, table, language, introduction, line, header } = passage;
  for (const [i, heading] of headings.slice(0, FURTHER_HEADINGS).entries()) {
    const place = i === 0 ? 'heading' : 'upper-heading';
    for (const name of lexicon().headingsOf(heading)) found.add(`${place}:${name}`);
    addHints(found, place, heading, language);
  }
  for (const name of title) found.add(`title:${name}`);
  for (const group of titleHints) found.add(`title~${group}`);
  if (headings.length === 0) found.add('no-heading');
  if (isListed) found.add('listed');
  if (table) found.add('in-table');
  addHints(found, 'header', header, language);
  if (introduction !== '') found.add('introduced');
  if (/[?？]/u.test(line)) found.add('question');
  addLine(found, line);
}

function addHints(found: Set<string>, place: string, text: string, language: string): void {
  if (text === '') return;
  for (const hinted of hintsIn(lexicon().itemsOf(text, language), lexicon().languageOf(text, language)))
    for (const group of hinted) found.add(`${place}~${group}`);
}

/** How the name is written in its line. */
function addLine(found: Set<string>, line: string): void {
  const [before = '', behind = ''] = line.split(THIS_NAME);
  if (/`\s*$/.test(before) && /^[^`]*`/.test(behind)) found.add('line:code');
  if (/["'“]\s*$/.test(before)) found.add('line:quoted');
  if (/[:：]\s*$/.test(before)) found.add('line:colon');
  if (/[-–—|]\s*$/.test(before)) found.add('line:dash');
  if (/[,、，]\s*$/.test(before) || /^\s*[,、，]/.test(behind)) found.add('line:comma');
  if (/©|\(c\)|copyright/i.test(line)) found.add('line:copyright');
  if (/^\s*[A-Z]\w*:/.test(line)) found.add('line:field');
  if (/^(?: {4}|\t)/.test(line)) found.add('line:indented');
  if (/^\s*[>$%]\s/.test(line)) found.add('line:command');
  if (/[{}=;]|\w\(/.test(line)) found.add('line:program');
  if (/https?:/.test(line)) found.add('line:address');
}
