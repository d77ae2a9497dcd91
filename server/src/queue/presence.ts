// An advisory lock on a connection of its own shows that a pool of workers lives (docs/adr/0005-dead-workers.md). The connection may break while the
// worker lives: then the worker first takes the lock again on another one.
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import type { App } from '../app.ts';

/** First number of the locks; the second comes from the pool's id. */
export const PRESENCE_LOCKS = 7_220_812;
const AGAIN_MS = 250;

export interface WorkerPresence {
  /** Releases the lock. */
  end(): void;
}

/** Resolves when the lock is held. `onRegained` is called each time a lost lock is held again. */
export async function announce(app: App, poolId: string, onRegained: () => void): Promise<WorkerPresence> {
  const stopped = new AbortController();
  let client = await takeLock(app.pool, poolId);
  void holdOn();
  return {
    end() {
      stopped.abort();
      // Destroyed instead of returned to the pool, because the lock must end with the connection.
      client.release(true);
    },
  };

  async function holdOn(): Promise<void> {
    for (;;) {
      await lossOf(client);
      if (stopped.signal.aborted) return;
      app.log.warn({ poolId }, 'the connection with the lock of this worker broke; the lock is taken again');
      client.release(true);
      const next = await takeLockAgain();
      if (!next) return;
      client = next;
      app.log.info({ poolId }, 'this worker holds its lock again');
      onRegained();
    }
  }

  async function takeLockAgain(): Promise<pg.PoolClient | undefined> {
    while (!stopped.signal.aborted) {
      try {
        const next = await takeLock(app.pool, poolId);
        if (!stopped.signal.aborted) return next;
        next.release(true);
      } catch (err) {
        app.log.debug({ err, poolId }, 'the lock of this worker could not be taken yet');
        await pause(AGAIN_MS, undefined, { signal: stopped.signal }).catch(() => undefined);
      }
    }
    return undefined;
  }
}

async function takeLock(pool: pg.Pool, poolId: string): Promise<pg.PoolClient> {
  const client = await pool.connect();
  try {
    // Waits, because a worker that checks whether this one is dead holds the lock for a moment.
    await client.query('select pg_advisory_lock($1, hashtext($2))', [PRESENCE_LOCKS, poolId]);
    return client;
  } catch (error) {
    client.release(true);
    throw error;
  }
}

function lossOf(client: pg.PoolClient): Promise<void> {
  return new Promise((resolve) => {
    client.once('error', () => resolve());
    client.once('end', () => resolve());
  });
}
