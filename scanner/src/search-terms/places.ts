// Finds all places of many texts in one pass, by the automaton of the search terms. The recognisers of libraries and the
// license references search for their anchors with it.
import { buildAutomaton } from './automaton.ts';
import { createPass } from './pass.ts';

/** Calls `next` with each place of each text, in the order of their ends. `next` may return false to end the search. */
export interface TextPlaces {
  find(bytes: Uint8Array, end: number, next: (text: number, at: number) => boolean): void;
}

/** Finds texts for one thread. They are latin1, case-sensitive and not empty. */
export function createTextPlaces(texts: readonly string[]): TextPlaces {
  const wanted = texts.map((text) => Buffer.from(text, 'latin1'));
  const automaton = buildAutomaton(wanted);
  const { patternOfEnd, nextPattern, shorterEnd } = automaton;
  const pass = createPass(automaton);
  return {
    find(bytes, end, next) {
      pass(bytes, Math.min(end, bytes.length), (longest, last) => {
        for (let found = longest; found !== 0; found = shorterEnd[found]!)
          for (let text = patternOfEnd[found]!; text >= 0; text = nextPattern[text]!) {
            const at = last + 1 - wanted[text]!.length;
            // The automaton does not tell capitals from small letters.
            if (isAt(wanted[text]!, bytes, at) && !next(text, at)) return false;
          }
        return true;
      });
    },
  };
}

function isAt(text: Uint8Array, bytes: Uint8Array, from: number): boolean {
  for (let index = 0; index < text.length; index++) if (bytes[from + index] !== text[index]) return false;
  return true;
}
