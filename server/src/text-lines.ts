// The lines of a file that is read in pieces.
import { firstOf } from '@assay/scanner/items';

const LINE_FEED = 10;

/** Each line ends with a line feed; what follows the last one is not a line. Not with readline, which also takes other characters for line ends. */
export async function* linesOf(pieces: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let rest: Buffer[] = [];
  for await (const piece of pieces) {
    let from = 0;
    for (let at = piece.indexOf(LINE_FEED); at >= 0; at = piece.indexOf(LINE_FEED, from)) {
      rest.push(piece.subarray(from, at));
      yield rest.length === 1 ? firstOf(rest).toString() : Buffer.concat(rest).toString();
      rest = [];
      from = at + 1;
    }
    if (from < piece.length) rest.push(Buffer.from(piece.subarray(from)));
  }
}
