// Decisions about many items or files: what the dry run says, what the run does, who may do it, and that an undo brings everything back.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inconsistencies } from '../../../test/consistency.ts';
import { type Answer, type Harness, type Person, startHarness } from '../../../test/harness.ts';
import { scannedProjects } from '../../../test/scanned-projects.ts';
import { refreshInventoryRollup } from '../../db/inventories/rollup.ts';

let h: Harness;
let analyst: Person;
let reviewer: Person;
let reader: Person;
let stranger: Person;
const projects = scannedProjects(() => h, 'bulk');
const PACKAGES = Array.from({ length: 12 }, (_, at) => `package-${String.fromCharCode(97 + at)}`);
const LICENSES = ['MIT', 'Apache-2.0', 'GPL-3.0-only', 'MIT OR Apache-2.0'];

beforeAll(async () => {
  h = await startHarness();
  analyst = await h.person('analyst');
  reviewer = await h.person('reviewer');
  reader = await h.person('reader');
  stranger = await h.person('stranger');
  await h.work();
});
afterAll(() => h.close());

const packageJson = (name: string, license: string) => JSON.stringify({ name, version: '1.0.0', license });

/** A private project with twelve components in their folders, each with a file of its own, and with people. */
async function project(files: Record<string, string> = {}): Promise<number> {
  const id = await projects.projectWith({
    ...Object.fromEntries(
      PACKAGES.flatMap((name, at) => [
        [`node_modules/${name}/package.json`, packageJson(name, LICENSES[at % LICENSES.length]!)],
        [`node_modules/${name}/index.js`, `// ${name}\n`],
      ]),
    ),
    ...files,
  });
  await h.call('PUT', `/projects/${id}`, { body: { privateProject: true } });
  const roles = { ANALYST: [analyst, h.admin], REVIEWER: [reviewer, h.admin], OBSERVER: [reader] };
  for (const [roleId, users] of Object.entries(roles))
    await h.call('POST', `/projects/${id}/users`, {
      body: { userRoles: { roleId, users: users.map(({ login }) => login) } },
    });
  await projects.scan(id);
  return id;
}

type Body = Record<string, unknown>;
const items = (id: number, body: Body, as: Person = h.admin): Promise<Answer> =>
  h.call('POST', `/projects/${id}/bulkDecisions/items`, { body, as });
const files = (id: number, body: Body, as: Person = h.admin): Promise<Answer> =>
  h.call('POST', `/projects/${id}/bulkDecisions/files`, { body, as });
const undo = (id: number, token: string, as: Person = h.admin): Promise<Answer> =>
  h.call('POST', `/projects/${id}/bulkDecisions/${token}/undo`, { as });
const message = ({ body }: Answer): string => body.errors[0].message;
const ALL = { filter: {} };

async function done(answer: Promise<Answer>) {
  const { status, body } = await answer;
  expect([status, body.errors ?? []]).toEqual([200, []]);
  return body.data;
}

const rowsOf = async (id: number, query = ''): Promise<{ id: number; name: string; reviewStatus: string }[]> =>
  (await h.call('GET', `/projects/${id}/inventoryItems?limit=1000${query}`)).body.data;
const namesOf = async (id: number, query = '') => (await rowsOf(id, query)).map(({ name }) => name);

/** Everything that decisions change in a project, without history, times of changes, and decisions that were taken back. */
async function everything(id: number): Promise<Record<string, string[]>> {
  const rows = async (sql: string) => (await h.database.pool.query(sql, [id])).rows.map((row) => JSON.stringify(row));
  return {
    items: await rows(
      `select to_jsonb(i) - 'updated_at' as row from inventory_items i where project_id = $1 order by id`,
    ),
    tasks: await rows(`select to_jsonb(t) - 'updated_at' as row from tasks t where project_id = $1 order by id`),
    files: await rows(`select to_jsonb(f) as row from files f where project_id = $1 order by id`),
    ties: await rows(
      `select to_jsonb(x) as row from inventory_files x join inventory_items i on i.id = x.item_id where i.project_id = $1
       order by item_id, file_id`,
    ),
    exclusions: await rows(
      `select to_jsonb(x) as row from inventory_file_exclusions x join inventory_items i on i.id = x.item_id
       where i.project_id = $1 order by item_id, path`,
    ),
    decisions: await rows(
      `select to_jsonb(d) as row from decisions d where project_id = $1 and undone_by = '' order by id`,
    ),
    fields: await rows(
      `select to_jsonb(v) as row from inventory_field_values v join inventory_items i on i.id = v.item_id
       where i.project_id = $1 order by item_id, field_id`,
    ),
    rollup: await rows(`select inventory_rollup as row from projects where id = $1`),
  };
}

describe('a dry run', () => {
  it('says in words how many items change, which are left alone and why, and changes nothing', async () => {
    const id = await project();
    const [first, second] = await rowsOf(id);
    await h.call('PUT', `/inventories/${first!.id}/status?status=APPROVED`, { body: {} });
    await h.database.pool.query(
      `update inventory_items set status = 'REJECTED', is_status_set_by_person = false where id = $1`,
      [second!.id],
    );
    await refreshInventoryRollup(h.app.db, id);
    const before = await everything(id);
    const said = await done(items(id, { action: 'APPROVE', ...ALL }));
    const total = (await rowsOf(id)).length;
    expect(said).toMatchObject({
      dryRun: true,
      matched: total,
      changed: total - 2,
      summary: `${total - 2} items would be approved; 2 skipped: 1 already approved, 1 rejected by the policy`,
      outcomes: [{ from: 'Draft', to: 'Approved', count: total - 2 }],
      skipped: [
        { reason: 'SAME', words: 'already approved', count: 1 },
        { reason: 'REJECTED_BY_POLICY', words: 'rejected by the policy', count: 1 },
      ],
    });
    expect(said.examples).toHaveLength(10);
    expect(said).not.toHaveProperty('undoToken');
    expect(await everything(id)).toEqual(before);
    const overruled = await done(items(id, { action: 'APPROVE', ...ALL, overrulePolicy: true }));
    expect(overruled.changed).toBe(total - 1);
  });

  it('finds what the list finds with the same filter', async () => {
    const id = await project();
    for (const filter of [
      { search: 'package-b' },
      { license: 'mit' },
      { licensePriority: 'P1' },
      { type: 'LICENSE' },
      { reviewStatus: 'DRAFT', published: 'PUBLISHED' },
      { priority: 'P1' },
      { coverage: 'not-compared' },
    ] as Record<string, string>[]) {
      const listed = await rowsOf(id, `&${new URLSearchParams(filter)}`);
      const said = await done(items(id, { action: 'RECALL', filter }));
      expect([filter, said.matched]).toEqual([filter, listed.length]);
    }
  });

  it('400 for a request that names neither ids nor a filter, or what its action does not take', async () => {
    const id = await project();
    const wrong: [Body, RegExp][] = [
      [{ action: 'APPROVE' }, /either "inventoryIds" or "filter"/],
      [{ action: 'APPROVE', ...ALL, inventoryIds: [1] }, /either "inventoryIds" or "filter"/],
      [{ action: 'APPROVE', ...ALL, change: { priority: 'P1' } }, /"change" is only for/],
      [{ action: 'CHANGE', ...ALL, change: {} }, /"change" must name at least one field/],
      [{ action: 'CHANGE', ...ALL, change: { licenseId: 999_999_999 } }, /which does not exist/],
      [{ action: 'ASSIGN', ...ALL, owner: 'nobody' }, /"owner" must name an active user/],
      [{ action: 'ASSIGN', ...ALL, owner: 'stranger' }, /may not see this private project/],
      [{ action: 'REJECT', ...ALL, dryRun: false }, /"reason" must say why/],
    ];
    for (const [body, why] of wrong) {
      const answer = await items(id, body);
      expect([body, answer.status]).toEqual([body, 400]);
      expect(message(answer)).toMatch(why);
    }
    expect(message(await files(id, { action: 'TIE', ...ALL }))).toMatch(/"inventoryId" is required/);
    expect(message(await files(id, { action: 'TIE', ...ALL, inventoryId: 999_999 }))).toMatch(/does not have/);
  });

  it('409 if the set has changed since, with what it is now', async () => {
    const id = await project();
    const { setVersion } = await done(items(id, { action: 'APPROVE', ...ALL }));
    const [first] = await rowsOf(id);
    await h.call('PUT', `/inventories/${first!.id}/status?status=APPROVED`, { body: {} });
    const refused = await items(id, { action: 'APPROVE', ...ALL, dryRun: false, setVersion });
    expect(refused.status).toBe(409);
    expect(message(refused)).toMatch(
      /The set has changed since the dry run: now \d+ items would be approved; 1 skipped/,
    );
    const anew = await done(items(id, { action: 'APPROVE', ...ALL }));
    const run = await done(items(id, { action: 'APPROVE', ...ALL, dryRun: false, setVersion: anew.setVersion }));
    expect(run.changed).toBe(anew.changed);
  });
});

describe('a run', () => {
  it('writes history, decisions with the reason, one entry in the audit log, and events as single decisions do', async () => {
    const id = await project();
    await h.database.pool.query(
      `insert into webhooks (project_id, name, url, events, secret_sealed, created_by)
       values ($1, 'x', 'https://hooks.example', '{inventory.reviewed,task.created}', '', 'admin')`,
      [id],
    );
    const chosen = (await rowsOf(id)).slice(0, 3);
    const inventoryIds = chosen.map((row) => row.id);
    const run = await done(
      items(id, { action: 'REJECT', inventoryIds, dryRun: false, reason: 'Not with our product' }, reviewer),
    );
    expect(run.summary).toBe('3 items were rejected');
    for (const { id: itemId } of chosen) {
      const history = (await h.call('GET', `/inventories/${itemId}/history?limit=1`)).body.data;
      const [changes] = Object.values(history) as { field: string; newValue: string; user: string }[][];
      expect(changes!.map(({ field, newValue, user }) => [field, newValue, user])).toEqual([
        ['Status', 'Rejected', 'reviewer'],
        ['Reason', 'Not with our product', 'reviewer'],
      ]);
      const decision = (await h.call('GET', `/inventories/${itemId}/decisions?limit=1`)).body.data[0];
      expect(decision).toMatchObject({ kind: 'review', author: 'reviewer', value: { status: 'REJECTED' } });
      expect(decision.ground.words).toBe('Not with our product');
    }
    const events = await h.database.pool.query(
      `select event, payload #> '{data,items}' as items from webhook_deliveries order by id`,
    );
    const reviewed = events.rows.filter(({ event }) => event === 'inventory.reviewed');
    expect(reviewed.map((row) => row.items.map((one: { id: number }) => one.id))).toEqual([inventoryIds]);
    expect(events.rows.filter(({ event }) => event === 'task.created')).toHaveLength(3);
    await h.app.audit.flush();
    const log = await h.database.pool.query(
      `select details from audit_log where operation = 'decideItems' and project_id = $1 and status = '200' order by id desc limit 1`,
      [id],
    );
    expect(log.rows[0].details).toMatchObject({
      action: 'REJECT',
      reason: 'Not with our product',
      changed: 3,
      bulkDecisionId: run.bulkDecisionId,
    });
  });

  it('leaves each item as the single operation leaves it', async () => {
    const id = await project();
    const [a, b] = await rowsOf(id, '&license=MIT');
    const { rows } = await h.database.pool.query(`select id from licenses where short_name = 'BSD-3-Clause'`);
    const change = { licenseId: rows[0].id, priority: 'P1', linking: 'STATIC', disclosed: 'YES' };
    const single = await h.call('PUT', `/inventories/${a!.id}`, { body: change });
    expect(single.status).toBe(200);
    await done(items(id, { action: 'CHANGE', inventoryIds: [b!.id], change, dryRun: false }));
    const described = async (item: { id: number; name: string }) => {
      const { data } = (await h.call('GET', `/inventories/${item.id}`)).body;
      const decisions = (await h.call('GET', `/inventories/${item.id}/decisions`)).body.data;
      const history = Object.values((await h.call('GET', `/inventories/${item.id}/history?limit=1`)).body.data)[0];
      return JSON.parse(
        JSON.stringify([data, decisions, history])
          .replaceAll(/package-[a-z]/g, 'package')
          .replaceAll(
            /"(id|itemNumber|inventoryId|componentId|componentVersionId|entityVersion|createdOn|updatedOn|publishedOn|date|decidedOn)":("[^"]*"|\d+)/g,
            '"$1":0',
          ),
      );
    };
    expect(await described(b!)).toEqual(await described(a!));
  });

  it('publishes by the policy, and recalls', async () => {
    const id = await project();
    await done(items(id, { action: 'RECALL', ...ALL, dryRun: false }));
    expect(await namesOf(id, '&published=PUBLISHED')).toEqual([]);
    const run = await done(items(id, { action: 'PUBLISH', ...ALL, dryRun: false }));
    expect(await namesOf(id, '&published=UNPUBLISHED')).toEqual([]);
    expect(run.changed).toBe((await rowsOf(id)).length);
    expect(await inconsistencies(h.database.pool)).toEqual([]);
  });

  it('gives open tasks of items to somebody else, those that the caller may reassign', async () => {
    const id = await project();
    const [a, b, c] = await rowsOf(id);
    for (const [item, owner] of [
      [a, 'analyst'],
      [b, 'reviewer'],
    ] as const)
      await h.call('POST', `/tasks?inventoryId=${item!.id}`, { body: { type: 'MISCELLANEOUS', owner } });
    const order = { action: 'ASSIGN', inventoryIds: [a!.id, b!.id, c!.id], owner: 'reader', dryRun: false };
    const run = await done(items(id, order, analyst));
    expect(run.summary).toBe(
      '1 item was assigned to reader; 2 skipped: 1 without an open task, 1 tasks that you may not reassign',
    );
    const { rows } = await h.database.pool.query(
      `select u.login from tasks t join users u on u.id = t.owner_id where t.project_id = $1 order by t.id`,
      [id],
    );
    expect(rows.map(({ login }) => login)).toEqual(['reader', 'reviewer']);
  });

  it('skips and counts ids of other projects', async () => {
    const [id, other] = [await project(), await project()];
    const [foreign] = await rowsOf(other);
    const [own] = await rowsOf(id);
    const run = await done(items(id, { action: 'APPROVE', inventoryIds: [foreign!.id, own!.id], dryRun: false }));
    expect(run.summary).toBe('1 item was approved; 1 skipped: not in this project');
    expect((await rowsOf(other, '&reviewStatus=APPROVED')).length).toBe(0);
  });
});

describe('rights', () => {
  const REVIEW = ['APPROVE', 'REJECT', 'TO_DRAFT'].map((action) => ({ action }));
  const EDIT = [{ action: 'CHANGE', change: { linking: 'STATIC' } }, { action: 'PUBLISH' }];

  it('are those of the single operation', async () => {
    const id = await project();
    const status = async (body: Body, as: Person) => (await items(id, { ...body, ...ALL }, as)).status;
    for (const body of REVIEW)
      expect([await status(body, reviewer), await status(body, analyst), await status(body, reader)]).toEqual([
        200, 403, 403,
      ]);
    for (const body of EDIT)
      expect([await status(body, reviewer), await status(body, analyst), await status(body, reader)]).toEqual([
        403, 200, 403,
      ]);
    const priority = { action: 'CHANGE', change: { priority: 'P1' } };
    expect([await status(priority, reviewer), await status(priority, analyst)]).toEqual([200, 403]);
    const both = { action: 'CHANGE', change: { priority: 'P1', linking: 'STATIC' } };
    expect([await status(both, reviewer), await status(both, analyst), await status(both, h.admin)]).toEqual([
      403, 403, 200,
    ]);
    expect((await files(id, { action: 'MARK_REVIEWED', ...ALL }, reviewer)).status).toBe(403);
    expect((await files(id, { action: 'MARK_REVIEWED', ...ALL }, analyst)).status).toBe(200);
  });

  it('404 for people who may not see the project', async () => {
    const id = await project();
    const run = await done(items(id, { action: 'RECALL', ...ALL, dryRun: false }));
    expect((await items(id, { action: 'APPROVE', ...ALL }, stranger)).status).toBe(404);
    expect((await undo(id, run.undoToken, stranger)).status).toBe(404);
    expect((await h.call('GET', `/projects/${id}/bulkDecisions`, { as: stranger })).status).toBe(404);
  });

  it('an undo needs the right of the decision, and the token of its own project', async () => {
    const [id, other] = [await project(), await project()];
    const run = await done(items(id, { action: 'APPROVE', ...ALL, dryRun: false }, reviewer));
    expect((await undo(id, run.undoToken, analyst)).status).toBe(403);
    expect((await undo(other, run.undoToken)).status).toBe(404);
    const mayUndo = async (as: Person) =>
      (await h.call('GET', `/projects/${id}/bulkDecisions`, { as })).body.data[0].mayUndo;
    expect([await mayUndo(reader), await mayUndo(analyst), await mayUndo(h.admin)]).toEqual([false, false, true]);
    expect((await undo(id, run.undoToken, h.admin)).status).toBe(200);
  });
});

describe('an undo', () => {
  /** Decisions of people before the bulk decision, so that there is something to bring back. */
  async function livedIn(id: number): Promise<void> {
    const [a, b, c, d] = await rowsOf(id);
    const change = async (item: { id: number }, body: Body) => h.call('PUT', `/inventories/${item.id}`, { body });
    await h.call('PUT', `/inventories/${a!.id}/status?status=APPROVED`, { body: {}, as: reviewer });
    await h.call('PUT', `/inventories/${b!.id}/status?status=REJECTED`, { body: {}, as: reviewer });
    await change(c!, { linking: 'DYNAMIC', auditorReviewNotes: 'looked at' });
    await change(d!, { licenseId: -1 });
    await h.call('POST', `/tasks?inventoryId=${c!.id}`, { body: { type: 'MANUAL_INVENTORY_REVIEW' } });
    await h.call('PUT', `/inventories/${d!.id}/recall`);
    const { body } = await h.call('GET', `/projects/${id}/codebaseFiles?search=package-a`);
    await h.call('PUT', `/files/${body.data.files[0].id}/review?markAsReviewed=true`, { as: analyst });
    await h.call('DELETE', `/inventories/${c!.id}/files`, {
      body: { filePaths: ['node_modules/package-c/package.json'] },
    });
  }

  const ITEM_ACTIONS: Body[] = [
    { action: 'APPROVE', overrulePolicy: true },
    { action: 'REJECT', reason: 'no' },
    { action: 'TO_DRAFT' },
    { action: 'PUBLISH' },
    { action: 'RECALL' },
    { action: 'CHANGE', change: { priority: 'P2' } },
    { action: 'CHANGE', change: { licenseId: 'BSD-3-Clause' }, reason: 'as agreed' },
    { action: 'CHANGE', change: { licenseId: -1, distribution: 'HOSTED', disclosed: 'YES', modified: 'YES' } },
    { action: 'ASSIGN', owner: 'analyst' },
  ];
  const FILE_ACTIONS: Body[] = [
    { action: 'MARK_REVIEWED', reason: 'seen' },
    { action: 'MARK_UNREVIEWED' },
    { action: 'TIE' },
    { action: 'UNTIE' },
  ];

  it.each([...ITEM_ACTIONS, ...FILE_ACTIONS])('of %j brings everything back', async (given) => {
    const id = await project();
    await livedIn(id);
    const body = structuredClone(given);
    const change = body.change as { licenseId?: unknown } | undefined;
    if (typeof change?.licenseId === 'string')
      change.licenseId = (
        await h.database.pool.query('select id from licenses where short_name = $1', [change.licenseId])
      ).rows[0].id;
    const isOfFiles = FILE_ACTIONS.includes(given);
    if (body.action === 'TIE' || body.action === 'UNTIE')
      body.inventoryId = (await rowsOf(id, '&search=package-b'))[0]!.id;
    const before = await everything(id);
    const run = await done((isOfFiles ? files : items)(id, { ...body, ...ALL, dryRun: false }));
    expect(run.changed).toBeGreaterThan(0);
    expect(await everything(id)).not.toEqual(before);
    expect(await inconsistencies(h.database.pool)).toEqual([]);
    const undone = await done(undo(id, run.undoToken));
    expect(undone).toMatchObject({ restored: run.changed, kept: [], keptCount: 0 });
    expect(await everything(id)).toEqual(before);
    expect(await inconsistencies(h.database.pool)).toEqual([]);
  });

  it('of several decisions in turn, the last one first, brings everything back', async () => {
    const id = await project();
    await livedIn(id);
    const states = [await everything(id)];
    const tokens: string[] = [];
    for (const body of [ITEM_ACTIONS[1], ITEM_ACTIONS[0], ITEM_ACTIONS[4], ITEM_ACTIONS[3], ITEM_ACTIONS[5]]) {
      tokens.push((await done(items(id, { ...body, ...ALL, dryRun: false }))).undoToken);
      states.push(await everything(id));
    }
    for (const [at, token] of [...tokens.entries()].reverse()) {
      expect((await done(undo(id, token))).kept).toEqual([]);
      expect(await everything(id)).toEqual(states[at]);
    }
  });

  it('leaves what somebody has changed since, and says who', async () => {
    const id = await project();
    const run = await done(items(id, { action: 'APPROVE', ...ALL, dryRun: false }, reviewer));
    const [a, b, c] = await rowsOf(id);
    await h.call('PUT', `/inventories/${a!.id}/status?status=REJECTED`, { body: {}, as: reviewer });
    await h.call('PUT', `/inventories/${b!.id}`, { body: { auditorReviewNotes: 'x' }, as: analyst });
    await h.call('DELETE', `/inventories/${c!.id}`, { as: analyst });
    const undone = await done(undo(id, run.undoToken));
    expect(undone.kept).toEqual(
      [
        { id: a!.id, name: a!.name, why: 'changed since by reviewer' },
        { id: b!.id, name: b!.name, why: 'changed since by analyst' },
        { id: c!.id, name: '', why: 'deleted since' },
      ].sort((x, y) => x.id - y.id),
    );
    expect(undone.summary).toMatch(/9 items are as before|items are as before: no longer approved; 3 left as they are/);
    const statuses = Object.fromEntries((await rowsOf(id)).map((row) => [row.id, row.reviewStatus]));
    expect([statuses[a!.id], statuses[b!.id]]).toEqual(['Rejected', 'Approved']);
    expect(await inconsistencies(h.database.pool)).toEqual([]);
  });

  it('leaves files that somebody has marked since, also by their folder', async () => {
    const id = await project();
    const run = await done(files(id, { action: 'MARK_REVIEWED', ...ALL, dryRun: false }));
    const folder = (await h.call('GET', `/projects/${id}/files?folderPath=node_modules/package-a`)).body.data.folderId;
    await h.call('PUT', `/codebasefolder/${folder}/review?markAsReviewed=true`, { as: analyst });
    const undone = await done(undo(id, run.undoToken));
    expect(undone.kept.map(({ name, why }: { name: string; why: string }) => [name, why]).sort()).toEqual([
      ['node_modules/package-a/index.js', 'changed since by analyst'],
      ['node_modules/package-a/package.json', 'changed since by analyst'],
    ]);
    const { files: still } = (await h.call('GET', `/projects/${id}/codebaseFiles?reviewed=true`)).body.data;
    expect(still).toHaveLength(2);
  });

  it('is in the history, in the list of bulk decisions and in the audit log; a second one is refused', async () => {
    const id = await project();
    const [first] = await rowsOf(id);
    const run = await done(items(id, { action: 'APPROVE', inventoryIds: [first!.id], dryRun: false }, reviewer));
    await done(undo(id, run.undoToken));
    const history = (await h.call('GET', `/inventories/${first!.id}/history?limit=1`)).body.data;
    const [changes] = Object.values(history) as { field: string; oldValue: string; newValue: string; user: string }[][];
    expect(changes).toMatchObject([
      { field: 'Status', oldValue: 'Approved', newValue: 'Draft', user: 'admin' },
      { field: 'Undo', oldValue: expect.stringMatching(/^approved by reviewer on .* \(bulk decision \d+\)$/) },
    ]);
    const decisions = (await h.call('GET', `/inventories/${first!.id}/decisions`)).body.data;
    expect(decisions[0]).toMatchObject({ standing: 'superseded', why: 'admin has undone it.' });
    const [listed] = (await h.call('GET', `/projects/${id}/bulkDecisions`)).body.data;
    expect(listed).toMatchObject({
      summary: '1 item was approved',
      decidedBy: 'reviewer',
      undoneBy: 'admin',
      restored: 1,
      mayUndo: false,
    });
    const again = await undo(id, run.undoToken);
    expect([again.status, message(again)]).toEqual([409, 'admin has undone it already.']);
    await h.app.audit.flush();
    const log = await h.database.pool.query(
      `select details from audit_log where operation = 'undoBulkDecision' and project_id = $1 and status = '200'`,
      [id],
    );
    expect(log.rows[0].details).toMatchObject({ bulkDecisionId: run.bulkDecisionId, restored: 1 });
  });

  it('409 after a day; what it needed is then removed', async () => {
    const id = await project();
    const run = await done(items(id, { action: 'APPROVE', ...ALL, dryRun: false }));
    await h.database.pool.query(`update bulk_decisions set undo_until = now() - interval '2 days' where id = $1`, [
      run.bulkDecisionId,
    ]);
    const late = await undo(id, run.undoToken);
    expect([late.status, message(late)]).toEqual([409, expect.stringMatching(/^It could be undone until /)]);
    const { removeOldBulkDecisions } = await import('../../queue/retention.ts');
    await removeOldBulkDecisions(h.app, new AbortController().signal);
    const { rows } = await h.database.pool.query('select count(*)::int as left from bulk_images where bulk_id = $1', [
      run.bulkDecisionId,
    ]);
    expect(rows[0].left).toBe(0);
    expect((await h.call('GET', `/projects/${id}/bulkDecisions`)).body.data).toHaveLength(1);
  });
});

describe('two people at once', () => {
  it('decide about each item once', async () => {
    const id = await project();
    const order = { action: 'APPROVE', ...ALL, dryRun: false };
    const runs = await Promise.all([items(id, order, reviewer), items(id, order, h.admin)]);
    const changed = runs.map(({ body }) => body.data.changed);
    expect(changed[0] + changed[1]).toBe((await rowsOf(id)).length);
    const { rows } = await h.database.pool.query(
      `select count(*)::int as count from decisions where project_id = $1 and kind = 'review' and superseded_at is null`,
      [id],
    );
    expect(rows[0].count).toBe((await rowsOf(id)).length);
  });
});

describe('a large set', () => {
  const COUNT = 1200;

  async function largeProject(): Promise<number> {
    const { body } = await h.call('POST', '/projects', { body: { name: `large ${Math.random()}` } });
    await h.call('POST', `/projects/${body.id}/users`, {
      body: { userRoles: { roleId: 'REVIEWER', users: [h.admin.login] } },
    });
    await h.database.pool.query(
      `insert into inventory_items (project_id, type, identity, name, created_by)
       select $1, 'WORK_IN_PROGRESS', 'x' || n, 'item ' || n, 'x' from generate_series(1, $2::int) n`,
      [body.id, COUNT],
    );
    await h.database.pool.query(
      `insert into inventory_history (project_id, item_id, event, action)
       select project_id, id, 'Inventory Created', 'User Action' from inventory_items where project_id = $1`,
      [body.id],
    );
    await refreshInventoryRollup(h.app.db, body.id);
    return body.id;
  }

  it('is decided by a job in short steps, and undone by one', async () => {
    const id = await largeProject();
    const before = await everything(id);
    const run = await done(items(id, { action: 'REJECT', ...ALL, dryRun: false, reason: 'all of it' }));
    expect(run.summary).toBe('1,200 items will be rejected');
    expect(await h.jobOver(run.jobId)).toMatchObject({
      status: 'Completed',
      details: '1,200 items rejected, 0 skipped',
    });
    const steps = await h.database.pool.query('select count(*)::int as count from bulk_steps where bulk_id = $1', [
      run.bulkDecisionId,
    ]);
    expect(steps.rows[0].count).toBeGreaterThan(5);
    const undone = await done(undo(id, run.undoToken));
    expect(await h.jobOver(undone.jobId)).toMatchObject({
      status: 'Completed',
      details: '1,200 items restored, 0 changed since',
    });
    expect(await everything(id)).toEqual(before);
    expect(await inconsistencies(h.database.pool)).toEqual([]);
  }, 120_000);
});
