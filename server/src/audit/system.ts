// Audit lines of the server's own actions. They name the system, because nobody called.
import type { App } from '../app.ts';
import type { AuditSource } from '../db/audit-log/entries.ts';
import { AppError } from '../errors.ts';

export const SYSTEM: AuditSource = { userId: null, login: 'System', tokenId: null, via: 'system' };

/** Runs `work` between two lines, like the call of a person: one before it begins, and one with its outcome. */
export async function asSystem<T>(
  app: App,
  operation: string,
  work: () => Promise<T>,
  detailsOf: (result: T) => Record<string, unknown>,
): Promise<T> {
  const line = { ...SYSTEM, operation };
  const about = await app.audit.write(line);
  try {
    const result = await work();
    await app.audit.write({ ...line, about, status: 'Completed', details: detailsOf(result) });
    return result;
  } catch (error) {
    const code = error instanceof AppError ? error.code : 'fault';
    await app.audit.write({ ...line, about, status: 'Failed', details: { error: code } });
    throw error;
  }
}
