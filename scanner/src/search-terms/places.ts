// Finds all places of many texts in one pass, by the automaton of the search terms. The recognisers of libraries search
// for their anchors with it.
import { buildAutomaton, deepEnd, deepStep } from './automaton.ts';

/** Calls `next` with each place of each text, in the order of their ends. `next` may return false to end the search. */
export interface TextPlaces {
  find(bytes: Uint8Array, end: number, next: (text: number, at: number) => boolean): void;
}

/** Finds texts for one thread. They are latin1, case-sensitive and not empty. */
export function createTextPlaces(texts: readonly string[]): TextPlaces {
  const wanted = texts.map((text) => Buffer.from(text, 'latin1'));
  const automaton = buildAutomaton(wanted);
  const { classOfByte, classCount, denseCount, dense, endOfDense, patternOfEnd, nextPattern, shorterEnd } = automaton;
  return {
    find(bytes, end, next) {
      const last = Math.min(end, bytes.length);
      let state = 0;
      for (let index = 0; index < last; index++) {
        const byteClass = classOfByte[bytes[index]!]!;
        state = state < denseCount ? dense[state * classCount + byteClass]! : deepStep(automaton, state, byteClass);
        let found = state < denseCount ? endOfDense[state]! : deepEnd(automaton, state);
        for (; found !== 0; found = shorterEnd[found]!)
          for (let text = patternOfEnd[found]!; text >= 0; text = nextPattern[text]!) {
            const at = index + 1 - wanted[text]!.length;
            // The automaton does not tell capitals from small letters.
            if (isAt(wanted[text]!, bytes, at) && !next(text, at)) return;
          }
      }
    },
  };
}

function isAt(text: Uint8Array, bytes: Uint8Array, from: number): boolean {
  for (let index = 0; index < text.length; index++) if (bytes[from + index] !== text[index]) return false;
  return true;
}
