// Reads some lines of a file as text. Streams the bytes and keeps only the wanted lines, so the file may have any size.
import type { Readable } from 'node:stream';
import { type Encoding, encodingOf, HEAD_BYTES, isUtf16Text } from '@assay/scanner/analyze';

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
  const chunks = stream[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  let head = Buffer.alloc(0);
  while (head.length < HEAD_BYTES) {
    const { value, done } = await chunks.next();
    if (done) break;
    head = Buffer.concat([head, value]);
  }
  const encoding = judge(head);
  if (encoding === 'binary') {
    stream.destroy();
    return { startLine: 1, lineCount: 0, text: '', isBinary: true, encoding, isTruncated: false };
  }
  const part = collectLines(query);
  const decoder = new TextDecoder(encoding);
  const start = decoder.decode(head, { stream: true });
  // Lines of old Macintosh files end with carriage returns; the analyser counts them in the same way.
  const isReturnEnded = !start.includes('\n') && start.includes('\r');
  const add = (text: string) => part.add(isReturnEnded ? text.replaceAll('\r', '\n') : text);
  add(start);
  for (let next = await chunks.next(); !next.done; next = await chunks.next())
    add(decoder.decode(next.value, { stream: true }));
  add(decoder.decode());
  return { startLine: query.startLine, ...part.finish(), isBinary: false, encoding };
}

/** By the analyser's rule, so that text is shown exactly for files that were searched as text. */
function judge(start: Uint8Array): Encoding | 'binary' {
  const head = start.subarray(0, HEAD_BYTES);
  const encoding = encodingOf(head);
  const isText = encoding === 'utf-16le' || encoding === 'utf-16be' ? isUtf16Text(head) : !head.includes(0);
  return isText ? encoding : 'binary';
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
    add(text: string) {
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
