// New vulnerabilities of more items than one transaction takes: the mails and events, and what remains after the
// server has stopped in between.
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Harness, startHarness } from '../../test/harness.ts';
import { refreshExposuresOfVersions } from '../db/advisories/matches.ts';
import { insertNews } from '../db/advisories/news.ts';
import { lockItems } from '../db/inventories/items.ts';
import { lockProject } from '../db/projects/projects.ts';
import { NO_MAIL, writeMailSettings } from '../mail/settings.ts';
import { reportNewsOfItems } from './news.ts';

const ITEMS = 450;
/** Items of the first transaction. How many the next ones take follows from the time that it took. */
const FIRST = 20;
const EVENTS = ['vulnerability.found', 'inventory.reviewed', 'task.created'];

let h: Harness;
beforeAll(async () => {
  h = await startHarness();
  // Mails are queued, but no worker sends them.
  await writeMailSettings(h.app.db, { ...NO_MAIL, isEnabled: true });
  await h.call('POST', '/webhooks', {
    body: { name: 'ci', url: 'https://ci.example.org/', events: EVENTS, secret: 'a secret key' },
  });
});
afterAll(() => h.close());

/** Each published item has a version with the same two vulnerabilities, both new. */
async function projectWithNews(name: string): Promise<number> {
  const reviewSettings = {
    rejectOnNewVulnerabilities: true,
    createRemediationTaskOnRejection: true,
    mailAboutRejectedOrUnreviewed: true,
  };
  const { id } = (await h.call('POST', '/projects', { body: { name } })).body;
  const { status, text } = await h.call('PUT', `/projects/${id}`, { body: { reviewSettings } });
  expect(status, text).toBe(200);
  await h.database.pool.query(
    `with found as (insert into vulnerabilities (name, severity_v3, is_recorded)
        values ($1 || ' high', 'HIGH', true), ($1 || ' critical', 'CRITICAL', true) returning id),
      component as (insert into components (name) values ($1) returning id),
      versions as (insert into component_versions (component_id, name) select id, n::text from component, generate_series(1, $2::int) n
        returning id, component_id, name),
      matched as (insert into version_vulnerabilities (version_id, vulnerability_id, outcome, advisory_ids)
        select v.id, f.id, 'affected', '{}' from versions v, found f),
      items as (insert into inventory_items (project_id, type, identity, name, component_id, version_id, created_by, license_expression,
          priority, is_published) select $3, 'COMPONENT', name, 'item ' || name, component_id, id, 'System', 'MIT', 'P4', true
        from versions order by id returning id)
     insert into exposure_news (item_id, vulnerability_id) select i.id, f.id from items i, found f`,
    [name, ITEMS, id],
  );
  return id;
}

async function written(projectId: number) {
  const { rows } = await h.database.pool.query(
    `select (select count(*)::int from exposure_news n join inventory_items i on i.id = n.item_id where i.project_id = $1) as news,
      (select count(*)::int from vulnerability_alerts where project_id = $1) as alerts,
      (select count(*)::int from inventory_items where project_id = $1 and priority = 'P1') as raised,
      (select count(*)::int from inventory_items where project_id = $1 and status = 'REJECTED') as rejected,
      (select count(*)::int from inventory_history where project_id = $1) as revisions,
      (select count(distinct item_id)::int from inventory_history where project_id = $1) as revised,
      (select count(*)::int from tasks where project_id = $1) as tasks,
      (select count(distinct item_id)::int from tasks where project_id = $1) as "itemsWithTask",
      (select (inventory_rollup #>> '{review,Rejected}')::int from projects where id = $1) as counted`,
    [projectId],
  );
  return rows[0];
}

/** By kind: the number of things in all mails together, and in events. */
async function told(projectId: number) {
  const { rows } = await h.database.pool.query(
    `select template as kind, array[sum((variables #>> '{texts,COUNT}')::int)::int] as about from mails
      where variables #>> '{texts,PROJECT_ID}' = $1 group by 1
     union all select event, array[sum(jsonb_array_length(payload #> '{data,items}'))::int] from webhook_deliveries
      where payload #>> '{project,id}' = $1 group by 1`,
    [String(projectId)],
  );
  return Object.fromEntries(rows.map(({ kind, about }) => [kind, about]));
}

const all = {
  news: 0,
  alerts: 2 * ITEMS,
  raised: ITEMS,
  rejected: ITEMS,
  revisions: ITEMS,
  revised: ITEMS,
  tasks: ITEMS,
  itemsWithTask: ITEMS,
  counted: ITEMS,
};
const allTold = {
  update_vulnerability_project: [2 * ITEMS],
  inventory_remediation_notification: [ITEMS],
  task_created: [ITEMS],
  'vulnerability.found': [ITEMS],
  'inventory.reviewed': [ITEMS],
  'task.created': [ITEMS],
};

it('sends one mail for all news of a project', async () => {
  const projectId = await projectWithNews('told at once');
  await reportNewsOfItems(h.app);
  expect(await written(projectId)).toEqual(all);
  expect(await told(projectId)).toEqual(allTold);
  await reportNewsOfItems(h.app);
  expect([await written(projectId), await told(projectId)]).toEqual([all, allTold]);
});

/** Reports the first set of items, and then the server stops. */
async function reportFirstSet(): Promise<void> {
  let sets = 0;
  const now = () => {
    if (++sets === 2) throw new Error('The server stops.');
    return h.app.now();
  };
  await expect(reportNewsOfItems({ ...h.app, now })).rejects.toThrow('The server stops.');
}

it('writes nothing twice when the server has stopped between two sets', async () => {
  const projectId = await projectWithNews('stopped between');
  await reportFirstSet();
  const first = Object.fromEntries(Object.keys(all).map((name) => [name, FIRST]));
  expect(await written(projectId)).toEqual({ ...first, news: 2 * ITEMS, alerts: 2 * FIRST });
  expect((await told(projectId)).update_vulnerability_project).toBeUndefined();
  await reportNewsOfItems(h.app);
  expect(await written(projectId)).toEqual(all);
  expect(await told(projectId)).toEqual(allTold);
});

it('keeps what people have decided after the server has stopped between two sets', async () => {
  const projectId = await projectWithNews('decided between');
  await reportFirstSet();
  const { rows } = await h.database.pool.query(
    `update inventory_items set status = 'APPROVED', priority = 'P3' where project_id = $1 and status = 'REJECTED' returning id`,
    [projectId],
  );
  expect(rows).toHaveLength(FIRST);
  await reportNewsOfItems(h.app);
  const rest = ITEMS - FIRST;
  expect(await written(projectId)).toEqual({ ...all, raised: rest, rejected: rest, counted: expect.anything() });
  expect(await told(projectId)).toEqual(allTold);
});

it('applies news again that has become new again before people were told', async () => {
  const projectId = await projectWithNews('new again');
  await reportFirstSet();
  const { rows } = await h.database.pool.query(
    `update inventory_items set status = 'APPROVED' where project_id = $1 and status = 'REJECTED' returning id, version_id`,
    [projectId],
  );
  const [item] = rows;
  await insertNews(
    h.app.db,
    sql`select item_id, vulnerability_id from item_vulnerabilities where item_id = ${item.id} and vulnerability_id = (
      select min(vulnerability_id) from item_vulnerabilities where item_id = ${item.id})`,
  );
  await reportNewsOfItems(h.app);
  expect(await written(projectId)).toMatchObject({ news: 0, rejected: ITEMS - FIRST + 1 });
});

it('no transaction holds the project for more than 200 items, so that people who change one do not wait for all', async () => {
  const projectId = await projectWithNews('in short steps');
  let last = 0;
  const taken: number[] = [];
  // Each transaction asks for the time once it holds the project, so the items that are rejected by then are those of the ones before.
  const count = async () => (await written(projectId)).rejected as number;
  const counts: Promise<number>[] = [];
  const now = () => {
    counts.push(count());
    return h.app.now();
  };
  await reportNewsOfItems({ ...h.app, now });
  for (const rejected of [...(await Promise.all(counts)), await count()]) {
    taken.push(rejected - last);
    last = rejected;
  }
  expect(taken.reduce((sum, one) => sum + one, 0)).toBe(ITEMS);
  expect(Math.max(...taken)).toBeLessThanOrEqual(200);
});

it('does not wait for a report of the project, which may wait for it', async () => {
  const projectId = await projectWithNews('matched meanwhile');
  const { rows } = await h.database.pool.query<{ id: number; version_id: number }>(
    'select id, version_id from inventory_items where project_id = $1 order by id limit 10',
    [projectId],
  );
  await h.app.db.transaction().execute(async (report) => {
    await lockProject(report, projectId);
    await lockItems(
      report,
      rows.map(({ id }) => id),
    );
    await h.app.db.transaction().execute(async (matching) => {
      await sql`set local lock_timeout = '5s'`.execute(matching);
      await insertNews(
        matching,
        sql`select item_id, vulnerability_id from exposure_news n join inventory_items i on i.id = n.item_id where i.project_id = ${projectId}`,
      );
      await refreshExposuresOfVersions(
        matching,
        rows.map(({ version_id }) => version_id),
      );
      // The report may take news while the matching is still open.
      await sql`set local lock_timeout = '5s'`.execute(report);
      await sql`delete from exposure_news where item_id = any(${rows.map(({ id }) => id)}::bigint[])`.execute(report);
    });
  });
});
