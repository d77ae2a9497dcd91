// Words that somebody inserted into the text of a license or deleted from it, and that turn its meaning round: "may be used
// to endorse", "for any purpose except military use". The text is still found as that license, so the change is reported as
// an unknown license beside it. The words are data: rules/changed-words.yaml. Pure, except for reading them once.

import { readData } from '../../data-files.ts';
import { itemAt } from '../../items.ts';
import { stretchOf } from '../reading/stretch.ts';
import { expandPattern } from '../rules/patterns.ts';
import type { Alignment } from './align.ts';
import { ANY_WORDS } from './compile-index.ts';
import { type LicenseIndex, RULE_KINDS } from './index-format.ts';
import { type TokenBuffer, WILDCARD } from './tokens.ts';

export interface ChangedWords {
  most_words: number;
  negations: string[];
  inserted_negations: string[];
  fillers: string[];
  replacing: string[];
  disclaimers: string[];
  grants: string[];
  limits: { words: string; test: string }[];
  no_limits: string[];
}

interface Words {
  mostWords: number;
  negations: ReadonlySet<string>;
  insertedNegations: ReadonlySet<string>;
  fillers: ReadonlySet<string>;
  replacing: ReadonlySet<string>;
  disclaimers: ReadonlySet<string>;
  grants: ReadonlySet<string>;
  limit: Phrases;
  noLimit: Phrases;
}

export const CHANGED_WORDS_RULE = 'unknown/changed-words';

/** Larger insertions are sentences of their own, which added-clauses.ts reads. */
const LARGEST_INSERTION = 30;
/** A denial is a word or two; more words make another statement. */
const LARGEST_DENIAL = 4;
/** A negation that moved within this distance still belongs to its sentence. */
const MOVED_REACH = 30;
/** Matched words around an insertion that complete it: "non-commercial" before "purposes". */
const WORDS_AROUND = 2;
/** Words before a text that belong to its first sentence. */
const WORDS_BEFORE = 6;
const MOST_WORDS_BETWEEN = 6;
const SHORTEST_RUN = 3;
const LIST_MARK = /^(?:\d{1,2}|[a-h])$/;

export const readChangedWords = (): ChangedWords =>
  (
    readData(new URL('../../../rules/changed-words.yaml', import.meta.url)) as {
      changedWords: ChangedWords;
    }
  ).changedWords;

let known: Words | undefined;

function words(): Words {
  known ??= compiled(readChangedWords());
  return known;
}

function compiled(file: ChangedWords): Words {
  return {
    mostWords: file.most_words,
    negations: new Set(file.negations),
    insertedNegations: new Set(file.inserted_negations),
    fillers: new Set(file.fillers),
    replacing: new Set(file.replacing),
    disclaimers: new Set(file.disclaimers),
    grants: new Set(file.grants),
    limit: phrasesOf(file.limits.map(({ words }) => words)),
    noLimit: phrasesOf(file.no_limits),
  };
}

/** Tells whether a row of words has one of the phrases in it. */
type Phrases = (words: readonly string[]) => boolean;

/** An expression for each first word, made when a text has the word: all of them together take a tenth of a second. */
function phrasesOf(patterns: readonly string[]): Phrases {
  const byFirst = Map.groupBy(
    patterns.flatMap((pattern) => expandPattern(pattern)),
    (phrase) => phrase.split(' ', 1)[0],
  );
  const expressions = new Map<string, RegExp>();
  const expressionFor = (first: string): RegExp | undefined => {
    const phrases = byFirst.get(first);
    if (phrases === undefined) return undefined;
    let expression = expressions.get(first);
    if (expression === undefined) {
      expression = new RegExp(`(?:^| )(?:${phrases.map(patternOf).join('|')})(?= |$)`);
      expressions.set(first, expression);
    }
    return expression;
  };
  return (words) => {
    const text = words.join(' ');
    return words.some((word) => expressionFor(word)?.test(text) === true);
  };
}

/** For words in lower case with one blank between two of them. */
const patternOf = (text: string): string =>
  text
    .split(ANY_WORDS)
    .map((half) => half.trim())
    .join(`(?: [^ ]+){0,${MOST_WORDS_BETWEEN}} `);

/** What stands between two matched stretches: words of the file, and the words of the rule in their place. */
interface Gap {
  /** Tokens of the file. */
  from: number;
  to: number;
  inFile: string[];
  inRule: string[];
  /** Position in the rule. */
  place: number;
  /** The rule allows any words here. */
  isOpen: boolean;
  /** Number of words that are the same behind it. */
  same: number;
}

/** The token of the file at which its words turn the rule's meaning round; -1 if none does. */
export function changedAt(index: LicenseIndex, bytes: Uint8Array, tokens: TokenBuffer, alignment: Alignment): number {
  const { rule, runs, ruleRuns } = alignment;
  const kind = RULE_KINDS[index.ruleKinds[rule]!];
  if (index.ruleKnown[rule]! > words().mostWords || (kind !== 'text' && kind !== 'notice')) return -1;
  const ruleStart = index.ruleStarts[rule]!;
  const ruleTokens = index.tokens.subarray(ruleStart, index.ruleStarts[rule + 1]!);
  const gapsOf = (shortest: number) =>
    placesOf(bytes, tokens, runs, ruleRuns, shortest).map(([from, to, ruleFrom, ruleTo, same]): Gap => {
      const own = ruleTokens.subarray(ruleFrom, ruleTo);
      return {
        ...{ from, to, same, place: ruleFrom, isOpen: own.includes(WILDCARD) },
        inFile: wordsOf(bytes, tokens, from, to),
        inRule: Array.from(own, (token) => index.words()[token] ?? ''),
      };
    });
  const single = gapsOf(1);
  const gaps = gapsOf(SHORTEST_RUN);
  const wordBefore = (place: number) => index.words()[ruleTokens[place - 1]!] ?? '';
  const turned =
    gaps.find((gap) => isDenial(gap, gaps)) ??
    single.find((gap) => isGranted(gap, single, wordBefore(gap.place))) ??
    gaps.find((gap) => isInGrant(index, ruleTokens, gap.place) && isLimit(gap, bytes, tokens));
  return turned ? Math.min(turned.from, tokens.count - 1) : -1;
}

type Place = [from: number, to: number, ruleFrom: number, ruleTo: number, same: number];

/**
 * The gaps before and between the runs, each as the part of the file and the part of the rule. Shorter runs are chance, and
 * belong to the gap.
 */
function placesOf(
  bytes: Uint8Array,
  tokens: TokenBuffer,
  runs: readonly number[],
  ruleRuns: readonly number[],
  shortest: number,
): Place[] {
  const places: Place[] = [];
  let file = beginOfLine(bytes, tokens, itemAt(runs, 0), itemAt(ruleRuns, 0));
  let rule = 0;
  for (const [run, ruleAt] of ruleRuns.entries()) {
    const [at, length] = [itemAt(runs, run * 2), itemAt(runs, run * 2 + 1)];
    if (length < shortest && run < ruleRuns.length - 1) continue;
    places.push([file, at, rule, ruleAt, length]);
    [file, rule] = [at + length, ruleAt + length];
  }
  return places;
}

/** The first token before the match that belongs to its first sentence, on the same line. */
function beginOfLine(bytes: Uint8Array, tokens: TokenBuffer, start: number, missing: number): number {
  let first = start;
  while (first > 0 && start - first < missing + WORDS_BEFORE) {
    const between = stretchOf(bytes, tokens.starts[first - 1]!, tokens.starts[first]!);
    if (/[.:;!\n]/.test(between)) break;
    first--;
  }
  return first;
}

/** Words of the file in lower case, also those that no rule contains. */
const wordsOf = (bytes: Uint8Array, tokens: TokenBuffer, from: number, to: number): string[] =>
  from >= to
    ? []
    : (stretchOf(bytes, tokens.starts[from]!, to < tokens.count ? tokens.starts[to]! : bytes.length)
        .toLowerCase()
        .match(/[a-z0-9]+/g) ?? []);

/** Somebody inserted "not" without moving it from elsewhere. */
function isDenial(gap: Gap, gaps: readonly Gap[]): boolean {
  const { negations, insertedNegations } = words();
  return (
    gap.inFile.length <= LARGEST_DENIAL &&
    gap.inFile.some((word) => insertedNegations.has(word)) &&
    !gapsAround(gap, gaps).some(({ inRule }) => inRule.some((word) => negations.has(word)))
  );
}

/** Somebody deleted "not", and no other negation has taken its place. "With or modification" is a slip. */
function isGranted(gap: Gap, gaps: readonly Gap[], wordBefore: string): boolean {
  const { negations, fillers, replacing } = words();
  return (
    gap.same > 1 &&
    wordBefore !== 'or' &&
    gap.inRule.some((word) => negations.has(word)) &&
    gap.inRule.every((word) => negations.has(word) || fillers.has(word)) &&
    gap.inFile.every((word) => fillers.has(word) || replacing.has(word) || LIST_MARK.test(word)) &&
    !gapsAround(gap, gaps).some(({ inFile }) => inFile.some((word) => negations.has(word)))
  );
}

const gapsAround = (gap: Gap, gaps: readonly Gap[]): Gap[] =>
  gaps.filter(({ from, to }) => from < gap.to + MOVED_REACH && to > gap.from - MOVED_REACH);

/** Somebody inserted words that limit for what, or by whom, the work may be used. */
function isLimit({ from, to, inFile, inRule, isOpen }: Gap, bytes: Uint8Array, tokens: TokenBuffer): boolean {
  if (isOpen || inFile.length === 0 || inFile.length > LARGEST_INSERTION) return false;
  const { limit, noLimit } = words();
  const before = from > WORDS_AROUND ? wordsOf(bytes, tokens, from - WORDS_AROUND, from) : [];
  const behind = wordsOf(bytes, tokens, to, Math.min(tokens.count, to + WORDS_AROUND));
  const limits = (own: readonly string[]) => limit([...before, ...own, ...behind]);
  const isNone = (own: readonly string[]) => noLimit(own);
  return limits(inFile) && !isNone(inFile) && !limits([]) && !(limits(inRule) && !isNone(inRule));
}

/** Whether the rule grants at this place: its last word of the one or the other kind says it. */
function isInGrant(index: LicenseIndex, ruleTokens: Uint16Array, place: number): boolean {
  const { disclaimers, grants } = words();
  for (let at = place - 1; at >= 0; at--) {
    const word = index.words()[ruleTokens[at]!] ?? '';
    if (grants.has(word)) return true;
    if (disclaimers.has(word)) return false;
  }
  return true;
}
