// Converts signs to searches: an anchor, which is found first, and a regular expression for the few bytes around it.
// Every expression is bounded, and no part can match the beginning of the next part, so that no crafted text takes
// longer than another.
import type { LibrarySign } from './rule.ts';

export interface SignSearch {
  anchor: string;
  /** Bytes before and after the start of the anchor that the expression may need. */
  before: number;
  behind: number;
  expression: RegExp;
  /** Which number of a version the sign gives. Undefined for signs that give all numbers at once. */
  part?: number;
}

/** A number first, then groups of letters and numbers. They are separated, so that there is only one way to match. */
const VERSION = '[0-9]{1,9}[0-9A-Za-z]{0,20}(?:[._+-][0-9A-Za-z]{1,40}){0,8}';
const BLANKS = '[ \\t]{1,40}';
const LONGEST_VALUE = 200;
const LONGEST_DEFINE = 60;
/** Shorter texts are in too many files. */
const LEAST_ANCHOR_BYTES = 8;

const PLACEHOLDERS: Readonly<Record<string, { source: string; longest: number }>> = {
  '{version}': { source: `(?<version>${VERSION})`, longest: LONGEST_VALUE },
  '{gap}': { source: '[\\s*/#;]{0,80}', longest: 80 },
  '{any}': { source: '[^\\n]{0,120}?', longest: 120 },
  '{major}': { source: '(?<major>[0-9]{1,9})', longest: 9 },
  '{minor}': { source: '(?<minor>[0-9]{1,9})', longest: 9 },
  '{patch}': { source: '(?<patch>[0-9]{1,9})', longest: 9 },
  '{word}': { source: '\\w{1,60}', longest: 60 },
  '{number}': { source: '[0-9]{1,12}', longest: 12 },
};

/** The searches of one sign. Throws a sentence if the sign is unusable. */
export function searchesOf(sign: LibrarySign): SignSearch[] {
  if (sign.define !== undefined) return [defineSearch(sign.define, `"?[vV]?(?<version>${VERSION})`)];
  if (sign.packed !== undefined) return [defineSearch(sign.packed, NUMBER)];
  if (sign.numbers !== undefined) return sign.numbers.map((name, part) => ({ ...defineSearch(name, NUMBER), part }));
  if (sign.text !== undefined) return [textSearch(sign.text)];
  if (sign.pattern !== undefined && sign.anchor !== undefined) return [patternSearch(sign.pattern, sign.anchor)];
  throw new Error('A sign needs one of define, numbers, packed, text, or pattern with its anchor.');
}

const NUMBER = '\\(?[ \\t]{0,4}"?(?<version>0x[0-9a-fA-F]{1,8}|[0-9]{1,10})[uUlL]{0,3}\\b';

function defineSearch(name: string, value: string): SignSearch {
  const source = `#[ \\t]{0,40}define${BLANKS}${escaped(name)}${BLANKS}${value}`;
  const behind = name.length + LONGEST_VALUE;
  return { anchor: name, before: LONGEST_DEFINE, behind, expression: new RegExp(source) };
}

function textSearch(text: string): SignSearch {
  const parts = text.split(/(\{[a-z]+\})/).filter((part) => part !== '');
  const literals = parts.map((part) => (part in PLACEHOLDERS ? '' : part));
  const anchor = literals.reduce((longest, part) => (part.length > longest.length ? part : longest), '');
  const unknown = parts.find((part) => /^\{[a-z]+\}$/.test(part) && !(part in PLACEHOLDERS));
  if (unknown !== undefined)
    throw new Error(`"${unknown}" is no placeholder; there are ${Object.keys(PLACEHOLDERS).join(', ')}.`);
  if (Buffer.byteLength(anchor, 'latin1') < LEAST_ANCHOR_BYTES)
    throw new Error(
      `The sign "${text}" needs ${LEAST_ANCHOR_BYTES} plain characters in a row, so that it is not found too often.`,
    );
  const longest = (some: string[]) => some.reduce((sum, part) => sum + (PLACEHOLDERS[part]?.longest ?? part.length), 0);
  const at = literals.indexOf(anchor);
  return {
    anchor,
    before: longest(parts.slice(0, at)),
    behind: longest(parts.slice(at)) + LONGEST_VALUE,
    expression: new RegExp(parts.map((part) => PLACEHOLDERS[part]?.source ?? escaped(part)).join('')),
  };
}

/** Foreign expressions see this many bytes on both sides of their anchor, whatever they repeat. */
const REACH = 8500;

function patternSearch(pattern: string, anchor: string): SignSearch {
  return { anchor, before: REACH, behind: anchor.length + REACH, expression: new RegExp(pattern) };
}

export function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&');
}
