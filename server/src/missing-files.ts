// A file that is not there is an answer and no fault, where it may be gone at any time.

/** For the `catch` of a call of the file system. */
export function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
  return undefined;
}
