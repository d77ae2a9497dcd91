// The database pool of the queue library. The library does not survive an unavailable database: it does not wait for its own note about a finished
// job, so a broken connection there ends the process. This pool waits for a connection, and a query with a broken connection fails with the one code
// after which the library asks again.
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { isConnectionLoss } from '../db/postgres/connection-loss.ts';

const AGAIN_MS = 250;
/** One of the codes that the library treats as temporary. */
const PASSING = 'ETIMEDOUT';

export interface QueuePool {
  pool: pg.Pool;
  /** Ends all waiting. */
  stop(): void;
}

export function queuePool(pool: pg.Pool): QueuePool {
  const stopped = new AbortController();

  async function connect(): Promise<pg.PoolClient> {
    const isLate = stopped.signal.aborted;
    for (;;) {
      try {
        return patientClient(await pool.connect());
      } catch (error) {
        if (!isConnectionLoss(error)) throw error;
        // The next start handles notes that can no longer be written. An error would end the process in the middle of its shutdown.
        if (isLate) return new Promise(() => undefined);
        if (stopped.signal.aborted) throw passing(error);
        await pause(AGAIN_MS, undefined, { signal: stopped.signal }).catch(() => {
          throw passing(error);
        });
      }
    }
  }

  const wrapped = new Proxy(pool, {
    get(target, name) {
      // The listener uses a callback, and reconnects by itself.
      if (name === 'connect')
        return (callback?: Parameters<pg.Pool['connect']>[0]) => (callback ? target.connect(callback) : connect());
      const value = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  return { pool: wrapped, stop: () => stopped.abort() };
}

function patientClient(client: pg.PoolClient): pg.PoolClient {
  const send = client.query.bind(client) as (...args: unknown[]) => Promise<pg.QueryResult>;
  const query = async (...args: unknown[]) => {
    try {
      return await send(...args);
    } catch (error) {
      throw isConnectionLoss(error) ? passing(error) : error;
    }
  };
  return new Proxy(client, {
    get(target, name) {
      if (name === 'query') return query;
      const value = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

function passing(error: unknown): Error {
  return Object.assign(new Error((error as Error).message, { cause: error }), { code: PASSING });
}
