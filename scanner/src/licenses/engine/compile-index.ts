// Compiles rules to an index buffer. Deterministic: the same rules in any order give the same bytes.
// Does no I/O; build-index.ts and the importer pass the rules in.
// One file, because its functions are the steps of one compilation: they share the order of the rules and the layout of the index.

import { VERSION_WORDS } from '../reading/version-words.ts';
import {
  FLAG_ALONE,
  FLAG_APPROXIMATE,
  FLAG_CONTINUOUS,
  FLAG_FAINT,
  FLAG_IMPORTED,
  FLAG_WEAK,
  type Ignorables,
  INDEX_FORMAT,
  type LicenseFamily,
  type LicenseIndex,
  type NameFrames,
  packIndex,
  RULE_KINDS,
  type RuleKind,
} from './index-format.ts';
import { gateWordsOf } from './legal-gate.ts';
import {
  createDictionary,
  createTokenBuffer,
  type Dictionary,
  filterOf,
  putEntry,
  tokenize,
  UNKNOWN,
  WILDCARD,
  wordId,
} from './tokens.ts';

/** In the text of a rule: stands for words that differ between copies. */
export const ANY_WORDS = '\u0000';

/** A rule as its author wrote it. `{{…}}` in the text marks a phrase that must match word for word. */
export interface RuleSource {
  name: string;
  expression: string;
  kind: RuleKind;
  text: string;
  /** 0-100; 100 when left out. */
  relevance?: number;
  /** Percentage of the rule's words that an approximate match needs; 0 or absent: the engine's own threshold. */
  minimumCoverage?: number;
  isApproximate?: boolean;
  isContinuous?: boolean;
  isImported?: boolean;
  /** Another imported rule with the same words has priority. */
  isDoubtful?: boolean;
  isWeak?: boolean;
  isFaint?: boolean;
  isAlone?: boolean;
  referencedFiles?: string[];
  ignorables?: Ignorables;
  /** ISO 639-1 code; absent for English. */
  language?: string;
}

interface TokenRule {
  source: Omit<RuleSource, 'text'>;
  tokens: Uint16Array;
  /** Pairs of first token and length. */
  phrases: number[];
}

/** Fewest words of a rule that may match approximately. */
const MIN_APPROXIMATE = 18;
/**
 * Most words of a rule that may match approximately; a longer rule would need more words than a region has (approximate.ts). Longer ones match word
 * for word.
 */
const MAX_APPROXIMATE = 50_000;

/** These words begin an SPDX tag; no rule needs to begin with them. */
const TAG_WORDS = ['spdx', 'license', 'identifier'];

/** Grams that are more common than this among rules are not used. */
const MAX_POSTINGS = 4000;

export interface CompileOptions {
  families: Record<string, LicenseFamily>;
  frames: NameFrames;
  source: string;
}

/** Reports progress: how many rules are compiled. The tables over all rules are built after the last one. */
export type CompileProgress = (done: number, total: number) => void;

const RULES_PER_REPORT = 500;

/** Compiles rules to an index buffer. */
export function compileIndex(
  rules: Iterable<RuleSource>,
  options: CompileOptions,
  onProgress: CompileProgress = () => {},
): SharedArrayBuffer {
  const dictionary = createDictionary();
  learnWords(
    dictionary,
    [
      ...Object.values(options.frames.before),
      ...Object.values(options.frames.after),
      options.frames.pairs,
      VERSION_WORDS,
      TAG_WORDS,
    ].flat(),
  );
  const compiled: TokenRule[] = [];
  const ordered = [...rules].sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
  for (const [done, rule] of ordered.entries()) {
    if (done % RULES_PER_REPORT === 0) onProgress(done, ordered.length);
    const tokens = tokenizeRule(rule, dictionary);
    if (tokens) compiled.push(tokens);
  }
  onProgress(ordered.length, ordered.length);
  const gateWords = gateWordsOfRules(ordered, compiled, dictionary);
  return packRules(compiled, dictionary, dictionary.growing!, { ...options, gateWords });
}

/** Makes a new index that also contains `rules`. Names and numbers of the old rules may change. */
export function compileExtension(index: LicenseIndex, rules: RuleSource[], source: string): SharedArrayBuffer {
  const dictionary: Dictionary = {
    table: roomyTable(index.dictionaryTable),
    filter: filterOf(index.dictionaryTable),
    growing: [...index.words()],
  };
  const compiled: TokenRule[] = [];
  for (let rule = 0; rule < index.ruleCount; rule++) compiled.push(storedRule(index, rule));
  for (const rule of rules) {
    const tokens = tokenizeRule(rule, dictionary);
    if (tokens) compiled.push(tokens);
  }
  const gateWords = new Set([...index.gateWords, ...gateWordsOfRules(rules, compiled, dictionary)]);
  return packRules(compiled, dictionary, dictionary.growing!, {
    gateWords,
    families: index.families,
    frames: index.frames,
    source,
  });
}

/** Imported rules that grant or state a license must pass the gate by themselves; our own rules were written for it. */
function gateWordsOfRules(rules: RuleSource[], compiled: TokenRule[], dictionary: Dictionary): Set<string> {
  const frequencies = new Uint32Array(1 << 16);
  for (const { tokens } of compiled) for (const token of tokens) frequencies[token]!++;
  const known = new Map<string, number>();
  const frequencyOf = (word: string): number => {
    const frequency = known.get(word) ?? frequencies[wordId(dictionary, word)]!;
    known.set(word, frequency);
    return frequency;
  };
  const stating = rules.filter(({ kind, isImported }) => isImported && (kind === 'text' || kind === 'notice'));
  return new Set(stating.flatMap(({ text }) => gateWordsOf(text.replaceAll(ANY_WORDS, ' '), frequencyOf)));
}

/** A copy with room for more words. */
function roomyTable(table: Uint32Array): Uint32Array {
  const roomy = new Uint32Array(Math.max(2 << 18, table.length * 2));
  for (let i = 0; i < table.length; i += 2) if (table[i] !== 0) putEntry(roomy, table[i + 1]!, table[i]!);
  return roomy;
}

function storedRule(index: LicenseIndex, rule: number): TokenRule {
  const flags = index.ruleFlags[rule]!;
  const phrases: number[] = [];
  for (let i = index.phraseStarts[rule]!; i < index.phraseStarts[rule + 1]!; i++) phrases.push(index.phrases[i]!);
  const referencedFiles = index.referencedFiles[rule];
  const ignorables = index.ignorables()[rule];
  const language = index.languages[rule];
  return {
    source: {
      name: index.ruleNames[rule]!,
      expression: index.expressions[index.ruleExpressions[rule]!]!,
      kind: RULE_KINDS[index.ruleKinds[rule]!]!,
      relevance: index.ruleRelevance[rule]!,
      minimumCoverage: index.ruleCoverage[rule]!,
      isApproximate: (flags & FLAG_APPROXIMATE) !== 0,
      isContinuous: (flags & FLAG_CONTINUOUS) !== 0,
      isImported: (flags & FLAG_IMPORTED) !== 0,
      isWeak: (flags & FLAG_WEAK) !== 0,
      isFaint: (flags & FLAG_FAINT) !== 0,
      isAlone: (flags & FLAG_ALONE) !== 0,
      ...(referencedFiles ? { referencedFiles } : {}),
      ...(ignorables ? { ignorables } : {}),
      ...(language ? { language } : {}),
    },
    tokens: index.tokens.subarray(index.ruleStarts[rule]!, index.ruleStarts[rule + 1]!),
    phrases,
  };
}

/** Words that are not in rules but are read by other code (versions, frames) also need an id. */
function learnWords(dictionary: Dictionary, words: string[]): void {
  tokenize(encoder.encode(words.join(' ')), dictionary, createTokenBuffer());
}

const encoder = new TextEncoder();

function tokenizeRule(rule: RuleSource, dictionary: Dictionary): TokenRule | undefined {
  const buffer = createTokenBuffer(rule.text.length + 16);
  const phrases: number[] = [];
  let phraseStart = -1;
  for (const piece of rule.text.split(/(\u0000|\{\{|\}\})/)) {
    if (piece === ANY_WORDS) {
      if (buffer.count > 0 && buffer.ids[buffer.count - 1] !== WILDCARD) buffer.ids[buffer.count++] = WILDCARD;
    } else if (piece === '{{') phraseStart = buffer.count;
    else if (piece === '}}') {
      if (phraseStart >= 0 && buffer.count > phraseStart) phrases.push(phraseStart, buffer.count - phraseStart);
      phraseStart = -1;
    } else {
      tokenize(encoder.encode(piece), dictionary, buffer);
    }
  }
  while (buffer.count > 0 && buffer.ids[buffer.count - 1] === WILDCARD) buffer.count--;
  if (buffer.count === 0) return undefined;
  const { text: _, ...source } = rule;
  return { source, tokens: buffer.ids.slice(0, buffer.count), phrases };
}

/** The order of rules in the index: by tokens, the shorter first; rules with equal tokens by importance. */
function compareRules(a: TokenRule, b: TokenRule): number {
  const length = Math.min(a.tokens.length, b.tokens.length);
  for (let i = 0; i < length; i++) {
    const difference = a.tokens[i]! - b.tokens[i]!;
    if (difference !== 0) return difference;
  }
  if (a.tokens.length !== b.tokens.length) return a.tokens.length - b.tokens.length;
  return (
    importance(b) - importance(a) ||
    a.source.expression.length - b.source.expression.length ||
    (a.source.name < b.source.name ? -1 : 1)
  );
}

function importance(rule: TokenRule): number {
  const { source } = rule;
  return (
    (source.kind === 'false-positive' ? 4000 : 0) +
    (source.isImported ? 2000 : 0) -
    (source.isDoubtful ? 500 : 0) +
    (source.kind === 'text' ? 400 : source.kind === 'notice' ? 300 : 0) -
    (source.isWeak ? 50 : 0) -
    (source.isFaint ? 25 : 0) +
    (source.relevance ?? 100)
  );
}

function packRules(
  rules: TokenRule[],
  dictionary: Dictionary,
  words: string[],
  options: CompileOptions & { gateWords: Set<string> },
): SharedArrayBuffer {
  rules.sort(compareRules);
  const kept = rules.filter((rule, i) => i === 0 || !hasSameTokens(rule, rules[i - 1]!));
  const count = kept.length;
  const tokenTotal = kept.reduce((sum, rule) => sum + rule.tokens.length, 0);
  const tokens = new Uint16Array(tokenTotal);
  const ruleStarts = new Uint32Array(count + 1);
  const ruleKnown = new Uint32Array(count);
  const ruleExpressions = new Uint32Array(count);
  const ruleKinds = new Uint8Array(count);
  const ruleFlags = new Uint8Array(count);
  const ruleRelevance = new Uint8Array(count);
  const ruleCoverage = new Uint8Array(count);
  const phraseStarts = new Uint32Array(count + 1);
  const phrases: number[] = [];
  const expressions = [...new Set(kept.map((rule) => rule.source.expression))].sort();
  const expressionNumbers = new Map(expressions.map((expression, i) => [expression, i]));
  const referencedFiles: Record<string, string[]> = {};
  const ignorables: Record<string, Ignorables> = {};
  const languages: Record<string, string> = {};
  let at = 0;
  kept.forEach(({ source, tokens: own, phrases: ownPhrases }, rule) => {
    tokens.set(own, at);
    ruleStarts[rule] = at;
    at += own.length;
    let known = 0;
    for (const token of own) if (token !== WILDCARD) known++;
    ruleKnown[rule] = known;
    ruleExpressions[rule] = expressionNumbers.get(source.expression)!;
    ruleKinds[rule] = RULE_KINDS.indexOf(source.kind);
    const isApproximate =
      (source.isApproximate ?? true) &&
      (source.kind === 'text' || source.kind === 'notice') &&
      known >= MIN_APPROXIMATE &&
      known <= MAX_APPROXIMATE;
    ruleFlags[rule] =
      (isApproximate ? FLAG_APPROXIMATE : 0) |
      (source.isContinuous ? FLAG_CONTINUOUS : 0) |
      (source.isImported ? FLAG_IMPORTED : 0) |
      (source.isWeak ? FLAG_WEAK : 0) |
      (source.isFaint ? FLAG_FAINT : 0) |
      (source.isAlone ? FLAG_ALONE : 0);
    ruleRelevance[rule] = source.relevance ?? 100;
    ruleCoverage[rule] = source.minimumCoverage ?? 0;
    phraseStarts[rule] = phrases.length;
    phrases.push(...ownPhrases);
    if (source.referencedFiles?.length) referencedFiles[rule] = source.referencedFiles;
    if (source.ignorables) ignorables[rule] = source.ignorables;
    if (source.language) languages[rule] = source.language;
  });
  ruleStarts[count] = at;
  phraseStarts[count] = phrases.length;
  return packIndex(
    {
      ...sizedDictionary(dictionary),
      tokens,
      ruleStarts,
      ruleKnown,
      ruleExpressions,
      ruleKinds,
      ruleFlags,
      ruleRelevance,
      ruleCoverage,
      phraseStarts,
      phrases: Uint16Array.from(phrases),
      ...prefixTables(tokens, ruleStarts, count),
      ...gramTables(tokens, ruleStarts, ruleFlags, count),
    },
    {
      format: INDEX_FORMAT,
      source: options.source,
      expressions,
      ruleNames: kept.map((rule) => rule.source.name),
      referencedFiles,
      languages,
      gateWords: [...options.gateWords].sort(),
      families: options.families,
      frames: options.frames,
    },
    words,
    ignorables,
  );
}

function hasSameTokens(a: TokenRule, b: TokenRule): boolean {
  return a.tokens.length === b.tokens.length && a.tokens.every((token, i) => token === b.tokens[i]);
}

/** The dictionary in a table of suitable size, at most half full. */
function sizedDictionary({ table }: Dictionary): { dictionaryTable: Uint32Array } {
  let used = 0;
  for (let i = 0; i < table.length; i += 2) if (table[i] !== 0) used++;
  const sized = new Uint32Array(2 * powerOfTwo(used * 2));
  for (let i = 0; i < table.length; i += 2) if (table[i] !== 0) putEntry(sized, table[i + 1]!, table[i]!);
  return { dictionaryTable: sized };
}

function powerOfTwo(atLeast: number): number {
  let size = 1024;
  while (size < atLeast) size *= 2;
  return size;
}

export const pairSlot = (key: number, mask: number): number => (Math.imul(key, 0x9e3779b1) >>> 7) & mask;

/** First two tokens → range of rules; for rules of one token, that token. */
function prefixTables(tokens: Uint16Array, ruleStarts: Uint32Array, count: number) {
  const singles = new Uint32Array(65536);
  const ranges: [number, number, number][] = [];
  for (let rule = 0; rule < count; rule++) {
    const start = ruleStarts[rule]!;
    if (ruleStarts[rule + 1]! - start === 1) {
      singles[tokens[start]!] = rule + 1;
      continue;
    }
    const key = ((tokens[start]! << 16) | tokens[start + 1]!) >>> 0;
    const last = ranges.at(-1);
    if (last && last[0] === key) last[2] = rule + 1;
    else ranges.push([key, rule, rule + 1]);
  }
  const size = powerOfTwo(ranges.length * 3);
  const pairKeys = new Uint32Array(size);
  const pairLow = new Uint32Array(size);
  const pairHigh = new Uint32Array(size);
  for (const [key, low, high] of ranges) {
    let slot = pairSlot(key, size - 1);
    while (pairKeys[slot] !== 0) slot = (slot + 1) & (size - 1);
    pairKeys[slot] = key;
    pairLow[slot] = low;
    pairHigh[slot] = high;
  }
  return { singles, pairKeys, pairLow, pairHigh };
}

/** Hash of four tokens, never 0. */
export function gramHash(a: number, b: number, c: number, d: number): number {
  let hash = Math.imul(a * 31 + b, 0x9e3779b1) ^ Math.imul(c * 31 + d, 0x85ebca6b);
  hash ^= hash << 13;
  hash = Math.imul(hash ^ (hash >>> 15) ^ Math.imul(c + 13, 0xc2b2ae35), 0x27d4eb2f);
  hash = Math.imul(hash ^ (hash >>> 13) ^ Math.imul(d + 29, 0x165667b1), 0x2c1b3c6d);
  return ((hash ^ (hash >>> 16)) | 1) >>> 0;
}

/** Combines a gram and a rule in one number, gram × this + rule: 2^32 grams and 2^20 rules are exact in a double and sort as numbers. */
const RULES_PER_GRAM = 2 ** 20;

function gramTables(tokens: Uint16Array, ruleStarts: Uint32Array, ruleFlags: Uint8Array, count: number) {
  if (count > RULES_PER_GRAM)
    throw new Error(`an index can contain at most ${RULES_PER_GRAM} rules, and there are ${count}`);
  const { places, ruleGrams } = gramPlaces(tokens, ruleStarts, ruleFlags, count);
  const grams = gramRanges(places);
  const size = powerOfTwo(grams.length);
  const gramKeys = new Uint32Array(size);
  const gramStarts = new Uint32Array(size);
  const gramCounts = new Uint32Array(size);
  let total = 0;
  for (let i = 0; i < grams.length; i += 2) total += grams[i + 1]!;
  const postings = new Uint32Array(total);
  let at = 0;
  for (let i = 0; i < grams.length; i += 2) {
    const [first, length] = [grams[i]!, grams[i + 1]!];
    const gram = Math.floor(places[first]! / RULES_PER_GRAM);
    let slot = (gram >>> 1) & (size - 1);
    while (gramKeys[slot] !== 0) slot = (slot + 1) & (size - 1);
    gramKeys[slot] = gram;
    gramStarts[slot] = at;
    gramCounts[slot] = length;
    for (let place = first; place < first + length; place++) postings[at++] = places[place]! % RULES_PER_GRAM;
  }
  return { gramKeys, gramStarts, gramCounts, postings, ruleGrams };
}

/**
 * Rules of at most this many words are found by all their grams. For longer rules a quarter of the grams, chosen by their hashes, is enough. For
 * shorter ones so few would remain that a changed word or two, or other word numbers in an index of other rules, could hide the rule.
 */
const SHORT_RULE = 120;

/** The share of a rule's grams that are used to find it. */
export const countedShare = (words: number): number => (words <= SHORT_RULE ? 1 : 1 / 4);

/** Every used gram of every rule that may match approximately, once for each rule, in order; and the number of grams of each rule. */
function gramPlaces(tokens: Uint16Array, ruleStarts: Uint32Array, ruleFlags: Uint8Array, count: number) {
  const all = new Float64Array(tokens.length);
  let used = 0;
  for (let rule = 0; rule < count; rule++) {
    if ((ruleFlags[rule]! & FLAG_APPROXIMATE) === 0) continue;
    const limit = countedShare(ruleStarts[rule + 1]! - ruleStarts[rule]!) * 2 ** 32;
    for (let i = ruleStarts[rule]!; i + 3 < ruleStarts[rule + 1]!; i++) {
      const [a, b, c, d] = [tokens[i]!, tokens[i + 1]!, tokens[i + 2]!, tokens[i + 3]!];
      if (a <= WILDCARD || b <= WILDCARD || c <= WILDCARD || d <= WILDCARD) continue;
      const gram = gramHash(a, b, c, d);
      if (gram < limit) all[used++] = gram * RULES_PER_GRAM + rule;
    }
  }
  const sorted = all.subarray(0, used).sort();
  const grams = new Uint32Array(count);
  let kept = 0;
  for (let i = 0; i < used; i++) {
    if (i > 0 && sorted[i] === sorted[kept - 1]) continue;
    grams[sorted[i]! % RULES_PER_GRAM]!++;
    sorted[kept++] = sorted[i]!;
  }
  return { places: sorted.subarray(0, kept), ruleGrams: Uint16Array.from(grams, (number) => Math.min(65535, number)) };
}

/** Pairs of first place and number of places: one for each gram that is not too common. */
function gramRanges(places: Float64Array): number[] {
  const ranges: number[] = [];
  for (let first = 0; first < places.length; ) {
    const end = (Math.floor(places[first]! / RULES_PER_GRAM) + 1) * RULES_PER_GRAM;
    let next = first + 1;
    while (next < places.length && places[next]! < end) next++;
    if (next - first <= MAX_POSTINGS) ranges.push(first, next - first);
    first = next;
  }
  return ranges;
}

/** The words of a rule, wildcards shown as `…`. */
export function ruleText(index: LicenseIndex, rule: number): string {
  const words = index.words();
  const out: string[] = [];
  for (let i = index.ruleStarts[rule]!; i < index.ruleStarts[rule + 1]!; i++) {
    const token = index.tokens[i]!;
    out.push(token === WILDCARD ? '…' : token === UNKNOWN ? '?' : words[token]!);
  }
  return out.join(' ');
}
