// A scan writes its outcome in steps: people change the project between them, and a run that was killed in one of them leaves what an undisturbed one leaves.
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type Harness, startHarness } from '../../../test/harness.ts';
import { scannedProjects } from '../../../test/scanned-projects.ts';
import { closeScanPool } from '../analysis/pool.ts';

let h: Harness;
const { projectWith, upload } = scannedProjects(() => h, 'outcome in steps');
beforeAll(async () => {
  h = await startHarness();
  await h.work();
});
afterAll(async () => {
  await h.close();
  await closeScanPool();
});

/** So that the items that stand need several steps. */
const COUNT = 300;

/** Every other package is under MIT. */
function codeOf({ from = 0, license }: { from?: number; license: string }) {
  const numbers = Array.from({ length: COUNT }, (_, at) => from + at);
  const packages = Object.fromEntries(
    numbers.map((at) => [`node_modules/stepped-${at}`, { version: '1.0.0', license: at % 2 === 0 ? 'MIT' : license }]),
  );
  return { 'package-lock.json': JSON.stringify({ name: 'a', lockfileVersion: 3, packages }) };
}

const rowsOf = async (statement: string, values: unknown[]) => (await h.database.pool.query(statement, values)).rows;

/** What people see of the inventory, without ids and times. */
async function seen(projectId: number) {
  const items = await rowsOf(
    `select i.name, i.license_expression as license, i.status, i.is_published, i.file_count, i.audit_notes, i.missing_why <> '' as is_gone,
       i.review_lapse is not null as lapsed, (select array_agg(h.event order by h.event) from inventory_history h where h.item_id = i.id) as history,
       (select array_agg(d.kind order by d.kind) from decisions d where d.item_id = i.id and d.superseded_at is null) as decisions
     from inventory_items i where i.project_id = $1 order by i.name`,
    [projectId],
  );
  const [project] = await rowsOf(
    `select inventory_rollup as rollup, (select count(*)::int from tasks t where t.project_id = p.id) as tasks,
       (select count(*)::int from review_grounds g where g.project_id = p.id) as grounds, (select array_agg(f.inventory_count) from files f where f.project_id = p.id) as counts
     from projects p where id = $1`,
    [projectId],
  );
  return { items, project };
}

async function scanOver(projectId: number) {
  const id = (await h.call('POST', `/scanResource/projectScan/${projectId}`)).body['Content: '];
  return { id, over: h.jobOver(id) as Promise<{ status: string; details: string; error: string }> };
}

/**
 * Scanned and approved, and then with other code: licenses have changed, and a third of the packages is gone. What the reviews rest on is to be noted, as after
 * an update from a version that did not note it.
 */
async function changedProject(): Promise<number> {
  const id = await projectWith(codeOf({ license: 'MIT' }));
  expect(await (await scanOver(id)).over).toMatchObject({ status: 'Completed', error: '' });
  const decided = await h.call('POST', `/projects/${id}/bulkDecisions/items`, {
    body: { action: 'APPROVE', filter: {}, dryRun: false },
  });
  expect([200, decided.body]).toEqual([decided.status, decided.body]);
  await rowsOf('delete from review_grounds where project_id = $1', [id]);
  await upload(id, codeOf({ from: COUNT / 3, license: 'ISC' }));
  return id;
}

const summary = ({ details }: { details: string }) => /^[^;]*; ([^;]*);/.exec(details)?.[1];

let undisturbed: { seen: Awaited<ReturnType<typeof seen>>; summary: string | undefined };
beforeAll(async () => {
  const id = await changedProject();
  const over = await (await scanOver(id)).over;
  undisturbed = { seen: await seen(id), summary: summary(over) };
});

let id: number;
beforeEach(async () => {
  id = await changedProject();
});

it.each([
  ['', 0],
  ['', 1],
  ['', 2],
  ['', 4],
  ['reviews', 0],
  ['reviews', 1],
])('leaves the same when the database session is killed in part "%s", step %i', async (part, step) => {
  // A sequence keeps its number when a transaction is rolled back, so that only the first run is killed.
  await h.database.pool.query(`
    create sequence kills_at_step;
    create function kill_at_step() returns trigger language plpgsql as $$ begin
      if new.part = '${part}' and new.step = ${step} and nextval('kills_at_step') = 1 then perform pg_terminate_backend(pg_backend_pid()); end if;
      return new; end $$;
    create trigger kill_at_step before insert on job_steps for each row execute function kill_at_step()`);
  try {
    const over = await (await scanOver(id)).over;
    expect(over).toMatchObject({ status: 'Completed', error: '' });
    expect((await rowsOf('select is_called from kills_at_step', []))[0].is_called).toBe(true);
    expect(summary(over)).toBe(undisturbed.summary);
    expect(await seen(id)).toEqual(undisturbed.seen);
  } finally {
    await h.database.pool.query('drop function kill_at_step cascade; drop sequence kills_at_step');
  }
});

it('lets people change and delete items between two steps, and keeps what they did', async () => {
  const [first, last] = await rowsOf(
    `select id from inventory_items where project_id = $1 and name like any($2) order by name`,
    [id, [`stepped-${COUNT / 3 + 1} %`, `stepped-${COUNT - 1} %`]],
  );
  const { id: job, over } = await scanOver(id);
  while ((await rowsOf('select from job_steps where job_id = $1', [job])).length === 0);
  const note = await h.call('PUT', `/inventories/${first.id}`, { body: { auditorReviewNotes: 'a person' } });
  const deleted = await h.call('DELETE', `/inventories/${last.id}`);
  expect((await rowsOf('select status from jobs where id = $1', [job]))[0].status).toBe('Active');
  expect([note.status, deleted.status]).toEqual([200, 200]);
  expect(await over).toMatchObject({ status: 'Completed', error: '' });
  const { items, project } = await seen(id);
  expect(items.filter(({ audit_notes }) => audit_notes === 'a person')).toHaveLength(1);
  // The license of an item that a person has edited stays, if the scan came after the person.
  const packageOf = ({ name }: { name: string }) => name.split(' ', 1)[0];
  const there = new Set(items.map(packageOf));
  expect(undisturbed.seen.items.map(packageOf).filter((name) => !there.has(name))).toEqual([`stepped-${COUNT - 1}`]);
  expect(project.rollup.items + items.filter(({ is_gone }) => is_gone).length).toBe(items.length);
  expect(await rowsOf('select from job_steps where job_id = $1', [job])).toEqual([]);
});
