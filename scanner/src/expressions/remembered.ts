// Caches answers that are needed repeatedly: a tree names the same few licenses in thousands of files.
import { detachedText } from '../detached-text.ts';

const MOST_KNOWN = 2000;
const LONGEST_KNOWN = 200;

/** Caches `find` for short texts; clears the cache when it is full. `find` must depend on its text alone. */
export function remembered<T>(find: (text: string) => T): (text: string) => T {
  const known = new Map<string, { answer: T }>();
  return (text) => {
    const before = known.get(text);
    if (before) return before.answer;
    if (text.length > LONGEST_KNOWN) return find(text);
    const own = detachedText(text);
    const answer = find(own);
    if (known.size >= MOST_KNOWN) known.clear();
    known.set(own, { answer });
    return answer;
  };
}
