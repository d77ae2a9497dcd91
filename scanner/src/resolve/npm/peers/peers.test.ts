// What npm 7 and later install for peers, in small universes.
import { expect, it } from 'vitest';
import { KnownUniverse, type Requirement, readUniverse } from '../../index.ts';
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

const peer = (name: string, range: string): Requirement => ({ name, range, type: new Map([['scope', 'peer']]) });

function universeOf(versions: [name: string, version: string, requirements: Requirement[]][]): KnownUniverse {
  const universe = new KnownUniverse();
  for (const [name, version, requirements] of versions)
    universe.add({ name, version, attributes: new Map(), requirements });
  return universe;
}

it('a circle of peers of any length ends', () => {
  const count = 2000;
  const circle = Array.from({ length: count }, (_, at): [string, string, Requirement[]] => [
    `p${at}`,
    '1.0.0',
    [peer(`p${(at + 1) % count}`, '*')],
  ]);
  const universe = universeOf([...circle, ['app', '1.0.0', [peer('p0', '*')]]]);
  expect(resolveNpm(universe, 'app', '1.0.0', { withPeers: true }).nodes.length).toBe(count + 1);
});

it('versions whose peers exclude each other end, and the one without a place is named', () => {
  const universe = universeOf([
    ['a', '1.0.0', [peer('b', '1.0.0')]],
    ['a', '2.0.0', [peer('b', '2.0.0')]],
    ['b', '1.0.0', [peer('a', '2.0.0')]],
    ['b', '2.0.0', [peer('a', '1.0.0')]],
    ['app', '1.0.0', [{ name: 'a', range: '*', type: new Map() }]],
  ]);
  const { nodes } = resolveNpm(universe, 'app', '1.0.0', { withPeers: true });
  expect(nodes.map(({ name, unresolved }) => [name, unresolved.map(({ problem }) => problem)])).toEqual([
    ['app', []],
    ['a', ['b@2.0.0 has no place, because other packages contradict its peers']],
  ]);
});
