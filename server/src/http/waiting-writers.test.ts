// Sixty people whose changes wait for one project, and a stranger who works elsewhere.
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Harness, startHarness } from '../../test/harness.ts';
import { scannedProjects } from '../../test/scanned-projects.ts';
import { type Connection, connect, OF_REQUESTS } from '../db/postgres/connection.ts';
import { lockProject } from '../db/projects/projects.ts';
import { ALL_ROUTES } from '../routes.ts';
import { createServer } from './server.ts';

const WRITERS = 60;

let harness: Harness;
let requests: Connection;
/** With the connections that requests have in a started server. */
let server: FastifyInstance;
const projects = scannedProjects(() => harness, 'waiting');
beforeAll(async () => {
  harness = await startHarness();
  const { app, database } = harness;
  requests = connect(database.target, OF_REQUESTS);
  const ofRequests = { ...app, db: requests.db, pool: requests.pool };
  server = await createServer({ app: ofRequests, routes: ALL_ROUTES });
});
afterAll(async () => {
  await server.close();
  await requests.close();
  await harness.close();
});

async function statusOf(method: 'GET' | 'POST', path: string, body?: object): Promise<number> {
  const { statusCode } = await server.inject({
    method,
    url: `/codeinsight/api${path}`,
    headers: { authorization: `Bearer ${harness.admin.token}`, 'content-type': 'application/json' },
    ...(body && { payload: JSON.stringify(body) }),
  });
  return statusCode;
}

/** Sessions that wait for a row or its lock. */
async function waitingSessions(): Promise<number> {
  const { rows } = await harness.database.pool.query(
    `select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows[0].n;
}

it('a stranger reads everywhere else while sixty changes wait for one project, and all of them succeed afterwards', async () => {
  const [crowded, quiet] = [
    await projects.projectWith({ 'a.txt': 'text' }),
    await projects.projectWith({ 'a.txt': 'text' }),
  ];
  const { rows } = await harness.database.pool.query('select id from files where project_id = $1', [quiet]);
  const holder = await harness.app.db.startTransaction().execute();
  await lockProject(holder, crowded);
  let answered = 0;
  const writers = Array.from({ length: WRITERS }, async (_, at) => {
    const inventoryModel = { name: `item ${at}`, inventoryType: 'WORK_IN_PROGRESS' };
    const status = await statusOf('POST', '/inventories', { projectId: crowded, inventoryModel });
    answered++;
    return status;
  });
  while ((await waitingSessions()) < OF_REQUESTS.mostTransactions.changing) await new Promise(setImmediate);
  // Would wait for the end of the sixty if these held the last connection, or the last place of a transaction.
  for (const path of [
    `/projects/${quiet}`,
    '/projects',
    `/project/inventory/${quiet}`,
    `/projects/${quiet}/inventorySummary`,
    `/files/${rows[0].id}/bytes`,
    `/project/exportProjectData?projectId=${quiet}`,
    '/auditLog/export?format=csv',
    `/projects/${crowded}`,
  ])
    expect([path, await statusOf('GET', path), answered]).toEqual([path, 200, 0]);
  await holder.commit().execute();
  expect([...new Set(await Promise.all(writers))]).toEqual([201]);
});
