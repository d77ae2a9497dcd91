// Recognises transactions that PostgreSQL ended because of others, and whose work can be repeated.

const DEADLOCK = '40P01';
const SERIALIZATION_FAILURE = '40001';
const LOCK_NOT_AVAILABLE = '55P03';

/** They and others waited for each other. Nothing of the transaction was written, and the others go on. */
export function isDeadlock(error: unknown): boolean {
  return hasCode(error, DEADLOCK);
}

/** The transaction reads from a snapshot, and needed a row that somebody has changed since. */
export function isOvertaken(error: unknown): boolean {
  return hasCode(error, SERIALIZATION_FAILURE);
}

/** The transaction waited for a lock longer than it had set itself. */
export function isLockTimeout(error: unknown): boolean {
  return hasCode(error, LOCK_NOT_AVAILABLE);
}

function hasCode(error: unknown, code: string): boolean {
  for (let one = error; one instanceof Error; one = one.cause)
    if ((one as NodeJS.ErrnoException).code === code) return true;
  return false;
}
