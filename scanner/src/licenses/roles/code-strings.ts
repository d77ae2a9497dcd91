// Whether a place is in a string literal, in words that a script writes, or in an example of a page. Pure.
import type { Candidate } from '../engine/select.ts';
import { stretchOf } from '../reading/stretch.ts';

export const STRING_BYTES = 4000;

/** Whether a tag is in a string literal, in words that a script writes, or in an example of a page. */
export function isInString(bytes: Uint8Array, { startByte }: Candidate): boolean {
  const before = stretchOf(bytes, startByte - STRING_BYTES, startByte);
  const line = before.slice(before.lastIndexOf('\n') + 1);
  if (/^\s*(?:\/\/|\*|#|;|--|%|<!--|'|\/\*|"\s|"""|'''|REM\b|dnl\b|\.\\")/i.test(line) === false && isInQuotes(line))
    return true;
  if (isInCodeOfProse(line)) return true;
  return isInHereDocument(before) || isInFence(before) || isInLongString(before);
}

/** "Write `SPDX-License-Identifier: …` on the first line": prose that shows a tag. */
function isInCodeOfProse(line: string): boolean {
  const at = line.lastIndexOf('\x60');
  return at > 0 && line.slice(at + 1).trim() === '' && WORD_BEFORE.test(line.slice(Math.max(0, at - WORD_BYTES), at));
}

const WORD_BYTES = 12;
const WORD_BEFORE = /[A-Za-z\x80-\xff]{2}[:,]?\s+$/;

function isInQuotes(line: string): boolean {
  // `LIST "SPDX-License-Identifier: …"` in a list of files is no code.
  if (!/[(=+,[{]|\b(?:echo|printf|print|return|puts|write|say)\b/.test(line)) return false;
  let open = '';
  const text = line.replace(/"""|'''/g, '').replace(/\w'\w/g, '');
  for (let at = 0; at < text.length; at++) {
    const sign = text[at] as string;
    if (sign === '\\') at++;
    else if (open === '' && /["'`]/.test(sign)) open = sign;
    else if (sign === open) open = '';
  }
  return open !== '';
}

function isInHereDocument(before: string): boolean {
  const starts = [...before.matchAll(/<<[-~]?\s*(["']?)([A-Za-z_]\w*)\1[^\n]*\n/g)];
  const last = starts.at(-1);
  return last !== undefined && !new RegExp(`^\\s*${last[2]}\\s*$`, 'm').test(before.slice(last.index + last[0].length));
}

/** A page of Markdown that shows how a tag looks. */
export const FENCE = /^\s*(?:```|~~~)/gm;
export const isInFence = (before: string): boolean => (before.match(FENCE)?.length ?? 0) % 2 === 1;

/** A string of several lines that is a value: `text = """`, `dedent("""`, a template of JavaScript. */
function isInLongString(before: string): boolean {
  for (const quotes of ['"""', "'''", '`'] as const) {
    const parts = before.split(quotes);
    if (parts.length % 2 === 1) continue;
    if (/(?:[=(,:[]|\breturn|\bf|\br)\s*$/.test(parts.at(-2) ?? '') && (parts.at(-1) ?? '').includes('\n')) return true;
  }
  return false;
}
