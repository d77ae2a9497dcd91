import { existsSync, readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { expect, inject, onTestFinished, test } from 'vitest';
import { cloneDatabase } from '../../../test/postgres.ts';
import { type ConnectionTarget, type ConnectOptions, connect } from './connection.ts';

const GROUPS = '/proc/sys/kernel/sched_autogroup_enabled';
const isLinux = process.platform === 'linux';
const hasGroups = existsSync(GROUPS) && readFileSync(GROUPS, 'utf8').trim() === '1';

test.skipIf(!isLinux)('a session of jobs has a low priority, inside its group and as a group', async () => {
  const database = await cloneDatabase(inject('postgres'));
  onTestFinished(() => database.drop());
  const process = await sessionOf(database.target, { isBackground: true });
  expect(getPriority(process)).toBe(10);
  if (hasGroups) await expect.poll(() => groupPriority(process)).toBe(10);
});

test.skipIf(!isLinux)('a session of requests keeps its priority', async () => {
  const database = await cloneDatabase(inject('postgres'));
  onTestFinished(() => database.drop());
  const process = await sessionOf(database.target, {});
  expect(getPriority(process)).toBe(0);
  if (hasGroups) expect(groupPriority(process)).toBe(0);
});

/** The process of a session that stays open until the test ends. */
async function sessionOf(target: ConnectionTarget, options: ConnectOptions): Promise<number> {
  const connection = connect(target, options);
  onTestFinished(() => connection.close());
  const { rows } = await connection.pool.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]?.pid ?? 0;
}

/** "/autogroup-182 nice 10" */
function groupPriority(process: number): number {
  return Number(readFileSync(`/proc/${process}/autogroup`, 'utf8').split(' nice ')[1]);
}
