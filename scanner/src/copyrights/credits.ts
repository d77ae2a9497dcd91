// Gives the words of credits.yaml: words that give credit (`put together by`), and placeholders for names. Reads the file once.

import { readData } from '../data-files.ts';
import { itemAt } from '../items.ts';

/** One list of credits.yaml. Its sentence is for the test. */
export interface CreditList {
  what: string;
  sentence: string;
  author: string;
  words: string[];
  /** Words of the list that the sentence does not fit. Each has its own sentence and author. */
  others?: { word: string; sentence: string; author: string }[];
}

const lists = readData(new URL('./credits.yaml', import.meta.url)) as Record<string, CreditList>;

function listed(name: string): readonly string[] {
  const list = lists[name];
  if (list === undefined) throw new Error(`credits.yaml has no list ${name}`);
  return list.words;
}

const labels = new Set(listed('labels'));
const roles = new Set(listed('roles'));
const qualifiers = new Set(listed('qualifiers'));
const deeds = new Set(listed('deeds'));
const changes = new Set(listed('changes'));
const auxiliaries = new Set(listed('auxiliaries'));
const reports = new Set(listed('reports').map((phrase) => phrase.slice(phrase.lastIndexOf(' ') + 1)));
const sources = new Set(listed('sources'));
const phrases = new Set([...listed('deeds'), ...listed('phrases'), ...listed('works')]);
const lastWords = new Set([...phrases, ...changes].map((phrase) => phrase.slice(phrase.lastIndexOf(' ') + 1)));
const longestPhrase = Math.max(...[...phrases].map((phrase) => phrase.split(' ').length));
const fillers = new Set(listed('fillers').flatMap((words) => words.split(' ')));
const circumstances = new Set(listed('circumstances').map((words) => words.split(' ')[0]));
const notDeeds = new Set([...listed('not_deeds'), ...listed('cited')]);
const placeholderWords = new Set(listed('placeholder_words'));
const templates = listed('templates');
const placeholderNames = new Set(listed('placeholder_names'));

/** The singular labels of `roles`, by which the triggers find them. */
export const roleWords: readonly string[] = [...roles].filter((role) => /(?:or|er|credits)$/.test(role));
/** After `thanks to Ann Oak for the`. */
export const purposes: ReadonlySet<string> = new Set(listed('purposes'));
/** These words end the names after a label or `by`. */
export const remarks: ReadonlySet<string> = new Set(listed('remarks'));
/** In a list, a line may continue with these words after a name. */
export const helped: ReadonlySet<string> = new Set(listed('helped'));
/** Capitalised words that name things in a list, not people. */
export const things: ReadonlySet<string> = new Set(listed('things'));
/** Words of headings in lists of names. */
export const headings: ReadonlySet<string> = new Set(listed('headings'));
export const nobody: ReadonlySet<string> = new Set(listed('nobody'));

/** Words between an action and its `by`. */
const MOST_CIRCUMSTANCES = 7;

/** The result of the words before `by`: a credit, perhaps a credit, or none. */
export type Credit = 'given' | 'perhaps' | 'none';

/** Decides whether the words before `by`, in lower case and in order, give credit. */
export function creditOf(words: readonly string[]): Credit {
  let end = words.length;
  while (end > 0 && !endsWithPhrase(words, end) && isFiller(itemAt(words, end - 1))) end--;
  if (endsWithPhrase(words, end)) return 'given';
  const last = words[end - 1] ?? '';
  if (changes.has(last)) return auxiliaries.has(words[end - 2] ?? '') ? 'none' : 'given';
  if (isParticiple(last)) return 'none';
  for (let at = end - 2; at >= Math.max(0, end - 1 - MOST_CIRCUMSTANCES); at--) {
    const word = itemAt(words, at);
    const next = itemAt(words, at + 1);
    if (deeds.has(word)) return circumstances.has(next) || isYear(next) ? 'given' : 'none';
    if (isParticiple(word)) break;
  }
  return /^[a-z]{3,}$/.test(last) && !circumstances.has(last) ? 'perhaps' : 'none';
}

function endsWithPhrase(words: readonly string[], end: number): boolean {
  for (let length = 1; length <= Math.min(longestPhrase, end); length++)
    if (phrases.has(words.slice(end - length, end).join(' '))) return true;
  return false;
}

/** `reported by`: no address makes the person an author. */
export const isReport = (words: readonly string[]): boolean => reports.has(words.at(-1) ?? '');

/** Whether the word before `from` or `of` is something that a person made: `patch from`. */
export const isSource = (word: string): boolean => sources.has(word.toLowerCase());

/** `used internally by` counts as `used by`. */
const isFiller = (word: string): boolean => fillers.has(word) || isYear(word) || /ly$/.test(word);

/** Whether the words describe what was done to a thing: `as published` in the line above `by the Elm Foundation`. */
export function isPassive(words: readonly string[]): boolean {
  const last = words.at(-1) ?? '';
  return isParticiple(last) && creditOf(words) !== 'given';
}

/** A year, years, or a date in figures: `modified 1999-03-12 by`. */
const isYear = (word: string | undefined): boolean =>
  /^(?:(?:(?:19|20)\d\d\W?)+|(?:19|20)\d\d[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4})$/.test(word ?? '');

/** `used by`, `sent by`: the words describe an action on a thing. */
const isParticiple = (word: string): boolean => notDeeds.has(word) || /(?:[^e]ed|tten)$/.test(word);

/** Whether the word is a label for people: `Author:`, `@author`, `__author__`, `s.authors`. */
export function isLabelWord(text: string): boolean {
  const word = plainLabel(text);
  return labels.has(word) || roles.has(word);
}

/** Whether the label needs more than one word behind it: `Editor: Vim` names none. */
export const isRoleWord = (text: string): boolean => roles.has(plainLabel(text));

const plainLabel = (text: string): string =>
  text
    .toLowerCase()
    .replace(/^(?:[a-z]{1,8}\.|[^a-z]+)/, '')
    .replace(/[:;.,=_]+$/, '');

export const isQualifier = (word: string): boolean => qualifiers.has(word.toLowerCase());

/** Whether the word, in lower case, may be the last before the `by` of a credit. */
export const mayGiveCredit = (word: string): boolean => lastWords.has(word) || fillers.has(word);

const placeholderBeginnings = new Set(listed('placeholder_names').map((name) => name.split(' ')[0]));

/** Whether a placeholder may begin with the word. People's names never do, and most calls ask about them. */
export const mayBePlaceholder = (text: string): boolean =>
  /^[^\p{L}\p{N}"']/u.test(text) || placeholderBeginnings.has(text.toLowerCase().replace(/[^a-z]+$/, ''));

/** `advance by \m@ne`: a command of TeX. */
const TEX_INTERNAL = /^\\[A-Za-z]*@/;

/** Whether a name with this beginning is a placeholder: `${author}`, `<name of author>`, `@@HOLDER@@`, `__NAME__`. */
export function isPlaceholder(text: string): boolean {
  if (templates.some((sign) => text.startsWith(sign)) || TEX_INTERNAL.test(text)) return true;
  if (!/^[<[{(_$%@]/.test(text)) return false;
  const words = text.toLowerCase().match(/[a-z]+/g) ?? [];
  return words.length > 0 && words.every((word) => placeholderWords.has(word));
}

/** Whether the whole name is a placeholder: `Your Name`, `NAME OF AUTHOR`. */
export function isPlaceholderName(name: string): boolean {
  const words =
    name
      .toLowerCase()
      .replace(/^the /, '')
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  return placeholderNames.has(words.join(' '));
}
