// All resolvers on recorded universes: ours, and the public ones if they are available.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  canonicalLines,
  KnownUniverse,
  RESOLVERS,
  type Recorded,
  type RecordedCase,
  type ResolvedGraph,
  readRecorded,
  readUniverse,
  universeOf,
} from './index.ts';

const FIXTURES = join(import.meta.dirname, 'fixtures');
/** Universes of npm with the graphs that npm itself resolved. They are not part of the repository. */
const PUBLIC = '../shared/data/resolve';

const sources: [title: string, system: string, recorded: Recorded][] = [
  ...readdirSync(FIXTURES).map((file): [string, string, Recorded] => {
    const system = file.split('.', 1)[0] ?? '';
    return [`our ${system}`, system, readRecorded(readFileSync(join(FIXTURES, file), 'utf8'))];
  }),
  ...(existsSync(PUBLIC) ? readdirSync(PUBLIC) : []).map((system): [string, string, Recorded] => {
    const files = readdirSync(join(PUBLIC, system)).map((file) => readFileSync(join(PUBLIC, system, file), 'utf8'));
    return [`public ${system}`, system, readRecorded(files.join('\n'))];
  }),
];
if (!existsSync(PUBLIC)) console.warn(`The recorded universes are not at ${PUBLIC}: they are skipped.`);

describe.each(sources)('%s', (_, system, recorded) => {
  it('is read without issues', () => {
    expect(recorded.issues).toEqual([]);
    expect(recorded.cases.length).toBeGreaterThan(2);
  });

  it.each(recorded.cases)('$name', (one) => {
    const universe = universeOf(recorded, one);
    const got = RESOLVERS.get(system)?.(universe, one.package, one.version) as ResolvedGraph;
    const wanted = recorded.graphs.get(one.graph) as ResolvedGraph;
    if (one.flags.includes('error') || (one.flags.includes('loose_errors') && hasProblem(wanted))) {
      expect(hasProblem(got)).toBe(true);
      return;
    }
    expect(canonicalLines(withOwnNames(got, universe, one))).toEqual(canonicalLines(wanted));
  });
});

function hasProblem({ nodes, problems }: ResolvedGraph): boolean {
  return problems.length > 0 || nodes.some((node) => node.unresolved.length > 0);
}

/** Cases that were recorded from npm itself list bundled packages under their own names. */
function withOwnNames(graph: ResolvedGraph, universe: KnownUniverse, { flags }: RecordedCase): ResolvedGraph {
  if (!flags.includes('demangle_names')) return graph;
  const own = new Map([...universe.all()].map((one) => [one.name, one.attributes.get('derivedfrom') ?? one.name]));
  return { ...graph, nodes: graph.nodes.map((node) => ({ ...node, name: own.get(node.name) ?? node.name })) };
}

it.each([...RESOLVERS])('%s reports unknown packages, and continues', (_, resolve) => {
  const universe = readUniverse(['a', '\t1', '\t\tb@', '\t\tc:c@1', 'b', '\t1'], []);
  expect(resolve(universe, 'a', '2').problems).toEqual(['The version 2 of a is not known.']);
  resolve(universe, 'a', '1');
  expect([...universe.missing]).toEqual(['c:c']);
});

it.each([...RESOLVERS])('%s resolves long chains and wide circles', (system, resolve) => {
  const range = system === 'npm' ? '*' : system === 'maven' ? '1.0.0' : '';
  const count = system === 'pypi' ? 500 : 3000;
  const universe = new KnownUniverse();
  for (let at = 0; at < count; at++) {
    const requirements = [(at + 1) % count, (at * 7) % count].map((to) => ({
      name: `g:p${to}`,
      range,
      type: new Map(),
    }));
    universe.add({ name: `g:p${at}`, version: '1.0.0', attributes: new Map(), requirements });
  }
  expect(resolve(universe, 'g:p0', '1.0.0').nodes.length).toBeGreaterThanOrEqual(count);
});

it.each([
  ['a line without a parent line', '-- Universe x\n\t1\n\t\tb@1\n-- END', 2],
  ['a block without end', '-- Universe x\na', 1],
  ['a graph with an undefined label', '-- Graph g\na 1\n└─ $7@1\n-- END', 1],
  ['anything', '\0\t\t|||@@@ $$\n-- Test', 0],
])('reads %s without an exception', (_, text, issues) => {
  expect(readRecorded(text).issues.length).toBe(issues);
});
