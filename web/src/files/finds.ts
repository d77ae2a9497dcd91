// Places of words in a text, in any case.

export interface Finds {
  /** In the order of the text. `from` and `to` are positions in it, `line` counts from 1. */
  places: { from: number; to: number; line: number }[];
  /** There are more than are listed. */
  isMore: boolean;
}

/** A text may have a letter a million times. */
export const MOST_PLACES = 5000;

export function findIn(text: string, words: string): Finds {
  const places: Finds['places'] = [];
  if (words === '') return { places, isMore: false };
  const pattern = new RegExp(words.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&'), 'giu');
  let line = 1;
  let lineEnd = endOfLine(text, 0);
  for (const found of text.matchAll(pattern)) {
    if (places.length === MOST_PLACES) return { places, isMore: true };
    for (; lineEnd < found.index; lineEnd = endOfLine(text, lineEnd + 1)) line += 1;
    places.push({ from: found.index, to: found.index + found[0].length, line });
  }
  return { places, isMore: false };
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end < 0 ? text.length : end;
}
