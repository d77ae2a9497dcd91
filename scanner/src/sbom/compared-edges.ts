// What needs what, on two sides of a comparison. The ends of an edge are compared by the names of their components, with the version only where a side has
// several. What a side does not state is never taken for gone: of a component without any edge nobody knows whether it needs nothing. Pure.
import type { ComparedEdge } from './compared.ts';

export interface EdgeDifference {
  from: string;
  to: string;
  /** One end came or went with its component; the other side names nothing that `from` needs; `from` has another version; '': the same version
   * needs something else. */
  why: 'component' | 'unstated' | 'version' | '';
}

export interface EdgeEnd {
  /** What both sides call it. */
  label: string;
  /** The component, whatever its version. */
  name: string;
  /** The other side has it in the same version. */
  isInBoth: boolean;
}

interface Side {
  edges: readonly ComparedEdge[];
  /** Of the parts, in their order, then of the services; the product itself is -1. */
  endAt: (at: number) => EdgeEnd | undefined;
  /** Whether the side has the component, in any version. */
  has: (name: string) => boolean;
}

const IN_STEP = 2000;

/** In steps of some milliseconds. */
export function* compareEdges(
  before: Side,
  after: Side,
): Generator<void, { added: EdgeDifference[]; removed: EdgeDifference[] }> {
  const [old, fresh] = [yield* edgesOf(before), yield* edgesOf(after)];
  return { removed: yield* missing(old, fresh, after), added: yield* missing(fresh, old, before) };
}

/** Of the product itself, which each side may call otherwise. */
export const PRODUCT_NAME = '';

type Edges = Map<string, { end: EdgeEnd; to: Map<string, EdgeEnd> }>;

function* edgesOf({ edges, endAt }: Side): Generator<void, Edges> {
  const all: Edges = new Map();
  for (const [at, [from, to]] of edges.entries()) {
    if (at % IN_STEP === 0) yield;
    const [start, end] = [endAt(from), endAt(to)];
    if (start === undefined || end === undefined || start.label === end.label) continue;
    const known = all.get(start.label) ?? { end: start, to: new Map() };
    all.set(start.label, known);
    known.to.set(end.label, end);
  }
  return all;
}

/** The edges that the other side does not have. */
function* missing(edges: Edges, others: Edges, other: Side): Generator<void, EdgeDifference[]> {
  const found: EdgeDifference[] = [];
  let at = 0;
  for (const [from, { end, to }] of edges) {
    const ofOther = others.get(from);
    // Many documents and every inventory say nothing of what the product itself asks for.
    if (ofOther === undefined && end.name === PRODUCT_NAME) continue;
    for (const [label, one] of to) {
      if (++at % IN_STEP === 0) yield;
      if (ofOther?.to.has(label)) continue;
      const isWhole = other.has(end.name) && other.has(one.name);
      const why = !isWhole
        ? ('component' as const)
        : ofOther === undefined
          ? ('unstated' as const)
          : end.isInBoth
            ? ('' as const)
            : ('version' as const);
      found.push({ from, to: label, why });
    }
  }
  return found.sort((a, b) => (a.from < b.from ? -1 : a.from > b.from ? 1 : a.to < b.to ? -1 : 1));
}
