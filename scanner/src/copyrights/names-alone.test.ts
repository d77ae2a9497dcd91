// Lists of people in files whose name is AUTHORS or the like.
import { expect, it } from 'vitest';
import { findCopyrights, withNamesAlone } from './index.ts';

it.each<[what: string, text: string, authors: [value: string, line: number][]]>([
  ['one name', 'Ann Oak\n', [['Ann Oak', 1]]],
  [
    'names, addresses and indented remarks',
    'Ann Oak <ann@oak.org>\n\t- The first trees\nBea Elm\nJan van der Ash\n   Grew up there\n',
    [
      ['Ann Oak <ann@oak.org>', 1],
      ['Bea Elm', 3],
      ['Jan van der Ash', 4],
    ],
  ],
  [
    'headings and remarks after names',
    'Main Developers\n===============\n* Ann Oak (trees)\n* Bea Elm, leaves\nTranslators:\nÅsa Ek - Swedish\n',
    [
      ['Ann Oak', 3],
      ['Bea Elm', 4],
      ['Åsa Ek', 6],
    ],
  ],
  [
    'the form of an entry',
    'Firstname Surname\nAnn Oak\nBea Elm\n Cy Ash\n',
    [
      ['Ann Oak', 2],
      ['Bea Elm', 3],
    ],
  ],
  ['prose', 'Acorn Trees was made in Oakland.\nMany people helped with it.\nWe name Ann Oak only.\n', []],
  ['nothing', '', []],
  [
    'a label, as in other files',
    'Author: Ann Oak\nBea Elm\n',
    [
      ['Ann Oak', 1],
      ['Bea Elm', 2],
    ],
  ],
])('%s', (_, text, expected) => {
  const bytes = Buffer.from(text);
  const { authors } = findCopyrights(bytes);
  expect(withNamesAlone(bytes, authors).map(({ value, line }) => [value, line])).toEqual(expected);
});
