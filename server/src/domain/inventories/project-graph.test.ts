import { describe, expect, it } from 'vitest';
import type { LinkedProject, ProjectLink } from './project-graph.ts';
import { addChildren, listLinked, reachableFrom, removeChildren, worstStatus } from './project-graph.ts';

/** `1>2 1>3` */
const links = (text: string): ProjectLink[] =>
  text
    .split(' ')
    .filter((word) => word !== '')
    .map((word) => {
      const [parentId, childId] = word.split('>').map(Number);
      return { parentId: parentId!, childId: childId! };
    });

const written = (project: LinkedProject): string =>
  project.linked.length === 0 ? `${project.id}` : `${project.id}(${project.linked.map(written).join(' ')})`;

describe('adding children', () => {
  it.each<[string, string, number, number[], ProjectLink[] | 'refused']>([
    ['to none', '', 1, [2, 3], links('1>2 1>3')],
    ['that exist already', '1>2', 1, [2, 3], links('1>3')],
    ['twice in one request', '', 1, [2, 2], links('1>2')],
    ['a child of a sibling', '1>2 1>3', 2, [3], links('2>3')],
    ['itself', '', 1, [1], 'refused'],
    ['its parent', '1>2', 2, [1], 'refused'],
    ["its parent's parent", '1>2 2>3', 3, [1], 'refused'],
    ['a cycle among valid ones', '1>2', 2, [3, 1], 'refused'],
  ])('%s', (_, standing, parent, children, expected) => {
    const answer = addChildren(parent, children, links(standing));
    if (expected === 'refused') expect(answer).toMatchObject({ refusal: { code: 'invalid' } });
    else expect(answer).toEqual({ add: expected });
  });
});

it.each<[string, number[], ProjectLink[] | 'refused']>([
  ['1>2 1>3', [2], links('1>2')],
  ['1>2', [2, 2], links('1>2')],
  ['1>2 2>3', [3], 'refused'],
  ['2>1', [2], 'refused'],
])('removing from 1 in %s: %o', (standing, children, expected) => {
  const answer = removeChildren(1, children, links(standing));
  if (expected === 'refused') expect(answer).toMatchObject({ refusal: { code: 'invalid' } });
  else expect(answer).toEqual({ remove: expected });
});

describe('listing', () => {
  const house = links('1>2 1>3 2>4 3>4 4>5');
  it.each<[string, ProjectLink[], number, 'children' | 'parents', boolean, string]>([
    ['direct children', house, 1, 'children', false, '1(2 3)'],
    ['all children, each descendant once', house, 1, 'children', true, '1(2(4(5)) 3(4))'],
    ['direct parents', house, 4, 'parents', false, '4(2 3)'],
    ['all parents', house, 5, 'parents', true, '5(4(2(1) 3(1)))'],
    ['none', house, 5, 'children', true, '5'],
    ['an invalid cycle', links('1>2 2>3 3>1'), 1, 'children', true, '1(2(3(1)))'],
  ])('%s', (_, standing, id, direction, isRecursive, expected) => {
    expect(written(listLinked(id, direction, isRecursive, standing))).toBe(expected);
  });

  it('leaves out projects that the caller may not see, and those that are only below them', () => {
    expect(written(listLinked(1, 'children', true, house, (id) => id !== 2))).toBe('1(3(4(5)))');
    expect(written(listLinked(1, 'children', true, links('1>2 2>3'), (id) => id !== 2))).toBe('1');
  });

  it('stays small if many paths lead to the same projects', () => {
    const ladder = Array.from({ length: 60 }, (_, i) =>
      links(`${3 * i}>${3 * i + 1} ${3 * i}>${3 * i + 2} ${3 * i + 1}>${3 * i + 3} ${3 * i + 2}>${3 * i + 3}`),
    ).flat();
    const count = (project: LinkedProject): number => project.linked.reduce((sum, one) => sum + count(one), 1);
    expect(count(listLinked(0, 'children', true, ladder))).toBe(ladder.length + 1);
  });
});

it.each([
  ['children', 2, [4, 5]],
  ['parents', 4, [1, 2, 3]],
  ['children', 5, []],
] as const)('reachable as %s of %i', (direction, id, expected) => {
  expect([...reachableFrom(id, direction, links('1>2 1>3 2>4 3>4 4>5'))].sort()).toEqual(expected);
});

it.each([
  [['APPROVED', 'DRAFT', 'REJECTED'], 'REJECTED'],
  [['APPROVED', 'DRAFT'], 'DRAFT'],
  [['APPROVED'], 'APPROVED'],
  [[], undefined],
] as const)('the worst of %o is %s', (statuses, worst) => {
  expect(worstStatus(statuses)).toBe(worst);
});
