// An import of many standing items works in steps: people change the project between them, and a run that was killed is completed by the next one.
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type Harness, startHarness } from '../../../test/harness.ts';
import { insertJob } from '../../db/jobs.ts';
import { projectData } from '../../project-data/document.ts';
import { type ImportStep, importInSteps, type Receipt } from '../../project-data/import.ts';
import { type LateLock, lockingLate } from './late-lock.ts';

let h: Harness;
let owner: { id: number; login: string };
beforeAll(async () => {
  h = await startHarness();
  const { rows } = await h.database.pool.query('select id, login from users order by id limit 1');
  owner = rows[0];
});
afterAll(() => h.close());

/** More than the items that an import reads at once. */
const COUNT = 520;
const NEW = 15;
const RULE = { criterion: 'COMPLETE_FILEPATH', depth: 1 } as const;
const RULES = {
  ...{ addFiles: true, inventoryRule: RULE, markReviewed: true, reviewRule: RULE },
  ...{ createEmpty: true, overwriteNotes: true, resetUsage: false },
};

function documentOf(count: number, note: string): string {
  const inventory = Array.from({ length: count }, (_, at) => ({
    ...{ id: at + 1, identity: '', inventoryType: 'WORK_IN_PROGRESS', name: `item ${at}`, files: [] },
    notes: { usageGuidance: note },
  }));
  const tasks = inventory.map(({ id }) => ({
    ...{ inventoryId: id, type: 'MISCELLANEOUS', summary: note, owner: owner.login, priority: 'LOW' },
  }));
  return JSON.stringify({ format: 'assay-project-data', version: 4, project: { name: 'there' }, inventory, tasks });
}

let projectId: number;
let jobId: number;
beforeEach(async () => {
  projectId = (await h.call('POST', '/projects', { body: { name: `steps ${Math.random()}` } })).body.id;
  await imported(documentOf(COUNT, 'first'));
});

/** Imports as a job; `between` is called between two steps. */
async function imported(text: string, between: (done: number) => Promise<void> = async () => {}): Promise<Receipt> {
  const job = { type: 'Project Import', projectId, triggeredBy: owner.id, payload: {} };
  jobId = await h.app.db.transaction().execute((tx) => insertJob(tx, job));
  return continued(text, between);
}

function continued(text: string, between: (done: number) => Promise<void> = async () => {}): Promise<Receipt> {
  const locking = { jobId, projectId, action: 'IMPORT_DATA' } as const;
  return lockingLate(h.app.lockingDb, locking, async function* (place: LateLock<ImportStep>) {
    return yield* importInSteps(place, {
      ...{ project: place.project, rules: RULES, actor: owner, keepsHistory: true, now: h.app.now() },
      ...{ mayReview: true, mayPublish: true, mayAnalyze: true, action: 'Project Import' },
      data: projectData(async function* () {
        yield Buffer.from(text);
      }),
      progress: between,
    });
  });
}

const rowsOf = async (statement: string) => (await h.database.pool.query(statement, [projectId])).rows;
const stepsAndIssues = async () =>
  (
    await h.database.pool.query(
      `select (select count(*)::int from job_steps where job_id = $1) as steps,
        array(select code from job_issues where job_id = $1) as issues`,
      [jobId],
    )
  ).rows[0];

it('lets people change and delete items between two steps, and tells what it therefore leaves', async () => {
  const [first, last] = await rowsOf(
    `select id from inventory_items where project_id = $1 and name in ('item 0', 'item ${COUNT - 1}') order by id`,
  );
  const answers: number[] = [];
  const receipt = await imported(documentOf(COUNT, 'second'), async (done) => {
    if (answers.length > 0 || done < 500) return;
    answers.push(
      (await h.call('PUT', `/inventories/${first.id}`, { body: { auditorReviewNotes: 'a person' } })).status,
    );
    answers.push((await h.call('DELETE', `/inventories/${last.id}`)).status);
  });
  expect(answers).toEqual([200, 200]);
  expect(receipt).toMatchObject({ created: 0, updated: COUNT - 1, leftOut: 1, tasksMade: COUNT - 1 });
  expect(receipt.lines.all().filter(({ code }) => code === 'item-left-out')).toEqual([
    {
      code: 'item-left-out',
      path: `inventory[${COUNT - 1}]`,
      message: `item ${COUNT - 1} was not updated: somebody deleted it while the import ran.`,
    },
  ]);
  expect(
    await rowsOf(`select audit_notes, usage_guidance from inventory_items where id = ${first.id} and project_id = $1`),
  ).toEqual([{ audit_notes: 'a person', usage_guidance: 'second' }]);
  expect(await rowsOf(`select (inventory_rollup ->> 'items')::int as items from projects where id = $1`)).toEqual([
    { items: COUNT - 1 },
  ]);
});

it('is completed by the next run of the job after one that was killed between two steps', async () => {
  const text = documentOf(COUNT + NEW, 'second');
  const killed = imported(text, async (done) => {
    // The first pass, which only makes what is new, does not come so far.
    if (done === 500) throw new Error('killed');
  });
  await expect(killed).rejects.toThrow('killed');
  const half = await rowsOf(
    `select usage_guidance as note, count(*)::int from inventory_items where project_id = $1 group by 1 order by 1`,
  );
  expect(half).toEqual([
    { note: 'first', count: expect.any(Number) },
    { note: 'second', count: expect.any(Number) },
  ]);
  expect(half[0].count).toBeGreaterThanOrEqual(COUNT - 500);
  // What is there is whole: the counts of the project are those of its items.
  expect(await rowsOf(`select (inventory_rollup ->> 'items')::int as items from projects where id = $1`)).toEqual([
    { items: COUNT + NEW },
  ]);
  expect(await stepsAndIssues()).toEqual({ steps: expect.any(Number), issues: ['ended-between-steps'] });

  const receipt = await continued(text);
  expect(receipt).toMatchObject({ created: NEW, updated: COUNT, unchanged: 0, tasksMade: COUNT + NEW });
  const told = Map.groupBy(receipt.lines.all(), ({ code }) => code);
  expect([...told].map(([code, { length }]) => [code, length])).toEqual([
    ['item-made', NEW],
    ['item-updated', COUNT],
  ]);
  expect(await stepsAndIssues()).toEqual({ steps: 0, issues: [] });
  const whole = await rowsOf(
    `select i.usage_guidance as note, count(*)::int as items, min(t.count)::int as least, max(t.count)::int as most
     from inventory_items i, lateral (select count(*) from tasks where item_id = i.id and summary = 'second') t
     where i.project_id = $1 group by 1`,
  );
  expect(whole).toEqual([{ note: 'second', items: COUNT + NEW, least: 1, most: 1 }]);
});
