// Where a file may disappear at any time, its absence is an answer and no fault.

/** Pass it to `catch` of a call of the file system. */
export function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
  return undefined;
}
