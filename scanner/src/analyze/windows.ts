// Analyses large texts window by window, so that memory stays flat and one file cannot hold a thread for minutes. This file cuts the
// windows and joins their findings; it analyses nothing.

import type { FileFacts, Issue, TextAtLine } from '../findings.ts';
import { byteAt } from '../items.ts';
import type { Encoding } from './encoding.ts';

/** Bytes of a text that are analysed at once. */
export const WINDOW_BYTES = 8 * 1024 * 1024;
/** Number of windows of one file that are analysed. After them only lines and digests are computed. */
export const MAX_WINDOWS = 16;
/** How far before its end a window looks for an empty line, where a cut is unlikely to split a statement. */
const BREAK_SEARCH_BYTES = 64 * 1024;

/**
 * Where the window that begins at `start` ends: after the last empty line near its full size, else after the last line end,
 * else at the full size (minified files). UTF-16 is never cut inside a unit.
 */
export function windowEnd(bytes: Uint8Array, start: number, encoding: Encoding): number {
  const full = start + WINDOW_BYTES;
  if (full >= bytes.length) return bytes.length;
  if (encoding === 'utf-16le' || encoding === 'utf-16be') return wideWindowEnd(bytes, full, encoding);
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const earliest = full - BREAK_SEARCH_BYTES;
  const emptyLine = Math.max(
    view.lastIndexOf('\n\n', full - 2, 'latin1') + 2,
    view.lastIndexOf('\n\r\n', full - 3, 'latin1') + 3,
  );
  if (emptyLine > earliest) return emptyLine;
  const line = view.lastIndexOf(10, full - 1) + 1;
  return line > earliest ? line : afterWholeCharacter(bytes, full);
}

function wideWindowEnd(bytes: Uint8Array, full: number, encoding: Encoding): number {
  const low = encoding === 'utf-16le' ? 0 : 1;
  const end = full & ~1;
  for (let at = end - 2; at > end - BREAK_SEARCH_BYTES; at -= 2) {
    if (bytes[at + low] === 10 && bytes[at + 1 - low] === 0) return at + 2;
  }
  return end;
}

/** Steps back to the start of a UTF-8 character that the end would cut. */
function afterWholeCharacter(bytes: Uint8Array, end: number): number {
  let at = end;
  while (at > end - 3 && (byteAt(bytes, at) & 0xc0) === 0x80) at--;
  return at;
}

/** Adds the findings of a later window to the facts of the file, with line numbers that continue those of the file. */
export function joinWindow(facts: FileFacts, window: FileFacts): void {
  const offset = facts.lines.total;
  const moved = <T extends { startLine: number; endLine: number }>(found: T): T => ({
    ...found,
    startLine: found.startLine + offset,
    endLine: found.endLine + offset,
  });
  for (const match of window.licenses) facts.licenses.push(moved(match));
  for (const reference of window.licenseReferences)
    facts.licenseReferences.push({ ...reference, line: reference.line + offset });
  for (const statement of window.copyrights) facts.copyrights.push(moved(statement));
  facts.spdx = [...new Set([...facts.spdx, ...window.spdx])].sort();
  addNew(facts.authors, window.authors, offset);
  addNew(facts.emails, window.emails, offset);
  addNew(facts.urls, window.urls, offset);
  const purls = new Set(facts.packages.map(({ purl }) => purl));
  for (const found of window.packages)
    if (!purls.has(found.purl)) facts.packages.push({ ...found, line: (found.line ?? 0) + offset });
  const terms = new Map(facts.searchTerms.map((hit) => [hit.term, hit]));
  for (const hit of window.searchTerms) {
    const known = terms.get(hit.term);
    if (known) known.count += hit.count;
    else facts.searchTerms.push({ ...hit, line: hit.line + offset });
  }
  facts.lines.total += window.lines.total;
  facts.lines.code += window.lines.code;
  facts.lines.comment += window.lines.comment;
  facts.lines.blank += window.lines.blank;
}

function addNew(known: TextAtLine[], found: TextAtLine[], offset: number): void {
  const values = new Set(known.map((item) => item.value));
  for (const item of found) if (!values.has(item.value)) known.push({ value: item.value, line: item.line + offset });
}

/** The issue for a text that was analysed in parts or only partly. `windows` counts all windows, analysed or not. */
export function windowsIssue(windows: number): Issue {
  const megabytes = WINDOW_BYTES / 1024 / 1024;
  const message =
    windows > MAX_WINDOWS
      ? `The file is very large: its first ${MAX_WINDOWS * megabytes} MB were analysed, of the rest only lines and digests were counted.`
      : `The file is large and was analysed in ${windows} parts of at most ${megabytes} MB: a statement that crosses from one part to the next may be found incompletely.`;
  return { code: 'truncated-analysis', path: '', message };
}
