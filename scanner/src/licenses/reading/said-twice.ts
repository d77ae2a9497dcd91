// The same choice in words and as a tag: the words beside the tag add nothing to it. Pure.
import { type LicenseExpression, licensesOf, parseExpression, termText } from '../../expressions/index.ts';
import { firstOf } from '../../items.ts';
import type { Candidate } from '../engine/select.ts';

/** From the tag, or from words that already belong to it, to the next words of the same header. */
const REACH_BYTES = 1500;

/** The matches beside a tag that only repeat its choice or a part of it, also in another order. */
export function saidByTags(candidates: readonly Candidate[]): Set<Candidate> {
  const repeated = new Set<Candidate>();
  for (const tag of candidates) {
    if (tag.kind !== 'tag' || !tag.expression.includes(' OR ')) continue;
    const said = new Set(licensesOf(tag.expression).flatMap((one) => [one, withoutException(one)]));
    const isPart = ({ kind, expression }: Candidate) =>
      kind !== 'tag' && isChoiceOrOne(expression) && licensesOf(expression).every((one) => said.has(one));
    let [from, to] = [tag.startByte, tag.endByte];
    const parts = candidates.filter(isPart);
    const near = () =>
      parts.find((one) => !repeated.has(one) && one.startByte < to + REACH_BYTES && one.endByte > from - REACH_BYTES);
    for (let part = near(); part; part = near()) {
      repeated.add(part);
      [from, to] = [Math.min(from, part.startByte), Math.max(to, part.endByte)];
    }
  }
  return repeated;
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
