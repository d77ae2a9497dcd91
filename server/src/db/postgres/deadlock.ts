// Recognises transactions that PostgreSQL ended because they and others waited for each other.

const DEADLOCK = '40P01';

/** The work can be repeated: nothing of the transaction was written, and the others go on. */
export function isDeadlock(error: unknown): boolean {
  for (let one = error; one instanceof Error; one = one.cause)
    if ((one as NodeJS.ErrnoException).code === DEADLOCK) return true;
  return false;
}
