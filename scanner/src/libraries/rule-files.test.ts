// Every recogniser has a test text for each sign, and no test text matches another library.
import { describe, expect, it } from 'vitest';
import { parsePurl } from '../purl/purl.ts';
import { createLibraryFinder } from './finder.ts';
import type { LibraryLanguage } from './rule.ts';
import { libraryRules, readLibraryFiles } from './rule-files.ts';

const LANGUAGES: Record<LibraryLanguage, string> = { c: 'C', javascript: 'JavaScript', java: 'Java' };
const files = readLibraryFiles();
const { find: findAll } = createLibraryFinder(files);

describe.each(files)('$name', (file) => {
  it('is found in its own test texts, with their versions, and no other library is found in them', () => {
    for (const { text, version } of file.tests) {
      const found = findAll(Buffer.from(text), LANGUAGES[file.language]).packages;
      const value = parsePurl(file.purl);
      expect(
        found.map((one) => [one.type, one.namespace, one.name, one.version]),
        text,
      ).toEqual([
        'value' in value ? [value.value.type, value.value.namespace ?? '', value.value.name, version] : value.problem,
      ]);
    }
  });

  it('has a text for each sign', () => {
    for (const sign of file.signs) {
      const { find } = createLibraryFinder([{ ...file, signs: [sign] }]);
      const proofs = file.tests.filter(
        ({ text }) => find(Buffer.from(text), LANGUAGES[file.language]).packages.length > 0,
      );
      expect(proofs.length, JSON.stringify(sign)).toBeGreaterThan(0);
    }
  });

  it('gives way only to libraries that exist', () => {
    const names = new Set(files.map(({ name }) => name));
    expect((file.yieldsTo ?? []).filter((name) => !names.has(name))).toEqual([]);
  });
});

it('the built-in recognisers are those of the files, without the test texts', () => {
  expect(libraryRules()).toEqual(files.map(({ tests: _tests, ...rule }) => rule));
});

it('no two recognisers have the same purl', () => {
  expect(new Set(files.map(({ purl }) => purl)).size).toBe(files.length);
});

describe('a file that breaks the schema is refused with a sentence', () => {
  const good =
    'purl: pkg:generic/a\nsigns: [{ define: A_LIB_VERSION }]\ntests: [{ text: "#define A_LIB_VERSION 1", version: "1" }]\n';
  const cases: [string, string, string][] = [
    ['an unknown key', `${good}signes: []\n`, 'nothing reads the key "signes" of the file'],
    ['no purl', good.replace(/purl.*\n/, ''), "must have required property 'purl'"],
    ['a version in the purl', good.replace('generic/a', 'generic/a@1'), 'purl must match pattern'],
    [
      'a sign of two kinds',
      good.replace('define:', 'text: "a text of it", define:'),
      'signs.0 must match exactly one schema',
    ],
    [
      'a sign too short, which too many files contain',
      good.replace('A_LIB_VERSION }', 'VER }'),
      'signs.0.define must match pattern',
    ],
    [
      'a text without eight plain characters',
      good.replace('define: A_LIB_VERSION', 'text: "a {word} b {word}"'),
      'needs 8 plain characters',
    ],
    [
      'an unknown placeholder',
      good.replace('define: A_LIB_VERSION', 'text: "the library {vers}"'),
      '"{vers}" is no placeholder',
    ],
  ];
  it.each(cases)('%s', (_, text, sentence) => {
    expect(() => readLibraryFiles(() => text, ['a.yaml'])).toThrow(sentence);
  });
  it('the valid file from which these cases are made is accepted', () => {
    expect(readLibraryFiles(() => good, ['a.yaml'])).toMatchObject([{ name: 'a', language: 'c' }]);
  });
});
