// E-mail addresses and URLs in a text, without junk (see junk.ts). This file only collects; emails.ts and urls.ts recognise the shapes.
// Works on bytes and makes strings only of candidates, because it runs on every file.
import { Buffer } from 'node:buffer';
import type { TextAtLine } from '../findings.ts';
import { readEmailAround } from './emails.ts';
import { isJunkEmail, isJunkUrl } from './junk.ts';
import { readBareUrlAt, readUrlAround } from './urls.ts';

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;
const AT_SIGN = 64;
/** Distinct values of each kind kept per file; no person reads a longer list of addresses. */
const MOST_VALUES = 10_000;

export interface Contacts {
  /** Distinct addresses, the domain in lower case, with the line of the first. */
  emails: TextAtLine[];
  /** Distinct URLs as written, with the line of the first. */
  urls: TextAtLine[];
  /** True when one of the lists was cut at its limit. */
  isTruncated: boolean;
}

/**
 * Finds e-mail addresses and URLs in UTF-8 or latin1 text. Linear in the bytes; never throws; lines are 1-based.
 * @param isIgnored called for each one with the byte offset of its `@`, `://` or `www.` in bytes
 */
export function findContacts(
  bytes: Uint8Array,
  isIgnored: (value: string, place: number) => boolean = () => false,
): Contacts {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const emails = createCollector(text);
  const urls = createCollector(text);
  for (let at = text.indexOf(AT_SIGN); at !== -1 && !emails.isCut(); at = text.indexOf(AT_SIGN, at + 1)) {
    const email = readEmailAround(text, at);
    if (email !== undefined && !isJunkEmail(email) && !isIgnored(email, at)) emails.add(email, at);
  }
  // Both forms of URLs are met in text order, so that the first line of distinct values is right.
  let scheme = text.indexOf('://');
  let bare = text.indexOf('www.');
  while ((scheme !== -1 || bare !== -1) && !urls.isCut()) {
    const isScheme = bare === -1 || (scheme !== -1 && scheme < bare);
    const place = isScheme ? scheme : bare;
    const found = isScheme ? readUrlAround(text, scheme) : readBareUrlAt(text, bare);
    if (found.url !== undefined && !isJunkUrl(found.url) && !isIgnored(found.url, place)) urls.add(found.url, place);
    const next = Math.max(place + 1, found.end);
    if (scheme !== -1 && scheme < next) scheme = text.indexOf('://', next);
    if (bare !== -1 && bare < next) bare = text.indexOf('www.', next);
  }
  return { emails: emails.values, urls: urls.values, isTruncated: emails.isCut() || urls.isCut() };
}

/** Collects distinct values with their lines; offsets must ascend. */
function createCollector(text: Buffer) {
  const values: TextAtLine[] = [];
  const seen = new Set<string>();
  let isCut = false;
  let line = 1;
  let lineEnd = LINE_FEED;
  let nextLineEnd = -2;
  return {
    values,
    isCut: () => isCut,
    add(value: string, place: number): void {
      if (seen.has(value)) return;
      isCut = values.length === MOST_VALUES;
      if (isCut) return;
      seen.add(value);
      if (nextLineEnd === -2) {
        nextLineEnd = text.indexOf(LINE_FEED);
        // Lines of old Macintosh files end in single carriage returns.
        if (nextLineEnd === -1) {
          lineEnd = CARRIAGE_RETURN;
          nextLineEnd = text.indexOf(lineEnd);
        }
      }
      while (nextLineEnd !== -1 && nextLineEnd < place) {
        line++;
        nextLineEnd = text.indexOf(lineEnd, nextLineEnd + 1);
      }
      values.push({ value, line });
    },
  };
}
