// Sixty people whose changes wait for one project, and a stranger who works elsewhere, over HTTP. /healthz, whatever holds the database.
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
let origin: string;
const projects = scannedProjects(() => harness, 'waiting');
beforeAll(async () => {
  harness = await startHarness();
  const { app, database } = harness;
  requests = connect(database.target, OF_REQUESTS);
  const ofRequests = { ...app, db: requests.db, pool: requests.pool };
  server = await createServer({ app: ofRequests, routes: ALL_ROUTES });
  origin = await server.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await server.close();
  await requests.close();
  await harness.close();
});

async function statusOf(method: 'GET' | 'POST' | 'PUT', path: string, body?: object): Promise<number> {
  const answer = await fetch(`${origin}/codeinsight/api${path}`, {
    method,
    headers: { authorization: `Bearer ${harness.admin.token}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  await answer.arrayBuffer();
  return answer.status;
}

const newItem = (projectId: number, name: string) => ({
  projectId,
  inventoryModel: { name, inventoryType: 'WORK_IN_PROGRESS' },
});

/** Whether so many changes of the project have passed all checks, and so many sessions wait for a row or its lock. */
async function haveArrived(projectId: number, changes: number, sessions: number): Promise<boolean> {
  const { rows } = await harness.database.pool.query(
    `select (select count(*)::int from audit_log where project_id = $1 and about is null and path like '%/inventories') as changes,
      (select count(*)::int from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock') as sessions`,
    [projectId],
  );
  return rows[0].changes >= changes && rows[0].sessions >= sessions;
}

it('a stranger reads and changes everywhere else while sixty changes wait for one project, and all of them succeed afterwards', async () => {
  const [crowded, quiet] = [
    await projects.projectWith({ 'a.txt': 'text' }),
    await projects.projectWith({ 'a.txt': 'text' }),
  ];
  const { rows } = await harness.database.pool.query('select id from files where project_id = $1', [quiet]);
  expect(await statusOf('POST', '/inventories', newItem(quiet, 'quiet'))).toBe(201);
  const { rows: items } = await harness.database.pool.query('select id from inventory_items where project_id = $1', [
    quiet,
  ]);
  const holder = await harness.app.db.startTransaction().execute();
  await lockProject(holder, crowded);
  let answered = 0;
  const writers = Array.from({ length: WRITERS }, async (_, at) => {
    const status = await statusOf('POST', '/inventories', newItem(crowded, `item ${at}`));
    answered++;
    return status;
  });
  while (!(await haveArrived(crowded, WRITERS, OF_REQUESTS.mostTransactions.ofOneProject)))
    await new Promise((resolve) => setTimeout(resolve, 20));
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
  const changes = [
    ['PUT', `/inventories/${items[0].id}`, { auditorReviewNotes: 'seen' }, 200],
    ['POST', '/inventories', newItem(quiet, 'another'), 201],
    ['POST', '/projects', { name: 'a stranger makes one' }, 201],
  ] as const;
  for (const [method, path, body, status] of changes)
    expect([path, await statusOf(method, path, body), answered]).toEqual([path, status, 0]);
  await holder.commit().execute();
  expect([...new Set(await Promise.all(writers))]).toEqual([201]);
});

it('/healthz answers while every connection of requests is held', async () => {
  const held = await Promise.all(Array.from({ length: OF_REQUESTS.maxConnections }, () => requests.pool.connect()));
  try {
    const health = async () => (await fetch(`${origin}/healthz`)).status;
    expect(await Promise.all(Array.from({ length: 50 }, health))).toEqual(Array(50).fill(200));
    expect(requests.pool.waitingCount).toBe(0);
  } finally {
    for (const client of held) client.release();
  }
});
