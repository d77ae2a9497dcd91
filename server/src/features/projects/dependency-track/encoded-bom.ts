// Decodes the Base64 of a JSON upload piece by piece, because it may be a document of many megabytes, and requests wait for this thread.
import { open } from 'node:fs/promises';
import { badRequest } from '../../../errors.ts';
import { giveWay } from '../../../turns.ts';

/** Some milliseconds of work. */
const CHARACTERS_AT_ONCE = 512 * 1024;
const MOST_PADDING = 2;

/**
 * Writes the bytes into a new file and returns their number. Node ignores what is no Base64, and a damaged document would be imported in part, so
 * such a text is refused. Both alphabets are taken, and line breaks.
 */
export async function writeDecoded(text: string, path: string, field = 'bom'): Promise<number> {
  const refused = () => badRequest(`The field "${field}" must be Base64`);
  const encoded = withoutPadding(text);
  await using file = await open(path, 'wx', 0o600);
  let sizeBytes = 0;
  let rest = '';
  for (let at = 0; at < encoded.length; at += CHARACTERS_AT_ONCE) {
    await giveWay();
    const piece = plainOf(encoded.slice(at, at + CHARACTERS_AT_ONCE));
    if (piece === undefined) throw refused();
    const plain = rest + piece;
    const whole = plain.length - (plain.length % 4);
    const bytes = Buffer.from(plain.slice(0, whole), 'base64');
    await file.writeFile(bytes);
    sizeBytes += bytes.length;
    rest = plain.slice(whole);
  }
  if (rest.length === 1) throw refused();
  const bytes = Buffer.from(rest, 'base64');
  await file.writeFile(bytes);
  return sizeBytes + bytes.length;
}

/** Nothing for what is no Base64. */
function plainOf(piece: string): string | undefined {
  const plain = piece.replace(/\s+/g, '').replaceAll('-', '+').replaceAll('_', '/');
  return /[^A-Za-z0-9+/]/.test(plain) ? undefined : plain;
}

function withoutPadding(text: string): string {
  let rest = text.trimEnd();
  for (let removed = 0; removed < MOST_PADDING && rest.endsWith('='); removed++) rest = rest.slice(0, -1).trimEnd();
  return rest;
}
