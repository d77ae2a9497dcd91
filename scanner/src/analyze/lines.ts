// Counts a file's lines as code, comment and blank, by the comment syntax of its language. One pass over bytes, no strings made.
// It is a counter and not a parser: a regular expression holding a quote may cost the rest of its line, never more.
import type { LineCounts } from '../findings.ts';
import type { CommentSyntax } from './language-table.ts';

/** What one window of a file must tell the next one. Plain data, as windows of one file may be counted in different threads. */
export interface LineState {
  /** The delimiter that is open at this point, as an index into the compiled syntax; -1 when none. */
  open: number;
  /** How deep nested comments are at this point. */
  depth: number;
}

type Compiled = {
  /** Per byte: 0 code, 1 white space, 2 newline, 3 may begin a mark. */
  classes: Uint8Array;
  /** Marks by their first byte, longest first. */
  marks: (Mark[] | undefined)[];
  /** All enclosing marks, addressed by LineState.open. */
  enclosing: Mark[];
  isNested: boolean;
  hasDocStrings: boolean;
};

interface Mark {
  role: 'line' | 'block' | 'quote' | 'long';
  start: Uint8Array;
  end: Uint8Array;
  isFirstColumn: boolean;
  isLineStartOnly: boolean;
  isWord: boolean;
  index: number;
}

const NEWLINE = 10;
const BACKSLASH = 92;
const compiledSyntaxes = new WeakMap<CommentSyntax, Compiled>();

export const START_OF_FILE: LineState = { open: -1, depth: 0 };

/** Lines of a whole text. Without a syntax (prose, data) no line is code or comment: only `total` and `blank` are counted. */
export function countLines(bytes: Uint8Array, syntax: CommentSyntax | undefined): LineCounts {
  return countWindow(bytes, syntax, START_OF_FILE).lines;
}

/** Lines of one window, which ends at a line's end or at the end of the file, and the state in which the next one begins. */
export function countWindow(
  bytes: Uint8Array,
  syntax: CommentSyntax | undefined,
  state: LineState,
): { lines: LineCounts; state: LineState } {
  if (!syntax) return { lines: countPlain(bytes), state };
  return new LineCounter(bytes, compile(syntax), state).run();
}

/** Number of lines and of those with nothing but white space. */
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

function isBlank(byte: number): boolean {
  return byte === 32 || (byte >= 9 && byte <= 13 && byte !== NEWLINE);
}

function isWordByte(byte: number | undefined): boolean {
  if (byte === undefined) return false;
  return (byte >= 97 && byte <= 122) || (byte >= 65 && byte <= 90) || (byte >= 48 && byte <= 57) || byte === 95;
}

/** The state of one pass: a class because the loop lives on a dozen numbers that its parts share. */
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

  constructor(bytes: Uint8Array, syntax: Compiled, state: LineState) {
    this.bytes = bytes;
    this.syntax = syntax;
    this.open = syntax.enclosing[state.open];
    this.depth = state.depth;
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

  /** A byte that may begin a comment or a string. */
  readMark(): void {
    const { bytes, at } = this;
    for (const mark of this.syntax.marks[bytes[at]!]!) {
      if (mark.isFirstColumn && at !== this.lineStart) continue;
      if (mark.isLineStartOnly && (this.hasCode || this.hasComment)) continue;
      if (!startsWith(bytes, at, mark.start)) continue;
      if (mark.isWord && (isWordByte(bytes[at + mark.start.length]) || (at > 0 && isWordByte(bytes[at - 1])))) continue;
      this.begin(mark);
      return;
    }
    this.hasCode = true;
    this.at++;
  }

  begin(mark: Mark): void {
    const isDocString = mark.role === 'long' && this.syntax.hasDocStrings && !this.hasCode;
    if (mark.role === 'line') {
      this.hasComment = true;
      const end = this.bytes.indexOf(NEWLINE, this.at);
      this.at = end < 0 ? this.bytes.length : end;
      return;
    }
    this.at += mark.start.length;
    if (mark.role === 'quote') {
      this.hasCode = true;
      this.readQuoted(mark.start[0]!);
      return;
    }
    if (mark.role === 'block' || isDocString) this.hasComment = true;
    else this.hasCode = true;
    // A doc string is entered as the block comment of the same marks, which compile() puts right behind the string.
    this.open = isDocString ? this.syntax.enclosing[mark.index + 1] : mark;
    this.depth = 1;
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
    const first = this.syntax.isNested && isComment ? mark.start[0]! : -1;
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
        at += mark.end.length - 1;
        if (--this.depth > 0) continue;
        this.open = undefined;
        at++;
        break;
      }
      if (byte === first && startsWith(bytes, at, mark.start)) {
        this.depth++;
        at += mark.start.length - 1;
      } else if (byte === BACKSLASH && !isComment && bytes[at + 1] !== NEWLINE) at++;
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
  }

  countLine(): void {
    this.total++;
    if (this.hasCode) this.codeLines++;
    else if (this.hasComment) this.commentLines++;
    this.hasCode = false;
    this.hasComment = false;
  }
}

function startsWith(bytes: Uint8Array, at: number, mark: Uint8Array): boolean {
  for (let index = 0; index < mark.length; index++) if (bytes[at + index] !== mark[index]) return false;
  return true;
}

function compile(syntax: CommentSyntax): Compiled {
  const known = compiledSyntaxes.get(syntax);
  if (known) return known;
  const compiled: Compiled = {
    classes: new Uint8Array(256),
    marks: [],
    enclosing: [],
    isNested: syntax.isNested === true,
    hasDocStrings: syntax.hasDocStrings === true,
  };
  for (let byte = 0; byte < 256; byte++) compiled.classes[byte] = byte === NEWLINE ? 2 : isBlank(byte) ? 1 : 0;
  const isLineStartOnly = syntax.isLineStartOnly === true;
  for (const [start, end] of syntax.block) addMark(compiled, 'block', start, end, false);
  for (const mark of syntax.longQuotes) {
    addMark(compiled, 'long', mark, mark, false);
    if (compiled.hasDocStrings)
      compiled.enclosing.push({ ...compiled.enclosing.at(-1)!, role: 'block', index: compiled.enclosing.length });
  }
  for (const mark of syntax.line) addMark(compiled, 'line', mark, '', isLineStartOnly);
  for (const quote of syntax.quotes) addMark(compiled, 'quote', quote, quote, false);
  for (const marks of compiled.marks) marks?.sort((a, b) => b.start.length - a.start.length);
  compiledSyntaxes.set(syntax, compiled);
  return compiled;
}

function addMark(compiled: Compiled, role: Mark['role'], start: string, end: string, isLineStartOnly: boolean): void {
  const isFirstColumn = start.startsWith('^');
  const text = isFirstColumn ? start.slice(1) : start;
  const isWord = text.length > 1 && /[a-z]$/i.test(text);
  const mark: Mark = {
    role,
    start: Buffer.from(text, 'latin1'),
    end: Buffer.from(end.startsWith('^') ? end.slice(1) : end, 'latin1'),
    isFirstColumn,
    isLineStartOnly,
    isWord,
    index: role === 'block' || role === 'long' ? compiled.enclosing.length : -1,
  };
  if (mark.index >= 0) compiled.enclosing.push(mark);
  const first = mark.start[0]!;
  if (compiled.classes[first] === 0) compiled.classes[first] = 3;
  const marks = compiled.marks[first] ?? [];
  marks.push(mark);
  compiled.marks[first] = marks;
}
