// Why an image cannot be read.

/**
 * refused: not allowed by the rules of this program; unreachable: no answer; credentials: not accepted, or none given; missing: no such repository,
 * tag, digest or platform; tooLarge: beyond a limit; broken: what was sent is not what it should be.
 */
export type ImageErrorCode = 'refused' | 'unreachable' | 'credentials' | 'missing' | 'tooLarge' | 'broken';

/** The message is a sentence for people, without passwords. */
export class ImageError extends Error {
  readonly code: ImageErrorCode;

  constructor(code: ImageErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'ImageError';
    this.code = code;
  }
}
