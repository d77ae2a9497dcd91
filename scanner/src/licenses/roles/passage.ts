// The text around a license name, as a reader sees it: its sentence without comment signs, the sentences beside it, the introduction of its
// list, the headings above it. Names of licenses are single signs there, so that the words of a name say nothing. Pure.

import { present } from '../../items.ts';
import type { Candidate } from '../engine/select.ts';
import { anyOf } from '../rules/knowledge.ts';
import { lexicon } from './lexicon.ts';
import { maskNames } from './masked-names.ts';
import { remembered } from './remembered.ts';
import type { Passage, Table } from './shapes.ts';
import { THIS_NAME } from './signs.ts';
import { structureLists } from './structure.ts';
import { tableOf } from './tables.ts';
import { type PlaceInHistory, placeInHistory } from './years.ts';

const BEFORE_BYTES = 3000;
const BEHIND_BYTES = 700;
/** Most text of one sentence on each side; tables without line breaks are longer. */
const LONGEST_SIDE = 900;

const BLANK = /^[^\p{L}\p{N}\uE000\uE001|]*$/u;
const UNDERLINE = /^\s*(?:[*#/;%]+\s*)?([=\-~^"*])\1{2,}\s*$/;
const MARKED_HEADING = /^\s*(?:#{1,6}\s+(?=\S)|={1,5}\s+(?=\S)|<h[1-6][^>]*>|\.(?:SH|SS|TH)\s+|=head\d\s+)/i;
const ENTRY = /^\s*(?:[-+•·‣–]|o(?=\s)|\(?(?:\d{1,2}|[a-z]|[ivx]{1,4})[.)](?=\s)|<(?:li|dt|dd|option)[^>]*>)\s*/i;
const STARRED = /^\s*\*\s+/;
const ROW = /^\s*\||<t[dr][\s>]|^\s*\+[-=]{3}/i;
/** `Home-page: …` beside another such line: the lines of a record are no sentence together. */
const FIELD = /^\s*(?:[A-Z][A-Za-z]*(?:[ -][A-Za-z]+){0,4}|[a-z]+(?:[_-][a-z]+)*): +\S/;
const LIST_END = /^[^\p{L}<]*<\/(?:ul|ol|dl|table)>\W*$/iu;
const LEADER = /^\s*(?:(?:\/\/[/!]*|\/\*+!?|\*+\/?|#+!?|;+|--+|%+|dnl\b|rem\b|<!--|\.\\"|>+|'(?=\s)|"""|''')\s*)+/i;

/** A title stands above its paragraph without an empty line between them; it is no part of the sentence below. */
type Sort = 'blank' | 'heading' | 'title' | 'entry' | 'row' | 'prose';

interface Line {
  text: string;
  sort: Sort;
}

/** In a file with more names, the same text around names is read once. */
const MANY_NAMES = 1000;

/** Cuts the windows around candidates of one file. `inOrder` is sorted by position. */
export function passages(bytes: Uint8Array, inOrder: readonly Candidate[]): (of: Candidate) => Passage {
  const known = remembered<Passage>();
  let language: string | undefined;
  return (of) => {
    language ??= lexicon().languageOf(decoded(bytes, 0, LANGUAGE_BYTES));
    const from = Math.max(0, of.startByte - BEFORE_BYTES);
    const to = Math.min(bytes.length, of.endByte + BEHIND_BYTES);
    const { masked, names } = maskNames(bytes, from, to, inOrder, of);
    if (inOrder.length <= MANY_NAMES) return passageOf(masked, names, language);
    const ownLanguage = language;
    return known([masked, ...names].join('\0'), () => passageOf(masked, names, ownLanguage));
  };
}

/** Enough of a file to show its language. */
const LANGUAGE_BYTES = 4000;

const decoded = (bytes: Uint8Array, from: number, to: number): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset + from, Math.min(bytes.length, to) - from).toString('utf8');

function passageOf(masked: string, names: readonly string[], language: string): Passage {
  const lines = linesOf(masked);
  const own = Math.max(
    0,
    lines.findIndex(({ text }) => text.includes(THIS_NAME)),
  );
  const unit = unitAt(lines, own);
  const parts = sentencesOf(unit.text);
  const at = Math.max(
    0,
    parts.findIndex((part) => part.includes(THIS_NAME)),
  );
  const sentence = around(parts[at] ?? '');
  const line = lines[own] ?? { text: '', sort: 'prose' };
  const isListed = line.sort === 'row' || lines[unit.first]?.sort === 'entry';
  const before = () => sentencesOf(textAbove(lines, unit.first)).at(-1) ?? '';
  return {
    sentence,
    written: asWritten(sentence, parts.slice(0, at).join(''), unit.offset, names),
    previous: parts[at - 1] ?? (isListed ? '' : before()),
    next: parts[at + 1] ?? sentencesOf(textBelow(lines, unit.last))[0] ?? '',
    introduction: isListed ? introductionOf(lines, unit.first) : introductionAbove(lines, unit.first),
    language,
    isListed,
    headings: headingsAbove(lines, unit.first),
    table: line.sort === 'row' ? tableAround(lines, own) : undefined,
    line: line.text,
    isAmongNames: namesAround(lines, own) >= LEAST_NAMES,
    history: historyAround(lines, unit, own, parts, at),
  };
}

function linesOf(masked: string): Line[] {
  const raw = masked.split(/\r?\n/);
  const isStarComment =
    raw.some((line) => /^\s*\/\*/.test(line)) ||
    raw.filter((line) => /^\s*\*(?:\s|$)/.test(line)).length === raw.length;
  return raw.map((line, i) => ({ text: line, sort: sortOf(line, raw[i - 1] ?? '', raw[i + 1] ?? '', isStarComment) }));
}

/** `About nothing` right above "Licensed under …": the first line of a paragraph, which is no beginning of the sentence below it. */
function isTitle(bare: string, above: string, below: string): boolean {
  const next = below.replace(LEADER, '').trim();
  return (
    BLANK.test(above) &&
    isTitleLine(bare) &&
    !NO_TITLE_END.test(bare) &&
    /^[\p{Lu}\uE000\uE001]/u.test(next) &&
    !saysSomething(bare)
  );
}

/** A sentence goes on behind such words: `Licensed under the`. */
const NO_TITLE_END = /(?:[\uE000\uE001,([/&–—-]|\s\p{Ll}{1,3})\s*$/u;

const saysSomething = (line: string): boolean =>
  lexicon()
    .itemsOf(line)
    .some(({ classes }) => classes.has('grant') || classes.has('be') || classes.has('this'));

function sortOf(line: string, above: string, below: string, isStarComment: boolean): Sort {
  if ((BLANK.test(line) && !ROW.test(line)) || LIST_END.test(line)) return 'blank';
  if (ROW.test(line)) return 'row';
  const isHashed = /^\s*#/.test(line);
  if (MARKED_HEADING.test(line) && !(isHashed && (/^\s*#/.test(above) || /^\s*#(?!#)/.test(below)))) return 'heading';
  const bare = line.replace(LEADER, '');
  if (UNDERLINE.test(below) && bare.length < 100 && (BLANK.test(above) || above === '')) return 'heading';
  if (isTitleLine(bare) && BLANK.test(above) && BLANK.test(below) && !bare.includes(THIS_NAME)) return 'heading';
  if (
    isStarComment
      ? ENTRY.test(line.replace(LEADER, '')) && !/^\s*[-+]/.test(line)
      : ENTRY.test(line) || STARRED.test(line)
  )
    return 'entry';
  if (isHashed && ENTRY.test(bare)) return 'entry';
  if (FIELD.test(bare) && (FIELD.test(above.replace(LEADER, '')) || FIELD.test(below.replace(LEADER, ''))))
    return 'entry';
  return isTitle(bare, above, below) ? 'title' : 'prose';
}

/** `Thanks to Jane Doe for her suggestions and reviews` is a sentence. */
const TITLE_WORDS = 6;

/** A short line without the end of a sentence: `Credits`, `THIRD PARTY SOFTWARE:`. */
const isTitleLine = (bare: string): boolean =>
  bare.length < 60 &&
  (/[:：]\s*$/.test(bare) || bare.trim().split(/\s+/).length <= TITLE_WORDS) &&
  !/[.!?。,;]\s*$|(?:\S+\s+){3}\S*[:：]\s*$/.test(bare) &&
  !/[{}();=]/.test(bare) &&
  /^[\p{Lu}\p{Lo}\d*_]/u.test(bare.trim());

function unitAt(lines: readonly Line[], own: number): { text: string; first: number; last: number; offset: number } {
  const sortAt = (at: number): Sort => lines[at]?.sort ?? 'blank';
  let first = own;
  let last = own;
  if (sortAt(own) !== 'row' && sortAt(own) !== 'heading') {
    while (sortAt(first) === 'prose' && (sortAt(first - 1) === 'prose' || sortAt(first - 1) === 'entry')) first--;
    while (sortAt(last + 1) === 'prose') last++;
  }
  const offset = lines.slice(0, first).reduce((sum, { text }) => sum + (text.match(/[\uE000\uE001]/g)?.length ?? 0), 0);
  return { text: joined(lines.slice(first, last + 1)), first, last, offset };
}

const TAG =
  /<\/?(?:p|div|span|b|i|em|strong|li|td|tr|th|h[1-6]|ul|ol|code|pre|font|center|body|html|small|a)(?:\s[^<>]*)?>/gi;
/** The address of a link is no part of the sentence, but a name in it is the name of the link. */
const LINK = /([\uE000\uE001]?)\]\(([^()\s]*)\)/g;
const IMAGE = /\.(?:svg|png|gif|jpe?g)\b|badge|shields/i;
const joined = (lines: readonly Line[]): string =>
  lines
    .map(({ text }) => text.replace(LEADER, '').replace(ENTRY, '').replace(STARRED, ''))
    .join(' ')
    .replace(/\\[nrt]/g, ' ')
    .replace(/<br\s*\/?>/gi, '. ')
    .replace(TAG, ' ')
    .replace(LINK, (_, name: string, address: string) =>
      address.includes(THIS_NAME) && !IMAGE.test(address) ? `${THIS_NAME}]` : `${name}]`,
    )
    .replace(/[`_]{1,3}|\*{1,3}/g, ' ');

/** The end of a sentence; not in "v. 2", "e.g. ", "Inc. ", nor before a small letter. */
let sentenceEnd: RegExp | undefined;
function sentenceEnds(): RegExp {
  if (sentenceEnd) return sentenceEnd;
  const { words } = present(structureLists().abbreviations, 'list abbreviations of structure.yaml');
  sentenceEnd = new RegExp(
    String.raw`(?<!\b${anyOf(words)}\s?)(?<!\b(?:by|and|\p{Lu}\p{Ll}+) \p{Lu})[.!?]["')\]»”]*(?=\s+[^\p{Ll}\s]|\s*$)|(?<=\p{Ll}{5})[.!?](?=\s+\p{Ll})|[。！？]|;\s*(?=$)`,
    'gu',
  );
  return sentenceEnd;
}

/** The parts end with their signs. */
function sentencesOf(text: string): string[] {
  const parts: string[] = [];
  let from = 0;
  for (const end of text.matchAll(sentenceEnds())) {
    const to = end.index + end[0].length;
    parts.push(text.slice(from, to));
    from = to;
  }
  if (text.slice(from).trim() !== '') parts.push(text.slice(from));
  return parts;
}

function around(sentence: string): string {
  const at = sentence.indexOf(THIS_NAME);
  return sentence.slice(Math.max(0, at - LONGEST_SIDE), at + LONGEST_SIDE);
}

function asWritten(sentence: string, before: string, offset: number, names: readonly string[]): string {
  let at = offset + (before.match(/[\uE000\uE001]/g)?.length ?? 0);
  return sentence
    .replace(/[\uE000\uE001]/g, () => names[at++] ?? '')
    .replace(/\s+/g, ' ')
    .trim();
}

function textAbove(lines: readonly Line[], first: number): string {
  let from = first;
  while (from > 0 && lines[from - 1]?.sort !== 'blank' && lines[from - 1]?.sort !== 'heading' && first - from < 12)
    from--;
  if (from === first) {
    // The paragraph before.
    let end = first;
    while (end > 0 && lines[end - 1]?.sort === 'blank') end--;
    if (lines[end - 1]?.sort !== 'prose') return '';
    from = end;
    while (from > 0 && lines[from - 1]?.sort === 'prose' && end - from < 12) from--;
    return joined(lines.slice(from, end));
  }
  return joined(lines.slice(from, first));
}

function textBelow(lines: readonly Line[], last: number): string {
  let from = last + 1;
  while (lines[from]?.sort === 'blank') from++;
  const isBelowEntry = lines[last]?.sort === 'entry' && lines[from]?.sort === 'entry';
  if (lines[from]?.sort !== 'prose' && !isBelowEntry) return '';
  let to = from + 1;
  while (lines[to]?.sort === 'prose' && to - from < 4) to++;
  return joined(lines.slice(from, to));
}

/** The last sentence of the prose above the list. */
function introductionOf(lines: readonly Line[], first: number): string {
  let at = first - 1;
  let blanks = 0;
  for (; at >= 0; at--) {
    const line = lines[at] as Line;
    // "Not permitted:" is a title and an introduction.
    if (line.sort === 'heading') return introducing(joined([line]));
    if (line.sort === 'blank') {
      blanks++;
      continue;
    }
    if (line.sort === 'entry' || line.sort === 'row') {
      blanks = 0;
      continue;
    }
    // Prose that is indented belongs to an entry above it.
    if (/^\s{2,}/.test(line.text) && !/:\s*$/.test(line.text) && blanks === 0 && hasEntryAbove(lines, at)) continue;
    break;
  }
  if (at < 0) return '';
  let from = at;
  while (from > 0 && lines[from - 1]?.sort === 'prose' && at - from < 8) from--;
  return introducing(sentencesOf(joined(lines.slice(from, at + 1))).at(-1) ?? '');
}

const introducing = (sentence: string): string => (INTRODUCES.test(sentence) ? sentence : '');

/** "This project stands on the shoulders of" */
const INTRODUCES = /[:：]\W*$|\b(?:of|to|from|by|with|on|for|are|include|includes|contains)\s*$/;

/** The line right above a paragraph that ends with a colon: the paragraph is a list without marks. */
function introductionAbove(lines: readonly Line[], first: number): string {
  let at = first - 1;
  while (lines[at]?.sort === 'blank') at--;
  if (lines[at]?.sort !== 'prose' || at === first - 1) return '';
  let from = at;
  while (lines[from - 1]?.sort === 'prose') from--;
  return introducing(sentencesOf(joined(lines.slice(from, at + 1))).at(-1) ?? '');
}

function hasEntryAbove(lines: readonly Line[], at: number): boolean {
  for (let above = at - 1; above >= 0 && above > at - 6; above--) {
    const { sort } = lines[above] as Line;
    if (sort === 'entry') return true;
    if (sort !== 'prose') return false;
  }
  return false;
}

function headingsAbove(lines: readonly Line[], first: number): string[] {
  const found: string[] = [];
  let depth = 9;
  for (let at = first - 1; at >= 0 && found.length < 4; at--) {
    const line = lines[at] as Line;
    if (line.sort !== 'heading') continue;
    const marks = /^\s*(?:(#{1,6})|(={1,5})\s|<h(\d))/i.exec(line.text);
    const level = marks?.[1]?.length ?? marks?.[2]?.length ?? Number(marks?.[3] ?? 2);
    if (level >= depth) continue;
    depth = level;
    found.push(joined([{ ...line, text: line.text.replace(MARKED_HEADING, '') }]));
  }
  return found;
}

/** Two names below each other may be a choice. */
const LEAST_NAMES = 3;
const NAME_ALONE = /^[^\p{L}\p{N}\uE000\uE001]*[\uE000\uE001][^\p{L}\p{N}]*$/u;

/** A line of a report that counts names: `14  MIT`. */
const COUNTED = /^\s*\d+\s+(?:[\uE000\uE001]|[A-Z][\w.-]*)\s*$/;

function namesAround(lines: readonly Line[], own: number): number {
  const isName = (at: number) => lines[at]?.sort === 'prose' && NAME_ALONE.test(lines[at]?.text ?? '');
  if (COUNTED.test(lines[own]?.text ?? '') && [own - 1, own + 1].some((at) => COUNTED.test(lines[at]?.text ?? '')))
    return LEAST_NAMES;
  if (!isName(own)) return 0;
  let [from, to] = [own, own];
  while (isName(from - 1)) from--;
  while (isName(to + 1)) to++;
  return to - from + 1;
}

/** Of the sentences of one paragraph, or of the entries below one heading. */
function historyAround(
  lines: readonly Line[],
  unit: { first: number },
  own: number,
  sentences: readonly string[],
  at: number,
): PlaceInHistory | undefined {
  const ofSentences = placeInHistory(sentences, at);
  if (ofSentences !== undefined) return ofSentences;
  let [from, to] = [unit.first, own];
  while (from > 0 && own - from < HISTORY_LINES && lines[from - 1]?.sort !== 'heading') from--;
  while (to < lines.length - 1 && to - own < HISTORY_LINES && lines[to + 1]?.sort !== 'heading') to++;
  const entries: string[] = [];
  let mine = 0;
  for (let line = from; line <= to; line++) {
    const { text, sort } = lines[line] as Line;
    const goesOn = sort === 'prose' && /^\s/.test(text) && lines[line - 1]?.sort === 'entry';
    if (goesOn) entries.push(`${entries.pop() ?? ''} ${text}`);
    else if (sort !== 'blank') entries.push(text);
    if (line === own) mine = entries.length - 1;
  }
  return placeInHistory(entries, mine);
}

const HISTORY_LINES = 30;

function tableAround(lines: readonly Line[], own: number): Table | undefined {
  let [from, to] = [own, own];
  while (lines[from - 1]?.sort === 'row') from--;
  while (lines[to + 1]?.sort === 'row') to++;
  return tableOf(
    lines.slice(from, to + 1).map(({ text }) => text),
    own - from,
  );
}
