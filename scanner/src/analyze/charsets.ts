// Finds out in which old encoding bytes are that are not UTF-8. Decodes them in each encoding and compares the text with the languages that are
// written in it (charsets.yaml): the encoding in which the text costs the fewest bits is right. Knows bytes and letters, no files.
import { Buffer } from 'node:buffer';
import { readData } from '../data-files.ts';
import { itemAt } from '../items.ts';

/** Costs of one language: pairs of letters, or single characters. */
interface Language {
  letters: ReadonlySet<string>;
  costs: ReadonlyMap<string, number>;
}

interface Charset {
  name: string;
  cost: number;
  languages: Language[];
  /** Whether its languages write without blanks, with two bytes for a character. */
  isWide: boolean;
  /** Most bits for a character beyond ASCII in a text. */
  mostBits: number;
  /** The characters of its first level, which are the common ones; empty for alphabets. */
  common: ReadonlySet<string>;
}

/** An encoding that the bytes are in. */
export interface CharsetJudgement {
  /** As the WHATWG Encoding Standard names it; undefined if the bytes are no text in any encoding. */
  encoding: string | undefined;
  /** False if another encoding gives another text that is nearly as plausible. */
  isSure: boolean;
}

interface LanguageData {
  letters?: string;
  pairs?: Record<string, string>;
  singles?: Record<string, string>;
}

interface CharsetData {
  encodings: { name: string; cost: number; languages: string[] }[];
  languages: Record<string, LanguageData>;
}

/** Where the common characters of wide encodings are: first and last lead byte, the trail bytes. */
const firstLevels: Readonly<Record<string, readonly [number, number, number, number]>> = {
  shift_jis: [0x89, 0x97, 0x40, 0xfc],
  'euc-jp': [0xb0, 0xcf, 0xa1, 0xfe],
  gb18030: [0xb0, 0xd7, 0xa1, 0xfe],
  big5: [0xa4, 0xc6, 0x40, 0xfe],
  'euc-kr': [0xb0, 0xc8, 0xa1, 0xfe],
};

/** Costs of what no table lists. They separate rare from impossible; their exact values matter little. */
const UNLISTED_PAIR = 9;
const FOREIGN_LETTER = 15;
const COMMON_SINGLE = 14;
const RARE_SINGLE = 19;
const HALF_WIDTH = 12;
const CASE_CHANGE = 8;
const INITIAL = 5;
const MARK_APART = 6;
const MARK_IN_WORD = 18;
const OTHER_SIGN = 16;
const CONTROL = 24;
const NOT_DECODED = 30;
/** What a declaration in the file is worth. Files lie about their encoding, so it does not outweigh many characters. */
const DECLARED = -15;
/** Most bits for a character beyond ASCII; more are no text. In a script of its own nearly every letter is beyond ASCII, so each costs little. */
const MOST_BITS = 16;
const MOST_BITS_OF_SCRIPT = 8;
const LETTERS_OF_SCRIPT = 22;
/** Bits by which the best text must be better than the next one. */
const LEAST_MARGIN = 4;

const marks = new Set('©®«»“”‘’‚„–—…•·°§±²³µ¼½¾×÷£€¥¢¿¡\u00a0™º´`‹›†¶');
/** They stand before a letter, after a letter, between two letters. */
const opening = new Set('«“‘„‚–—…©\u00a0¿¡•§');
const closing = new Set('»”’–—…®™\u00a0ºª');
const joining = new Set('’–—…·\u00a0');
const letter = /\p{L}/u;
const wideLetter = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff00-\uffef]/u;

let charsets: Charset[] | undefined;

/** The encoding of lines that are not UTF-8. `declared` is the name that the file itself gives, in lower case, or ''. */
export function judgeCharset(lines: Uint8Array, declared = ''): CharsetJudgement {
  charsets ??= readCharsets();
  const results = charsets
    .map((charset) => {
      const text = new TextDecoder(charset.name).decode(lines);
      const cost = charset.cost + (isDeclared(charset.name, declared) ? DECLARED : 0);
      const bits = costOf(text, charset);
      return {
        name: charset.name,
        text,
        total: cost + bits,
        isText: bits <= countBeyondAscii(text) * charset.mostBits,
      };
    })
    .sort((a, b) => a.total - b.total);
  const best = itemAt(results, 0);
  const rival = results.find(({ text }) => text !== best.text);
  if (!best.isText) return { encoding: undefined, isSure: false };
  return { encoding: best.name, isSure: rival === undefined || rival.total - best.total >= LEAST_MARGIN };
}

const declaration = /(?:charset|(?:file)?encoding|coding|fenc)\s*[:=]\s*["']?([A-Za-z][\w:.-]{1,30})/i;
const REACH_OF_DECLARATION = 2048;

/** The name of the encoding in the first lines (`encoding="Shift_JIS"`, `charset=koi8-r`, `coding: euc-jp`) or the last ones; '' if there is none. */
export function declaredCharset(bytes: Uint8Array): string {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const start = view.toString('latin1', 0, REACH_OF_DECLARATION);
  const found = declaration.exec(start) ?? declaration.exec(view.subarray(-REACH_OF_DECLARATION).toString('latin1'));
  return standardName(found?.[1] ?? '');
}

function standardName(label: string): string {
  try {
    return new TextDecoder(label.replace(/^cp-?(?=125\d)/i, 'windows-').replace(/-(?:unix|dos|mac)$/i, '')).encoding;
  } catch {
    // A name that the standard does not know says nothing.
    return '';
  }
}

/** `koi8-r` is a part of koi8-u, and GBK of GB18030. */
function isDeclared(name: string, declared: string): boolean {
  return (
    name === declared || (name === 'koi8-u' && declared === 'koi8-r') || (name === 'gb18030' && declared === 'gbk')
  );
}

function countBeyondAscii(text: string): number {
  let count = 0;
  for (let index = 0; index < text.length; index++) if (text.charCodeAt(index) >= 0x80) count++;
  return count;
}

/** Words with a letter beyond ASCII, and single characters beyond ASCII. */
const pieces = /\p{L}[\p{L}\p{M}]*|[^\x00-\x7f]/gu;

/** Bits of all that is beyond ASCII in the text. */
function costOf(text: string, charset: Charset): number {
  let bits = 0;
  for (const { 0: piece, index } of text.matchAll(pieces)) {
    if (!/[^\x00-\x7f]/.test(piece)) continue;
    const before = text.charAt(index - 1);
    const after = text.charAt(index + piece.length);
    if (!letter.test(piece)) bits += costOfSign(piece, before, after, charset);
    else if (charset.isWide || wideLetter.test(piece)) bits += costOfSingles(piece, charset);
    else bits += costOfWord(piece, after, charset);
  }
  return bits;
}

function costOfSign(sign: string, before: string, after: string, charset: Charset): number {
  const code = sign.codePointAt(0) ?? 0;
  if (code === 0xfffd) return NOT_DECODED;
  if (code < 0xa0 || (code >= 0xe000 && code <= 0xf8ff)) return CONTROL;
  const listed = charset.isWide ? charset.languages[0]?.costs.get(sign) : undefined;
  if (listed !== undefined) return listed;
  if (!marks.has(sign)) return OTHER_SIGN;
  const isAfter = letter.test(before);
  const isBefore = letter.test(after);
  const isInPlace =
    isAfter && isBefore ? joining.has(sign) : isAfter ? closing.has(sign) : !isBefore || opening.has(sign);
  // Several in a row are no words.
  return isInPlace && !(marks.has(before) && marks.has(after)) ? MARK_APART : MARK_IN_WORD;
}

function costOfSingles(piece: string, { languages, common }: Charset): number {
  let bits = 0;
  for (const single of piece) {
    if (single < '\x80') continue;
    if (single >= '\uff61' && single <= '\uff9f') bits += HALF_WIDTH;
    else if (single >= '\ue000' && single <= '\uf8ff') bits += CONTROL;
    else
      bits += Math.min(
        languages[0]?.costs.get(single) ?? RARE_SINGLE,
        common.has(single) ? COMMON_SINGLE : RARE_SINGLE,
      );
  }
  return bits;
}

/** The bits of a word in the language in which it costs least. */
function costOfWord(word: string, after: string, { languages }: Charset): number {
  if (word.length === 1 && after === '.' && word !== word.toLowerCase()) return INITIAL;
  const lower = word.replaceAll('İ', 'ı').toLowerCase();
  let least = Number.POSITIVE_INFINITY;
  for (const language of languages) least = Math.min(least, costInLanguage(` ${lower} `, language));
  return least + caseChanges(word) * CASE_CHANGE;
}

function costInLanguage(word: string, { letters, costs }: Language): number {
  let bits = 0;
  for (let index = 1; index < word.length; index++) {
    const before = word.charAt(index - 1);
    const here = word.charAt(index);
    if (before < '\x80' && here < '\x80') continue;
    const isKnown = (before < '\x80' || letters.has(before)) && (here < '\x80' || letters.has(here));
    bits += costs.get(before + here) ?? (isKnown ? UNLISTED_PAIR : FOREIGN_LETTER);
  }
  return bits;
}

/** Capitals after small letters within a word, where one of both is beyond ASCII: `пКАНОВ`. */
function caseChanges(word: string): number {
  return word.match(/\p{Ll}(?=\p{Lu})/gu)?.length ?? 0;
}

function readCharsets(): Charset[] {
  const data = readData(new URL('./charsets.yaml', import.meta.url)) as CharsetData;
  const languages = new Map(Object.entries(data.languages).map(([name, language]) => [name, readLanguage(language)]));
  const languageNamed = (name: string): Language => {
    const found = languages.get(name);
    if (found === undefined) throw new Error(`charsets.yaml has no language ${name}`);
    return found;
  };
  return data.encodings.map(({ name, cost, languages: names }) => {
    const known = names.map(languageNamed);
    const isScript = known.some(({ letters }) => letters.size >= LETTERS_OF_SCRIPT);
    const mostBits = isScript ? MOST_BITS_OF_SCRIPT : MOST_BITS;
    const isWide = Object.hasOwn(firstLevels, name);
    return { name, cost, languages: known, isWide, mostBits, common: commonCharacters(name) };
  });
}

function readLanguage({ letters = '', pairs, singles }: LanguageData): Language {
  const costs = new Map<string, number>();
  for (const [bits, text] of Object.entries(singles ?? {})) for (const single of text) costs.set(single, Number(bits));
  for (const [bits, text] of Object.entries(pairs ?? {}))
    for (let at = 0; at < text.length; at += 2) costs.set(text.slice(at, at + 2), Number(bits));
  return { letters: new Set(letters), costs };
}

function commonCharacters(name: string): ReadonlySet<string> {
  const level = Object.hasOwn(firstLevels, name) ? firstLevels[name] : undefined;
  if (level === undefined) return new Set();
  const [firstLead, lastLead, firstTrail, lastTrail] = level;
  const bytes: number[] = [];
  for (let lead = firstLead; lead <= lastLead; lead++)
    for (let trail = firstTrail; trail <= lastTrail; trail++) bytes.push(lead, trail, 0x20);
  return new Set(new TextDecoder(name).decode(Uint8Array.from(bytes)).replace(/[\x00-\x7f\ufffd]/g, ''));
}
