// Counts a file's lines as code, comment and blank, by the comment syntax of its language. One pass over bytes, no strings made. It is a
// counter and not a parser: a misreading should cost the rest of the line, not of the file.
import type { LineCounts } from '../findings.ts';
import { Lookahead } from './ahead.ts';
import type { CommentSyntax } from './language-table.ts';
import { BACKSLASH, type Compiled, compile, isBlank, type Mark, NEWLINE, standsAt, startsWith } from './marks.ts';

/** State that one window of a file passes to the next. Plain data, because windows of one file may be counted in different threads. */
export interface LineState {
  /** The delimiter that is open here, as an index into the compiled syntax; -1 when none. */
  open: number;
  /** Nesting depth of comments here. */
  depth: number;
}

export const START_OF_FILE: LineState = { open: -1, depth: 0 };

/** Lines of a whole text. Without a syntax (prose, data) no line is code or comment: only `total` and `blank` are counted. */
export function countLines(bytes: Uint8Array, syntax: CommentSyntax | undefined): LineCounts {
  return countWindow(bytes, syntax, START_OF_FILE).lines;
}

/** Lines of one window, which ends at a line's end or at the end of the file, and the state for the next window. */
export function countWindow(
  bytes: Uint8Array,
  syntax: CommentSyntax | undefined,
  state: LineState,
): { lines: LineCounts; state: LineState } {
  if (!syntax) return { lines: countPlain(bytes), state };
  return new LineCounter(bytes, compile(syntax), state).run();
}

/** Counts all lines, and lines of white space only. */
function countPlain(bytes: Uint8Array): LineCounts {
  let total = 0;
  let blank = 0;
  let start = 0;
  while (start < bytes.length) {
    let end = bytes.indexOf(NEWLINE, start);
    if (end < 0) end = bytes.length;
    let at = start;
    while (at < end && isBlank(bytes[at]!)) at++;
    if (at === end) blank++;
    total++;
    start = end + 1;
  }
  return { total, code: 0, comment: 0, blank };
}

/** After one of these a string is part of a value, not documentation. */
const expectingValue = Buffer.from('([{,=+%\\');

/** The state of one pass: a class because the loop's parts share a dozen numbers. */
class LineCounter {
  readonly bytes: Uint8Array;
  readonly syntax: Compiled;
  at = 0;
  lineStart = 0;
  total = 0;
  codeLines = 0;
  commentLines = 0;
  hasCode = false;
  hasComment = false;
  open: Mark | undefined;
  depth: number;
  readonly ahead: Lookahead;
  /** End of the here-document that begins with the next line; 0 when none does. */
  hereEnd = 0;

  constructor(bytes: Uint8Array, syntax: Compiled, state: LineState) {
    this.bytes = bytes;
    this.syntax = syntax;
    this.open = syntax.enclosing[state.open];
    this.depth = state.depth;
    this.ahead = new Lookahead(bytes);
  }

  run(): { lines: LineCounts; state: LineState } {
    const { bytes } = this;
    const { classes } = this.syntax;
    while (this.at < bytes.length) {
      if (this.open) {
        this.readEnclosed(this.open);
        continue;
      }
      let at = this.at;
      while (at < bytes.length && classes[bytes[at]!] === 1) at++;
      this.at = at;
      if (at === bytes.length) break;
      const kind = classes[bytes[at]!];
      if (kind === 0) {
        this.hasCode = true;
        at++;
        while (at < bytes.length && classes[bytes[at]!]! < 2) at++;
        this.at = at;
      } else if (kind === 2) this.endLine();
      else this.readMark();
    }
    if (this.lineStart < bytes.length) this.countLine();
    const blank = this.total - this.codeLines - this.commentLines;
    return {
      lines: { total: this.total, code: this.codeLines, comment: this.commentLines, blank },
      state: { open: this.open?.index ?? -1, depth: this.depth },
    };
  }

  /** A byte with which a comment or a string may begin. */
  readMark(): void {
    const { bytes, at } = this;
    for (const mark of this.syntax.marks[bytes[at]!]!) {
      if (mark.isFirstColumn && at !== this.lineStart) continue;
      if (mark.isLineStartOnly && (this.hasCode || this.hasComment)) continue;
      if (standsAt(bytes, at, mark) && this.begin(mark)) return;
    }
    this.hasCode = true;
    this.at++;
  }

  /** False if the surroundings show that this is not a mark. */
  begin(mark: Mark): boolean {
    switch (mark.role) {
      case 'line':
        this.hasComment = true;
        this.skipLine();
        return true;
      case 'plain':
        return this.passCode(this.at + mark.start.length);
      case 'separator':
        return this.passCode(this.ahead.endOfSeparator(this.at));
      case 'regex':
        return this.passCode(this.ahead.endOfRegex(this.at, this.lineStart));
      case 'named':
        return this.passCode(this.ahead.endOfNamedString(this.at));
      case 'here':
        if (this.hereEnd <= this.at) this.hereEnd = this.ahead.endOfHereDocument(this.at);
        return this.passCode(this.at + mark.start.length);
      case 'quote':
        this.hasCode = true;
        this.at += mark.start.length;
        this.readQuoted(mark.start[0]!);
        return true;
      default:
        this.enter(mark);
        return true;
    }
  }

  /** Enters a comment or string that may span lines. */
  enter(mark: Mark): void {
    const isDocString = mark.role === 'long' && this.syntax.hasDocStrings && (!this.hasCode || this.isBehindPrefix());
    this.at += mark.start.length;
    if (isDocString) this.hasCode = false;
    this.see(mark.role === 'block' || isDocString);
    // A doc string is entered as the block comment of the same marks, which compile() puts right behind the string.
    this.open = isDocString ? this.syntax.enclosing[mark.index + 1] : mark;
    this.depth = 1;
  }

  /** Whether the line begins with a doc string prefix that ends here, and the line before it expects no value. */
  isBehindPrefix(): boolean {
    const { bytes } = this;
    let at = this.at - 1;
    while (at >= this.lineStart && at > this.at - 3 && this.syntax.docStringPrefix.includes(bytes[at]!)) at--;
    while (at >= this.lineStart && isBlank(bytes[at]!)) at--;
    if (at >= this.lineStart) return false;
    while (at >= 0 && (isBlank(bytes[at]!) || bytes[at] === NEWLINE)) at--;
    return at < 0 || !expectingValue.includes(bytes[at]!);
  }

  /** Skips code up to the end, over lines; false when there is no end. */
  passCode(end: number): boolean {
    const { bytes } = this;
    if (end < 0) return false;
    let at = this.at;
    for (; at < end; at++) {
      const byte = bytes[at]!;
      if (byte === NEWLINE) {
        this.countLine();
        this.lineStart = at + 1;
      } else if (!isBlank(byte)) this.hasCode = true;
    }
    this.at = at;
    return true;
  }

  /** A string that ends at its quote or with its line. */
  readQuoted(quote: number): void {
    const { bytes } = this;
    let at = this.at;
    while (at < bytes.length) {
      const byte = bytes[at]!;
      if (byte === NEWLINE) break;
      if (byte === quote) {
        at++;
        break;
      }
      at += byte === BACKSLASH && bytes[at + 1] !== NEWLINE ? 2 : 1;
    }
    this.at = Math.min(at, bytes.length);
  }

  /** Inside a comment or a long string, up to its end or the end of the bytes. */
  readEnclosed(mark: Mark): void {
    const { bytes } = this;
    const isComment = mark.role === 'block';
    const last = mark.end[0]!;
    const first = mark.isNested ? mark.start[0]! : -1;
    // `""` inside C#'s `@"…"` is a quote.
    const isDoubled = mark.role === 'raw' && mark.end.length === 1;
    const hasEscapes = mark.role === 'long';
    let at = this.at;
    let isSeen = false;
    for (; at < bytes.length; at++) {
      const byte = bytes[at]!;
      if (byte === NEWLINE) {
        if (isSeen) this.see(isComment);
        isSeen = false;
        this.countLine();
        this.lineStart = at + 1;
        continue;
      }
      if (byte <= 32 && isBlank(byte)) continue;
      isSeen = true;
      if (byte === last && (!mark.isFirstColumn || at === this.lineStart) && startsWith(bytes, at, mark.end)) {
        if (isDoubled && bytes[at + 1] === last) {
          at++;
          continue;
        }
        at += mark.end.length - 1;
        if (--this.depth > 0) continue;
        this.open = undefined;
        at++;
        break;
      }
      if (byte === first && startsWith(bytes, at, mark.start)) {
        this.depth++;
        at += mark.start.length - 1;
      } else if (byte === BACKSLASH && hasEscapes && bytes[at + 1] !== NEWLINE) at++;
    }
    if (isSeen) this.see(isComment);
    this.at = Math.min(at, bytes.length);
    if (this.open === undefined && mark.isFirstColumn) this.skipLine();
  }

  see(isComment: boolean): void {
    if (isComment) this.hasComment = true;
    else this.hasCode = true;
  }

  skipLine(): void {
    const end = this.bytes.indexOf(NEWLINE, this.at);
    this.at = end < 0 ? this.bytes.length : end;
  }

  endLine(): void {
    this.at++;
    this.countLine();
    this.lineStart = this.at;
    if (this.hereEnd > this.at) this.passCode(this.hereEnd);
  }

  countLine(): void {
    this.total++;
    if (this.hasCode) this.codeLines++;
    else if (this.hasComment) this.commentLines++;
    this.hasCode = false;
    this.hasComment = false;
  }
}
