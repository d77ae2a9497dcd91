// The license text that a Notices report prints for an item, and when an item's Notices Text is filled. A text counts as empty if it has only white
// space or the words for "no value".

import { readNoticeText } from './notice-texts.ts';

export interface LicenseTexts {
  /** The text that a person finalised. */
  noticesText: string;
  /** The text in the component's own license file. */
  asFoundLicenseText: string;
  /** The library's text of the selected license. */
  libraryText: string;
}

export type NoticesSource = 'notices' | 'as-found' | 'library' | 'none';

/**
 * Precedence of reports: Notices Text, else As-Found License Text, else the library's. A Notices Text that is the library's, word for word, was filled
 * in by a button, a job or a scan: it says nothing that a person wrote, so it never hides the package's own text.
 */
export function noticesFor(texts: LicenseTexts): { text: string; source: NoticesSource } {
  const isTemplate = !isEmpty(texts.asFoundLicenseText) && isTextOfLibrary(texts.noticesText, texts.libraryText);
  if (!isEmpty(texts.noticesText) && !isTemplate) return { text: texts.noticesText, source: 'notices' };
  if (!isEmpty(texts.asFoundLicenseText)) return { text: texts.asFoundLicenseText, source: 'as-found' };
  if (!isEmpty(texts.libraryText)) return { text: texts.libraryText, source: 'library' };
  return { text: '', source: 'none' };
}

/**
 * The new Notices Text of an item, or undefined if it stays unchanged. With `overwrite`, it is always the library's text; otherwise only an empty
 * field is filled. Without a library text, the as-found text is used. If neither is known, the text stays, because an empty text must never replace
 * one that a person wrote.
 */
export function fillNotices(texts: LicenseTexts, overwrite: boolean): string | undefined {
  if (!overwrite && !isEmpty(texts.noticesText)) return undefined;
  const text = isEmpty(texts.libraryText) ? texts.asFoundLicenseText : texts.libraryText;
  return isEmpty(text) || text === texts.noticesText ? undefined : text;
}

/** Apart from white space, quotation marks and the title. A text in which somebody has named a holder is no longer the library's. */
export function isTextOfLibrary(text: string, libraryText: string): boolean {
  if (isEmpty(libraryText) || isEmpty(text)) return false;
  if (text === libraryText) return true;
  const read = readNoticeText(text, libraryText);
  return read.statements.length === 0 && read.key === readNoticeText(libraryText, libraryText).key;
}

export function isEmpty(text: string): boolean {
  const trimmed = text.trim();
  return trimmed === '' || trimmed === 'N/A';
}
