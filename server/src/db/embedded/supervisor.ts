// Keeps the embedded database running beside a server. If its process ends by itself (killed, or out of memory), it is started again on the same
// socket, and connections recover. Gives up only if the database no longer stays up.

import { setTimeout as pause } from 'node:timers/promises';
import { firstOf } from '@assay/scanner/items';
import type { Logger } from 'pino';
import { type EmbeddedDatabase, type EmbeddedOptions, startEmbeddedDatabase } from './index.ts';

const MOST_ENDS = 10;
const WITHIN_MS = 10 * 60_000;
const AGAIN_MS = 1000;

export interface SupervisedDatabase {
  connection: EmbeddedDatabase['connection'];
  /** Resolves with the last output of the database when the supervisor gives up. */
  lost: Promise<string>;
  stop(): Promise<void>;
}

export async function superviseEmbeddedDatabase(options: EmbeddedOptions, log: Logger): Promise<SupervisedDatabase> {
  const stopping = new AbortController();
  const ends: number[] = [];
  let database: EmbeddedDatabase | undefined = await startEmbeddedDatabase(options);
  const { connection } = database;
  const supervision = keepRunning();

  /** Returns the last output of the database if it ends too often, and nothing if it was stopped. */
  async function keepRunning(): Promise<string | undefined> {
    let said = '';
    for (;;) {
      if (database) {
        const end = await database.exited;
        if (end.wanted || stopping.signal.aborted) return undefined;
        said = end.log;
        database = undefined;
      }
      const now = performance.now();
      ends.push(now);
      while (firstOf(ends) < now - WITHIN_MS) ends.shift();
      if (ends.length > MOST_ENDS) return said;
      log.error({ database: said }, 'the embedded database ended by itself; it is started again');
      try {
        database = await startEmbeddedDatabase(options);
        log.info('the embedded database runs again');
      } catch (error) {
        said = (error as Error).message;
        await pause(AGAIN_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
      }
      if (stopping.signal.aborted) {
        await database?.stop();
        return undefined;
      }
    }
  }

  return {
    connection,
    lost: supervision.then((said) => said ?? new Promise<string>(() => undefined)),
    async stop() {
      stopping.abort();
      await database?.stop();
      await supervision;
    },
  };
}
