// What is asked again and again of one file. A file whose every line differs, such as a lockfile, would fill the memory with answers that
// nobody asks for again, so they are forgotten when they become many.

/** In the keys. The answers take about four times as much. */
const MOST_CHARACTERS = 2_000_000;

/** Keeps answers by a text that determines them. */
export function remembered<Answer>(): (key: string, answerOf: () => Answer) => Answer {
  const known = new Map<string, Answer>();
  let characters = 0;
  return (key, answerOf) => {
    const found = known.get(key);
    if (found !== undefined || known.has(key)) return found as Answer;
    const answer = answerOf();
    if (characters + key.length > MOST_CHARACTERS) {
      known.clear();
      characters = 0;
    }
    known.set(key, answer);
    characters += key.length;
    return answer;
  };
}
