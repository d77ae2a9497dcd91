// The clock by which queues of several processes are kept: the database's. It writes when a row is due first, so servers on other machines,
// whose own clocks may be minutes off, have to agree with it on what is due and whose claim still stands.

import { sql } from 'kysely';
import { machineNow } from '../../clock.ts';
import type { Db } from './connection.ts';
import { onlyRow } from './rows.ts';

/** What `now` would say if it were set by the database's clock. What the way there and back cannot tell apart counts as the same. */
export async function sharedNow({ db, now }: { db: Db; now(): Date }): Promise<Date> {
  const before = machineNow().getTime();
  const { rows } = await sql<{ at: Date }>`select clock_timestamp() as at`.execute(db);
  const after = machineNow().getTime();
  const theirs = onlyRow(rows).at.getTime();
  const ahead = theirs < before ? theirs - before : Math.max(theirs - after, 0);
  return new Date(now().getTime() + ahead);
}
