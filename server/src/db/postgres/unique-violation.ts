// A row was refused because another one has its unique values.

/** https://www.postgresql.org/docs/current/errcodes-appendix.html: unique_violation */
const UNIQUE_VIOLATION = '23505';

export const isUniqueViolation = (error: unknown): boolean =>
  (error as { code?: unknown } | undefined)?.code === UNIQUE_VIOLATION;
