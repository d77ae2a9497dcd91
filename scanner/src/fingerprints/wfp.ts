// A file's part of a WFP document, the exchange format of SCANOSS tools: the file's MD5, size and path, then the picks of its lines. Turns
// values into text; reads nothing.

import { hash } from 'node:crypto';
import { sniff } from '../analyze/kind.ts';
import { languageOfPath, languageOfShebang } from '../analyze/languages.ts';
import { byteAt } from '../items.ts';
import { winnow } from './winnowing.ts';

/**
 * Larger files get only their MD5: they are data, and their picks would be as large as those of many files together. Up to this size all
 * lines are included, as in `scanoss-py wfp`; the 32 KB of scanoss-js limit only the request for matching, and are cut from the front of
 * the same lines.
 */
const MAX_WINNOWED_BYTES = 8 * 1024 * 1024;
const LINE_FEED = 10;
const RETURN = 13;

/** Data and markup languages: similar lines occur everywhere, so they do not identify an origin. */
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

/** The lines of one file, each with its line end. Binary, huge and non-source files have only the first. */
export function wfpOfFile(path: string, bytes: Uint8Array): string {
  return (
    wfpHead(path, bytes.length, hash('md5', bytes)) +
    (canBeWinnowed(path, bytes) ? lineEndDigest(bytes) + wfpLines(bytes) : '')
  );
}

/** The first line for a file whose bytes are not in memory. A line end in the path would break the line, so it becomes a blank. */
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
 * MD5 of the same text with the line ends of the other system, which identifies files that Git has converted: Unix line ends if all are
 * DOS, else DOS line ends. '' without line ends.
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

/** The text with uniform line ends: a return, a line feed and both together are one end each. */
function withEnds(bytes: Uint8Array, end: readonly number[]): Uint8Array {
  const converted = Buffer.allocUnsafe(bytes.length * end.length);
  let length = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = byteAt(bytes, at);
    if (byte !== LINE_FEED && byte !== RETURN) {
      converted[length++] = byte;
      continue;
    }
    if (byte === RETURN && bytes[at + 1] === LINE_FEED) at++;
    for (const part of end) converted[length++] = part;
  }
  return converted.subarray(0, length);
}
