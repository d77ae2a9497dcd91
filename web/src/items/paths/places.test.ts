// Items of paths in columns by their distance; a large graph is drawn in part, and the rest is counted.
import { expect, it } from 'vitest';
import { placesOf } from './places.ts';

const path = (...ids: number[]) => ids.map((id) => ({ id, name: `item ${id}` }));

it('places each item once, the one that all paths lead to on the right', () => {
  const { places, lines, columns, rows, hidden } = placesOf([path(1, 3, 9), path(1, 2, 4, 9)]);
  expect(places.map(({ item, column, row }) => [item.id, column, row])).toEqual([
    [1, 0, 0],
    [3, 2, 0],
    [9, 3, 0],
    [2, 1, 0],
    [4, 2, 1],
  ]);
  expect(lines).toHaveLength(5);
  expect([columns, rows, hidden]).toEqual([4, 2, 0]);
});

it('draws no more items than can be told apart, and always the first path', () => {
  const many = Array.from({ length: 200 }, (_, at) => path(1, 1000 + at, 9));
  const { places, hidden } = placesOf(many);
  expect([places.length, hidden]).toEqual([80, 122]);
  const long = path(...Array.from({ length: 300 }, (_, at) => at + 1));
  expect(placesOf([long]).places).toHaveLength(300);
});

it('nothing of nothing', () => {
  expect(placesOf([])).toEqual({ places: [], lines: [], columns: 0, rows: 0, hidden: 0 });
});
