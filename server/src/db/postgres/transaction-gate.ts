// Keeps some connections of a pool free of transactions. A transaction may wait for a lock, and sixty of them would hold every connection of the pool
// while a statement that reads one row waits behind them. Further transactions wait here, without a connection, in the order of their arrival.
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Kysely } from 'kysely';
import type { Database } from '../tables.ts';

type Db = Kysely<Database>;
type Begun = ReturnType<Db['transaction']>;

/** Most transactions at once. Those that only read have places of their own, because they never wait for the lock of a change. */
export interface TransactionLimits {
  changing: number;
  reading: number;
}

/** The same database with these limits. A second transaction that begins inside one does not wait: it would wait for its own end. */
export function gatedDb(db: Db, most: TransactionLimits): Db {
  const inside = new AsyncLocalStorage<true>();
  const lanes = { changing: laneOf(most.changing), reading: laneOf(most.reading) };

  const gated = (begun: Begun, lane: Lane): Begun =>
    replaced(begun, {
      execute: (work: Parameters<Begun['execute']>[0]) =>
        inside.getStore() ? begun.execute(work) : lane(() => inside.run(true, () => begun.execute(work))),
      setIsolationLevel: (level: Parameters<Begun['setIsolationLevel']>[0]) =>
        gated(begun.setIsolationLevel(level), lane),
      setAccessMode: (mode: Parameters<Begun['setAccessMode']>[0]) =>
        gated(begun.setAccessMode(mode), mode === 'read only' ? lanes.reading : lanes.changing),
    });

  return replaced(db, { transaction: () => gated(db.transaction(), lanes.changing) });
}

type Lane = <T>(act: () => Promise<T>) => Promise<T>;

/** Runs at most so many acts at once, in the order of their arrival. */
function laneOf(most: number): Lane {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (act) => {
    if (running < most) running++;
    // Whoever leaves hands the place over.
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await act();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
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
