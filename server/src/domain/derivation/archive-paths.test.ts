import { expect, it } from 'vitest';
import { pathInArchive, tieToArchives } from './archive-paths.ts';
import { deriveInventory } from './inventory-derivation.ts';

const archives = ['lib/a.jar', 'x.zip'];

it.each<[string[], string[]]>([
  [
    ['lib/a.jar!/META-INF/LICENSE', 'lib/a.jar!/b.jar!/c', 'src/a.c'],
    ['lib/a.jar', 'src/a.c'],
  ],
  [
    ['odd!/x.zip', 'odd!/y'],
    ['odd!/x.zip', 'odd!/y'],
  ],
  [['x.zip!/odd!/y', 'x.zip'], ['x.zip']],
  [['lib/b.jar!/a'], ['lib/b.jar!/a']],
])('the item of files %j has the files %j', (paths, tied) => {
  const wanted = deriveInventory(
    [],
    paths.map((path) => ({ path, expressions: ['MIT'] })),
  );
  const { items } = tieToArchives(wanted, new Set(archives));
  expect(items.map(({ files }) => files)).toEqual([tied]);
});

it('ignores license texts inside archives', () => {
  const licensed = [
    { path: 'LICENSE', licensedFolder: '' },
    { path: pathInArchive('x.zip', 'LICENSE'), licensedFolder: 'x.zip!' },
  ].map((file) => ({ ...file, expressions: ['MIT'] }));
  const [item] = tieToArchives(deriveInventory([], licensed), new Set(archives)).items;
  expect(item!.licenseFiles).toEqual(['LICENSE']);
});
