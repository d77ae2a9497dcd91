// Of which work a sentence or a cell of a table tells a license: "libfoo is under the GPL" in the README of bar, a column of a comparison.
// A work is told by its name; the name of the file's own work is in its title. Pure.
import type { LicenseRole } from '../../findings.ts';
import { stretchOf } from '../reading/stretch.ts';
import type { Item } from './lexicon.ts';
import { lexicon } from './lexicon.ts';
import type { Passage } from './shapes.ts';
import { OTHER_NAME, THIS_NAME } from './signs.ts';

export interface Told {
  role: LicenseRole;
  why: string;
  isWeak?: boolean;
  /** The subject is a name with a capital, no noun. */
  isNamed?: boolean;
  /** Nothing of another work stands between the verb and the name. */
  isPlain?: boolean;
}

const BOUNDARY = /^[,;:.!?()，、；：。（）—–]$/;
const LONGEST_SUBJECT = 7;

/** Subjects with one of these are no name of a work. */
const NO_NAME: readonly string[] = [
  'this',
  'bundle',
  'documentation',
  'assets',
  'contribution',
  'contributed',
  'own_release',
  'part_of',
  'grant',
  'whose',
  'which',
  'choose',
  'now',
  'formerly',
  'material',
  'their_work',
  'it',
  'not',
];

/** A number alone is no name. */
const IS_NAME = /^(?=.*\p{L})[\p{L}\p{N}]/u;

/** "core/ is under the GPL", "src/a.c is under the GPL": a place in the work itself, as a list of its folders names it. */
const IS_PATH =
  /^[\s\-*+•>]*(?:the\s+)?[`'"(]?(?:[\w.+-]+\/)*(?:[\w.+-]+\/(?:\*+)?|[\w.+-]+\/[\w+-]+\.[a-z]{1,4})(?![\w/])/i;

/** Whether a line of an overview begins with a place in the work itself. */
export const isPathEntry = (line: string): boolean => IS_PATH.test(line);

/** Whether the title of the file has the first word. */
export function isTitleWord(bytes: Uint8Array, said: string): boolean {
  const [first = ''] = said.toLowerCase().match(/[\p{L}\p{N}][\p{L}\p{N}.-]*/u) ?? [];
  return first.length > 2 && titleOf(bytes).includes(first) && !isForOther(titleOf(bytes), first);
}

/** "helm-charts for Bellwether": the title names what the work is made for, unless it is that of a text ("FAQ for Bellwether"). */
export function isForOther(title: string, word: string): boolean {
  const [made = '', ...rest] = title.split(FOR);
  return (
    rest.length > 0 && rest.at(-1)?.includes(word) === true && !made.includes(word) && !lexicon().isHeadingAlone(made)
  );
}

const FOR = /\s(?:for|für|pour|para|per|voor)\s/;

/** "The kernel is under the GPL": the work is another one if the file's title has another name. Counts only beside another license. */
export function fromSubject(bytes: Uint8Array, items: readonly Item[], passage: Passage): Told | undefined {
  const subject = subjectOf(items) ?? (items[0]?.word === 'it' ? installedBefore(passage.previous) : undefined);
  const last = subject?.findLast(({ word, classes }) => IS_NAME.test(word) && !classes.has('itself'));
  const said = last?.word;
  if (!subject || !last || said === undefined || said.length < 2 || IS_PATH.test(passage.line)) return undefined;
  // "You may choose to be licensed under …"
  if (last.classes.has('preposition')) return undefined;
  if (isCommonNoun(subject)) return fromCommonNoun(bytes, said);
  if (isInTitle(bytes, passage)) return undefined;
  const { previous, next } = passage;
  if (!subject.some(({ classes }) => classes.has('original')) && isOwnName(bytes, subject))
    return { role: 'grants', why: `“${said}” is the name of the work itself`, isPlain: isPlain(items) };
  // Without a title, only a sentence beside it that speaks of "this library" shows that the name is another one.
  const isBesideOwn = [previous, next].some((one) =>
    lexicon()
      .itemsOf(one)
      .some(({ classes }) => classes.has('this')),
  );
  const isOfNeeded = isNeeded(said, previous) || isOtherEdition(subject, titleOf(bytes), said);
  return isOfNeeded || isBesideOwn || nameInTitle(beginningOf(bytes).title) !== ''
    ? { ...ofOther(said), isNamed: last.isCapital, ...(isOfNeeded ? { isWeak: false } : {}) }
    : undefined;
}

/** "Install Foo." before "It is under the GPL": Foo. */
function installedBefore(previous: string): Item[] | undefined {
  const items = lexicon().itemsOf(previous);
  const at = items.findIndex(({ classes, word }) => classes.size > 0 || /\p{L}/u.test(word));
  const name = items.slice(at + 1).filter(({ classes }) => !classes.has('article'));
  const isName = items[at]?.classes.has('need') === true && name[0]?.isCapital === true && name[0].classes.size === 0;
  return isName ? name.slice(0, 1) : undefined;
}

/** "You need Foo. Foo is under the GPL": another work, whatever else the file grants. */
function isNeeded(said: string, previous: string): boolean {
  const items = lexicon().itemsOf(previous);
  const verb = items.findIndex(({ classes }) => classes.has('need'));
  return verb >= 0 && items.slice(verb).some(({ word }) => word === said);
}

/** "bar is under the MIT license", unlike "bar is similar to Foo (MIT license)". */
function isPlain(items: readonly Item[]): boolean {
  const at = items.findIndex(({ word }) => word === THIS_NAME);
  const verb = items.findLastIndex((item, i) => i < at && isVerb(item));
  return !items.slice(verb, at).some(({ classes }) => OF_OTHERS.some((name) => classes.has(name)));
}

const OF_OTHERS: readonly string[] = [
  'unlike',
  'need',
  'other_work',
  'thank',
  'compatible_with',
  'which',
  'whose',
  'not',
  'goes',
  'any_license',
  'tool',
];

const OTHER = new RegExp(`[${OTHER_NAME}${THIS_NAME}]`);

/** The words before the verb of the clause in which the name stands; undefined if they are no name. */
function subjectOf(items: readonly Item[]): Item[] | undefined {
  const at = items.findIndex(({ word }) => word === THIS_NAME);
  const verb = at < 0 ? -1 : items.findLastIndex((item, i) => i < at && isVerb(item));
  if (verb < 1) return undefined;
  if (items.slice(verb, at).some(({ word }) => /^[:;.]$/.test(word))) return undefined;
  const from = startOf(items, verb);
  // "can only be used under": the subject stands before the first verb.
  const first = items.findIndex((item, i) => i >= from && isVerb(item));
  // "Im Gegensatz zu Foo darf Bar unter …": behind its verb.
  if (from === first && items[from - 1]?.word === ',') {
    const inverted = asName(nameBehind(items, verb, at));
    if (inverted) return inverted;
  }
  // "… is written in Java and is under the GPL", "Foo, with which it works, is under the GPL": the subject stands further to the left.
  if (from === first) {
    const apposed = asName(apposition(items, from));
    if (apposed) return apposed;
    const isCommon = items[from - 1]?.classes.has('and') === true;
    const end = items.findIndex(({ classes, word }, i) => i > 0 && (isCommon ? classes.has('be') : word === ','));
    return end > 0 && end < from ? asName(items.slice(startOf(items, end), end)) : undefined;
  }
  // "The spec that Foo implements is under …"
  const isRelative = from > 1 && RELATIVE.some((name) => items[from - 1]?.classes.has(name));
  const outer = isRelative ? asName(items.slice(startOf(items, from - 1), from - 1)) : undefined;
  return outer ?? asName(items.slice(from, first));
}

/** "The best known one, bradawl, is under …": a name between commas, behind words that are none. */
function apposition(items: readonly Item[], from: number): Item[] {
  if (items[from - 1]?.word !== ',') return [];
  const opened = items.findLastIndex(({ word }, i) => i < from - 1 && word === ',');
  const between = items.slice(opened + 1, from - 1);
  const isName = between.length > 0 && between.length < 3 && between.every(({ classes }) => classes.size === 0);
  return opened > 0 && isName && items.slice(0, opened).some(({ classes }) => classes.has('it')) ? between : [];
}

/** The words with a capital right behind a verb. */
function nameBehind(items: readonly Item[], verb: number, at: number): Item[] {
  const behind = items.slice(verb + 1, at);
  const end = behind.findIndex(({ classes, isCapital }) => classes.size > 0 || !isCapital);
  return end < 0 ? [] : behind.slice(0, end);
}

const RELATIVE: readonly string[] = ['that', 'which', 'whose'];

const isVerb = ({ classes }: Item): boolean => classes.has('be') || classes.has('stands');

function startOf(items: readonly Item[], end: number): number {
  let from = end;
  while (from > 0 && !isBoundary(items, from - 1)) from--;
  return from;
}

const isBoundary = (items: readonly Item[], at: number): boolean => {
  const { word, classes } = items[at] as Item;
  return BOUNDARY.test(word) || classes.has('and') || classes.has('but') || classes.has('if') || classes.has('that');
};

/** "The library Foo" and "the library “Foo”" name Foo. */
function withoutKind(subject: Item[]): Item[] {
  const [kind, ...rest] = subject;
  const isKind =
    kind?.classes.has('it') === true && rest.some(({ isCapital, classes }) => isCapital && classes.size === 0);
  return isKind ? rest.filter(({ word }) => !/^[«»“”]$/.test(word)) : subject;
}

/** "since Knot is under …", "because Knot is …" */
function withoutBeginning(subject: Item[]): Item[] {
  const [first, second] = subject;
  const isJoint = ['now', 'that', 'if', 'preposition'].some((name) => first?.classes.has(name));
  return isJoint && second?.isCapital === true && second.classes.size === 0 ? subject.slice(1) : subject;
}

function asName(said: Item[]): Item[] | undefined {
  const subject = withoutKind(withoutBeginning(said));
  const isNamed =
    subject.length > 0 &&
    subject.length <= LONGEST_SUBJECT &&
    subject[0]?.classes.has('preposition') !== true &&
    !subject.some(({ classes, word }) => OTHER.test(word) || NO_NAME.some((name) => classes.has(name)));
  return isNamed ? subject : undefined;
}

const HEAD_BYTES = 400;
const LONGEST_TITLE = 120;

/** A line of signs for programs is no title: `#!/bin/sh`, `<!DOCTYPE html …`, `-*- text -*-`, the first field of Python's metadata. */
const FOR_PROGRAMS = /^\W*#!|-\*-|^\s*<[?!]|^\s*Metadata-Version:|^[^<]*[\s"]>\s*$/i;
/** A page has its title in elements. */
const MARKUP = /^\s*(?:<[?!](?!-)[^>]*>\s*)*<(?:!doctype|html|head|body)\b/i;
const MARKUP_BYTES = 3000;
const titlesIn = (page: string): string[] =>
  [...page.matchAll(/<(title|h1)\b[^>]*>([^<]*)/gi)].map(([, , text = '']) =>
    Buffer.from(text, 'latin1').toString('utf8'),
  );
const asTitle = (line: string): string => (FOR_PROGRAMS.test(line) ? '' : line.replace(/<[^<>]*>?/g, ' '));

export interface Beginning {
  head: string;
  title: string;
}

/** The last one: the names of a file ask for it one after the other. */
let asked: { from: string; beginning: Beginning } = { from: '', beginning: { head: '', title: '' } };

/** The first line with words, '' if it is too long for a title, and the text with it. */
export function beginningOf(bytes: Uint8Array): Beginning {
  let from = stretchOf(bytes, 0, HEAD_BYTES);
  const isMarkup = MARKUP.test(from);
  if (isMarkup) from = stretchOf(bytes, 0, MARKUP_BYTES);
  if (asked.from !== from) asked = { from, beginning: readBeginning(from, isMarkup) };
  return asked.beginning;
}

function readBeginning(from: string, isMarkup: boolean): Beginning {
  const head = Buffer.from(from.slice(0, HEAD_BYTES), 'latin1').toString('utf8');
  const lines = isMarkup ? titlesIn(from) : head.split('\n');
  const first = lines.map(asTitle).find((one) => /[\p{L}\p{N}]/u.test(one)) ?? '';
  const isSentence = /[.。]\s*$/.test(first) || (/[!?！？]\s*$/.test(first) && !/^\s*(?:#|=)/.test(first));
  const isTitle = first.length < LONGEST_TITLE && !isSentence && !/copyright|\(c\)|©|licen[cs]ed\b/i.test(first);
  return { head, title: isTitle ? first : '' };
}

/** The title, '' if it names no work but a part of a text: "Frequently asked questions", "Licensing". */
function nameInTitle(title: string): string {
  if (lexicon().isHeadingAlone(title)) return '';
  const [first, ...rest] = lexicon()
    .itemsOf(title)
    .filter(({ word }) => /\p{L}/u.test(word));
  // "Before you send something"
  return first?.classes.has('preposition') === true && rest.length > 1 ? '' : title;
}

/** "The clients", unlike "Foo", "the Foo library" and "libfoo". */
const isCommonNoun = (subject: readonly Item[]): boolean =>
  subject.length > 1 &&
  subject[0]?.classes.has('article') === true &&
  subject.slice(1).every(({ isCapital, word }) => !isCapital && /^[a-z]/.test(word));

const NOUN_BYTES = 300;

/** "The kernel is under the GPL", if the beginning of the file does not speak of a kernel. */
const fromCommonNoun = (bytes: Uint8Array, said: string): Told | undefined =>
  said.length < 3 ||
  decoded(stretchOf(bytes, 0, NOUN_BYTES))
    .toLowerCase()
    .includes(said)
    ? undefined
    : ofOther(said);

const decoded = (text: string): string => Buffer.from(text, 'latin1').toString('utf8');

const ofOther = (said: string): Told => ({
  role: 'other-work',
  why: `“${said}” is the name of something else, and the file grants another license`,
  isWeak: true,
});

/** Whether the sentence is the first of the file, above which no title can stand. */
function isInTitle(bytes: Uint8Array, { line }: Passage): boolean {
  const [before = ''] = line.split(OTHER);
  return before.trim() !== '' && beginningOf(bytes).head.trimStart().startsWith(before.trim());
}

const FREQUENT_BYTES = 20_000;
const FREQUENT = 5;

const titleOf = (bytes: Uint8Array): string => nameInTitle(beginningOf(bytes).title).toLowerCase();

/** Whether the title of the file has the name, or its first sentences explain the name: "Foo is a parser". */
function isOwnName(bytes: Uint8Array, subject: readonly Item[]): boolean {
  const own = titleOf(bytes);
  const text = Buffer.from(stretchOf(bytes, 0, EXPLAINING_BYTES), 'latin1')
    .toString('utf8')
    .toLowerCase()
    .replace(MARKS, '');
  return subject.some(({ word }) => {
    if (word.length < 3 && !/[^\0-\x7f]/.test(word)) return false;
    if (own.includes(word))
      return !isForOther(own, word) && !isMadeFor(text, own, word) && !isOtherEdition(subject, own, word);
    if (
      own === '' &&
      decoded(stretchOf(bytes, 0, FREQUENT_BYTES))
        .toLowerCase()
        .split(word).length > FREQUENT
    )
      return true;
    const at = text.indexOf(`${word} `);
    return (
      at >= 0 &&
      lexicon()
        .itemsOf(text.slice(at + word.length, at + word.length + EXPLAINED))[0]
        ?.classes.has('explains') === true
    );
  });
}

/** "Foo 5" in the README of Foo 4. */
function isOtherEdition(subject: readonly Item[], title: string, word: string): boolean {
  const at = subject.findIndex((item) => item.word === word);
  const number = /^\d+/.exec(subject[at + 1]?.word ?? '')?.[0];
  const own = editionBehind(title, word);
  return number !== undefined && own !== undefined && number !== own;
}

/** The number behind a whole word: 4 in "Foo v4". */
function editionBehind(title: string, word: string): string | undefined {
  const [text, name] = [` ${lettersOf(title)}`, ` ${lettersOf(word)}`];
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    const edition = /^ v?(\d+)/.exec(title.slice(at + name.length - 1))?.[1];
    if (edition !== undefined) return edition;
  }
  return undefined;
}

/** As long as the text, with blanks in place of signs. */
const lettersOf = (text: string): string => text.replace(/[^\p{L}\p{N}]/gu, (sign) => ' '.repeat(sign.length));

const EXPLAINED = 30;
const EXPLAINING_BYTES = 1500;
const MARKS = /\*{1,2}|`/g;

/** "# docker-teasel", "An image for Teasel.": the title has the name of the work that this one is made for. */
function isMadeFor(text: string, title: string, word: string): boolean {
  const isWhole = title.replace(/[^\p{L}\p{N}]/gu, '') === word.replace(/[^\p{L}\p{N}]/gu, '');
  const at = isWhole ? -1 : text.indexOf(` ${word}`, title.length);
  if (at < 0) return false;
  const items = lexicon().itemsOf(text.slice(Math.max(title.length, at - NEED_BYTES), at));
  return items.findLast(({ classes }) => !classes.has('article'))?.classes.has('need') === true;
}

const NEED_BYTES = 40;
