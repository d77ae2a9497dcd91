// Keeps some connections of a pool free of transactions. A transaction may wait for a lock, and sixty of them would hold every connection of the pool
// while a statement that reads one row waits behind them. Further transactions wait here, without a connection, in the order of their arrival.
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Kysely } from 'kysely';
import type { Database } from '../tables.ts';

type Db = Kysely<Database>;
type Begun = ReturnType<Db['transaction']>;

/**
 * The same database, with at most so many transactions at once. A second transaction that begins inside one does not wait: it would wait for its own
 * end.
 */
export function gatedDb(db: Db, mostTransactions: number): Db {
  const waiting: (() => void)[] = [];
  let running = 0;
  const inside = new AsyncLocalStorage<true>();

  async function pass<T>(act: () => Promise<T>): Promise<T> {
    if (inside.getStore()) return act();
    if (running < mostTransactions) running++;
    // Whoever leaves hands the place over.
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await inside.run(true, act);
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  }

  const gated = (begun: Begun): Begun =>
    replaced(begun, {
      execute: (work: Parameters<Begun['execute']>[0]) => pass(() => begun.execute(work)),
      setIsolationLevel: (level: Parameters<Begun['setIsolationLevel']>[0]) => gated(begun.setIsolationLevel(level)),
      setAccessMode: (mode: Parameters<Begun['setAccessMode']>[0]) => gated(begun.setAccessMode(mode)),
    });

  return replaced(db, { transaction: () => gated(db.transaction()) });
}

function replaced<T extends object>(object: T, members: Record<string, unknown>): T {
  return new Proxy(object, {
    get(target, name) {
      if (typeof name === 'string' && Object.hasOwn(members, name)) return members[name];
      const value = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
