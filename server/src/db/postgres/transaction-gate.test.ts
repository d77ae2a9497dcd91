import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { cloneDatabase, type TestDatabase } from '../../../test/postgres.ts';
import { type Connection, connect } from './connection.ts';
import { withProject } from './transaction-gate.ts';

const LOCK = 42;
let database: TestDatabase;
let requests: Connection;
beforeAll(async () => {
  database = await cloneDatabase(inject('postgres'));
  requests = connect(database.target, {
    maxConnections: 4,
    mostTransactions: { changing: 2, ofOneProject: 1, reading: 1 },
  });
});
afterAll(async () => {
  await requests.close();
  await database.drop();
});

const locking = () =>
  requests.db.transaction().execute(async (tx) => void (await sql`select pg_advisory_xact_lock(${LOCK})`.execute(tx)));

it('transactions that wait for a lock leave connections for other statements, and all of them end', async () => {
  const holder = await database.pool.connect();
  await holder.query('begin; select pg_advisory_xact_lock(42)');
  const waiting = Array.from({ length: 20 }, locking);
  for (;;) {
    const { rows } = await database.pool.query(`select count(*)::int as n from pg_locks where not granted`);
    if (rows[0].n >= 2) break;
  }
  // Would never end if the twenty transactions held all connections.
  expect((await sql<{ one: number }>`select 1 as one`.execute(requests.db)).rows).toEqual([{ one: 1 }]);
  const reading = requests.db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only');
  const { rows } = await reading.execute((tx) => sql<{ one: number }>`select 1 as one`.execute(tx));
  expect(rows).toEqual([{ one: 1 }]);
  await holder.query('commit');
  holder.release();
  await Promise.all(waiting);
});

it('changes of one project that wait for a lock leave a place for those of others', async () => {
  const holder = await database.pool.connect();
  await holder.query('begin; select pg_advisory_xact_lock(42)');
  const waiting = Array.from({ length: 20 }, () => withProject(1, locking));
  const change = () => requests.db.transaction().execute((tx) => sql<{ one: number }>`select 1 as one`.execute(tx));
  // Would never end if the twenty had both places.
  expect((await withProject(2, change)).rows).toEqual([{ one: 1 }]);
  expect((await change()).rows).toEqual([{ one: 1 }]);
  await holder.query('commit');
  holder.release();
  await Promise.all(waiting);
});

it('a transaction that fails, or has an isolation level, gives its place back', async () => {
  for (let turn = 0; turn < 5; turn++) {
    const failing = requests.db.transaction().execute(() => Promise.reject(new Error('no')));
    await expect(failing).rejects.toThrow('no');
    const reading = requests.db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only');
    const { rows } = await reading.execute((tx) =>
      sql<{ level: string }>`select current_setting('transaction_isolation') as level`.execute(tx),
    );
    expect(rows).toEqual([{ level: 'repeatable read' }]);
  }
});

it('a transaction inside another does not wait for its own end', async () => {
  const nested = () =>
    requests.db.transaction().execute(() =>
      requests.db.transaction().execute(async (tx) => {
        const { rows } = await sql<{ one: number }>`select 1 as one`.execute(tx);
        return rows[0]?.one;
      }),
    );
  expect(await Promise.all([nested(), nested()])).toEqual([1, 1]);
});
