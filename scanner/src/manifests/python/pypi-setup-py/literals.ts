// Reads literals in Python source: the keyword arguments of one call. Runs nothing, and skips computed values. Pure.
// Grammar: https://docs.python.org/3/reference/lexical_analysis.html
import { itemAt } from '../../../items.ts';
import { isMark } from '../../shared/languages/source-tokens.ts';

export type Literal = string | Literal[] | { [key: string]: Literal };

interface Token {
  kind: 'text' | 'name' | 'mark' | 'number';
  value: string;
}

const MAX_TOKENS = 200_000;
const MAX_DEPTH = 32;
/**
 * How many characters and items `split` and `+` may create for one file, because a file could use the name of a long
 * value many times.
 */
const MAX_JOINED = 2_000_000;

/**
 * The keyword arguments of the first call of `callee`, if they are literals, or names of literals that were assigned
 * earlier at the top level.
 */
export function keywordArguments(source: string, callee: string): Map<string, Literal> | undefined {
  const tokens = tokenize(source);
  const budget = { left: MAX_JOINED };
  const assigned = assignments(tokens, budget);
  for (let at = 0; at + 1 < tokens.length; at++) {
    const isCall =
      isMark(tokens[at + 1], '(') && itemAt(tokens, at).kind === 'name' && itemAt(tokens, at).value === callee;
    if (isCall && tokens[at - 1]?.value !== 'def') return argumentsFrom(tokens, at + 2, assigned, budget);
  }
  return undefined;
}

function argumentsFrom(
  tokens: readonly Token[],
  start: number,
  assigned: ReadonlyMap<string, Literal>,
  budget: Budget,
): Map<string, Literal> {
  const found = new Map<string, Literal>();
  let depth = 0;
  for (let at = start; at < tokens.length; at++) {
    const token = itemAt(tokens, at);
    // `setup(**values)`; the dictionary was assigned above.
    const unpacked = depth === 0 && isMark(token, '*') && isMark(tokens[at + 1], '*') ? tokens[at + 2] : undefined;
    const values = unpacked?.kind === 'name' ? assigned.get(unpacked.value) : undefined;
    if (typeof values === 'object' && !Array.isArray(values))
      for (const [key, value] of Object.entries(values)) found.set(key, value);
    if (depth === 0 && token.kind === 'name' && isMark(tokens[at + 1], '=') && !isMark(tokens[at + 2], '=')) {
      const parser = { tokens, at: at + 2, assigned, budget };
      const value = literal(parser, 0);
      // A literal that continues (`* 2`, `.format(…)`) is a computed value.
      const next = tokens[parser.at];
      if (value !== undefined && (isMark(next, ',') || isMark(next, ')'))) found.set(token.value, value);
    }
    if (token.kind === 'mark' && '([{'.includes(token.value)) depth += 1;
    if (token.kind === 'mark' && ')]}'.includes(token.value)) depth -= 1;
    if (depth < 0) break;
  }
  return found;
}

function assignments(tokens: readonly Token[], budget: Budget): Map<string, Literal> {
  const assigned = new Map<string, Literal>();
  let depth = 0;
  for (let at = 0; at + 2 < tokens.length; at++) {
    const token = itemAt(tokens, at);
    if (token.kind === 'mark' && '([{'.includes(token.value)) depth += 1;
    if (token.kind === 'mark' && ')]}'.includes(token.value)) depth -= 1;
    if (depth !== 0 || token.kind !== 'name' || !isMark(tokens[at + 1], '=') || isMark(tokens[at + 2], '=')) continue;
    const parser = { tokens, at: at + 2, assigned, budget };
    const value = literal(parser, 0);
    const next = tokens[parser.at];
    if (value !== undefined && (next === undefined || next.kind === 'name')) assigned.set(token.value, value);
  }
  return assigned;
}

interface Budget {
  left: number;
}

interface Parser {
  tokens: readonly Token[];
  at: number;
  assigned: ReadonlyMap<string, Literal>;
  budget: Budget;
}

/** A literal, the parts of a text after `.split()`, or a sum of these. */
function literal(parser: Parser, depth: number): Literal | undefined {
  let value = splitText(parser, operand(parser, depth));
  let isCopied = false;
  while (value !== undefined && isMark(parser.tokens[parser.at], '+')) {
    parser.at += 1;
    const next = splitText(parser, operand(parser, depth));
    if (next === undefined || !isWithinBudget(parser.budget, next)) return undefined;
    if (typeof value === 'string' && typeof next === 'string') value += next;
    else if (Array.isArray(value) && Array.isArray(next)) {
      // The list may belong to a name, so a copy is extended.
      if (!isCopied && !isWithinBudget(parser.budget, value)) return undefined;
      const sum: Literal[] = isCopied ? value : [...value];
      for (const item of next) sum.push(item);
      isCopied = true;
      value = sum;
    } else return undefined;
  }
  return value;
}

/**
 * `"""a
 * b""".split()` and `.splitlines()`; a call with arguments is a computed value.
 */
function splitText(parser: Parser, value: Literal | undefined): Literal | undefined {
  const { tokens, at, budget } = parser;
  const method = tokens[at + 1];
  const isCall = isMark(tokens[at], '.') && isMark(tokens[at + 2], '(') && isMark(tokens[at + 3], ')');
  if (!isCall || typeof value !== 'string' || method?.kind !== 'name') return value;
  if (method.value !== 'split' && method.value !== 'splitlines') return value;
  if (!isWithinBudget(budget, value)) return undefined;
  parser.at += 4;
  return method.value === 'split' ? value.split(/\s+/).filter((word) => word !== '') : value.split(/\r?\n/);
}

function isWithinBudget(budget: Budget, value: Literal): boolean {
  budget.left -= typeof value === 'string' || Array.isArray(value) ? value.length : 1;
  return budget.left >= 0;
}

function operand(parser: Parser, depth: number): Literal | undefined {
  const token = parser.tokens[parser.at];
  if (token === undefined || depth > MAX_DEPTH) return undefined;
  if (token.kind === 'text') return joinedTexts(parser);
  if (token.kind === 'name') {
    parser.at += 1;
    if (token.value === 'dict' && isMark(parser.tokens[parser.at], '(')) return dictionaryCall(parser, depth);
    return parser.assigned.get(token.value);
  }
  if (isMark(token, '[') || isMark(token, '(')) return sequence(parser, token.value === '[' ? ']' : ')', depth);
  return isMark(token, '{') ? dictionary(parser, depth) : undefined;
}

/** Adjacent texts are one text. */
function joinedTexts(parser: Parser): string {
  let text = '';
  while (parser.tokens[parser.at]?.kind === 'text') text += itemAt(parser.tokens, parser.at++).value;
  return text;
}

function sequence(parser: Parser, close: string, depth: number): Literal | undefined {
  const items: Literal[] = [];
  let hasComma = false;
  for (parser.at += 1; ; ) {
    if (isMark(parser.tokens[parser.at], close)) break;
    const item = literal(parser, depth + 1);
    if (item === undefined) return undefined;
    items.push(item);
    if (!isMark(parser.tokens[parser.at], ',')) break;
    hasComma = true;
    parser.at += 1;
  }
  if (!isMark(parser.tokens[parser.at], close)) return undefined;
  parser.at += 1;
  // Parentheses around a single text only group it.
  return close === ')' && items.length === 1 && !hasComma ? items[0] : items;
}

function dictionary(parser: Parser, depth: number): Literal | undefined {
  const fields: { [key: string]: Literal } = Object.create(null) as { [key: string]: Literal };
  for (parser.at += 1; !isMark(parser.tokens[parser.at], '}'); ) {
    const key = literal(parser, depth + 1);
    if (typeof key !== 'string' || !isMark(parser.tokens[parser.at], ':')) return undefined;
    parser.at += 1;
    readValue(parser, key, fields, depth);
    if (isMark(parser.tokens[parser.at], ',')) parser.at += 1;
    else if (!isMark(parser.tokens[parser.at], '}')) return undefined;
  }
  parser.at += 1;
  return fields;
}

/** `dict(name="a", version="1")` */
function dictionaryCall(parser: Parser, depth: number): Literal | undefined {
  const fields: { [key: string]: Literal } = Object.create(null) as { [key: string]: Literal };
  for (parser.at += 1; !isMark(parser.tokens[parser.at], ')'); ) {
    const key = parser.tokens[parser.at];
    if (key?.kind !== 'name' || !isMark(parser.tokens[parser.at + 1], '=')) return undefined;
    parser.at += 2;
    readValue(parser, key.value, fields, depth);
    if (isMark(parser.tokens[parser.at], ',')) parser.at += 1;
    else if (!isMark(parser.tokens[parser.at], ')')) return undefined;
  }
  parser.at += 1;
  return fields;
}

/** Skips a computed value but keeps its neighbours. Ends at the comma or bracket after the value. */
function readValue(parser: Parser, key: string, fields: { [key: string]: Literal }, depth: number): void {
  const value = literal(parser, depth + 1);
  const isWhole = /^[,)}]$/.test(parser.tokens[parser.at]?.value ?? '');
  if (value !== undefined && isWhole && parser.tokens[parser.at]?.kind === 'mark') {
    fields[key] = value;
    return;
  }
  for (let open = 0; parser.at < parser.tokens.length; parser.at++) {
    const token = parser.tokens[parser.at];
    if (token?.kind !== 'mark') continue;
    if (open === 0 && ',)}]'.includes(token.value)) return;
    if ('([{'.includes(token.value)) open += 1;
    if (')]}'.includes(token.value)) open -= 1;
  }
}

function tokenize(source: string): Token[] {
  const tokens: Token[] = [];
  const pattern = /[ \t\r\n\\]+|#[^\n]*|([A-Za-z_]\w*)|(\d[\w.]*)|(["'])|([^\s])/gy;
  while (pattern.lastIndex < source.length && tokens.length < MAX_TOKENS) {
    const match = pattern.exec(source);
    if (match === null) break;
    const [, name, number, quote, mark] = match;
    if (quote !== undefined) {
      const { value, end } = text(source, pattern.lastIndex - 1);
      const prefix = tokens.at(-1);
      // `f'…'` is a computed value; `r`, `u` and `b` are not.
      const isPrefixed =
        prefix?.kind === 'name' && /^[rubf]{1,2}$/i.test(prefix.value) && /\w/.test(source[match.index - 1] ?? '');
      if (isPrefixed) tokens.pop();
      tokens.push(isPrefixed && /f/i.test(prefix.value) ? { kind: 'mark', value: 'f' } : { kind: 'text', value });
      pattern.lastIndex = end;
    } else if (name !== undefined) tokens.push({ kind: 'name', value: name });
    else if (number !== undefined) tokens.push({ kind: 'number', value: number });
    else if (mark !== undefined) tokens.push({ kind: 'mark', value: mark });
  }
  return tokens;
}

function text(source: string, start: number): { value: string; end: number } {
  const quote = source.charAt(start);
  const delimiter = source.startsWith(quote.repeat(3), start) ? quote.repeat(3) : quote;
  let value = '';
  for (let i = start + delimiter.length; i < source.length; i++) {
    if (source[i] === '\\') {
      const next = source[i + 1] ?? '';
      value +=
        next === '\n' ? '' : next === 'n' ? '\n' : next === 't' ? '\t' : /["'\\]/.test(next) ? next : `\\${next}`;
      i += 1;
    } else if (source.startsWith(delimiter, i)) {
      return { value, end: i + delimiter.length };
    } else if (delimiter.length === 1 && source[i] === '\n') {
      return { value, end: i };
    } else value += source[i];
  }
  return { value, end: source.length };
}
