// Compiles the comment and string marks of a language from the table for a counter that reads bytes.
import { firstOf, lastOf } from '../items.ts';
import type { CommentSyntax } from './language-table.ts';

export type Compiled = {
  /** Per byte: 0 code, 1 white space, 2 newline, 3 may begin a mark. */
  classes: Uint8Array;
  /** Marks by their first byte, longest first. */
  marks: (Mark[] | undefined)[];
  /** All enclosing marks, addressed by LineState.open. */
  enclosing: Mark[];
  hasDocStrings: boolean;
  /** Bytes that may stand before a doc string. */
  docStringPrefix: Uint8Array;
};

/** What a mark begins. For the last four roles, `ahead.ts` decides from the surroundings whether they begin, and where they end. */
type Role = 'line' | 'block' | 'quote' | 'long' | 'raw' | 'plain' | 'regex' | 'separator' | 'named' | 'here';

export interface Mark {
  role: Role;
  /** Letters that must stand before the start: the `r` of `r#"`. */
  prefix: Uint8Array;
  start: Uint8Array;
  end: Uint8Array;
  isNested: boolean;
  isFirstColumn: boolean;
  isLineStartOnly: boolean;
  isWord: boolean;
  index: number;
}

export const NEWLINE = 10;
export const BACKSLASH = 92;
const enclosingRoles: ReadonlySet<Role> = new Set<Role>(['block', 'long', 'raw']);
const compiledSyntaxes = new WeakMap<CommentSyntax, Compiled>();

export function isBlank(byte: number): boolean {
  return byte === 32 || (byte >= 9 && byte <= 13 && byte !== NEWLINE);
}

export function isWordByte(byte: number | undefined): boolean {
  if (byte === undefined) return false;
  return (byte >= 97 && byte <= 122) || (byte >= 65 && byte <= 90) || (byte >= 48 && byte <= 57) || byte === 95;
}

export function startsWith(bytes: Uint8Array, at: number, mark: Uint8Array): boolean {
  for (let index = 0; index < mark.length; index++) if (bytes[at + index] !== mark[index]) return false;
  return true;
}

/** Whether the mark stands at the offset, with its prefix before it. */
export function standsAt(bytes: Uint8Array, at: number, { prefix, start, isWord }: Mark): boolean {
  if (!startsWith(bytes, at, start)) return false;
  if (isWord && (isWordByte(bytes[at + start.length]) || isWordByte(bytes[at - 1]))) return false;
  if (prefix.length === 0) return true;
  return startsWith(bytes, at - prefix.length, prefix) && !isWordByte(bytes[at - prefix.length - 1]);
}

export function compile(syntax: CommentSyntax): Compiled {
  const known = compiledSyntaxes.get(syntax);
  if (known) return known;
  const compiled: Compiled = {
    classes: new Uint8Array(256),
    marks: [],
    enclosing: [],
    hasDocStrings: syntax.hasDocStrings === true,
    docStringPrefix: Buffer.from(syntax.docStringPrefix ?? '', 'latin1'),
  };
  for (let byte = 0; byte < 256; byte++) compiled.classes[byte] = byte === NEWLINE ? 2 : isBlank(byte) ? 1 : 0;
  const isLineStartOnly = syntax.isLineStartOnly === true;
  for (const [start, end] of syntax.block) addMark(compiled, 'block', start, end);
  for (const [start, end] of syntax.nested ?? []) addMark(compiled, 'block', start, end, { isNested: true });
  for (const [start, end] of syntax.raw ?? []) addMark(compiled, 'raw', start, end);
  for (const mark of syntax.longQuotes) {
    addMark(compiled, 'long', mark, mark);
    if (compiled.hasDocStrings)
      compiled.enclosing.push({ ...lastOf(compiled.enclosing), role: 'block', index: compiled.enclosing.length });
  }
  for (const mark of syntax.line) addMark(compiled, 'line', mark, '', { isLineStartOnly });
  for (const mark of syntax.plain ?? []) addMark(compiled, 'plain', mark);
  if (syntax.hasNamedStrings) for (const mark of ['R"', 'LR"', 'uR"', 'UR"', 'u8R"']) addMark(compiled, 'named', mark);
  if (syntax.hasDigitSeparators) addMark(compiled, 'separator', "'");
  if (syntax.hasRegex) addMark(compiled, 'regex', '/');
  if (syntax.hasHereDocuments) addMark(compiled, 'here', '<<');
  for (const quote of syntax.quotes) addMark(compiled, 'quote', quote, quote);
  const lengthOf = ({ prefix, start }: Mark) => prefix.length + start.length;
  for (const marks of compiled.marks) marks?.sort((a, b) => lengthOf(b) - lengthOf(a));
  compiledSyntaxes.set(syntax, compiled);
  return compiled;
}

function addMark(
  compiled: Compiled,
  role: Role,
  start: string,
  end = '',
  { isNested = false, isLineStartOnly = false } = {},
): void {
  const isFirstColumn = start.startsWith('^');
  const text = isFirstColumn ? start.slice(1) : start;
  // The letters of a prefix occur in every word, so the search is for the text after them.
  const prefix = role === 'raw' || role === 'named' ? (/^\w+/.exec(text)?.[0] ?? '') : '';
  const mark: Mark = {
    role,
    prefix: Buffer.from(prefix, 'latin1'),
    start: Buffer.from(text.slice(prefix.length), 'latin1'),
    end: Buffer.from(end.startsWith('^') ? end.slice(1) : end, 'latin1'),
    isNested,
    isFirstColumn,
    isLineStartOnly,
    isWord: text.length > 1 && /[a-z]$/i.test(text),
    index: enclosingRoles.has(role) ? compiled.enclosing.length : -1,
  };
  if (mark.index >= 0) compiled.enclosing.push(mark);
  const first = firstOf(mark.start);
  if (compiled.classes[first] === 0) compiled.classes[first] = 3;
  const marks = compiled.marks[first] ?? [];
  marks.push(mark);
  compiled.marks[first] = marks;
}
