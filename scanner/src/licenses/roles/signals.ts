// What stands around a license name, as signals for the vote (vote.ts): what the words on both sides speak of, the subject of the sentence,
// headings, the place in a list. A signal is a short name: `before=licensing`, `heading:thanks`. Pure.
import { clauseOf, withJoinedNames } from './clauses.ts';
import { groupsOf } from './groups.ts';
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
}

export function wholeOf(bytes: Uint8Array): Whole {
  const { head, title: first } = beginningOf(bytes);
  // The only line of a file is no title.
  const title = head.trim() === first.trim() ? '' : first;
  return { own: namesIn(title), title: lexicon().headingsOf(title) };
}

const LONGEST_NAMING = 9;

function namesIn(title: string): ReadonlySet<string> {
  const items = lexicon().itemsOf(title);
  // A longer first line without a mark of headings is a sentence.
  const isSentence = items.length > LONGEST_NAMING && !/^\s*(?:#|=|<h\d)/.test(title);
  if (title === '' || lexicon().isHeadingAlone(title) || isSentence) return new Set();
  const isName = ({ word, classes }: Item) =>
    classes.size === 0 && /\p{L}/u.test(word) && (word.length > 2 || /[^\0-\x7f]/.test(word));
  return new Set(items.filter(isName).map(({ word }) => word));
}

/** An item with the groups of its words. */
interface Told extends Item {
  groups: readonly string[];
  isOwn: boolean;
  /** The most telling group, or what kind of word it is. */
  main: string;
}

const SIGN = /^[.,;:!?()–—"«»。，；：、「」？！→]$/;

function told(items: readonly Item[], own: ReadonlySet<string>): Told[] {
  return items.map((item) => {
    const groups = groupsOf(item.classes);
    const isOwn = own.has(item.word);
    return { ...item, groups, isOwn, main: isOwn ? 'own' : (groups[0] ?? kindOf(item)) };
  });
}

function kindOf({ word, classes, isCapital }: Item): string {
  if (word === THIS_NAME) return '@';
  if (word === OTHER_NAME) return 'license';
  if (SIGN.test(word)) return word;
  if (/^v?\d/.test(word)) return 'number';
  if (classes.size > 0) return 'little';
  return isCapital ? 'Name' : 'word';
}

const NEAR_WORDS = 4;

/** The signals of one name. */
export function signalsOf({ passage, views }: Surroundings, whole: Whole): string[] {
  const found = new Set<string>();
  const read = (items: readonly Item[]) => told(items, whole.own);
  const all = read(withJoinedNames(views('sentence')?.items ?? []));
  const at = all.findIndex(({ word }) => word === THIS_NAME);
  const inClause = new Set(clauseOf(all).map((one) => one.at));
  const position = all[at]?.at ?? 0;
  const isBefore = (one: Told) => one.at < position;
  const isBehind = (one: Told) => one.at > position;
  const clause = all.filter((one) => inClause.has(one.at));
  const outside = all.filter((one) => !inClause.has(one.at));
  const left = clause.filter(isBefore);
  const farLeft = outside.filter(isBefore);
  addGroups(found, 'before', left);
  addGroups(found, 'behind', clause.filter(isBehind));
  addGroups(found, 'far-before', farLeft);
  addGroups(found, 'far-behind', outside.filter(isBehind));
  addGroups(found, 'near-before', all.slice(Math.max(0, at - NEAR_WORDS), Math.max(0, at)));
  addGroups(found, 'near-behind', all.slice(at + 1, at + 1 + NEAR_WORDS));
  for (const place of ['previous', 'next', 'introduction'] as const)
    addGroups(found, place, read(views(place)?.items ?? []));
  addNeighbours(found, all, at);
  addSubject(found, left, farLeft, all.slice(at + 1));
  addPlace(found, whole, passage);
  addLine(found, passage.line);
  return [...found];
}

function addGroups(found: Set<string>, place: string, items: readonly Told[]): void {
  for (const { groups, isOwn, main } of items) {
    if (isOwn) found.add(`${place}=own`);
    for (const group of groups) found.add(`${place}=${group}`);
    if (main === 'Name' || main === 'license' || main === 'number') found.add(`${place}:${main}`);
  }
}

const isFiller = ({ word, classes }: Told): boolean => classes.has('article') || /^["«»“”]$/.test(word);

/** The words right beside the name. */
function addNeighbours(found: Set<string>, items: readonly Told[], at: number): void {
  const left = items.slice(0, Math.max(0, at)).findLast((one) => !isFiller(one));
  const right = items.slice(at + 1).find((one) => !isFiller(one));
  found.add(`left=${left?.main ?? 'nothing'}`);
  found.add(`right=${right?.main ?? 'nothing'}`);
  const open = items.findLastIndex(({ word }, i) => i < at && /^[()]$/.test(word));
  if (items[open]?.word === '(') {
    found.add('in-brackets');
    found.add(`brackets-behind=${items[open - 1]?.main ?? 'nothing'}`);
  }
  const words = items.filter(({ word }) => !SIGN.test(word)).length;
  found.add(words === 1 ? 'alone' : words < 4 ? 'short-sentence' : words < 25 ? 'sentence' : 'long-sentence');
  found.add(`starts-with=${items[0]?.main ?? 'nothing'}`);
}

/** Whom the sentence is about and what it says of it. */
function addSubject(found: Set<string>, left: readonly Told[], before: readonly Told[], behind: readonly Told[]): void {
  const about = subjectIn(left) ?? subjectIn(before) ?? 'nobody';
  const verb = verbIn(left) ?? (behind.some(isGrant) ? 'granted-behind' : 'none');
  const isDenied = [...left, ...behind.slice(0, NEAR_WORDS)].some(({ groups }) => groups.includes('negation'));
  found.add(`about:${about}`);
  found.add(`verb:${verb}`);
  found.add(`sentence:${about}-${verb}${isDenied ? '-not' : ''}`);
}

const isGrant = ({ classes }: Told): boolean => classes.has('grant') || classes.has('granted_behind');

function subjectIn(items: readonly Told[]): string | undefined {
  const last = items.findLast(({ isOwn, classes }) => isOwn || classes.has('this') || classes.has('itself'));
  if (last) return last.isOwn ? 'own' : 'this';
  if (items.some(({ classes }) => classes.has('it'))) return 'it';
  if (items.some(({ main, word }) => main === 'Name' && /\p{L}/u.test(word))) return 'Name';
  return items.some(({ main }) => main === 'word') ? 'word' : undefined;
}

function verbIn(items: readonly Told[]): string | undefined {
  const near = items.slice(-NEAR_WORDS);
  if (near.some(({ classes }) => classes.has('grant'))) return 'grant';
  if (near.some(({ classes }) => classes.has('be') || classes.has('stays'))) return 'be';
  return items.some(({ classes }) => classes.has('grant')) ? 'far-grant' : undefined;
}

function addPlace(found: Set<string>, { title }: Whole, passage: Passage): void {
  const { headings, isListed, table, introduction, line } = passage;
  for (const name of lexicon().headingsOf(headings[0] ?? '')) found.add(`heading:${name}`);
  for (const name of lexicon().headingsOf(headings[1] ?? '')) found.add(`upper-heading:${name}`);
  for (const name of title) found.add(`title:${name}`);
  if (headings.length === 0) found.add('no-heading');
  if (isListed) found.add('listed');
  if (table) found.add('in-table');
  if (introduction !== '') found.add('introduced');
  if (/[?？]/u.test(line)) found.add('question');
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
}
