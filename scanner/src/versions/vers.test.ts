import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { canonicalVers, formatVers, nativeRangeTest, parseVers, versFromNative, versionInRange } from './index.ts';

it.each([
  ['vers:npm/>=1.0.0|<2.0.0', '1.5.0', true],
  ['vers:npm/>=1.0.0|<2.0.0', '2.0.0', false],
  ['vers:npm/<1.0.0|>=1.2.0|<1.3.0', '1.1.0', false],
  ['vers:npm/<1.0.0|>=1.2.0|<1.3.0', '0.9.0', true],
  ['vers:npm/*', 'anything', true],
  ['vers:npm/!=1.0.0', '1.0.1', true],
  ['vers:npm/!=1.0.0', 'v1.0.0', false],
  ['vers:npm/>=1.0.0|!=1.2.0|<2.0.0', '1.2.0', false],
  ['vers:npm/1.0.0|2.0.0', '2.0.0', true],
  ['vers:npm/1.0.0|2.0.0', '1.5.0', false],
  ['vers:npm/<1.0.0|<=2.0.0', '2.0.0', true],
  ['vers:deb/>=1%3A2.0|<1:3.0%2Bdfsg', '1:2.5', true],
  ['vers:deb/>=1:2.0', '9.0', false],
  [' VERS:NPM/ <2.0 | >= 1.0', '1.5.0', true],
  ['vers:composer/1.0', '1.0.0', true],
  ['vers:composer/>1.0', 'v1.0.0', false],
  ['npm/>=1.0.0', '1.5.0', false],
  ['vers:npm/', '1.5.0', false],
  ['vers:npm/>=1.0%', '1.5.0', false],
])('%s has %s: %s', (range, version, isIn) => {
  expect(versionInRange(range, version)).toBe(isIn);
});

it.each([
  [
    'vers:npm/>=1.0.0|<2.0.0',
    {
      scheme: 'npm',
      isAny: false,
      constraints: [
        { comparator: '>=', version: '1.0.0' },
        { comparator: '<', version: '2.0.0' },
      ],
    },
  ],
  ['vers:npm/*', { scheme: 'npm', isAny: true, constraints: [] }],
  ['vers:deb/1:2.0%2Bdfsg', { scheme: 'deb', isAny: false, constraints: [{ comparator: '=', version: '1:2.0+dfsg' }] }],
])('%s is canonical', (text, value) => {
  expect(parseVers(text)).toEqual({ value });
  expect(formatVers(value as never)).toBe(text);
});

it.each([
  ['npm/1.0', 'written "vers:"'],
  ['vers:npm', 'written "vers:"'],
  ['vers:npm/', 'has constraints'],
  ['vers:npm/=1.0', 'equality comparator'],
  ['vers:npm/>=', 'comparator (>=, <=, !=, <, >, = or none) and a version'],
  ['vers:npm/>=>1', 'comparator (>=, <=, !=, <, >, = or none) and a version'],
  ['vers:npm/*|1.0', 'comparator (>=, <=, !=, <, >, = or none) and a version'],
  ['vers:npm/>=1.0%c3%a9', 'percent-encoding in version is not canonical'],
  ['vers:npm/2.0|1.0', 'not sorted'],
])('%s is invalid: %s', (text, problem) => {
  expect(parseVers(text)).toEqual({ problem: expect.stringContaining(problem) });
});

it('a range of many constraints is read and tested', () => {
  const list = Array.from({ length: 20_000 }, (_, at) => `${at}.0.0`).reverse();
  const canonical = canonicalVers(`vers:npm/${list.join('|')}`);
  expect(canonical).toEqual({ value: `vers:npm/${list.reverse().join('|')}` });
  expect(versionInRange((canonical as { value: string }).value, '19999.0.0')).toBe(true);
});

it.each([
  ['npm', '^1.2.3', '>=1.2.3|<2.0.0'],
  ['npm', '', '*'],
  ['npm', '>2 <1', ''],
  ['cargo', '1.2', '>=1.2.0|<2.0.0'],
  ['cargo', '0.2.3, <0.2.9', '>=0.2.3|<0.2.9'],
  ['cargo', '~1.2.3', '>=1.2.3|<1.3.0'],
  ['cargo', '1.*', '>=1.0.0|<2.0.0'],
  ['hex', '~> 2.0.8', '>=2.0.8|<2.1.0'],
  ['hex', '~> 2.1', '>=2.1.0|<3.0.0'],
  ['hex', '>= 1.0.0 and < 1.2.0 or == 2.0.0', '>=1.0.0|<1.2.0|2.0.0'],
  ['pub', 'any', '*'],
  ['pub', '^0.1.2', '>=0.1.2|<0.2.0'],
  ['pub', '^0.0.3', '>=0.0.3|<0.1.0'],
  ['pub', '>=1.0.0+1 <2.0.0', '>=1.0.0%2B1|<2.0.0'],
  ['gem', '~> 2.0.8', '>=2.0.8|<2.1'],
  ['gem', '>= 1.0, != 1.5', '>=1.0|!=1.5'],
  ['gem', '~> 2', '>=2|<3'],
  ['gem', '~> 2, != 2.0', '>2|<3'],
  ['gem', '1.0, != 1', ''],
  ['pypi', '~=1.4.2', '>=1.4.2|<1.5.dev0'],
  ['pypi', '==1.4.*', '>=1.4.dev0|<1.5.dev0'],
  ['pypi', '>=1.0,!=1.3.*,<2', '>=1.0|<1.3.dev0|>=1.4.dev0|<2'],
  ['pypi', '>=1.0,!=1.3,<2', '>=1.0|!=1.3|<2'],
  ['pypi', '==1.0,==2.0,!=3.0', ''],
  ['pypi', '>=1.0,!=3.0,<2', '>=1.0|<2'],
  ['nuget', '[1.0.0, 2.0.0)', '>=1.0.0|<2.0.0'],
  ['nuget', '1.0', '>=1.0'],
  ['nuget', '(,1.0]', '<=1.0'],
  ['nuget', '[1.0]', '1.0'],
  ['nuget', '(1.0,1.0)', ''],
  ['nuget', '1.2.*', '>=1.2|<1.3'],
  ['maven', '(,1.0],[1.2,)', '<=1.0|>=1.2'],
  ['maven', '1.0', '1.0'],
  ['maven', '[2.0,1.0]', ''],
  ['composer', '^1.2 || ~2.3.4', '>=1.2|<2|>=2.3.4|<2.4'],
  ['composer', '1.0.*', '>=1.0|<1.1'],
  ['composer', '1.0 - 2.0', '>=1.0|<2.1'],
  ['composer', '>=1.0 <1.1 | dev-main@dev', 'dev-main|>=1.0|<1.1'],
  ['conan', '~1', '>=1|<2-'],
  ['hackage', '>=1.2 && <1.3 || ==2.*', '>=1.2|<1.3|>=2|<3'],
  ['hackage', '^>=1.2.3', '>=1.2.3|<1.3'],
  ['hackage', '-any', '*'],
  ['nginx', '1.5.0+, 1.4.1+', '>=1.4.1|<1.5.0|>=1.5.0'],
  ['openssl', '3.0.0, 1.0.1b', '1.0.1b|3.0.0'],
  ['deb', '>= 1:1.0, << 2:0', '>=1:1.0|<2:0'],
  ['generic', '<1.0 || >=3.0 <3.2', '<1.0|>=3.0|<3.2'],
  ['conda', '>=1.8,<2', '>=1.8|<2'],
  ['conda', '=1.8', '>=1.8dev|<1.9dev'],
  ['conda', '1.8.*|2.1', '>=1.8dev|<1.9dev|2.1'],
  ['conda', '1.8* py39_0', '>=1.8dev|<1.9dev'],
  ['conda', '1.8.1=py39_0', '1.8.1'],
  ['conda', '==1.8', '1.8'],
  ['conda', '~=1!1.4.2', '>=1%211.4.2|<1%211.5dev'],
  ['cpan', '1.5', '>=1.5'],
  ['cpan', '>= 1.2, != 1.5, < 2.0', '>=1.2|!=1.5|<2.0'],
  ['luarocks', '>= 1.0, < 2.0', '>=1.0|<2.0'],
  ['luarocks', '~> 1.2', '>=1.2alpha|<1.3alpha'],
  ['luarocks', '== 1.0-2', '1.0-2'],
  ['luarocks', '~= 1.0-2', '!=1.0-2'],
  ['luarocks', '> 1.0', '>1.0-999999999'],
  ['npm', '>=1 || <3', '*'],
])('%s "%s" is %s', (scheme, range, vers) => {
  expect(versFromNative(scheme, range)).toEqual({ value: `vers:${scheme}/${vers}` });
});

it.each([
  ['npm', '^1.2.3', '1.3.0', true],
  ['npm', '^1.2.3', '1.3.0-rc.1', false],
  ['npm', '^1.2.3', '2.0.0-rc.1', false],
  ['npm', '>=1.2.3-rc.1', '1.2.3-rc.2', true],
  ['swift', '>=1.0.0', '1.5', true],
  ['cargo', '1.2', '1.3.0-beta', false],
  ['cargo', '1.2.0-beta.1', '1.2.0-beta.2', true],
  ['hex', '~> 2.0.8', '2.1.0-rc.1', false],
  ['hex', '< 2.1.0', '2.1.0-rc.1', true],
  ['pub', '<2.0.0', '2.0.0-dev', false],
  ['pub', '>=2.0.0-dev <2.0.0', '2.0.0-dev.1', true],
  ['pub', '^0.0.3', '0.0.9', true],
  ['gem', '~> 2.0', '3.0.pre', false],
  ['gem', '< 3', '3.0.pre', true],
  ['nuget', '1.*', '1.5.0-beta', false],
  ['nuget', '1.*', '1.5.0', true],
  ['nuget', '[1.0,2.0)', '2.0.0-beta', true],
  ['pypi', '<2', '2.0rc1', false],
  ['pypi', '>2', '2.0.post1', false],
  ['composer', '1.0', '1.0.0', true],
  ['composer', '>1.0', '1.0.0', false],
  ['composer', '!=1.0', '1.0.0', false],
  ['composer', '1.0-stable', '1.0.0', true],
  ['composer', '<=1.0', '1.0.0+build', true],
  ['composer', '^1.0', '1.0.0-beta1', true],
  ['composer', '^1.0', '2.0.0-beta1', false],
  ['composer', '1.0 - 2.0-beta1', '2.0', false],
  ['conan', '>=1.0', '1.1-beta', false],
  ['conan', '>=1.0, include_prerelease', '1.0-beta', true],
  ['conan', '<2.0, include_prerelease', '2.0-beta', false],
  ['maven', '[1,2)', '2-alpha', true],
  ['maven', '(1,2]', '1.0', false],
  ['deb', '>= 1:1.0, << 2:0', '1:2.0-1', true],
])('%s "%s" has %s: %s', (scheme, range, version, isIn) => {
  const read = nativeRangeTest(scheme, range);
  expect('value' in read && read.value(version)).toBe(isIn);
});

it.each([
  ['npm', 'not a range!'],
  ['cargo', '>>'],
  ['hex', '~> 2'],
  ['gem', '~>'],
  ['pypi', '>=1 <2'],
  ['pypi', '~=1'],
  ['nuget', '[1.0'],
  ['nuget', '(1.0)'],
  ['maven', '[1,2,3]'],
  ['composer', '^'],
  ['conan', '~x'],
  ['nginx', 'often'],
  ['deb', '>= '],
  ['generic', '>=<1'],
  ['conda', '~=1'],
  ['conda', 'x*'],
  ['cpan', '^1'],
  ['luarocks', '~>'],
  ['generic', '(>=1)'],
  ['hackage', '(>=1 || <2) && >3'],
])('%s "%s" is refused with a sentence', (scheme, range) => {
  expect(versFromNative(scheme, range)).toEqual({ problem: expect.stringContaining('is not understood') });
});

it('a range of many alternatives is refused by its length', () => {
  expect(versFromNative('hackage', '>=1 !=1 || '.repeat(1000))).toEqual({
    problem: 'The range has 11000 characters; ranges of more than 10000 are not read.',
  });
});

/** The suite of the specification, which is not part of the repository. */
const SUITE = '../shared/data/vers-spec';
interface SuiteCase {
  test_type: string;
  input: string & { scheme: string; native_range: string; vers: string; version: string };
  expected_output: unknown;
  expected_failure?: boolean;
  expected_message?: string;
}
if (!existsSync(SUITE)) console.warn(`The test suite of vers is not at ${SUITE}: its cases are skipped.`);

/** Cases in which the suite differs from https://docs.npmjs.com/cli/v11/using-npm/semver#ranges. */
const WRONG_OF_NPM: Record<string, string> = {
  '<= 1.0': 'has 1.0.1: a number that is left out is any number',
  '<=2.1 >=1.1': 'has 2.1.5, for the same reason',
  '>= 1.x': 'has 2.0.0',
  '>= 2.2.x': 'has 2.3.0',
  '2.1 || 2.6': 'has 2.1.5',
  '1.1.2 1.2.2': 'has nothing: no version is both',
  '>=5.0.3 >=4.2.1': 'does not have 4.2.1: both must hold',
  '>= 0.2.0 <= 0.9.6 || ~0.8.0-pre': 'has the same versions in fewer words',
};

function outcomeOf({ test_type, input, expected_failure }: SuiteCase): unknown {
  if (test_type === 'containment') return versionInRange(input.vers, input.version);
  if (test_type === 'from_native') return given(versFromNative(input.scheme, input.native_range));
  if (test_type === 'validate') return given(canonicalVers(input));
  const read = parseVers(input);
  if ('problem' in read) return expected_failure ? read.problem : read;
  const { scheme, constraints } = read.value;
  return { scheme, version_constraints: constraints.map(({ comparator, version }) => [comparator, version]) };
}

function given(answer: { value: string } | { problem: string }): string {
  return 'value' in answer ? answer.value : answer.problem;
}

describe.skipIf(!existsSync(SUITE))('the suite of the specification', () => {
  const files = existsSync(SUITE) ? readdirSync(SUITE).filter((name) => /range|parse/.test(name)) : [];
  it.each(files)('%s', (file) => {
    const { tests } = JSON.parse(readFileSync(join(SUITE, file), 'utf8')) as { tests: SuiteCase[] };
    const cases = tests.filter(
      ({ input }) => !(input.scheme === 'npm' && Object.hasOwn(WRONG_OF_NPM, input.native_range)),
    );
    const wrong = cases
      .map((one) => ({
        input: one.input,
        wanted: one.expected_failure ? one.expected_message : one.expected_output,
        got: outcomeOf(one),
      }))
      .filter(({ wanted, got }) => JSON.stringify(wanted) !== JSON.stringify(got));
    expect(wrong).toEqual([]);
  });
});
