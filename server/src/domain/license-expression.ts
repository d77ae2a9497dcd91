// SPDX license expressions as the rules read them: a small tolerant parser, and the walks over what it answers.
// Any identifier is accepted, because custom licenses have ids that are on no list. Grammar: SPDX 2.3, annex D.

export type LicenseExpression =
  /** `GPL-2.0-only`, or with its exception `GPL-2.0-only WITH Classpath-exception-2.0`. */
  { license: string; exception: string } | { operator: 'AND' | 'OR'; parts: LicenseExpression[] };

/** Nobody writes deeper brackets; a hostile manifest that does must not exhaust the stack. */
const DEEPEST_BRACKETS = 64;

/** The expression's tree, or undefined when the text is no expression. */
export function parseLicenseExpression(text: string): LicenseExpression | undefined {
  const tokens = text.match(/[()]|[^\s()]+/g) ?? [];
  const reader = { tokens, at: 0, depth: 0 };
  const tree = readOperation(reader, 'OR');
  return tree !== undefined && reader.at === tokens.length ? tree : undefined;
}

/** The distinct licenses of an expression in the order of the text, exceptions included; the text itself when it is none. */
export function licensesOf(text: string): string[] {
  const trimmed = text.trim();
  if (trimmed === '') return [];
  const tree = parseLicenseExpression(trimmed);
  return tree === undefined ? [trimmed] : [...new Set(leavesOf(tree))];
}

/** `GPL-2.0-only WITH Classpath-exception-2.0` */
export function leafText(leaf: { license: string; exception: string }): string {
  return leaf.exception === '' ? leaf.license : `${leaf.license} WITH ${leaf.exception}`;
}

/** True for an expression of several licenses, which is no entry of the library. A license with its exception is one license. */
export function isCompound(text: string): boolean {
  const tree = parseLicenseExpression(text);
  return tree !== undefined && 'operator' in tree;
}

/** What must be kept all together: `MIT AND (Zlib OR ISC)` is `MIT` and `Zlib OR ISC`. */
export function requirementsOf(text: string): string[] {
  const trimmed = text.trim();
  const tree = parseLicenseExpression(trimmed);
  if (trimmed === '' || tree === undefined) return trimmed === '' ? [] : [trimmed];
  return [...new Set(splitAtAnd(tree).map(expressionText))];
}

function splitAtAnd(tree: LicenseExpression): LicenseExpression[] {
  return 'operator' in tree && tree.operator === 'AND' ? tree.parts.flatMap(splitAtAnd) : [tree];
}

function expressionText(tree: LicenseExpression): string {
  if (!('operator' in tree)) return leafText(tree);
  const parts = tree.parts.map((part) => ('operator' in part ? `(${expressionText(part)})` : expressionText(part)));
  return parts.join(` ${tree.operator} `);
}

/** Ignores case and white space: whether two expressions are written alike. */
export function isSameExpression(a: string, b: string): boolean {
  return expressionKey(a) === expressionKey(b);
}

/** A key under which equally written expressions meet. */
export function expressionKey(text: string): string {
  return text
    .trim()
    .replace(/\s+/g, ' ')
    .replace(/\( | \)/g, (bracket) => bracket.trim())
    .toLowerCase();
}

interface Reader {
  tokens: string[];
  at: number;
  depth: number;
}

function readOperation(reader: Reader, operator: 'AND' | 'OR'): LicenseExpression | undefined {
  const readPart = () => (operator === 'OR' ? readOperation(reader, 'AND') : readTerm(reader));
  const parts: LicenseExpression[] = [];
  do {
    const part = readPart();
    if (part === undefined) return undefined;
    parts.push(part);
  } while (takeWord(reader, operator));
  return parts.length === 1 ? parts[0] : { operator, parts };
}

function readTerm(reader: Reader): LicenseExpression | undefined {
  const token = reader.tokens[reader.at++];
  if (token === undefined || token === ')' || isWord(token)) return undefined;
  if (token === '(') {
    if (++reader.depth > DEEPEST_BRACKETS) return undefined;
    const inner = readOperation(reader, 'OR');
    reader.depth--;
    return reader.tokens[reader.at++] === ')' ? inner : undefined;
  }
  if (!takeWord(reader, 'WITH')) return { license: token, exception: '' };
  const exception = reader.tokens[reader.at++];
  if (exception === undefined || exception === '(' || exception === ')' || isWord(exception)) return undefined;
  return { license: token, exception };
}

function takeWord(reader: Reader, word: string): boolean {
  // Operators are written in capitals; older manifests write them small.
  if (reader.tokens[reader.at]?.toUpperCase() !== word) return false;
  reader.at++;
  return true;
}

function isWord(token: string): boolean {
  return /^(and|or|with)$/i.test(token);
}

function leavesOf(tree: LicenseExpression): string[] {
  return 'operator' in tree ? tree.parts.flatMap(leavesOf) : [leafText(tree)];
}
