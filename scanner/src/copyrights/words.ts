// The words of words.yaml, which distinguish names from other words. Reads the file once, and knows no grammar.
import { readData } from '../data-files.ts';

/** One list of words.yaml; its sentence is for the test. */
export interface WordList {
  what: string;
  sentence: string;
  holder: string;
  words: string[];
  /** Words of the list to which the sentence does not apply, each with a sentence and holder of its own. */
  others?: { word: string; sentence: string; holder: string }[];
}

const lists = readData(new URL('./words.yaml', import.meta.url)) as Record<string, WordList>;

function listed(name: string): ReadonlySet<string> {
  const list = lists[name];
  if (list === undefined) throw new Error(`words.yaml has no list ${name}`);
  return new Set(list.words);
}

export const companyForms = listed('company_forms');
export const organisationNouns = listed('organisation_nouns');
export const conjunctions = listed('conjunctions');
export const links = listed('links');
export const givenNames = listed('given_names');
export const groupWords = listed('group_words');
export const noticeWords = listed('notice_words');
export const endWords = listed('end_words');
export const peopleWords = listed('people_words');
export const openingWords = listed('opening_words');
export const licenseNames = listed('license_names');
const documentationTags = listed('documentation_tags');

/** Whether the text is a tag of a documentation comment: `@author`, `\\license:`. */
export function isDocumentationTag(text: string): boolean {
  const word = /^[@\\](\p{L}+)\W*$/u.exec(text)?.[1];
  return word !== undefined && documentationTags.has(word.toLowerCase());
}
