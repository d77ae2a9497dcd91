// Splits a Groovy or Kotlin script into names, texts (string literals) and punctuation marks, with their lines. Runs
// nothing; pure and linear.

export interface Token {
  /** A name includes its dots: `libs.commons.lang3`. */
  kind: 'text' | 'name' | 'mark';
  value: string;
  line: number;
}

const MAX_TOKENS = 500_000;
const MAX_EXPRESSION = 300;

/** Texts keep `$name`, in place of which the language would put a value. A literal `$` becomes `\$`. */
export function tokenize(source: string): Token[] {
  const tokens: Token[] = [];
  const pattern =
    /\n|[ \t\r\f\\]+|\/\/[^\n]*|\/\*[^*]*(?:\*(?!\/)[^*]*)*(?:\*\/)?|("""|'''|["'])|([A-Za-z_]\w*(?:\??\.[A-Za-z_]\w*)*)|\d[\w.]*|([^\s])/gy;
  let line = 1;
  while (tokens.length < MAX_TOKENS) {
    const match = pattern.exec(source);
    if (match === null) break;
    const [whole, quote, name, mark] = match;
    if (quote !== undefined) {
      const { value, end } = readText(source, pattern.lastIndex, quote);
      tokens.push({ kind: 'text', value, line });
      line += linesIn(source, match.index, end);
      pattern.lastIndex = end;
      continue;
    }
    if (name !== undefined) tokens.push({ kind: 'name', value: name.replaceAll('?.', '.'), line });
    else if (mark !== undefined) tokens.push({ kind: 'mark', value: mark, line });
    else if (/^\d/.test(whole)) tokens.push({ kind: 'mark', value: whole, line });
    if (whole === '\n') line += 1;
    else if (whole.startsWith('/*')) line += linesIn(whole, 0, whole.length);
  }
  return tokens;
}

function readText(source: string, start: number, quote: string): { value: string; end: number } {
  const isLong = quote.length === 3;
  const pieces: string[] = [];
  let from = start;
  for (let at = start; at < source.length; at++) {
    const mark = source[at];
    if (mark === '\\') {
      pieces.push(source.slice(from, at), source[at + 1] === '$' ? '\\$' : (source[at + 1] ?? ''));
      at += 1;
      from = at + 1;
    } else if (mark === '$' && quote.startsWith("'")) {
      pieces.push(source.slice(from, at), '\\$');
      from = at + 1;
    } else if (mark === '$' && source[at + 1] === '{') {
      const end = endOfExpression(source, at + 2);
      if (end === undefined) continue;
      pieces.push(source.slice(from, at), withoutBlanks(source.slice(at, end)));
      from = end;
      at = end - 1;
    } else if (mark === '\n' && !isLong) return { value: pieces.join('') + source.slice(from, at), end: at };
    else if (mark === quote[0] && source.startsWith(quote, at))
      return { value: pieces.join('') + source.slice(from, at), end: at + quote.length };
  }
  return { value: pieces.join('') + source.slice(from), end: source.length };
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

function linesIn(source: string, start: number, end: number): number {
  let count = 0;
  for (let at = source.indexOf('\n', start); at >= 0 && at < end; at = source.indexOf('\n', at + 1)) count += 1;
  return count;
}
