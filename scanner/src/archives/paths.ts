// Decides which path an archive's entry gets in the code base. A path is only a value: nothing is ever written under it.

/** Longest path and longest part of a path, in UTF-8 bytes: the limits of a database index and of file systems. */
export const MAX_PATH_BYTES = 2048;
const MAX_PART_BYTES = 255;

export interface PathOptions {
  /** The encoding of bytes that are not UTF-8. */
  legacyEncoding?: 'cp437' | 'latin1';
  /** True when the format separates folders by backslashes, as zip and 7z files from Windows do; in a tar it is an ordinary character. */
  isBackslashFolder?: boolean;
}

/** `oddity` ends the sentence `"<path>" …`: the name is usable but had to be interpreted. */
export type SafePath = { path: string; oddity?: string } | { refusal: string };

/** The upper half of code page 437, the encoding of zip names that do not claim UTF-8 (APPNOTE.TXT, appendix D). */
const CP437 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0';

const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * A name from an archive as a path of the code base: forward slashes, no `.` parts, no leading or trailing slash. Absolute paths, drive
 * letters, `..`, NUL, empty and over-long names are refused; `refusal` ends the sentence `"<name>" …`.
 */
export function safePath(raw: string | Uint8Array, options: PathOptions = {}): SafePath {
  const decoded =
    typeof raw === 'string' ? { text: raw, oddity: undefined } : decodeName(raw, options.legacyEncoding ?? 'latin1');
  const text = options.isBackslashFolder ? decoded.text.replaceAll('\\', '/') : decoded.text;
  const refusal = refusalOf(text);
  if (refusal !== undefined) return { refusal };
  const path = isPlain(text) ? text : withoutEmptyParts(text);
  if (path === '') return { refusal: 'names no file' };
  const tooLong = lengthRefusal(path);
  if (tooLong !== undefined) return { refusal: tooLong };
  const oddity = decoded.oddity ?? oddityOf(path);
  return oddity === undefined ? { path } : { path, oddity };
}

/** Joins two paths; refused when the result is too long. */
export function joinPath(folder: string, path: string): SafePath {
  if (folder === '') return { path };
  const joined = `${folder}/${path}`;
  if (joined.length * 3 > MAX_PATH_BYTES && Buffer.byteLength(joined) > MAX_PATH_BYTES) {
    return { refusal: `is longer than ${MAX_PATH_BYTES} bytes within its folder` };
  }
  return { path: joined };
}

/** A name for a message: its printable characters, at most 200. */
export function displayName(raw: string | Uint8Array, legacyEncoding: 'cp437' | 'latin1'): string {
  const text = typeof raw === 'string' ? raw : decodeName(raw, legacyEncoding).text;
  const shown = text.replace(
    /[\u0000-\u001f\u007f\u2028\u2029]/g,
    (c) => `\\x${c.charCodeAt(0).toString(16).padStart(2, '0')}`,
  );
  return shown.length > 200 ? `${shown.slice(0, 200)}…` : shown;
}

/** UTF-8 if valid, else the legacy encoding, reported as an oddity. */
function decodeName(raw: Uint8Array, legacyEncoding: 'cp437' | 'latin1'): { text: string; oddity: string | undefined } {
  const buffer = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength);
  const text = buffer.toString('utf8');
  if (!text.includes('\ufffd')) return { text, oddity: undefined };
  try {
    return { text: strictUtf8.decode(raw), oddity: undefined };
  } catch {
    const oddity = `has a name that is not UTF-8; it was read as ${legacyEncoding === 'cp437' ? 'code page 437' : 'Latin-1'}`;
    return { text: legacyEncoding === 'cp437' ? fromCp437(buffer) : buffer.toString('latin1'), oddity };
  }
}

function fromCp437(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += byte < 128 ? String.fromCharCode(byte) : CP437[byte - 128];
  return text;
}

function refusalOf(text: string): string | undefined {
  if (text === '') return 'has no name';
  if (text.includes('\0')) return 'has a name with a NUL character';
  if (text.startsWith('/') || text.startsWith('\\')) return 'has an absolute path';
  // A single letter and a colon is a drive; two colons are a Perl module's manual page (`B::Deparse.3pm`).
  if (/^[A-Za-z]:(?!:)/.test(text)) return 'has a path with a drive letter';
  // Backslashes are checked even where they are ordinary characters: the code base may be written out on Windows.
  if (text.includes('..') && text.split(/[/\\]/).includes('..')) return 'has a path that climbs out by ".."';
  return undefined;
}

function isPlain(text: string): boolean {
  return (
    !text.startsWith('./') &&
    !text.endsWith('/') &&
    !text.includes('//') &&
    !text.includes('/./') &&
    !text.endsWith('/.') &&
    text !== '.'
  );
}

function withoutEmptyParts(text: string): string {
  return text
    .split('/')
    .filter((part) => part !== '' && part !== '.')
    .join('/');
}

function lengthRefusal(path: string): string | undefined {
  // A UTF-16 unit is at most three bytes of UTF-8, so short names need no counting.
  if (path.length * 3 <= MAX_PART_BYTES) return undefined;
  if (Buffer.byteLength(path) > MAX_PATH_BYTES) return `has a path longer than ${MAX_PATH_BYTES} bytes`;
  const isPartTooLong = path
    .split('/')
    .some((part) => part.length * 3 > MAX_PART_BYTES && Buffer.byteLength(part) > MAX_PART_BYTES);
  return isPartTooLong ? `has a part of its path longer than ${MAX_PART_BYTES} bytes` : undefined;
}

function oddityOf(path: string): string | undefined {
  if (/[\u0001-\u001f\u007f]/.test(path)) return 'has control characters in its name';
  return path.isWellFormed() ? undefined : 'has a name that is not well-formed Unicode';
}
