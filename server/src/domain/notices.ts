// The license text that a Notices report prints for an item, and when an item's Notices Text is filled.
// A text counts as empty when it holds nothing but white space or the words for "no value".

export interface LicenseTexts {
  /** What a person finalised. */
  noticesText: string;
  /** What stands in the component's own license file. */
  asFoundLicenseText: string;
  /** The library's text of the selected license. */
  libraryText: string;
}

export type NoticesSource = 'notices' | 'as-found' | 'library' | 'none';

/** Precedence of reports: Notices Text, else As-Found License Text, else the library's. */
export function noticesFor(texts: LicenseTexts): { text: string; source: NoticesSource } {
  if (!isEmpty(texts.noticesText)) return { text: texts.noticesText, source: 'notices' };
  if (!isEmpty(texts.asFoundLicenseText)) return { text: texts.asFoundLicenseText, source: 'as-found' };
  if (!isEmpty(texts.libraryText)) return { text: texts.libraryText, source: 'library' };
  return { text: '', source: 'none' };
}

/**
 * The new Notices Text of an item, or undefined when it stays as it is. `overwrite` always takes the library's text;
 * without it only an empty field is filled. Where the library has no text, the as-found one does; where neither is known,
 * what stands is kept, because an empty text must never replace one that a person wrote.
 */
export function fillNotices(texts: LicenseTexts, overwrite: boolean): string | undefined {
  if (!overwrite && !isEmpty(texts.noticesText)) return undefined;
  const text = isEmpty(texts.libraryText) ? texts.asFoundLicenseText : texts.libraryText;
  return isEmpty(text) || text === texts.noticesText ? undefined : text;
}

function isEmpty(text: string): boolean {
  const trimmed = text.trim();
  return trimmed === '' || trimmed === 'N/A';
}
