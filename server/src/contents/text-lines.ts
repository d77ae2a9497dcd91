// Reads some lines of a file as text. Streams the bytes and keeps only the wanted lines, so the file may have any size.
import type { Readable } from 'node:stream';
import {
  encodingOf,
  HEAD_BYTES,
  isUtf16Text,
  readableText,
  settleEncoding,
  WINDOW_BYTES,
  windowEnd,
} from '@assay/scanner/analyze';

/** A minified line of megabytes would block the page. The rest of such a line is left out, and the answer says so. */
const LONGEST_LINE = 20_000;
const MOST_CHARACTERS = 4 * 1024 * 1024;

export interface TextPart {
  startLine: number;
  /** Number of lines in the file, or in the part that was read. */
  lineCount: number;
  text: string;
  isBinary: boolean;
  encoding: string;
  /** True if more text follows the returned lines, or if a line was cut. */
  isTruncated: boolean;
}

export async function decodeText(stream: Readable, query: { startLine: number; maxLines: number }): Promise<TextPart> {
  const part = collectLines(query);
  const encoding = await eachWindow(stream, part.add);
  if (encoding === undefined)
    return { startLine: 1, lineCount: 0, text: '', isBinary: true, encoding: 'binary', isTruncated: false };
  return { startLine: query.startLine, ...part.finish(), isBinary: false, encoding };
}

/**
 * Hands over the text of a file, piece by piece, as the analyser reads it, so that both find the same encoding and count the same lines.
 *
 * @param onText false ends the reading
 * @returns the encoding; undefined if the file is no text
 */
export async function eachWindow(
  stream: Readable,
  onText: (text: string) => boolean | undefined,
): Promise<string | undefined> {
  const chunks = stream[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  let gathered = await gather(chunks, Buffer.alloc(0), HEAD_BYTES);
  if (!isText(gathered)) {
    stream.destroy();
    return undefined;
  }
  let encoding = encodingOf(gathered.subarray(0, HEAD_BYTES));
  for (;;) {
    gathered = await gather(chunks, gathered, WINDOW_BYTES + 1);
    if (gathered.length === 0) break;
    const end = windowEnd(gathered, 0, encoding);
    const window = gathered.subarray(0, end);
    encoding = settleEncoding(window, encoding).encoding;
    if (onText(Buffer.from(readableText(window, encoding)).toString('utf8')) === false) {
      stream.destroy();
      break;
    }
    gathered = gathered.subarray(end);
  }
  return encoding;
}

/** More of the stream, until there are as many bytes or the stream ends. */
async function gather(chunks: AsyncIterator<Buffer>, start: Buffer, wanted: number): Promise<Buffer> {
  const pieces = [start];
  for (let length = start.length; length < wanted; ) {
    const { value, done } = await chunks.next();
    if (done) break;
    pieces.push(value);
    length += value.length;
  }
  return pieces.length === 1 ? start : Buffer.concat(pieces);
}

/** By the analyser's rule, so that text is shown exactly for files that were searched as text. */
function isText(start: Uint8Array): boolean {
  const head = start.subarray(0, HEAD_BYTES);
  const encoding = encodingOf(head);
  return encoding === 'utf-16le' || encoding === 'utf-16be' ? isUtf16Text(head) : !head.includes(0);
}

function collectLines({ startLine, maxLines }: { startLine: number; maxLines: number }) {
  const kept: string[] = [];
  let keptCharacters = 0;
  let lineNumber = 1;
  let line = '';
  let lineLength = 0;
  let isCut = false;
  let endsWithBreak = true;
  const take = (piece: string) => {
    lineLength += piece.length;
    if (line.length < LONGEST_LINE) line += piece.slice(0, LONGEST_LINE - line.length);
  };
  const endLine = () => {
    const isWanted = lineNumber >= startLine && kept.length < maxLines && keptCharacters < MOST_CHARACTERS;
    if (isWanted) {
      kept.push(
        lineLength > LONGEST_LINE
          ? `${line} … (${lineLength - LONGEST_LINE} more characters)`
          : line.replace(/\r$/, ''),
      );
      keptCharacters += line.length;
      if (lineLength > LONGEST_LINE) isCut = true;
    } else if (lineNumber >= startLine) isCut = true;
    line = '';
    lineLength = 0;
    lineNumber++;
  };
  return {
    add(text: string): undefined {
      let from = 0;
      for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', from)) {
        take(text.slice(from, at));
        endLine();
        from = at + 1;
      }
      take(text.slice(from));
      if (text !== '') endsWithBreak = text.endsWith('\n');
    },
    finish() {
      if (!endsWithBreak) endLine();
      return { lineCount: lineNumber - 1, text: kept.join('\n'), isTruncated: isCut };
    },
  };
}
