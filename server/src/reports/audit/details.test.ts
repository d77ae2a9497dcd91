// What the Audit report shows of one item.
import { expect, it } from 'vitest';
import { sampleItem } from '../sample-items.ts';
import { itemDetails } from './details.ts';
import { rowsInOrder } from './matches.ts';

const text = (path: string, more: object = {}) => ({
  ...{ itemId: 1, place: 0, role: 'main' as const, path, startLine: null, endLine: null, isComplete: true },
  ...{ expressions: ['MIT'], sha256: 'aa', problem: '', ...more },
});

const placesShown = (texts: ReturnType<typeof text>[]): string => {
  const blocks = [...itemDetails(sampleItem(1, 'a'), new Map(), { matches: undefined, texts })];
  const found = blocks.find((block) => block.type === 'verbatim' && /as found in the files$/.test(block.summary ?? ''));
  return found?.type === 'verbatim' ? found.text : '';
};

it('names the file and the lines of each license text as found', () => {
  expect(
    placesShown([
      text('a/LICENSE'),
      text('a/README', { startLine: 7, endLine: 9, isComplete: false }),
      text('a/deps/b/COPYING', { role: 'bundled', expressions: [] }),
      text('a/NOTICE', { role: 'notice', expressions: [], sha256: '', problem: 'It is too long to be printed.' }),
    ]).split('\n'),
  ).toEqual([
    'License: a/LICENSE (MIT)',
    'License: a/README, lines 7–9 (MIT; only names its license or refers to it)',
    'License of a part: a/deps/b/COPYING (no known license)',
    'NOTICE file: a/NOTICE (It is too long to be printed.)',
  ]);
});

it('says how many places the page leaves out', () => {
  const shown = placesShown(Array.from({ length: 53 }, (_, at) => text(`a/${at}/LICENSE`))).split('\n');
  expect(shown).toHaveLength(51);
  expect(shown.at(-1)).toBe('… and 3 more, which the JSON file lists.');
});

it('rows of items come with the items that are asked for in their order', async () => {
  const rows = async function* () {
    for (const [itemId, name] of [
      [1, 'a'],
      [1, 'b'],
      [2, 'c'],
      [4, 'd'],
    ] as const)
      yield { itemId, name };
  };
  const rowsOf = rowsInOrder(rows());
  const names = async (itemId: number) => (await rowsOf(itemId)).map(({ name }) => name);
  expect([await names(1), await names(3), await names(4), await names(5)]).toEqual([['a', 'b'], [], ['d'], []]);
});
