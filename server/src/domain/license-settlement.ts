// Which license of a choice is taken where no person has said so: `MIT OR GPL-3.0-or-later` becomes MIT by the policy of the project, else by
// the site's order of preference. Pure.
//
// Decided here:
// - The policy settles a choice when it approves some alternatives and not all of them: then the approved ones are what is left. What it
//   rejects is never taken. Where several are left, the order decides among them.
// - An alternative that asks for several licenses at once (`MIT AND Zlib`) has the place of the last of them in the order. One that names a
//   license off the order has none and is never taken by it.
// - `GPL-2.0-only WITH Classpath-exception-2.0` stands in the order as itself, else as its license.
// - A choice inside a larger expression (`(MIT OR GPL-2.0-only) AND Zlib`) is settled where it stands.
import {
  combine,
  expressionKey,
  type LicenseExpression,
  parseExpression,
  printExpression,
  termText,
} from '@assay/scanner/expressions';
import { licenseFact, type SettleChoice } from './license-facts.ts';
import { type Policy, verdictOnLicense } from './policy.ts';

export interface SettlementRules {
  policy?: Policy;
  /** License ids, the preferred one first. */
  order: readonly string[];
}

/** A function that settles many: the order is made ready once. undefined where nothing settles the choice. */
export function choiceSettler({ policy, order }: SettlementRules): SettleChoice {
  const places = new Map<string, number>();
  for (const [at, id] of order.entries()) if (!places.has(expressionKey(id))) places.set(expressionKey(id), at);
  if (places.size === 0 && policy === undefined) return () => undefined;
  return (expression) => {
    // Most expressions offer nothing.
    if (!/\bor\b/i.test(expression)) return undefined;
    const tree = parseExpression(expression);
    if (tree === undefined || !('operator' in tree)) return undefined;
    const by = { policy: false, order: false };
    const settled = settle(tree, { policy, places, by });
    const taken = printExpression(settled);
    if (taken === printExpression(tree)) return undefined;
    return by.policy
      ? licenseFact(
          taken,
          'policy',
          `The policy of the project leaves ${taken} of ${expression}${by.order ? ', where the order of preference decides' : ''}.`,
        )
      : licenseFact(taken, 'site-order', `The site's order of preference takes ${taken} of ${expression}.`);
  };
}

interface Settling {
  policy: Policy | undefined;
  places: ReadonlyMap<string, number>;
  /** What settled something. */
  by: { policy: boolean; order: boolean };
}

function settle(tree: LicenseExpression, settling: Settling): LicenseExpression {
  if (!('operator' in tree)) return tree;
  const parts = tree.parts.map((part) => settle(part, settling));
  if (tree.operator === 'AND') return combine('AND', parts);
  const { allowed, isByPolicy } = allowedBy(settling.policy, parts);
  const preferred = allowed.length > 1 ? preferredOf(allowed, settling.places) : undefined;
  if (isByPolicy) settling.by.policy = true;
  if (preferred !== undefined) settling.by.order = true;
  return preferred ?? combine('OR', allowed);
}

/** What a policy leaves of alternatives: those it approves; else those it does not reject; all where it rejects all, which is its own question. */
function allowedBy(policy: Policy | undefined, parts: readonly LicenseExpression[]) {
  if (policy === undefined) return { allowed: parts, isByPolicy: false };
  const verdicts = parts.map((part) => verdictOnLicense(policy, part));
  const approved = parts.filter((_, at) => verdicts[at] === 'APPROVED');
  const left = approved.length > 0 ? approved : parts.filter((_, at) => verdicts[at] !== 'REJECTED');
  if (left.length === 0 || left.length === parts.length) return { allowed: parts, isByPolicy: false };
  return { allowed: left, isByPolicy: true };
}

function preferredOf(parts: readonly LicenseExpression[], places: ReadonlyMap<string, number>) {
  let best: { part: LicenseExpression; place: number } | undefined;
  for (const part of parts) {
    const place = placeOf(part, places);
    if (place !== undefined && (best === undefined || place < best.place)) best = { part, place };
  }
  return best?.part;
}

/** The place of its last license; undefined when one of them is not in the order. */
function placeOf(tree: LicenseExpression, places: ReadonlyMap<string, number>): number | undefined {
  if (!('operator' in tree))
    return places.get(expressionKey(termText(tree))) ?? places.get(expressionKey(tree.license));
  const all = tree.parts.map((part) => placeOf(part, places));
  const known = all.filter((place) => place !== undefined);
  if (tree.operator === 'OR') return known.length === 0 ? undefined : Math.min(...known);
  return known.length === all.length ? Math.max(...known) : undefined;
}
