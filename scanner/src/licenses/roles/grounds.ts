// How firmly the words around a name tell it of the work of the file: in a field, of "this library" or by the name of the work; plainly; or
// only of something beside it, in brackets, in a question, behind "if". Pure.
import { isOfLicenses } from './fields.ts';
import { type Item, lexicon } from './lexicon.ts';
import type { Passage } from './shapes.ts';
import { OTHER_NAME, THIS_NAME } from './signs.ts';
import { beginningOf, fromSubject, isPathEntry, isTitleWord } from './subjects.ts';

export type Ground = 'firm' | 'part' | 'plain' | 'loose';

const isWord = ({ word }: Item): boolean => /[\p{L}\p{N}]/u.test(word);
const has = (item: Item | undefined, ...names: string[]): boolean =>
  item !== undefined && names.some((name) => item.classes.has(name));
const isName = (item: Item | undefined): boolean => item?.word === THIS_NAME || item?.word === OTHER_NAME;

/** Words that make a name one of a part, a choice or the documentation, whatever stands around it. */
const OF_PARTS: readonly string[] = ['bundle', 'part_of', 'documentation', 'assets', 'choose'];

export function groundOf(bytes: Uint8Array, passage: Passage): Ground {
  const items = lexicon().itemsOf(passage.sentence, passage.language);
  const at = items.findIndex(({ word }) => word === THIS_NAME);
  if (at < 0) return 'plain';
  if (isFirm(bytes, passage, items, at)) return 'firm';
  if (items.some((item) => has(item, ...OF_PARTS)) || isPathEntry(passage.line)) return 'part';
  if (COPYRIGHT.test(passage.line)) return 'part';
  if (items.some((item) => has(item, 'or')) && items.some(({ word }) => word === OTHER_NAME)) return 'part';
  return isLoose(bytes, passage, items, at) ? 'loose' : 'plain';
}

/** "Copyright 2021 Jane Doe, MPL-2.0" */
const COPYRIGHT = /\bcopyright\b|\(c\)|©/i;

/** Words of a sentence that tells a license of something else, or that it is not so. */
const CONTRARY: readonly string[] = [
  'not',
  'must_not',
  'unlike',
  'need',
  'formerly',
  'was',
  'will',
  'someday',
  'thank',
  'contribution',
  'compatible_with',
  'goes',
  'tool',
  'whose',
  'which',
  'if',
  'considered',
  'could_have',
  'other_work',
  'their_work',
  'not_shipped',
  'not_behind',
  'other_behind',
  'tool_behind',
  'forbidden_behind',
  'compatible_behind',
  'past_behind',
  'future_behind',
  'thank_behind',
  'unlike_behind',
];

/**
 * "trellis is MIT", "The host is covered by the LGPL": a sentence of the file that says it of something, if nothing else in the file grants
 * anything.
 */
export function mayGrant({ sentence, language, table }: Passage): boolean {
  if (table !== undefined) return false;
  const items = lexicon().itemsOf(sentence, language);
  const at = items.findIndex(({ word }) => word === THIS_NAME);
  const verb = items.findLastIndex((item, i) => i < at && has(item, 'be', 'stands'));
  if (verb < 1 || items.some((item) => has(item, ...CONTRARY))) return false;
  if (items.some(({ word }) => /^[?？]$/.test(word))) return false;
  const isPlain = items
    .slice(verb + 1, at)
    .every((item) => has(item, 'article', 'grant', 'preposition', 'this', 'now', 'stays'));
  return isPlain && items.slice(0, verb).some(isWord) && !items.slice(0, verb).some(isName);
}

/** Below the heading "License", or as the answer to "Which license does it have?", the words need not say more. */
function isHeaded({ headings, previous, language }: Passage): boolean {
  const [heading = ''] = headings;
  if (isOfLicenses(heading)) return true;
  const asked = [previous, heading].filter((one) => /[?？]\W*$/u.test(one.trim()));
  return asked.some(
    (one) =>
      isOfLicenses(one) ||
      lexicon()
        .itemsOf(one, language)
        .some((item) => has(item, 'asks_license')),
  );
}

/** "seal.h - signs files, Apache-2.0": the end of the first line of a file, behind what the file is. */
function endsFirstLine(bytes: Uint8Array, { line }: Passage): boolean {
  const [before = '', behind = ''] = line.split(THIS_NAME);
  return (
    before.length < LONGEST_FIRST &&
    /\p{L}{2}/u.test(before) &&
    /(?:[,.|–—]|\s-) $/.test(before) &&
    !/[\p{L}\p{N}]/u.test(behind) &&
    beginningOf(bytes).head.trimStart().startsWith(before.trim())
  );
}

const LONGEST_FIRST = 120;

/** Whether such words tell the license, and not what it is not. */
export function isToldBelow(bytes: Uint8Array, passage: Passage): boolean {
  if (passage.table !== undefined || passage.isListed) return false;
  if (!isHeaded(passage) && !endsFirstLine(bytes, passage)) return false;
  const items = lexicon().itemsOf(passage.sentence, passage.language);
  return !items.some((item) => has(item, ...CONTRARY));
}

/** "License: MIT", "This library is …", "Released under …", a name alone below the heading "License". */
function isFirm(bytes: Uint8Array, passage: Passage, items: readonly Item[], at: number): boolean {
  const before = items.slice(0, at);
  const words = before.filter((item) => isWord(item) && !has(item, 'article'));
  if (words.length === 0)
    return isHeaded(passage) || (!passage.isListed && at === 0 && items.slice(1).every((item) => !isWord(item)));
  const label = /^[^\p{L}]*([\p{L}][\p{L}' ]{1,40}?)\s*[:：]\s*$/u.exec(passage.line.split(THIS_NAME)[0] ?? '')?.[1];
  if (label !== undefined && isOfLicenses(label)) return true;
  if (before.some((item) => has(item, 'unlike', 'not', 'if', 'need', 'whose', 'which'))) return false;
  const isOfThis = before.some((item) => has(item, 'this') && !has(item, 'bundle'));
  const isGranted = before.some((item) => has(item, 'grant', 'be'));
  if (isOfThis && (isGranted || before.at(-1)?.word === ':')) return true;
  if (isToldBelow(bytes, passage)) return true;
  if (has(words[0], 'grant') && !passage.isListed) return true;
  return fromSubject(bytes, items, passage)?.role === 'grants';
}

function isLoose(bytes: Uint8Array, passage: Passage, items: readonly Item[], at: number): boolean {
  if (/[?？]["'”»)\s]*$/u.test(passage.sentence.trim())) return true;
  if (passage.table !== undefined && !isTitleWord(bytes, passage.table.subject)) return true;
  if (isHeaded(passage)) return false;
  // "If you prefer, use it under …" offers the work itself.
  if (items.slice(0, at).some((item) => has(item, 'if')) && !items.slice(0, at).some((item) => has(item, 'it', 'this')))
    return true;
  return isOfPossession(items, at) || isOfNoun(bytes, items, at) || isBesideNoun(items, at);
}

/** "its protocol library is LGPL-3.0": what another work has. */
function isOfPossession(items: readonly Item[], at: number): boolean {
  const verb = items.findLastIndex((item, i) => i < at && has(item, 'be'));
  const from = items.findLastIndex(({ word }, i) => i < verb && /^[,;:.]$/.test(word));
  return verb > 0 && has(items[from + 1], 'possessive');
}

/** "With GPLv2 code it is another story": code of others, as no word before it speaks of the work. */
const isBesideNoun = (items: readonly Item[], at: number): boolean =>
  has(items[at + 1], 'material') && !items.slice(0, at).some((item) => has(item, 'this', 'it', 'be', 'grant'));

/** "we learned from the sources of Heron (GPL-3.0)": a name in brackets is that of the noun before them, whatever the sentence is about. */
export function isInBracketsOfOther(bytes: Uint8Array, items: readonly Item[]): boolean {
  const at = items.findIndex(({ word }) => word === THIS_NAME);
  const noun = items[at - 2];
  if (items[at - 1]?.word !== '(' || noun === undefined || noun.classes.size > 0 || !isWord(noun)) return false;
  return !isTitleWord(bytes, noun.word);
}

/** "Gong (LGPL-2.1)", "scaleplot, BSD-3-Clause", "essays under CC-BY-4.0": told of the noun before it. */
function isOfNoun(bytes: Uint8Array, items: readonly Item[], at: number): boolean {
  let end = at - 1;
  while (has(items[end], 'article')) end--;
  const sign = items[end]?.word ?? '';
  const isUnder = has(items[end], 'preposition') || has(items[end], 'grant');
  if (sign !== '(' && sign !== ',' && !isUnder) return false;
  let noun = end - 1;
  while (/^["”»」']$/.test(items[noun]?.word ?? '')) noun--;
  const item = items[noun];
  if (item === undefined || isName(item) || !isWord(item)) return false;
  if (item.classes.size > 0 && !has(item, 'material', 'program', 'other_work', 'their_work')) return false;
  if (isTitleWord(bytes, item.word)) return false;
  // "It comes, as ever, under …": the noun must not be an adverb of the sentence's own verb.
  return sign === '(' || !items.slice(0, noun).some((one) => has(one, 'this', 'grant'));
}
