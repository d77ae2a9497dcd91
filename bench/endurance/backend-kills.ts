// Kills sessions of the database while all operations with streams answer: the server must answer each with an error or a broken connection, never end,
// and hold no file afterwards. Prints JSON: also how many answers of each operation a kill met, and which operations could not be tried. Not part of the tests, because it takes minutes: node bench/endurance/backend-kills.ts [kills, default 200]
import { readdirSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { itemAt } from '@assay/scanner/items';
import pg from 'pg';
import { embeddedConnection } from '../../server/src/db/embedded/index.ts';
import { dataFolder } from '../../server/src/installation/data-folder.ts';
import { startServer } from '../server.ts';
import { startedPlace } from './place.ts';
import { isEndless, streamingOperations } from './streaming.ts';

const wanted = Number(process.argv[2] ?? 200);
/** At once, so that some answers are in each of their phases when the sessions end. */
const AT_ONCE = 8;
/** How long events are listened to. */
const LISTENING_MS = 500;

const server = await startServer();
const database = new pg.Client(embeddedConnection(dataFolder(server.dataFolder).postgres));
database.on('error', () => undefined);

/** The status of the answer, or that it broke off. */
async function outcomeOf(path: string): Promise<string> {
  try {
    const leaving = new AbortController();
    const answer = await fetch(`${server.base}${path}`, {
      headers: { authorization: `Bearer ${server.token}` },
      signal: leaving.signal,
    });
    if (isEndless(answer.headers.get('content-type'))) {
      await new Promise((resolve) => setTimeout(resolve, LISTENING_MS));
      leaving.abort();
    } else await answer.arrayBuffer();
    return String(answer.status);
  } catch {
    return 'broken off';
  }
}

/** Files of the data folder that are open and deleted: nobody can read them any more. */
function lostFiles(): string[] {
  const folder = `/proc/${server.pid}/fd`;
  return readdirSync(folder).flatMap((name) => {
    try {
      const path = readlinkSync(join(folder, name));
      return path.includes(server.dataFolder) && path.endsWith('(deleted)') ? [path] : [];
    } catch {
      return [];
    }
  });
}

try {
  const { addresses, untried, refused } = await streamingOperations(await startedPlace(server));
  await database.connect();
  const operations = Object.keys(addresses);
  const outcomes: Record<string, number> = {};
  const met = Object.fromEntries(operations.map((operation) => [operation, 0]));
  let kills = 0;
  // Each operation is asked at least once, however few kills are wanted.
  for (let turn = 0; kills < wanted || turn * AT_ONCE < operations.length; turn++) {
    const asked = Array.from({ length: AT_ONCE }, async (_, at) => {
      const operation = itemAt(operations, (turn * AT_ONCE + at) % operations.length);
      return { operation, outcome: await outcomeOf(String(addresses[operation])) };
    });
    let areOver = false;
    const answers = Promise.all(asked).finally(() => {
      areOver = true;
    });
    // A query right after the calls would come before their first statements.
    while (!areOver) {
      const { rowCount } = await database.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where pid <> pg_backend_pid() and datname = current_database() and state <> 'idle' limit 2`,
      );
      kills += rowCount ?? 0;
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    for (const { operation, outcome } of await answers) {
      outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
      if (outcome !== '200') met[operation] = (met[operation] ?? 0) + 1;
    }
  }
  const { status } = await fetch(new URL('/healthz', server.base));
  process.stdout.write(
    `${JSON.stringify({ kills, outcomes, healthz: status, lostFiles: lostFiles().length, untried, met, refused }, null, 1)}\n`,
  );
} finally {
  await database.end().catch(() => undefined);
  await server.stop();
}
