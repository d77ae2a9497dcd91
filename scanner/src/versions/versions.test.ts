// The whole family at once: a row of versions for each scheme, the laws of an order, hostile versions, and public tables if they are available.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { compareVersions, VERSION_SCHEMES } from './index.ts';

/** From the first to the last; versions of one line are equal. */
const ROWS: Record<string, string[]> = {
  alpm: ['1.0a', '1.0beta', '1.0', '1.5-1', '1.5-2', '1.5.a', '1.5.1', '1:0.1'],
  apk: [
    '1.0_alpha',
    '1.0_rc2',
    '1.0',
    '1.0-r1',
    '1.0_p1',
    '1.0a',
    '1.0.09',
    '1.0.1',
    '1.2',
    '1.10',
    '1.10.3_git20200101-r3',
  ],
  cargo: ['0.1.0-alpha', '0.1.0-alpha.2', '0.1.0-alpha.10', '0.1.0 0.1.0+build', '0.2.0'],
  composer: [
    'dev-main',
    '1.0-dev',
    '1.0-alpha1',
    '1.0-beta1 1.0b1',
    '1.0-RC1',
    '1.0 v1.0',
    '1.0.0',
    '1.0.0-p1',
    '1.2',
    '1.x-dev',
    '2.0',
  ],
  conan: [
    '1.0.0-',
    '1.0-alpha.3',
    '1.0-alpha.22',
    '1 1.0 1.0.0',
    '1.0+b1',
    '1.1.1',
    '1.1.1a',
    '1.1.1w',
    '1.1.CCI',
    '1.1.a',
    '1.20',
  ],
  // The list in conda's documentation.
  conda: [
    '0.4 0.4.0',
    '0.4.1.rc 0.4.1.RC',
    '0.4.1',
    '0.5a1',
    '0.5b3',
    '0.5C1',
    '0.5',
    '0.9.6',
    '0.960923',
    '1.0',
    '1.1dev1',
    '1.1_',
    '1.1a1',
    '1.1.0dev1 1.1.dev1',
    '1.1.a1',
    '1.1.0rc1',
    '1.1 1.1.0',
    '1.1+1.dev',
    '1.1+1',
    '1.1.0post1 1.1.post1',
    '1.1.1_ 1.1.1-',
    '1.1.1a',
    '1.1.1',
    '1.1post1',
    '1996.07.12',
    '1!0.4.1',
    '1!3.1.1.6',
    '2!0.4.1',
  ],
  cpan: [
    '.0001',
    '0.01 v0.10 0.010',
    '0.02-TRIAL',
    '0.02',
    '0.1 v0.100',
    '1.002003 v1.2.3 1.2.3',
    '1.0023 1.002_3 v1.2.300 1.2.300',
    '1.10.0 v1.10',
    '1.10 v1.100',
    '1.2 v1.200.0',
    '1.9',
    '1.9b',
    '20240101',
  ],
  cran: ['0.9', '0.10-2 0.10.2', '0.10-2.0', '0.75'],
  datetime: [
    'not a time',
    '2024-01-01T00:00:00+02:00',
    '2024-01-01T00:00:00Z 2023-12-31T19:00:00-05:00',
    '2024-01-01T00:00:00.5Z',
  ],
  deb: [
    '1.0~rc1',
    '1.0 0:1.0 1.0-0',
    '1.0-1',
    '1.0-1ubuntu1',
    '1.0-1+b1',
    '1.0a',
    '1.0+dfsg-1',
    '1.0.1',
    '1.10',
    '1:0.1',
  ],
  gem: ['1.0.a.9 1.0.a9', '1.0.a10', '1.0.b1', '1.0.0-rc1 1.0.pre.rc1', '1.0 1 1.0.0', '1.0.1', '1.10'],
  generic: ['1.0-alpha', '1.0-rc1', '1.0 1 1.0.0 v1.0', '1.0-patched', '1.0.1', '1.10', '20240101000000000001'],
  gentoo: ['1.0_alpha1', '1.0_rc3', '1.0 1.0-r0', '1.0-r1', '1.0_p1', '1.0b', '1.0.0', '1.01', '1.1'],
  golang: [
    'v0.0.0-20190101000000-abcdefabcdef',
    'v0.0.0-20200101000000-abcdefabcdef',
    'v0.1.0',
    '1.21rc2 go1.21rc2',
    'v1.21',
    'v2.0.0+incompatible 2.0.0',
  ],
  hackage: ['0.11.3.0', '1', '1.0', '1.0.0 1.0.0-tag', '1.1'],
  hex: ['1.0.0-rc.1', '1.0.0-rc.2', '1.0.0', '1.10.0'],
  intdot: ['1 1.0', '1.2', '1.10'],
  lexicographic: ['A', 'a', 'aa', 'ä', '\uFFFD', '😀'],
  luarocks: [
    '1.0alpha 1.0.alpha 1.0-alpha',
    '1.0alpha2',
    '1.0beta1-1',
    '1.0beta1-2',
    '1.0pre1',
    '1.0rc1',
    '1.0rc2 1.0rc.2',
    '1.0 1 1.0.0',
    '1.0-1',
    '1.0-10',
    '1.0a',
    '1.0.1',
    '1.10-1',
    '20240101-1',
    'cvs-1',
    'scm-1',
    'scm-2',
    'dev-1',
  ],
  maven: [
    '1.0-alpha-1 1a1',
    '1.0-beta-1',
    '1.0-rc 1.0-cr',
    '1.0-SNAPSHOT',
    '1.0 1 1.0.0 1-ga 1.0.Final',
    '1.0-sp',
    '1.0-foo',
    '1.0.0.x2 1.0-x2 1x2',
    '1-x3',
    '1-1',
    '1.0.a',
    '1.0.1',
    '1.10',
  ],
  nginx: ['0.8.40', '1.4.1', '1.10.0'],
  npm: [
    '0.0.0-foo',
    '1.0.0-1',
    '1.0.0-alpha',
    '1.0.0-alpha.1',
    '1.0.0-rc.10',
    '1.0.0 v1.0.0 =1.0.0 =v1.0.0 1.0.0+x',
    '1.10.0',
    '999999999999999999999999.0.0',
  ],
  nuget: ['1.0.0-Alpha 1.0.0-alpha', '1.0.0-beta.2', '1.0.0-beta.10', '1.0 1.0.0.0 1.0+x', '1.0.0.1', '1.0.1'],
  openssl: ['0.9.8', '0.9.8zg', '1.0.0-beta1', '1.0.0', '1.0.0y', '1.0.0z', '1.0.0za', '1.1.1', '3.0.0'],
  pub: ['1.0.0-pre', '1.0.0-pre+build', '1.0.0', '1.0.0+9', '1.0.0+10', '1.0.0+a', '1.0.1'],
  pypi: [
    'a legacy one',
    '1.0.dev1',
    '1.0a1 1.0alpha1',
    '1.0a2.dev1',
    '1.0b1',
    '1.0rc1 1.0c1',
    '1.0 1 1.0.0 v1.0',
    '1.0+abc',
    '1.0+1',
    '1.0-1 1.0.post1',
    '1.1',
    '1!0.1',
  ],
  rpm: [
    '1.0~rc1',
    '1.0',
    '1.0-1',
    '1.0-1.el7',
    '1.0-2.el7',
    '1.0^git1',
    '1.0.a',
    '1.0-a-2 1.0.a-2',
    '1.0.1',
    '1.10',
    '1:0.1',
  ],
};

test.each(VERSION_SCHEMES.map((scheme) => scheme.name))('%s orders its versions', (scheme) => {
  const row =
    ROWS[scheme]?.map((line) => (scheme === 'pypi' && line.startsWith('a ') ? [line] : line.split(' '))) ?? [];
  expect(row.length).toBeGreaterThan(2);
  const lines = scheme === 'datetime' ? [['not-a-time'], ...row.slice(1)] : row;
  const wrong: string[] = [];
  const all = lines.flatMap((line, place) => line.map((version) => ({ version, place })));
  for (const a of all)
    for (const b of all) {
      const order = compareVersions(scheme, a.version, b.version);
      if (order !== Math.sign(a.place - b.place)) wrong.push(`${a.version} and ${b.version}: ${order}`);
    }
  expect(wrong).toEqual([]);
});

it.each([
  ['packagist', '1.0-RC1', '1.0', -1],
  ['alpine', '1.0-r1', '1.0-r10', -1],
  ['NPM', '1.0.0', '1.0', 0],
  ['nobody-knows', '1.0-rc1', '1.0', -1],
  ['constructor', '1', '2', -1],
])('%s is a name of a scheme, or orders like generic', (scheme, a, b, order) => {
  expect(compareVersions(scheme, a, b)).toBe(order);
});

const PIECES =
  '0 1 00 01 2 10 . - _ + ~ ^ : a b rc alpha p r post dev x ! sp final ga v é α # pre M A -r _p .0 -0 10a \uD800'.split(
    ' ',
  );

/** The same texts in each run. */
function texts(count: number, seed: number): string[] {
  let state = seed;
  const next = (below: number) => {
    state = (state * 1_103_515_245 + 12_345) & 0x7fffffff;
    return Math.floor((state / 0x80000000) * below);
  };
  return Array.from({ length: count }, () => {
    const length = next(7);
    return (next(2) === 0 ? '1' : '') + Array.from({ length }, () => PIECES[next(PIECES.length)]).join('');
  });
}

/** Arch Linux compares releases only if both versions have one, so its order cannot be transitive. */
const NOT_TRANSITIVE = ['alpm'];

describe.each(VERSION_SCHEMES)('$name', ({ name, parse, compare }) => {
  it('orders any texts: antisymmetric and transitive', () => {
    const wrong: string[][] = [];
    const all = texts(3000, 7);
    for (let at = 0; at + 2 < all.length; at++) {
      const triple = all.slice(at, at + 3);
      const parsed = triple.map((text) => parse(text));
      const order = (i: number, j: number) => compare(parsed[i], parsed[j]);
      for (const [i, j, k] of [
        [0, 1, 2],
        [1, 2, 0],
        [2, 0, 1],
        [0, 2, 1],
        [2, 1, 0],
        [1, 0, 2],
      ] as const) {
        if (order(i, i) !== 0 || order(i, j) + order(j, i) !== 0) wrong.push(triple);
        if (NOT_TRANSITIVE.includes(name)) continue;
        if (order(i, j) <= 0 && order(j, k) <= 0 && order(i, k) > 0) wrong.push(triple);
      }
    }
    expect(wrong.slice(0, 3)).toEqual([]);
  });

  it('accepts versions of any size', () => {
    const long = ['1'.repeat(1e6), `1.0.0${'.'.repeat(1e5)}`, 'a'.repeat(1e6), '1a'.repeat(5e4), '-'.repeat(1e5)];
    for (const text of [...long, '~'.repeat(1e5), `${' '.repeat(1e6)}x`, `1${'0'.repeat(1e6)}x`, '1.'.repeat(5e4)]) {
      expect([-1, 0, 1]).toContain(compare(parse(text), parse(`${text}1`)));
      expect(compare(parse(text), parse(text))).toBe(0);
    }
  });
});

/** Public tables, which are not part of the repository. */
const TABLES = '../shared/data/version-tables';
const SUITE = '../shared/data/vers-spec';
const tables: [file: string, schemes: string[]][] = [
  ['alpine', ['apk']],
  ['cran', ['cran']],
  ['debian', ['deb']],
  ['hackage', ['hackage']],
  ['maven', ['maven']],
  ['nuget', ['nuget']],
  ['packagist', ['composer']],
  ['pub', ['pub']],
  ['pypi', ['pypi']],
  ['redhat', ['rpm']],
  ['rubygems', ['gem']],
  ['semver', ['npm', 'cargo', 'golang', 'hex']],
];
if (!existsSync(TABLES)) console.warn(`The tables of versions are not at ${TABLES}: they are skipped.`);
if (!existsSync(SUITE)) console.warn(`The test suite of vers is not at ${SUITE}: its cases are skipped.`);

/** No order can contain this beside `1.2.3.# = 1.2.3` of the same table; PHP treats the sign only as a separator. */
const UNTENABLE = ['1.2.3.# = 1.2.3.1'];

describe.skipIf(!existsSync(TABLES))('the public tables', () => {
  it.each(tables.flatMap(([file, schemes]) => schemes.map((scheme) => [file, scheme] as const)))(
    '%s as %s',
    (file, scheme) => {
      const cases = readFileSync(join(TABLES, `${file}-versions.txt`), 'utf8')
        .split('\n')
        .filter((line) => line !== '' && !/^(#|\/\/) /.test(line) && !UNTENABLE.includes(line))
        .map((line) => line.split(' ') as [string, string, string]);
      expect(cases.length).toBeGreaterThan(10);
      const wrong = cases.filter(([a, operator, b]) => {
        const wanted = { '<': -1, '=': 0, '>': 1 }[operator];
        return compareVersions(scheme, a, b) !== wanted || compareVersions(scheme, b, a) + (wanted ?? 9) !== 0;
      });
      expect(wrong).toEqual([]);
    },
  );
});

interface SuiteCase {
  test_type: string;
  input: { input_scheme: string; versions: string[] };
  expected_output: string[] | boolean;
}

describe.skipIf(!existsSync(SUITE))('the suite of vers', () => {
  const files = existsSync(SUITE) ? readdirSync(SUITE).filter((name) => /cmp_test|lexicographic/.test(name)) : [];
  it.each(files)('%s', (file) => {
    const { tests } = JSON.parse(readFileSync(join(SUITE, file), 'utf8')) as { tests: SuiteCase[] };
    const wrong = tests.filter(({ test_type, input: { input_scheme: scheme, versions }, expected_output: wanted }) => {
      if (test_type === 'equality')
        return (compareVersions(scheme, versions[0] ?? '', versions[1] ?? '') === 0) !== wanted;
      const ordered = [...versions].sort((a, b) => compareVersions(scheme, a, b));
      return ordered.some((version, at) => compareVersions(scheme, version, (wanted as string[])[at] ?? '') !== 0);
    });
    expect(wrong).toEqual([]);
  });
});
