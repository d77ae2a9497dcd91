// Finds all places of many texts in one pass. The recognisers of libraries and the license references search for their anchors with it, which
// are long enough to skip bytes; shorter ones are found by the automaton of the search terms.
import { buildAutomaton } from './automaton.ts';
import { createPass } from './pass.ts';
import { createSkipSearch, isAt, SHORTEST_SKIPPED } from './skips.ts';

/** Calls `next` with each place of each text, for one text in the order of its places. `next` may return false to end the search. */
export interface TextPlaces {
  find(bytes: Uint8Array, end: number, next: (text: number, at: number) => boolean): void;
}

/** Finds texts for one thread. They are latin1, case-sensitive and not empty. */
export function createTextPlaces(texts: readonly string[]): TextPlaces {
  const wanted = texts.map((text) => Buffer.from(text, 'latin1'));
  const search = wanted.every(({ length }) => length >= SHORTEST_SKIPPED)
    ? createSkipSearch(wanted)
    : createAutomatonSearch(wanted);
  return { find: (bytes, end, next) => search(bytes, Math.min(end, bytes.length), next) };
}

function createAutomatonSearch(wanted: Uint8Array[]): TextPlaces['find'] {
  const automaton = buildAutomaton(wanted);
  const { patternOfEnd, nextPattern, shorterEnd } = automaton;
  const pass = createPass(automaton);
  return (bytes, end, next) => {
    pass(bytes, end, (longest, last) => {
      for (let found = longest; found !== 0; found = shorterEnd[found]!)
        for (let text = patternOfEnd[found]!; text >= 0; text = nextPattern[text]!) {
          const at = last + 1 - wanted[text]!.length;
          // The automaton does not tell capitals from small letters.
          if (isAt(wanted[text]!, bytes, at) && !next(text, at)) return false;
        }
      return true;
    });
  };
}

/** Tells whether one of the words, in capitals or small letters, stands anywhere in the bytes. For one thread; words are latin1 and not empty. */
export function createWordSearch(words: readonly string[]): (bytes: Uint8Array) => boolean {
  const pass = createPass(buildAutomaton(words.map((word) => Buffer.from(word, 'latin1'))));
  return (bytes) => {
    let isFound = false;
    pass(bytes, bytes.length, () => {
      isFound = true;
      return false;
    });
    return isFound;
  };
}
