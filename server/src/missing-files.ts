// For places where a file may disappear at any time, so that its absence is not an error.

/** Pass it to the `catch` of a file system call. */
export function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
  return undefined;
}
