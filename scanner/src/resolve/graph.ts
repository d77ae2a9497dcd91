// The graph that a resolver returns, and its text form: one line for each edge, in the order in which the resolver
// reached the versions.
import type { Attributes, Requirement } from './universe.ts';

export interface ResolvedNode {
  name: string;
  version: string;
  /** Requirements of this version that could not be resolved. */
  unresolved: { requirement: Requirement; problem: string }[];
}

export interface ResolvedEdge {
  from: number;
  to: number;
  requirement: string;
  type: Attributes;
  /** True if this requirement chose the version; false if it found a version that was already chosen. */
  isSelector: boolean;
}

export interface ResolvedGraph {
  /** The first node is the package that was resolved. */
  nodes: ResolvedNode[];
  edges: ResolvedEdge[];
  /** Problems of the whole graph. Empty if the package manager would install exactly this graph. */
  problems: string[];
}

export function graphOf(name: string, version: string): ResolvedGraph {
  return { nodes: [{ name, version, unresolved: [] }], edges: [], problems: [] };
}

export function addNode(graph: ResolvedGraph, name: string, version: string): number {
  graph.nodes.push({ name, version, unresolved: [] });
  return graph.nodes.length - 1;
}

export function addEdge(graph: ResolvedGraph, from: number, to: number, requirement: Requirement, isSelector: boolean) {
  graph.edges.push({ from, to, requirement: requirement.range, type: requirement.type, isSelector });
}

export function addUnresolved(graph: ResolvedGraph, node: number, requirement: Requirement, problem: string): void {
  graph.nodes[node]?.unresolved.push({ requirement, problem });
}

export function unsatisfied(requirement: Requirement): string {
  return `could not find a version that satisfies requirement ${requirement.range} for package ${requirement.name}`;
}

/** The graph as lines. Equal graphs give equal lines, whatever the order in which they were built. */
export function canonicalLines({ nodes, edges, problems }: ResolvedGraph): string[] {
  const places = new Map<number, number>([[0, 0]]);
  const queue = [0];
  const out = new Map<number, ResolvedEdge[]>();
  for (const edge of edges) out.set(edge.from, [...(out.get(edge.from) ?? []), edge]);
  const titles = nodes.map((node) => titleOf(node));
  for (let node = queue.shift(); node !== undefined; node = queue.shift()) {
    const next = [...new Set((out.get(node) ?? []).map((edge) => edge.to))].filter((to) => !places.has(to));
    for (const to of next.sort((a, b) => ((titles[a] ?? '') < (titles[b] ?? '') ? -1 : 1))) {
      places.set(to, places.size);
      queue.push(to);
    }
  }
  const place = (node: number) => places.get(node) ?? -1;
  return [
    ...problems.map((problem) => `problem: ${problem}`),
    ...nodes.map((_, at) => `${place(at)} ${titles[at]}`).sort(byNumber),
    ...edges
      .map((edge) => `${place(edge.from)} > ${place(edge.to)} ${edge.requirement}${typeText(edge)}`)
      .sort(byNumber),
  ];
}

function titleOf(node: ResolvedNode): string {
  const unresolved = node.unresolved.map(
    ({ requirement, problem }) => `${requirement.name}@${requirement.range}: ${problem}`,
  );
  return [`${node.name} ${node.version}`, ...unresolved.sort()].join('; ');
}

function typeText({ type, isSelector }: Pick<ResolvedEdge, 'type' | 'isSelector'>): string {
  const marks = [...type].map(([name, value]) => `${name}=${value}`).sort();
  return [...(isSelector ? [' selector'] : []), ...marks.map((mark) => ` ${mark}`)].join('');
}

function byNumber(a: string, b: string): number {
  return Number.parseInt(a, 10) - Number.parseInt(b, 10) || (a < b ? -1 : a > b ? 1 : 0);
}
