// How a license text that was found differs from the text of the library, in words. White space does not count. Pure.
// The shortest edit script: E. W. Myers, "An O(ND) Difference Algorithm and Its Variations", 1986.
import { itemAt } from '@assay/scanner/items';

export const differencePieces = ['SAME', 'ADDED', 'REMOVED'] as const;
type DifferencePiece = (typeof differencePieces)[number];

export interface TextDifference {
  /** In the order of the found text. ADDED is only in the found text, REMOVED only in that of the library. */
  pieces: { piece: DifferencePiece; text: string }[];
  added: number;
  removed: number;
}

/** Beyond this, it is another text, and the comparison would take long. */
export const MOST_DIFFERENT_WORDS = 500;
const LONGEST_TEXT = 400_000;

/** Undefined if the texts differ in more words than anybody would read, or are too long to compare. */
export function compareTexts(ofLibrary: string, found: string): TextDifference | undefined {
  if (ofLibrary.length > LONGEST_TEXT || found.length > LONGEST_TEXT) return undefined;
  const [before, after] = [wordsOf(ofLibrary), wordsOf(found)];
  const steps = shortestEdit(before, after);
  if (steps === undefined) return undefined;
  const pieces: { piece: DifferencePiece; words: string[] }[] = [];
  for (const { piece, word } of steps) {
    const last = pieces.at(-1);
    if (last?.piece === piece) last.words.push(word);
    else pieces.push({ piece, words: [word] });
  }
  const count = (piece: DifferencePiece) => steps.filter((step) => step.piece === piece).length;
  return {
    pieces: pieces.map(({ piece, words }) => ({ piece, text: words.join(' ') })),
    added: count('ADDED'),
    removed: count('REMOVED'),
  };
}

/** Words of a piece that both texts have, beside what differs. */
const WORDS_AROUND = 6;

/** The same with no more of what both texts have than some words around what differs. */
export function shortened({ pieces, ...counts }: TextDifference): TextDifference {
  const last = pieces.length - 1;
  const short = pieces.map(({ piece, text }, at) => {
    if (piece !== 'SAME') return { piece, text };
    const words = text.split(' ');
    const [before, after] = [at === 0 ? 0 : WORDS_AROUND, at === last ? 0 : WORDS_AROUND];
    if (words.length <= before + after + 1) return { piece, text };
    return { piece, text: [...words.slice(0, before), '…', ...(after === 0 ? [] : words.slice(-after))].join(' ') };
  });
  return { pieces: short, ...counts };
}

const wordsOf = (text: string): string[] => text.split(/\s+/).filter(Boolean);

interface Step {
  piece: DifferencePiece;
  word: string;
}

function shortestEdit(before: readonly string[], after: readonly string[]): Step[] | undefined {
  const trace: Int32Array[] = [];
  const most = Math.min(before.length + after.length, MOST_DIFFERENT_WORDS);
  // `reach[k + most + 1]`: the farthest place in `before` on the diagonal k.
  const reach = new Int32Array(2 * most + 3);
  const at = (k: number) => k + most + 1;
  for (let distance = 0; distance <= most; distance++) {
    trace.push(reach.slice(at(-distance) - 1, at(distance) + 2));
    for (let k = -distance; k <= distance; k += 2) {
      const isDown = k === -distance || (k !== distance && itemAt(reach, at(k - 1)) < itemAt(reach, at(k + 1)));
      let x = isDown ? itemAt(reach, at(k + 1)) : itemAt(reach, at(k - 1)) + 1;
      let y = x - k;
      while (x < before.length && y < after.length && before[x] === after[y]) [x, y] = [x + 1, y + 1];
      reach[at(k)] = x;
      if (x === before.length && y === after.length) return stepsBack(trace, before, after);
    }
  }
  return undefined;
}

/** Walks back from the ends of both texts. `trace[d]` holds the diagonals from -d - 1 to d + 1. */
function stepsBack(trace: readonly Int32Array[], before: readonly string[], after: readonly string[]): Step[] {
  const steps: Step[] = [];
  let [x, y] = [before.length, after.length];
  for (let distance = trace.length - 1; distance > 0; distance--) {
    const reach = itemAt(trace, distance);
    const at = (k: number) => k + distance + 1;
    const k = x - y;
    const isDown = k === -distance || (k !== distance && itemAt(reach, at(k - 1)) < itemAt(reach, at(k + 1)));
    const from = isDown ? k + 1 : k - 1;
    const [fromX, fromY] = [itemAt(reach, at(from)), itemAt(reach, at(from)) - from];
    while (x > fromX && y > fromY) {
      steps.push({ piece: 'SAME', word: itemAt(before, --x) });
      y--;
    }
    if (isDown) steps.push({ piece: 'ADDED', word: itemAt(after, --y) });
    else steps.push({ piece: 'REMOVED', word: itemAt(before, --x) });
  }
  while (x > 0) steps.push({ piece: 'SAME', word: itemAt(before, --x) });
  return steps.reverse();
}
