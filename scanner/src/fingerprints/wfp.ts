// A file's part of a WFP document, the format in which SCANOSS tools exchange fingerprints: the file's MD5, size and path, then the picks of its
// lines. Turns values into text; reads nothing.
import { hash } from 'node:crypto';
import { sniff } from '../analyze/kind.ts';
import { languageOfPath, languageOfShebang } from '../analyze/languages.ts';
import { winnow } from './winnowing.ts';

/**
 * Larger files are told by their MD5 alone: they are data, and their picks would be as large as many files together. Up to here all lines
 * are told, as `scanoss-py wfp` does; the 32 KB of scanoss-js concern what is sent to be matched, and are cut from the front of the same lines.
 */
const MAX_WINNOWED_BYTES = 8 * 1024 * 1024;
const LINE_FEED = 10;
const RETURN = 13;

/** Languages of data and markup: their lines are alike everywhere and tell nothing about where a file comes from. */
const DATA_LANGUAGES = new Set([
  'JSON',
  'JSON with Comments',
  'XML',
  'HTML',
  'SVG',
  'YAML',
  'TOML',
  'INI',
  'Java Properties',
]);

/** The lines of one file, each with its line end. A file that is binary, huge or no source code has only the first. */
export function wfpOfFile(path: string, bytes: Uint8Array): string {
  return (
    wfpHead(path, bytes.length, hash('md5', bytes)) +
    (canBeWinnowed(path, bytes) ? lineEndDigest(bytes) + wfpLines(bytes) : '')
  );
}

/** The first line of a file whose bytes are not at hand. A line end in the path would end the line, so it becomes a blank. */
export function wfpHead(path: string, sizeBytes: number, md5: string): string {
  return `file=${md5},${sizeBytes},${path.replace(/[\r\n]/g, ' ')}\n`;
}

function canBeWinnowed(path: string, bytes: Uint8Array): boolean {
  const language = (languageOfPath(path) ?? languageOfShebang(Buffer.from(bytes.subarray(0, 256)).toString('latin1')))
    ?.name;
  if (language === undefined || DATA_LANGUAGES.has(language)) return false;
  return bytes.length <= MAX_WINNOWED_BYTES && sniff(bytes).isText;
}

function wfpLines(bytes: Uint8Array): string {
  let text = '';
  for (const { line, hashes } of winnow(bytes))
    text += `${line}=${hashes.map((value) => value.toString(16).padStart(8, '0')).join(',')}\n`;
  return text;
}

/**
 * MD5 of the same text with the line ends of the other kind of system, by which it is known when Git has changed them: Unix ends when all are
 * those of DOS, else the ends of DOS. '' without line ends.
 */
function lineEndDigest(bytes: Uint8Array): string {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  if (!text.includes(LINE_FEED) && !text.includes(RETURN)) return '';
  return `fh2=${hash('md5', withEnds(text, hasDosEndsOnly(text) ? [LINE_FEED] : [RETURN, LINE_FEED]))}\n`;
}

function hasDosEndsOnly(bytes: Uint8Array): boolean {
  for (let at = 0; at < bytes.length; at++) {
    if (bytes[at] === LINE_FEED) return false;
    if (bytes[at] === RETURN && bytes[++at] !== LINE_FEED) return false;
  }
  return true;
}

/** The text with one kind of line end: a return, a line feed and both together are an end each. */
function withEnds(bytes: Uint8Array, end: readonly number[]): Uint8Array {
  const converted = Buffer.allocUnsafe(bytes.length * end.length);
  let length = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]!;
    if (byte !== LINE_FEED && byte !== RETURN) {
      converted[length++] = byte;
      continue;
    }
    if (byte === RETURN && bytes[at + 1] === LINE_FEED) at++;
    for (const part of end) converted[length++] = part;
  }
  return converted.subarray(0, length);
}
