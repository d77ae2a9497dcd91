// Why a call to another server failed, in a sentence for people. It never contains an address of the inside network, a header or a part of an answer.

/**
 * refused: not allowed by the rules of this folder; unreachable: no name, no connection, broken TLS or a broken answer;
 * timeout: not done in time; tooLarge: the answer is larger than allowed; tooManyRedirects.
 */
export type OutgoingErrorCode = 'refused' | 'unreachable' | 'timeout' | 'tooLarge' | 'tooManyRedirects';

export class OutgoingError extends Error {
  readonly code: OutgoingErrorCode;
  /** The HTTP status, if the other server's status was the error. */
  readonly status: number | undefined;

  constructor(code: OutgoingErrorCode, message: string, options?: { cause?: unknown; status?: number }) {
    super(message, options);
    this.name = 'OutgoingError';
    this.code = code;
    this.status = options?.status;
  }
}
