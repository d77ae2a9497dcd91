// The shortest way through each item that a beginning needs itself; circles and very many ways do no harm.
import { describe, expect, it } from 'vitest';
import { pathsTo } from './item-paths.ts';

const links = (...pairs: [number, number][]) => pairs.map(([parentId, childId]) => ({ parentId, childId }));

describe('pathsTo', () => {
  it('tells a way for each direct dependency, the shortest first', () => {
    // 1 needs 2 and 3; 2 needs 4, 3 needs 9, 4 needs 9 and 3.
    const graph = links([1, 2], [1, 3], [2, 4], [3, 9], [4, 9], [4, 3]);
    expect(pathsTo(9, graph, 10)).toEqual({
      paths: [
        [1, 3, 9],
        [1, 2, 4, 9],
      ],
      total: 2,
      above: 4,
      isCircle: false,
    });
    expect(pathsTo(9, graph, 1)).toMatchObject({ paths: [[1, 3, 9]], total: 2 });
  });

  it('an item that nothing needs has none, one that needs itself neither', () => {
    expect(pathsTo(1, [], 10)).toEqual({ paths: [], total: 0, above: 0, isCircle: false });
    expect(pathsTo(1, links([1, 1]), 10).paths).toEqual([]);
  });

  it('goes through circles once, and begins in a circle that nothing needs', () => {
    expect(pathsTo(3, links([1, 2], [2, 3], [3, 2]), 10).paths).toEqual([[1, 2, 3]]);
    const alone = pathsTo(3, links([1, 2], [2, 3], [3, 1]), 10);
    expect([alone.paths, alone.isCircle]).toEqual([[[1, 2, 3]], true]);
  });

  it('layers of items that all need each other, with more ways than numbers can tell, are no trouble', () => {
    const layers = 50;
    const width = 20;
    const id = (layer: number, at: number) => 1 + layer * width + at;
    const graph = Array.from({ length: layers - 1 }, (_, layer) => layer).flatMap((layer) =>
      Array.from({ length: width * width }, (_, at) => ({
        parentId: id(layer, at % width),
        childId: id(layer + 1, Math.floor(at / width)),
      })),
    );
    const found = pathsTo(id(layers - 1, 0), graph, 5);
    expect([found.paths.length, found.paths[0]?.length, found.above]).toEqual([5, layers, (layers - 1) * width]);
  });
});
