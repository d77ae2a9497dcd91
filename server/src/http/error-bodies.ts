// The bodies of error answers, by envelope family, and the page for a missing or invalid token.
import type { AppError } from '../errors.ts';
import { ERROR_STATUSES } from './error-statuses.ts';

/** The envelope of an operation's errors and answers (wire format, section 1.5). */
export type EnvelopeFamily = 'legacy' | 'standard';

/** `Error: ` comes last and the JSON is compact, because clients read the task id at the end of the raw text. */
export function errorBody(family: EnvelopeFamily, error: AppError, requestId: string): Record<string, unknown> {
  if (family === 'legacy')
    return { 'Arguments: ': ['', ''], 'Key: ': ` ${ERROR_STATUSES[error.code].key}`, 'Error: ': error.message };
  const { current } = error.data;
  return { errors: [{ message: error.message }], requestId, ...(current === undefined ? {} : { data: current }) };
}

export function faultBody(family: EnvelopeFamily, requestId: string): Record<string, unknown> {
  const text = `An internal error occurred. It is logged under the request id ${requestId}.`;
  if (family === 'legacy') return { 'Arguments: ': ['', ''], 'Key: ': ' InternalError', 'Error: ': text };
  return { errors: [{ message: text }], requestId };
}

/** Existing clients look for both spellings of the title, with an en dash and with a hyphen. */
export const UNAUTHORIZED_PAGE = `<!doctype html><html lang="en"><head><title>HTTP Status 401 – Unauthorized</title></head><body><h1>HTTP Status 401 – Unauthorized</h1><p><b>Message</b> Status 401 - Unauthorized: the request needs a valid token in the header Authorization: Bearer &lt;JWT&gt;.</p></body></html>`;
