// Removes markup from a line: comment marks, HTML and XML, Markdown links, troff, TeX and C escapes. Every form of the copyright sign becomes
// `(c)`. Lines are short (see lines.ts), and no pattern here looks further than its next delimiter.
import { itemAt } from '../items.ts';
import { withEnds, withRoffEnd, withTexEnds } from './ends.ts';

/** HTML names of characters that occur in names of people and in dates. */
const characterOfEntity = new Map(
  (
    "amp & lt < gt > apos ' ndash - mdash - rsquo ' lsquo ' copy © auml ä ouml ö uuml ü Auml Ä Ouml Ö Uuml Ü szlig ß eacute é egrave è ecirc ê euml ë agrave à " +
    'aacute á acirc â aring å Aring Å atilde ã aelig æ AElig Æ ccedil ç Ccedil Ç iacute í icirc î iuml ï ntilde ñ oacute ó ocirc ô oslash ø Oslash Ø otilde õ uacute ú ' +
    'ugrave ù ucirc û yacute ý Eacute É Aacute Á Oacute Ó scaron š Scaron Š'
  )
    .split(' ')
    .reduce<[string, string][]>((pairs, word, index, words) => {
      if (index % 2 === 0) pairs.push([word, itemAt(words, index + 1)]);
      return pairs;
    }, []),
);
/** groff's accents with their combining characters; its other letters by name. */
const troffAccents = new Map([
  [':', '\u0308'],
  ["'", '\u0301'],
  ['`', '\u0300'],
  ['^', '\u0302'],
  ['~', '\u0303'],
  [',', '\u0327'],
  ['o', '\u030a'],
  ['v', '\u030c'],
]);
const texAccents = new Map([
  ['`', '\u0300'],
  ["'", '\u0301'],
  ['^', '\u0302'],
  ['~', '\u0303'],
  ['v', '\u030c'],
  ['"', '\u0308'],
  ['=', '\u0304'],
  ['.', '\u0307'],
  ['u', '\u0306'],
  ['H', '\u030b'],
  ['c', '\u0327'],
  ['k', '\u0328'],
  ['r', '\u030a'],
]);
const troffLetters = new Map([
  ['ss', 'ß'],
  ['ae', 'æ'],
  ['AE', 'Æ'],
  ['oe', 'œ'],
  ['OE', 'Œ'],
  ['/o', 'ø'],
  ['/O', 'Ø'],
  ['/l', 'ł'],
  ['/L', 'Ł'],
  ['-d', 'đ'],
  ['-D', 'Đ'],
  ['aq', "'"],
]);
const blankEntities = new Set([
  'nbsp',
  'quot',
  'ldquo',
  'rdquo',
  'reg',
  'trade',
  'laquo',
  'raquo',
  'middot',
  'bull',
  'thinsp',
  'ensp',
  'emsp',
]);

const knownTag =
  /<\/?(?:a|abbr|address|article|b|big|blockquote|body|br|caption|center|cite|code|dd|div|dl|dt|em|embed|font|footer|form|h[1-6]|head|header|hr|html|i|img|input|label|li|link|main|meta|nav|ol|option|p|para|pre|s|section|small|span|strike|strong|sub|sup|table|tbody|td|tfoot|th|thead|title|tr|tt|u|ul|var|holder|copyright|ulink|legalnotice|simpara|remark|emphasis|string|comment|item|text|data|value)(?:\s[^<>]{0,300})?\/?>/gi;
/** Closing tags, tags with a prefix, tags with attributes, comments. Does not match `<name>` and `<jo@acorn.org>`. */
const otherTag =
  /<\/[A-Za-z][\w:.-]{0,40}>|<[A-Za-z][\w.-]{0,30}:[\w.-]{1,30}(?:\s[^<>@]{0,300})?\/?>|<[A-Za-z][\w.-]{0,30}\s[\w:-]{1,30}=[^<>]{0,300}>|<!\[CDATA\[|\]\]>|<!--|-->/g;
/** `<meta name="copyright" content="2005 Ann Oak">`, before its quotes are removed. */
const metaTag =
  /<meta\s[^<>]{0,80}?(?:name|type)=["']?(copyright|author)["']?\s[^<>]{0,40}?content=["']([^"'<>]{1,200})["'][^<>]{0,80}>/gi;
/** `<author>Ann Oak</author>` of XML reports and documentation. */
const authorTag = /<author>([^<>]{2,200})<\/author>/gi;
/** `<copyright><year>2004</year><holder>Ann Oak</holder></copyright>` of DocBook; a `<year>` without a number belongs to a template. */
const copyrightTag = /<copyright>(?:\s*<year>)?|<year>(?=\s*(?:19|20)\d\d)/gi;
/** `Yew GmbH</span><span>Impressum`: after its legal form, a name does not continue in another element. */
const elementAfterCompany =
  /(\b(?:GmbH|Inc|Ltd|LLC|Corp|AG|KG|SE|Limited|Corporation)\.?\s*<\/[a-z]{1,10}>)(?=<[a-z][^<>]{0,300}>\s*\p{Lu}\p{Ll})/gu;
/** The end of a JSON value and the next name, which may be on the same line; an address belongs to the value. */
const jsonField = /",\s*"(?=(?!e?mail|url|web|homepage)[\w$-]{1,40}"\s*:)/gi;
/**
 * `Crown copyright and database rights 2020`, `British Crown Copyright (c) 2010`: the words between the mark and the year are no holder, and the
 * people of the Crown and a second sign begin no statement of their own.
 */
const crownAndDatabase =
  /(?:(?<=(?:\(c\)|[©ⓒ])\s*)\p{Lu}\p{Ll}+ )?\b(crown copyright)(?: and database rights?\b)?[.,:]?(?:\s*(?:\(c\)|[©ⓒ]))?/giu;
/** AsciiDoc's `mailto:ann@oak.org[Ann Oak]`. */
const asciiDocMail = /\bmailto:([^\s[\]<>]{3,100}@[^\s[\]<>]{3,100})\[([^[\]]{1,80})\]/g;
const mailLink = /<a\s[^<>]{0,200}?href=["']?(?:mailto:)?([^"'\s<>@]{1,64}@[^"'\s<>@]{1,120})["']?[^<>]{0,200}>/gi;
const pageLink = /<a\s[^<>]{0,200}?href=["']?(https?:[^"'\s<>]{1,200})["']?[^<>]{0,200}>/gi;

/** Perl's `C<ann@oak.org>`, `F<< <ann@oak.org> >>`, `L<mailto:ann@oak.org>`: code, file names, links. */
const podCode = /\b[BCFILS]<{1,3}\s*(?:mailto:)?<?([^<>|]{1,120})>?(?:\|[^<>]{1,120})?\s*>{1,3}/g;

/** The words of a line. A run of control characters becomes the single character U+0001, which ends every statement. */
export function cleanLine(raw: string): string {
  let text = withoutRequest(raw);
  if (text.includes('\\')) text = withoutEscapes(withTexEnds(withRoffEnd(text)));
  if (text.includes('&')) text = text.replace(/&(#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z]{2,8});/g, readEntity);
  if (text.includes('<'))
    text = text.replace(podCode, (_, inner: string) => (inner.includes('@') ? ` <${inner.trim()}> ` : ` ${inner} `));
  if (text.includes('E<')) text = text.replace(/E<([A-Za-z]{2,8}|\d{1,6}|0x[0-9a-fA-F]{1,6})>/g, readPodEscape);
  if (text.includes('",')) text = text.replace(jsonField, ' \u0001 ');
  text = withEnds(text);
  if (text.includes('<') || text.includes('>')) {
    text = text
      .replace(elementAfterCompany, '$1 \u0001 ')
      .replace(metaTag, (_, name: string, content: string) =>
        /^\s*copyright\b/i.test(content) ? ` ${content} ` : ` ${name}: ${content} `,
      )
      .replace(authorTag, ' \u0001 author: $1 ')
      .replace(copyrightTag, (tag) => (/^<c/i.test(tag) ? ' Copyright ' : ' '))
      .replace(/<A9>/g, ' (c) ');
    text = text.replace(mailLink, ' $1 ').replace(pageLink, ' $1 ').replace(knownTag, ' ').replace(otherTag, ' ');
  }
  if (text.includes('mailto:')) text = text.replace(asciiDocMail, '$2 <$1>');
  if (text.includes('{copyright}')) text = text.replaceAll('{copyright}', ' (c) ');
  if (text.includes('](')) text = text.replace(/\[([^\][]{1,80})\]\((https?:[^()\s]{1,200})\)/g, '$1 ($2)');
  if (text.includes('@')) text = text.replace(/@copyright\{\}|@\(#\)/g, ' ');
  if (/crown/i.test(text)) text = text.replace(crownAndDatabase, '$1');
  text = text
    .replace(/(?:\([cC]\)|©)opyright(ed)?/g, ' Copyright$1 (c) ')
    .replace(/[(\uff08]\s?[cC]\s?[)\uff09]|\(?[©ⓒ]\)?/g, ' (c) ')
    .replace(/<\s+([^<>\s]{3,100}@[^<>\s]{3,100})\s*>/g, '$1')
    .replaceAll('\ufffd', '')
    .replaceAll('Â©', '©')
    .replaceAll('\u3002', '. ')
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/[\u2018\u2019\u00b4]/g, "'")
    .replace(/["\u201c\u201d\u00ab\u00bb\u00a0\u00ae\u2122\t\f\r]/g, ' ')
    .replace(/(?<![\p{L}\p{N}.])(?!'\d\d[\s,;-])['`]+|['`]+(?![\p{L}\p{N}])/gu, ' ')
    .replace(/ +([,.])(?=\s|$)/g, '$1')
    .replace(/[\u0000-\u001f\u007f-\u009f]+/g, ' \u0001 ');
  return stripCommentMarks(text);
}

/** Requests of troff that begin something else: headings, paragraphs, indents. */
const troffBreak =
  /^[.'][ \t]*(?:S[HSYM]|T[HPQ]|[HILPT]?P|R[SE]|E[XE]|nf|fi|sp|in|ad|hy|de|ds|if|ie|el|so|ti|ta|ne)(?![\w.])/;

/**
 * Keeps the words of a heading in Perl's documentation. A troff heading about authors becomes a label; any other request that begins something ends
 * the statement before it.
 */
function withoutRequest(raw: string): string {
  if (raw[0] === '=') return raw.replace(/^=(?:head\d|item)\s+|^=(?:over|back|cut|pod|begin|end)\b[\s\S]*$/, '');
  if (raw[0] !== '.' && raw[0] !== "'") return raw;
  if (/^\.S[Hh][ \t]+"?(?:AUTHORS?|MAINTAINERS?)"?\s*$/.test(raw)) return 'AUTHOR:';
  if (/^\.AU\s*$/.test(raw)) return 'AUTHOR:';
  if (raw.startsWith('.AU ')) return `AUTHOR: ${raw.slice(4)}`;
  // mdoc's `.An Ann Oak Aq Mt ann@oak.org`.
  if (raw.startsWith('.An '))
    return raw.replace(/^\.An (?:-(?:no)?split\b)?/, '').replace(/ Aq (?:Mt )?(\S{3,100}@\S{3,100})/, ' <$1>');
  return raw.replace(troffBreak, '\u0001');
}

/** TeX's accents in braces: `Ne\v{c}as`, `G{\"o}del`. */
const texAccent = /\{\\([`'^"~=.uvHckr])\s?([A-Za-z])\}|\\([`'^"~=.uvHckr])\{([A-Za-z])\}/g;

function withoutEscapes(text: string): string {
  return text
    .replace(texAccent, readTexAccent)
    .replace(/\\author\{([^{}]{2,200})\}/g, (_, names: string) => ` author: ${names.replace(/\\and\b/g, ' and ')} `)
    .replace(/\\(?:\(co|\[co\]|251|A9|x[aA]9|u00[aA]9|textcopyright\b|copyright\b)(?:\{\})?/g, ' (c) ')
    .replace(/\\(?:\((?:e[nm]|hy)|-|\[(?:e[nm]|hy)\])/g, '-')
    .replace(/\\(?:\(([^\s\\]{2})|\[([^\s\]\\]{2})\])/g, readTroffLetter)
    .replace(/\\f(?:[BIRPC]|\([A-Z]{2}|\[\w{0,8}\])|\\u0026\w{2,6};/g, ' ')
    .replace(/\\u([0-9a-fA-F]{4})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replace(/\\0(?![0-7])/g, '\u0001')
    .replace(/\\(?:[nrt"&,/ ]|$)/g, ' ');
}

function readTexAccent(whole: string, ...parts: (string | undefined)[]): string {
  const [sign = parts[2], letter = parts[3]] = parts;
  const accent = texAccents.get(sign ?? '');
  return accent === undefined ? whole : `${letter}${accent}`.normalize('NFC');
}

/** Perl's `E<copy>`, `E<gt>`, `E<233>`. */
function readPodEscape(whole: string, name: string): string {
  if (/^\d/.test(name)) return readEntity(whole, `#${name.replace(/^0x/, 'x')}`);
  return characterOfEntity.get(name) ?? whole;
}

/** groff's `\(:u`, `\[,c]`: an accent with a letter, or a named character. */
function readTroffLetter(whole: string, plain: string | undefined, bracketed: string | undefined): string {
  const name = plain ?? bracketed ?? '';
  const letter = troffLetters.get(name);
  if (letter !== undefined) return letter;
  const accent = troffAccents.get(name.charAt(0));
  const accented =
    accent === undefined || !/[A-Za-z]/.test(name.charAt(1)) ? '' : `${name.charAt(1)}${accent}`.normalize('NFC');
  return accented.length === 1 ? accented : whole;
}

function readEntity(whole: string, name: string): string {
  if (!name.startsWith('#')) return characterOfEntity.get(name) ?? (blankEntities.has(name) ? ' ' : whole);
  const code = /^#[xX]/.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  return code > 32 && code <= 0x10ffff ? String.fromCodePoint(code) : ' ';
}

const leaders = new Set(" \t/*#;%!|:+=~>.,_`'{}$-");
const trailers = new Set(' \t/*#|\\;=~_{}-');

/** Without a regular expression: one for both ends would backtrack on long rows of stars. */
function stripCommentMarks(text: string): string {
  let start = skip(text, 0);
  const word = /^(?:dnl|@?(?:rem|REM|[Cc]))(?=\s)/.exec(text.slice(start, start + 5));
  if (word !== null) start = skip(text, start + word[0].length);
  let end = text.length;
  while (end > start && trailers.has(text.charAt(end - 1))) end--;
  return text.slice(start, end);
}

function skip(text: string, from: number): number {
  let at = from;
  while (at < text.length && leaders.has(text.charAt(at))) at++;
  return at;
}
