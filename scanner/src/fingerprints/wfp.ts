// A file's part of a WFP document, the format in which SCANOSS tools exchange fingerprints: the file's MD5, size and path, then the picks of its
// lines. Turns values into text; reads nothing.
import { hash } from 'node:crypto';
import { sniff } from '../analyze/kind.ts';
import { languageOfPath } from '../analyze/languages.ts';
import { winnow } from './winnowing.ts';

/** Larger files are told by their MD5 alone: they are data, and their picks would be as large as many files together. */
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
  const language = languageOfPath(path)?.name;
  if (language === undefined || DATA_LANGUAGES.has(language)) return false;
  return bytes.length <= MAX_WINNOWED_BYTES && sniff(bytes).isText;
}

function wfpLines(bytes: Uint8Array): string {
  let text = '';
  for (const { line, hashes } of winnow(bytes))
    text += `${line}=${hashes.map((value) => value.toString(16).padStart(8, '0')).join(',')}\n`;
  return text;
}

/** MD5 of the same text with the line ends of the other kind of system, by which it is known when Git has changed them; '' without line ends. */
function lineEndDigest(bytes: Uint8Array): string {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  if (!text.includes(LINE_FEED)) return '';
  return `fh2=${hash('md5', text.includes('\r\n') ? withUnixEnds(text) : withDosEnds(text))}\n`;
}

function withUnixEnds(bytes: Uint8Array): Uint8Array {
  const converted = Buffer.allocUnsafe(bytes.length);
  let length = 0;
  for (let at = 0; at < bytes.length; at++) {
    const isReturn = bytes[at] === RETURN;
    converted[length++] = isReturn ? LINE_FEED : bytes[at]!;
    if (isReturn && bytes[at + 1] === LINE_FEED) at++;
  }
  return converted.subarray(0, length);
}

/** A return on its own is a line end too and becomes one of this kind. */
function withDosEnds(bytes: Uint8Array): Uint8Array {
  const converted = Buffer.allocUnsafe(bytes.length * 2);
  let length = 0;
  for (const byte of bytes) {
    const isEnd = byte === LINE_FEED || byte === RETURN;
    if (isEnd) converted[length++] = RETURN;
    converted[length++] = isEnd ? LINE_FEED : byte;
  }
  return converted.subarray(0, length);
}
