// Removes comments from source text and finds the ends of brackets, for languages that are read as text and never run. Linear in the text.

export interface SourceSyntax {
  /** Signs that begin a comment up to the end of the line. */
  lineComments: readonly string[];
  /** Pairs of signs around longer comments. */
  blockComments?: readonly (readonly [string, string])[];
  /** Signs that open and close a text, the longest first: `"""`, `"`. */
  quotes: readonly string[];
  /** Default `\`; '' if texts have none. */
  escape?: string;
}

const SLASHES: SourceSyntax = {
  lineComments: ['//'],
  blockComments: [['/*', '*/']],
  quotes: ['"""', '"'],
};
const HASH: SourceSyntax = { lineComments: ['#'], quotes: ['"""', '"', "'"] };

/** Common syntaxes; a format with another syntax defines its own. */
export const SYNTAX = { slashes: SLASHES, hash: HASH } as const;

/** The same text with blanks in place of comments, so that offsets and lines do not change. */
export function withoutComments(text: string, syntax: SourceSyntax): string {
  const pieces: string[] = [];
  let from = 0;
  for (let at = 0; at < text.length; ) {
    const quote = syntax.quotes.find((sign) => text.startsWith(sign, at));
    const block = quote === undefined ? syntax.blockComments?.find(([open]) => text.startsWith(open, at)) : undefined;
    const isLine = quote === undefined && syntax.lineComments.some((sign) => text.startsWith(sign, at));
    if (quote !== undefined) at = endOfText(text, at, quote, syntax.escape ?? '\\');
    else if (block !== undefined || isLine) {
      const end = block === undefined ? endOfLine(text, at) : endOfBlock(text, at, block);
      pieces.push(text.slice(from, at), text.slice(at, end).replace(/[^\n]/g, ' '));
      from = end;
      at = end;
    } else at += 1;
  }
  pieces.push(text.slice(from));
  return pieces.join('');
}

/** The offset after the bracket that closes the one at `open`; the end of the text if there is none. Comments of `text` are already removed. */
export function endOfBrackets(text: string, open: number, quotes: readonly string[] = ['"']): number {
  let depth = 0;
  for (let at = open; at < text.length; ) {
    const quote = quotes.find((sign) => text.startsWith(sign, at));
    if (quote !== undefined) {
      at = endOfText(text, at, quote, '\\');
      continue;
    }
    const sign = text.charAt(at);
    if ('([{'.includes(sign)) depth += 1;
    if (')]}'.includes(sign)) depth -= 1;
    at += 1;
    if (depth === 0) return at;
  }
  return text.length;
}

function endOfText(text: string, start: number, quote: string, escaping: string): number {
  for (let at = start + quote.length; at < text.length; at++) {
    if (escaping !== '' && text.startsWith(escaping, at)) at += 1;
    else if (text.startsWith(quote, at)) return at + quote.length;
    // A text in single quotes ends with its line: otherwise a lone apostrophe would swallow the file.
    else if (quote.length === 1 && text[at] === '\n') return at;
  }
  return text.length;
}

function endOfLine(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end < 0 ? text.length : end;
}

function endOfBlock(text: string, at: number, [open, close]: readonly [string, string]): number {
  const end = text.indexOf(close, at + open.length);
  return end < 0 ? text.length : end + close.length;
}
