// The Aho-Corasick automaton (A. Aho, M. Corasick, 1975), made only as far as texts go into it. The shallow states, in which ordinary text
// keeps it, have complete rows of transitions. A deep state is a place in the patterns themselves, put one behind the other: the byte there
// leads into it and the next byte out of it, and an edge is stored only where patterns part. Where a deep state fails to is worked out when
// a text first comes to it. So building takes time and memory for little more than the patterns' bytes, and reading stays linear.

/** Cells of complete rows at most: 2 M cells are 8 MB. */
const MOST_DENSE_CELLS = 1 << 21;
/** Stands behind each pattern; no byte is of this class. */
const BREAK = 255;
/** Links of deep states come in pages of 64 states. */
const PAGE_BITS = 6;

/** Ends are numbered from 1 by the length of their patterns; 0 stands for none. */
export interface Automaton {
  /** Bytes that no pattern holds share class 0; A-Z share the class of a-z. */
  classOfByte: Uint8Array;
  classCount: number;
  /** States below this number have complete rows in `dense`; the others are deep. */
  denseCount: number;
  dense: Int32Array;
  /** The longest end in a dense state. */
  endOfDense: Int32Array;
  endCount: number;
  /** First pattern of an end; equal patterns are chained by `nextPattern`, which closes with -1. */
  patternOfEnd: Int32Array;
  nextPattern: Int32Array;
  /** The next shorter end at the same place. Known for ends that were met. */
  shorterEnd: Int32Array;
  deep: DeepStates;
}

interface DeepStates {
  /** Classes of all patterns, a BREAK behind each. Deep state number `denseCount + at` is reached by the class at `at`. */
  classes: Uint8Array;
  failureOfDense: Int32Array;
  /** Where the pattern that holds a state was parted from another, or from the dense states: the state before. */
  parentOfFirst: Map<number, number>;
  branches: EdgeTable;
  /** Ends of deep patterns by state. */
  ends: Map<number, number>;
  /** Page of `links` by number of 64 states, 0 when no text has come there. */
  pages: Int32Array;
  pageCount: number;
  /** Failure state + 1, and longest end, of each state of a page; 0 and 0 while they are unknown. */
  links: Int32Array;
}

/** The patterns' classes and order. */
interface Sorted {
  classes: Uint8Array;
  starts: Int32Array;
  lengths: Int32Array;
  /** Patterns in the order of their classes, each with the length of what it shares with the one before. */
  order: number[];
  shared: Int32Array;
}

/** Builds the automaton of non-empty patterns. */
export function buildAutomaton(patterns: Uint8Array[]): Automaton {
  const { classOfByte, classCount } = classifyBytes(patterns);
  const sorted = sortPatterns(patterns, classOfByte);
  const { endOfPattern, ...ends } = numberEnds(sorted);
  const { denseDepth, denseCount } = denseStates(sorted, Math.floor(MOST_DENSE_CELLS / classCount));
  const automaton: Automaton = {
    classOfByte,
    classCount,
    denseCount,
    dense: new Int32Array(denseCount * classCount),
    endOfDense: new Int32Array(denseCount),
    ...ends,
    deep: {
      classes: sorted.classes,
      failureOfDense: new Int32Array(denseCount),
      parentOfFirst: new Map(),
      branches: createEdgeTable(patterns.length),
      ends: new Map(),
      pages: new Int32Array((sorted.classes.length >> PAGE_BITS) + 1),
      pageCount: 0,
      links: new Int32Array(0),
    },
  };
  linkDense(automaton, placePatterns(automaton, sorted, denseDepth, endOfPattern));
  return automaton;
}

function classifyBytes(patterns: Uint8Array[]): { classOfByte: Uint8Array; classCount: number } {
  const isUsed = new Uint8Array(256);
  for (const pattern of patterns) for (const byte of pattern) isUsed[foldCase(byte)] = 1;
  const classOfByte = new Uint8Array(256);
  let classCount = 1;
  // A-Z are folded away: there are 231 classes at most, and BREAK is none of them.
  for (let byte = 0; byte < 256; byte++) if (isUsed[byte] === 1) classOfByte[byte] = classCount++;
  for (let byte = 0x41; byte <= 0x5a; byte++) classOfByte[byte]! = classOfByte[byte + 0x20]!;
  return { classOfByte, classCount };
}

function foldCase(byte: number): number {
  return byte >= 0x41 && byte <= 0x5a ? byte + 0x20 : byte;
}

function sortPatterns(patterns: Uint8Array[], classOfByte: Uint8Array): Sorted {
  const lengths = Int32Array.from(patterns, (pattern) => pattern.length);
  const starts = new Int32Array(patterns.length);
  const classes = Buffer.alloc(patterns.reduce((sum, pattern) => sum + pattern.length + 1, 0));
  let at = 0;
  patterns.forEach((pattern, index) => {
    starts[index] = at;
    for (const byte of pattern) classes[at++]! = classOfByte[byte]!;
    classes[at++] = BREAK;
  });
  const order = patterns.map((_, index) => index);
  const end = (pattern: number) => starts[pattern]! + lengths[pattern]!;
  order.sort((a, b) => classes.compare(classes, starts[b], end(b), starts[a], end(a)) || a - b);
  const shared = Int32Array.from(order, (pattern, rank) => {
    if (rank === 0) return 0;
    const before = order[rank - 1];
    const most = Math.min(lengths[pattern]!, lengths[before!]!);
    let length = 0;
    while (length < most && classes[starts[pattern]! + length]! === classes[starts[before!]! + length]!) length++;
    return length;
  });
  return { classes, starts, lengths, order, shared };
}

/** Equal patterns have one end; longer patterns have higher ones. */
function numberEnds({ order, shared, lengths }: Sorted) {
  const endOfPattern = new Int32Array(order.length);
  const nextPattern = new Int32Array(order.length).fill(-1);
  const firsts: number[] = [];
  order.forEach((pattern, rank) => {
    const before = order[rank - 1];
    const isRepeated = rank > 0 && lengths[before!]! === lengths[pattern]! && shared[rank]! === lengths[pattern]!;
    if (isRepeated) nextPattern[before!] = pattern;
    else firsts.push(pattern);
  });
  firsts.sort((a, b) => lengths[a]! - lengths[b]!);
  const patternOfEnd = Int32Array.from([-1, ...firsts]);
  firsts.forEach((first, index) => {
    for (let pattern = first; pattern >= 0; pattern = nextPattern[pattern]!) endOfPattern[pattern] = index + 1;
  });
  return {
    endOfPattern,
    endCount: firsts.length,
    patternOfEnd,
    nextPattern,
    shorterEnd: new Int32Array(firsts.length + 1),
  };
}

/** The depth down to which all states fit among the dense ones, and their number. The first bytes of patterns always do. */
function denseStates({ order, shared, lengths }: Sorted, most: number): { denseDepth: number; denseCount: number } {
  const changes = new Int32Array(lengths.reduce((longest, length) => Math.max(longest, length), 0) + 2);
  order.forEach((pattern, rank) => {
    changes[shared[rank]! + 1]!++;
    changes[lengths[pattern]! + 1]!--;
  });
  let denseDepth = 1;
  let wide = changes[1];
  let denseCount = 1 + wide!;
  while (denseDepth + 2 < changes.length) {
    wide! += changes[denseDepth + 1]!;
    if (denseCount + wide! > most) break;
    denseCount += wide!;
    denseDepth++;
  }
  return { denseDepth, denseCount };
}

/** The tree of the dense states. */
interface DenseTree {
  parent: Int32Array;
  byteClass: Uint8Array;
  depth: Int32Array;
}

/** Gives every state its edge and every pattern its end. */
function placePatterns(automaton: Automaton, sorted: Sorted, denseDepth: number, endOfPattern: Int32Array): DenseTree {
  const { classCount, denseCount, dense, endOfDense, deep } = automaton;
  const { classes, starts, lengths, order, shared } = sorted;
  const tree = {
    parent: new Int32Array(denseCount),
    byteClass: new Uint8Array(denseCount),
    depth: new Int32Array(denseCount),
  };
  /** The dense states on the way into the pattern at hand, by depth. */
  const path = new Int32Array(denseDepth + 1);
  /** The patterns that hold the states on this way, each with its own first depth. */
  const holders: { pattern: number; from: number }[] = [];
  let used = 1;
  order.forEach((pattern, rank) => {
    const start = starts[pattern];
    const length = lengths[pattern];
    for (let depth = shared[rank]! + 1; depth <= Math.min(length!, denseDepth); depth++) {
      const state = used++;
      tree.parent[state]! = path[depth - 1]!;
      tree.byteClass[state]! = classes[start! + depth - 1]!;
      tree.depth[state] = depth;
      dense[path[depth - 1]! * classCount + tree.byteClass[state]!] = state;
      path[depth] = state;
    }
    if (length! <= denseDepth) endOfDense[path[length!]!]! = endOfPattern[pattern]!;
    else if (length! > shared[rank]!) {
      deep.ends.set(denseCount + start! + length! - 1, endOfPattern[pattern]!);
      const known = Math.max(shared[rank]!, denseDepth);
      const first = denseCount + start! + known;
      let parent = path[denseDepth];
      if (known > denseDepth) {
        while (holders.at(-1)!.from > known) holders.pop();
        parent = denseCount + starts[holders.at(-1)!.pattern]! + known - 1;
        insertEdge(deep.branches, parent, classes[start! + known]!, first);
      } else dense[parent! * classCount + classes[start! + known]!] = first;
      deep.parentOfFirst.set(first, parent!);
    }
    while (holders.length > 0 && holders.at(-1)!.from > shared[rank]!) holders.pop();
    if (length! > shared[rank]!) holders.push({ pattern, from: shared[rank]! + 1 });
  });
  return tree;
}

/** Completes the rows, by depth, so that what a state fails to is always finished before it. */
function linkDense(automaton: Automaton, { parent, byteClass, depth }: DenseTree): void {
  const { classCount, denseCount, dense, endOfDense, shorterEnd, deep } = automaton;
  const byDepth = Int32Array.from(depth.keys()).sort((a, b) => depth[a]! - depth[b]!);
  for (const state of byDepth.subarray(1, denseCount)) {
    const failed =
      parent[state] === 0 ? 0 : dense[deep.failureOfDense[parent[state]!]! * classCount + byteClass[state]!]!;
    deep.failureOfDense[state] = failed;
    const end = endOfDense[state]!;
    if (end === 0) endOfDense[state] = endOfDense[failed]!;
    else shorterEnd[end] = endOfDense[failed]!;
    for (let next = 0; next < classCount; next++) {
      const cell = state * classCount + next;
      if (dense[cell]! === 0) dense[cell]! = dense[failed! * classCount + next]!;
    }
  }
}

/** The state behind a deep one. Each step of failure undoes one earlier step down, so all of them together are no more than the bytes. */
export function deepStep(automaton: Automaton, from: number, byteClass: number): number {
  const { classCount, denseCount, dense, deep } = automaton;
  let state = from;
  while (state >= denseCount) {
    if (deep.classes[state - denseCount + 1] === byteClass) return state + 1;
    const target = findEdge(deep.branches, state, byteClass);
    if (target !== 0) return target;
    const place = placeOf(deep, state - denseCount);
    state = deep.links[place]! - 1;
  }
  return dense[state * classCount + byteClass]!;
}

/** The longest end in a deep state whose parent has been asked for before, as every text that comes to it has done. */
export function deepEnd(automaton: Automaton, state: number): number {
  const { denseCount, deep } = automaton;
  const place = placeOf(deep, state - denseCount);
  return deep.links[place] === 0 ? linkDeep(automaton, state) : deep.links[place + 1]!;
}

/** Works out where a deep state fails to, and then the states it fails to; answers its longest end. */
function linkDeep(automaton: Automaton, from: number): number {
  const { denseCount, endOfDense, shorterEnd, deep } = automaton;
  const added: { state: number; place: number }[] = [];
  let state = from;
  let longest: number | undefined;
  while (longest === undefined) {
    const place = state < denseCount ? -1 : placeOf(deep, state - denseCount);
    if (place < 0) longest = endOfDense[state];
    else if (deep.links[place] !== 0) longest = deep.links[place + 1];
    else {
      added.push({ state, place });
      state = deepStep(automaton, failureOfParent(automaton, state), deep.classes[state - denseCount]!);
      deep.links[place] = state + 1;
    }
  }
  for (const { state, place } of added.reverse()) {
    const end = deep.ends.get(state);
    if (end !== undefined) {
      shorterEnd[end] = longest;
      longest = end;
    }
    deep.links[place + 1] = longest;
  }
  return longest;
}

function failureOfParent({ denseCount, deep }: Automaton, state: number): number {
  const parent = deep.parentOfFirst.get(state) ?? state - 1;
  if (parent < denseCount) return deep.failureOfDense[parent]!;
  const place = placeOf(deep, parent - denseCount);
  return deep.links[place]! - 1;
}

/** Place of a deep state's links. Its page is made when there is none, which may put another array in the place of `links`. */
function placeOf(deep: DeepStates, at: number): number {
  let page = deep.pages[at >> PAGE_BITS];
  if (page === 0) {
    page = ++deep.pageCount;
    deep.pages[at >> PAGE_BITS] = page;
    const needed = (page + 1) << (PAGE_BITS + 1);
    if (needed > deep.links.length) {
      const links = new Int32Array(needed * 2);
      links.set(deep.links);
      deep.links = links;
    }
  }
  return ((page! << PAGE_BITS) | (at & ((1 << PAGE_BITS) - 1))) * 2;
}

/** Edges from states by class, in open addressing; a target of 0 leaves the slot free. */
interface EdgeTable {
  states: Int32Array;
  classes: Uint8Array;
  targets: Int32Array;
  mask: number;
}

function createEdgeTable(edges: number): EdgeTable {
  let size = 16;
  while (size < edges * 2) size *= 2;
  return {
    states: new Int32Array(size),
    classes: new Uint8Array(size),
    targets: new Int32Array(size),
    mask: size - 1,
  };
}

function slotOf({ states, classes, targets, mask }: EdgeTable, state: number, byteClass: number): number {
  const mixed = Math.imul(state, 0x9e3779b1) + Math.imul(byteClass + 1, 0x85ebca6b);
  let slot = (mixed ^ (mixed >>> 15)) & mask;
  while (targets[slot] !== 0 && (states[slot] !== state || classes[slot] !== byteClass)) slot = (slot + 1) & mask;
  return slot;
}

function insertEdge(table: EdgeTable, state: number, byteClass: number, target: number): void {
  const slot = slotOf(table, state, byteClass);
  table.states[slot] = state;
  table.classes[slot] = byteClass;
  table.targets[slot] = target;
}

/** Target of the edge, 0 when there is none. */
function findEdge(table: EdgeTable, state: number, byteClass: number): number {
  return table.targets[slotOf(table, state, byteClass)]!;
}
