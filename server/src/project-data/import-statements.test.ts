// An import writes a batch in sets: the number of statements does not grow with the items of a batch.
import type { KyselyPlugin } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Harness, startHarness } from '../../test/harness.ts';
import { getProject } from '../db/projects/projects.ts';
import { projectData } from './document.ts';
import { importDocument } from './import.ts';

let h: Harness;
let owner: { id: number; login: string };
beforeAll(async () => {
  h = await startHarness();
  const { rows } = await h.database.pool.query('select id, login from users order by id limit 1');
  owner = rows[0];
});
afterAll(() => h.close());

const RULE = { criterion: 'COMPLETE_FILEPATH', depth: 1 } as const;
const RULES = {
  addFiles: true,
  inventoryRule: RULE,
  markReviewed: true,
  reviewRule: RULE,
  createEmpty: true,
  overwriteNotes: true,
  resetUsage: false,
};

/** Everything that an item can contain. */
function documentOf(count: number, note: string): string {
  const items = Array.from({ length: count }, (_, at) => ({
    id: at + 1,
    identity: '',
    inventoryType: 'WORK_IN_PROGRESS',
    name: `item ${at}`,
    notes: { usageGuidance: note },
    workflow: [{ key: 'step', value: note }],
    customFields: [
      { fieldLabel: 'Ticket', value: 'first' },
      { fieldLabel: 'ticket', value: `${note} ${at}` },
    ],
    decisions: {
      status: note === 'new' ? 'DRAFT' : 'APPROVED',
      isStatusSetByPerson: note !== 'new',
      isPublished: note !== 'new',
    },
    files: [],
  }));
  const tasks = items.map(({ id }) => ({
    inventoryId: id,
    type: 'MISCELLANEOUS',
    summary: `look at it: ${note}`,
    owner: owner.login,
    priority: 'LOW',
  }));
  return JSON.stringify({
    format: 'assay-project-data',
    version: 2,
    project: { name: 'there' },
    inventory: items,
    tasks,
  });
}

async function statementsOf(projectId: number, text: string): Promise<{ statements: number; receipt: unknown }> {
  let statements = 0;
  const counter: KyselyPlugin = {
    transformQuery({ node }) {
      statements++;
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  const {
    lines,
    source: _,
    ...receipt
  } = await h.app.db
    .withPlugin(counter)
    .transaction()
    .execute(async (tx) =>
      importDocument(tx, {
        project: await getProject(tx, projectId),
        data: projectData(async function* () {
          yield Buffer.from(text);
        }),
        rules: RULES,
        actor: owner,
        mayReview: true,
        mayPublish: true,
        mayAnalyze: true,
        keepsHistory: true,
        action: 'Project Import',
        now: h.app.now(),
        progress: async () => undefined,
      }),
    );
  expect(lines.all().filter(({ code }) => !/^item-/.test(code))).toEqual([]);
  return { statements, receipt };
}

it('needs as many statements for ninety items as for ten, new and existing ones', async () => {
  await h.call('POST', '/customFields', { body: { scope: 'INVENTORY', label: 'Ticket', type: 'TEXT_AREA' } });
  const counts = [];
  for (const count of [10, 90]) {
    const { id } = (await h.call('POST', '/projects', { body: { name: `import of ${count}` } })).body;
    const made = await statementsOf(id, documentOf(count, 'new'));
    expect(made.receipt).toMatchObject({ created: count, tasksMade: count });
    const updated = await statementsOf(id, documentOf(count, 'changed'));
    expect(updated.receipt).toMatchObject({ created: 0, updated: count, tasksMade: count });
    const { rows } = await h.database.pool.query(
      `select distinct i.status, i.is_published, i.usage_guidance, w.value as step, v.value like 'changed %' as is_last
       from inventory_items i join inventory_workflows w on w.item_id = i.id join inventory_field_values v on v.item_id = i.id
       where i.project_id = $1`,
      [id],
    );
    expect(rows).toEqual([
      { status: 'APPROVED', is_published: true, usage_guidance: 'changed', step: 'changed', is_last: true },
    ]);
    counts.push([made.statements, updated.statements]);
  }
  expect(counts[1]).toEqual(counts[0]);
});
