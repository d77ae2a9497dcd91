// Versions of rocks: a list of numbers and words, and the revision of the rockspec after the last hyphen.
// https://github.com/luarocks/luarocks/blob/main/docs/rockspec_format.md, and the behaviour of the program. LuaRocks
// treats a version without revision as equal to all its revisions. That is not a total order, so here it comes before
// them, and ranges allow for that.
import { type Bounds, readComparators } from '../comparators.ts';
import { type NativeAnswer, type Order, versionScheme } from '../scheme.ts';
import { leadingNumbers, stepAt } from '../steps.ts';
import { compareLists, compareNumbers, compareValues, isDigit, isLetter, runEnd } from '../text.ts';

interface Item {
  value: number;
  /** The digits of a number, so that long numbers are not rounded; '' for a word. */
  digits: string;
}

interface RockVersion {
  items: Item[];
  /** '' when absent. */
  revision: string;
}

/** Values of these words among the numbers; all other words count as slightly more than 0. */
const WORDS: ReadonlyMap<string, number> = new Map([
  ['dev', 120_000_000],
  ['scm', 110_000_000],
  ['cvs', 100_000_000],
  ['rc', -1000],
  ['pre', -10_000],
  ['beta', -100_000],
  ['alpha', -1_000_000],
]);
const NOTHING: Item = { value: 0, digits: '' };
/** Later than all revisions that anybody uses. */
const LAST_REVISION = '-999999999';

export const luarocks = versionScheme<RockVersion>({
  name: 'luarocks',
  parse: readVersion,
  compare: (a, b) => compareLists(a.items, b.items, compareItems, NOTHING) || compareRevisions(a.revision, b.revision),
  readRange,
});

function readVersion(text: string): RockVersion {
  const written = text.trim();
  const { main, revision } = splitRevision(written);
  const items: Item[] = [];
  let word: number | undefined;
  let at = 0;
  while (at < main.length) {
    const isNumber = isDigit(main.charCodeAt(at));
    const end = runEnd(main, at, isNumber ? isDigit : isLetter);
    // Anything else ends the version.
    if (end === at) break;
    const run = main.slice(at, end);
    // A number right after a word belongs to it: rc2 is one item.
    if (!isNumber) word = WORDS.get(run) ?? run.charCodeAt(0) / 1000;
    else items.push(word === undefined ? { value: Number(run), digits: run } : itemOf(word, Number(run)));
    if (isNumber) word = undefined;
    at = runEnd(main, end, isDivider);
  }
  if (word !== undefined) items.push(itemOf(word, 0));
  return { items, revision };
}

/** The digits after the last hyphen. */
function splitRevision(text: string): { main: string; revision: string } {
  const hyphen = text.lastIndexOf('-');
  const hasRevision = hyphen !== -1 && hyphen + 1 < text.length && runEnd(text, hyphen + 1, isDigit) === text.length;
  return hasRevision ? { main: text.slice(0, hyphen), revision: text.slice(hyphen + 1) } : { main: text, revision: '' };
}

function itemOf(word: number, number: number): Item {
  return { value: word + number / 100_000, digits: '' };
}

function isDivider(code: number): boolean {
  return code === 46 || code === 45 || code === 95;
}

function compareItems(a: Item, b: Item): Order {
  return compareValues(a.value, b.value) || compareNumbers(a.digits, b.digits);
}

function compareRevisions(a: string, b: string): Order {
  if (a === '' || b === '') return a === b ? 0 : a === '' ? -1 : 1;
  return compareNumbers(a, b);
}

/** `~> 1.2` allows versions that begin with 1.2. A version without revision means all its revisions. */
function readRange(range: string): NativeAnswer {
  const order = (a: string, b: string) => luarocks.compare(luarocks.parse(a), luarocks.parse(b));
  const anyRevision = (version: string): Bounds => [
    { comparator: '>=', version },
    { comparator: '<=', version: lastOf(version) },
  ];
  const unequal = (version: string): Bounds => [{ comparator: '!=', version }];
  return readComparators(range, {
    order,
    operators: {
      '=': anyRevision,
      '==': anyRevision,
      '~=': unequal,
      '<=': (version) => [{ comparator: '<=', version: lastOf(version) }],
      '>': (version) => [{ comparator: '>', version: lastOf(version) }],
      '~>': (version) => beginningWith(version) ?? anyRevision(version),
    },
    bare: anyRevision,
  });
}

function lastOf(version: string): string {
  return readVersion(version).revision === '' ? version + LAST_REVISION : version;
}

/** From the first pre-release up to, but not including, the first pre-release of the next version. */
function beginningWith(version: string): Bounds | undefined {
  const numbers = leadingNumbers(version);
  if (numbers.length === 0 || numbers.join('.') !== version) return undefined;
  return [
    { comparator: '>=', version: `${version}alpha` },
    { comparator: '<', version: `${stepAt(numbers, numbers.length - 1)}alpha` },
  ];
}
