// Selects a license of a choice that no person has settled: `MIT OR GPL-3.0-or-later` becomes MIT by the policy of the project, else by the
// site's order of preference. Pure.
//
// Decided here:
// - The policy decides first: if it approves some alternatives but not all, only the approved ones are left. It never leaves a rejected one.
//   If several are left, the order of preference decides among them.
// - In an alternative with several licenses (`MIT AND Zlib`), the one that is last in the order counts. The order never selects an
//   alternative with a license that is not in the order.
// - `GPL-2.0-only WITH Classpath-exception-2.0` has its own place in the order, else that of `GPL-2.0-only`.
// - A choice inside a larger expression (`(MIT OR GPL-2.0-only) AND Zlib`) is settled inside it.
import {
  combine,
  expressionKey,
  type LicenseExpression,
  parseExpression,
  printExpression,
  termText,
} from '@assay/scanner/expressions';
import { licenseFact, type SettleChoice } from '../licenses/license-facts.ts';
import { type Policy, verdictOnLicense } from './policy.ts';

export interface SettlementRules {
  policy?: Policy;
  /** License ids, the preferred one first. */
  order: readonly string[];
}

/** Returns a function that settles many choices with one prepared order. It returns undefined if nothing settles a choice. */
export function choiceSettler({ policy, order }: SettlementRules): SettleChoice {
  const places = new Map<string, number>();
  for (const [at, id] of order.entries()) if (!places.has(expressionKey(id))) places.set(expressionKey(id), at);
  if (places.size === 0 && policy === undefined) return () => undefined;
  return (expression) => {
    // Most expressions have no choice.
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
          `The policy of the project selects ${taken} from ${expression}${by.order ? ', together with the order of preference' : ''}.`,
        )
      : licenseFact(taken, 'site-order', `The site prefers ${taken} in ${expression}.`);
  };
}

interface Settling {
  policy: Policy | undefined;
  places: ReadonlyMap<string, number>;
  /** What settled the choice. */
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

/** The alternatives that a policy leaves: the approved ones; else those not rejected; else all, so that the policy rejects the item and not this choice. */
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

/** The place of the license that is last in the order; undefined if the order lacks one. */
function placeOf(tree: LicenseExpression, places: ReadonlyMap<string, number>): number | undefined {
  if (!('operator' in tree))
    return places.get(expressionKey(termText(tree))) ?? places.get(expressionKey(tree.license));
  const all = tree.parts.map((part) => placeOf(part, places));
  const known = all.filter((place) => place !== undefined);
  if (tree.operator === 'OR') return known.length === 0 ? undefined : Math.min(...known);
  return known.length === all.length ? Math.max(...known) : undefined;
}
