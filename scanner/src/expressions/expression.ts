// License expressions of SPDX 2.3, annex D, as trees. Any word may be a license here: custom licenses have ids off the list, and manifests
// contain any text. spdx.ts knows the ids of the SPDX list.
import parseListed from 'spdx-expression-parse';
import { remembered } from './remembered.ts';

/** One license, with its exception if any. */
export interface LicenseTerm {
  license: string;
  exception?: string;
}

export type LicenseExpression = LicenseTerm | { operator: 'AND' | 'OR'; parts: LicenseExpression[] };

/** Limits for brackets and length: a hostile manifest must not exhaust the stack. */
const DEEPEST_BRACKETS = 60;
const MOST_WORDS = 2000;

/** The grammar library accepts listed names only, so it gets numbered references, and one exception for all. */
const REFERENCE = 'LicenseRef-';
const ANY_EXCEPTION = 'Classpath-exception-2.0';

/**
 * The tree of an expression, words unchanged. Undefined if the text is not an expression. Operators may be in lower
 * case.
 */
export function parseExpression(text: string): LicenseExpression | undefined {
  const words = text.match(/[()]|[^\s()]+/g) ?? [];
  const [first = ''] = words;
  if (words.length < 2) return isName(first) ? { license: first } : undefined;
  if (words.length > MOST_WORDS || deepestBracket(words) > DEEPEST_BRACKETS) return undefined;
  const terms: LicenseTerm[] = [];
  const listed = words.map((word, i) => {
    if (!isName(word)) return word.toUpperCase();
    const term = terms.at(-1);
    if (term && isWith(words[i - 1])) {
      term.exception = word;
      return ANY_EXCEPTION;
    }
    terms.push({ license: word });
    return `${REFERENCE}${terms.length - 1}`;
  });
  try {
    return treeOf(parseListed(listed.join(' ')), terms);
  } catch {
    return undefined;
  }
}

function treeOf(parsed: parseListed.Info, terms: readonly LicenseTerm[]): LicenseExpression {
  if ('license' in parsed) return terms[Number(parsed.license.slice(REFERENCE.length))] ?? { license: parsed.license };
  const operator = parsed.conjunction === 'and' ? 'AND' : 'OR';
  const parts: LicenseExpression[] = [];
  let rest: parseListed.Info = parsed;
  // The library nests chains to the right: `a AND b AND c` is a AND (b AND c).
  while ('conjunction' in rest && rest.conjunction === parsed.conjunction) {
    parts.push(treeOf(rest.left, terms));
    rest = rest.right;
  }
  parts.push(treeOf(rest, terms));
  return { operator, parts };
}

function deepestBracket(words: readonly string[]): number {
  let depth = 0;
  let deepest = 0;
  for (const word of words) {
    if (word === '(') deepest = Math.max(deepest, ++depth);
    if (word === ')') depth--;
  }
  return deepest;
}

function isName(word: string): boolean {
  return word !== '' && word !== '(' && word !== ')' && !/^(?:and|or|with)$/i.test(word);
}

function isWith(word: string | undefined): boolean {
  return word?.toUpperCase() === 'WITH';
}

/** Joins expressions by one operator: flattened, without duplicates, order kept. */
export function combine(operator: 'AND' | 'OR', parts: readonly LicenseExpression[]): LicenseExpression {
  const seen = new Map<string, LicenseExpression>();
  for (const part of parts) {
    for (const flat of 'operator' in part && part.operator === operator ? part.parts : [part])
      seen.set(printExpression(flat), flat);
  }
  const distinct = [...seen.values()];
  return distinct.length === 1 && distinct[0] ? distinct[0] : { operator, parts: distinct };
}

/** `GPL-2.0-only WITH Classpath-exception-2.0` */
export function termText({ license, exception }: LicenseTerm): string {
  return exception ? `${license} WITH ${exception}` : license;
}

/** The expression with the necessary brackets: AND binds more tightly than OR. */
export function printExpression(tree: LicenseExpression): string {
  if ('license' in tree) return termText(tree);
  return tree.parts
    .map((part) =>
      'operator' in part && part.operator === 'OR' && tree.operator === 'AND'
        ? `(${printExpression(part)})`
        : printExpression(part),
    )
    .join(` ${tree.operator} `);
}

/** The distinct licenses of an expression in text order, each with its exception; the text itself when it is no expression. */
export function licensesOf(text: string): string[] {
  const trimmed = text.trim();
  if (trimmed === '') return [];
  const tree = parseExpression(trimmed);
  return tree === undefined ? [trimmed] : [...new Set(termsOf(tree).map(termText))];
}

function termsOf(tree: LicenseExpression): LicenseTerm[] {
  return 'operator' in tree ? tree.parts.flatMap(termsOf) : [tree];
}

/** True for an expression of several licenses, which cannot be a library entry. A license with its exception is one license. */
export function isCompound(text: string): boolean {
  const tree = parseExpression(text);
  return tree !== undefined && 'operator' in tree;
}

/** The parts that must all be met: `MIT AND (Zlib OR ISC)` gives `MIT` and `Zlib OR ISC`. */
export function requirementsOf(text: string): string[] {
  const trimmed = text.trim();
  if (trimmed === '') return [];
  const tree = parseExpression(trimmed);
  return tree === undefined ? [trimmed] : [...new Set(splitAtAnd(tree).map(printExpression))];
}

function splitAtAnd(tree: LicenseExpression): LicenseExpression[] {
  return 'operator' in tree && tree.operator === 'AND' ? tree.parts.flatMap(splitAtAnd) : [tree];
}

/** License and exception ids of an expression. */
export const idsOf: (expression: string) => readonly string[] = remembered((expression) =>
  expression.split(/[\s()]+/).filter((word) => word !== '' && !/^(AND|OR|WITH)$/.test(word)),
);

/** Whether two expressions are equal except for case and white space. */
export function isSameExpression(a: string, b: string): boolean {
  return expressionKey(a) === expressionKey(b);
}

/** A key that is equal for equally written expressions. */
export function expressionKey(text: string): string {
  return text
    .trim()
    .replace(/\s+/g, ' ')
    .replace(/\( | \)/g, (bracket) => bracket.trim())
    .toLowerCase();
}
