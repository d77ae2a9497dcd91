// Splits a cleaned line into tokens and determines the possible role of each in a statement. Knows words, not grammar.
import { firstOf, lastOf } from '../items.ts';
import { companyForms, conjunctions, endWords, givenNames, groupWords, links } from './words.ts';

export type TokenKind =
  /** `Copyright`, `Copyrighted`, `Copr.`; `(c)`. */
  | 'copyright'
  | 'sign'
  | 'year'
  /** A word in the form of a name; the legal form of a company; a lower-case word for people. */
  | 'name'
  | 'company'
  | 'group'
  | 'email'
  | 'url'
  /** and, &, or; of, the, for, van; by; - and /. */
  | 'and'
  | 'link'
  | 'by'
  | 'dash'
  /** A number that is not a year. */
  | 'number'
  /** Words that end every statement; any other lower-case word; anything else. */
  | 'stop'
  | 'word'
  | 'junk';

export interface Token {
  kind: TokenKind;
  /** As written. */
  text: string;
  /** Without the punctuation around it. */
  core: string;
  line: number;
  /** Whether it is a mark that is the label of a field, as in package descriptions: `Copyright:`. */
  isLabel: boolean;
  /** Whether it is the first or last of its line. */
  isFirst: boolean;
  isLast: boolean;
}

const yearList =
  /^(?:(?:19|20)\d\d|'\d\d)[a-z]?(?:(?:-{1,3}|\/|,|\.{2,3}|&|\+|~|:|;)(?:(?:19|20)\d\d|\d\d?|present|now|current|today|date|onwards?|\d{0,3}x{1,2}))*[-,+~]*$/i;
const date =
  /^(?:\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4}|\d{1,2}\/(?:19|20)\d\d|(?:19|20)\d\d\/\d{1,2})$/;
const email = /^[\w.+~-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63})*$/;
const url = /^(?:(?:https?|ftp|git):\/\/\S+|www\.[\w-]+\.\S+)$/i;
/**
 * Without a scheme, a host is often the name of a company (`Amazon.com, Inc.`). Brackets or a path show that it is an
 * address.
 */
const host = /^[\w-]+(?:\.[\w-]+)*\.(?:com|org|net|edu|io|de|uk|fr|dk|se|nl|info)(\/\S*)?$/i;
const mark =
  /^(?:cop[iy]+r[a-z]{0,2}[gh]{1,2}[hty]{0,3}(?:s|ed|e?d)?|copyright(?:s|ed|\(s\))?|copyleft(?:ed)?|copr|assemblycopyright|(?:spdx-)?(?:file|snippet)copyrighttext)$/i;
const initials = /^(?:\p{Lu}\.)+\p{Lu}?\.?$/u;
const nameStart = /^['\u2019]?(?:\p{Lu}|\p{Lo}|\p{Lt}|\d+\p{L})|^(?:d'|l'|al-|el-|\p{Ll}{1,4})\p{Lu}/u;
const codeSign = /[(){}=<>$%\\[\]"^]|::|->|\.\w+\(|_\w+_|^_/;

export function tokenize(text: string, line: number): Token[] {
  const tokens: Token[] = [];
  for (const piece of text.split(/\s+/)) {
    if (piece === '') continue;
    for (const word of wordsOf(piece)) tokens.push({ ...word, line, isFirst: false, isLast: false });
  }
  if (tokens.length > 0) {
    firstOf(tokens).isFirst = true;
    lastOf(tokens).isLast = true;
  }
  return tokens;
}

/** The properties of a token that do not depend on its place. */
type Word = Pick<Token, 'kind' | 'text' | 'core' | 'isLabel'>;

/** Results for earlier pieces, because most statements begin with the same few words. */
const known = new Map<string, readonly Word[]>();
const MOST_KNOWN = 4096;
/** Longer pieces are not remembered: JavaScript would keep the whole text from which they were cut. */
const LONGEST_KNOWN = 12;

/** The words of a piece without white space. */
function wordsOf(piece: string): readonly Word[] {
  const before = known.get(piece);
  if (before !== undefined) return before;
  const words = (piece.length > LONGEST_TOKEN ? [piece] : splitPiece(piece)).map(classify);
  if (piece.length <= LONGEST_KNOWN) {
    if (known.size >= MOST_KNOWN) known.clear();
    known.set(piece, words);
  }
  return words;
}

/** Splits words without white space between them: `Copyright:2004`, `2004,Foo`, `#Copyright`. */
function splitPiece(piece: string): string[] {
  const glued = /^(\W*cop[yi]r[igth]+s?)[:,;.(-]*((?:19|20)\d\d\S*)?$/i.exec(piece);
  if (glued?.[1] !== undefined && glued[2] !== undefined) return [glued[1], glued[2]];
  // Python's `copyright = u'2004, Foo'`
  const python = /^[ubr]'((?:19|20)\d\d.*)$/i.exec(piece);
  if (python?.[1] !== undefined) return [python[1]];
  const attribute = /(assemblycopyright)\($/i.exec(piece);
  if (attribute?.[1] !== undefined) return [attribute[1]];
  const [, year, name] = /^((?:19|20)\d\d(?:-(?:19|20)?\d\d)?[,:]?)(\p{L}{2}\S*)$/u.exec(piece) ?? [];
  if (year !== undefined && name !== undefined && !/^(?:present|now|th\b)/i.test(name)) return [year, name];
  // `Raju(dev@acorn.org)`, `Foo<foo@acorn.org>`
  const [, person, address] = /^([^(<]{1,60})([(<][^()<>]{1,60}@[^()<>]{1,100}[)>]\S{0,3})$/.exec(piece) ?? [];
  return person !== undefined && address !== undefined ? [person, address] : [piece];
}

/** Longer tokens are data: no name has this length. They are not matched against patterns. */
const LONGEST_TOKEN = 160;

function classify(text: string): Word {
  if (text.length > LONGEST_TOKEN) return { kind: 'junk', text, core: '', isLabel: false };
  const core = text.replace(/^(?!'\d\d(?!\d))[^\p{L}\p{N}&+/-]+/u, '').replace(/[([)\]}>'*_`,;:.!|-]+$/, '');
  const kind = kindOf(text, core.replace(/\(s$/, ''));
  if (kind !== 'copyright') return { kind, text, core, isLabel: false };
  const isLabel = /^copyright:$/i.test(text);
  return { kind, text: markText(core) + (/[.,]$/.exec(text)?.[0] ?? ''), core, isLabel };
}

/** The mark for a further line of a field. The label of the field is valid for each of its lines. */
export function createLabel(line: number): Token {
  return { kind: 'copyright', text: 'Copyright', core: 'Copyright', line, isLabel: true, isFirst: true, isLast: false };
}

/** The word for `copyright`, from any tag or attribute. */
function markText(core: string): string {
  if (/^copr$/i.test(core)) return 'Copr';
  return /text$|^assembly/i.test(core) ? 'Copyright' : core;
}

function kindOf(text: string, core: string): TokenKind {
  return kindOfMark(text, core) ?? kindOfYearOrAddress(text, core) ?? kindOfSign(core) ?? kindOfWord(text, core);
}

/** Marks of a copyright, dashes, and tokens without letters and digits. */
function kindOfMark(text: string, core: string): TokenKind | undefined {
  if (/^\(c\)[,.:;]?$/.test(text)) return 'sign';
  if (/^[-/~|]+$/.test(text)) return 'dash';
  if (core === '') return text === ',' ? 'link' : 'junk';
  // Python's variable; comment marks are stripped from its front.
  if (/^_*copyright__$/.test(text)) return 'copyright';
  if (!mark.test(core)) return undefined;
  return /^_|_$|^[$%{]/.test(text) ? 'junk' : 'copyright';
}

function kindOfYearOrAddress(text: string, core: string): TokenKind | undefined {
  if (yearList.test(core) || date.test(core) || /^\?{2,4}$|^(?:19|20)\d?\?+$/.test(text)) return 'year';
  if (email.test(core)) return 'email';
  if (url.test(core)) return 'url';
  const asHost = host.exec(core);
  if (asHost === null) return undefined;
  return asHost[1] !== undefined || /^[(<[]/.test(text) ? 'url' : 'name';
}

function kindOfSign(core: string): TokenKind | undefined {
  if (/^[-/~+|]+$/.test(core)) return core === '+' ? 'and' : 'dash';
  if (core === '&') return 'and';
  return /^\d+$/.test(core) ? 'number' : undefined;
}

function kindOfWord(text: string, core: string): TokenKind {
  const lower = core.toLowerCase();
  if (companyForms.has(lower.replaceAll('.', ''))) return 'company';
  // A legal form in Scandinavia. In lower case, or in a sentence in capitals, it is the conjunction.
  if (core === 'AS' && /^AS[,.]?$/.test(text)) return 'company';
  if (endWords.has(core) || /^(?:IS|ARE|WAS|WITH|MAY|CAN|HAS|NOT|VALUE)$/.test(core)) return 'stop';
  if (conjunctions.has(lower)) return 'and';
  if (lower === 'by') return 'by';
  if (isLink(core, lower)) return 'link';
  if (groupWords.has(core)) return 'group';
  if (initials.test(core) || (nameStart.test(core) && !codeSign.test(core))) return 'name';
  return codeSign.test(core) ? 'junk' : 'word';
}

/** With a capital inside a line, these words belong to names: `The Regents`, `In Motion`. */
function isLink(core: string, lower: string): boolean {
  return links.has(lower) && !givenNames.has(core) && (core === lower || lower === 'the' || core.length > 1);
}
