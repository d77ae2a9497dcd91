// The shape of a URL in bytes: `scheme://…` and `www.…`. Decides shape alone; what is junk is decided in junk.ts.
import { Buffer } from 'node:buffer';

/** In bytes. Nothing longer is an address that a person or a tool would follow. */
const LONGEST_URL = 2048;
const LONGEST_HOST = 300;
const LESS_THAN = 0x3c;
const CAPITAL_E = 0x45;
const QUOTE = 0x27;
const LONGEST_SCHEME = 10;
const scheme =
  /(?:^|[^a-z])((?:git|svn|hg|bzr)\+(?:https?|ssh|file)|https?|ftps?|sftp|git|svn|ssh|rsync|ircs?|hg|bzr|gopher|rtmp|wss?)$/i;
/** Ends a URL: white space, quotes, brackets, escapes and what markup puts around it. Parentheses are weighed by `trim`. */
const isEnd = new Uint8Array(256);
for (let byte = 0; byte <= 32; byte++) isEnd[byte] = 1;
for (const character of '"<>[]{}|\\^`\x7f') isEnd[character.charCodeAt(0)] = 1;
const isHostByte = new Uint8Array(256);
for (const character of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789.-_@')
  isHostByte[character.charCodeAt(0)] = 1;
/** An account before the host is fine (`ssh://git@host`); a password is not, for evidence must not spread secrets. */
const hostShape = /^(?:[^@]*@)?(?:[a-z0-9_-]{1,63}\.)+(?:[a-z]{2,24}|xn--[a-z0-9-]{2,59}|\d{1,3})\.*$/i;

export interface FoundUrl {
  /** Undefined when the place holds none. */
  url: string | undefined;
  /** Offset up to which the bytes were weighed: the search goes on from here, so that no byte is weighed twice. */
  end: number;
}

/** The URL whose `://` is at the offset, when it is of a scheme that leads to a place. */
export function readUrlAround(text: Buffer, separator: number): FoundUrl {
  const before = scheme.exec(text.toString('latin1', Math.max(0, separator - LONGEST_SCHEME), separator));
  if (before === null) return { url: undefined, end: separator + 3 };
  return readFrom(text, separator - before[1].length, separator + 3);
}

/** The URL without scheme that begins with the `www.` at the offset. */
export function readBareUrlAt(text: Buffer, start: number): FoundUrl {
  const previous = start === 0 ? ' ' : String.fromCharCode(text[start - 1]);
  if (/[\w.@/-]/.test(previous)) return { url: undefined, end: start + 4 };
  const found = readFrom(text, start, start);
  // `www.name` alone is as often a file or a package; a host has another dot.
  return found.url === undefined || /^www\.[^./]+\.[^/]/i.test(found.url) ? found : { url: undefined, end: found.end };
}

function readFrom(text: Buffer, start: number, host: number): FoundUrl {
  let hostEnd = host;
  const hostLimit = Math.min(text.length, host + LONGEST_HOST);
  while (hostEnd < hostLimit && isHostByte[text[hostEnd]] === 1) hostEnd++;
  if (!hostShape.test(text.toString('latin1', host, hostEnd))) return { url: undefined, end: hostEnd };
  let end = hostEnd;
  const limit = Math.min(text.length, start + LONGEST_URL + 1);
  // An apostrophe may stand in a URL, but not in one between two: what follows is the program's, `'http://a.org/'+id`.
  const closing = text[start - 1] === QUOTE ? QUOTE : -1;
  while (end < limit && isEnd[text[end]] === 0 && text[end] !== closing) end++;
  if (end - start > LONGEST_URL) return { url: undefined, end };
  // Perl's POD writes `E<gt>` after an address.
  if (text[end] === LESS_THAN && text[end - 1] === CAPITAL_E) end--;
  const utf8 = text.toString('utf8', start, end);
  const isLatin1 = utf8.includes('\ufffd');
  const url = trim(isLatin1 ? text.toString('latin1', start, end) : utf8);
  return { url, end: start + (isLatin1 ? url.length : Buffer.byteLength(url)) };
}

/** Takes off what belongs to the sentence or the markup around the URL, not to it. */
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
  while (end > 0 && ".,;:!?'*_~$&=(%".includes(url[end - 1])) end--;
  return url.slice(0, end);
}

/** Index of the first parenthesis closed without having been opened (`(see http://a.org)and`), -1 when there is none. */
function firstUnopened(url: string): number {
  let open = 0;
  for (let index = 0; index < url.length; index++) {
    if (url[index] === '(') open++;
    else if (url[index] === ')' && --open < 0) return index;
  }
  return -1;
}
