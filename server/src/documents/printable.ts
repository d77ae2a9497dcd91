// Makes foreign text readable: removes control characters, characters that change the direction of text, and halves of surrogate pairs. Each is shown
// by its number instead, so that a reader sees that it was there. JSON keeps texts unchanged.

const UNPRINTABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\ufffe\uffff]/g;

/** Most texts need no change; this test finds them. */
const PLAIN = /^[\x20-\x7e\n]*$/;

/** Line feeds and tabs stay; other line ends become line feeds. */
export function printable(text: string): string {
  if (PLAIN.test(text)) return text;
  return text
    .toWellFormed()
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(UNPRINTABLE, (character) => `[U+${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}]`);
}

/** The same on one line. */
export function printableLine(text: string): string {
  return printable(text).replace(/\s+/g, ' ').trim();
}

/** Only web addresses become links; `javascript:` and similar ones stay text. */
export function webAddress(url: string | undefined): string | undefined {
  if (url === undefined || !/^https?:\/\//i.test(url) || !URL.canParse(url)) return undefined;
  return new URL(url).href;
}

/** Text in XML and HTML, quoted attributes included. */
export function escapeMarkup(text: string): string {
  return /[&<>"']/.test(text) ? text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character) : text;
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
