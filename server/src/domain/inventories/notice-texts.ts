// License texts and copyright statements as notices print them. Pure.
//
// - A template line (`Copyright (c) <year> <copyright holders>`) is not a copyright statement, because it names nobody. It is left out of the
//   head of a text and out of an item's statements.
// - The statements at the head of a text belong to the item, not to the license: without them, most items share the same text,
//   which is then printed once. Lines of the license's own text (`Copyright (C) 2007 Free Software Foundation`) stay in it.
// - Two texts are the same if they differ only in white space, quotation marks or the license's title line.

/** Words in a template that a person has to replace. */
const TEMPLATE_WORDS = new Set(
  `year years yyyy yy xxxx xx 19yy 20yy 20xx 19xx digit date dates of first publication name names author authors copyright holder holders holdersname
   copyrightholdersname owner owners organization organisation organizations company licensor email your full project program asset software product
   information notice insert here my person entity legal s the and or jahr inhaber by fullname various from to`.split(
    /\s+/,
  ),
);
const MARK = /^[\s*#/;.%"'-]*(?:<[^<>]{1,40}>\s*)?(?:portions\s+)?(?:copyright\b|\(c\)|©|&copy;|copr\.)/i;
const SIGNS = /\(c\)|©|&copy;/gi;
const LONGEST_STATEMENT = 300;

/** Whether a copyright line names nobody, because nobody has filled in the template. */
export function isPlaceholderStatement(line: string): boolean {
  if (line.length > LONGEST_STATEMENT || !MARK.test(line)) return false;
  const words = line
    .toLowerCase()
    .replace(/all rights reserved|and others|<?copyright>?|\(c\)|©|&copy;/g, ' ')
    .match(/[\p{L}\p{N}]+/gu);
  const names = (words ?? []).filter((word) => !/^\d{1,4}$/.test(word));
  if (names.length === 0 || !names.every((word) => TEMPLATE_WORDS.has(word))) return false;
  // "Copyright 2012 The Authors" has such words too, but is a statement: a template has brackets, or leaves the year open.
  return (
    /[<[{][^<>[\]{}]*[\p{L}]/u.test(line) ||
    /\([\p{L} -]{4,40}\)/u.test(line) ||
    names.some((word) => OPEN_YEAR.test(word))
  );
}

const OPEN_YEAR = /^(?:years?|jahr|y{2,4}|x{2,4}|(?:19|20)(?:yy|xx))$/;

function isStatement(line: string): boolean {
  if (line.length > LONGEST_STATEMENT || !MARK.test(line)) return false;
  // A rule with a sign in it: `-------- (C) --------`.
  if (!/[\p{L}\p{N}]/u.test(line.replace(MARK, '').replace(SIGNS, ' '))) return false;
  return /\d{4}|\(c\)|©|&copy;|\bby\b/i.test(line) || isPlaceholderStatement(line);
}

/** `The MIT License (MIT)`, `BSD 3-Clause License` */
const TITLE = /^[\s*#=_-]*(?:the )?[\w .,\d"'-]{0,40}licen[cs]e(?: \([\w .-]{1,20}\))?[\s:.*#=_-]*$/i;
/** The head of a text ends after this many lines, or at the first long one. */
const LINES_OF_HEAD = 24;
const LONG_LINE = 60;

export interface NoticeText {
  /** The printed text, without placeholders and the item's own statements at its head. */
  text: string;
  /** Statements from the head of the text, in its order. */
  statements: string[];
  /** Lines left out, because they name nobody. */
  placeholders: string[];
  /** The same for texts that count as the same. */
  key: string;
}

/** @param libraryText the license's own text; statements in it do not belong to an item */
export function readNoticeText(text: string, libraryText: string): NoticeText {
  const lines = text.replace(/\r\n?/g, '\n').trim().split('\n');
  const ownLines = new Set(libraryText.split(/\r?\n/).map(folded));
  const statements: string[] = [];
  const placeholders: string[] = [];
  const kept: string[] = [];
  const compared: string[] = [];
  let isHead = true;
  for (const [at, line] of lines.entries()) {
    const isLine = isStatement(line);
    if (isHead && isLine && isPlaceholderStatement(line)) {
      placeholders.push(cleanStatement(line));
      continue;
    }
    if (isHead && isLine && !ownLines.has(folded(line))) {
      statements.push(cleanStatement(line));
      continue;
    }
    if (isHead && statements.length + placeholders.length > 0 && /^[\s*#/]*all rights reserved\.?\s*$/i.test(line))
      continue;
    kept.push(line);
    if (!(isHead && TITLE.test(line))) compared.push(line);
    if (!isLine && (line.trim().length >= LONG_LINE || at >= LINES_OF_HEAD)) isHead = false;
  }
  const body = kept
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
  return { text: body, statements, placeholders, key: keyOf(compared.join('\n')) };
}

/** A license text of a package, in two parts: its head names the package's holders, its body is shared with other packages. */
export interface FoundNotice {
  /** Titles, statements and what stands between them; '' if the text has no statement of its own at its head. */
  head: string;
  /** Titles below the head: the title of the license where no statement follows it; '' if there is none. */
  title: string;
  /** The rest, without a word changed. */
  body: string;
  statements: string[];
  placeholders: string[];
  /** Whether it names a holder anywhere, also below the head, as copyright files of Debian do. */
  namesHolder: boolean;
  /** The same for bodies that are equal word for word, apart from white space and the title. */
  exactKey: string;
  /** The same for texts that count as the same license text. */
  key: string;
}

/** @param isOfLicense whether a statement is part of the text of a license, and belongs to no package */
export function splitFoundText(text: string, isOfLicense: (line: string) => boolean): FoundNotice {
  const lines = text.replace(/\r\n?/g, '\n').trim().split('\n');
  const statements: string[] = [];
  const placeholders: string[] = [];
  let headEnd = 0;
  for (const [at, line] of lines.entries()) {
    if (isStatement(line)) {
      if (isOfLicense(line)) break;
      (isPlaceholderStatement(line) ? placeholders : statements).push(cleanStatement(line));
      headEnd = at + 1;
    } else if (RIGHTS.test(line) && headEnd === at) headEnd = at + 1;
    else if (line.trim().length >= LONG_LINE || at >= LINES_OF_HEAD) break;
  }
  headEnd = endOfHead(lines, headEnd);
  const bodyLines = lines.slice(headEnd);
  while (bodyLines[0]?.trim() === '') bodyLines.shift();
  const titles = bodyLines.findIndex((line) => line.trim() !== '' && !TITLE.test(line));
  const compared = bodyLines.slice(Math.max(titles, 0)).join('\n');
  return {
    head: lines.slice(0, headEnd).join('\n').trim(),
    title: titles > 0 ? bodyLines.slice(0, titles).join('\n').trimEnd() : '',
    body: compared,
    namesHolder: statements.length > 0 || namesHolder(lines, isOfLicense),
    ...{ statements, placeholders, exactKey: compared.replace(/\s+/g, ' ').trim(), key: keyOf(compared) },
  };
}

/** A field of a list with the holders on the next lines: `Copyright:`. */
const FIELD_OF_HOLDERS = /^\s*(?:©\s*)?copyrights?(?:\s+holders?)?\s*:\s*$/i;

function namesHolder(lines: readonly string[], isOfLicense: (line: string) => boolean): boolean {
  return lines.some((line, at) => {
    if (FIELD_OF_HOLDERS.test(line)) {
      const next = lines[at + 1] ?? '';
      return /^\s+.*\p{L}/u.test(next) && !isOfLicense(`Copyright ${next.trim()}`);
    }
    return isStatement(line) && !isPlaceholderStatement(line) && !isOfLicense(line);
  });
}

/** Lines that a head has after its last statement: addresses, names of further holders, a rule. */
const LINES_AFTER_STATEMENT = 3;

/** A head ends with its paragraph, unless the license begins in it. */
function endOfHead(lines: readonly string[], end: number): number {
  if (end === 0) return end;
  for (let at = end; at <= end + LINES_AFTER_STATEMENT; at++) {
    const line = lines[at]?.trim() ?? '';
    if (line === '') return at;
    if (line.length >= LONG_LINE) break;
  }
  return end;
}

const RIGHTS = /^[\s*#/]*all rights reserved\.?\s*$/i;

/** Statements that stand in texts of the library: `Copyright (C) 2007 Free Software Foundation`. */
export function statementsOfLicense(libraryText: string): string[] {
  return libraryText
    .split(/\r?\n/)
    .filter((line) => isStatement(line) && !isPlaceholderStatement(line))
    .map(folded);
}

/** Text with the edits of people on the statements in it. */
export function withEdits(text: string, { shown, removed }: EditedStatements): string {
  const changed = new Map<string, string>();
  for (const { statement } of removed) changed.set(folded(statement), '');
  for (const { text, from } of shown)
    for (const { statement } of from) if (statement !== '') changed.set(folded(statement), text);
  if (changed.size === 0) return text;
  const lines = text.split('\n').flatMap((line) => {
    const instead = isStatement(line) ? changed.get(folded(cleanStatement(line))) : undefined;
    return instead === undefined ? [line] : instead === '' ? [] : [instead];
  });
  return lines.join('\n').trim();
}

function keyOf(text: string): string {
  return text
    .replace(/[‘’‚`´]/g, "'")
    .replace(/[“”„«»]|''/g, '"')
    .replace(/[\s*]+/g, ' ')
    .trim()
    .toLowerCase();
}

export const folded = (text: string) => text.replace(/\s+/g, ' ').trim().toLowerCase();

/** A statement on one line, without comment marks around it. */
export function cleanStatement(line: string): string {
  return line
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^[*#/;%"' -]+(?=\S)/, '')
    .replace(/\s*\*\/$/, '');
}

export const statementActions = ['strike', 'replace', 'add', 'restore'] as const;
export type StatementAction = (typeof statementActions)[number];

/** What the notices print for a statement. */
export const statementStates = ['found', 'edited', 'removed', 'placeholder'] as const;
export type StatementState = (typeof statementStates)[number];

export interface StatementEdit {
  id: number;
  /** '' for the whole project. */
  identity: string;
  /** The found statement; for an added one, the new text. */
  statement: string;
  action: StatementAction;
  /** The text that is printed instead. */
  value: string;
  reason: string;
  by: string;
  at: string;
}

interface ShownStatement {
  text: string;
  /** The statements that it replaces, if people edited or merged them. */
  from: readonly { statement: string; by: string; at: string; reason: string }[];
}

/** All unedited statements share this list, because a project may have a hundred thousand of them. */
const FROM_NONE: ShownStatement['from'] = [];

interface RemovedStatement {
  statement: string;
  by: string;
  at: string;
  reason: string;
}

export interface EditedStatements {
  shown: ShownStatement[];
  removed: RemovedStatement[];
  placeholders: string[];
}

/**
 * Of several edits of one statement, the newest wins; edits of an item come before those of the project. A statement that was
 * added can be edited and removed like a found one. Statements added to the project belong to no item: the identity ''
 * gives them.
 */
export function editStatements(
  found: readonly string[],
  edits: readonly StatementEdit[],
  identity: string,
): EditedStatements {
  const standing = standingEdits(edits, identity);
  const shown = new Map<string, ShownStatement>();
  const removed: RemovedStatement[] = [];
  const placeholders: string[] = [];
  const show = (text: string, edit?: StatementEdit, statement = '') => {
    const key = folded(text);
    const entry = shown.get(key) ?? { text, from: FROM_NONE };
    if (edit) entry.from = [...entry.from, { statement, by: edit.by, at: edit.at, reason: edit.reason }];
    shown.set(key, entry);
  };
  const decide = (line: string, edit: StatementEdit | undefined) => {
    if (edit?.action === 'strike') removed.push({ statement: line, by: edit.by, at: edit.at, reason: edit.reason });
    else if (edit?.action === 'replace') show(edit.value, edit, line);
    else if (edit?.action === 'add') show(edit.value || edit.statement, edit);
    else show(line);
  };
  const lines = new Map(found.map((one) => [folded(cleanStatement(one)), cleanStatement(one)]));
  for (const [key, line] of lines) {
    const edit = standing.get(key)?.edit;
    if (isPlaceholderStatement(line)) placeholders.push(line);
    else decide(line, edit?.action === 'add' ? undefined : edit);
  }
  for (const [key, { edit, added }] of standing)
    if (added && (edit.action === 'add' || !lines.has(key))) decide(edit.statement, edit);
  return { shown: [...shown.values()], removed, placeholders };
}

interface StandingEdit {
  edit: StatementEdit;
  /** The addition that the edit is about; undefined for statements that are not added. */
  added?: StatementEdit;
}

function standingEdits(edits: readonly StatementEdit[], identity: string): Map<string, StandingEdit> {
  const standing = new Map<string, StandingEdit>();
  const ours = edits.filter((edit) => edit.identity === identity || (edit.identity === '' && edit.action !== 'add'));
  for (const edit of ours.toSorted((a, b) => Number(a.identity !== '') - Number(b.identity !== '') || a.id - b.id)) {
    const key = folded(edit.statement);
    standing.set(key, following(standing.get(key), edit));
  }
  return standing;
}

/** "restore" takes back the last edit of an added statement, or the addition itself. */
function following(before: StandingEdit | undefined, edit: StatementEdit): StandingEdit {
  if (edit.action === 'add') return { edit, added: edit };
  const added = before?.added;
  if (added === undefined) return { edit };
  if (edit.action !== 'restore') return { edit, added };
  return before?.edit === added ? { edit } : { edit: added, added };
}
