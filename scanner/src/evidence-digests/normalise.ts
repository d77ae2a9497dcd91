// Texts without what changes from release to release: years and dates, version strings, and banners of generators. The versions of licenses stay, because
// "GPL, version 2" and "GPL, version 3" are different statements. Pure.

const YEARS =
  /\b(?:19|20)\d\d(?:(?:\s{0,3}(?:[-–—/.&]|,(?:\s?and\b)?)\s{0,3}|\s(?:and|to|through)\s)(?:(?:19|20)\d\d|\d\d|present|now|today)\b)*/gi;
const TIMES = /\b\d{1,2}:\d\d(?::\d\d)?\b/g;
/** "May 2", "February 14th". */
const DAYS = /\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\.?\s{1,3}\d{1,2}(?:st|nd|rd|th?|h)?\b/gi;
/** "5 August 2018" and "30 Oct, 2018", whose year is a # already: "section 3 may" is no day. */
const DAYS_FIRST =
  /\b\d{1,2}(?:st|nd|rd|th)?[\s-]{1,3}(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}[.,]?[\s-]{1,3}(?=#)/gi;
/** What CVS and RCS write at each commit: "$Id: array.c,v 1.32 2023/07/25 22:27:45 tom Exp $", under any name. */
const KEYWORD = /\$[a-z]{2,30}:\s{1,3}\S{1,200},v\s{1,3}[\d.]{1,40}\s[^$]{0,120}\$/gi;
/** A line that says nothing but the version and day of the file: "Version 1.1, February 14th, 2010". */
const VERSION_ALONE = /^\W*(?:version\W+)?(?:#\w?[^\w#]*)+$/i;
/** A page moved from http to https says what it said. */
const SCHEME = /\bhttps?:\/\/(?:www\.)?/gi;
/** Not that of a license, which stands behind the word: "the Acorn License, version 1.0.1". */
const LONG_VERSION =
  /(?<!licen[sc]e,?\s{1,3}(?:\(?v(?:ersion|\.)?\s{0,3})?)\bv?\d+(?:\.\d+){2,4}(?:[-+][0-9a-z][0-9a-z.]*)*/gi;
const SHORT_VERSION = /\bv\d+\.\d+\b|\b(version\W{1,4})\d+\.\d+\b/gi;
/** A day that is part of the terms, as the change date of a license or the end of a trial: no mere year of publication. */
const DATED_TERMS =
  /\bchange date\b|\bexpir(?:e|es|ed|ing|y|ation)\b|\b(?:until|after|before|through|effective|valid|no later than)\b(?:\W{1,3}\w+){0,3}\W{1,3}(?:19|20)\d\d\b/i;
const LEGAL =
  /licen[sc]|copyright|\(c\)|©|warrant|permi[ts]|patent|distribut|\brights?\b|\bterms\b|[glma]pl\b|apache|\bbsd\b|cc-by/i;
/** What generators and version control write at the head or foot of a file. */
const BANNER =
  /^\W*(?:@?generated\b|this (?:file|code) (?:is|was|has been) (?:automatically |auto-?)?generated|(?:automatically |auto-?)generated|do not (?:edit|modify)\b|buil[dt] (?:on|at|date|time|with)\b|last (?:modified|updated|changed?)\b|\$(?:id|date|revision|rev|header|lastchanged\w{0,20})\b|[#@] ?sourcemappingurl=)/i;

export const isLegalLine = (line: string): boolean => LEGAL.test(line);

/** Words that stand for terms wherever they are whole words, also between code. */
const TERMS =
  /(?<![\w$.-])(?:licen[sc](?:e|es|ed|ing|or|ee)|copyright(?:s|ed)?|[lma]?gpl(?:v?\d)?|mpl|apache|bsd|cc-by|patents?)(?![\w$])|©/i;
/** Sentences. Their words alone are as frequent in descriptions of code. */
const SENTENCES: readonly RegExp[] = [
  /\(c\)\s{1,3}(?:(?:19|20)\d\d|[A-Z])/,
  /\bnon-?commercial(?:ly)?\b|\bcommercial(?:ly)? (?:us(?:e|age|ed)|purposes?|distribut|exploit|products?|advantage)|\bproprietary\b|\bconfidential\b|\btrade secrets?\b|\broyalt(?:y|ies)\b|\bmilitary\b|\bhereby\b/i,
  /\b(?:all rights|prior written|written (?:consent|permission|approval)|express(?:ed)? or implied|liab(?:le|ility)|warrant(?:y|ies)|sub-?licens|redistribut|resell|resale)/i,
  /\b(?:under|to) the (?:following )?terms\b|\bterms (?:and|of) (?:conditions|use|service)\b|\bunauthori[sz]ed (?:copying|use|distribution|reproduction)\b/i,
  /\bpermission (?:is|to (?:use|copy|modify|distribute|publish|sell))\b|\bwithout (?:the |our |my |their |prior )?(?:permission|consent|asking|approval)\b/i,
  /\b(?:may|must|shall|can(?:not)?|should)(?: not| never| only|n't)?(?: be)? (?:used (?:by|for|only)|distribut|reproduc|disclos|sold|published by)/i,
  /\b(?:use (?:in|of|by|for|as)|usage|copying|copies|distribution|modification|sale|reproduction)\b(?:\W+\w+){0,6}\W+(?:is|are)\W+(?:not\W+)?(?:permitted|prohibited|allowed|forbidden|restricted|free|granted)\b/i,
  /\b(?:compan(?:y|ies)|corporations?|employees|employers?|organi[sz]ations?|governments?|nobody|students|competitors)\b[^.]{0,60}\b(?:may|must|shall|pay|have to|has to|not)\b/i,
  /\bnot\b[^.]{0,40}\b(?:compan(?:y|ies)|corporations?|employees|employers?|governments?|students|competitors)\b/i,
  /\b(?:paying|paid) (?:customers?|users?|subscribers?|members?|plans?|licensees?)\b|\b(?:needs?|requires?|without)\b[^.]{0,30}\b(?:subscription|purchase|fee)\b/i,
  /\b(?:have|has|need|needs|must|required) (?:to )?(?:buy|pay)\b|\b(?:train|training) (?:of )?(?:an? |any )?(?:ai|models?|machine)\b/i,
];

/** Other lines of code and data are no sentences, and need no further look. */
const THREE_WORDS = /[a-z]{2}[ -][a-z]{2,30} [a-z]{2}/i;

const isSentence = (line: string): boolean =>
  THREE_WORDS.test(line) && SENTENCES.some((sentence) => sentence.test(line));

/** Whether a line of code states terms, if only in a text, or in a comment of a form that nobody knows. */
export const isTermsInCode = (line: string): boolean => TERMS.test(line) || isSentence(line);

/** Whether a line of a comment or of prose states terms. */
export const isTerms = (line: string): boolean => TERMS.test(line) || SENTENCES.some((sentence) => sentence.test(line));

/** In data, what its comments, its sentences and the members of the document itself state; lists of other packages have members of the same names further inside. */
const MEMBER_OF_TERMS = /^(?: {0,4}|\t)["']?[\w.-]{0,20}(?:licen[sc]e|copyright)[\w.-]{0,20}["']?\s{0,3}[:=]/i;
const COMMENT_IN_DATA = /(?:^|\s)(?:#|\/\/|\/\*|<!--)\s?(.*)$|^\s*[*;]\s?(.*)$/;
const LONGEST_MEMBER = 500;

/** Lines that state terms, and the lists and objects that are values of such a member. */
export function termsInData(lines: readonly string[]): string[] {
  const terms: string[] = [];
  let depth = Number.POSITIVE_INFINITY;
  for (const line of lines) {
    const indent = line.search(/\S/);
    if (indent < 0) continue;
    const isValue = indent > depth || (indent === depth && line.startsWith('- ', indent));
    if (!isValue) depth = MEMBER_OF_TERMS.test(line) ? indent : Number.POSITIVE_INFINITY;
    if (isValue || isTermsInData(line)) terms.push(line);
  }
  return terms;
}

function isTermsInData(line: string): boolean {
  if (line.length > LONGEST_MEMBER) return false;
  const [, behind, after] = COMMENT_IN_DATA.exec(line) ?? [];
  return MEMBER_OF_TERMS.test(line) || isTerms(behind ?? after ?? '') || isSentence(line);
}

const BEGINS_WITH_YEAR = /^\W{0,9}(?:\w{1,12}\W{1,3}){0,2}(?:19|20)\d\d\b/;
const ENDS_BEFORE_DAY =
  /\b(?:until|after|before|through|effective|valid|no later than|change date|expires?|expiry)\b(?:\W{1,3}\w+){0,3}\W{0,3}$/i;

/** Each of them as `normalisedLine` has it; the year of terms that begin in the line before it stays. */
export const normalisedLines = (lines: readonly string[]): string[] =>
  lines.map((line, at) =>
    BEGINS_WITH_YEAR.test(line) && ENDS_BEFORE_DAY.test(lines[at - 1] ?? '') ? folded(line) : normalisedLine(line),
  );

/** The line without years, dates and version strings, its white space folded; '' for a blank one and for a banner. */
export function normalisedLine(line: string): string {
  const isLikeBanner = BANNER.test(line);
  if (isLikeBanner && !isLegalLine(line) && !isTerms(line)) return '';
  const settled = withoutComment(line.includes('://') ? line.replace(SCHEME, '') : line);
  const isDated = /\d/.test(settled) && NUMBER_OF_RELEASE.test(settled);
  const text = folded(isDated ? withoutNumbers(settled, isLegalLine(line)) : settled);
  const isVersionAlone = text.includes('#') && text.length < LONGEST_VERSION_LINE && VERSION_ALONE.test(text);
  return isVersionAlone && !isLegalLine(line) ? '' : text;
}

/** The comments of m4 begin with a word. */
const withoutComment = (line: string): string => (line.startsWith('dnl') ? line.replace(/^(?:dnl\b\s?)+/, '') : line);

const LONGEST_VERSION_LINE = 200;

function folded(line: string): string {
  const text = line.trim();
  return /[^\S ]| {2}/.test(text) ? text.replace(/\s+/g, ' ') : text;
}

/** What a year, a time, a day and a version string hold at least. */
const NUMBER_OF_RELEASE = /(?:19|20)\d\d|\d[.:]\d|[a-z]\.?\s{1,3}\d|#/i;

function withoutNumbers(line: string, isLegal: boolean): string {
  if (DATED_TERMS.test(line)) return line;
  const kept = line.includes(',v ') ? line.replace(KEYWORD, '#') : line;
  const dated = kept
    .replace(LONG_VERSION, '#')
    .replace(YEARS, '#')
    .replace(TIMES, '#')
    .replace(DAYS, '#')
    .replace(DAYS_FIRST, '');
  return isLegal ? dated : dated.replace(SHORT_VERSION, (_, before: string | undefined) => `${before ?? ''}#`);
}

/** Signs that change what words say: "2.0+", struck out, a share or a price, another order of reading. */
const WORDS = /[\p{L}\p{N}#]+\+*|~~|[$€£%](?=\s?\d)|(?<=\d\s?)[$€£%]|[\u202a-\u202e\u2066-\u2069]/gu;

/** The same signs and words where no letter is beyond ASCII. Looking up a letter in the tables of Unicode takes much longer. */
const ASCII_WORDS = /[a-z0-9#]+\+*|~~|[$%](?=\s?\d)|(?<=\d\s?)[$%]/g;
/** "Copyright (C) 2009 by Ann". */
const BY = 'copyright by ';
const ONLY_MARKS = /^#+$/;
const BEYOND_ASCII = /[^\0-\x7f]/;

/** The sign of copyright, in any of its forms, beside the word or instead of it. */
const COPYRIGHT_SIGN = /\(c\)|©|&copy;/g;

/** What numbers the conditions of a list: people number them otherwise, and the words are the same. Not "section 2." */
const LIST_MARK = /(?<=^|(?:[.;:,]|[.;,:] {1,3}(?:and|or)) {1,3})\(?(?:\d{1,2}|[a-z]|i{1,3}|iv|v)[.)] /g;

/** The words of lines, in lower case, without other signs: the same for each way to wrap, to comment and to encode a text. */
export const wordsOf = (lines: readonly string[]): string => wordsOfNormalised(normalisedLines(lines));

/** The words of lines that are normalised already. */
export function wordsOfNormalised(lines: readonly string[]): string {
  const joined = lines.join(' ').toLowerCase().replace(COPYRIGHT_SIGN, ' ');
  const text = joined.replace(LIST_MARK, '');
  const words = BEYOND_ASCII.test(text) ? text.normalize('NFC').match(WORDS) : text.match(ASCII_WORDS);
  // A year or a version string, a sign of a comment or of a heading.
  const said = (words ?? []).filter((word) => !ONLY_MARKS.test(word)).join(' ');
  return said.includes(BY) ? said.replaceAll(BY, 'copyright ') : said;
}
