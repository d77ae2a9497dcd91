// Splits Ruby source into tokens, as far as the declarative files of RubyGems, Bundler and CocoaPods need it. Does not
// interpret them.
// Grammar: https://docs.ruby-lang.org/en/master/syntax/literals_rdoc.html
import { itemAt, lastOf } from '../../../items.ts';

export interface RubyToken {
  /** `label` is the `key:` of a hash, `words` a `%w[…]`, `computed` a value that is not a literal (regular expression, shell command). */
  kind: 'text' | 'symbol' | 'label' | 'words' | 'name' | 'number' | 'mark' | 'line' | 'computed';
  value: string;
  line: number;
  /** Between white space: `foo [1]` is a call with a list, `foo[1]` an element. */
  isSpaced: boolean;
  /** A text in double quotes, whose `#{…}` Ruby fills in. */
  isFilled?: boolean;
}

const MAX_TOKENS = 500_000;
const CLOSING: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}', '<': '>' };
const NAME = /[A-Za-z_@$][\w@]*(?:::[A-Za-z_]\w*)*[?!]?/y;
const NUMBER = /\d[\d_]*(?:\.\d[\d_]*)?(?:e[+-]?\d+)?/iy;
const MARK = /=>|===?|=~|!=|!~|<=>|<=|>=|<<|>>|\*\*|\|\|=|&&=|\+=|-=|\*=|\|\||&&|&\.|->|\.\.\.?|[^\s\w]/y;
const SPACE = /(?:[ \t\r\f\v]|\\\r?\n)+/y;
const HEREDOC = /<<([~-]?)(["'`]?)([A-Za-z_]\w*)\2/y;
/** A slash begins a regular expression after these names, and divides after others. */
const BEFORE_PATTERN = new Set(['if', 'unless', 'when', 'and', 'or', 'not', 'while', 'until', 'return']);

export function tokenizeRuby(source: string): RubyToken[] {
  const reader: Reader = { source, at: 0, line: 1, tokens: [], open: [], heredocs: [], isSpaced: true };
  while (reader.at < source.length && reader.tokens.length < MAX_TOKENS) if (!step(reader)) break;
  return reader.tokens;
}

interface Reader {
  source: string;
  at: number;
  line: number;
  tokens: RubyToken[];
  /** Open brackets. Inside round and square brackets, line breaks have no meaning. */
  open: string[];
  /** Their bodies begin on the next line. */
  heredocs: { token: RubyToken; end: string; isTrimmed: boolean }[];
  isSpaced: boolean;
}

function step(reader: Reader): boolean {
  const { source } = reader;
  const space = matched(SPACE, reader);
  if (space !== '') {
    reader.line += countLines(space);
    reader.isSpaced = true;
    return true;
  }
  const sign = source.charAt(reader.at);
  if (sign === '\n') return newLine(reader);
  if (sign === '#') return skipTo(reader, source.indexOf('\n', reader.at));
  if (sign === '"' || sign === "'" || sign === '`') return quotedText(reader, sign);
  if (sign === '%' && percentText(reader)) return true;
  if (sign === '<' && heredoc(reader)) return true;
  if (sign === ':' && symbol(reader)) return true;
  if (sign === '/' && pattern(reader)) return true;
  const name = matched(NAME, reader);
  if (name !== '') return nameOrLabel(reader, name);
  const number = matched(NUMBER, reader);
  if (number !== '') return push(reader, 'number', number);
  const mark = matched(MARK, reader);
  if (mark === '') reader.at += 1;
  else push(reader, 'mark', mark);
  if ('([{'.includes(mark) && mark !== '') reader.open.push(mark);
  if (')]}'.includes(mark) && mark !== '') reader.open.pop();
  return true;
}

function push(reader: Reader, kind: RubyToken['kind'], value: string, line = reader.line): boolean {
  reader.tokens.push({ kind, value, line, isSpaced: reader.isSpaced });
  reader.isSpaced = false;
  return true;
}

function matched(expression: RegExp, reader: Reader): string {
  expression.lastIndex = reader.at;
  const found = expression.exec(reader.source)?.[0] ?? '';
  reader.at += found.length;
  return found;
}

function skipTo(reader: Reader, end: number): boolean {
  reader.at = end < 0 ? reader.source.length : end;
  return true;
}

function newLine(reader: Reader): boolean {
  reader.at += 1;
  const { source, tokens } = reader;
  for (const { token, end, isTrimmed } of reader.heredocs.splice(0)) readHeredoc(reader, token, end, isTrimmed);
  reader.line += 1;
  if (source.startsWith('=begin', reader.at)) {
    const end = source.indexOf('\n=end', reader.at);
    reader.line += countLines(source.slice(reader.at, end < 0 ? source.length : end));
    skipTo(reader, end);
  }
  if (/^__END__\s/.test(source.slice(reader.at, reader.at + 8))) return false;
  const last = tokens.at(-1);
  const isContinued =
    reader.open.at(-1) === '(' ||
    reader.open.at(-1) === '[' ||
    (last?.kind === 'mark' && /^(,|=>?|\|\||&&|\+|\.|<<|\+=|\|\|=)$/.test(last.value)) ||
    last?.kind === 'label' ||
    continuesWithDot(source, reader.at);
  if (!isContinued && last !== undefined && last.kind !== 'line') push(reader, 'line', '', reader.line - 1);
  reader.isSpaced = true;
  return true;
}

/** `.freeze` at the start of a line continues the previous line. */
function continuesWithDot(source: string, from: number): boolean {
  let at = from;
  while (source[at] === ' ' || source[at] === '\t') at += 1;
  return source[at] === '.' && source[at + 1] !== '.';
}

function readHeredoc(reader: Reader, token: RubyToken, end: string, isTrimmed: boolean): void {
  const lines: string[] = [];
  while (reader.at < reader.source.length) {
    const next = reader.source.indexOf('\n', reader.at);
    const line = reader.source.slice(reader.at, next < 0 ? reader.source.length : next);
    skipTo(reader, next < 0 ? -1 : next + 1);
    reader.line += 1;
    if ((isTrimmed ? line.trim() : line.trimEnd()) === end) break;
    lines.push(line.trim());
  }
  token.value = lines.join('\n');
}

function heredoc(reader: Reader): boolean {
  HEREDOC.lastIndex = reader.at;
  const found = HEREDOC.exec(reader.source);
  const before = reader.tokens.at(-1);
  // `list <<NAME` appends. Without a sign or quote, this is a heredoc only in an assignment or call.
  if (found === null || (found[1] === '' && (before?.kind === 'name' || before?.value === ']'))) return false;
  reader.at += found[0].length;
  push(reader, 'text', '');
  const token = lastOf(reader.tokens);
  token.isFilled = found[2] !== "'";
  reader.heredocs.push({ token, end: itemAt(found, 3), isTrimmed: found[1] !== '' });
  return true;
}

function quotedText(reader: Reader, quote: string): boolean {
  const { isSpaced, line } = reader;
  reader.at += 1;
  const value = delimited(reader, '', quote, quote !== "'");
  const isLabel = quote !== '`' && reader.source[reader.at] === ':' && reader.source[reader.at + 1] !== ':';
  // `a ? "b":c` is rare enough; a label follows an opening mark or a comma.
  const before = reader.tokens.at(-1);
  if (isLabel && before?.kind === 'mark' && /^[,({]$/.test(before.value)) {
    reader.at += 1;
    return pushText(reader, 'label', value, line, isSpaced, false);
  }
  return pushText(reader, quote === '`' ? 'computed' : 'text', value, line, isSpaced, quote === '"');
}

function pushText(
  reader: Reader,
  kind: RubyToken['kind'],
  value: string,
  line: number,
  isSpaced: boolean,
  isFilled: boolean,
): boolean {
  reader.tokens.push({ kind, value, line, isSpaced, ...(isFilled ? { isFilled } : {}) });
  reader.isSpaced = false;
  return true;
}

/** `%q<…>`, `%w[…]`, `%r{…}`, and `%(…)` where a value may begin. */
function percentText(reader: Reader): boolean {
  const { source, at, line, isSpaced } = reader;
  const kind = /[qQwWiIrxs]/.test(source[at + 1] ?? '') ? source.charAt(at + 1) : '';
  const open = source[at + 1 + kind.length] ?? '';
  const before = reader.tokens.at(-1);
  const canBeValue = before === undefined || !/^(text|number)$/.test(before.kind);
  if (!/[^\w\s]/.test(open) || !canBeValue || (kind === '' && !/[([{<]/.test(open))) return false;
  reader.at += 2 + kind.length;
  const value = delimited(
    reader,
    CLOSING[open] === undefined ? '' : open,
    CLOSING[open] ?? open,
    /[QWI]|^$/.test(kind),
  );
  const isList = /[wWiI]/.test(kind) && kind !== '';
  const isComputed = /[rx]/.test(kind) && kind !== '';
  return pushText(
    reader,
    isList ? 'words' : isComputed ? 'computed' : 'text',
    value,
    line,
    isSpaced,
    /Q|^$/.test(kind),
  );
}

/** The text up to the closing sign, including nested ones. An unclosed text ends with the file. */
function delimited(reader: Reader, open: string, close: string, hasEscapes: boolean): string {
  const { source } = reader;
  let value = '';
  let depth = 0;
  let inner = 0;
  let from = reader.at;
  let at = from;
  for (; at < source.length; at++) {
    const sign = source.charAt(at);
    if (sign === '\\') {
      value += source.slice(from, at) + unescaped(source[at + 1] ?? '', close, hasEscapes);
      if (source[at + 1] === '\n') reader.line += 1;
      at += 1;
      from = at + 1;
    } else if (sign === '\n') reader.line += 1;
    else if (hasEscapes && sign === '#' && source[at + 1] === '{') {
      inner += 1;
      at += 1;
    } else if (inner > 0) {
      if (sign === '{') inner += 1;
      if (sign === '}') inner -= 1;
    } else if (sign === close && depth === 0) break;
    else if (sign === close) depth -= 1;
    else if (sign === open) depth += 1;
  }
  value += source.slice(from, Math.min(at, source.length));
  reader.at = Math.min(at + 1, source.length);
  return value;
}

function unescaped(sign: string, close: string, hasEscapes: boolean): string {
  if (sign === close || sign === '\\') return sign;
  if (!hasEscapes) return `\\${sign}`;
  if (sign === 'n') return '\n';
  if (sign === 't') return '\t';
  return sign === '\n' ? '' : sign;
}

function symbol(reader: Reader): boolean {
  const { source, at, line, isSpaced } = reader;
  if (source[at + 1] === ':' || source[at - 1] === ':') return false;
  if (source[at + 1] === '"' || source[at + 1] === "'") {
    reader.at += 2;
    return pushText(reader, 'symbol', delimited(reader, '', source.charAt(at + 1), false), line, isSpaced, false);
  }
  const name = /^[A-Za-z_]\w*[?!=]?/.exec(source.slice(at + 1, at + 200))?.[0];
  if (name === undefined) return false;
  const isAssigned = name.endsWith('=') && /[>=]/.test(source[at + 1 + name.length] ?? '');
  const value = isAssigned ? name.slice(0, -1) : name;
  reader.at += 1 + value.length;
  return push(reader, 'symbol', value);
}

function pattern(reader: Reader): boolean {
  const { source, at, tokens } = reader;
  const before = tokens.at(-1);
  const isExpected =
    before === undefined ||
    before.kind === 'line' ||
    before.kind === 'label' ||
    (before.kind === 'mark' && !/^[)\]}]$/.test(before.value)) ||
    (before.kind === 'name' &&
      (BEFORE_PATTERN.has(before.value) || (reader.isSpaced && !/\s/.test(source[at + 1] ?? ' '))));
  if (!isExpected) return false;
  for (let end = at + 1; end < source.length && source[end] !== '\n'; end++) {
    if (source[end] === '\\') end += 1;
    else if (source[end] === '/') {
      reader.at = end + 1;
      return push(reader, 'computed', '');
    }
  }
  return false;
}

function nameOrLabel(reader: Reader, name: string): boolean {
  const { source } = reader;
  const isLabel = source[reader.at] === ':' && source[reader.at + 1] !== ':' && reader.tokens.at(-1)?.value !== '?';
  if (!isLabel) return push(reader, 'name', name);
  push(reader, 'label', name);
  reader.at += 1;
  return true;
}

function countLines(text: string): number {
  let lines = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines += 1;
  return lines;
}
