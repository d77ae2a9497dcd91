import { Buffer } from 'node:buffer';
import { expect, it } from 'vitest';
import { createSearchTermMatcher } from './index.ts';

function check(
  terms: string[],
  text: string | Uint8Array,
  expected: [term: string, count: number, line: number][],
): void {
  const bytes = typeof text === 'string' ? Buffer.from(text, 'utf8') : text;
  const hits = createSearchTermMatcher(terms)(bytes);
  expect(hits.map(({ term, count, line }) => [term, count, line])).toEqual(expected);
}

it.each<[title: string, terms: string[], text: string, expected: [string, number, number][]]>([
  ['no terms', [], 'text', []],
  ['an empty term is left out', ['', 'x'], 'x', [['x', 1, 1]]],
  ['either case', ['GPL'], 'gpl\nGpl', [['GPL', 2, 1]]],
  [
    'terms that differ only in case both count',
    ['Foo', 'foo'],
    'FOO',
    [
      ['Foo', 1, 1],
      ['foo', 1, 1],
    ],
  ],
  ['overlapping hits', ['aa'], 'aaaa', [['aa', 3, 1]]],
  [
    'a term inside a term',
    ['she', 'he', 'hers'],
    'a\nushers',
    [
      ['she', 1, 2],
      ['he', 1, 2],
      ['hers', 1, 2],
    ],
  ],
  ['the line on which a term begins', ['b\nc'], 'a\nb\nc', [['b\nc', 1, 2]]],
  ['punctuation must match exactly', ['a@b'], 'a`b A@B', [['a@b', 1, 1]]],
  ['accented letters differ from plain ones', ['Zoë'], 'zoë Zoe', [['Zoë', 1, 1]]],
  ['any of the usual cases beyond A-Z', ['MÜLLER'], 'Müller\nmüller MÜLLER mÜLLER', [['MÜLLER', 4, 1]]],
  ['Cyrillic letters', ['ПРИВЕТ'], 'привет Привет ПРИВЕТ', [['ПРИВЕТ', 3, 1]]],
  ['an initial capital', ['école normale'], 'École normale ÉCOLE NORMALE', [['école normale', 2, 1]]],
  ['a capital in each word', ['данные и код'], 'Данные и код, Данные И Код', [['данные и код', 2, 1]]],
  ['mixed cases beyond A-Z only as written', ['зАо'], 'зАо ЗаО', [['зАо', 1, 1]]],
  ['letters with other capitals', ['straße'], 'STRASSE Straße', [['straße', 2, 1]]],
  ['characters without cases, once', ['日本', '± 5'], '日本 ± 5', [['日本', 1, 1], ['± 5', 1, 1]]], // biome-ignore format: a case a line
])('finds: %s', (_title, terms, text, expected) => check(terms, text, expected));

it('finds longer terms in latin1 files', () => {
  check(['Müller'], Buffer.from('by Müller', 'latin1'), [['Müller', 1, 1]]);
  check(['müller'], Buffer.from('by MÜLLER and Müller', 'latin1'), [['müller', 2, 1]]);
});

it('agrees with a naive search, with states beyond the complete rows', () => {
  let seed = 7;
  const random = (below: number) => {
    seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
    return (seed >>> 8) % below;
  };
  const letters = [...Array.from({ length: 60 }, (_, index) => String.fromCharCode(0x20 + index))].map((letter) =>
    letter.toLowerCase(),
  );
  const terms = Array.from({ length: 3000 }, () =>
    Array.from({ length: 1 + random(80) }, () => letters[random(3) === 0 ? random(60) : random(3)]).join(''),
  );
  const text = Array.from({ length: 400 }, () => (random(2) === 0 ? terms[random(3000)] : letters[random(60)])).join(
    '',
  );
  const expected = [...new Set(terms)].map((term) => {
    let count = 0;
    for (let at = text.indexOf(term); at !== -1; at = text.indexOf(term, at + 1)) count++;
    return [term, count, 1] as [string, number, number];
  });
  const matcher = createSearchTermMatcher(terms);
  for (let round = 0; round < 2; round++) {
    expect(matcher(Buffer.from(text)).map(({ term, count, line }) => [term, count, line])).toEqual(
      expected.filter(([, count]) => count > 0),
    );
  }
});

it('finds thousands of long terms with equal beginnings and continuations, in memory for little more than their bytes', () => {
  const parts = Array.from(
    { length: 3000 },
    (_, number) => `${number.toString(36).padStart(6, 'x')} ${'abcdefgh'.repeat(number % 7)}`,
  );
  const terms = parts.map((part, number) => {
    const others = Array.from({ length: 80 }, (_, step) => parts[(number * 37 + step * step) % 3000]);
    return `${number % 3 === 0 ? 'shared '.repeat(40) : ''}${part}${others.join('')}`.slice(0, 1024);
  });
  const before = process.memoryUsage().arrayBuffers;
  const matcher = createSearchTermMatcher(terms);
  const text = terms.filter((_, number) => number % 6 === 0).join('');
  const found = matcher(Buffer.from(text)).map(({ term, count }) => [term, count]);
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(60_000_000);
  const expected = [...new Set(terms)].flatMap((term) => {
    let count = 0;
    for (let at = text.indexOf(term); at !== -1; at = text.indexOf(term, at + 1)) count++;
    return count > 0 ? [[term, count]] : [];
  });
  expect(expected.length).toBeGreaterThanOrEqual(500);
  expect(found).toEqual(expected);
});

it('stays linear on nested terms', () => {
  const terms = Array.from({ length: 300 }, (_, index) => 'a'.repeat(index + 1));
  const hits = createSearchTermMatcher(terms)(Buffer.alloc(100_000, 'a'));
  expect(hits.at(-1)).toEqual({ term: 'a'.repeat(300), count: 99_701, line: 1 });
});
