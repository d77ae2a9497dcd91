// What npm 7 and later install for peers, in small universes.
import { expect, it } from 'vitest';
import { readUniverse } from '../../index.ts';
import { resolveNpm } from '../index.ts';

const UNIVERSE = `
react
	16.14.0
	17.0.2
	18.3.1
		ATTR: Tags latest
view
	1.0.0
		scope peer|react@>=16
	2.0.0
		scope peer|react@^17.0.0
	3.0.0
		scope peer|react@^18.0.0
		scope peer|theme@*
	4.0.0
		scope peer opt|react@^16.0.0
theme
	1.0.0
		scope peer|react@^18.0.0
kit
	1.0.0
		view@^2.0.0
	2.0.0
		view@^3.0.0
		react@^16.0.0
box
	1.0.0
		pair@*
pair
	1.0.0
		scope peer|theme@*
		scope peer|view@^2.0.0
lone
	1.0.0
		scope peer|nowhere@^1.0.0
`;

const CASES: [title: string, requirements: string[], installed: string[], problems: string[]][] = [
  ['a required peer is installed', ['view@1.0.0'], ['react 18.3.1', 'view 1.0.0'], []],
  ['an optional peer is not installed', ['view@4.0.0'], ['view 4.0.0'], []],
  [
    'an optional peer restricts a version that is installed anyway',
    ['react@*', 'view@4.0.0'],
    ['react 16.14.0', 'view 4.0.0'],
    [],
  ],
  ['the project already has the peer', ['react@^16.0.0', 'view@1.0.0'], ['react 16.14.0', 'view 1.0.0'], []],
  [
    'a peer decides between the versions that the project allows',
    ['react@>=16', 'view@2.0.0'],
    ['react 17.0.2', 'view 2.0.0'],
    [],
  ],
  ['peers of peers are installed', ['view@3.0.0'], ['react 18.3.1', 'theme 1.0.0', 'view 3.0.0'], []],
  [
    'a package inside another one gets its peer beside it',
    ['kit@1.0.0', 'react@^18.0.0'],
    ['kit 1.0.0', 'react 17.0.2', 'react 18.3.1', 'view 2.0.0'],
    [],
  ],
  [
    'a package that contradicts a peer of its dependency has its own copy',
    ['kit@2.0.0'],
    ['kit 2.0.0', 'react 16.14.0', 'react 18.3.1', 'theme 1.0.0', 'view 3.0.0'],
    [],
  ],
  [
    'a contradiction inside of a package is accepted',
    ['box@1.0.0'],
    ['box 1.0.0', 'pair 1.0.0', 'react 17.0.2', 'theme 1.0.0', 'view 2.0.0'],
    [],
  ],
  [
    'a contradiction of the project is told',
    ['react@^16.0.0', 'view@2.0.0'],
    ['react 16.14.0', 'view 2.0.0'],
    [
      'npm would refuse this installation (ERESOLVE): view 2.0.0 requires react@^17.0.0, but the project requires ^16.0.0',
    ],
  ],
  ['the project has peers too', ['scope peer|react@^17.0.0'], ['react 17.0.2'], []],
];

function resolve(requirements: readonly string[], options: { withPeers: boolean }) {
  const lines = [...UNIVERSE.split('\n'), 'app', '\t1.0.0', ...requirements.map((one) => `\t\t${one}`)];
  const issues: string[] = [];
  const universe = readUniverse(lines, issues);
  expect(issues).toEqual([]);
  return { universe, graph: resolveNpm(universe, 'app', '1.0.0', options) };
}

it.each(CASES)('%s', (_, requirements, installed, problems) => {
  const { graph } = resolve(requirements, { withPeers: true });
  const all = graph.nodes.slice(1).map(({ name, version }) => `${name} ${version}`);
  expect({ installed: all.sort(), problems: graph.problems }).toEqual({ installed, problems });
});

it('a peer that the universe does not have is named', () => {
  const { universe, graph } = resolve(['lone@1.0.0'], { withPeers: true });
  expect([...universe.missing]).toEqual(['nowhere']);
  expect(graph.nodes[1]?.unresolved.map(({ requirement }) => requirement.name)).toEqual(['nowhere']);
});

it('peers are left out unless they are asked for', () => {
  const { graph } = resolve(['view@3.0.0'], { withPeers: false });
  expect(graph.nodes.map(({ name }) => name)).toEqual(['app', 'view']);
});
