// Turns a manifest's declared license into an SPDX expression, or into '' when it is uncertain. Reads only names; the license matcher reads texts.

import spdxList from 'spdx-license-list/spdx.json' with { type: 'json' };
import {
  combine,
  currentId,
  type LicenseExpression,
  parseSpdxExpression,
  printExpression,
} from '../expressions/index.ts';
import { decodedText, firstOf, madeOnce } from '../items.ts';
import { debianExpression } from './debian-licenses.ts';
import {
  CLASSIFIER_ALIASES,
  LICENSE_ALIASES,
  LICENSE_URLS,
  LICENSE_WORDS_BY_TYPE,
  licenseKey,
  urlKey,
} from './license-names.ts';

/** Some licenses of the list have no address. */
const SPDX = Object.entries(spdxList as Record<string, { name: string; url?: string }>);
const MAX_LENGTH = 2000;
/** Property names of every JavaScript object; no license has such a name. */
const INHERITED = /\b(constructor|__proto__)\b/i;
const CLASSIFIER = /^License ::/;
/** Phrases for a choice between two licenses, with any word that joins them. */
const DUAL_BEFORE = /^dual[- ]licen[sc]ed?(?: consisting of| under| with)?:? (?:both )?(?=\S)/i;
const DUAL_BEHIND = /,? \(?dual[- ]licen[sc]ed?\)?$/i;

// Made when they are needed: most declarations are expressions already, and all names of the list take longer than the rest of a small scan.
const byAlias = madeOnce(
  () => new Map([...LICENSE_ALIASES].map(([name, expression]) => [licenseKey(name), expression])),
);
const byListedName = madeOnce(() =>
  uniqueMap([
    ...SPDX.map(([id, { name }]): [string, string] => [licenseKey(name), currentId(id) ?? id]),
    ...SPDX.map(([id]): [string, string] => [licenseKey(id), currentId(id) ?? id]),
  ]),
);
const byListedUrl = madeOnce(() =>
  uniqueMap(
    SPDX.flatMap(([id, { url }]): [string, string][] =>
      url === undefined ? [] : [[urlKey(url), currentId(id) ?? id]],
    ),
  ),
);

/** Normalised names of licenses outside any list, with their ids. */
export type OwnLicenseNames = ReadonlyMap<string, string>;

/** A name that two licenses share means neither. */
export function ownLicenseNames(licenses: readonly { id: string; names: readonly string[] }[]): OwnLicenseNames {
  return uniqueMap(licenses.flatMap(({ id, names }) => names.map((name): [string, string] => [licenseKey(name), id])));
}

const NO_NAMES: OwnLicenseNames = new Map();

/**
 * A canonical SPDX expression for `PackageFinding.declaredLicense`: an expression (deprecated ids become current ones), a name, an address,
 * trove classifiers, `MIT/Apache-2.0` of old crates, and these joined by AND and OR. '' when it is uncertain, as with "BSD", "GPL", "GPL (<
 * 3)", "SEE LICENSE IN …", or several classifiers, which may or may not be a choice. `type` is the purl type. `own` are additional names;
 * names known without them keep their meaning.
 */
export function declaredToExpression(type: string, declared: string, own = NO_NAMES): string {
  const text = inWordsOf(type, declared.replace(/\s+/g, ' ').trim());
  if (text === '' || text.length > MAX_LENGTH || INHERITED.test(text)) return '';
  if (type === 'deb') return debianExpression(text, (name) => byName(name, own));
  if (CLASSIFIER.test(text)) return fromClassifiers(text, own);
  const parsed = parseSpdxExpression(text);
  if (parsed !== undefined && parsed.unknown.length === 0) return parsed.expression;
  // On PyPI, classifiers are also used without their prefix.
  const classified = type === 'pypi' ? CLASSIFIER_ALIASES.get(text) : undefined;
  if (classified !== undefined) return classified;
  const tree = fromDual(text, own) ?? fromNames(text, own, 0) ?? fromList(text, own);
  return tree === undefined ? '' : printExpression(tree);
}

/** The words that an ecosystem defines for licenses, as expressions; each part of a choice on its own. */
function inWordsOf(type: string, text: string): string {
  const words = LICENSE_WORDS_BY_TYPE.get(type);
  if (words === undefined || text.length > MAX_LENGTH) return text;
  // In R, "file LICENSE" after a license adds name and year to its text.
  const bare = type === 'cran' ? text.replace(/ \+ file LICEN[CS]E$/i, '') : text;
  const parts = bare.split(/ OR | \| /).map((part) => {
    const word = part.toLowerCase();
    const expression = words.get(word);
    return expression === undefined ? part : `(${expression})`;
  });
  return parts.some((part, i) => part !== bare.split(/ OR | \| /)[i]) ? parts.join(' OR ') : bare;
}

function fromClassifiers(text: string, own: OwnLicenseNames): string {
  const classifiers = text
    .split(/ AND (?=License ::)/)
    .map((classifier) => classifier.slice(classifier.lastIndexOf('::') + 2).trim());
  const expressions = new Set(classifiers.map((name) => CLASSIFIER_ALIASES.get(name) ?? byName(name, own) ?? ''));
  return expressions.size === 1 ? firstOf([...expressions]) : '';
}

/** `Dual license consisting of the CDDL v1.1 and GPL v2`. undefined for other texts, or unless both licenses are certain. */
function fromDual(text: string, own: OwnLicenseNames): LicenseExpression | undefined {
  const named = text.replace(DUAL_BEFORE, '').replace(DUAL_BEHIND, '');
  if (named === text) return undefined;
  const trees = splitOutside(named, / (?:or|and|&|\+) |, | ?\/ ?/i).map((part) => fromNames(part.trim(), own, 1));
  return trees.length === 2 && trees.every((tree) => tree !== undefined) ? combine('OR', trees) : undefined;
}

/** Names joined by OR, AND or a slash, with or without parentheses. undefined unless every part is certain. */
function fromNames(text: string, own: OwnLicenseNames, depth: number): LicenseExpression | undefined {
  if (depth > 8) return undefined;
  const whole = byName(text, own);
  if (whole !== undefined) return parseSpdxExpression(whole)?.tree;
  const inner = withoutParentheses(text);
  if (inner !== undefined) return fromNames(inner, own, depth + 1);
  for (const [operator, separator] of [
    ['OR', / OR /],
    ['AND', / AND /],
    ['OR', / or |\|\|?|\s*\/\s*/],
    ['AND', / and | & /],
  ] as const) {
    const parts = splitOutside(text, separator);
    if (parts.length < 2) continue;
    const trees = parts.map((part) => fromNames(part.trim(), own, depth + 1));
    return trees.every((tree) => tree !== undefined) ? combine(operator, trees) : undefined;
  }
  return undefined;
}

/** Longer lists are no declarations. */
const LIST_LENGTH = 12;
const LIST_SEPARATOR = /(\s*[,;]\s*(?:(?:and|or|&)\s)?|\s(?:and|or|&)\s)/i;

/**
 * Names between commas: `MPLv2.0, MIT Licences`, `MIT, ISC or Zlib`. Without "or" the list is no choice, and each license applies. Separators also
 * stand inside names (`GPL, version 2 or later`), so the longest name counts. undefined unless every name is certain.
 */
function fromList(text: string, own: OwnLicenseNames): LicenseExpression | undefined {
  const pieces = text.split(LIST_SEPARATOR);
  if (pieces.length > 2 * LIST_LENGTH || !/[,;]/.test(text)) return undefined;
  const trees: LicenseExpression[] = [];
  const joints: string[] = [];
  for (let from = 0; from < pieces.length; ) {
    let to = pieces.length;
    let tree: LicenseExpression | undefined;
    for (; to > from && tree === undefined; to -= 2) tree = named(pieces.slice(from, to).join(''), own);
    if (tree === undefined) return undefined;
    trees.push(tree);
    from = to + 3;
    joints.push(pieces[from - 1]?.toLowerCase() ?? '');
  }
  const isOffered = joints.some((joint) => /or/.test(joint));
  // "A or B and C" says nothing certain.
  if (isOffered && joints.some((joint) => /and|&/.test(joint))) return undefined;
  return trees.length > 1 ? combine(isOffered ? 'OR' : 'AND', trees) : undefined;
}

function named(text: string, own: OwnLicenseNames): LicenseExpression | undefined {
  const tree = parseSpdxExpression(byName(text.trim(), own) ?? '')?.tree;
  return tree !== undefined && 'operator' in tree ? undefined : tree;
}

function byName(text: string, own: OwnLicenseNames): string | undefined {
  if (/^(https?:\/\/|www\.)\S+$/i.test(text)) return byUrl(text);
  const parsed = parseSpdxExpression(text);
  if (parsed !== undefined && parsed.unknown.length === 0) return parsed.expression;
  const key = licenseKey(text);
  const found = byAlias().get(key) ?? byListedName().get(key) ?? own.get(key);
  if (found !== undefined || !text.includes('(')) return found;
  // `Mozilla Public License 2.0 (MPL 2.0)`: parentheses may only repeat the name or abbreviate it.
  const [, inside = '', rest = ''] = /^[^()]*\(([^()]*)\)([^()]*)$/.exec(text) ?? [];
  const outside = (text.slice(0, text.indexOf('(')) + rest).trim();
  if (outside === '' || inside === '') return undefined;
  const named = byName(outside, own);
  return named !== undefined && (/^[A-Za-z]{2,9}$/.test(inside.trim()) || byName(inside, own) === named)
    ? named
    : undefined;
}

function byUrl(url: string): string | undefined {
  const expression = /^https?:\/\/licenses\.nuget\.org\/(.+)$/i.exec(url)?.[1];
  const parsed = expression === undefined ? undefined : parseSpdxExpression(decodedText(expression));
  if (parsed !== undefined && parsed.unknown.length === 0) return parsed.expression;
  const key = urlKey(url);
  const listed =
    /^(?:spdx\.org\/licenses|licenses\.nuget\.org|choosealicense\.com\/licenses|opensource\.org\/licenses?)\/([\w.+-]+)$/.exec(
      key,
    )?.[1];
  const common = /^creativecommons\.org\/licenses\/([a-z-]+)\/(\d\.\d)(?:\/legalcode)?$/.exec(key);
  if (common !== null) return currentId(`cc-${common[1]}-${common[2]}`);
  return LICENSE_URLS.get(key) ?? (listed === undefined ? undefined : currentId(listed)) ?? byListedUrl().get(key);
}

/** The text inside parentheses that enclose all of it; undefined without such parentheses. */
function withoutParentheses(text: string): string | undefined {
  if (!text.startsWith('(') || !text.endsWith(')')) return undefined;
  let depth = 0;
  for (let i = 0; i < text.length; i++) {
    if (text[i] === '(') depth += 1;
    if (text[i] === ')') depth -= 1;
    if (depth === 0 && i < text.length - 1) return undefined;
  }
  return text.slice(1, -1).trim();
}

function splitOutside(text: string, separator: RegExp): string[] {
  const parts: string[] = [];
  let start = 0;
  const pattern = new RegExp(separator.source, `g${separator.flags}`);
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    const before = text.slice(start, match.index);
    if (count(before, '(') !== count(before, ')')) continue;
    parts.push(before);
    start = match.index + match[0].length;
  }
  parts.push(text.slice(start));
  return parts;
}

function count(text: string, character: string): number {
  return text.split(character).length - 1;
}

/** Keys with several values are dropped. */
function uniqueMap(entries: readonly [string, string][]): Map<string, string> {
  const map = new Map<string, string>();
  const ambiguous = new Set<string>();
  for (const [key, value] of entries) {
    if (map.has(key) && map.get(key) !== value) ambiguous.add(key);
    map.set(key, value);
  }
  for (const key of ambiguous) map.delete(key);
  map.delete('');
  return map;
}
