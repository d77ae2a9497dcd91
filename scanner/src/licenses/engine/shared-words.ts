// Upper bound for the alignment of a rule with a stretch of text, from the words that both contain in any order: two
// passes over the rule instead of an alignment. It is never below what alignRule finds, so a rule below the limit can
// be skipped without a change of the result.
import type { LicenseIndex } from './index-format.ts';
import { WILDCARD } from './tokens.ts';

/** How often the counted stretch contains each word; and, while a rule is counted, how many of these are used. */
const there = new Uint16Array(65_536);
const used = new Uint16Array(65_536);

/**
 * Counts the words of tokens [low, high), a stretch of at most 65,535 tokens. Call forgetWords with the same stretch
 * afterwards.
 */
export function countWords(tokens: Uint16Array, low: number, high: number): void {
  for (let i = low; i < high; i++) there[tokens[i]!]!++;
}

export function forgetWords(tokens: Uint16Array, low: number, high: number): void {
  for (let i = low; i < high; i++) there[tokens[i]!] = 0;
}

/**
 * The number of words that the rule and the counted stretch have in common, and the number of wildcards of the rule.
 */
export function sharedWords(index: LicenseIndex, rule: number): { shared: number; wildcards: number } {
  const { tokens } = index;
  const from = index.ruleStarts[rule]!;
  const to = index.ruleStarts[rule + 1]!;
  let shared = 0;
  let wildcards = 0;
  for (let i = from; i < to; i++) {
    const token = tokens[i]!;
    if (token === WILDCARD) wildcards++;
    else if (used[token]! < there[token]!) {
      used[token]!++;
      shared++;
    }
  }
  for (let i = from; i < to; i++) used[tokens[i]!] = 0;
  return { shared, wildcards };
}
