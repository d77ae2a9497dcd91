// Words in which a near match must not differ from its rule: versions, "only", "later", the name before "license". Data:
// rules/decisive.yaml. Pure, except for reading the words once.
import { readData } from '../../data-files.ts';
import type { Alignment } from './align.ts';
import { type LicenseIndex, RULE_KINDS } from './index-format.ts';
import { WILDCARD, wordId } from './tokens.ts';

interface DecisiveFile {
  words: string[];
  before: Record<string, string>;
  names: string[];
  versioned: string[];
  contrary: Record<string, string>;
  generic: string[];
}

interface Decisive {
  words: Uint8Array;
  before: Map<number, number>;
  names: Uint8Array;
  versioned: Uint8Array;
  numbers: Uint8Array;
  contrary: { inFile: number[]; inRule: number[] }[];
  generic: Uint8Array;
  license: number;
  only: number;
}

let file: DecisiveFile | undefined;
const byIndex = new WeakMap<SharedArrayBuffer, Decisive>();

function decisiveOf(index: LicenseIndex): Decisive {
  const known = byIndex.get(index.buffer);
  if (known) return known;
  file ??= (readData(new URL('../../../rules/decisive.yaml', import.meta.url)) as { decisive: DecisiveFile }).decisive;
  const id = (word: string) => wordId(index.dictionary, word);
  const marks = (words: string[]) => {
    const set = new Uint8Array(65536);
    for (const word of words) set[id(word)] = 1;
    set[0] = 0;
    return set;
  };
  const made = {
    words: marks(file.words),
    before: new Map(Object.entries(file.before).map(([word, next]) => [id(word), id(next)])),
    names: marks(file.names),
    versioned: marks(file.versioned),
    numbers: marks(Array.from({ length: 10 }, (_, n) => String(n))),
    contrary: Object.entries(file.contrary).map(([inFile, inRule]) => ({
      inRule: inRule.split(' ').map(id),
      inFile: inFile.split(' ').map(id),
    })),
    generic: marks(file.generic),
    license: id('license'),
    only: id('only'),
  };
  byIndex.set(index.buffer, made);
  return made;
}

/**
 * Most words of a notice. Longer texts contain their own sentences about versions, so these words are not compared
 * there.
 */
const LONGEST_NOTICE = 250;

/** The decisive difference between a near match and its rule; '' without one. */
export function decisiveDifference(index: LicenseIndex, tokens: Uint16Array, alignment: Alignment): string {
  const words = decisiveOf(index);
  const { rule, runs, ruleRuns } = alignment;
  const ruleTokens = wordsOfRule(index, rule);
  const phrase = contraryPhrase(words, ruleTokens, tokens, alignment);
  if (phrase) return `the words "${textOf(index, phrase)}" contradict the rule`;
  if (RULE_KINDS[index.ruleKinds[rule]!] !== 'notice' || index.ruleKnown[rule]! > LONGEST_NOTICE) return '';
  for (let run = 1; run < ruleRuns.length; run++) {
    const [fileFrom, fileTo] = [runs[run * 2 - 2]! + runs[run * 2 - 1]!, runs[run * 2]!];
    const [ruleFrom, ruleTo] = [ruleRuns[run - 1]! + runs[run * 2 - 1]!, ruleRuns[run]!];
    if (ruleTokens.subarray(ruleFrom, ruleTo).includes(WILDCARD)) continue;
    const here = decisiveWords(words, tokens, fileFrom, fileTo);
    const wanted = decisiveWords(words, ruleTokens, ruleFrom, ruleTo);
    if (here.join() !== wanted.join())
      return `the file and the rule differ in "${textOf(index, here.length > 0 ? here : wanted)}", which decides the license`;
    const [nameHere, nameWanted] = [
      nameIn(words, tokens, fileFrom, fileTo),
      nameIn(words, ruleTokens, ruleFrom, ruleTo),
    ];
    if (nameHere !== undefined && nameWanted !== undefined && nameHere !== nameWanted)
      return `the file names "${textOf(index, [nameHere])}" where the rule has "${textOf(index, [nameWanted])}"`;
    const isRenamed =
      fileTo > fileFrom &&
      ruleTo > ruleFrom &&
      ruleTokens[ruleTo] === words.license &&
      !words.generic[tokens[fileTo - 1]!] &&
      !words.generic[ruleTokens[ruleTo - 1]!];
    if (isRenamed) return 'the license has another name here';
  }
  return '';
}

const wordsOfRule = ({ tokens, ruleStarts }: LicenseIndex, rule: number): Uint16Array =>
  tokens.subarray(ruleStarts[rule]!, ruleStarts[rule + 1]!);

/** Whether a rule contains the number of a version. */
export function ruleNamesVersion(index: LicenseIndex, rule: number): boolean {
  const words = decisiveOf(index);
  const tokens = wordsOfRule(index, rule);
  return tokens.some((token, at) => words.numbers[token] && words.versioned[tokens[at - 1]!]);
}

/** Whether a rule says that no other version applies. */
export const ruleSaysOnly = (index: LicenseIndex, rule: number): boolean =>
  wordsOfRule(index, rule).includes(decisiveOf(index).only);

/** The first abbreviation of a license at [from, to). */
function nameIn({ names }: Decisive, tokens: Uint16Array, from: number, to: number): number | undefined {
  for (let at = from; at < to; at++) if (names[tokens[at]!]) return tokens[at];
  return undefined;
}

/** The decisive words at [from, to), in their order. */
function decisiveWords(words: Decisive, tokens: Uint16Array, from: number, to: number): number[] {
  const found: number[] = [];
  for (let at = from; at < to; at++) {
    const token = tokens[at]!;
    const isVersion =
      words.numbers[token] &&
      (words.versioned[tokens[at - 1]!] || (words.numbers[tokens[at - 1]!] && words.versioned[tokens[at - 2]!]));
    if (words.words[token] || isVersion || (words.before.has(token) && words.before.get(token) === tokens[at + 1]))
      found.push(token);
  }
  return found;
}

/** The number of words before a match that are examined too: they may belong to its sentence. */
const MARGIN = 24;

/** The phrase in a file that contradicts the rule. */
function contraryPhrase(
  { contrary }: Decisive,
  ruleTokens: Uint16Array,
  tokens: Uint16Array,
  { start, end }: Alignment,
): number[] | undefined {
  return contrary.find(
    ({ inRule, inFile }) =>
      placeOf(inFile, tokens.subarray(Math.max(0, start - MARGIN), end)) >= 0 && placeOf(inRule, ruleTokens) >= 0,
  )?.inFile;
}

function placeOf(phrase: readonly number[], tokens: Uint16Array): number {
  for (let at = tokens.indexOf(phrase[0]!); at >= 0; at = tokens.indexOf(phrase[0]!, at + 1)) {
    if (phrase.every((token, i) => tokens[at + i] === token)) return at;
  }
  return -1;
}

const textOf = (index: LicenseIndex, tokens: readonly number[]): string =>
  tokens.map((token) => index.words()[token]).join(' ');
