// Splits a Groovy or Kotlin script into names, texts (string literals) and punctuation marks, with their lines. Runs
// nothing; pure and linear.

import { newlinesBetween } from '../../shared/formats/lines.ts';
import { LITERAL_DOLLAR } from '../gradle-notation.ts';

export interface ScriptToken {
  /** A name includes its dots: `libs.commons.lang3`. */
  kind: 'text' | 'name' | 'mark';
  value: string;
  line: number;
}

const MAX_TOKENS = 500_000;
const MAX_EXPRESSION = 300;

/** Declarations that Groovy does not have. In Kotlin's texts of three quotes a backslash is itself. */
const kotlinOnly = /(?:^|[\s;{(])(?:va[lr]|fun)\s+[A-Za-z_`<]/;

/** Texts keep `$name`, in place of which the language would put a value. A literal `$` becomes LITERAL_DOLLAR. */
export function tokenize(written: string): ScriptToken[] {
  const source = written.replaceAll(LITERAL_DOLLAR, ' ');
  const tokens: ScriptToken[] = [];
  const pattern =
    /\n|[ \t\r\f\\]+|\/\/[^\n]*|\/\*[^*]*(?:\*(?!\/)[^*]*)*(?:\*\/)?|((?<!\$)\${2,}(?=")|)("""|'''|["'])|([A-Za-z_]\w*(?:\??\.[A-Za-z_]\w*)*)|\d[\w.]*|([^\s])/gy;
  const isKotlin = kotlinOnly.test(source);
  let line = 1;
  while (tokens.length < MAX_TOKENS) {
    const match = pattern.exec(source);
    if (match === null) break;
    const [whole, dollars = '', quote, name, mark] = match;
    const opened = quote ?? slashAt(source, match.index, tokens.at(-1), line);
    if (opened !== undefined) {
      const { value, end } = readText(source, match.index + dollars.length + opened.length, {
        quote: opened,
        least: Math.max(1, dollars.length),
        isRaw: isKotlin && opened === '"""',
      });
      tokens.push({ kind: 'text', value, line });
      line += newlinesBetween(source, match.index, end);
      pattern.lastIndex = end;
      continue;
    }
    if (name !== undefined) tokens.push({ kind: 'name', value: name.replaceAll('?.', '.'), line });
    else if (mark !== undefined) tokens.push({ kind: 'mark', value: mark, line });
    else if (/^\d/.test(whole)) tokens.push({ kind: 'mark', value: whole, line });
    if (whole === '\n') line += 1;
    else if (whole.startsWith('/*')) line += newlinesBetween(whole, 0, whole.length);
  }
  return tokens;
}

/** Groovy's texts between slashes, `/a/` and `$/a/$`, where a value is expected; elsewhere a slash divides. */
function slashAt(source: string, at: number, before: ScriptToken | undefined, line: number): string | undefined {
  const quote = source.startsWith('$/', at) ? '$/' : source[at] === '/' ? '/' : undefined;
  if (quote === undefined || before === undefined) return undefined;
  const isArgument =
    before.kind === 'name' &&
    before.line === line &&
    /\s/.test(source[at - 1] ?? '') &&
    /[\w$]/.test(source[at + quote.length] ?? '');
  return isArgument || (before.kind === 'mark' && /^[(,=[:]$/.test(before.value)) ? quote : undefined;
}

/** The ends of texts, where they are not like the beginnings. */
const ends = new Map([['$/', '/$']]);
/** In a text between slashes the backslash is itself, except before a slash; in one between dollars and slashes the dollar escapes. */
const escapes = new Map([
  ['/', /\\(?=\/)/y],
  ['$/', /\$(?=[$/])/y],
]);

interface Quoted {
  quote: string;
  /** The dollars that begin a variable: two in Kotlin's `$$"…"`. */
  least: number;
  isRaw: boolean;
}

/** What stands in place of some signs of a text, and where the text goes on. */
interface Replaced {
  by: string;
  next: number;
}

function readText(source: string, start: number, quoted: Quoted): { value: string; end: number } {
  const { quote, isRaw } = quoted;
  const isLong = quote.length === 3 || quote === '$/';
  const closing = ends.get(quote) ?? quote;
  const escaping = isRaw ? /(?!)/y : (escapes.get(quote) ?? /\\/y);
  const pieces: string[] = [];
  let from = start;
  let at = start;
  while (at < source.length) {
    escaping.lastIndex = at;
    const isClosing = source.startsWith(closing, at);
    const replaced = escaping.test(source) && !isClosing ? escapedAt(source, at) : dollarAt(source, at, quoted);
    if (replaced !== undefined) {
      pieces.push(source.slice(from, at), replaced.by);
      from = replaced.next;
      at = from;
    } else if (isClosing) return { value: pieces.join('') + source.slice(from, at), end: at + closing.length };
    else if (source[at] === '\n' && !isLong) return { value: pieces.join('') + source.slice(from, at), end: at };
    else at++;
  }
  return { value: pieces.join('') + source.slice(from), end: source.length };
}

function escapedAt(source: string, at: number): Replaced {
  const sign = source[at + 1] ?? '';
  return { by: sign === '$' ? LITERAL_DOLLAR : sign, next: at + 2 };
}

/** Undefined where a variable without braces begins, which stays as it is, and where there is no dollar. */
function dollarAt(source: string, at: number, { quote, least }: Quoted): Replaced | undefined {
  if (source[at] !== '$') return undefined;
  if (least > 1) return dollarsOfKotlin(source, at, least);
  const behind = source[at + 1] ?? '';
  if (quote.startsWith("'") || !/[{A-Za-z_]/.test(behind)) return { by: LITERAL_DOLLAR, next: at + 1 };
  return behind === '{' ? expressionAt(source, at) : undefined;
}
/** Kotlin's `$$"…"`: fewer dollars are plain, and of more the first ones. */
function dollarsOfKotlin(source: string, at: number, least: number): Replaced {
  const count = dollarsAt(source, at);
  if (count !== least) {
    const plain = count < least ? count : count - least;
    return { by: LITERAL_DOLLAR.repeat(plain), next: at + plain };
  }
  const next = at + least;
  if (!/[{A-Za-z_]/.test(source[next] ?? '')) return { by: LITERAL_DOLLAR.repeat(least), next };
  const end = source[next] === '{' ? endOfExpression(source, next + 1) : undefined;
  // The last of the dollars begins the variable.
  return end === undefined ? { by: '$', next } : { by: withoutBlanks(source.slice(next - 1, end)), next: end };
}

/** `${…}`; undefined if it is not closed. */
function expressionAt(source: string, at: number): Replaced | undefined {
  const end = endOfExpression(source, at + 2);
  if (end === undefined) return undefined;
  const expression = withoutBlanks(source.slice(at, end));
  // Kotlin's way to write a dollar sign: `"${'$'}name"`.
  return { by: /^\$\{["']\$["']\}$/.test(expression) ? LITERAL_DOLLAR : expression, next: end };
}

function dollarsAt(source: string, at: number): number {
  let end = at;
  while (source[end] === '$') end++;
  return end - at;
}

/** The position after the `}` of `${…}`, which may contain texts with quotes: `${property("a")}`. */
function endOfExpression(source: string, start: number): number | undefined {
  let depth = 1;
  for (let at = start; at < source.length && at < start + MAX_EXPRESSION; at++) {
    if (source[at] === '{') depth += 1;
    if (source[at] === '}') depth -= 1;
    if (depth === 0) return at + 1;
    if (source[at] === '\n') return undefined;
  }
  return undefined;
}

/** A notation has no blanks, so that `${ property("a") as String }` becomes `${property("a")}`. */
function withoutBlanks(expression: string): string {
  return expression.replace(/\s+as\s+String\b/, '').replace(/\s+/g, '');
}
