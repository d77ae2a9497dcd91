// Reads signatures in all versions of the Retire.js format (https://github.com/RetireJS/retire.js/tree/master/repository), so that users can add
// existing collections. Takes only signatures of bytes: content patterns and digests. Other people wrote the expressions, so they run with a time
// limit (guarded.ts), and only on a few kilobytes around a text that they must contain.

import type { Found, Issue } from '../findings.ts';
import { own } from '../items.ts';
import { formatPurl } from '../purl/purl.ts';
import type { LibraryRule, LibrarySign } from './rule.ts';

const VERSION = '[0-9][0-9.a-z_\\-]+';
const MARK = '§§version§§';
const MOST_RULES = 10_000;
const LONGEST_PATTERN = 2000;

/** The rules of a file, and an issue for each unusable signature. Never throws. */
export function importSignatures(text: string): Found<LibraryRule[]> {
  const issues: Issue[] = [];
  const tell = (message: string) => void issues.push({ code: 'bad-manifest', path: '', message });
  let parsed: unknown;
  try {
    parsed = JSON.parse(text.startsWith('\ufeff') ? text.slice(1) : text);
  } catch (error) {
    tell(`The signatures are not JSON: ${(error as Error).message}. A repository file of Retire.js was expected.`);
    return { findings: [], issues };
  }
  const all = fieldsOf(parsed);
  // Version 3 of the format has the libraries one level down.
  const libraries = Object.hasOwn(all, 'advisories') ? fieldsOf(all.advisories) : all;
  const entries = Object.entries(libraries).slice(0, MOST_RULES);
  const findings = entries.flatMap(([name, entry]) => ruleOf(name, fieldsOf(entry), tell) ?? []);
  if (findings.length === 0)
    tell('The file contains no signatures: it should have "extractors" with "filecontent" or "hashes".');
  return { findings, issues };
}

function ruleOf(
  name: string,
  entry: Record<string, unknown>,
  tell: (message: string) => void,
): LibraryRule | undefined {
  const extractors = fieldsOf(own(entry, 'extractors'));
  const patterns = textsOf(own(extractors, 'filecontent')).map((pattern) => signOf(pattern));
  const replaced = textsOf(own(extractors, 'filecontentreplace')).map(replacingSignOf);
  const signs = [...patterns, ...replaced].flatMap((sign) => {
    if (typeof sign !== 'string') return [sign];
    tell(`A pattern of "${name}" was left out: ${sign}.`);
    return [];
  });
  const digests = Object.entries(fieldsOf(own(extractors, 'hashes'))).filter(
    (pair): pair is [string, string] => /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/i.test(pair[0]) && typeof pair[1] === 'string',
  );
  if (signs.length === 0 && digests.length === 0) return undefined;
  const purl = purlOf(own(entry, 'npmname'), name);
  if (purl === undefined) {
    tell(`"${name}" was left out: it cannot be the name of a package.`);
    return undefined;
  }
  return {
    name,
    purl,
    language: 'javascript',
    signs,
    ...(digests.length > 0
      ? { digests: Object.fromEntries(digests.map(([key, version]) => [key.toLowerCase(), version])) }
      : {}),
  };
}

function purlOf(npmName: unknown, name: string): string | undefined {
  const full = (typeof npmName === 'string' ? npmName : name).replace(/\s+/g, '-');
  const slash = full.startsWith('@') ? full.indexOf('/') : -1;
  const purl = formatPurl({ type: 'npm', namespace: full.slice(0, Math.max(0, slash)), name: full.slice(slash + 1) });
  return 'value' in purl ? purl.value : undefined;
}

/** A sign, or the reason why it is unusable. */
function signOf(pattern: string): LibrarySign | string {
  const named = pattern.replace(`(${MARK})`, `(?<version>${VERSION})`).replaceAll(MARK, VERSION);
  if (!pattern.includes(MARK)) return 'it names no version';
  return checkedSign({ pattern: named, anchor: longestLiteral(named) });
}

/** `/pattern/replacement/`: the replacement of the match is the version. */
function replacingSignOf(text: string): LibrarySign | string {
  const end = text.lastIndexOf('/', text.length - 2);
  if (!text.startsWith('/') || !text.endsWith('/') || end <= 0) return 'it is not of the form /pattern/replacement/';
  const pattern = text.slice(1, end).replaceAll(MARK, VERSION);
  return checkedSign({ pattern, anchor: longestLiteral(pattern), replacement: text.slice(end + 1, -1) });
}

function checkedSign(sign: LibrarySign & { pattern: string; anchor: string }): LibrarySign | string {
  if (sign.pattern.length > LONGEST_PATTERN) return 'it is too long';
  if (sign.anchor.length < LEAST_ANCHOR) return 'it has no text of four characters that every match contains';
  try {
    new RegExp(sign.pattern);
  } catch (error) {
    return `it is no regular expression (${(error as Error).message})`;
  }
  return sign;
}

const LEAST_ANCHOR = 4;
/** Escapes for one character, with that character. Others (`\s`, `\d`, `\2`) match several. */
const ESCAPED: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' };

/** The longest text outside groups that every match contains; '' if the whole expression is a choice. */
export function longestLiteral(pattern: string): string {
  let best = '';
  let run = '';
  const end = () => {
    if (run.length > best.length) best = run;
    run = '';
  };
  for (let at = 0; at < pattern.length; ) {
    const { text, next } = atomAt(pattern, at);
    if (pattern[at] === '|') return '';
    const quantifier = /^(?:[*?+]|\{\d+(?:,\d*)?\})\??/.exec(pattern.slice(next, next + 20))?.[0] ?? '';
    if (text === undefined || /^(?:[*?]|\{0)/.test(quantifier)) end();
    else {
      run += text;
      if (quantifier !== '') end();
    }
    at = next + quantifier.length;
  }
  end();
  return best;
}

/** One atom of an expression: its character, if it means exactly one, and the start of the next atom. */
function atomAt(pattern: string, at: number): { text: string | undefined; next: number } {
  const char = pattern.charAt(at);
  switch (char) {
    case '\\': {
      const escaped = pattern[at + 1] ?? '';
      const isPlain = /[^0-9A-Za-z]/.test(escaped);
      return { text: isPlain ? escaped : ESCAPED[escaped], next: at + 2 };
    }
    case '[':
      return { text: undefined, next: classEnd(pattern, at) };
    case '(':
      return { text: undefined, next: groupEnd(pattern, at) };
    case '.':
    case '^':
    case '$':
    case '|':
      return { text: undefined, next: at + 1 };
    default:
      return { text: char, next: at + 1 };
  }
}

function classEnd(pattern: string, from: number): number {
  let at = from + 1;
  while (at < pattern.length && pattern[at] !== ']') at += pattern[at] === '\\' ? 2 : 1;
  return at + 1;
}

function groupEnd(pattern: string, from: number): number {
  let depth = 0;
  for (let at = from; at < pattern.length; ) {
    const char = pattern[at];
    if (char === '\\') at += 2;
    else if (char === '[') at = classEnd(pattern, at);
    else {
      if (char === '(') depth++;
      else if (char === ')' && --depth === 0) return at + 1;
      at++;
    }
  }
  return pattern.length;
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
}

function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : [];
}
