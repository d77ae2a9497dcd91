// Signatures from other projects: which parts are imported, and that hostile ones do no harm.
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createLibraryFinder } from './finder.ts';
import { importSignatures, longestLiteral } from './import.ts';

const SHA1 = 'a'.repeat(40);
const V = '§§version§§';

function imported(extractors: object, others: object = {}): ReturnType<typeof importSignatures> {
  return importSignatures(JSON.stringify({ alib: { npmname: 'a-lib', extractors, ...others } }));
}

function found(extractors: object, text: string): string[] {
  const { findings, issues } = imported(extractors);
  expect(issues).toEqual([]);
  return createLibraryFinder(findings)
    .find(Buffer.from(text), 'JavaScript')
    .packages.map(({ purl }) => purl);
}

describe('signatures', () => {
  const cases: [string, object, string, string[]][] = [
    ['a pattern', { filecontent: [`/\\*! A lib v(${V})`] }, '/*! A lib v1.2.3 */', ['pkg:npm/a-lib@1.2.3']],
    ['a pattern that does not occur', { filecontent: [`/\\*! A lib v(${V})`] }, '/*! Another lib */', []],
    ['a short text', { filecontent: [` dwr-(${V}).jar`] }, 'x dwr-2.0.jar', ['pkg:npm/a-lib@2.0']],
    [
      'a back-reference',
      { filecontent: [`="(${V})",.{5,30}(.)\\.fn=(\\2)\\.prototype`] },
      'a="1.4.2",xxxxxxx b.fn=b.prototype',
      ['pkg:npm/a-lib@1.4.2'],
    ],
    [
      'a replacement',
      { filecontentreplace: [`/a\\.major="([0-9]+)",a\\.minor="([0-9]+)"/$1.$2/`] },
      'a.major="3",a.minor="4"',
      ['pkg:npm/a-lib@3.4'],
    ],
    [
      'one version for each file',
      { filecontent: [`A lib v(${V})`, `alib\\.version="(${V})"`] },
      'A lib v1.0 alib.version="1.0"',
      ['pkg:npm/a-lib@1.0'],
    ],
  ];
  it.each(cases)('%s', (_, extractors, text, expected) => expect(found(extractors, text)).toEqual(expected));

  it('digests', () => {
    const { findings, issues } = imported({ hashes: { [SHA1]: '1.0.5', nonsense: '1' } });
    expect(issues).toEqual([]);
    const finder = createLibraryFinder(findings);
    expect(finder.findByDigest(SHA1, '').map(({ purl }) => purl)).toEqual(['pkg:npm/a-lib@1.0.5']);
    expect(finder.findByDigest('b'.repeat(40), '')).toEqual([]);
  });

  it('of the third version of the format, and scoped names', () => {
    const entry = { npmname: '@a/core', extractors: { filecontent: [`@license Acore v(${V})`] } };
    const { findings } = importSignatures(JSON.stringify({ advisories: { x: entry }, backdoored: {} }));
    expect(findings.map(({ purl }) => purl)).toEqual(['pkg:npm/%40a/core']);
  });

  const faults: [string, string, string][] = [
    ['no JSON', '{', 'The signatures are not JSON'],
    ['nothing', '{}', 'The file contains no signatures'],
    ['another shape', '[{"extractors": 1}]', 'The file contains no signatures'],
    [
      'a pattern without a version',
      JSON.stringify({ a: { extractors: { filecontent: ['alib 1'] } } }),
      'it names no version',
    ],
    [
      'a pattern without a text',
      JSON.stringify({ a: { extractors: { filecontent: [`.=(${V})`] } } }),
      'it has no text of four characters',
    ],
    [
      'an invalid expression',
      JSON.stringify({ a: { extractors: { filecontent: [`alib (${V}`] } } }),
      'it is no regular expression',
    ],
    ['a name of the prototype', '{"__proto__": {"extractors": {"filecontent": ["x"]}}}', 'left out'],
  ];
  it.each(faults)('%s', (_, text, sentence) => {
    const { findings, issues } = importSignatures(text);
    expect(findings).toEqual([]);
    expect(issues.map(({ message }) => message).join('\n')).toContain(sentence);
  });

  it('an expression that would run for ever is stopped and reported', () => {
    const { findings } = imported({ filecontent: [`alib (x+x+)+y(${V})`] });
    const text = Buffer.from(`alib ${'x'.repeat(5000)}`);
    expect(createLibraryFinder(findings).find(text, 'JavaScript')).toEqual({ packages: [], isOutOfTime: true });
  });
});

describe('longestLiteral', () => {
  it.each([
    ['/\\*! jQuery v', '/*! jQuery v'],
    ['a.b\\.c+d', 'b.c'],
    ['abc?def', 'def'],
    ['ab(?:cd|ef)ghi[j-z]k', 'ghi'],
    ['abc|def', ''],
    ['\\d+\\s\\n\\/x', '\n/x'],
    ['a{0,3}bc{2}d', 'bc'],
  ])('%s', (pattern, literal) => expect(longestLiteral(pattern)).toBe(literal));
});

const repository = new URL('../../../../shared/data/vendored-javascript/', import.meta.url);
describe.skipIf(!existsSync(repository))('the public signatures beside the repository (skipped if absent)', () => {
  it.each(['master', 'v2', 'v3', 'v4', 'v5', 'v6'])('jsrepository-%s.json is imported almost completely', (version) => {
    const { findings, issues } = importSignatures(
      readFileSync(new URL(`jsrepository-${version}.json`, repository), 'utf8'),
    );
    expect(findings.length).toBeGreaterThan(60);
    expect(issues.length).toBeLessThan(5);
    createLibraryFinder(findings);
  });
});
