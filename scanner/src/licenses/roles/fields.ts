// Whether a name that has other meanings too stands in a field for licenses: in a column of a table, or behind a label below such a heading. Pure.
import { stretchOf } from '../reading/stretch.ts';
import { type Item, lexicon } from './lexicon.ts';
import { beginningOf } from './subjects.ts';

const LINE_BYTES = 160;
const ABOVE_BYTES = 1500;
/** "- Source code: MIT" with nothing behind the name. */
const LABEL = /^\s*(?:[-*+]\s+)?[\p{L}][\p{L}\d\s()/.,'-]{1,50}:\s+["'*\x60]*$/u;
const LABELLED_END = /^["'*\x60]*\s*[.,;]?\s*(?:\n|$)/;
const CELL_END = /^[\s*_\x60\])]*\|/;

/** For the name at [startByte, endByte), whose last word begins before `endByte`. Names of other things are in small letters. */
export function isInLicenseField(bytes: Uint8Array, startByte: number, endByte: number): boolean {
  const first = bytes[startByte] ?? 0;
  if (first < 65 || first > 90) return false;
  const left = stretchOf(bytes, startByte - LINE_BYTES, startByte);
  const line = left.slice(left.lastIndexOf('\n') + 1);
  const behind = stretchOf(bytes, endByte, endByte + LINE_BYTES).replace(/^\w+/, '');
  const isCell = /\|[\s*_\x60[(]*$/.test(line) && CELL_END.test(behind);
  if (!isCell && !(LABEL.test(line) && LABELLED_END.test(behind))) return false;
  const above = stretchOf(bytes, startByte - ABOVE_BYTES, startByte)
    .split('\n')
    .slice(0, -1);
  if (isCell) {
    const rows = above.slice(above.findLastIndex((one) => !one.includes('|')) + 1);
    const column = line.split('|').length;
    return isOfLicenses(decoded(rows[0]?.split('|')[column - 1] ?? ''));
  }
  const heading = above.findLast(
    (one, at) => /^\s*#{1,6}\s/.test(one) || /^\s*([=-])\1{3,}\s*$/.test(above[at + 1] ?? ''),
  );
  return heading !== undefined && isOfLicenses(decoded(heading));
}

/** Whether a heading is about the license of the work. */
export const isOfLicenses = (heading: string): boolean => lexicon().headingsOf(heading).has('grants');

/** `MIT © Jane Doe` */
const HOLDER = /^["'*_\x60)\]]*\s*(?:©|\(c\)|&copy;)/iu;
/** `knot.js v2.1 | MIT | (c) Jane Doe` */
const PIPED_BEFORE = /\w\s+[|·•]\s+$/u;
const PIPED_HOLDER = /^\s+[|·•]\s+(?:©|\(c\)|&copy;|copyright)/iu;
/** `](https://…)` behind a name in brackets. */
const ADDRESS_BEHIND = /^["'*_\x60]*\](?:\([^()\s]*\)|\[[^[\]]*\])/;
/** "Лицензия: MIT" */
const FIELD_LABEL =
  /^[\s*_#>+\u2022-]*(?:[^\p{L}\s]{1,2}\s*)?([\p{L}][\p{L} ]{1,30}?)(?:[\s*_]*[:：]|\s+[—–])[\s*_\x60["']*$/u;
/** "lib/a.c and lib/a.h: MIT", "example.org/knot v2.1 - MIT" */
const PATHS_LABEL =
  /^[\s*_#>+-]*[\w.*-]*\/[\w.*/-]+(?:(?:,? and|,| &) [\w.*/-]+){0,5}(?: v?\d[\w.+-]*)?(?::| [-–])\s+$/;
const ALONE_BEFORE = /^[\s*_>"'\x60[(-]*$/;
const ALONE_BEHIND = /^["'*_\x60)\]]*\s*(?:[.。,;]?\s*$|[.。]\s)/;

/** A name that its line shows as the license: "Лицензия: MIT", "MIT © Jane Doe", or alone below such a heading. */
function isLineOfLicense(bytes: Uint8Array, startByte: number, line: string, behind: string): boolean {
  const [rest = ''] = behind.replace(ADDRESS_BEHIND, '').split('\n');
  if (ALONE_BEFORE.test(line)) {
    if (HOLDER.test(rest) || isForParts(rest, languageOf(bytes)) || isSaid(rest)) return true;
    if (!ALONE_BEHIND.test(rest)) return false;
    return isOfLicenses(lineAbove(bytes, startByte)) || isParagraphOfTitle(bytes, startByte, behind);
  }
  if (PATHS_LABEL.test(line) && ALONE_BEHIND.test(rest)) return true;
  if (PIPED_BEFORE.test(line) && PIPED_HOLDER.test(rest)) return true;
  if (isBesideForeignWord(line, rest)) return true;
  const label = FIELD_LABEL.exec(line)?.[1];
  if (label === undefined) return false;
  if (!ALONE_BEHIND.test(rest) && !HOLDER.test(rest.replace(/^,/, '')) && !isForParts(rest, languageOf(bytes)))
    return false;
  return isOfLicenses(label) || isOfChoice(label, languageOf(bytes)) || isOfWork(label) || isOfNamedWork(bytes, label);
}

/** "MIT for the code, …", "MIT, except for the parser", "MIT instead of GPLv2": the name begins the line, and the rest says for what. */
function isForParts(behind: string, language: string): boolean {
  const [first, ...items] = lexicon()
    .itemsOf(behind.slice(0, TOLD_BYTES), language)
    .filter(({ word }) => word !== ',');
  if (first === undefined || !/^["'*_\x60)]*(?:,?\s)/.test(behind)) return false;
  if (FOR_PARTS.some((name) => first.classes.has(name))) return true;
  return (
    first.classes.has('preposition') &&
    items.slice(0, FOR_WORDS).some(({ classes }) => OF_WORK.some((name) => classes.has(name)))
  );
}

const FOR_WORDS = 3;
const FOR_PARTS: readonly string[] = ['only', 'replaces'];

/** "MIT です。": the rest of the sentence only says that it is so. */
function isSaid(behind: string): boolean {
  const [rest = ''] = behind.split(/[。.]/);
  if (!/[^\0-\u024f]/u.test(rest)) return false;
  const items = lexicon().itemsOf(rest);
  return items.length > 0 && items.every(({ classes }) => classes.has('applies_now') || classes.has('granted_behind'));
}

/** "# knot", an empty line, "MIT.", an empty line. */
function isParagraphOfTitle(bytes: Uint8Array, startByte: number, behind: string): boolean {
  const above = decoded(stretchOf(bytes, startByte - LINE_BYTES, startByte));
  return /^\s*#\s+\S[^\n]*\n\s*["'*_\x60]*$/.test(above) && /^[^\n]*(?:\n\s*)?(?:\n|$)/.test(behind);
}

/** "It has been ISC since 2.0", "It is ISC for everybody": nothing that the name belongs to. */
const goesOn = (behind: string): boolean => {
  const { classes } = lexicon().itemsOf(behind.slice(0, TOLD_BYTES))[0] ?? {};
  return /^["'*_\x60]*\s/.test(behind) && GOING_ON.some((name) => classes?.has(name) === true);
};

const GOING_ON: readonly string[] = ['now', 'preposition', 'and', 'or', 'but'];

/** "MIT 라이선스를 따릅니다", "Лицензия ISC": words for a license in letters that frames do not read. */
function isBesideForeignWord(line: string, behind: string): boolean {
  const before = /([^\0-\u024f]+)["'“«(]?\s*$/u.exec(line)?.[1];
  const after = /^["'”»)]?\s?([^\0-\u024f]+)/u.exec(behind)?.[1];
  return [before, after].some((word) => word !== undefined && isOfLicenses(word));
}

/** "A scelta vostra: MIT oppure …" */
const isOfChoice = (label: string, language: string): boolean =>
  lexicon()
    .itemsOf(label, language)
    .some(({ classes }) => classes.has('choose_behind'));

/** "Source code: MIT" */
function isOfWork(label: string): boolean {
  const items = lexicon().itemsOf(label);
  if (items.some(({ classes }) => OF_OTHERS.some((name) => classes.has(name)))) return false;
  return (
    items.some(({ classes }) => classes.has('this')) ||
    (items.length > 0 && items.every(({ classes }) => OF_WORK.some((name) => classes.has(name))))
  );
}

const OF_WORK: readonly string[] = ['this', 'material', 'documentation', 'assets'];

const OF_OTHERS: readonly string[] = ['not', 'unlike', 'need', 'other_work'];

/** "License of knot: 0BSD", "knot itself: MIT", if knot is the title of the file. */
function isOfNamedWork(bytes: Uint8Array, label: string): boolean {
  const title = beginningOf(bytes).title.toLowerCase();
  const items = lexicon().itemsOf(label);
  if (items.some(({ classes }) => classes.has('not') || classes.has('need') || classes.has('unlike'))) return false;
  const isNamed = items.some(({ word }) => word.length > 1 && title.split(/[^\p{L}\p{N}.-]+/u).includes(word));
  return isNamed && items.some(({ classes }) => classes.has('itself') || classes.has('this') || classes.has('grant'));
}

/** The last line with words above that of the name. */
function lineAbove(bytes: Uint8Array, startByte: number): string {
  const lines = stretchOf(bytes, startByte - LINE_BYTES, startByte)
    .split('\n')
    .slice(0, -1);
  const line = decoded(lines.findLast((one) => /[^\s=*~-]/.test(one)) ?? '');
  return line.length < LONGEST_LABEL ? line : '';
}

const LONGEST_LABEL = 60;

/** An id with a version: a short name beside it is a license, too. */
const VERSIONED = String.raw`(?:[A-Z][A-Za-z]*|0BSD)-\d[\w.]*(?:-[A-Za-z]+)*`;
const PAIR_BYTES = 50;
const TOLD_BYTES = 40;

/**
 * Whether a sentence tells the name as a license: "This library is MIT.", "MIT または Apache-2.0", or the entry of a list of licenses
 * does (`- src/fmt.py: MIT`). For the name at [startByte, endByte), whose last word begins before `endByte`.
 */
export function isToldAsLicense(bytes: Uint8Array, startByte: number, endByte: number): boolean {
  const first = bytes[startByte] ?? 0;
  if (first < 48 || first > 90 || (first > 57 && first < 65)) return false;
  const left = decoded(stretchOf(bytes, startByte - PAIR_BYTES, startByte));
  // A part of a name in code: HAVE_OPENSSL, also as it is written in Markdown, with a backslash before the underscore.
  if (left.endsWith('_')) return false;
  const behind = decoded(stretchOf(bytes, endByte, endByte + PAIR_BYTES)).replace(/^\w+/, '');
  const isEnd = /^["'\x60*]*\s*(?:[.,;!。，(]|\n|$)/.test(behind);
  if (isEnd || goesOn(behind)) {
    const said = lexicon().itemsOf(left.slice(-TOLD_BYTES), languageOf(bytes));
    if (isVerbLast(said) || (isEnd && said.at(-1)?.classes.has('grant'))) return true;
  }
  if (PATH_TERMS.test(left) && /^\)/.test(behind)) return true;
  if (isBesideVersioned(left, behind)) return true;
  if (CHANGED_BEFORE.test(stretchOf(bytes, startByte - LINE_BYTES, startByte)) && /^["'\x60*]*\W/.test(`${behind}\n`))
    return true;
  if (MAGNET.test(stretchOf(bytes, startByte - LINE_BYTES, startByte))) return true;
  if (isToldInScript(left, behind)) return true;
  if (TERMS_BEFORE.test(left) && /^\)/.test(behind)) return true;
  if (isSentenceAlone(left, behind) || (isInCapitals(bytes, startByte) && isInBracketsOfNoun(left, behind)))
    return true;
  const ownLine = left.slice(left.lastIndexOf('\n') + 1);
  if (isLineOfLicense(bytes, startByte, ownLine, behind)) return true;
  const ownSentence = /[.;。]\s+([^.;。]+)$/u.exec(ownLine)?.[1];
  if (ownSentence !== undefined && isLineOfLicense(bytes, startByte, ownSentence, behind)) return true;
  if (isEnd && isInColumn(bytes, startByte)) return true;
  if (isEnd && ENTRY_LABEL.test(left.slice(left.lastIndexOf('\n') + 1)) && isBelowLicenses(bytes, startByte))
    return true;
  return isEnd && isInLicenseSection(bytes, startByte);
}

/** "@license magnet:?xt=… MIT", the form of LibreJS. https://www.gnu.org/software/librejs/free-your-javascript.html */
export const MAGNET = /@licen[cs]e\s+magnet:\S+\s+$/i;

/** "Relicense from BSD3 to ISC", "license changed from AGPL to MIT-0" */
const CHANGED_BEFORE =
  /licen[cs][^\n.;]{0,60}\bfrom (?:the )?[^\n.;]{2,40} to (?:the )?["'\x60*]*$|\b(?:chang|switch|mov|updat)\w* (?:the )?licen[cs]e(?: of [\w./*-]+)? to (?:the )?["'\x60*]*$|\blicen[cs]e (?:has |have |was |is )?(?:been |now )?changed to (?:the )?["'\x60*]*$/i;

/** Of the names of one file. */
const languages = new WeakMap<Uint8Array, string>();
function languageOf(bytes: Uint8Array): string {
  const known = languages.get(bytes);
  if (known !== undefined) return known;
  const language = lexicon().languageOf(decoded(stretchOf(bytes, 0, LANGUAGE_BYTES)));
  languages.set(bytes, language);
  return language;
}

const LANGUAGE_BYTES = 2000;

/** "`src/inflate.c` (Zlib)" */
const PATH_TERMS = /[\w/-]+\.\w{1,4}["'\x60*]*\s\($/;

/** "Timetables for schools. MIT." */
const isSentenceAlone = (left: string, behind: string): boolean =>
  /\p{Ll}{2}[.!]\s+$/u.test(left) && /^(?:\.\s|\.?\s*(?:\n|$))/.test(behind);

/** `OpenSSL` in brackets is mostly no license. */
const isInCapitals = (bytes: Uint8Array, startByte: number): boolean =>
  /^[A-Z\d]{3,}\b/.test(stretchOf(bytes, startByte, startByte + LONGEST_LABEL));

/** "code of auklet (MIT)", but not "Jane Doe (MIT)" nor "the Institute of Technology (MIT)". */
const isInBracketsOfNoun = (left: string, behind: string): boolean =>
  /(?:^|[\s*_\x60"'])\p{Ll}[\p{L}\d._/-]*["'\x60*_]*\s\($/u.test(left) && /^\)/.test(behind);

/** "it has its own terms (Zlib)" */
const TERMS_BEFORE = /\b(?:terms|conditions|licen[cs]es?|licen[cs]ed)\s*\($/i;

/** The last words of a sentence below the heading "License". */
function isInLicenseSection(bytes: Uint8Array, startByte: number): boolean {
  const above = stretchOf(bytes, startByte - SECTION_BYTES, startByte)
    .split('\n')
    .slice(0, -1);
  const at = above.findLastIndex(
    (one, i) => /^\s*#{1,6}\s/.test(one) || /^\s*([=-])\1{3,}\s*$/.test(above[i + 1] ?? ''),
  );
  return at >= 0 && isOfLicenses(decoded(above[at] ?? ''));
}

const SECTION_BYTES = 400;

/** "本体は MIT です", "以 MIT 发布": words of other scripts on both sides that tell a license. */
function isToldInScript(left: string, behind: string): boolean {
  if (!/[^\0-\u024f]["'“«「(]?\s*$/u.test(left) || !/^["'”»」)]?\s?[^\0-\u024f]/u.test(behind)) return false;
  const before = lexicon().itemsOf(left.slice(-TOLD_BYTES)).at(-1);
  const [after] = lexicon().itemsOf(behind.slice(0, TOLD_BYTES));
  return (
    ['grant', 'be', 'explains', 'preposition'].some((name) => before?.classes.has(name)) &&
    ['grant', 'applies_now', 'granted_behind'].some((name) => after?.classes.has(name))
  );
}

/** The same for the name at [startByte, endByte). */
export function isToldOnBothSides(bytes: Uint8Array, startByte: number, endByte: number): boolean {
  const left = decoded(stretchOf(bytes, startByte - PAIR_BYTES, startByte));
  return isToldInScript(left, decoded(stretchOf(bytes, endByte, endByte + PAIR_BYTES)).replace(/^\w+/, ''));
}

/** "It is now MIT.", "It is plain MIT.", "La licenza è la MIT." */
const isVerbLast = (items: readonly Item[]): boolean =>
  isVerb(items.at(-1)) || (['now', 'plainly'].some((name) => items.at(-1)?.classes.has(name)) && isVerb(items.at(-2)));

/** "This is MIT.", "It stays MIT.", "La licenza è la MIT." */
const isVerb = (item: Item | undefined): boolean =>
  item !== undefined &&
  (item.classes.has('be') || item.classes.has('stays') || (item.classes.has('explains') && item.word.includes(' ')));

const ENTRY_LABEL = /^\s*[-*+•]\s+["'*\x60]*[\w./*-]+["'*\x60]*(?:\s*[:–—-]|\s+\()\s*["'*\x60]*$/u;
/** `  expat 2.4      MIT` below "It contains the following components:". */
function isInColumn(bytes: Uint8Array, startByte: number): boolean {
  const left = decoded(stretchOf(bytes, startByte - LINE_BYTES, startByte));
  if (!COLUMN_BEFORE.test(left.slice(left.lastIndexOf('\n') + 1))) return false;
  return isBelowLicenses(bytes, startByte, COLUMNS, ['grant', 'bundle']);
}

const COLUMN_BEFORE = /^\s*\w[^\n:]*?(?: {2,}|\t+|\s?\.{3,}\s?)$/;
const COLUMNS = /^\s*\w.*?\S(?: {2,}|\t+|\s?\.{3,}\s?)\S/;
const ENTRIES = /^\s*[-*+•]\s/u;
const LEFT_ID = new RegExp(`${VERSIONED}["'\\x60*]*([^\\n.;:]{1,20})$`, 'u');
const RIGHT_ID = new RegExp(`^["'\\x60*]*([^\\n.;:]{1,20}?)["'\\x60*]*${VERSIONED}`, 'u');

let between: { links: Set<string>; fillers: Set<string> } | undefined;

/** The words of all languages that may stand between two names of a row. A few words do not show their language. */
function wordsBetween(): { links: Set<string>; fillers: Set<string> } {
  const of = lexicon().wordsOfClass;
  between ??= {
    links: new Set([...of('or'), ...of('and'), ...of('link'), ...of('from_to_link'), ',', '、', '/', '&']),
    fillers: new Set(of('join_names')),
  };
  return between;
}

function isBesideVersioned(left: string, behind: string): boolean {
  const text = LEFT_ID.exec(left)?.[1] ?? RIGHT_ID.exec(behind)?.[1];
  if (text === undefined) return false;
  const { links, fillers } = wordsBetween();
  const parts = text.toLowerCase().match(/[\p{L}]+|[,、/&→⇒]|[-=]>/gu) ?? [];
  return parts.some((one) => links.has(one)) && parts.every((one) => links.has(one) || fillers.has(one));
}

/** The line above the list speaks of licensing and ends as an introduction. */
function isBelowLicenses(bytes: Uint8Array, startByte: number, entries = ENTRIES, of = ['grant']): boolean {
  const above = decoded(stretchOf(bytes, startByte - ABOVE_BYTES, startByte))
    .split('\n')
    .slice(0, -1);
  const introduction = above.findLast((line) => /[\p{L}\p{N}]/u.test(line) && !entries.test(line)) ?? '';
  return (
    (/[:：]\s*$/u.test(introduction) || (entries === COLUMNS && /\.\s*$/.test(introduction))) &&
    lexicon()
      .itemsOf(introduction)
      .some(({ classes }) => of.some((name) => classes.has(name)))
  );
}

const decoded = (text: string): string => Buffer.from(text, 'latin1').toString('utf8');
