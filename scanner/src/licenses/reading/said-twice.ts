// The same choice in words and as a tag: the words beside the tag add nothing to it. Pure.
import { type LicenseExpression, licensesOf, parseExpression, termText } from '../../expressions/index.ts';
import { firstOf, itemAt } from '../../items.ts';
import type { Candidate } from '../engine/select.ts';

/** From the tag, or from words that already belong to it, to the next words of the same header. */
const REACH_BYTES = 1500;

/**
 * The matches beside a tag that only repeat its choice or a part of it, also in another order. Takes time in proportion to the number of matches: a file
 * may have a hundred thousand tags.
 */
export function saidByTags(candidates: readonly Candidate[]): Set<Candidate> {
  const repeated = new Set<Candidate>();
  const words = wordsIn(candidates);
  for (const tag of candidates) {
    if (tag.kind !== 'tag' || !tag.expression.includes(' OR ')) continue;
    const isPart = partOf(tag.expression);
    let [from, to] = [tag.startByte, tag.endByte];
    const take = (place: number): void => {
      const part = words.take(place);
      repeated.add(part);
      [from, to] = [Math.min(from, part.startByte), Math.max(to, part.endByte)];
    };
    for (let seen = -1; seen !== repeated.size; ) {
      seen = repeated.size;
      words.forwards(tag.startByte, (word, place) => {
        if (word.startByte >= to + REACH_BYTES) return false;
        if (isPart(word.expression)) take(place);
        return true;
      });
      words.backwards(tag.startByte, (word, place, furthestEnd) => {
        if (furthestEnd <= from - REACH_BYTES) return false;
        if (word.endByte > from - REACH_BYTES && isPart(word.expression)) take(place);
        return true;
      });
    }
  }
  return repeated;
}

/** Whether an expression of words is the choice of a tag, or a part of it. */
function partOf(tag: string): (expression: string) => boolean {
  const said = new Set(licensesOf(tag).flatMap((one) => [one, withoutException(one)]));
  const known = new Map<string, boolean>();
  return (expression) => {
    let is = known.get(expression);
    if (is === undefined) {
      is = isChoiceOrOne(expression) && licensesOf(expression).every((one) => said.has(one));
      known.set(expression, is);
    }
    return is;
  };
}

interface Words {
  /** Calls back with the words that begin at this byte or after it, until that returns false. */
  forwards(fromByte: number, visit: (word: Candidate, place: number) => boolean): void;
  /** The words that begin before it, the last one first. `furthestEnd` is the largest end of the word and all before it. */
  backwards(fromByte: number, visit: (word: Candidate, place: number, furthestEnd: number) => boolean): void;
  /** It is not visited any more. */
  take(place: number): Candidate;
}

/** The matches that are no tags, in the order of the file. */
function wordsIn(candidates: readonly Candidate[]): Words {
  const words = candidates.filter(({ kind }) => kind !== 'tag').sort((a, b) => a.startByte - b.startByte);
  const furthest: number[] = [];
  for (const { endByte } of words) furthest.push(Math.max(endByte, furthest.at(-1) ?? 0));
  /** The nearest place at or after, and at or before, one that is not taken; shortened whenever it is followed. */
  const after = Array.from({ length: words.length + 1 }, (_, place) => place);
  const before = Array.from({ length: words.length + 1 }, (_, place) => place);
  return {
    forwards(fromByte, visit) {
      for (let at = free(after, firstFrom(words, fromByte)); at < words.length; at = free(after, at + 1))
        if (!visit(itemAt(words, at), at)) return;
    },
    backwards(fromByte, visit) {
      // Places count from one here, so that there is one before the first.
      for (let at = free(before, firstFrom(words, fromByte)); at > 0; at = free(before, at - 1))
        if (!visit(itemAt(words, at - 1), at - 1, itemAt(furthest, at - 1))) return;
    },
    take(place) {
      after[place] = place + 1;
      before[place + 1] = place;
      return itemAt(words, place);
    },
  };
}

function free(links: number[], place: number): number {
  let end = place;
  while (links[end] !== end) end = itemAt(links, end);
  for (let at = place; at !== end; ) {
    const next = itemAt(links, at);
    links[at] = end;
    at = next;
  }
  return end;
}

/** The first place whose word begins at this byte or after it. */
function firstFrom(words: readonly Candidate[], byte: number): number {
  let [low, high] = [0, words.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (itemAt(words, middle).startByte < byte) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * "The same terms as Perl, i.e. the GPL or the Artistic License 1.0": of the two names of one license in a choice the more exact one,
 * `Artistic-1.0-Perl`, stays, and names of the other one beside the choice only repeat it.
 */
export function withExactMembers(candidates: readonly Candidate[]): Candidate[] {
  const exact = new Set(
    candidates.flatMap(({ expression }) => membersOf(expression)).filter((one) => EDITION.test(one)),
  );
  if (exact.size === 0) return [...candidates];
  const isLessExact = (one: string) => [...exact].some((other) => one === other.replace(EDITION, ''));
  return candidates.flatMap((candidate) => {
    const { kind, expression } = candidate;
    if (kind === 'text' || kind === 'tag') return [candidate];
    if (kind === 'reference' && isLessExact(expression)) return [];
    const members = membersOf(expression);
    const kept = members.filter((one) => !isLessExact(one));
    return [
      kept.length === members.length || kept.length === 0 ? candidate : { ...candidate, expression: kept.join(' OR ') },
    ];
  });
}

/** An edition of a license, as the SPDX list names it. */
const EDITION = /-Perl$/;

const membersOf = (expression: string): string[] =>
  expression.includes(' OR ') && !expression.includes('(') ? expression.split(' OR ') : [];

const withoutException = (license: string): string => firstOf(license.split(' WITH '));

/** Words that join licenses by "and" say more than a choice. */
function isChoiceOrOne(expression: string): boolean {
  const tree = parseExpression(expression);
  return tree !== undefined && (!('operator' in tree) || tree.operator === 'OR');
}

/** The expressions without those that differ from an earlier one only in the order of their parts. */
export function distinctExpressions(expressions: readonly string[]): string[] {
  const first = new Map<string, string>();
  for (const one of expressions) {
    const tree = parseExpression(one);
    const key = tree ? keyOf(tree) : one;
    if (!first.has(key)) first.set(key, one);
  }
  return [...first.values()];
}

const keyOf = (tree: LicenseExpression): string =>
  'operator' in tree ? `(${tree.parts.map(keyOf).sort().join(` ${tree.operator} `)})` : termText(tree);
