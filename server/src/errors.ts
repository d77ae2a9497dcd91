// One error type for every refusal of an operation or a job, with a code for programs and a sentence for people. It knows no HTTP:
// http/error-statuses.ts has the status of each code. Refusals of rules become errors here; faults stay ordinary exceptions.
import { isRefusal, type Refusal } from './domain/refusal.ts';

/** Text for people, filled with the data of the error. */
type ErrorText = (data: Record<string, unknown>) => string;

const message: ErrorText = (data) => String(data.message);

const TEXTS = {
  badRequest: message,
  unknownField: (d) => `Unrecognized field "${d.field}"${d.known ? `: known fields are ${d.known}` : ''}`,
  unknownParameter: (d) =>
    `The query parameter "${d.parameter}" is not known here${d.known ? `: known parameters are ${d.known}` : ''}`,
  pageOutOfBounds: (d) =>
    `The page ${d.page} you requested is out of bounds. Total records :${d.total} number of pages :${d.pages}`,
  projectNameNotFound: () => 'The project name entered was not found',
  projectNotFound: (d) => `The project id ${d.id} was not found`,
  jobNotFound: (d) => `The task id ${d.id} was not found`,
  alreadyExists: (d) => `A ${d.what} with the name ${d.name} already exists.`,
  duplicateFolder: (d) => `Duplicate folder name under the same parent folder:${d.id}`,
  badCredentials: () => 'The login or the password is wrong.',
  forbidden: message,
  foreignPage: () => 'A page of another site may not send this request',
  notJson: () => 'Send the body as JSON, with the header Content-Type: application/json',
  csrf: () => 'A change made with the session cookie needs the header X-Assay-Request: 1',
  notFound: (d) => `${d.what} ${d.id} was not found${d.why ? `: ${d.why}` : ''}`,
  projectLocked: message,
  methodNotAllowed: message,
  conflict: message,
  preconditionFailed: message,
  tooSlow: message,
  headersTooLarge: message,
  tooLarge: message,
  unsupportedType: message,
  beingWritten: message,
  wrongChecksum: message,
  tooManyRequests: message,
  damagedContent: message,
  notBuilt: message,
  unavailable: message,
  diskFull: message,
} as const satisfies Record<string, ErrorText>;

export type ErrorCode = keyof typeof TEXTS;

export class AppError extends Error {
  readonly code: ErrorCode;
  readonly data: Record<string, unknown>;

  constructor(code: ErrorCode, data: Record<string, unknown> = {}) {
    super((TEXTS[code] as ErrorText)(data));
    this.name = 'AppError';
    this.code = code;
    this.data = data;
  }
}

/** @param why after the sentence, if the reason is not that the id is wrong */
export function notFound(what: string, id: unknown, why = ''): AppError {
  return new AppError('notFound', { what, id, ...(why === '' ? {} : { why }) });
}

export function badRequest(text: string): AppError {
  return new AppError('badRequest', { message: text });
}

/** Returns the result of a rule, or throws its refusal of the input. */
export function unlessRefused<T>(answer: T | Refusal): T {
  if (isRefusal(answer)) throw badRequest(answer.refusal.message);
  return answer;
}
