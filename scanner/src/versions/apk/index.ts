// Versions of Alpine packages: 1.2.3a_rc1~0f3c-r4. https://man.archlinux.org/man/extra/apk-tools/apk-package.5
// Versions are compared up to the first place that does not fit this form. Such a place sorts before the end of a version.
import { type Order, versionScheme } from '../scheme.ts';
import { compareLists, compareNumbers, compareTexts, compareValues, isDigit, isLowerLetter, runEnd } from '../text.ts';

interface Token {
  kind: keyof typeof RANKS;
  value: string;
}

/** The order if two versions have parts of different kinds at one place. A pre-release suffix is a kind of its own. */
const RANKS = {
  announcing: 0,
  invalid: 1,
  end: 2,
  revision: 3,
  hash: 4,
  suffixNumber: 5,
  suffix: 6,
  letter: 7,
  number: 8,
  first: 9,
};

/** The kinds that may follow each kind. */
const NEXT: Record<Token['kind'], readonly Token['kind'][]> = {
  first: ['number', 'letter', 'suffix', 'hash', 'revision'],
  number: ['number', 'letter', 'suffix', 'hash', 'revision'],
  letter: ['number', 'suffix', 'hash', 'revision'],
  suffix: ['suffixNumber', 'suffix', 'hash', 'revision'],
  announcing: ['suffixNumber', 'suffix', 'hash', 'revision'],
  suffixNumber: ['suffix', 'hash', 'revision'],
  hash: ['revision'],
  revision: [],
  invalid: [],
  end: [],
};

const ANNOUNCING = ['alpha', 'beta', 'pre', 'rc'];
const SUFFIXES = ['cvs', 'svn', 'git', 'hg', 'p'];

const END: Token = { kind: 'end', value: '' };

export const apk = versionScheme<Token[]>({
  name: 'apk',
  aliases: ['alpine', 'wolfi', 'chainguard', 'minimos'],
  isPrerelease: (version) => version.includes('~'),
  parse: tokensOf,
  compare: (a, b) => compareLists(a, b, compareTokens, END),
});

function tokensOf(version: string): Token[] {
  const source = version.trim();
  let at = runEnd(source, 0, isDigit);
  const tokens: Token[] = [{ kind: 'first', value: source.slice(0, at) }];
  while (at < source.length) {
    const before = (tokens.at(-1) as Token).kind;
    const { token, end } = tokenAt(source, at, before);
    if (!NEXT[before].includes(token.kind === 'announcing' ? 'suffix' : token.kind)) {
      if (before === 'revision' && isZero(tokens.at(-1) as Token)) tokens.pop();
      // A broken revision is not compared further.
      tokens.push({ kind: 'invalid', value: source[at] === '-' || before === 'revision' ? '' : source.slice(at) });
      break;
    }
    tokens.push(token);
    at = end;
  }
  return tokens;
}

function tokenAt(source: string, at: number, before: Token['kind']): { token: Token; end: number } {
  const code = source.charCodeAt(at);
  if (isDigit(code)) {
    // Digits after a number need a dot.
    const kind =
      before === 'letter' ? 'number' : before === 'suffix' || before === 'announcing' ? 'suffixNumber' : 'end';
    return run(source, kind, at, isDigit);
  }
  if (source[at] === '.' && before !== 'letter' && isDigit(source.charCodeAt(at + 1))) {
    return run(source, 'number', at + 1, isDigit);
  }
  if (isLowerLetter(code)) return { token: { kind: 'letter', value: source.slice(at, at + 1) }, end: at + 1 };
  if (source[at] === '_') return suffixAt(source, at + 1);
  if (source[at] === '~') return run(source, 'hash', at + 1, isHexadecimal);
  if (source.startsWith('-r', at)) return run(source, 'revision', at + 2, isDigit);
  return { token: END, end: at };
}

function run(source: string, kind: Token['kind'], from: number, belongs: (code: number) => boolean) {
  const end = runEnd(source, from, belongs);
  return { token: { kind, value: source.slice(from, end) }, end };
}

function suffixAt(source: string, at: number): { token: Token; end: number } {
  const end = runEnd(source, at, isLowerLetter);
  const value = source.slice(at, end);
  if (ANNOUNCING.includes(value)) return { token: { kind: 'announcing', value }, end };
  return { token: SUFFIXES.includes(value) ? { kind: 'suffix', value } : END, end };
}

function compareTokens(a: Token, b: Token): Order {
  if (a.kind !== b.kind) return compareValues(RANKS[a.kind], RANKS[b.kind]);
  switch (a.kind) {
    case 'announcing':
      return compareValues(ANNOUNCING.indexOf(a.value), ANNOUNCING.indexOf(b.value));
    case 'suffix':
      return compareValues(SUFFIXES.indexOf(a.value), SUFFIXES.indexOf(b.value));
    case 'number':
      // After a dot, a number with a leading zero is a fraction.
      return a.value[0] === '0' || b.value[0] === '0'
        ? compareTexts(a.value, b.value)
        : compareNumbers(a.value, b.value);
    case 'first':
    case 'suffixNumber':
    case 'revision':
      return compareNumbers(a.value, b.value);
    default:
      return compareTexts(a.value, b.value);
  }
}

function isZero(token: Token): boolean {
  return compareNumbers(token.value, '0') === 0;
}

function isHexadecimal(code: number): boolean {
  return isDigit(code) || (code >= 97 && code <= 102);
}
