// Names and addresses of licenses in declarations, as SPDX expressions, and the normal forms for comparing them. Decides nothing. The names are
// data: license-names.yaml. normalize-license.ts adds the names and addresses of the SPDX list.
import { readData } from '../data-files.ts';

type Expressions = Readonly<Record<string, string>>;

const data = readData(new URL('./license-names.yaml', import.meta.url)) as {
  names: Expressions;
  classifiers: Expressions;
  addresses: Expressions;
  words: Readonly<Record<string, Expressions>>;
};

/** By name, in any form that `licenseKey` makes equal. */
export const LICENSE_ALIASES = mapOf(data.names);

/** Trove classifiers that are certain although their words are ambiguous. */
export const CLASSIFIER_ALIASES = mapOf(data.classifiers);

/** By the form of an address that `urlKey` makes. */
export const LICENSE_URLS = mapOf(data.addresses);

/** By purl type: words that one ecosystem defines. */
export const LICENSE_WORDS_BY_TYPE: ReadonlyMap<string, ReadonlyMap<string, string>> = new Map(
  Object.entries(data.words).map(([type, words]) => [type, mapOf(words)]),
);

/** The names in manifests that mean an expression, as they are written most: `apache 2`. Sorted. */
export function otherNamesOf(expression: string): string[] {
  const named = [...LICENSE_ALIASES, ...CLASSIFIER_ALIASES].filter(([, meant]) => meant === expression);
  return [...new Set(named.map(([name]) => name))].sort();
}

function mapOf(expressions: Expressions): ReadonlyMap<string, string> {
  return new Map(Object.entries(expressions));
}

const DROPPED = new Set([
  'the',
  'license',
  'licenses',
  'licence',
  'licences',
  'licensed',
  'version',
  'ver',
  'v',
  'under',
  'software',
  'agreement',
  'terms',
]);

const PHRASES: readonly [RegExp, string][] = [
  [/\b(?:gnu )?affero (?:gnu )?(?:general )?public\b|\bgnu agpl\b/g, 'agpl'],
  [
    /\b(?:gnu )?(?:lesser|library) (?:gnu )?general public\b|\bgnu lgpl\b|\bgnu lesser public\b|\blesser gpl\b/g,
    'lgpl',
  ],
  [/\bgnu (?:general )?public\b|\bgeneral public\b|\bgnu gpl\b/g, 'gpl'],
  [/\bgnu free documentation\b|\bgnu fdl\b/g, 'gfdl'],
  [
    /\b(?:or|and) (?:any |\(?at your option\)? any )?(?:later|newer|greater|higher|above)(?: versions?)?\b|\bplus\b/g,
    'or later',
  ],
  [/\bclauses\b/g, 'clause'],
  // `GPL version 2 (GPL2)`: a repetition.
  [/\b([a-z]+ [\d.]+(?: or later)?) \1(?=\s|$)/g, '$1'],
  [/\bthree clause\b/g, '3 clause'],
  [/\btwo clause\b/g, '2 clause'],
  [/\b(gpl|lgpl|agpl) (?:gpl|lgpl|agpl)\b/g, '$1'],
];

/** `GPL (>= 2)`, as in R packages. */
const AT_LEAST = />=\s*v?(\d[\d.]*)/g;
const COMPARISON = /[<>!]/;

/**
 * Normal form for comparing names: words without articles and `license`, versions without `v` and `.0`. '' for a name that excludes
 * versions, such as `GPL (< 3)`.
 */
export function licenseKey(name: string): string {
  const versioned = name.toLowerCase().replace(AT_LEAST, ' $1 or later ');
  if (COMPARISON.test(versioned)) return '';
  let key = versioned
    .replace(/\+/g, ' or later ')
    .replace(/([a-z])v?(?=\d)/g, (_, letter: string) => `${letter === 'v' ? '' : letter} `)
    .replace(/[^a-z0-9.]+/g, ' ')
    .replace(/\.(?=\s|$)/g, ' ')
    .split(' ')
    .filter((word) => word !== '' && !DROPPED.has(word))
    .map((word) => (/^\d+(\.0)+$/.test(word) ? word.replace(/(\.0)+$/, '') : word))
    .join(' ');
  for (const [phrase, replacement] of PHRASES) key = key.replace(phrase, replacement);
  return key.replace(/\s+/g, ' ').trim();
}

/** Normal form for comparing addresses. */
export function urlKey(url: string): string {
  return url
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/^www\./, '')
    .replace(/[?#].*$/, '')
    .replace(/\/+$/, '')
    .replace(/\.(txt|html?|php|md|pdf|shtml)$/, '');
}
