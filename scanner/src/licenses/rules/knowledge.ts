// Words and names that the engine knows, as data: the lists of scanner/rules/knowledge. Each file is read once.
import { readData } from '../../data-files.ts';

/** One list of a file. Its sentence is for the test, which puts each word at {}, and its meaning at {meaning}. */
export interface KnowledgeList {
  what: string;
  sentence: string;
  expect: string;
  /** A word that the test tries instead, to prove that the sentence needs a listed word; default: a meaningless word. */
  control?: string;
  /** A list has either words alone, or words with meanings. */
  words?: string[];
  meanings?: Record<string, string>;
  /** Words that need a sentence of their own, or another form in it (`fill`). */
  others?: { word: string; fill?: string; sentence?: string; expect?: string }[];
}

export const KNOWLEDGE_FOLDER = new URL('../../../rules/knowledge/', import.meta.url);

export const readKnowledge = (file: string): Record<string, KnowledgeList> =>
  readData(new URL(`${file}.yaml`, KNOWLEDGE_FOLDER)) as Record<string, KnowledgeList>;

export const wordsOfList = ({ words, meanings = {} }: KnowledgeList): readonly string[] =>
  words ?? Object.keys(meanings);

/** The lists of a file by name. */
export interface Knowledge {
  words(name: string): readonly string[];
  meanings(name: string): ReadonlyMap<string, string>;
}

export function knowledge(file: string): Knowledge {
  const lists = readKnowledge(file);
  const listOf = (name: string): KnowledgeList => {
    const found = lists[name];
    if (!found) throw new Error(`scanner/rules/knowledge/${file}.yaml has no list ${name}`);
    return found;
  };
  return {
    words: (name) => wordsOfList(listOf(name)),
    meanings: (name) => new Map(Object.entries(listOf(name).meanings ?? {})),
  };
}

/** The source of a regular expression that matches any of the words; a blank in a word becomes `gap`. */
export const anyOf = (words: readonly string[], gap = ' '): string =>
  `(?:${words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(' ', gap)).join('|')})`;
