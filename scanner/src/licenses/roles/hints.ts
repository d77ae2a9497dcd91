// Words that hint at a role: rules/roles/hints.yaml. They decide nothing; the model of roles weighs them. Pure, except for reading them once.
import { type Item, readRoleFile, tokensOf } from './lexicon.ts';

/** Phrases by language and group. */
export type Hints = Record<string, Record<string, string[]>>;

interface Phrase {
  group: string;
  words: readonly { text: string; isBeginning: boolean }[];
}

/** Phrases by the beginning of their first word. */
type Shelf = ReadonlyMap<string, readonly Phrase[]>;

const NONE: ReadonlySet<string> = new Set();
const BEGINNING = 2;

export const readHints = (): Hints => (readRoleFile('hints.yaml') as { hints: Hints }).hints;

let known: Hints | undefined;
let shelves = new Map<string, Shelf>();

/** Reads with other hints from now on; all of them without an argument. For the training of the model, which leaves words out. */
export function hintWith(hints?: Hints): void {
  known = hints;
  shelves = new Map();
}

function shelfOf(language: string): Shelf {
  let shelf = shelves.get(language);
  if (!shelf) {
    known ??= readHints();
    shelf = made([known.en ?? {}, language === 'en' ? {} : (known[language] ?? {})]);
    shelves.set(language, shelf);
  }
  return shelf;
}

function made(groups: readonly Record<string, readonly string[]>[]): Shelf {
  const shelf = new Map<string, Phrase[]>();
  for (const [group, phrases] of groups.flatMap((one) => Object.entries(one)))
    for (const phrase of phrases) {
      const words = phrase.split(' ').flatMap((part) => (part.endsWith('*') ? [part] : tokensOf(part)));
      const key = (words[0] ?? '').slice(0, BEGINNING);
      const made = words.map((one) => ({ text: one.replace(/\*$/, ''), isBeginning: one.endsWith('*') }));
      shelf.set(key, [...(shelf.get(key) ?? []), { group, words: made }]);
    }
  return shelf;
}

const fits = (word: string | undefined, { text, isBeginning }: Phrase['words'][number]): boolean =>
  word !== undefined && (isBeginning ? word.startsWith(text) : word === text);

/** For each item the groups that its words hint at. */
export function hintsIn(items: readonly Item[], language: string): ReadonlySet<string>[] {
  const shelf = shelfOf(language);
  const words: string[] = [];
  const ownerOf: number[] = [];
  for (const [i, { word }] of items.entries())
    for (const one of word.split(' ')) {
      words.push(one);
      ownerOf.push(i);
    }
  const found: Set<string>[] = [];
  const add = (from: number, { group, words: wanted }: Phrase) => {
    for (let i = from; i < from + wanted.length; i++) {
      const owner = ownerOf[i] ?? 0;
      found[owner] = (found[owner] ?? new Set()).add(group);
    }
  };
  for (const [at, word] of words.entries())
    for (const phrase of shelf.get(word.slice(0, BEGINNING)) ?? [])
      if (phrase.words.every((wanted, i) => fits(words[at + i], wanted))) add(at, phrase);
  return items.map((_, i) => found[i] ?? NONE);
}
