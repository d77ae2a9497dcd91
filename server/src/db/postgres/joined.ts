// A transaction that behaves like the database: code that starts a transaction in it gets a savepoint. So code that ends its own transactions can
// become a part of a larger one without changes.
import { sql } from 'kysely';
import type { Db, Tx } from './connection.ts';

/** Isolation and access mode are those of the transaction; asking for others is an error. */
export function joinedDb(tx: Tx): Db {
  // All statements use one connection, on which overlapping savepoints would end each other.
  let last: Promise<unknown> = Promise.resolve();
  const execute = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => {
    const turn = last.then(() => inSavepoint(tx, work));
    last = turn.catch(() => undefined);
    return turn;
  };
  const members: Partial<Record<string | symbol, unknown>> = { transaction: () => ({ execute }) };
  return new Proxy(tx as Db, {
    get(target, name) {
      if (name in members) return members[name];
      const value = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

async function inSavepoint<T>(tx: Tx, work: (tx: Tx) => Promise<T>): Promise<T> {
  await sql`savepoint joined`.execute(tx);
  try {
    const result = await work(tx);
    await sql`release savepoint joined`.execute(tx);
    return result;
  } catch (error) {
    // Throws the error of the work; a rollback on a lost connection may fail, too.
    await sql`rollback to savepoint joined`.execute(tx).catch(() => undefined);
    throw error;
  }
}
