// Which versions the library takes of a registry's answer.
import { expect, it } from 'vitest';
import { libraryVersionsOf, NO_FACTS, type VersionFacts } from './registries.ts';

const listed = (version: string, more: Partial<VersionFacts> = {}): VersionFacts => ({
  version,
  license: null,
  releasedOn: '',
  isWithdrawn: false,
  requirements: [],
  ...more,
});

function check(purl: string, standing: string[], versions: VersionFacts[], expected: string[]): void {
  const taken = libraryVersionsOf(
    { purl, facts: { ...NO_FACTS, versions } },
    standing,
    (type, text) => `${type}:${text}`,
  );
  expect(taken.map(({ name, purl: of, license }) => [name, of, license].join(' '))).toEqual(expected);
}

it('takes each version once, with its package URL and its license as in the library', () => {
  check(
    'pkg:npm/%40a/b',
    [],
    [listed('1.0.0', { license: 'MIT' }), listed('2.0.0-x+y'), listed('1.0.0', { license: 'ISC' })],
    ['1.0.0 pkg:npm/%40a/b@1.0.0 npm:ISC', '2.0.0-x+y pkg:npm/%40a/b@2.0.0-x%2By '],
  );
});

it('a version that exists in another spelling keeps it', () => {
  check(
    'pkg:pypi/a',
    ['1.0', 'Unknown'],
    [listed('1.0.0'), listed('1.1')],
    ['1.0 pkg:pypi/a@1.0 ', '1.1 pkg:pypi/a@1.1 '],
  );
  check('pkg:pypi/a', ['1.0', '1.0.0'], [listed('1.0.0')], ['1.0.0 pkg:pypi/a@1.0.0 ']);
});

it('leaves out what is no version, and what the database cannot store', () => {
  check('pkg:npm/a', [], [listed(''), listed('x'.repeat(256))], []);
  check('pkg:npm/a', [], [listed('1\0')], ['1\uFFFD pkg:npm/a@1%EF%BF%BD ']);
  check('nonsense', [], [listed('1')], []);
});
