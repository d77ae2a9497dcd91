import { expect, it } from 'vitest';
import { MIT_BODY, sampleItem, sampleMatch } from '../sample-items.ts';
import { matchBlocks } from './matches.ts';

const library = new Map([
  ['mit', `MIT License\n\nCopyright (c) <year> <copyright holders>\n\n${MIT_BODY}`],
  ['isc', 'ISC License\n\nPermission to use, copy, modify, and/or distribute this software.'],
]);
const changed = MIT_BODY.replace('free of charge', 'for a fee');

it.each([
  [
    'its beginning once, however many places name it',
    [
      ['a/LICENSE', 'MIT', 'reference', '(The MIT License)'],
      ['a/README', 'MIT', 'reference', '[MIT](LICENSE)'],
      ['a/index.js', 'MIT', 'tag', 'SPDX-License-Identifier: MIT'],
    ],
    ['beside', 'verbatim', 'verbatim'],
  ],
  [
    'that of each license',
    [
      ['a/README', 'MIT', 'reference', 'MIT Licensed'],
      ['a/b.c', 'ISC', 'reference', 'ISC Licensed'],
    ],
    ['beside', 'beside'],
  ],
  [
    'the whole text beside each text that differs',
    [
      ['a/README', 'MIT', 'reference', 'MIT Licensed'],
      ['a/LICENSE', 'MIT', 'text', changed],
      ['a/COPYING', 'MIT', 'text', `${changed} And more.`],
    ],
    ['beside', 'beside', 'beside'],
  ],
] as const)("the license's own text is shown beside texts of files: %s", (_, matches, shown) => {
  const found = {
    itemId: 1,
    matches: matches.map((match) => sampleMatch(match[0], match[1], match[2], match[3])),
    leftOut: 0,
  };
  const blocks = [...matchBlocks(sampleItem(1, 'a'), found, library)];
  expect(blocks.slice(1).map(({ type }) => type)).toEqual(shown);
  for (const [, , , text] of matches) expect(JSON.stringify(blocks)).toContain(text.slice(0, 40));
});
