// The clock for queues that several processes share: the database's clock. The database writes when a row is first due. Servers on other machines may
// have clocks that differ by minutes, so they must use its clock to decide what is due and whose claim is valid.

import { sql } from 'kysely';
import { machineNow } from '../../clock.ts';
import type { Db } from './connection.ts';
import { onlyRow } from './rows.ts';

/** The time by the database's clock. A difference that the round trip could explain counts as none. */
export async function sharedNow({ db, now }: { db: Db; now(): Date }): Promise<Date> {
  const before = machineNow().getTime();
  const { rows } = await sql<{ at: Date }>`select clock_timestamp() as at`.execute(db);
  const after = machineNow().getTime();
  const theirs = onlyRow(rows).at.getTime();
  const ahead = theirs < before ? theirs - before : Math.max(theirs - after, 0);
  return new Date(now().getTime() + ahead);
}
