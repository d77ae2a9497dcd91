// The status of each error.
import type { ErrorCode } from '../errors.ts';

export const ERROR_STATUSES: Record<
  ErrorCode,
  {
    status: number;
    /** The `Key: ` member of the legacy envelope. */
    key: string;
  }
> = {
  badRequest: { status: 400, key: 'InvalidRequest' },
  unknownField: { status: 400, key: 'UnrecognizedField' },
  unknownParameter: { status: 400, key: 'UnrecognizedParameter' },
  pageOutOfBounds: { status: 400, key: 'PageOutOfBounds' },
  projectNameNotFound: { status: 400, key: 'InvalidProjectNameParm' },
  projectNotFound: { status: 400, key: 'InvalidProjectIdParm' },
  jobNotFound: { status: 400, key: 'InvalidTaskIdParm' },
  alreadyExists: { status: 400, key: 'Duplicate' },
  duplicateFolder: { status: 400, key: 'DuplicateFolder' },
  badCredentials: { status: 401, key: 'BadCredentials' },
  forbidden: { status: 403, key: 'Forbidden' },
  foreignPage: { status: 403, key: 'Forbidden' },
  notJson: { status: 415, key: 'UnsupportedMediaType' },
  csrf: { status: 403, key: 'Forbidden' },
  notFound: { status: 404, key: 'NotFound' },
  projectLocked: { status: 400, key: 'ProjectLocked' },
  methodNotAllowed: { status: 405, key: 'MethodNotAllowed' },
  conflict: { status: 409, key: 'Conflict' },
  preconditionFailed: { status: 412, key: 'PreconditionFailed' },
  tooSlow: { status: 408, key: 'RequestTimeout' },
  headersTooLarge: { status: 431, key: 'HeadersTooLarge' },
  tooLarge: { status: 413, key: 'TooLarge' },
  unsupportedType: { status: 415, key: 'UnsupportedMediaType' },
  beingWritten: { status: 423, key: 'Locked' },
  // Of the protocol of resumable uploads.
  wrongChecksum: { status: 460, key: 'ChecksumMismatch' },
  tooManyRequests: { status: 429, key: 'TooManyRequests' },
  damagedContent: { status: 500, key: 'DamagedContent' },
  notBuilt: { status: 501, key: 'NotAvailable' },
  unavailable: { status: 503, key: 'Unavailable' },
  diskFull: { status: 507, key: 'DiskFull' },
};
