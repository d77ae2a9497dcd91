// A locked project refuses every change by every operation, with a sentence that says why. Reading it still works.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { allowedWhenLocked } from '../../src/domain/users/project-lock.ts';
import type { Route } from '../../src/http/route.ts';
import { ALL_ROUTES } from '../../src/routes.ts';
import { createDriver, type Driver, validRequest } from '../hostile/driver.ts';
import { ALSO, samplerFor, type Things } from '../hostile/meanings.ts';
import { makeWorld, type World } from '../hostile/world.ts';

let world: World;
let driver: Driver;
let things: Things;
let before: Record<string, string>;

beforeAll(async () => {
  world = await makeWorld();
  driver = createDriver({ h: world.h, secret: '\u0001', mayKnow: () => true, patienceMs: 20_000 });
  things = { ...(await world.makeThings()), freshLogin: 'fresh' };
  const { pool } = world.h.database;
  await pool.query(`update projects set status = 'Project Completed' where id = $1`, [things.projectId]);
  before = await everything();
});
afterAll(() => world.h.close());

/** Digests of everything that belongs to the project. */
async function everything(): Promise<Record<string, string>> {
  const tables = ['project_members', 'inventory_items', 'inventory_history', 'files', 'tasks', 'scm_instances', 'jobs'];
  const digests: Record<string, string> = {};
  const digest = async (name: string, sql: string) => {
    const { rows } = await world.h.database.pool.query(
      `select md5(coalesce(string_agg(t::text, '' order by t::text), '')) as digest from (${sql}) t`,
      [things.projectId],
    );
    digests[name] = rows[0].digest;
  };
  await digest('projects', 'select * from projects where id = $1');
  await digest('links', 'select * from project_links where $1 in (parent_id, child_id)');
  await digest(
    'ties',
    'select x.* from inventory_files x join inventory_items i on i.id = x.item_id where i.project_id = $1',
  );
  for (const table of tables) await digest(table, `select * from ${table} where project_id = $1`);
  return digests;
}

/** `EDIT_PROJECT on the project (params.projectId)`: the action that an operation needs. */
const actionOf = (route: Route) => / on the project /.test(route.access.name) && route.access.name.split(' ')[0];
const isAllowed = (route: Route) => allowedWhenLocked.some((action) => action === actionOf(route));
const ofProjects = ALL_ROUTES.filter(actionOf);
const send = (route: Route) =>
  driver.send(route, validRequest(route, samplerFor(route.id, things), ALSO[route.id]), world.attacker, 'locked');

it.for(ofProjects.filter((route) => !isAllowed(route)).map((route) => route.id))('400 for %s', async (id) => {
  const { status, text } = await send(ofProjects.find((route) => route.id === id)!);
  expect(`${status} ${text}`).toMatch(/^400 .*The project is locked \(its status is Project Completed\)/);
});

it('the project is unchanged', async () => {
  expect(await everything()).toEqual(before);
});

it('every changing operation is refused, except changes of the lock itself, reports, releases, comparisons and own views', () => {
  const open = ofProjects.filter((route) => route.method !== 'GET' && isAllowed(route)).map((route) => route.id);
  expect(open.sort()).toEqual([
    'compareWithSentSbom',
    // Views of one person; those of the project need EDIT_PROJECT.
    'createFileView',
    'createInventoryView',
    'createRelease',
    'deleteFileView',
    'deleteInventoryView',
    'generateReport',
    'setProjectStatus',
    'unlockProject',
    'updateFileView',
    'updateInventoryView',
  ]);
});

it('reading operations succeed', async () => {
  const looks = ofProjects.filter((route) => route.method === 'GET' && isAllowed(route));
  expect(looks.length).toBeGreaterThan(20);
  for (const route of looks) {
    const { text } = await send(route);
    expect(`${route.id} ${text}`).not.toContain('is locked');
  }
});
