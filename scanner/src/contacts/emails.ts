// Recognises the shape of an e-mail address around an `@` in bytes. Junk is filtered in junk.ts.
import type { Buffer } from 'node:buffer';
import { byteAt } from '../items.ts';

/** RFC 5321 limits, in bytes. They also bound the work per `@`. */
const LONGEST_LOCAL_PART = 64;
const LONGEST_DOMAIN = 253;
const BACKSLASH = 0x5c;
const SLASH = 0x2f;
const COLON = 0x3a;
const LESS_THAN = 0x3c;
const CAPITAL_E = 0x45;

const isLocalByte = byteSet("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._+-~'");
const isDomainByte = byteSet('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789.-');
const domainShape = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?:[a-z]{2,24}|xn--[a-z0-9-]{2,59})$/;

/** The address whose `@` is at the offset, with the domain in lower case; undefined without an address. */
export function readEmailAround(text: Buffer, at: number): string | undefined {
  let start = at;
  while (start > 0 && at - start <= LONGEST_LOCAL_PART && isLocalByte[byteAt(text, start - 1)] === 1) start--;
  let end = at + 1;
  while (end < text.length && end - at <= LONGEST_DOMAIN + 1 && isDomainByte[byteAt(text, end)] === 1) end++;
  // Perl's POD writes `E<gt>` after an address.
  if (text[end] === LESS_THAN && text[end - 1] === CAPITAL_E) end--;
  // Too long for an address, and a part of it is not an address either.
  if (start === at || at - start > LONGEST_LOCAL_PART || end - at - 1 > LONGEST_DOMAIN) return undefined;
  // `\nname@host` in a source string: the letter belongs to the escape.
  if (start > 0 && text[start - 1] === BACKSLASH && 'nrt'.includes(String.fromCharCode(byteAt(text, start)))) start++;
  const local = text.toString('latin1', start, at).replace(/^[.'~_+-]+/, '');
  if (local === '' || /[.']$|\.\./.test(local)) return undefined;
  const domain = text
    .toString('latin1', at + 1, end)
    .toLowerCase()
    .replace(/[.-]+$/, '');
  if (!domainShape.test(domain)) return undefined;
  // `user@host` inside a URL or `git@host:path` names an account of a service, not a mailbox.
  const previous = start === 0 ? 0 : text[start - 1];
  if (previous === SLASH || (previous === COLON && isInUrl(text, start))) return undefined;
  if (text[end] === COLON && /^(?:git|hg|svn|ssh|bzr|cvs)$/i.test(local)) return undefined;
  return `${local}@${domain}`;
}

/** Whether `//user:` precedes the offset. */
function isInUrl(text: Buffer, start: number): boolean {
  return /\/\/[^\s/]*:$/.test(text.toString('latin1', Math.max(0, start - LONGEST_LOCAL_PART), start));
}

function byteSet(characters: string): Uint8Array {
  const set = new Uint8Array(256);
  for (const character of characters) set[character.charCodeAt(0)] = 1;
  return set;
}
