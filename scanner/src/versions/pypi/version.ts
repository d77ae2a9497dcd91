// Reads a version of PEP 440 into its parts, in one pass. https://packaging.python.org/en/latest/specifications/version-specifiers/
import { isDigit, runEnd } from '../text.ts';

export interface PythonVersion {
  epoch: string;
  release: string[];
  pre?: { phase: 'a' | 'b' | 'rc'; number: string };
  post?: string;
  dev?: string;
  local: string[];
}

/** The spellings of pre-releases. A longer spelling is listed before a shorter one with which it begins. */
const PRE_RELEASES: readonly (readonly [string, 'a' | 'b' | 'rc'])[] = [
  ['alpha', 'a'],
  ['a', 'a'],
  ['beta', 'b'],
  ['b', 'b'],
  ['preview', 'rc'],
  ['pre', 'rc'],
  ['c', 'rc'],
  ['rc', 'rc'],
];
const POST_RELEASES = ['post', 'rev', 'r'];

/** The parts of a version. Undefined if the text is not a version. */
export function readPythonVersion(text: string): PythonVersion | undefined {
  const source = text.trim().toLowerCase();
  let at = source[0] === 'v' ? 1 : 0;
  let epoch = '0';
  const first = runEnd(source, at, isDigit);
  if (first === at) return undefined;
  if (source[first] === '!') {
    epoch = source.slice(at, first);
    at = first + 1;
  }
  const release: string[] = [];
  for (;;) {
    const end = runEnd(source, at, isDigit);
    if (end === at) return undefined;
    release.push(source.slice(at, end));
    at = end;
    if (source[at] !== '.' || !isDigit(source.charCodeAt(at + 1))) break;
    at++;
  }
  const version: PythonVersion = { epoch, release, local: [] };
  at = readPost(source, readPre(source, at, version), version);
  const dev = wordAt(source, at, ['dev']);
  if (dev !== undefined) ({ number: version.dev, end: at } = numberAfter(source, dev.end));
  return readLocal(source, at, version) ? version : undefined;
}

function readPre(source: string, at: number, version: PythonVersion): number {
  const word = wordAt(
    source,
    at,
    PRE_RELEASES.map(([spelling]) => spelling),
  );
  if (word === undefined) return at;
  const phase = PRE_RELEASES.find(([spelling]) => spelling === word.word)?.[1] ?? 'rc';
  const { number, end } = numberAfter(source, word.end);
  version.pre = { phase, number };
  return end;
}

function readPost(source: string, at: number, version: PythonVersion): number {
  // 1.0-1 is 1.0.post1.
  if (source[at] === '-' && isDigit(source.charCodeAt(at + 1))) {
    const end = runEnd(source, at + 1, isDigit);
    version.post = source.slice(at + 1, end);
    return end;
  }
  const word = wordAt(source, at, POST_RELEASES);
  if (word === undefined) return at;
  const { number, end } = numberAfter(source, word.end);
  version.post = number;
  return end;
}

/** False if text is left that is not a local version. */
function readLocal(source: string, at: number, version: PythonVersion): boolean {
  if (at === source.length) return true;
  if (source[at] !== '+') return false;
  version.local = source.slice(at + 1).split(/[._-]/);
  return version.local.every((part) => /^[a-z0-9]+$/.test(part));
}

/** The first of the words at this place, with or without a separator before it. */
function wordAt(source: string, at: number, words: readonly string[]): { word: string; end: number } | undefined {
  const start = isSeparator(source[at]) ? at + 1 : at;
  const word = words.find((one) => source.startsWith(one, start));
  return word === undefined ? undefined : { word, end: start + word.length };
}

/** The number of a phase. 0 if it has none. */
function numberAfter(source: string, at: number): { number: string; end: number } {
  const start = isSeparator(source[at]) ? at + 1 : at;
  const end = runEnd(source, start, isDigit);
  return { number: end === start ? '0' : source.slice(start, end), end };
}

function isSeparator(char: string | undefined): boolean {
  return char === '.' || char === '-' || char === '_';
}
