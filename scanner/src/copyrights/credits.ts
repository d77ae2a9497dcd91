// The words of credits.yaml: what gives credit (`put together by`), and what stands where a name has still to be filled in.
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

interface Credits {
  done: string[];
  headings: string[];
  placeholder_signs: string[];
  placeholder_words: string[];
  placeholder_names: string[];
}

const credits = parse(readFileSync(new URL('./credits.yaml', import.meta.url), 'utf8')) as Credits;

const phrases = new Set(credits.done);
const lastWords = new Set(credits.done.map((phrase) => phrase.slice(phrase.lastIndexOf(' ') + 1)));
const longestPhrase = Math.max(...credits.done.map((phrase) => phrase.split(' ').length));
export const longestCreditWord = Math.max(...[...lastWords].map((word) => word.length));
const headings = new Set(credits.headings);
const placeholderWords = new Set(credits.placeholder_words);
const placeholderNames = new Set(credits.placeholder_names);

/** Whether the word, in lower case, may stand before the `by` of a credit. */
export const mayGiveCredit = (word: string): boolean => lastWords.has(word);

/** Whether the words, in lower case, end with a phrase that gives credit. */
export function givesCredit(words: readonly string[]): boolean {
  for (let length = 1; length <= Math.min(longestPhrase, words.length); length++)
    if (phrases.has(words.slice(words.length - length).join(' '))) return true;
  return false;
}

/** Whether the text is a heading below which authors are listed. */
export const isCreditHeading = (text: string): boolean => headings.has(text.replace(/[:.]+$/, '').toLowerCase());

const placeholderBeginnings = new Set(credits.placeholder_names.map((name) => name.split(' ')[0]));

/** Whether a placeholder may begin with the word: names as people bear them do not, and are most of what is asked about. */
export const mayBePlaceholder = (text: string): boolean =>
  /^[^\p{L}\p{N}"']/u.test(text) || placeholderBeginnings.has(text.toLowerCase().replace(/[^a-z]+$/, ''));

/** Whether a name that begins with the text is no name: `${author}`, `<name of author>`, `@@HOLDER@@`, `__NAME__`. */
export function isPlaceholder(text: string): boolean {
  if (credits.placeholder_signs.some((sign) => text.startsWith(sign))) return true;
  if (!/^[<[{(_$%@]/.test(text)) return false;
  const words = text.toLowerCase().match(/[a-z]+/g) ?? [];
  return words.length > 0 && words.every((word) => placeholderWords.has(word));
}

/** Whether the name is one that nobody bears: `Your Name`, `NAME OF AUTHOR`. */
export function isPlaceholderName(name: string): boolean {
  const words =
    name
      .toLowerCase()
      .replace(/^the /, '')
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  return placeholderNames.has(words.join(' '));
}
