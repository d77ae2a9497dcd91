// The most that aligning a rule with a stretch of text can give, from the words they share in any order: two passes over the rule instead of an
// alignment. Never less than what alignRule finds, so that a rule may be left out by it without changing any answer.
import type { LicenseIndex } from './index-format.ts';
import { WILDCARD } from './tokens.ts';

/** How often each word stands in the stretch counted last; and, while a rule is being counted, how many of those it has used. */
const there = new Uint16Array(65_536);
const used = new Uint16Array(65_536);

/** Counts the words of tokens [low, high), at most 65,535; to be undone by forgetWords of the same stretch. */
export function countWords(tokens: Uint16Array, low: number, high: number): void {
  for (let i = low; i < high; i++) there[tokens[i]!]!++;
}

export function forgetWords(tokens: Uint16Array, low: number, high: number): void {
  for (let i = low; i < high; i++) there[tokens[i]!] = 0;
}

/** Words of a rule that stand in the stretch counted, each as often as both have it; and the rule's wildcards. */
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
