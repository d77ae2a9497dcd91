// The Aho-Corasick automaton (A. Aho, M. Corasick, 1975) over typed arrays. States are numbered breadth first: the shallow ones,
// in which ordinary text keeps the automaton, have complete rows of transitions; the deep rest has only its own edges, in one
// hash table, and failure links. So memory grows with the bytes of the patterns alone and ordinary text runs at full speed.

/** Cells of complete rows at most: 2 M cells are 8 MB. */
const MOST_DENSE_CELLS = 1 << 21;

export interface Automaton {
  /** Bytes that no pattern holds share class 0; A-Z share the class of a-z. */
  classOfByte: Uint8Array;
  classCount: number;
  stateCount: number;
  /** States below this number have complete rows in `dense`. */
  denseCount: number;
  dense: Int32Array;
  failure: Int32Array;
  /** 1 when a pattern ends in the state, or in one of its failure states. */
  isHit: Uint8Array;
  /** First pattern that ends in the state, -1 when none does; equal patterns are chained by `nextPattern`. */
  patternOfState: Int32Array;
  nextPattern: Int32Array;
  /** The nearest failure state in which a pattern ends; 0 when there is none. */
  shorterHit: Int32Array;
  /** Open-addressing table of all edges: `state * classCount + class + 1`, 0 when the slot is free. */
  edgeKeys: Float64Array;
  edgeTargets: Int32Array;
  edgeMask: number;
}

/** A trie while it is built, its states in order of insertion. */
interface Trie {
  parent: Int32Array;
  byteClass: Uint8Array;
  depth: Int32Array;
  stateCount: number;
  endOfPattern: Int32Array;
}

/** Builds the automaton of non-empty patterns. */
export function buildAutomaton(patterns: Uint8Array[]): Automaton {
  const { classOfByte, classCount } = classifyBytes(patterns);
  const most = patterns.reduce((sum, pattern) => sum + pattern.length, 1);
  const trie = buildTrie(patterns, classOfByte, classCount, most);
  const rank = rankByDepth(trie);
  const stateCount = trie.stateCount;
  const table = createEdgeTable(stateCount);
  const parentOf = new Int32Array(stateCount);
  const classOf = new Uint8Array(stateCount);
  for (let state = 1; state < stateCount; state++) {
    const target = rank[state];
    parentOf[target] = rank[trie.parent[state]];
    classOf[target] = trie.byteClass[state];
    insertEdge(table, parentOf[target], classOf[target], classCount, target);
  }
  const patternOfState = new Int32Array(stateCount).fill(-1);
  const nextPattern = new Int32Array(patterns.length).fill(-1);
  for (let pattern = patterns.length - 1; pattern >= 0; pattern--) {
    const state = rank[trie.endOfPattern[pattern]];
    nextPattern[pattern] = patternOfState[state];
    patternOfState[state] = pattern;
  }
  const denseCount = Math.max(1, Math.min(stateCount, Math.floor(MOST_DENSE_CELLS / classCount)));
  const automaton: Automaton = {
    classOfByte,
    classCount,
    stateCount,
    denseCount,
    dense: new Int32Array(denseCount * classCount),
    failure: new Int32Array(stateCount),
    isHit: new Uint8Array(stateCount),
    patternOfState,
    nextPattern,
    shorterHit: new Int32Array(stateCount),
    edgeKeys: table.keys,
    edgeTargets: table.targets,
    edgeMask: table.mask,
  };
  linkFailures(automaton, parentOf, classOf);
  return automaton;
}

export function hashEdge(state: number, byteClass: number): number {
  const mixed = Math.imul(state, 0x9e3779b1) + Math.imul(byteClass + 1, 0x85ebca6b);
  return mixed ^ (mixed >>> 15);
}

/** Target of the state's own edge, -1 when it has none for the class. */
function ownTarget(automaton: Automaton, state: number, byteClass: number): number {
  const { edgeKeys, edgeTargets, edgeMask, classCount } = automaton;
  const key = state * classCount + byteClass + 1;
  let slot = hashEdge(state, byteClass) & edgeMask;
  while (edgeKeys[slot] !== 0 && edgeKeys[slot] !== key) slot = (slot + 1) & edgeMask;
  return edgeKeys[slot] === key ? edgeTargets[slot] : -1;
}

function classifyBytes(patterns: Uint8Array[]): { classOfByte: Uint8Array; classCount: number } {
  const isUsed = new Uint8Array(256);
  for (const pattern of patterns) for (const byte of pattern) isUsed[foldCase(byte)] = 1;
  const classOfByte = new Uint8Array(256);
  let classCount = 1;
  // All 256 bytes cannot be in use, because A-Z are folded away; so the classes fit a byte.
  for (let byte = 0; byte < 256; byte++) if (isUsed[byte] === 1) classOfByte[byte] = classCount++;
  for (let byte = 0x41; byte <= 0x5a; byte++) classOfByte[byte] = classOfByte[byte + 0x20];
  return { classOfByte, classCount };
}

function foldCase(byte: number): number {
  return byte >= 0x41 && byte <= 0x5a ? byte + 0x20 : byte;
}

function buildTrie(patterns: Uint8Array[], classOfByte: Uint8Array, classCount: number, most: number): Trie {
  const trie: Trie = {
    parent: new Int32Array(most),
    byteClass: new Uint8Array(most),
    depth: new Int32Array(most),
    stateCount: 1,
    endOfPattern: new Int32Array(patterns.length),
  };
  const table = createEdgeTable(most);
  patterns.forEach((pattern, index) => {
    let state = 0;
    for (const byte of pattern) {
      const byteClass = classOfByte[byte];
      const next = insertEdge(table, state, byteClass, classCount, trie.stateCount);
      if (next === trie.stateCount) {
        trie.parent[next] = state;
        trie.byteClass[next] = byteClass;
        trie.depth[next] = trie.depth[state] + 1;
        trie.stateCount++;
      }
      state = next;
    }
    trie.endOfPattern[index] = state;
  });
  return trie;
}

/** New numbers of the states, ordered by depth (counting sort). */
function rankByDepth(trie: Trie): Int32Array {
  let deepest = 0;
  for (let state = 0; state < trie.stateCount; state++) deepest = Math.max(deepest, trie.depth[state]);
  const next = new Int32Array(deepest + 2);
  for (let state = 0; state < trie.stateCount; state++) next[trie.depth[state] + 1]++;
  for (let depth = 1; depth < next.length; depth++) next[depth] += next[depth - 1];
  const rank = new Int32Array(trie.stateCount);
  for (let state = 0; state < trie.stateCount; state++) rank[state] = next[trie.depth[state]]++;
  return rank;
}

interface EdgeTable {
  keys: Float64Array;
  targets: Int32Array;
  mask: number;
}

function createEdgeTable(edges: number): EdgeTable {
  let size = 16;
  while (size < edges * 2) size *= 2;
  return { keys: new Float64Array(size), targets: new Int32Array(size), mask: size - 1 };
}

/** Inserts the edge when it is new; answers its target. */
function insertEdge(table: EdgeTable, state: number, byteClass: number, classCount: number, target: number): number {
  const key = state * classCount + byteClass + 1;
  let slot = hashEdge(state, byteClass) & table.mask;
  while (table.keys[slot] !== 0 && table.keys[slot] !== key) slot = (slot + 1) & table.mask;
  if (table.keys[slot] === 0) {
    table.keys[slot] = key;
    table.targets[slot] = target;
  }
  return table.targets[slot];
}

/** Breadth first, so that what a state fails to is always finished before it. */
function linkFailures(automaton: Automaton, parentOf: Int32Array, classOf: Uint8Array): void {
  const { stateCount, denseCount, dense, classCount, failure, isHit, patternOfState, shorterHit } = automaton;
  for (let state = 0; state < stateCount; state++) {
    if (state > 0 && parentOf[state] !== 0) {
      let candidate = failure[parentOf[state]];
      let target = -1;
      while (candidate >= denseCount) {
        target = ownTarget(automaton, candidate, classOf[state]);
        if (target >= 0) break;
        candidate = failure[candidate];
      }
      failure[state] = target >= 0 ? target : dense[candidate * classCount + classOf[state]];
    }
    const failed = failure[state];
    shorterHit[state] = patternOfState[failed] >= 0 ? failed : shorterHit[failed];
    isHit[state] = patternOfState[state] >= 0 || shorterHit[state] > 0 ? 1 : 0;
    if (state < denseCount) {
      for (let byteClass = 0; byteClass < classCount; byteClass++) {
        const target = ownTarget(automaton, state, byteClass);
        dense[state * classCount + byteClass] =
          target >= 0 ? target : state === 0 ? 0 : dense[failed * classCount + byteClass];
      }
    }
  }
}
