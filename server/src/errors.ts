// One error type for everything the server answers with other than success, and one table that gives each code its status and text.
// Rules' refusals become errors here; faults stay ordinary exceptions and are answered with 500 and a request id.

interface ErrorKind {
  status: number;
  /** The `Key: ` member of the legacy envelope. */
  key: string;
  /** Text for people; the data given with the error fills it. */
  text: (data: Record<string, unknown>) => string;
}

const message = (data: Record<string, unknown>): string => String(data.message);

export const ERRORS = {
  badRequest: { status: 400, key: 'InvalidRequest', text: message },
  unknownField: {
    status: 400,
    key: 'UnrecognizedField',
    text: (d) => `Unrecognized field "${d.field}"${d.known ? `: known fields are ${d.known}` : ''}`,
  },
  pageOutOfBounds: {
    status: 400,
    key: 'PageOutOfBounds',
    text: (d) =>
      `The page ${d.page} you requested is out of bounds. Total records :${d.total} number of pages :${d.pages}`,
  },
  projectNameNotFound: {
    status: 400,
    key: 'InvalidProjectNameParm',
    text: () => 'The project name entered was not found',
  },
  projectNotFound: { status: 400, key: 'InvalidProjectIdParm', text: (d) => `The project id ${d.id} was not found` },
  jobNotFound: { status: 400, key: 'InvalidTaskIdParm', text: (d) => `The task id ${d.id} was not found` },
  alreadyExists: { status: 400, key: 'Duplicate', text: (d) => `A ${d.what} with the name ${d.name} already exists.` },
  duplicateFolder: {
    status: 400,
    key: 'DuplicateFolder',
    text: (d) => `Duplicate folder name under the same parent folder:${d.id}`,
  },
  badCredentials: { status: 401, key: 'BadCredentials', text: () => 'The login or the password is wrong.' },
  forbidden: { status: 403, key: 'Forbidden', text: message },
  csrf: {
    status: 403,
    key: 'Forbidden',
    text: () => 'A change made with the session cookie needs the header X-Assay-Request: 1',
  },
  notFound: { status: 404, key: 'NotFound', text: (d) => `${d.what} ${d.id} was not found` },
  projectLocked: { status: 400, key: 'ProjectLocked', text: message },
  methodNotAllowed: { status: 405, key: 'MethodNotAllowed', text: message },
  conflict: { status: 409, key: 'Conflict', text: message },
  preconditionFailed: { status: 412, key: 'PreconditionFailed', text: message },
  tooSlow: { status: 408, key: 'RequestTimeout', text: message },
  headersTooLarge: { status: 431, key: 'HeadersTooLarge', text: message },
  tooLarge: { status: 413, key: 'TooLarge', text: message },
  tooManyRequests: { status: 429, key: 'TooManyRequests', text: message },
  notBuilt: { status: 501, key: 'NotAvailable', text: message },
  unavailable: { status: 503, key: 'Unavailable', text: message },
} as const satisfies Record<string, ErrorKind>;

export type ErrorCode = keyof typeof ERRORS;

export class AppError extends Error {
  readonly code: ErrorCode;
  readonly data: Record<string, unknown>;

  constructor(code: ErrorCode, data: Record<string, unknown> = {}) {
    super((ERRORS[code] as ErrorKind).text(data));
    this.name = 'AppError';
    this.code = code;
    this.data = data;
  }

  get status(): number {
    return ERRORS[this.code].status;
  }

  get key(): string {
    return ERRORS[this.code].key;
  }
}

export function notFound(what: string, id: unknown): AppError {
  return new AppError('notFound', { what, id });
}

export function badRequest(text: string): AppError {
  return new AppError('badRequest', { message: text });
}
