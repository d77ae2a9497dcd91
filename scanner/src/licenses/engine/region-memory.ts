// Remembers the result for a stretch of words: most files of a tree contain the same header, and alignment is the most
// expensive step. The key covers everything on which a result depends, so a result never depends on earlier scans.
import type { Alignment } from './align.ts';
import type { ExactMatch, NamedLicense } from './exact-finds.ts';

/** The longest stretch that is remembered, in words. */
const MAX_WORDS = 4000;
const MAX_ENTRIES = 2000;

const memories = new WeakMap<SharedArrayBuffer, Map<string, Alignment[]>>();

/**
 * Key of tokens [low, high), of the rules that match there word for word, and of the licenses named nearby. '' if the
 * stretch is too long to be remembered.
 */
export function regionKey(
  tokens: Uint16Array,
  low: number,
  high: number,
  exact: readonly ExactMatch[],
  named: ReadonlyMap<string, NamedLicense[]>,
  reach: number,
): string {
  if (high - low > MAX_WORDS) return '';
  let a = 0x811c9dc5;
  let b = 0x2545f491;
  for (let i = low; i < high; i++) {
    const token = tokens[i]!;
    a = Math.imul(a ^ token, 16777619);
    b = Math.imul((b ^ (b >>> 15)) + token + 1, 0x2c1b3c6d);
  }
  let names = '';
  for (const { rule, start, end } of exact) if (start >= low && end <= high) names += `#${start - low},${rule}`;
  for (const [expression, places] of named) {
    for (const { start } of places) if (start >= low - reach && start < high) names += `|${start - low}${expression}`;
  }
  return `${high - low},${a},${b}${names}`;
}

/** The remembered alignments for a key, moved to the current place of the stretch. */
export function recallRegion(buffer: SharedArrayBuffer, key: string, low: number): Alignment[] | undefined {
  return memories
    .get(buffer)
    ?.get(key)
    ?.map((alignment) => moved(alignment, low));
}

/** Remembers the alignments of a stretch that starts at token `low`. */
export function rememberRegion(buffer: SharedArrayBuffer, key: string, low: number, alignments: Alignment[]): void {
  let memory = memories.get(buffer);
  if (!memory) {
    memory = new Map();
    memories.set(buffer, memory);
  }
  if (memory.size >= MAX_ENTRIES) memory.clear();
  memory.set(
    key,
    alignments.map((alignment) => moved(alignment, -low)),
  );
}

function moved(alignment: Alignment, by: number): Alignment {
  return {
    ...alignment,
    start: alignment.start + by,
    end: alignment.end + by,
    runs: alignment.runs.map((value, i) => (i % 2 === 0 ? value + by : value)),
  };
}
