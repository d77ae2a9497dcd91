// The words of the grammar: rules/roles/<language>.yaml. Turns a sentence into items, each with the classes of its words. Pure, except for
// reading the words once.
import { readdirSync } from 'node:fs';
import { readData } from '../../data-files.ts';
import { OTHER_NAME, THIS_NAME } from './signs.ts';

export const ROLES_FOLDER = new URL('../../../rules/roles/', import.meta.url);

/** One file of words. */
export interface LanguageWords {
  language: string;
  /** Frequent words, by which the language of a sentence is recognised; [] for languages with a script of their own. */
  common: string[];
  /** The script of the language, if no other language here has it. */
  script?: string;
  words: Record<string, string[]>;
  headings: Record<string, string[]>;
  sentences?: { text: string; roles: Record<string, string> }[];
}

/** A word or phrase of a sentence. */
export interface Item {
  classes: ReadonlySet<string>;
  /** The words themselves, in small letters. */
  word: string;
  /** As written: whether it begins with a capital. */
  isCapital: boolean;
  /** Number of its first word. */
  at: number;
}

interface Node {
  next: Map<string, Node>;
  /** Words that only have to begin so. */
  beginnings: [string, Node][];
  classes?: Set<string>;
}

export interface Lexicon {
  languages: readonly LanguageWords[];
  /** The words of a sentence; one whose own words do not show its language is in `language`. */
  itemsOf(text: string, language?: string): readonly Item[];
  /** A heading has too few words to show its language, so it may be in any. */
  headingsOf(text: string): Set<string>;
  /** Whether all words of a title are words of headings: "Frequently asked questions". */
  isHeadingAlone(text: string): boolean;
  languageOf(text: string): string;
  /** Of all languages. */
  wordsOfClass(name: string): string[];
}

const CJK = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]`;
const WORD = new RegExp(
  `${CJK}|(?:e\\.\\s?g|i\\.\\s?e|z\\.\\s?B|p\\.\\s?ex)\\.|\\w[\\w-]*(?:\\.(?=\\p{L})[\\w-]+)+|${THIS_NAME}|${OTHER_NAME}|v?\\d+(?:\\.[\\dx]+)+|[\\p{L}\\p{N}]+(?:['’][\\p{L}]+)*|→|->|=>|[.,;:!?()–—"«»。，；：、（）「」？！]`,
  'gu',
);
const ABBREVIATION_SPACE = /(?<=^\p{L}+\.)\s/u;
/** French and Italian write a short word together with the next one: "l'application". */
const JOINED = /^(?:[ldnscjmt]|qu|dell|all|nell|sull|un)'(?=\p{L}{2})/u;
/** Brackets of Chinese and Japanese. */
const WIDE: ReadonlyMap<string, string> = new Map([
  ['（', '('],
  ['）', ')'],
]);
const NO_CLASSES: ReadonlySet<string> = new Set();
/** Another name, and no list goes on behind it. */
const NAME: ReadonlySet<string> = new Set(['name']);
const VERSION: ReadonlySet<string> = new Set(['version_number']);
const IS_VERSION = /^v?\d+(?:\.[\dx]+)*$/;

interface Word {
  text: string;
  isCapital: boolean;
}

const PLAIN_WORD = /^[a-z]+$/;

function wordsOf(text: string): Word[] {
  const found: Word[] = [];
  for (const [one] of text.matchAll(WORD)) {
    // Nearly all words of English texts.
    if (PLAIN_WORD.test(one)) {
      found.push({ text: one, isCapital: false });
      continue;
    }
    const word = (WIDE.get(one) ?? one).replace(/’/g, "'").replace(ABBREVIATION_SPACE, '').toLowerCase();
    const isCapital = /^\p{Lu}/u.test(one);
    const joined = JOINED.exec(word)?.[0];
    if (joined !== undefined) {
      found.push(
        { text: joined, isCapital },
        { text: word.slice(joined.length), isCapital: /^\p{Lu}/u.test(one.slice(joined.length)) },
      );
    } else found.push({ text: word, isCapital });
  }
  return found;
}

/** The words of a phrase, as items have them. */
const tokensOf = (text: string): string[] => wordsOf(text).map(({ text: word }) => word);

const emptyNode = (): Node => ({ next: new Map(), beginnings: [] });

function addPhrase(root: Node, phrase: string, name: string): void {
  let node = root;
  const words = phrase
    .split(' ')
    // Nearly all parts are one word of plain letters, and there are thousands.
    .flatMap((part) => (part.endsWith('*') || PLAIN_WORD.test(part) ? [part] : tokensOf(part)));
  for (const word of words) {
    let next: Node | undefined;
    if (word.endsWith('*')) {
      const beginning = word.slice(0, -1);
      next = node.beginnings.find(([known]) => known === beginning)?.[1];
      if (!next) {
        next = emptyNode();
        node.beginnings.push([beginning, next]);
      }
    } else {
      next = node.next.get(word);
      if (!next) {
        next = emptyNode();
        node.next.set(word, next);
      }
    }
    node = next;
  }
  node.classes ??= new Set();
  node.classes.add(name);
}

/** The longest phrase at a word: its classes and the word behind it. */
function longestAt(
  root: Node,
  words: readonly Word[],
  from: number,
): { classes: Set<string>; end: number } | undefined {
  let best: { classes: Set<string>; end: number } | undefined;
  const walk = (node: Node, at: number): void => {
    if (node.classes && (!best || at > best.end)) best = { classes: node.classes, end: at };
    // `verbot*` and `verboten`: a word has the classes of both.
    else if (node.classes && best?.end === at) best = { classes: new Set([...best.classes, ...node.classes]), end: at };
    const word = words[at]?.text;
    if (word === undefined) return;
    const next = node.next.get(word);
    if (next) walk(next, at + 1);
    for (const [beginning, other] of node.beginnings) if (word.startsWith(beginning)) walk(other, at + 1);
  };
  walk(root, from);
  return best && best.end > from ? best : undefined;
}

export const roleFiles = (): string[] =>
  readdirSync(ROLES_FOLDER)
    .filter((name) => name.endsWith('.yaml'))
    .sort();

export const readRoleFile = (name: string): unknown => readData(new URL(name, ROLES_FOLDER));

export const languageFiles = (): string[] => roleFiles().filter((name) => /^[a-z]{2}\.yaml$/.test(name));

let known: Lexicon | undefined;

export function lexicon(): Lexicon {
  known ??= createLexicon(languageFiles().map((name) => readRoleFile(name) as LanguageWords));
  return known;
}

/** Sentences whose items are kept: names of one file have headings, titles and the sentences beside them in common. */
const MOST_REMEMBERED = 100;

function createLexicon(languages: LanguageWords[]): Lexicon {
  const trees = new Map<string, Node>();
  const english = languages.filter(({ language }) => language === 'en');
  const treeFor = (language: string): Node => {
    const known = trees.get(language);
    if (known) return known;
    const tree = wordsTree([...english, ...languages.filter((one) => one.language === language && language !== 'en')]);
    trees.set(language, tree);
    return tree;
  };
  const headings = headingsTree(languages);
  const languageOf = languageTeller(languages);
  const remembered = new Map<string, readonly Item[]>();
  const made = (text: string, language: string): Item[] => {
    const words = wordsOf(text);
    return withoutKinds(itemsIn(treeFor(languageOf(text, words, language)), words));
  };
  return {
    languages,
    itemsOf(text, language = 'en') {
      const key = `${language} ${text}`;
      let items = remembered.get(key);
      if (!items) {
        if (remembered.size === MOST_REMEMBERED) remembered.clear();
        items = made(text, language);
        remembered.set(key, items);
      }
      return items;
    },
    headingsOf: (text) => new Set(itemsIn(headings, wordsOf(text)).flatMap(({ classes }) => [...classes])),
    isHeadingAlone: (text) => {
      const items = itemsIn(headings, wordsOf(text)).filter(({ word }) => /[\p{L}\p{N}]/u.test(word));
      return items.length > 0 && items.every(({ classes }) => classes.size > 0);
    },
    wordsOfClass: (name) => languages.flatMap(({ words }) => words[name] ?? []),
    languageOf: (text) => languageOf(text, wordsOf(text), 'en'),
  };
}

function wordsTree(languages: readonly LanguageWords[]): Node {
  const root = emptyNode();
  for (const { words } of languages) {
    for (const [name, phrases] of Object.entries(words)) for (const phrase of phrases) addPhrase(root, phrase, name);
    for (const phrase of verbsOf(words)) addPhrase(root, phrase, 'stands');
  }
  return root;
}

function headingsTree(languages: readonly LanguageWords[]): Node {
  const root = emptyNode();
  for (const { headings } of languages)
    for (const [name, phrases] of Object.entries(headings)) for (const phrase of phrases) addPhrase(root, phrase, name);
  return root;
}

/** "est sous": phrases that grant and begin with a verb, which is no longer a word of its own. */
function verbsOf({ be = [], grant = [] }: Record<string, string[]>): string[] {
  const verbs = new Set(be);
  return grant.filter((phrase) => phrase.includes(' ') && verbs.has(phrase.slice(0, phrase.indexOf(' '))));
}

function itemsIn(root: Node, words: readonly Word[]): Item[] {
  const items: Item[] = [];
  for (let at = 0; at < words.length; ) {
    const word = words[at] as Word;
    const found = longestAt(root, words, at);
    const end = found?.end ?? at + 1;
    const isLoneName = word.text === OTHER_NAME && !isBeforeName(root, words, end);
    items.push({
      classes: found?.classes ?? (isLoneName ? NAME : IS_VERSION.test(word.text) ? VERSION : NO_CLASSES),
      word: words
        .slice(at, end)
        .map(({ text }) => text)
        .join(' '),
      isCapital: word.isCapital,
      at,
    });
    at = end;
  }
  return items;
}

/** Verbs whose object is no "this work". */
const BEFORE_OBJECT: readonly string[] = ['need', 'bundle', 'unlike', 'thank', 'other_work'];

/** "It needs the library Foo": the kind of another work, unlike "the library is under …". */
function withoutKinds(items: Item[]): Item[] {
  for (const [i, item] of items.entries()) {
    const [before, next] = [items[i - 1], items[i + 1]];
    // "The host is under …": a subject, not the verb of what the work needs.
    if (item.classes.has('need') && next?.classes.has('be') && isArticled(item) && isBeginning(before))
      items[i] = { ...item, classes: new Set([...item.classes].filter((name) => name !== 'need')) };
    // "The sources of Knot": those of a work that has a name.
    if (isOfNamed(items, i)) items[i] = { ...item, classes: NO_CLASSES };
    if (!before || !next || !item.classes.has('this') || !item.classes.has('it') || !item.word.includes(' ')) continue;
    const isName = next.word === '(' || (next.classes.size === 0 && /^\p{L}/u.test(next.word));
    if (isName && BEFORE_OBJECT.some((name) => before.classes.has(name))) items[i] = { ...item, classes: NO_CLASSES };
  }
  return items;
}

const OF_CODE = /^(?:the )?(?:source code|sources?|code)$/;
const isOfNamed = (items: readonly Item[], at: number): boolean =>
  OF_CODE.test(items[at]?.word ?? '') &&
  items[at]?.classes.has('this') === true &&
  items[at + 1]?.word === 'of' &&
  items[at + 2]?.classes.size === 0 &&
  items[at + 2]?.word !== THIS_NAME;

const isArticled = ({ word }: Item): boolean => word.startsWith('the ');
const isBeginning = (before: Item | undefined): boolean => before === undefined || /^[,;:.]$/.test(before.word);

const LONGEST_JOINT = 5;

/** Whether another name of the same list follows, behind "and", a comma and the like. */
function isBeforeName(root: Node, words: readonly Word[], from: number): boolean {
  let isLinked = false;
  for (let at = from; at < words.length && at < from + LONGEST_JOINT; at++) {
    const { text } = words[at] as Word;
    if (text === THIS_NAME || text === OTHER_NAME) return isLinked;
    const classes = root.next.get(text)?.classes;
    if (classes?.has('joins_two')) isLinked = true;
    else if (!classes?.has('between_two')) return false;
  }
  return false;
}

/** One frequent word does not show a language: "no" is of three. */
const FEWEST_FREQUENT = 2;

/** The language of a sentence: its script, or the language with most of its frequent words in it; `otherwise` if they are too few. */
function languageTeller(languages: readonly LanguageWords[]) {
  const scripts = languages.flatMap(({ language, script }) =>
    script === undefined ? [] : [{ language, signs: new RegExp(`[${script}]`, 'u') }],
  );
  const speakers = new Map<string, string[]>();
  for (const { language, common } of languages)
    for (const word of new Set(common)) speakers.set(word, [...(speakers.get(word) ?? []), language]);
  return (text: string, words: readonly Word[], otherwise: string): string => {
    if (BEYOND_LATIN.test(text)) {
      const written = scripts.find(({ signs }) => signs.test(text));
      if (written) return written.language;
    }
    const counts = new Map<string, number>();
    for (const word of words)
      for (const language of speakers.get(word.text) ?? []) counts.set(language, (counts.get(language) ?? 0) + 1);
    let best = { language: 'en', count: counts.get('en') ?? 0 };
    for (const [language, count] of counts) if (count > best.count) best = { language, count };
    // Short words are of several languages ("de", "la"): the language of the file counts before another one.
    if (best.language !== 'en' && otherwise !== 'en') return otherwise;
    return best.count < FEWEST_FREQUENT && otherwise !== 'en' ? otherwise : best.language;
  };
}

const BEYOND_LATIN = /[^\0-\u024f\u2000-\u20ff]/u;
