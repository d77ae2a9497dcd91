// Project data between projects and between servers: how the criteria treat moved, renamed and changed files, what
// happens to identical items, and invalid documents.
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tar, zip } from '../../../test/archives.ts';
import { type Harness, type Person, startHarness } from '../../../test/harness.ts';
import { readZip } from '../../../test/zip-content.ts';
import { lockProject } from '../../db/projects/projects.ts';

let h: Harness;
let elsewhere: Harness;
let count = 0;
beforeAll(async () => {
  [h, elsewhere] = await Promise.all([startHarness(), startHarness()]);
  await Promise.all([h.work(), elsewhere.work()]);
});
afterAll(() => Promise.all([h.close(), elsewhere.close()]));

type Files = Record<string, string>;
const CODE: Files = { 'lib/src/a.c': 'a', 'lib/src/b.c': 'b', 'lib/src/c.c': 'c', 'lib/d.c': 'd', 'e.c': 'e' };

async function project(on: Harness, files: Files, more: Record<string, unknown> = {}): Promise<number> {
  const { id } = (await on.call('POST', '/projects', { body: { name: `data ${++count}`, ...more } })).body;
  if (Object.keys(files).length > 0) {
    const raw = tar(Object.entries(files).map(([name, content]) => ({ name, content })));
    const headers = { 'content-type': 'application/octet-stream' };
    await on.call('POST', `/project/uploadProjectCodebase?projectId=${id}`, { raw, headers });
  }
  return id;
}

async function item(
  on: Harness,
  projectId: number,
  filePaths: string[],
  model: Record<string, unknown> = {},
): Promise<number> {
  const inventoryModel = { name: `item ${++count}`, inventoryType: 'WORK_IN_PROGRESS', ...model };
  const { id } = (await on.call('POST', '/inventories', { body: { projectId, inventoryModel } })).body;
  if (filePaths.length > 0) await on.call('PUT', `/inventories/${id}/files`, { body: { filePaths } });
  return id;
}

const exported = async (on: Harness, projectId: number): Promise<Buffer> =>
  (await on.call('GET', `/project/exportProjectData?projectId=${projectId}`)).response.rawPayload;
const documentOf = async (data: Buffer) => JSON.parse((await readZip(data))['projectData.json']!.toString());

const MODEL = { addFilesToInventory: true, markFilesAsReviewed: true, createEmptyInventory: true };

async function send(
  on: Harness,
  projectId: number,
  data: Buffer,
  model: Record<string, unknown> = {},
  as: Person = on.admin,
) {
  const boundary = 'b0undary';
  const head = (rest: string) => Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; ${rest}\r\n\r\n`);
  const raw = Buffer.concat([
    head('name="projectImportModel"'),
    Buffer.from(JSON.stringify({ ...MODEL, ...model })),
    Buffer.from('\r\n'),
    head('name="importFile"; filename="data.zip"'),
    data,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
  return on.call('POST', `/projects/${projectId}/import`, {
    as,
    raw,
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  });
}

async function imported(
  on: Harness,
  projectId: number,
  data: Buffer,
  model: Record<string, unknown> = {},
  as?: Person,
) {
  const answer = await send(on, projectId, data, model, as);
  expect([answer.status, answer.text]).toEqual([200, expect.stringContaining('task ID')]);
  const { taskId } = answer.body.data;
  const job = await on.jobOver(taskId);
  const log = (await on.call('GET', `/jobs/${taskId}/log?limit=1000`)).body.data as {
    code: string;
    path: string;
    message: string;
  }[];
  return { job, log, codes: log.map(({ code }) => code).sort() };
}

/** Items of a project: name to paths of files. */
async function itemsOf(on: Harness, projectId: number): Promise<Record<string, string[]>> {
  const { inventory } = await documentOf(await exported(on, projectId));
  return Object.fromEntries(inventory.map((one: { name: string; files: string[] }) => [one.name, one.files]));
}
const reviewedOf = async (on: Harness, projectId: number): Promise<string[]> =>
  (await documentOf(await exported(on, projectId))).files
    .filter((file: { reviewed: boolean }) => file.reviewed)
    .map((file: { path: string }) => file.path)
    .sort();

/** The same code later: under another root, renamed, changed, deleted, copied. */
const LATER: Files = {
  'vendor/src/a.c': 'a',
  'lib/src/renamed.c': 'b',
  'lib/src/c.c': 'c changed',
  'lib/d.c': 'd',
  'copy/d.c': 'd',
};
const PROMISED: [criterion: string, depth: number, found: string[]][] = [
  ['COMPLETE_FILEPATH', 1, ['lib/d.c', 'lib/src/c.c']],
  ['PARTIAL_FILEPATH', 1, ['lib/d.c', 'lib/src/c.c', 'vendor/src/a.c']],
  ['PARTIAL_FILEPATH', 2, ['lib/d.c', 'lib/src/c.c']],
  ['FILENAME', 1, ['copy/d.c', 'lib/d.c', 'lib/src/c.c', 'vendor/src/a.c']],
  ['MD5', 1, ['copy/d.c', 'lib/d.c', 'lib/src/renamed.c', 'vendor/src/a.c']],
  ['MD5_AND_FILENAME', 1, ['copy/d.c', 'lib/d.c', 'vendor/src/a.c']],
  ['MD5_AND_COMPLETE_FILEPATH', 1, ['lib/d.c']],
  ['MD5_AND_PARTIAL_FILEPATH', 1, ['lib/d.c', 'vendor/src/a.c']],
];

describe('the criteria, on another server', () => {
  let data: Buffer;
  beforeAll(async () => {
    const source = await project(h, CODE);
    const id = await item(h, source, Object.keys(CODE), { name: 'all of it' });
    await h.call('PUT', `/inventories/${id}/files`, {
      body: { folderPaths: ['/'], markAssociatedFilesAsReviewed: true },
    });
    data = await exported(h, source);
  });

  it.each(PROMISED)('%s at a depth of %i', async (criterion, depth, found) => {
    const target = await project(elsewhere, LATER);
    const { job, log } = await imported(elsewhere, target, data, {
      inventoryFileMatchingCriteria: criterion,
      inventoryDirectoryDepth: depth,
      reviewFileMatchingCriteria: criterion,
      reviewDirectoryDepth: depth,
    });
    expect([job.status, job.error]).toEqual(['Completed', '']);
    expect(await itemsOf(elsewhere, target)).toEqual({ 'all of it': found });
    expect(await reviewedOf(elsewhere, target)).toEqual(found);
    const missing = log.filter(({ code }) => code === 'file-not-matched');
    const reviewMissing = log.filter(({ code }) => code === 'review-not-matched');
    expect(missing.map(({ path }) => path)).toContain('e.c');
    expect(missing.length).toBe(reviewMissing.length);
    expect(missing[0]!.message).toContain(criterion);
  });

  it('defaults: by whole paths for inventory, and by content too for reviews', async () => {
    const target = await project(elsewhere, LATER);
    await imported(elsewhere, target, data);
    expect(await itemsOf(elsewhere, target)).toEqual({ 'all of it': ['lib/d.c', 'lib/src/c.c'] });
    expect(await reviewedOf(elsewhere, target)).toEqual(['lib/d.c']);
  });

  it('adds and marks nothing if neither is requested', async () => {
    const target = await project(elsewhere, LATER);
    await imported(elsewhere, target, data, { addFilesToInventory: false, markFilesAsReviewed: false });
    expect([await itemsOf(elsewhere, target), await reviewedOf(elsewhere, target)]).toEqual([{ 'all of it': [] }, []]);
  });

  it('creates no item without any of its files, unless requested', async () => {
    const target = await project(elsewhere, { 'other.c': 'x' });
    const { codes } = await imported(elsewhere, target, data, { createEmptyInventory: false });
    expect(codes).toContain('item-left-out');
    expect(await itemsOf(elsewhere, target)).toEqual({});
  });
});

describe('a copy of a project by its data', () => {
  it('has everything but ids and times, and the second import changes nothing', async () => {
    const source = await project(h, {
      ...CODE,
      'package.json': '{"name":"left-pad","version":"1.3.0","license":"WTFPL"}',
    });
    const { body } = await h.call('POST', `/scanResource/projectScan/${source}`, {});
    await h.jobOver(body['Content: ']);
    const own = await item(h, source, ['lib/d.c'], {
      name: 'by hand',
      auditorReviewNotes: 'seen',
      noticeText: 'Copyright',
      usageGuidance: 'ask first',
      remediationNotes: 'none',
      linking: 'STATIC',
      disclosed: 'YES',
      priority: 'P2',
      description: 'd',
      url: 'https://example.org/',
    });
    await h.call('PUT', `/inventories/${own}/publish`);
    await h.call('PUT', `/inventories/${own}/status?status=REJECTED`);
    const target = await project(elsewhere, {
      ...CODE,
      'package.json': '{"name":"left-pad","version":"1.3.0","license":"WTFPL"}',
    });
    const data = await exported(h, source);
    const first = await imported(elsewhere, target, data, { resetInventoryUsage: false });
    expect(first.job.status).toBe('Completed');
    const plain = (document: Record<string, never>) => {
      const { inventory, files, tasks } = document as unknown as {
        inventory: object[];
        files: object[];
        tasks: object[];
      };
      const strip = ({ id: _i, createdOn: _c, updatedOn: _u, inventoryId: _v, ...rest }: Record<string, unknown>) =>
        rest;
      return {
        inventory: inventory.map((one) => strip(one as never)),
        files,
        tasks: tasks.map((one) => strip(one as never)),
      };
    };
    const copy = await documentOf(await exported(elsewhere, target));
    expect(plain(copy)).toEqual(plain(await documentOf(data)));
    const second = await imported(elsewhere, target, data, { resetInventoryUsage: false });
    expect(second.codes.filter((code) => !['item-unchanged', 'history-stays', 'setting-stays'].includes(code))).toEqual(
      [],
    );
    expect(plain(await documentOf(await exported(elsewhere, target)))).toEqual(plain(copy));
  });
});

describe('decisions on vulnerabilities and closed tasks', () => {
  const PACKAGE = { 'package.json': '{"name":"left-pad","version":"1.3.0","license":"WTFPL"}' };
  let data: Buffer;
  beforeAll(async () => {
    const source = await project(h, PACKAGE);
    const { body } = await h.call('POST', `/scanResource/projectScan/${source}`, {});
    await h.jobOver(body['Content: ']);
    const { rows } = await h.database.pool.query(
      `select i.id, i.version_id, v.component_id from inventory_items i join component_versions v on v.id = i.version_id where i.project_id = $1`,
      [source],
    );
    const { id, version_id: versionId, component_id: componentId } = rows[0]!;
    const suppress = (vulnerabilityName: string, more: object) =>
      h.call('POST', '/vulnerability/suppress', {
        body: {
          componentId: String(componentId),
          versionIds: [Number(versionId)],
          vulnerabilityName,
          reason: 'FALSE_POSITIVE',
          remarks: 'never called',
          versionScope: 'SPECIFIC_VERSIONS',
          ...more,
        },
      });
    expect(
      (
        await suppress('CVE-2021-1', {
          suppressionScope: 'PROJECT',
          suppressionDetails: {
            projectId: source,
            state: 'NOT_AFFECTED',
            justification: 'CODE_NOT_REACHABLE',
            response: 'UPDATE',
          },
        })
      ).status,
    ).toBe(200);
    expect((await suppress('CVE-2021-2', { reason: 'REMEDIATED' })).status).toBe(200);
    await h.database.pool.query(
      `with v as (insert into vulnerabilities (name) values ('CVE-2021-3') returning id)
       insert into vulnerability_analyses (project_id, version_id, vulnerability_id, analysis, author, decided_at)
       select $1, $2, id, '{"state":"IN_TRIAGE","detail":"asked them"}', 'admin', now() from v`,
      [source, versionId],
    );
    for (const summary of ['done', 'open']) {
      const { rows: made } = await h.database.pool.query(
        `insert into tasks (project_id, item_id, type, summary, details, priority, owner_id, created_by, updated_by)
         values ($1, $2, 'MISCELLANEOUS', $3, 'd', 'HIGH', 1, 1, 1) returning id`,
        [source, id, summary],
      );
      if (summary === 'done') await h.call('PUT', `/tasks/${made[0]!.id}/close?resolution=CLOSED`);
    }
    data = await exported(h, source);
  });

  const carried = async (on: Harness, id: number) => {
    const { analyses, tasks } = await documentOf(await exported(on, id));
    return {
      analyses: analyses.map((one: Record<string, unknown>) => [
        one.vulnerability,
        one.suppressed,
        one.reason,
        one.remarks,
        one.state,
        one.detail,
      ]),
      tasks: tasks
        .map((one: Record<string, unknown>) => [one.summary, one.closed, one.resolution, one.createdOn, one.closedOn])
        .sort(),
    };
  };

  it('are copied to another server with their ground, once', async () => {
    const target = await project(elsewhere, PACKAGE);
    const { job } = await imported(elsewhere, target, data);
    expect(job.details).toMatch(/3 analyses of vulnerabilities taken over; .*1 closed task taken over/);
    const theirs = await documentOf(data);
    const here = await carried(elsewhere, target);
    expect(here.analyses).toEqual([
      ['CVE-2021-1', true, 'FALSE_POSITIVE', 'never called', 'NOT_AFFECTED', ''],
      ['CVE-2021-2', true, 'REMEDIATED', 'never called', '', ''],
      ['CVE-2021-3', false, '', '', 'IN_TRIAGE', 'asked them'],
    ]);
    const done = theirs.tasks.find((one: { summary: string }) => one.summary === 'done');
    expect(here.tasks.map((one: unknown[]) => one.slice(0, 3))).toEqual([
      ['done', true, 'CLOSED'],
      ['open', false, null],
    ]);
    expect(here.tasks[0]!.slice(3)).toEqual([done.createdOn, done.closedOn]);
    const { decisions } = await documentOf(await exported(elsewhere, target));
    const grounds = decisions
      .filter(({ kind }: { kind: string }) => kind === 'suppression')
      .map(({ ground }: { ground: object }) => ground);
    expect(grounds).toEqual([
      expect.objectContaining({
        by: 'import',
        decidedBy: 'admin',
        words: 'never called',
        source: expect.stringContaining('project data of'),
      }),
      expect.objectContaining({ by: 'import', heldInAllProjects: true }),
    ]);
    const historyOf = async (on: Harness, of: number) =>
      (await documentOf(await exported(on, of))).history.map((one: Record<string, unknown>) => [
        one.happenedOn,
        one.user,
        one.event,
        one.action,
      ]);
    const brought = (await historyOf(elsewhere, target)).filter((one: unknown[]) =>
      `${one[1]}`.includes(', in project data of'),
    );
    expect(brought).toEqual(
      theirs.history.map((one: Record<string, unknown>) => [
        one.happenedOn,
        expect.stringMatching(`^${one.user}, in project data of "data `),
        one.event,
        'Project Import',
      ]),
    );
    expect(brought.length).toBeGreaterThan(0);
    const again = await imported(elsewhere, target, data);
    expect(again.codes).toContain('history-stays');
    expect(await historyOf(elsewhere, target)).toHaveLength(brought.length + 1);
    expect(again.codes).not.toContain('analysis-left-out');
    expect(await carried(elsewhere, target)).toEqual(here);
  });

  it('are not imported without the right to analyse, or where somebody decided otherwise', async () => {
    const target = await project(h, PACKAGE);
    await h.database.pool.query(
      `insert into vulnerability_analyses (project_id, version_id, vulnerability_id, analysis, author, decided_at)
       select $1, a.version_id, a.vulnerability_id, '{"state":"EXPLOITABLE"}', 'jane', now() from vulnerability_analyses a
       join vulnerabilities v on v.id = a.vulnerability_id where v.name = 'CVE-2021-3'`,
      [target],
    );
    const { log } = await imported(h, target, data);
    expect(log.filter(({ code }) => code === 'analysis-left-out').map(({ message }) => message)).toEqual([
      'The analysis of CVE-2021-3 for pkg:npm/left-pad@1.3.0 was left out: "jane" has already decided about it on this server.',
    ]);
    const document = await documentOf(data);
    document.analyses = [
      { ...document.analyses[0], expiresOn: '2001-01-01 00:00:00' },
      { ...document.analyses[0], vulnerability: '' },
      { ...document.analyses[0], state: 'odd' },
      { ...document.analyses[0], purl: 'pkg:npm/unknown@1', component: null },
      7,
    ];
    document.history = [
      ...[{ happenedOn: '2999-01-01 00:00:00' }, { event: 'odd' }, { changes: [7] }, { changes: 'x' }].map((one) => ({
        ...document.history[0],
        ...one,
      })),
      7,
      { inventoryId: '__proto__' },
    ];
    const wrong = await imported(h, await project(h, PACKAGE), await zip({ 'x.json': JSON.stringify(document) }));
    expect(wrong.codes.filter((code) => /analysis|wrong-value/.test(code))).toEqual([
      'analysis-left-out',
      'analysis-left-out',
      'analysis-left-out',
      'analysis-left-out',
      'wrong-value',
    ]);
    const said = wrong.log.filter(({ path }) => path === 'history').map(({ message }) => message);
    expect(said).toEqual([
      expect.stringMatching(/^2 lines of history stay/),
      expect.stringMatching(/^4 lines of history were left out/),
    ]);
  });
});

it('relations and workflow pairs are imported; settings and custom fields of the project are listed', async () => {
  const from = await project(h, {}, { risk: 'HIGH' });
  const [a, b, c] = [await item(h, from, []), await item(h, from, []), await item(h, from, [])];
  await h.database.pool.query(
    `insert into inventory_links values ($1, $2, 'BUNDLED'), ($1, $3, 'POSSIBLY_RELATED'), ($2, $3, 'DEPENDENCY')`,
    [a, b, c],
  );
  const pairs = [{ key: 'state', value: 'asked' }];
  await h.call('POST', `/inventories/${a}/workflows`, { body: pairs as never });
  const field = (
    await h.call('POST', '/customFields', { body: { label: 'Cost centre', scope: 'PROJECT', type: 'TEXT' } })
  ).body;
  await h.call('PUT', `/projects/${from}`, { body: { customFields: [{ id: field.id, value: '42' }] } });
  const data = await exported(h, from);
  const target = await project(elsewhere, {});
  const { job, log } = await imported(elsewhere, target, data);
  const { inventory, relations } = await documentOf(await exported(elsewhere, target));
  const names = new Map(inventory.map((one: { id: number; name: string }) => [one.id, one.name]));
  const read = (list: { parentId: number; childId: number; type: string }[], of: Map<unknown, unknown>) =>
    list.map((one) => [of.get(one.parentId), of.get(one.childId), one.type]).sort();
  const theirs = await documentOf(data);
  const theirNames = new Map<unknown, unknown>(
    theirs.inventory.map((one: { id: number; name: string }) => [one.id, one.name]),
  );
  expect(read(relations, names)).toEqual(read(theirs.relations, theirNames));
  expect(relations).toHaveLength(3);
  expect(inventory.map((one: { workflow: unknown }) => one.workflow)).toEqual([pairs, [], []]);
  expect(job.details).toContain('3 relations made');
  const said = log.filter(({ code }) => /-stays$/.test(code)).map(({ message }) => message);
  expect(said.join('\n')).toContain('The custom field "Cost centre" of the project is "42" in the data');
  expect(said.join('\n')).toMatch(/The setting "\w+" is .* in the data and stays .* here/);
  const kept = [{ key: 'state', value: 'granted' }];
  const [first] = inventory as { id: number }[];
  await elsewhere.call('POST', `/inventories/${first!.id}/workflows`, { body: kept as never });
  const again = await imported(elsewhere, target, data, { overwriteInventoryNotes: false });
  expect(again.codes).toContain('workflow-kept');
  await imported(elsewhere, target, data, { overwriteInventoryNotes: true });
  const last = await documentOf(await exported(elsewhere, target));
  expect([last.inventory[0].workflow, last.relations.length]).toEqual([pairs, 3]);
});

describe('an existing item', () => {
  const pair = async (
    theirs: Record<string, unknown>,
    ours: Record<string, unknown>,
    model: Record<string, unknown>,
  ) => {
    const source = await project(h, CODE);
    const from = await item(h, source, ['lib/d.c'], { name: 'same', ...theirs });
    const target = await project(h, CODE);
    const id = await item(h, target, ['e.c'], { name: 'Same', ...ours });
    return { source, from, target, id, run: async () => imported(h, target, await exported(h, source), model) };
  };
  const read = async (id: number) => (await h.call('GET', `/inventories/${id}`)).body.data;

  it.each<[string, Record<string, unknown>, Record<string, unknown>, Record<string, unknown>, string]>([
    ['overwritten by default', { auditorReviewNotes: 'new' }, { auditorReviewNotes: 'old' }, {}, 'new'],
    [
      'added to',
      { auditorReviewNotes: 'new' },
      { auditorReviewNotes: 'old' },
      { overwriteInventoryNotes: false },
      'old\n\nnew',
    ],
    [
      'not written twice',
      { auditorReviewNotes: 'old' },
      { auditorReviewNotes: 'very old' },
      { overwriteInventoryNotes: false },
      'very old',
    ],
    ['kept where the data has none', {}, { auditorReviewNotes: 'old' }, {}, 'old'],
  ])('its notes are %s', async (_what, theirs, ours, model, wanted) => {
    const { id, target, run } = await pair(theirs, ours, model);
    await run();
    expect((await read(id)).auditNotes).toBe(wanted);
    expect(await itemsOf(h, target)).toEqual({ Same: ['e.c', 'lib/d.c'] });
  });

  it.each([
    [{}, 'UNKNOWN'],
    [{ resetInventoryUsage: false }, 'STATIC'],
  ])('its usage with %o', async (model, linking) => {
    const { id, run } = await pair({ linking: 'STATIC' }, { linking: 'DYNAMIC' }, model);
    await run();
    expect((await read(id)).linking).toBe(linking);
  });

  it('gets decisions that nobody had made, and keeps those that somebody had', async () => {
    const open = await pair({}, {}, {});
    await h.call('PUT', `/inventories/${open.from}/status?status=APPROVED`);
    await open.run();
    expect(
      (await read(open.id)).status ?? (await documentOf(await exported(h, open.target))).inventory[0].decisions.status,
    ).toMatch(/approved/i);
    const decided = await pair({}, {}, {});
    await h.call('PUT', `/inventories/${decided.from}/status?status=APPROVED`);
    await h.call('PUT', `/inventories/${decided.id}/status?status=REJECTED`);
    const { codes } = await decided.run();
    expect(codes).toContain('status-kept');
    expect((await documentOf(await exported(h, decided.target))).inventory[0].decisions.status).toBe('REJECTED');
  });

  it('takes a status over that a policy had set here too, so that policies leave it alone', async () => {
    const { from, id, target, run } = await pair({}, {}, {});
    await h.call('PUT', `/inventories/${from}/status?status=APPROVED`);
    await h.database.pool.query("update inventory_items set status = 'APPROVED' where id = $1", [id]);
    const { codes } = await run();
    expect(codes).toContain('item-updated');
    const { inventory } = await documentOf(await exported(h, target));
    expect(inventory[0].decisions).toMatchObject({ status: 'APPROVED', isStatusSetByPerson: true });
    const { body } = await h.call('GET', `/inventories/${id}/decisions`);
    expect(body.data).toContainEqual(
      expect.objectContaining({ kind: 'review', ground: expect.objectContaining({ by: 'import' }) }),
    );
    expect((await run()).codes).toContain('item-unchanged');
  });

  it('has one Remediation task after a rejection that brings one', async () => {
    const { from, target, run } = await pair({ name: 'Same' }, {}, {});
    await h.call('PUT', `/inventories/${from}/status?status=REJECTED`);
    await run();
    const { inventory, tasks } = await documentOf(await exported(h, target));
    expect(inventory[0].decisions.status).toBe('REJECTED');
    expect(tasks.map(({ type, summary }: Record<string, string>) => [type, summary])).toEqual([
      ['REMEDIATE_INVENTORY', 'Remediation: Same'],
    ]);
  });

  it('keeps a file that was removed from it in the data, which is named', async () => {
    const { from, id, run } = await pair({}, {}, {});
    await h.call('DELETE', `/inventories/${from}/files`, { body: { filePaths: ['lib/d.c'] } });
    await h.call('PUT', `/inventories/${id}/files`, { body: { filePaths: ['lib/d.c'] } });
    const { log } = await run();
    expect(log).toContainEqual(expect.objectContaining({ code: 'file-stays', path: 'lib/d.c' }));
    expect((await read(id)).filePaths).toEqual(['e.c', 'lib/d.c']);
  });

  it('with another license than in the data stands beside the item of the data, and both are named', async () => {
    const purl = 'pkg:npm/chosen@1';
    const one = (licenseExpression: string) => ({
      inventory: [{ name: `chosen (${licenseExpression})`, purl, licenseExpression, component: { name: 'chosen', purl, version: '1' } }],
    }); // biome-ignore format: one item
    const target = await project(h, {});
    await imported(h, target, await zip({ 'data.json': JSON.stringify(one('MIT OR ISC')) }));
    const { log } = await imported(h, target, await zip({ 'data.json': JSON.stringify(one('MIT')) }));
    expect(log.find(({ code }) => code === 'other-license-stands')?.message).toMatch(
      /^chosen \(MIT\) was made beside chosen \(MIT OR ISC\)/,
    );
    expect(Object.keys(await itemsOf(h, target))).toEqual(['chosen (MIT OR ISC)', 'chosen (MIT)']);
  });

  it('gets no decision without the right to make it', async () => {
    const source = await project(h, CODE);
    const from = await item(h, source, ['lib/d.c'], { name: 'approved there' });
    await h.call('PUT', `/inventories/${from}/status?status=APPROVED`);
    const target = await project(h, CODE);
    const analyst = await h.person(`analyst${++count}`);
    await h.call('POST', `/projects/${target}/users`, { body: { role: 'ANALYST', users: [analyst.login] } });
    await h.database.pool.query(
      `insert into project_members (project_id, role, user_id) values ($1, 'ANALYST', $2) on conflict do nothing`,
      [target, analyst.id],
    );
    const { codes } = await imported(h, target, await exported(h, source), {}, analyst);
    expect(codes).toContain('status-withheld');
    expect((await documentOf(await exported(h, target))).inventory[0].decisions).toMatchObject({
      status: 'DRAFT',
      isPublished: false,
    });
  });
});

it('imported decisions have the import as ground', async () => {
  const source = await project(h, CODE, { name: 'the source' });
  const from = await item(h, source, ['lib/d.c', 'e.c'], {
    name: 'decided',
    auditorReviewNotes: 'seen',
    linking: 'STATIC',
  });
  await h.call('DELETE', `/inventories/${from}/files`, { body: { filePaths: ['e.c'] } });
  await h.call('PUT', `/inventories/${from}/status?status=APPROVED`);
  const target = await project(h, CODE);
  await imported(h, target, await exported(h, source), { resetInventoryUsage: false });
  const { decisions } = await documentOf(await exported(h, target));
  expect(decisions.map((one: { kind: string; value: object }) => [one.kind, one.value])).toEqual([
    ['usage', { linking: 'STATIC' }],
    ['note', { auditNotes: 'seen' }],
    ['review', { status: 'APPROVED' }],
    ['file-tied', { isTied: true }],
    ['file-tied', { isTied: false }],
  ]);
  for (const { ground, author } of decisions) {
    expect(ground).toMatchObject({
      by: 'import',
      source: expect.stringMatching(/^project data of "the source" of \d{4}-/),
    });
    expect(author).toBe('admin');
  }
});

it('files added and marked elsewhere follow their contents here, without adding or marking more', async () => {
  const source = await project(h, CODE);
  await item(h, source, ['lib/d.c', 'lib/src/a.c'], { name: 'follows' });
  await h.call('DELETE', `/inventories/${await item(h, source, ['e.c'], { name: 'left' })}/files`, {
    body: { filePaths: ['e.c'] },
  });
  const { entries } = (await h.call('GET', `/projects/${source}/codebase`)).body.data;
  const { id } = entries.find((one: { name: string }) => one.name === 'e.c');
  await h.call('PUT', `/files/${id}/review?markAsReviewed=true`);
  const target = await project(h, CODE);
  await imported(h, target, await exported(h, source));
  const moved = { 'new/d.c': 'd', 'new/a.c': 'a', 'new/e.c': 'e' };
  await h.call('POST', `/project/uploadProjectCodebase?projectId=${target}&deleteExistingFileOnServer=true`, {
    raw: tar(Object.entries(moved).map(([name, content]) => ({ name, content }))),
    headers: { 'content-type': 'application/octet-stream' },
  });
  await h.jobOver((await h.call('POST', `/scanResource/projectScan/${target}`)).body['Content: ']);
  expect((await itemsOf(h, target)).follows).toEqual(['new/a.c', 'new/d.c']);
  expect(await reviewedOf(h, target)).toEqual(['new/e.c']);
});

it("the facts of licenses are imported, and a person's choice is a decision with its evidence", async () => {
  const lock = (license: string): Files => ({
    'package-lock.json': JSON.stringify({
      name: 'a',
      lockfileVersion: 3,
      packages: { '': { name: 'a' }, 'node_modules/b': { version: '1.0.0', license } },
    }),
  });
  const source = await project(h, lock('MIT OR ISC'));
  await h.jobOver((await h.call('POST', `/scanResource/projectScan/${source}`)).body['Content: ']);
  const ofB = async (on: Harness, projectId: number) =>
    (await documentOf(await exported(on, projectId))).inventory.find((one: { name: string }) => /^b /.test(one.name));
  const scanned = await ofB(h, source);
  expect(scanned.licenseFacts).toMatchObject({
    declared: { expression: 'MIT OR ISC', source: 'manifest' },
    concluded: { expression: 'MIT OR ISC' },
  });
  const { id } = (await h.call('GET', '/licenses/ISC')).body.data;
  expect((await h.call('PUT', `/inventories/${scanned.id}`, { body: { licenseId: id } })).status).toBe(200);

  const target = await project(elsewhere, lock('MIT OR ISC'));
  const data = await exported(h, source);
  await imported(elsewhere, target, data);
  const taken = await ofB(elsewhere, target);
  const person = { kind: 'choice', expression: 'ISC', words: 'admin said so.' };
  expect(taken.licenseFacts).toEqual({ ...scanned.licenseFacts, person });
  const { decisions } = await documentOf(await exported(elsewhere, target));
  expect(decisions).toContainEqual(
    expect.objectContaining({
      kind: 'license-choice',
      value: { licenseExpression: 'ISC' },
      ground: expect.objectContaining({ by: 'import', concluded: 'MIT OR ISC' }),
    }),
  );

  // A scan there reports it when the evidence differs.
  const raw = tar(Object.entries(lock('0BSD')).map(([name, content]) => ({ name, content })));
  await elsewhere.call('POST', `/project/uploadProjectCodebase?projectId=${target}`, {
    raw,
    headers: { 'content-type': 'application/octet-stream' },
  });
  const job = await elsewhere.jobOver(
    (await elsewhere.call('POST', `/scanResource/projectScan/${target}`)).body['Content: '],
  );
  expect(job.details).toContain('1 decision no longer holds');
});

it('invalid facts of licenses are left out and named; those of a scan stay', async () => {
  const document = {
    inventory: [
      {
        name: 'b 1.0.0',
        component: { purl: 'pkg:npm/b', version: '1.0.0' },
        licenseExpression: 'MIT',
        files: ['a.c'],
        licenseFacts: {
          declared: { expression: 'MIT', source: 'hearsay', words: 7 },
          concluded: 'MIT',
          bundled: [{ expression: 'ISC', source: 'files', words: 'x.c' }, 'ISC', {}],
          person: { kind: 'oracle', expression: '' },
        },
      },
    ],
  };
  const target = await project(h, { 'a.c': 'a' });
  const { codes } = await imported(h, target, await zip({ 'x.json': JSON.stringify(document) }));
  expect(codes.filter((code) => code === 'wrong-value')).toHaveLength(3);
  const [{ licenseFacts }] = (await documentOf(await exported(h, target))).inventory;
  expect(licenseFacts).toEqual({
    declared: { expression: 'MIT', source: 'none', words: '' },
    concluded: { expression: '', source: 'none', words: 'Nothing is known.' },
    bundled: [{ expression: 'ISC', source: 'files', words: 'x.c' }],
  });
});

it('a custom license of another server gets its name and reference, which a license of its short name completes', async () => {
  const shortName = 'Import CL';
  const license = {
    name: 'Import Commercial License',
    shortName,
    licenseText: 'Nobody may import this.',
    priority: 'P1',
  };
  const source = await project(h, CODE);
  const { id: licenseId } = (await h.call('POST', '/licenses', { body: license })).body;
  await item(h, source, ['e.c'], { name: 'sold', inventoryType: 'LICENSE', licenseId });
  const target = await project(elsewhere, CODE);
  const data = await exported(h, source);
  const { log } = await imported(elsewhere, target, data);
  expect(log.find(({ code }) => code === 'license-made')?.message).toContain('LicenseRef-Import-CL');
  const [made] = (await documentOf(await exported(elsewhere, target))).inventory;
  expect([made.license.name, made.licenseExpression]).toEqual([license.name, 'LicenseRef-Import-CL']);
  expect((await imported(elsewhere, target, data)).codes).toContain('item-unchanged');
  expect((await elsewhere.call('POST', '/licenses', { body: license })).status).toBe(201);
  const [completed] = (await documentOf(await exported(elsewhere, target))).inventory;
  expect([completed.license.shortName, completed.licenseExpression]).toEqual([shortName, shortName]);
  expect((await imported(elsewhere, target, data)).codes).toEqual(expect.arrayContaining(['item-unchanged']));
  expect(Object.keys(await itemsOf(elsewhere, target))).toEqual(['sold']);
});

it('a document is read before the project is locked: a broken one ends its import while somebody changes the project', async () => {
  const target = await project(h, {});
  const data = await zip({ 'x.json': '{"inventory":[}' });
  const holder = await h.app.db.startTransaction().execute();
  let isHeld = false;
  // The request for the import also locks the project; the job must not begin before somebody else holds the lock.
  await h.database.pool.query(`
    create function wait_for_holder() returns trigger language plpgsql as $$ begin
      if new.status = 'Active' and old.status <> 'Active' then perform pg_advisory_xact_lock(4712); end if;
      return new;
    end $$;
    create trigger wait_for_holder before update on jobs for each row execute function wait_for_holder()`);
  try {
    await sql`select pg_advisory_xact_lock(4712)`.execute(holder);
    const { taskId } = (await send(h, target, data)).body.data;
    const changing = await h.app.db.startTransaction().execute();
    try {
      await lockProject(changing, target);
      isHeld = true;
      await holder.commit().execute();
      const { status, error } = await h.jobOver(taskId);
      expect([status, error]).toEqual(['Failed', expect.stringContaining('The data was not imported.')]);
    } finally {
      await changing.rollback().execute();
    }
  } finally {
    if (!isHeld) await holder.rollback().execute();
    await h.database.pool.query('drop trigger wait_for_holder on jobs; drop function wait_for_holder');
  }
});

describe('invalid documents', () => {
  it('tasks without an item here are named, and an id that stands twice means the first item', async () => {
    const target = await project(h, {});
    const task = (inventoryId: number, summary: string) => ({ inventoryId, summary, type: 'MISCELLANEOUS' });
    const inventory = [{ id: 1, name: 'first' }, { id: 1, name: 'second' }, { id: 2, name: 'gone', files: ['x'] }]; // biome-ignore format: three items
    const data = { inventory, tasks: [task(1, 'of one'), task(2, 'of two'), task(7, 'of nobody')] };
    const archive = await zip({ 'data.json': JSON.stringify(data) });
    const { log } = await imported(h, target, archive, { createEmptyInventory: true });
    const of = (wanted: string) => log.filter(({ code }) => code === wanted).map(({ message }) => message);
    expect(of('id-taken')).toEqual([expect.stringContaining('second has the id 1 of an earlier item')]);
    expect(of('task-left-out')).toEqual([expect.stringContaining('of nobody')]);
    const { tasks, inventory: made } = await documentOf(await exported(h, target));
    const first = made.find(({ name }: { name: string }) => name === 'first').id;
    expect(tasks.map((one: Record<string, unknown>) => [one.summary, one.inventoryId])).toContainEqual([
      'of one',
      first,
    ]);
    expect(tasks.length).toBe(2);
  });

  const run = async (document: string) =>
    imported(h, await project(h, { 'a.c': 'a' }), await zip({ 'x.json': document }));
  it.each([
    ['no JSON', '<xml/>', 'must be a JSON object'],
    ['half a document', '{"inventory":[{"name":"x"}', 'breaks off'],
    ['something else', '{"name":"x"}', 'is not project data'],
    ['another format', '{"format":"theirs","inventory":[]}', 'must be "assay-project-data"'],
    ['a newer version', '{"format":"assay-project-data","version":99,"inventory":[]}', 'of a newer Assay'],
    ['an invalid version', '{"version":"1","inventory":[{"name":"x"}]}', 'must be a whole number'],
    ['a list without end', `{"inventory":[${'0,'.repeat(500_001)}0]}`, 'more than the 500000 elements'],
    ['depth', `{"project":${'['.repeat(5000)}${']'.repeat(5000)}}`, 'nested deeper'],
  ])('Failed for %s, with a sentence', async (_what, document, sentence) => {
    const { job } = await run(document);
    expect([job.status, job.error]).toEqual(['Failed', expect.stringContaining(sentence)]);
  });

  it('hand-written data with invalid members is imported as far as possible, and the rest is named', async () => {
    const document = {
      inventory: [
        { name: 'fine', files: ['/a.c'] },
        { name: 5, files: ['a.c'] },
        {
          name: 'odd',
          inventoryType: 'GADGET',
          priority: 'P9',
          files: 'a.c',
          notes: [],
          linking: 'GLUE',
          component: { id: 77, purl: 'pkg:' },
          license: { id: 12 },
        },
        'text',
        { name: '__proto__', files: ['a.c'], customFields: [{ fieldLabel: 'constructor', value: 'x' }] },
        {
          name: 'left-pad 1.3.0',
          component: { purl: 'pkg:npm/left-pad', version: '1.3.0' },
          licenseExpression: 'WTFPL',
          files: ['a.c'],
          id: 1,
        },
      ],
      tasks: [{ inventoryId: 1, type: 'MISCELLANEOUS', summary: 'look', owner: 'nobody' }, 7],
      files: [{ path: 'a.c', md5: 'no digest', reviewed: 'yes' }, {}],
    };
    const target = await project(h, { 'a.c': 'a' });
    const { job, codes } = await imported(h, target, await zip({ 'x.json': JSON.stringify(document) }), {
      createEmptyInventory: false,
    });
    expect(job.status).toBe('Completed');
    expect(await itemsOf(h, target)).toEqual({ ['__proto__']: ['a.c'], fine: ['a.c'], 'left-pad 1.3.0': ['a.c'] });
    expect(new Set(codes)).toEqual(
      new Set(['field-left-out', 'item-left-out', 'item-made', 'no-item', 'no-purl', 'task-owner', 'wrong-value']),
    );
  });

  it('Completed with texts that the database cannot store, wherever they are', async () => {
    const odd = 'half \ud800 and nothing \0';
    const document = {
      project: { name: odd, description: odd, riskLevel: odd, customFields: [{ fieldLabel: odd, value: odd }] },
      exportedOn: odd,
      inventory: [
        {
          ...{ id: odd, identity: odd, name: odd, url: odd, purl: `pkg:npm/${odd}`, licenseExpression: odd },
          ...{ notes: { noticeText: odd }, workflow: [{ key: odd, value: odd }], files: ['a.c', odd] },
          ...{ customFields: [{ fieldLabel: odd, value: odd }], possibleLicenses: [odd], createdBy: odd },
        },
      ],
      tasks: [{ inventoryId: odd, type: 'MISCELLANEOUS', summary: odd, details: odd, owner: odd }],
      relations: [{ parent: odd, child: odd, type: odd }],
      files: [{ path: odd, md5: odd, reviewed: true }],
      analyses: [{ vulnerability: odd, purl: `pkg:npm/${odd}@1`, detail: odd, author: odd }],
      history: [{ inventoryId: odd, event: odd, by: odd, on: odd, changes: [{ field: odd, oldValue: odd }] }],
      decisions: [{ kind: odd }],
    };
    const { job } = await run(JSON.stringify(document));
    expect([job.status, job.error]).toEqual(['Completed', '']);
    expect(job.details).toContain('1 item made');
  });

  it('409 while an import runs, 400 when the project is locked', async () => {
    const target = await project(h, CODE);
    await h.database.pool.query(
      `insert into jobs (type, project_id, status) values ('Project Import', $1, 'Scheduled')`,
      [target],
    );
    const data = await zip({ 'x.json': '{"inventory":[]}' });
    expect((await send(h, target, data)).status).toBe(409);
    const locked = await project(h, CODE);
    await h.call('PUT', `/projects/${locked}/status?status=COMPLETED`);
    expect((await send(h, locked, data)).text).toContain('locked');
  });
});

describe('POST /importer/importProjectData', () => {
  it.each([
    ['', ['lib/d.c', 'lib/src/c.c'], ['lib/d.c']],
    ['&checkInventory=true&checkReviewed=false', ['lib/d.c'], ['lib/d.c', 'lib/src/c.c']],
  ])('200 with the flags "%s"', async (flags, files, reviewed) => {
    const source = await project(h, CODE);
    const id = await item(h, source, [], { name: 'all' });
    await h.call('PUT', `/inventories/${id}/files`, {
      body: { folderPaths: ['/'], markAssociatedFilesAsReviewed: true },
    });
    const target = await project(h, LATER);
    const raw = await exported(h, source);
    const answer = await h.call('POST', `/importer/importProjectData?projectId=${target}${flags}`, {
      raw,
      headers: { 'content-type': 'application/octet-stream' },
    });
    expect([answer.status, answer.body]).toEqual([200, { 'Content: ': expect.stringMatching(/task ID: \d+$/) }]);
    expect((await h.jobOver(Number(/\d+$/.exec(answer.body['Content: '])![0]))).status).toBe('Completed');
    expect([await itemsOf(h, target), await reviewedOf(h, target)]).toEqual([{ all: files }, reviewed]);
  });
});
