// Keeps some connections of a pool free of transactions. A transaction may wait for a lock, and sixty of them would hold every connection of the pool
// while a statement that reads one row waits behind them. Further transactions wait here, without a connection, in the order of their arrival. Most wait
// for the lock of a project, so each project has only some of the places: else sixty changes of one project would stop the changes of all others.
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Kysely } from 'kysely';
import type { Database } from '../tables.ts';

type Db = Kysely<Database>;
type Begun = ReturnType<Db['transaction']>;

/** Most transactions at once. Those that only read have places of their own, because they never wait for the lock of a change. */
export interface TransactionLimits {
  changing: number;
  /** Of those that change, for one project. */
  ofOneProject: number;
  reading: number;
}

const project = new AsyncLocalStorage<number>();

/** Transactions that begin in `work` are changes of this project. */
export function withProject<T>(projectId: number | null, work: () => T): T {
  return projectId === null ? work() : project.run(projectId, work);
}

/** The same database with these limits. A second transaction that begins inside one does not wait: it would wait for its own end. */
export function gatedDb(db: Db, most: TransactionLimits): Db {
  const inside = new AsyncLocalStorage<true>();
  const lanes = { changing: lanesOf(most), reading: laneOf(most.reading) };

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

/** A change of a project waits for a place of the project, and then for one among all. */
function lanesOf({ changing, ofOneProject }: TransactionLimits): Lane {
  const all = laneOf(changing);
  const open = new Map<number, { lane: Lane; users: number }>();
  return async (act) => {
    const id = project.getStore();
    if (id === undefined) return all(act);
    const own = open.get(id) ?? { lane: laneOf(ofOneProject), users: 0 };
    open.set(id, own);
    own.users++;
    try {
      return await own.lane(() => all(act));
    } finally {
      if (--own.users === 0) open.delete(id);
    }
  };
}

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
