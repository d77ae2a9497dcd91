// Work whose result is wanted, and of which nothing may stay.
import type { Tx } from './connection.ts';

/**
 * Runs `work` in a transaction that is always rolled back. Returns its result, or throws what it throws.
 * @param transaction opens one, such as `(run) => db.transaction().execute(run)`
 */
export async function onTrial<T>(
  transaction: (run: (tx: Tx) => Promise<never>) => Promise<never>,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  try {
    return await transaction(async (tx) => {
      throw new TrialOver(await work(tx));
    });
  } catch (error) {
    if (error instanceof TrialOver) return error.result as T;
    throw error;
  }
}

/** Rolls the transaction back, and carries the result. */
class TrialOver extends Error {
  readonly result: unknown;

  constructor(result: unknown) {
    super('The trial is over.');
    this.result = result;
  }
}
