import { sql } from 'kysely';
import { expect, inject, test } from 'vitest';
import { cloneDatabase } from '../../../test/postgres.ts';
import { connect } from './connection.ts';
import { longTransaction } from './long-transactions.ts';

test('every connection of a pool has the statement timeout of its kind, and a long transaction its own', async () => {
  const database = await cloneDatabase(inject('postgres'));
  const connection = connect(database.target, { maxConnections: 3, statementTimeoutMs: 12_345 });
  try {
    const shown = await Promise.all([1, 2, 3].map(() => connection.pool.query('show statement_timeout')));
    expect(shown.map(({ rows }) => rows[0].statement_timeout)).toEqual(['12345ms', '12345ms', '12345ms']);
    const { signal } = new AbortController();
    const within = await longTransaction(connection.db, { signal, statementTimeoutMs: 60_000 }, (tx) =>
      sql`show statement_timeout`.execute(tx),
    );
    expect(within.rows).toEqual([{ statement_timeout: '1min' }]);
    expect((await connection.pool.query('show statement_timeout')).rows[0].statement_timeout).toBe('12345ms');
  } finally {
    await connection.close();
    await database.drop();
  }
});

test('a pool that was used without its query builder is closed too', async () => {
  const database = await cloneDatabase(inject('postgres'));
  try {
    const connection = connect(database.target);
    await connection.pool.query('select 1');
    await connection.close();
    expect(connection.pool.ended).toBe(true);
  } finally {
    await database.drop();
  }
});

test('integers of 8 bytes are numbers, alone and in lists, and refused where JavaScript cannot hold them', async () => {
  const database = await cloneDatabase(inject('postgres'));
  const { pool, close } = connect(database.target);
  try {
    const { rows } = await pool.query(
      "select 7::bigint as one, '{1,NULL,9007199254740991}'::bigint[] as list, '{}'::bigint[] as none",
    );
    expect(rows).toEqual([{ one: 7, list: [1, null, Number.MAX_SAFE_INTEGER], none: [] }]);
    await expect(pool.query("select '{9007199254740993}'::bigint[]")).rejects.toThrow(
      '9007199254740993, which is too large',
    );
  } finally {
    await close();
    await database.drop();
  }
});
