import { afterAll, afterEach, beforeAll, expect, inject, it, vi } from 'vitest';
import { cloneDatabase, type TestDatabase } from '../../../test/postgres.ts';
import { claimMail, insertMails } from '../mail.ts';
import { insertUser } from '../users/users.ts';
import { sharedNow } from './shared-clock.ts';

const HOUR = 3_600_000;
let database: TestDatabase;
beforeAll(async () => {
  database = await cloneDatabase(inject('postgres'));
});
afterAll(() => database.drop());
afterEach(() => vi.useRealTimers());

const now = () => new Date();
const setClock = (ahead: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ahead });
const databaseTime = async (): Promise<number> =>
  (await database.pool.query('select clock_timestamp() as at')).rows[0].at.getTime();

it.each([-HOUR, HOUR])('follows the database when the clock of this machine is %i ms off', async (ahead) => {
  setClock(ahead);
  const before = await databaseTime();
  const at = (await sharedNow({ db: database.db, now })).getTime();
  // A fake clock stands still, so the round trip counts as zero.
  expect(at).toBeGreaterThanOrEqual(before);
  expect(at).toBeLessThanOrEqual(await databaseTime());
});

it("follows this machine's clock if the database has the same, also when tests advance it", async () => {
  const later = () => new Date(Date.now() + HOUR);
  const before = Date.now();
  const at = (await sharedNow({ db: database.db, now: later })).getTime();
  expect(at).toBeGreaterThanOrEqual(before + HOUR);
  expect(at).toBeLessThanOrEqual(Date.now() + HOUR);
});

it('makes a mail due at once on a server whose clock is behind', async () => {
  const recipientId = await insertUser(database.db, {
    login: 'reader',
    firstName: 'R',
    lastName: 'R',
    email: 'reader@example.org',
    passwordHash: null,
    permissions: [],
  });
  await insertMails(database.db, [
    { template: 'task_created', recipientId, values: { texts: {}, pages: {}, lists: {} } },
  ]);
  setClock(-HOUR);
  expect(await claimMail(database.db, now())).toBeUndefined();
  expect(await claimMail(database.db, await sharedNow({ db: database.db, now }))).toMatchObject({ attempts: 1 });
});
