// The license field of a machine-readable copyright file of Debian as an SPDX expression. Short names that are on no list become a LicenseRef-
// of their own: nothing that the file says is lost. The names are data: debian-names.yaml. Pure, except for reading them once.
// Grammar: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/#license-syntax
import { readData } from '../data-files.ts';
import {
  combine,
  currentId,
  isSpdxException,
  type LicenseExpression,
  licenseRef,
  parseSpdxExpression,
  printExpression,
} from '../expressions/index.ts';

interface Names {
  names: Readonly<Record<string, string>>;
  exceptions: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

const data = readData(new URL('./debian-names.yaml', import.meta.url)) as Names;
const NAMES = new Map(Object.entries(data.names));
const EXCEPTIONS = new Map(Object.entries(data.exceptions));

/** Prose that somebody wrote into the field. */
const LONGEST_NAME = 100;
const MOST_WORDS = 200;
const DEEPEST = 20;

/** "or any later version" is part of a name. */
const LATER = /\s*,?\s+or\s+(?:\(at your option\)\s+)?(?:any\s+)?(?:later|newer|greater|higher)(?:\s+versions?)?\b/gi;
/** Signs that stand alone, and commas, are words of their own. */
const WORDS = /[(),;]|[^\s(),;]+(?:\([^\s()]*\)[^\s(),;]*)*/g;
const OPERATORS: ReadonlyMap<string, 'AND' | 'OR'> = new Map([
  ['and', 'AND'],
  ['&', 'AND'],
  ['or', 'OR'],
  ['and/or', 'OR'],
  ['|', 'OR'],
  ['||', 'OR'],
  ['/', 'OR'],
]);

/** The expression of a name, where other tables know it. */
export type NameReader = (name: string) => string | undefined;

/** The expression of a license field; '' for a text that is no list of names. */
export function debianExpression(field: string, byName: NameReader): string {
  const words = field.replace(/\s+/g, ' ').trim().replace(LATER, '+').match(WORDS) ?? [];
  if (words.length === 0 || words.length > MOST_WORDS) return '';
  const tree = fromWords(words, byName, 0);
  return tree === undefined ? '' : printExpression(tree);
}

/** A comma closes what is before it: "A or B, and C" is (A or B) and C. */
function fromWords(words: readonly string[], byName: NameReader, depth: number): LicenseExpression | undefined {
  if (depth > DEEPEST) return undefined;
  const parts = splitOutside(words, (word) => word === ',' || word === ';');
  const joints: ('AND' | 'OR' | undefined)[] = [];
  const trees: (LicenseExpression | undefined)[] = [];
  for (const part of parts.filter((one) => one.length > 0)) {
    const operator = OPERATORS.get(part[0]?.toLowerCase() ?? '');
    const rest = operator === undefined ? part : part.slice(1);
    if (rest.length === 0) continue;
    if (trees.length > 0 && /^with$/i.test(rest[0] ?? '')) {
      trees.push(fromPart([...lastPart(parts, part), ...rest], byName, depth));
      trees.splice(-2, 1);
      continue;
    }
    if (trees.length > 0) joints.push(operator);
    trees.push(fromPart(rest, byName, depth));
  }
  // "A, B or C" is a choice of three.
  const inLast = parts.at(-1)?.map((word) => OPERATORS.get(word.toLowerCase())) ?? [];
  const last = [...joints, ...inLast].findLast((joint) => joint !== undefined) ?? 'AND';
  return joined(
    trees,
    joints.map((joint) => joint ?? last),
  );
}

const lastPart = (parts: readonly string[][], part: string[]): string[] => parts[parts.indexOf(part) - 1] ?? [];

/** What stands between commas: names with "and" and "or" between them; "and" binds more tightly. */
function fromPart(words: readonly string[], byName: NameReader, depth: number): LicenseExpression | undefined {
  const joints: ('AND' | 'OR')[] = [];
  const parts = splitOutside(words, (word) => {
    const operator = OPERATORS.get(word.toLowerCase());
    if (operator) joints.push(operator);
    return operator !== undefined;
  });
  return joined(
    parts.map((part) => fromName(part, byName, depth)),
    joints,
  );
}

function joined(
  trees: readonly (LicenseExpression | undefined)[],
  joints: readonly ('AND' | 'OR')[],
): LicenseExpression | undefined {
  if (trees.length === 0 || trees.some((tree) => tree === undefined)) return undefined;
  const choices: LicenseExpression[][] = [[]];
  for (const [at, tree] of trees.entries()) {
    if (at > 0 && joints[at - 1] === 'OR') choices.push([]);
    if (tree) choices.at(-1)?.push(tree);
  }
  return combine(
    'OR',
    choices.map((parts) => combine('AND', parts)),
  );
}

function splitOutside(words: readonly string[], isSeparator: (word: string) => boolean): string[][] {
  const parts: string[][] = [[]];
  let depth = 0;
  for (const word of words) {
    if (word === '(') depth++;
    if (word === ')') depth--;
    if (depth === 0 && isSeparator(word)) parts.push([]);
    else parts.at(-1)?.push(word);
  }
  return parts;
}

function fromName(words: readonly string[], byName: NameReader, depth: number): LicenseExpression | undefined {
  if (words[0] === '(' && words.indexOf(')') === words.length - 1)
    return fromWords(words.slice(1, -1), byName, depth + 1);
  if (words[0] === '(' && words.at(-1) === ')' && isOnePair(words))
    return fromWords(words.slice(1, -1), byName, depth + 1);
  const name = words.join(' ').replace(/\( | \)/g, (sign) => sign.trim());
  if (name === '' || name.length > LONGEST_NAME || !/[\p{L}\p{N}]/u.test(name)) return undefined;
  return parseSpdxExpression(expressionOf(name, byName))?.tree;
}

function isOnePair(words: readonly string[]): boolean {
  let depth = 0;
  return words.every((word, at) => {
    if (word === '(') depth++;
    if (word === ')') depth--;
    return depth > 0 || at === words.length - 1;
  });
}

/** `GPL-2+ with OpenSSL exception`, `GPL-3+-with-autoconf-exception`; `BSD-with-weird-numbering` is a name. */
const WITH =
  /^(.+?)(?:\s+with\s+(?:the\s+)?(.+?)(?:[\s-]+exceptions?(?:[\s-]+([\d.]+))?)?|[\s-]+with[\s-]+(?:the\s+)?(.+?)[\s-]+exceptions?(?:[\s-]+([\d.]+))?)$/i;
/** `GPL-2+-autoconf-exception` */
const WITH_EXCEPTION = /^((?:A|L)?GPL-[\d.]+\+?)[\s-]+(.+?)[\s-]+exception$/i;

function expressionOf(name: string, byName: NameReader): string {
  const known = knownName(name, byName);
  if (known !== undefined) return known;
  const found = WITH.exec(name) ?? WITH_EXCEPTION.exec(name) ?? [];
  const [, license = '', spaced, version = found[5], joined = ''] = found;
  const exception = spaced ?? joined;
  if (license === '') return choiceOf(name, byName) ?? licenseRef(name);
  const base = knownName(license, byName) ?? licenseRef(license);
  // The exception of a choice belongs to the whole choice, for which there is no expression.
  if (/ (?:OR|AND|WITH) /.test(base)) return licenseRef(name);
  return `${base} WITH ${exceptionOf(exception, version, base)}`;
}

/** `GPL/LGPL`: names with a slash between them that are all known. */
function choiceOf(name: string, byName: NameReader): string | undefined {
  if (!/^[^\s/]+(?:\/[^\s/]+)+$/.test(name)) return undefined;
  const parts = name.split('/').map((part) => knownName(part, byName));
  return parts.some((part) => part === undefined) ? undefined : parts.join(' OR ');
}

const GFDL_NIV = /^gfdl-niv-(\d\.\d)(\+?)$/i;
/** The version in the name as people write it: `GPLv2+`, `LGPL 2.1`. */
const SPELLED = /^((?:A|L)?GPL|GFDL)[\s-]*v?\.?\s*(\d(?:\.\d)?)(\.0)?(\+?)$/i;

function knownName(name: string, byName: NameReader): string | undefined {
  const listed = NAMES.get(name.toLowerCase());
  if (listed !== undefined) return listed;
  const invariants = GFDL_NIV.exec(name);
  if (invariants) return currentId(`GFDL-${invariants[1]}-no-invariants-${invariants[2] ? 'or-later' : 'only'}`);
  const spelled = SPELLED.exec(name);
  const written = spelled ? `${spelled[1]}-${spelled[2]}${spelled[4]}` : name;
  return currentId(written) ?? byName(name);
}

function exceptionOf(name: string, version: string | undefined, base: string): string {
  const key = name.toLowerCase().replace(/[\s_]+/g, '-');
  const major = /-(\d)/.exec(base)?.[1] ?? '';
  const withoutVersion = key.replace(/-v?\d[\d.]*$/, '');
  const known =
    EXCEPTIONS.get(version === undefined ? key : `${key}-${version}`) ??
    EXCEPTIONS.get(key) ??
    EXCEPTIONS.get(withoutVersion);
  const listed = known?.[major] ?? known?.any;
  if (listed !== undefined) return listed;
  const own = [key, `${key}-exception`, ...(version === undefined ? [] : [`${key}-exception-${version}`])];
  return own.find(isSpdxException) ?? licenseRef(`${name}-exception${version === undefined ? '' : `-${version}`}`);
}
