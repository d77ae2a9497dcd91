// A fast test before the license matcher runs: does a text contain any word that license statements need? It may let
// too many texts through. But a text that it stops is lost, so omit a word only if the corpus shows that no statement
// needs it.
// One automaton over bytes searches for all words at once (Aho and Corasick, 1975). In texts without such a word it is
// four times as fast as a regular expression of the same words. In most files a word is near the top. After the top,
// four parts of the text are read side by side, because each step must wait for the one before it; this takes a third
// less time.
import { isAscii } from 'node:buffer';
import { knowledge } from '../rules/knowledge.ts';

const { words: list } = knowledge('legal-words');
const LEGAL_WORDS = list('words');
const LEGAL_CHARACTERS = list('characters').map((word) => Buffer.from(word));

/** Smaller texts always pass: a file that contains only the address of a license has no legal word. */
const SMALL_BYTES = 1024;

const NO_WORD = 0;
const OTHER_WORD_BYTE = 37;
/**
 * Number of byte classes, rounded up to a power of two: 0 for bytes outside words, 1 to 36 for letters and digits, 37
 * for the underscore.
 */
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
  /** In states from here on (state times CLASSES) a word was found. The automaton never leaves them. */
  firstFound: number;
}

/** Whether bytes (UTF-8 or latin1) contain one of the gate's words. */
export type Gate = (text: Uint8Array) => boolean;

/** A gate for words in the form of LEGAL_WORDS. An empty word lets every text pass; without words, no text passes. */
function createGate(words: readonly string[]): Gate {
  if (words.length === 0) return () => false;
  if (words.includes('')) return () => true;
  const automaton = buildAutomaton(words);
  const { next, firstFound } = automaton;
  /** The state at the start and end of a text: as after a byte outside words. */
  const atEdge = next[NO_WORD]!;
  /** Each part begins this many bytes early, so that a word across the border is found. */
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

/**
 * Reads four parts of [from, to) side by side. Returns the state at the end, or a found state if any part found a word.
 */
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

/** The same for languages without letters. Most texts are ASCII, which a fast test shows. */
function holdsLegalCharacters(text: Uint8Array): boolean {
  if (isAscii(text)) return false;
  const buffer = Buffer.from(text.buffer, text.byteOffset, text.byteLength);
  return LEGAL_CHARACTERS.some((word) => buffer.includes(word));
}

/**
 * A gate that lets a text (UTF-8 or latin1) pass if it is small or contains a word of license statements.
 * @param gateWords of an index: words of rules that contain none of the usual words
 */
export function createLegalGate(gateWords: readonly string[]): Gate {
  const holdsWord = gateWords.length === 0 ? holdsLegalWord : createGate([...LEGAL_WORDS, ...gateWords]);
  return function mayHoldLicense(text) {
    return text.length <= SMALL_BYTES || holdsWord(text) || holdsLegalCharacters(text);
  };
}

/** How many words of a rule are added to the gate; shorter words than the limit below are too common. */
const WORDS_OF_RULE = 1;
const SHORTEST_WORD = 5;
/** Longer words belong to no language, and each of their letters would be a state of the automaton. */
const LONGEST_WORD = 40;
/** Shorter rules are names and addresses. Files that are not small contain them only beside the usual words. */
const LONG_RULE_WORDS = 8;

/**
 * The rarest words of a rule, which the gate must know: none if the rule contains a usual word; one empty word if no
 * word is suitable.
 * @param frequencyOf how often the rules contain a word
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
  // Found states come last, so one comparison recognises them.
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
