// A transaction that stands in for the database: what asks it for a transaction of its own gets a savepoint of this one. So work that was
// written to end its own transactions becomes a part of a larger one, without knowing of it.
import { sql } from 'kysely';
import type { Db, Tx } from './connection.ts';

/** Isolation and access are those of the transaction; asking for others is a fault. */
export function joinedDb(tx: Tx): Db {
  // All is sent over one connection, where savepoints that overlap would end each other.
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
    // The error of the work is the one that matters; a connection that is lost cannot go back.
    await sql`rollback to savepoint joined`.execute(tx).catch(() => undefined);
    throw error;
  }
}
