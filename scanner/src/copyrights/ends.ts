// Marks where a statement ends inside its line: the end of a comment, of a quoted text, of an element, of a shell command. What follows belongs to
// something else. The end is written as U+0001, which ends every statement. Knows marks, no words.
import { Buffer } from 'node:buffer';

const END = ' \u0001 ';

/** Ends of comments with something behind them: C, HTML, templates, Pascal, Haskell, Lua, PowerShell, PHP, Python. */
const commentEnd = /(?:\*\/|--%?>|#\}|%\}|[%?#]>|(?<=\s)(?:\*\)|-\})|(?<=\S)(?:"""|''')|\]\])(?=\s*[^\s*/#}>-])/g;
/** Ends of elements that stand alone; a holder may continue behind a cell or an emphasis. */
const blockEnd = /<\/(?:p|div|li|h[1-6]|title|footer|section|blockquote|address)>(?=\s*\S)/gi;
/** What a shell does with the text: it writes it to a file, or runs the next command. */
const shellEnd = /\s*>>\s*(?=["']?[\w./$%~-])|\s&&\s|\s\|\|\s/g;
const redirection = /\s>\s*(?=["']?[\w./$%~-]+["']?\s*(?:$|[&|;]))/;
/** The end of a text in single quotes, which is no apostrophe: the next argument, operator or command follows. */
const singleQuoteEnd = /(?<=[^\s,(])'(?=\s*(?:,\s*['"\d]|>|\||&|;|\+|\)\s*[;,]))/g;
/** `\footnote{Copyright 2004 Ann Oak}` of TeX. */
const texArgument = /\\[a-z]{3,20}\{([^{}\n]{0,80}(?:copyright|©|\([cC]\))[^{}\n]{0,20}\d{4}[^{}\n]{0,200})\}/gi;
const mark = /copyr|©|&copy;|\([cC]\)/gi;
/** Marks in a line that are looked at: `set(COPYRIGHT "Copyright 2004 Ann Oak" …)` has two. */
const MOST_MARKS = 4;

/** TeX's command around a statement ends it. Reads the line before its escapes are removed. */
export function withTexEnds(text: string): string {
  return text.replace(texArgument, (_, inner: string) => ` ${inner}${END}`);
}

/** roff's comment behind a text: `Ann Oak \" the author`. In a language with quotes, `\"` belongs to a text. */
export function withRoffEnd(text: string): string {
  for (let at = text.indexOf('\\"'); at !== -1; at = text.indexOf('\\"', at + 2)) {
    const isAlone = !text.slice(0, at).includes('"') && !text.slice(at + 2).includes('"');
    const follows = /^(?:\s|$)/.test(text.slice(at + 2));
    if (follows && /[\p{L}\p{N}]/u.test(text.slice(0, at)) && (isAlone || /\s$/.test(text.slice(0, at))))
      return `${text.slice(0, at)}${END}${text.slice(at + 2)}`;
  }
  return text;
}

/** The line with the ends of statements in it, before its marks and quotes are removed. */
export function withEnds(text: string): string {
  if (!/[*%#?\-}\]"'>&|/]/.test(text)) return text;
  let ended = withQuoteEnd(text).replace(commentEnd, END);
  if (ended.includes("'")) ended = ended.replace(singleQuoteEnd, END);
  if (ended.includes('</')) ended = ended.replace(blockEnd, END);
  ended = ended.replace(shellEnd, (found) => (found.includes('>') && ended.includes('<<') ? found : END));
  return ended.includes('<') ? ended : ended.replace(redirection, END);
}

/** Ends the statement at the quote that closes the text in which its mark is. */
function withQuoteEnd(text: string): string {
  if (!text.includes('"')) return text;
  for (const { index } of [...text.matchAll(mark)].slice(0, MOST_MARKS)) {
    const before = quotesIn(text.slice(0, index));
    // The line may be read from its mark on: then one more quote closes than opens.
    const isInside = before % 2 === 1 || (before === 0 && index < 3 && quotesIn(text.slice(index)) % 2 === 1);
    if (isInside) return endedAt(text, text.indexOf('"', index));
  }
  return text;
}

function endedAt(text: string, close: number): string {
  if (close === -1 || !/\S/.test(text.slice(close + 1)) || text.startsWith('"""', close)) return text;
  // A JSON value goes on with the address of the same person.
  if (/^",\s*"(?:e?mail|url|web|homepage)"/i.test(text.slice(close))) return text;
  return `${text.slice(0, close)}"${END}${text.slice(close + 1)}`;
}

function quotesIn(text: string): number {
  return text.split('"').length - 1;
}

/** How far above its end the beginning of a here-document is searched. */
const HERE_DOCUMENT_REACH = 16 * 1024;

/** Whether the line is the word that ends a here-document: `cat <<EOF`, Ruby's `<<~EOS`, PHP's `<<<EOT`. */
export function endsHereDocument(bytes: Uint8Array, { text, start }: { text: string; start: number }): boolean {
  const word = /^([A-Za-z]\w{0,40})[;,)]*$/.exec(text)?.[1];
  if (word === undefined) return false;
  const from = Math.max(0, start - HERE_DOCUMENT_REACH);
  const before = Buffer.from(bytes.buffer, bytes.byteOffset + from, start - from);
  return (
    before.includes('<<') && new RegExp(`<<[-~<]?\\s{0,2}["'\\\\]?_{0,4}${word}\\b`).test(before.toString('latin1'))
  );
}
