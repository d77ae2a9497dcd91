// Recognises the shape of a URL in bytes: `scheme://…` and `www.…`. Junk is filtered in junk.ts.
import { Buffer } from 'node:buffer';
import { byteAt } from '../items.ts';

/** In bytes. Nobody follows a longer URL. */
const LONGEST_URL = 2048;
const LONGEST_HOST = 300;
const LESS_THAN = 0x3c;
const CAPITAL_E = 0x45;
const QUOTE = 0x27;
const LONGEST_SCHEME = 10;
const scheme =
  /(?:^|[^a-z])((?:git|svn|hg|bzr)\+(?:https?|ssh|file)|https?|ftps?|sftp|git|svn|ssh|rsync|ircs?|hg|bzr|gopher|rtmp|wss?)$/i;
/** Bytes that end a URL: white space, quotes, brackets, escapes and surrounding markup. Parentheses are handled by `trim`. */
const isEnd = new Uint8Array(256);
for (let byte = 0; byte <= 32; byte++) isEnd[byte] = 1;
for (const character of '"<>[]{}|\\^`\x7f') isEnd[character.charCodeAt(0)] = 1;
const isHostByte = new Uint8Array(256);
for (const character of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789.-_@')
  isHostByte[character.charCodeAt(0)] = 1;
/** A user name before the host is accepted (`ssh://git@host`), a password is not: evidence must not spread secrets. */
const hostShape = /^(?:[^@]*@)?(?:[a-z0-9_-]{1,63}\.)+(?:[a-z]{2,24}|xn--[a-z0-9-]{2,59}|\d{1,3})\.*$/i;

export interface FoundUrl {
  /** Undefined when there is none. */
  url: string | undefined;
  /** End of the checked bytes: the search continues here, so that no byte is checked twice. */
  end: number;
}

/** The URL whose `://` is at the offset, if its scheme leads to a location. */
export function readUrlAround(text: Buffer, separator: number): FoundUrl {
  const [, name] = scheme.exec(text.toString('latin1', Math.max(0, separator - LONGEST_SCHEME), separator)) ?? [];
  if (name === undefined) return { url: undefined, end: separator + 3 };
  return readFrom(text, separator - name.length, separator + 3);
}

/** The URL without scheme whose `www.` is at the offset. */
export function readBareUrlAt(text: Buffer, start: number): FoundUrl {
  const previous = start === 0 ? ' ' : String.fromCharCode(byteAt(text, start - 1));
  if (/[\w.@/-]/.test(previous)) return { url: undefined, end: start + 4 };
  const found = readFrom(text, start, start);
  // A plain `www.name` is often a file or a package; a host has another dot.
  return found.url === undefined || /^www\.[^./]+\.[^/]/i.test(found.url) ? found : { url: undefined, end: found.end };
}

function readFrom(text: Buffer, start: number, host: number): FoundUrl {
  let hostEnd = host;
  const hostLimit = Math.min(text.length, host + LONGEST_HOST);
  while (hostEnd < hostLimit && isHostByte[byteAt(text, hostEnd)] === 1) hostEnd++;
  if (!hostShape.test(text.toString('latin1', host, hostEnd))) return { url: undefined, end: hostEnd };
  let end = hostEnd;
  const limit = Math.min(text.length, start + LONGEST_URL + 1);
  // An apostrophe may be part of a URL, but not of one between two of them: the rest belongs to the program, `'http://a.org/'+id`.
  const closing = text[start - 1] === QUOTE ? QUOTE : -1;
  while (end < limit && isEnd[byteAt(text, end)] === 0 && text[end] !== closing) end++;
  if (end - start > LONGEST_URL) return { url: undefined, end };
  // Perl's POD writes `E<gt>` after an address.
  if (text[end] === LESS_THAN && text[end - 1] === CAPITAL_E) end--;
  const utf8 = text.toString('utf8', start, end);
  const isLatin1 = utf8.includes('\ufffd');
  const url = trim(isLatin1 ? text.toString('latin1', start, end) : utf8);
  return { url, end: start + (isLatin1 ? url.length : Buffer.byteLength(url)) };
}

/** Removes characters of the sentence or markup around the URL. */
function trim(written: string): string {
  let url = written;
  // Separators of lists and quotes in source code: `'http://a.org','http://b.org'`, `&lt;http://a.org&gt;`.
  const cut = url.search(
    /'[),;\s]|&(?:gt|lt|quot|apos|nbsp|#39|#34);|,https?:|[\u2018\u2019\u201c-\u201e\u2014\u00ab\u00bb\u3002\uff0c]/,
  );
  if (cut > 0) url = url.slice(0, cut);
  const close = firstUnopened(url);
  if (close !== -1) url = url.slice(0, close);
  let end = url.length;
  while (end > 0 && ".,;:!?'*_~$&=(%".includes(url.charAt(end - 1))) end--;
  return url.slice(0, end);
}

/** Index of the first closing parenthesis without an opening one (`(see http://a.org)and`), -1 when there is none. */
function firstUnopened(url: string): number {
  let open = 0;
  for (let index = 0; index < url.length; index++) {
    if (url[index] === '(') open++;
    else if (url[index] === ')' && --open < 0) return index;
  }
  return -1;
}
