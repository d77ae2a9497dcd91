// Resolves dependencies without build tools, from a universe of known packages. Uses no network: the caller fills the
// universe, asks the registries for missing packages, and resolves again.
import type { ResolvedGraph } from './graph.ts';
import { resolveMaven } from './maven/index.ts';
import { resolveNpm } from './npm/index.ts';
import { resolvePypi } from './pypi/index.ts';
import type { Universe } from './universe.ts';

export { canonicalLines, type ResolvedEdge, type ResolvedGraph, type ResolvedNode } from './graph.ts';
export { type Recorded, type RecordedCase, readRecorded, readUniverse, universeOf } from './recorded.ts';
export {
  type Attributes,
  KnownUniverse,
  type Requirement,
  type Universe,
  type UniverseVersion,
} from './universe.ts';

export interface ResolveOptions {
  /** npm: true to install the peers that packages require, as npm 7 and later do. */
  withPeers?: boolean;
}

export type Resolver = (universe: Universe, name: string, version: string, options?: ResolveOptions) => ResolvedGraph;

/** By type of package URL. */
export const RESOLVERS: ReadonlyMap<string, Resolver> = new Map<string, Resolver>([
  ['npm', resolveNpm],
  ['maven', resolveMaven],
  ['pypi', (universe, name, version) => resolvePypi(universe, name, version)],
]);
