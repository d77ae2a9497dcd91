// What licenses require of those who ship the code, and which licenses cannot be combined in one work. Help for people, not legal advice. The data
// are in license-obligations.json; a license that is not in it is reported as unknown.
import { type LicenseExpression, licensesOf, parseExpression, termText } from '@assay/scanner/expressions';
import knowledge from './license-obligations.json' with { type: 'json' };

export type Obligation = keyof typeof knowledge.obligations;

interface LicenseClass {
  name: string;
  asks: readonly Obligation[];
}

const classes = knowledge.classes.map(({ name, ids, asks }) => ({
  ids: new RegExp(`^(?:${ids})`),
  found: { name, asks: asks as Obligation[] },
}));
const UNKNOWN: LicenseClass = { name: 'unknown', asks: ['read'] };

/** @param license one license, with its exception where it has one */
export function classOf(license: string): LicenseClass {
  return classes.find(({ ids }) => ids.test(license))?.found ?? UNKNOWN;
}

export function obligationText(obligation: Obligation): string {
  return knowledge.obligations[obligation];
}

/**
 * Whether those who ship the code have to offer source: of the work, the library or the files. `MIT OR GPL-3.0-only` does not require it, because
 * they may take the MIT License.
 */
export function requiresSource(expression: string): boolean {
  const tree = parseExpression(expression.trim());
  return tree === undefined ? mayRequireSource(expression) : expressionRequiresSource(tree);
}

/** What the licenses of an expression ask for, as sentences in order; nothing without a license. */
export function obligationsOf(expression: string): string[] {
  const asked = new Set(licensesOf(expression).flatMap((license) => classOf(license).asks));
  return [...asked].map(obligationText).sort();
}

/** Whether every license gives the work to the public domain, or asks for no notice. */
export function asksForNothing(expression: string): boolean {
  const licenses = licensesOf(expression);
  return licenses.length > 0 && licenses.every((license) => classOf(license).asks.length === 0);
}

/** Whether the statements of copyright have to be shipped. Of a choice, one license that does not ask for them is enough. */
export function asksForHolders(expression: string): boolean {
  const tree = parseExpression(expression.trim());
  return tree === undefined ? !asksForNothing(expression) : expressionAsksForHolders(tree);
}

function expressionAsksForHolders(tree: LicenseExpression): boolean {
  if (!('operator' in tree)) return classOf(termText(tree)).asks.some((one) => one === 'notice' || one === 'read');
  return tree.operator === 'OR'
    ? tree.parts.every(expressionAsksForHolders)
    : tree.parts.some(expressionAsksForHolders);
}

/** Whether any of the licenses requires source, even one that need not be chosen. */
export function mayRequireSource(expression: string): boolean {
  return licensesOf(expression).some(licenseRequiresSource);
}

function licenseRequiresSource(license: string): boolean {
  return classOf(license).asks.some((one) => one.startsWith('source-of'));
}

/** The parser limits the depth of the tree. */
function expressionRequiresSource(tree: LicenseExpression): boolean {
  if (!('operator' in tree)) return licenseRequiresSource(termText(tree));
  return tree.operator === 'OR'
    ? tree.parts.every(expressionRequiresSource)
    : tree.parts.some(expressionRequiresSource);
}

const conflicts = knowledge.conflicts.map(({ one, other, why }) => ({
  one: new RegExp(`^(?:${one})`),
  other: new RegExp(`^(?:${other})`),
  why,
}));

export interface LicenseConflict {
  one: string;
  other: string;
  why: string;
}

/**
 * Pairs of licenses that cannot be combined in one work. `A-or-later` counts as every license that it permits: GPL-2.0-or-later differs from
 * GPL-2.0-only.
 */
export function conflictsAmong(licenses: readonly string[]): LicenseConflict[] {
  const distinct = [...new Set(licenses)].sort();
  return distinct.flatMap((one) =>
    distinct.flatMap((other) => {
      const rule = conflicts.find((pair) => pair.one.test(one) && pair.other.test(other) && one !== other);
      return rule ? [{ one, other, why: rule.why }] : [];
    }),
  );
}
