// Lets a run write only while it is the job's last run. The check is at the place where statements go to the database, so that no handler can forget
// it. A handler gets an app in which every transaction, and every write outside one, first checks the number of the run and locks it until the end.
import { firstOf, lastOf } from '@assay/scanner/items';
import { Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';
import type { App } from '../app.ts';
import type { Db } from '../db/postgres/connection.ts';
import type { Database } from '../db/tables.ts';
import { statusesBefore } from '../domain/jobs/job.ts';

export interface Fence {
  jobId: number;
  attempt: number;
}

/** Another run of the job has begun elsewhere, or the job has ended. This run must end and may write nothing about the job. */
export class RunIsOver extends Error {
  constructor({ jobId, attempt }: Fence) {
    super(`Run ${attempt} of job ${jobId} is over: another run has continued the job, or the job has ended.`);
  }
}

/** The same app, but its writes are refused with `RunIsOver` if the run is not the job's last one. */
export function fencedApp(app: App, fence: Fence): App {
  const [pool, lockingPool] = [fencedPool(app.pool, fence), fencedPool(app.lockingPool, fence)];
  const backgroundPool = fencedPool(app.backgroundPool, fence);
  return {
    ...{ ...app, pool, db: databaseOf(pool), lockingPool, lockingDb: databaseOf(lockingPool) },
    ...{ backgroundPool, backgroundDb: databaseOf(backgroundPool) },
  };
}

/** The same for a thread that writes for a run with its own connections. */
export function fencedDb(pool: pg.Pool, fence: Fence): Db {
  return databaseOf(fencedPool(pool, fence));
}

const databaseOf = (pool: pg.Pool): Db => new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });

function fencedPool(pool: pg.Pool, fence: Fence): pg.Pool {
  const connect = async () => fencedClient(await pool.connect(), fence);
  const query = async (...args: unknown[]) => {
    const client = await connect();
    try {
      return await (client.query as (...args: unknown[]) => Promise<unknown>)(...args);
    } finally {
      client.release();
    }
  };
  return replaced(pool, { connect, query });
}

function fencedClient(client: pg.PoolClient, fence: Fence): pg.PoolClient {
  let isInTransaction = false;
  const send = client.query.bind(client) as (...args: unknown[]) => Promise<pg.QueryResult>;

  async function begin(text: string): Promise<pg.QueryResult> {
    // The lock lets others change the job's row, but the next run must wait for the end of this transaction.
    const asked = `select 1 from jobs where id = ${fence.jobId} and attempt = ${fence.attempt}
      and status in (${statusesBefore('progress')
        .map((status) => `'${status}'`)
        .join(', ')}) for key share`;
    const answers = (await send(`${text}; ${asked}`)) as unknown as pg.QueryResult[];
    isInTransaction = true;
    if (lastOf(answers).rowCount === 1) return firstOf(answers);
    await send('rollback');
    isInTransaction = false;
    throw new RunIsOver(fence);
  }

  async function write(args: unknown[]): Promise<pg.QueryResult> {
    await begin('begin');
    try {
      const result = await send(...args);
      await send('commit');
      return result;
    } catch (error) {
      // Throws the error of the statement. If the connection cannot roll back, the database closes it.
      await send('rollback').catch(() => undefined);
      throw error;
    } finally {
      isInTransaction = false;
    }
  }

  const query = (...args: unknown[]): unknown => {
    const text = textOf(args[0]);
    // Streams and cursors need no check: COPY into a table is inside a transaction that has checked.
    if (text === undefined) return send(...args);
    if (BEGINS.test(text)) return READ_ONLY.test(text) ? send(...args) : begin(text);
    if (ENDS.test(text)) isInTransaction = false;
    return isInTransaction || READS.test(text) ? send(...args) : write(args);
  };
  return replaced(client, { query });
}

const BEGINS = /^\s*(begin|start\s+transaction)\b/i;
const READ_ONLY = /\bread\s+only\b/i;
const ENDS = /^\s*(commit|rollback(?!\s+to\b)|end)\b/i;
const READS = /^\s*(select|show|set|commit|rollback|end|savepoint|release|listen|unlisten)\b/i;

function textOf(query: unknown): string | undefined {
  if (typeof query === 'string') return query;
  if (typeof query !== 'object' || query === null || 'submit' in query) return undefined;
  return (query as { text?: string }).text;
}

/** The same object with some members replaced. */
function replaced<T extends object>(object: T, members: object): T {
  return new Proxy(object, {
    get(target, name) {
      if (name in members) return members[name as keyof typeof members];
      const value = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
