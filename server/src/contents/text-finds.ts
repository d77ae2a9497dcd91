// Finds words in a file of any size, by the lines that have them. Streams the bytes and keeps only the numbers of lines.
import type { Readable } from 'node:stream';
import { eachWindow } from './text-lines.ts';

/** A line is searched in pieces of so many characters, so that a file of one line does not fill the memory. */
const MOST_OF_LINE = 1024 * 1024;

export interface TextFinds {
  /** Number of each line that has the words, with how often it has them; in the order of the file. */
  lines: { line: number; count: number }[];
  /** Lines that have the words, also those that are not listed. */
  lineCount: number;
  /** How often the words stand in the file. */
  total: number;
  isBinary: boolean;
}

/** Words in any case, within a line. Lists the first lines from `fromLine`, and counts all. */
export async function findInText(
  stream: Readable,
  { words, fromLine, limit }: { words: string; fromLine: number; limit: number },
): Promise<TextFinds> {
  const pattern = new RegExp(words.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&'), 'giu');
  const finds: TextFinds = { lines: [], lineCount: 0, total: 0, isBinary: false };
  let [number, counted, rest] = [1, 0, ''];
  /** Counts what is certain; the end of an unfinished line may be the beginning of the words. */
  const look = (isWhole: boolean) => {
    let from = 0;
    for (const found of rest.matchAll(pattern)) {
      counted += 1;
      from = found.index + found[0].length;
    }
    rest = isWhole ? '' : rest.slice(Math.max(from, rest.length - words.length + 1));
  };
  const endLine = () => {
    look(true);
    if (counted > 0) {
      finds.lineCount += 1;
      finds.total += counted;
      if (number >= fromLine && finds.lines.length < limit) finds.lines.push({ line: number, count: counted });
    }
    [number, counted] = [number + 1, 0];
  };
  const encoding = await eachWindow(stream, (text) => {
    let from = 0;
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', from)) {
      rest += text.slice(from, at);
      endLine();
      from = at + 1;
    }
    rest += text.slice(from);
    if (rest.length > MOST_OF_LINE) look(false);
    return undefined;
  });
  endLine();
  return { ...finds, isBinary: encoding === undefined };
}
