// One cheap question before the license matcher is asked: does a text hold any word at all that a license statement cannot do without?
// It may let too much through; what it holds back is lost, so a word is only left out when the corpus shows that nothing needs it.
//
// All words are looked for at once by one automaton over bytes (Aho and Corasick, 1975), four times as fast as the regular expression of the same
// words where there is none. In most files a word stands near the top; behind it, four parts of the text are read side by side, because each
// step has to wait for the one before it: a third less time.
import { isAscii } from 'node:buffer';
import { knowledge } from '../rules/knowledge.ts';

const { words: list } = knowledge('legal-words');
const LEGAL_WORDS = list('words');
const LEGAL_CHARACTERS = list('characters').map((word) => Buffer.from(word));

/** Smaller texts are let through unasked: a file that holds nothing but the address of a license names no legal word. */
const SMALL_BYTES = 1024;

const NO_WORD = 0;
const OTHER_WORD_BYTE = 37;
/** Classes of bytes, rounded up to a power of two: 0 for bytes of no word, 1 to 36 for letters and digits, 37 for the underscore. */
const CLASSES = 64;

const CLASS_OF = Uint8Array.from({ length: 256 }, (_, byte) => {
  const letter = String.fromCharCode(byte).toLowerCase();
  if (letter >= 'a' && letter <= 'z') return letter.charCodeAt(0) - 96;
  if (letter >= '0' && letter <= '9') return letter.charCodeAt(0) - 48 + 27;
  return letter === '_' ? OTHER_WORD_BYTE : NO_WORD;
});

interface Automaton {
  /** Next state times CLASSES, at [state times CLASSES + class of the byte]. */
  next: Uint32Array;
  /** States from here on, times CLASSES, have found a word. Nothing leads out of them. */
  firstFound: number;
}

/** Answers whether bytes (UTF-8 or latin1) hold one of the gate's words. */
export type Gate = (text: Uint8Array) => boolean;

/** A gate of these words, written as LEGAL_WORDS are. An empty word lets everything through; no word at all lets nothing through. */
function createGate(words: readonly string[]): Gate {
  if (words.length === 0) return () => false;
  if (words.includes('')) return () => true;
  const automaton = buildAutomaton(words);
  const { next, firstFound } = automaton;
  /** The state at the edge of a text: as if a byte of no word had gone by. */
  const atEdge = next[NO_WORD]!;
  /** What a part reads of the one before it, so that a word over its edge is seen. */
  const overlap = Math.max(...words.map(({ length }) => length));
  return (text) => {
    let state = atEdge;
    let at = 0;
    for (const end = Math.min(text.length, TOP_BYTES); at < end; at++) {
      state = next[state + CLASS_OF[text[at]!]!]!;
      if (state >= firstFound) return true;
    }
    while (at < text.length) {
      const end = Math.min(text.length, at + BLOCK_BYTES);
      state = readBlock(automaton, text, at, end, overlap);
      if (state >= firstFound) return true;
      at = end;
    }
    return next[state + NO_WORD]! >= firstFound;
  };
}

const TOP_BYTES = 1 << 10;
const BLOCK_BYTES = 1 << 13;

/** Reads four parts of [from, to) side by side. The state at the end; a found one when any part has found a word. */
function readBlock(automaton: Automaton, text: Uint8Array, from: number, to: number, overlap: number): number {
  const { next, firstFound } = automaton;
  const part = Math.ceil((to - from) / 4);
  const length = part + overlap;
  const fourth = to - length;
  let second = Math.min(from + part - overlap, fourth);
  let third = Math.min(from + 2 * part - overlap, fourth);
  let a = 0;
  let b = 0;
  let c = 0;
  let d = 0;
  let first = from - overlap;
  for (let last = fourth; last < to; last++) {
    a = next[a + CLASS_OF[text[first++]!]!]!;
    b = next[b + CLASS_OF[text[second++]!]!]!;
    c = next[c + CLASS_OF[text[third++]!]!]!;
    d = next[d + CLASS_OF[text[last]!]!]!;
  }
  return Math.max(a, b, c) >= firstFound ? firstFound : d;
}

const holdsLegalWord = createGate(LEGAL_WORDS);

/** The same for languages without letters. Most texts have none of their characters, which is soon told. */
function holdsLegalCharacters(text: Uint8Array): boolean {
  if (isAscii(text)) return false;
  const buffer = Buffer.from(text.buffer, text.byteOffset, text.byteLength);
  return LEGAL_CHARACTERS.some((word) => buffer.includes(word));
}

/**
 * A gate that is open when the bytes (UTF-8 or latin1) are few or hold a word that a license statement may be made of.
 * @param gateWords of an index: words of rules whose statements hold none of the usual ones
 */
export function createLegalGate(gateWords: readonly string[]): Gate {
  const holdsWord = gateWords.length === 0 ? holdsLegalWord : createGate([...LEGAL_WORDS, ...gateWords]);
  return function mayHoldLicense(text) {
    return text.length <= SMALL_BYTES || holdsWord(text) || holdsLegalCharacters(text);
  };
}

/** Words of a rule that are looked for, and the length below which a word is too common for that. */
const WORDS_OF_RULE = 1;
const SHORTEST_WORD = 5;
/** Longer ones are no words of a language, and each of their letters is a state of the automaton. */
const LONGEST_WORD = 40;
/** Shorter rules are names and addresses, which stand in files of some length only beside the usual words. */
const LONG_RULE_WORDS = 8;

/**
 * The words that a rule's text adds to the gate, its rarest ones: none when it holds a usual one; one empty word when it has none that could
 * be looked for.
 * @param frequencyOf how often a word stands in rules
 */
export function gateWordsOf(ruleText: string, frequencyOf: (word: string) => number): string[] {
  const text = ruleText.trim();
  const bytes = Buffer.from(text);
  if (holdsLegalWord(bytes) || holdsLegalCharacters(bytes) || /^https?:/i.test(text)) return [];
  if (text.split(/\s+|(?<=[\u3040-\ud7ff])/).length < LONG_RULE_WORDS) return [];
  const words = text.toLowerCase().match(/(?<![\w\u0080-\uffff])[a-z]+(?![\w\u0080-\uffff])/g) ?? [];
  const chosen = [...new Set(words)]
    .filter(({ length }) => length >= SHORTEST_WORD && length <= LONGEST_WORD)
    .sort((a, b) => frequencyOf(a) - frequencyOf(b) || b.length - a.length || (a < b ? -1 : 1))
    .slice(0, WORDS_OF_RULE);
  return chosen.length > 0 ? chosen.map((word) => ` ${word} `) : [''];
}

/** A state of the automaton while it is built. */
interface Node {
  children: Map<number, Node>;
  fallback: Node | undefined;
  isFound: boolean;
}

function buildAutomaton(words: readonly string[]): Automaton {
  const root: Node = { children: new Map(), fallback: undefined, isFound: false };
  for (const word of words) {
    let node = root;
    for (const letter of word) {
      const key = CLASS_OF[letter.charCodeAt(0)]!;
      const child = node.children.get(key) ?? { children: new Map(), fallback: undefined, isFound: false };
      node.children.set(key, child);
      node = child;
    }
    node.isFound = true;
  }
  const nodes = linked(root);
  // Found states last, so that one comparison tells them.
  const ordered = [...nodes.filter(({ isFound }) => !isFound), ...nodes.filter(({ isFound }) => isFound)];
  const numbers = new Map(ordered.map((node, number) => [node, number * CLASSES]));
  const next = new Uint32Array(ordered.length * CLASSES);
  for (const [number, node] of ordered.entries()) {
    const target = (key: number) => (node.isFound ? node : (follow(node, key) ?? root));
    for (let key = 0; key < CLASSES; key++) next[number * CLASSES + key] = numbers.get(target(key))!;
  }
  return { next, firstFound: ordered.findIndex(({ isFound }) => isFound) * CLASSES };
}

/** All nodes, level by level, each with the node of its longest proper suffix. */
function linked(root: Node): Node[] {
  const nodes = [root];
  for (const node of nodes) {
    for (const [key, child] of node.children) {
      child.fallback = node === root ? root : (follow(node.fallback!, key) ?? root);
      child.isFound ||= child.fallback.isFound;
      nodes.push(child);
    }
  }
  return nodes;
}

function follow(from: Node, key: number): Node | undefined {
  for (let node: Node | undefined = from; node; node = node.fallback) {
    const child = node.children.get(key);
    if (child) return child;
  }
  return undefined;
}
