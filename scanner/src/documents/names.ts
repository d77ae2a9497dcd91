// Which files are documents whose text may be searched. Apart from their readers, which only threads of the analysis need.
import type { FileFacts, Issue } from '../findings.ts';

/** Larger documents are not read. */
export const MAX_DOCUMENT_BYTES = 64 * 1024 * 1024;

const DOCUMENT_NAME = /\.(?:pdf|docx|docm|dotx|xlsx|xlsm|pptx|pptm|odt|ods|odp|odg|epub)$/i;

/** Whether a path justifies holding a large file in memory. */
export const isDocumentName = (path: string): boolean => DOCUMENT_NAME.test(path);

export type DocumentFormat = 'pdf' | 'office';

/** Undefined for files that are no documents. */
export function documentFormat({ kind, mediaType }: FileFacts): DocumentFormat | undefined {
  if (kind !== 'document') return undefined;
  if (mediaType === 'application/pdf') return 'pdf';
  const isOffice = /^application\/(?:vnd\.oasis\.opendocument|vnd\.openxmlformats-officedocument|epub\+zip)/.test(
    mediaType,
  );
  return isOffice ? 'office' : undefined;
}

/** The issue for a document that came in chunks although its text was requested; undefined for other files. */
export function streamedDocumentIssue(facts: FileFacts): Issue | undefined {
  return documentFormat(facts) ? tooLargeIssue() : undefined;
}

export function tooLargeIssue(): Issue {
  return unread(`it is larger than ${MAX_DOCUMENT_BYTES / 1024 / 1024} MB`);
}

export function unread(reason: string): Issue {
  return {
    code: 'unreadable',
    path: '',
    message: `The document's text could not be had, so it was not searched: ${reason}.`,
  };
}
