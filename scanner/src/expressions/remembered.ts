// Caches answers that are needed repeatedly: a tree names the same few licenses in thousands of files.
const MOST_KNOWN = 2000;
const LONGEST_KNOWN = 200;

/** Caches `find` for short texts; clears the cache when it is full. `find` must depend on its text alone. */
export function remembered<T>(find: (text: string) => T): (text: string) => T {
  const known = new Map<string, { answer: T }>();
  return (text) => {
    const before = known.get(text);
    if (before) return before.answer;
    if (text.length > LONGEST_KNOWN) return find(text);
    // Copied, because the engine keeps the whole text of a substring in memory.
    const own = Buffer.from(text).toString();
    const answer = find(own);
    if (known.size >= MOST_KNOWN) known.clear();
    known.set(own, { answer });
    return answer;
  };
}
